"""A deliberately simple Othello, square by square on a text, to hold the bitboards against; and random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


def flips(cells: str, size: int, cell: int, mark: str) -> list[int]:
    """The cells that a disc ``mark`` on ``cell`` flips; empty if it may not be placed there."""
    if cells[cell] != "-":
        return []
    found = []
    for down, right in DIRECTIONS:
        row, column, run = cell // size + down, cell % size + right, []
        while 0 <= row < size and 0 <= column < size and cells[row * size + column] not in ("-", mark):
            run.append(row * size + column)
            row, column = row + down, column + right
        if 0 <= row < size and 0 <= column < size and cells[row * size + column] == mark:
            found += run
    return sorted(found)


def moves(cells: str, size: int, mark: str) -> dict[int, list[int]]:
    """Every cell where ``mark`` may be placed, with what it flips."""
    found = {cell: flips(cells, size, cell, mark) for cell in range(size * size)}
    return {cell: flipped for cell, flipped in found.items() if flipped}


def play(cells: str, size: int, cell: int, mark: str) -> str:
    """The cells after the move."""
    changed = {cell, *flips(cells, size, cell, mark)}
    return "".join(mark if place in changed else old for place, old in enumerate(cells))


def legal_texts(text: str) -> list[str]:
    """The legal moves of a position text, as texts in ascending order of cells."""
    cells, mark = text.split(" ")
    size = int(len(cells) ** 0.5)
    found = moves(cells, size, mark)
    if not found:
        return ["pass"] if moves(cells, size, "XO".replace(mark, "")) else []
    return [f"{'abcdefgh'[cell % size]}{cell // size + 1}" for cell in found]


def after(text: str, move: str) -> str:
    """The position text after a legal move."""
    cells, mark = text.split(" ")
    size = int(len(cells) ** 0.5)
    other = "XO".replace(mark, "")
    if move == "pass":
        return f"{cells} {other}"
    return f"{play(cells, size, (int(move[1]) - 1) * size + 'abcdefgh'.index(move[0]), mark)} {other}"


def margin(text: str) -> int:
    """Dark's lead in discs, the empty squares counted for the winner."""
    cells = text.split(" ")[0]
    lead = cells.count("X") - cells.count("O")
    return lead + (lead > 0) * cells.count("-") - (lead < 0) * cells.count("-")


def random_texts(seed: int, size: int, count: int) -> Iterator[str]:
    """Positions with discs thrown down at random, of every density: most of them no game would reach."""
    rng = random.Random(seed)
    for _ in range(count):
        density = rng.random()
        weights = [1 - density, density * rng.random(), density / 2]
        yield f"{''.join(rng.choices('-XO', weights, k=size * size))} {rng.choice('XO')}"
