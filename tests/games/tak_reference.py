"""A deliberately simple Tak over lists of letters, to hold the bitboards against.

A board is a dictionary from (file, rank) to a list of pieces from bottom to top, each a colour (``w`` or ``b``) and a
kind (``F``, ``S`` or ``C``). Nothing here is shared with the rules but the notation that both write.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

Square = tuple[int, int]
Piece = tuple[str, str]
STEPS = {"+": (0, 1), "-": (0, -1), "<": (-1, 0), ">": (1, 0)}
PIECES = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}


@dataclass(frozen=True)
class Board:
    """A position: stacks of occupied squares, reserves as (stones, capstones) by colour, plies, and the result."""

    size: int
    stacks: dict[Square, list[Piece]]
    reserves: dict[str, tuple[int, int]]
    half_komi: int = 0
    swap: bool = True
    ply: int = 0
    quiet: int = 0
    result: str = ""


def start(size: int, half_komi: int = 0, swap: bool = True) -> Board:
    return Board(size, {}, {"w": PIECES[size], "b": PIECES[size]}, half_komi, swap)


def mover(board: Board) -> str:
    return "wb"[board.ply % 2]


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def splits(number: int) -> list[tuple[int, ...]]:
    """All ways to drop so many pieces, long first drops first."""
    if number == 0:
        return [()]
    return [(first, *rest) for first in range(number, 0, -1) for rest in splits(number - first)]


def legal(board: Board) -> list[str]:
    """The texts of all legal moves, file by file."""
    if board.result:
        return []
    found = []
    for square in product(range(board.size), range(board.size)):
        stack = board.stacks.get(square)
        if not stack:
            found += placements(board, square)
        elif stack[-1][0] == mover(board) and board.ply >= 2:
            for lifted in range(1, min(len(stack), board.size) + 1):
                for sign in "+-<>":
                    for drops in splits(lifted):
                        if can_drop(board, square, sign, drops):
                            shown = "".join(map(str, drops)) if len(drops) > 1 else ""
                            found.append(f"{lifted if lifted > 1 else ''}{name(square)}{sign}{shown}")
    return found


def placements(board: Board, square: Square) -> list[str]:
    if board.ply < 2:
        return [name(square)]
    stones, caps = board.reserves[mover(board)]
    return [kind + name(square) for kind in (["", "S"] if stones else []) + (["C"] if caps else [])]


def can_drop(board: Board, square: Square, sign: str, drops: tuple[int, ...]) -> bool:
    is_cap = board.stacks[square][-1][1] == "C"
    file, rank = square
    for number, dropped in enumerate(drops, start=1):
        file, rank = file + STEPS[sign][0], rank + STEPS[sign][1]
        if not (0 <= file < board.size and 0 <= rank < board.size):
            return False
        top = board.stacks.get((file, rank), [("", "F")])[-1][1]
        if top == "C" or (top == "S" and not (is_cap and number == len(drops) and dropped == 1)):
            return False
    return True


def play(board: Board, text: str) -> Board:
    """The board after a legal move, by its text."""
    stacks = {square: list(stack) for square, stack in board.stacks.items()}
    reserves = dict(board.reserves)
    quiet = 0
    signs = [sign for sign in STEPS if sign in text]
    if not signs:
        kind = text[0] if text[0] in "SC" else "F"
        square = ("abcdefgh".index(text[-2]), int(text[-1]) - 1)
        colour = mover(board)
        if board.swap and board.ply < 2:
            colour = "b" if colour == "w" else "w"
        stacks[square] = [(colour, kind)]
        stones, caps = reserves[colour]
        reserves[colour] = (stones, caps - 1) if kind == "C" else (stones - 1, caps)
    else:
        quiet = move_stack(stacks, text, signs[0], board.quiet)
    after = replace(board, stacks=stacks, reserves=reserves, ply=board.ply + 1, quiet=quiet)
    return replace(after, result=result(after, mover(board)))


def move_stack(stacks: dict[Square, list[Piece]], text: str, sign: str, quiet: int) -> int:
    head, _, tail = text.partition(sign)
    lifted = int(head[0]) if head[0].isdigit() else 1
    file, rank = "abcdefgh".index(head[-2]), int(head[-1]) - 1
    stack = stacks.pop((file, rank))
    hand = stack[-lifted:]
    if stack[:-lifted]:
        stacks[file, rank] = stack[:-lifted]
    quiet += 1
    for dropped in [int(digit) for digit in tail] or [lifted]:
        file, rank = file + STEPS[sign][0], rank + STEPS[sign][1]
        under = stacks.setdefault((file, rank), [])
        if under and under[-1][1] == "S":
            under[-1] = (under[-1][0], "F")
            quiet = 0
        under += hand[:dropped]
        hand = hand[dropped:]
    return quiet


def has_road(board: Board, colour: str) -> bool:
    own = {s for s, stack in board.stacks.items() if stack[-1][0] == colour and stack[-1][1] != "S"}
    for axis in (0, 1):
        seen = {square for square in own if square[axis] == 0}
        new = seen
        while new:
            beside = {(file + east, rank + north) for file, rank in new for east, north in STEPS.values()}
            new = (beside & own) - seen
            seen |= new
        if any(square[axis] == board.size - 1 for square in seen):
            return True
    return False


def result(board: Board, moved: str) -> str:
    """Empty, or the winner's colour with R or F, or ``draw``."""
    for colour in (moved, "b" if moved == "w" else "w"):
        if has_road(board, colour):
            return f"{colour}R"
    if len(board.stacks) == board.size**2 or (0, 0) in board.reserves.values():
        tops = [stack[-1] for stack in board.stacks.values()]
        lead = 2 * (tops.count(("w", "F")) - tops.count(("b", "F"))) - board.half_komi
        return "wF" if lead > 0 else "bF" if lead < 0 else "draw"
    return "draw" if board.quiet >= 50 else ""


def tps(board: Board) -> str:
    """The position's text, every empty square written as x."""
    rows = []
    for rank in reversed(range(board.size)):
        cells = []
        for file in range(board.size):
            stack = board.stacks.get((file, rank), [])
            digits = "".join("12"["wb".index(colour)] for colour, _ in stack)
            cells.append((digits + stack[-1][1].replace("F", "")) if stack else "x")
        rows.append(",".join(cells))
    return f"{'/'.join(rows)} {board.ply % 2 + 1} {board.ply // 2 + 1}"
