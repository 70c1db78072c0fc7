"""A small game for one to four seats whose positions hold arrays: cells in a row, each taken once, for their worth.

It has what the games of the house leave out: a map that positions share, a number of seats that options set, a seat
that moves twice (after a cell that is worth nothing), and ends that count by the lead.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.core.game import GameSpec, KernelGame
from plyground.core.knowledge import Knowledge, Unit, declare

FREE = -1


class Row(NamedTuple):
    """What never changes: the worth of each cell."""

    worth: np.ndarray[Any, np.dtype[np.int64]]


class Cells(NamedTuple):
    """Who took each cell, how many seats there are and who moves."""

    row: Row
    owners: np.ndarray[Any, np.dtype[np.int8]]
    taken: int
    seats: int
    mover: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and self._key() == other._key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.row.worth.tobytes(), self.owners.tobytes(), self.seats, self.mover


@kernels.jitable
def _score(position: Any, seat: Any) -> Any:
    """The worth of a seat's cells, and 2 for each two beside each other."""
    total = 0
    for cell in range(len(position.owners)):
        if position.owners[cell] == seat:
            total += position.row.worth[cell]
            if cell and position.owners[cell - 1] == seat:
                total += 2
    return total


@kernels.jitable
def _lead(position: Any, seat: Any) -> Any:
    best = 0
    for other in range(position.seats):
        if other != seat:
            best = max(best, _score(position, other))
    return _score(position, seat) - best


@kernels.implements(kernels.to_move, Cells)
def _to_move(position: Cells) -> int:
    return position.mover


@kernels.implements(kernels.legal_moves, Cells)
def _legal_moves(position: Cells, moves: Any) -> int:
    count = 0
    for cell in range(len(position.owners)):
        if position.owners[cell] == FREE:
            moves[count] = cell
            count += 1
    return count


@kernels.implements(kernels.count_moves, Cells)
def _count_moves(position: Cells) -> int:
    return len(position.owners) - position.taken


@kernels.implements(kernels.play, Cells)
def _play(position: Cells, move: int) -> Cells:
    owners = position.owners.copy()
    owners[move] = position.mover
    again = position.row.worth[move] == 0
    mover = position.mover if again else (position.mover + 1) % position.seats
    return Cells(position.row, owners, position.taken + 1, position.seats, mover)


@kernels.implements(kernels.outcome, Cells)
def _outcome(position: Cells, seat: int) -> int:
    if position.taken < len(position.owners):
        return kernels.ONGOING
    lead = _lead(position, seat)
    return kernels.WIN if lead > 0 else kernels.LOSS if lead < 0 else kernels.DRAW


@kernels.implements(kernels.margin, Cells)
def _margin(position: Cells, seat: int) -> int:
    return int(_lead(position, seat))


@kernels.implements(kernels.evaluate, Cells)
def _evaluate(position: Cells, seat: int, unit: int) -> float:
    return float(_lead(position, seat)) if unit == 0 else float(_score(position, seat))


_UNITS = (Unit("lead", "Lead", "Own score less the best other."), Unit("score", "Score", "Own score alone."))
declare((Cells,), Knowledge(units=_UNITS))


class TakeCells(KernelGame[Cells]):
    """``3`` takes the fourth cell. Positions are made by ``start``."""

    spec = GameSpec(
        id="cells", title="Cells", summary="Take cells.", seats=(1, 4), seat_names=("A", "B", "C", "D"), options=(),
        most_moves=13, longest=13, unit="points", two_sided=False, graded=True,
    )  # fmt: skip
    position_classes = (Cells,)

    def seats_at(self, position: Cells) -> int:
        return position.seats

    def initial(self, options: Mapping[str, object] | None = None) -> Cells:
        return start(3, (1, 0, 2, 3, 1))

    def move_text(self, position: Cells, move: int) -> str:
        return str(move)

    def parse_move(self, position: Cells, text: str) -> int:
        return int(text)

    def position_text(self, position: Cells) -> str:
        return str(position)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> Cells:
        return self.initial(options)

    def view(self, position: Cells, seat: int | None) -> dict[str, Any]:
        return {}

    def ending(self, position: Cells) -> str | None:
        return None if self.returns(position) is None else "All cells are taken."

    def picture(self, position: Cells) -> str:
        return str(position)


class WonCells(TakeCells):
    """The same, but an end is only won, drawn or lost."""

    spec = GameSpec(**{**vars(TakeCells.spec), "graded": False, "unit": ""})


CELLS, WON_CELLS = TakeCells(), WonCells()


def start(seats: int, worth: tuple[int, ...]) -> Cells:
    """All cells free, seat 0 to move."""
    return Cells(Row(np.array(worth, dtype=np.int64)), np.full(len(worth), FREE, dtype=np.int8), 0, seats, 0)


def scattered_cells(count: int, seed: int, seats: int | None = None) -> list[Cells]:
    """Unfinished positions of games with random worths."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        worth = tuple(rng.choice((0, 1, 1, 2, 3, 5)) for _ in range(rng.randint(3, 8)))
        position = start(seats or rng.randint(1, 4), worth)
        for _ in range(rng.randrange(len(worth))):
            position = CELLS.play(position, rng.choice(CELLS.legal_moves(position)))
        found.append(position)
    return found
