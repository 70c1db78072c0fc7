"""Othello for bots: a state that knows its moves and what comes after each. States are never changed.

Cells are numbered row by row from a1: 0 is a1, 1 is b1. Seat 0 plays X and begins, seat 1 plays O.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

PASS = "pass"
DISCS = "XO"


class State:
    """One position.

    ``size`` is the side of the board, ``discs`` a pair of sets as bits (bit n for cell n), ``seat`` who is to move.
    """

    def __init__(self, size: int, discs: tuple[int, int], seat: int) -> None:
        self.size, self.discs, self.seat = size, discs, seat

    @cached_property
    def board(self) -> str:
        """The cells row by row, each ``X``, ``O`` or ``-``."""
        first, second = self.discs
        cells = range(self.size**2)
        return "".join("X" if first >> cell & 1 else "O" if second >> cell & 1 else "-" for cell in cells)

    @property
    def position(self) -> str:
        """The position's text form."""
        return f"{self.board} {DISCS[self.seat]}"

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many discs each seat has."""
        return self.discs[0].bit_count(), self.discs[1].bit_count()

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves, such as ``f5``; ``["pass"]`` where there is nothing else, empty when the game is over."""
        own = _mobility(self.size, self.discs[self.seat], self.discs[1 - self.seat])
        if own:
            return [cell_name(self.size, cell) for cell in range(self.size**2) if own >> cell & 1]
        return [PASS] if _mobility(self.size, self.discs[1 - self.seat], self.discs[self.seat]) else []

    @cached_property
    def returns(self) -> tuple[int, int] | None:
        """None while the game goes on, then the difference of discs for each seat; empty cells are the winner's."""
        if self.moves:
            return None
        first, second = self.counts
        lead = first - second
        lead += (self.size**2 - first - second) * ((lead > 0) - (lead < 0))
        return lead, -lead

    def play(self, move: str) -> State:
        """The state after a legal move."""
        if move == PASS:
            return State(self.size, self.discs, 1 - self.seat)
        cell = cell_of(self.size, move)
        own, other = self.discs[self.seat], self.discs[1 - self.seat]
        flips = _flips(self.size, own, other, cell)
        own, other = own | flips | 1 << cell, other & ~flips
        return State(self.size, (own, other) if self.seat == 0 else (other, own), 1 - self.seat)


def cell_name(size: int, cell: int) -> str:
    """``a1`` for 0 and so on."""
    return "abcdefgh"[cell % size] + str(cell // size + 1)


def cell_of(size: int, name: str) -> int:
    """0 for ``a1`` and so on."""
    return "abcdefgh".index(name[0].lower()) + size * (int(name[1:]) - 1)


@lru_cache
def _ways(size: int) -> tuple[tuple[int, int], ...]:
    """The eight directions as a shift and the cells that a step of it may end on."""
    full = (1 << size * size) - 1
    first = sum(1 << size * row for row in range(size))
    not_first, not_last = full & ~first, full & ~(first << size - 1)
    return (
        (1, not_first), (-1, not_last), (size, full), (-size, full),
        (size + 1, not_first), (size - 1, not_last), (-size + 1, not_first), (-size - 1, not_last),
    )  # fmt: skip


def _mobility(size: int, own: int, other: int) -> int:
    """The cells on which ``own`` may place a disc, as bits."""
    empty = (1 << size * size) - 1 & ~(own | other)
    found = 0
    for shift, allowed in _ways(size):
        run = _shifted(own, shift) & allowed & other
        for _ in range(size - 3):
            run |= _shifted(run, shift) & allowed & other
        found |= _shifted(run, shift) & allowed & empty
    return found


def _flips(size: int, own: int, other: int, cell: int) -> int:
    """The discs that a disc of ``own`` on this cell turns over, as bits."""
    found = 0
    for shift, allowed in _ways(size):
        run, at = 0, _shifted(1 << cell, shift) & allowed
        while at & other:
            run |= at
            at = _shifted(at, shift) & allowed
        if at & own:
            found |= run
    return found


def _shifted(bits: int, shift: int) -> int:
    return bits << shift if shift > 0 else bits >> -shift


# What the server needs to speak with a bot in these types.


def state_of(start: dict[str, Any]) -> State:
    """The state of the start message's position: the cells, a space and who is to move."""
    board, mover = start["position"].split()
    first, second = (sum(1 << cell for cell, disc in enumerate(board) if disc == own) for own in DISCS)
    return State(round(len(board) ** 0.5), (first, second), DISCS.index(mover))


def state_after(state: State, text: str) -> State:
    """The state after a move's text."""
    return state.play(text)
