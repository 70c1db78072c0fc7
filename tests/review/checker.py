"""Counts again what an explanation claims, by other code than the program's: from texts, on grids of characters.

Positions of Othello are played here from the first move on; those of the other games are read from their texts.
"""

from __future__ import annotations

import re
from collections import deque
from itertools import product
from typing import Any

from plyground.core import registry

_AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def count(game: str, options: dict[str, Any], start: str, moves: list[str], seat: int, fact: str) -> float:
    """What the fact comes to for a seat after these moves from the start."""
    if game == "othello":
        return float(_othello(int(options["size"]), moves, seat, fact))
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    if game == "punter":
        return _punter(position, seat)
    return {"camel": _camel, "tak": _tak}[game](rules.position_text(position), seat, fact)


def _othello(size: int, moves: list[str], seat: int, fact: str) -> int:
    half = size // 2
    board = {(half - 1, half - 1): 1, (half, half): 1, (half - 1, half): 0, (half, half - 1): 0}

    def flips(side: int, at: tuple[int, int]) -> list[tuple[int, int]]:
        if at in board or not (0 <= at[0] < size and 0 <= at[1] < size):
            return []
        found: list[tuple[int, int]] = []
        for across, down in _AROUND:
            row, (x, y) = [], (at[0] + across, at[1] + down)
            while board.get((x, y)) == 1 - side:
                row.append((x, y))
                x, y = x + across, y + down
            found += row if board.get((x, y)) == side else []
        return found

    side = 0
    for move in moves:
        if move != "pass":
            at = (ord(move[0]) - ord("a"), int(move[1:]) - 1)
            for each in [at, *flips(side, at)]:
                board[each] = side
        side = 1 - side
    if fact == "Corners":
        return sum(board.get(at) == seat for at in product((0, size - 1), (0, size - 1)))
    if fact == "Discs":
        return sum(held == seat for held in board.values())
    return sum(bool(flips(seat, at)) for at in product(range(size), range(size)))


def _camel(text: str, seat: int, fact: str) -> float:
    size, *masters = text.split()[:3]
    width, height = map(int, size.split("x"))
    places = [tuple(map(int, each.split(","))) for each in masters]
    if fact == "Camels in hand":
        return float(places[seat][2])
    walls: set[frozenset[tuple[int, int]]] = set()
    for axis, left, top in re.findall(r"([HV])(\d+),(\d+)", text):
        x, y = int(left), int(top)
        sides = [((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))]
        walls |= {
            frozenset(each) for each in (sides if axis == "H" else [((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1))])
        }
    goal = height - 1 if seat == 0 else 0
    begin = (places[seat][0], places[seat][1])
    seen, waiting = {begin: 0}, deque([begin])
    while waiting:
        x, y = here = waiting.popleft()
        if y == goal:
            return float(seen[here])
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= there[0] < width and 0 <= there[1] < height
            if inside and there not in seen and frozenset((here, there)) not in walls:
                seen[there] = seen[here] + 1
                waiting.append(there)
    raise AssertionError("no way to the goal")


def _tak(text: str, seat: int, fact: str) -> float:
    rows: list[list[str]] = []
    for row in text.split()[0].split("/"):
        cells: list[str] = []
        for cell in row.split(","):
            cells += [""] * int(cell[1:] or 1) if cell.startswith("x") else [cell]
        rows.append(cells)
    own = str(seat + 1)
    tops = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.rstrip("SC").endswith(own)}
    if fact == "Flats":
        return float(sum(cell[-1].isdigit() for cell in tops.values()))
    road, last = {at for at, cell in tops.items() if not cell.endswith("S")}, len(rows) - 1
    for axis in (0, 1):
        reached = {at for at in road if at[axis] == 0}
        for _ in range(len(road)):
            reached |= {at for at in road if any(abs(at[0] - x) + abs(at[1] - y) == 1 for x, y in reached)}
        if any(at[axis] == last for at in reached):
            return 1.0
    return 0.0


def _punter(position: Any, seat: int) -> float:
    board, seats = position.board, len(position.tally)
    ends = board.ends.tolist()
    own = [
        pair for pair, turn in zip(ends, position.claimed.tolist(), strict=True) if turn >= 0 and turn % seats == seat
    ]
    return float(
        sum(_steps(ends, mine).get(site, 0) ** 2 for mine in board.mines.tolist() for site in _steps(own, mine))
    )


def _steps(rivers: list[list[int]], begin: int) -> dict[int, int]:
    beside: dict[int, list[int]] = {}
    for one, other in rivers:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    seen, waiting = {begin: 0}, deque([begin])
    while waiting:
        here = waiting.popleft()
        for there in beside.get(here, []):
            if there not in seen:
                seen[there] = seen[here] + 1
                waiting.append(there)
    return seen
