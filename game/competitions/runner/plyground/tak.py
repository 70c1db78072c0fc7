"""Tak for bots: a state that knows its moves and what comes after each. States are never changed.

Squares are numbered from a1 along the first rank: 0 is a1, 1 is b1. Seat 0 is White. A stack is a text from bottom to
top, ``1`` for White's and ``2`` for Black's pieces, with ``S`` behind it where the top is a wall, and ``C`` where it is
a capstone: ``122S``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

FILES = "abcdefgh"
STONES = {3: 10, 4: 15, 5: 21, 6: 30, 7: 40, 8: 50}
CAPSTONES = {3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2}
QUIET_LIMIT = 50
WAYS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
_PLACING = re.compile(r"([FSC]?)([a-h][1-8])")
_SPREADING = re.compile(r"(\d?)([a-h][1-8])([-+<>])(\d*)[FSC]?")

Reserves = tuple[tuple[int, int], tuple[int, int]]


class State:
    """One position.

    ``cells`` are the stacks (an empty text for an empty square), ``reserves`` the stones and capstones that each seat
    has in hand, ``seat`` who is to move, ``ply`` how many moves were made, ``quiet`` for how many plies nothing was
    placed or flattened. ``swap`` tells whether the first move of each player places the other's flat.
    """

    def __init__(
        self, size: int, cells: tuple[str, ...], reserves: Reserves, ply: int, quiet: int, komi: float, swap: bool
    ) -> None:
        self.size, self.cells, self.reserves = size, cells, reserves
        self.ply, self.quiet, self.komi, self.swap = ply, quiet, komi, swap
        self.seat = ply % 2

    @property
    def position(self) -> str:
        """The position as TPS."""
        rows = []
        for rank in reversed(range(self.size)):
            row = ",".join(self.cells[rank * self.size + file] or "x" for file in range(self.size))
            rows.append(re.sub("x(,x)+", lambda found: f"x{len(found[0]) // 2 + 1}", row))
        return f"{'/'.join(rows)} {self.seat + 1} {self.ply // 2 + 1}"

    @property
    def opening(self) -> bool:
        """Whether the next move is the first of its player, which places a flat."""
        return self.ply < 2

    @property
    def swapping(self) -> bool:
        """Whether the next move places a flat of the other side."""
        return self.swap and self.opening

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves in PTN; empty when the game is over."""
        if self.returns is not None:
            return []
        found: list[str] = []
        stones, capstones = self.reserves[1 - self.seat if self.swapping else self.seat]
        for cell, stack in enumerate(self.cells):
            name = square_name(self.size, cell)
            if not stack:
                found += [name] if stones else []
                if not self.opening:
                    found += ["S" + name] if stones else []
                    found += ["C" + name] if capstones else []
            elif not self.opening and owner(stack) == self.seat:
                found += self._spreads(cell, stack, name)
        return found

    @cached_property
    def returns(self) -> tuple[int, int] | None:
        """None while the game goes on, then 1, 0 or -1 for each seat."""
        roads = [self.has_road(seat) for seat in (0, 1)]
        if any(roads):
            winner = 1 - self.seat if all(roads) else roads.index(True)
            return (1, -1) if winner == 0 else (-1, 1)
        if all(self.cells) or any(not any(reserve) for reserve in self.reserves):
            lead = self.flats(0) - self.flats(1) - self.komi
            return (1, -1) if lead > 0 else (-1, 1) if lead < 0 else (0, 0)
        return (0, 0) if self.quiet >= QUIET_LIMIT else None

    def flats(self, seat: int) -> int:
        """How many stacks have a flat of this seat on top."""
        return sum(stack.endswith("12"[seat]) for stack in self.cells)

    def roads(self, seat: int) -> list[bool]:
        """For each square whether a piece of this seat that counts for roads is on top."""
        flat, capstone = "12"[seat], "12"[seat] + "C"
        return [stack.endswith((flat, capstone)) for stack in self.cells]

    def has_road(self, seat: int) -> bool:
        """Whether this seat's flats and capstones link two opposite edges."""
        road = self.roads(seat)
        last = self.size - 1
        return sum(road) >= self.size and any(
            self._linked(road, [n for n, at in enumerate(places) if at[axis] == 0], axis, last)
            for places in (squares(self.size),)
            for axis in (0, 1)
        )

    def play(self, move: str) -> State:
        """The state after a legal move."""
        placing = _PLACING.fullmatch(move)
        if placing is not None:
            return self._placed(placing[1], square_of(self.size, placing[2]))
        spreading = _SPREADING.fullmatch(move)
        if spreading is None:
            raise ValueError(f"{move} is no move")
        return self._spread(*spreading.groups())

    def _linked(self, road: list[bool], start: list[int], axis: int, last: int) -> bool:
        """Whether squares of the road lead from these to the far edge along this axis."""
        places = squares(self.size)
        todo = [cell for cell in start if road[cell]]
        seen = set(todo)
        while todo:
            cell = todo.pop()
            if places[cell][axis] == last:
                return True
            for near in neighbours(self.size)[cell]:
                if road[near] and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return False

    def _spreads(self, cell: int, stack: str, name: str) -> Iterator[str]:
        """All ways to spread a stack."""
        carry = min(height(stack), self.size)
        for way, (dx, dy) in WAYS.items():
            free, wall = 0, False
            x, y = squares(self.size)[cell]
            while True:
                x, y = x + dx, y + dy
                if not (0 <= x < self.size and 0 <= y < self.size) or free == carry:
                    break
                under = self.cells[y * self.size + x]
                if under.endswith(("S", "C")):
                    wall = under.endswith("S") and stack.endswith("C")
                    break
                free += 1
            for count in range(1, carry + 1):
                for drops in _drops(count, free):
                    yield _spread_text(count, name, way, drops)
                if wall:
                    for drops in _drops(count - 1, free):
                        if len(drops) == free:
                            yield _spread_text(count, name, way, (*drops, 1))

    def _placed(self, kind: str, cell: int) -> State:
        colour = 1 - self.seat if self.swapping else self.seat
        stones, capstones = self.reserves[colour]
        left = (stones, capstones - 1) if kind == "C" else (stones - 1, capstones)
        reserves = (left, self.reserves[1]) if colour == 0 else (self.reserves[0], left)
        cells = list(self.cells)
        cells[cell] = "12"[colour] + ("" if kind == "F" else kind)
        return State(self.size, tuple(cells), reserves, self.ply + 1, 0, self.komi, self.swap)

    def _spread(self, number: str, name: str, way: str, drops: str) -> State:
        count = int(number or 1)
        dx, dy = WAYS[way]
        cells, cell = list(self.cells), square_of(self.size, name)
        pieces, kind = pieces_of(cells[cell])
        cells[cell], hand = pieces[: len(pieces) - count], pieces[len(pieces) - count :]
        flattened = False
        for drop in map(int, drops or str(count)):
            cell += dx + dy * self.size
            under, under_kind = pieces_of(cells[cell])
            flattened = flattened or under_kind == "S"
            cells[cell], hand = under + hand[:drop], hand[drop:]
        cells[cell] += kind
        quiet = 0 if flattened else self.quiet + 1
        return State(self.size, tuple(cells), self.reserves, self.ply + 1, quiet, self.komi, self.swap)


def owner(stack: str) -> int:
    """The seat whose piece is on top of a stack."""
    return int(pieces_of(stack)[0][-1]) - 1


def height(stack: str) -> int:
    """How many pieces a stack has."""
    return len(pieces_of(stack)[0])


def pieces_of(stack: str) -> tuple[str, str]:
    """A stack's colours from bottom to top, and what its top is: ``S``, ``C`` or nothing for a flat."""
    return (stack[:-1], stack[-1]) if stack[-1:] in ("S", "C") else (stack, "")


@lru_cache
def squares(size: int) -> list[tuple[int, int]]:
    """File and rank of each square, from 0."""
    return [(cell % size, cell // size) for cell in range(size * size)]


@lru_cache
def neighbours(size: int) -> list[list[int]]:
    """The squares beside each square."""
    beside = [[(x + dx, y + dy) for dx, dy in WAYS.values()] for x, y in squares(size)]
    return [[x + size * y for x, y in near if 0 <= x < size and 0 <= y < size] for near in beside]


def square_name(size: int, cell: int) -> str:
    """``a1`` for 0 and so on."""
    return FILES[cell % size] + str(cell // size + 1)


def square_of(size: int, name: str) -> int:
    """0 for ``a1`` and so on."""
    return FILES.index(name[0]) + size * (int(name[1]) - 1)


@lru_cache
def _drops(count: int, most: int) -> list[tuple[int, ...]]:
    """All ways to drop ``count`` pieces on at most ``most`` squares, at least one on each."""
    if count == 0:
        return [()]
    if most == 0:
        return []
    return [(first, *rest) for first in range(1, count + 1) for rest in _drops(count - first, most - 1)]


def _spread_text(count: int, name: str, way: str, drops: tuple[int, ...]) -> str:
    return (str(count) if count > 1 else "") + name + way + ("".join(map(str, drops)) if len(drops) > 1 else "")


# What the server needs to speak with a bot in these types.


def state_of(start: dict[str, Any]) -> State:
    """The state of the start message's position, which is TPS, with the options' pieces, komi and opening."""
    words, options = start["position"].split(), start["options"]
    rows = [_row(row) for row in words[0].split("/")]
    size, cells = len(rows), tuple(stack for row in reversed(rows) for stack in row)
    stones = options["stones"] or STONES[size]
    capstones = CAPSTONES[size] if options["capstones"] == "usual" else int(options["capstones"])
    reserves = []
    for colour in "12":
        on_board = sum(pieces_of(stack)[0].count(colour) for stack in cells)
        capped = sum(stack.endswith(colour + "C") for stack in cells)
        reserves.append((stones - on_board + capped, capstones - capped))
    ply = 2 * (int(words[2]) - 1) + int(words[1]) - 1
    quiet = int(words[4]) if len(words) > 4 else 0
    return State(size, cells, (reserves[0], reserves[1]), ply, quiet, options["komi"], options["opening"] == "swap")


def _row(text: str) -> list[str]:
    row: list[str] = []
    for word in text.split(","):
        row += [""] * int(word[1:] or 1) if word.startswith("x") else [word]
    return row


def state_after(state: State, text: str) -> State:
    """The state after a move's text."""
    return state.play(text)
