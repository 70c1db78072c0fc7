"""Many positions of one game at once, as arrays: each call runs compiled over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plyground.core import columns, kernels
from plyground.core.errors import BadOption, IllegalMove
from plyground.core.game import KernelGame
from plyground.interface.positions import Game, Position

NO_MOVE = -1


@kernels.compiled
def _legal_moves(positions: Any, moves: Any, counts: Any) -> Any:
    for index in range(len(counts)):
        counts[index] = kernels.legal_moves(columns.gather(positions, index), moves[index])


@kernels.compiled
def _play(positions: Any, moves: Any, after: Any) -> Any:
    for index in range(len(moves)):
        here = columns.gather(positions, index)
        if moves[index] < 0:
            columns.scatter(after, index, here)
        else:
            columns.scatter(after, index, kernels.play(here, moves[index]))


@kernels.compiled
def _first_illegal(positions: Any, moves: Any, listed: Any) -> Any:
    for index in range(len(moves)):
        count = kernels.legal_moves(columns.gather(positions, index), listed)
        found = count == 0 and moves[index] < 0
        for place in range(count):
            found = found or listed[place] == moves[index]
        if not found:
            return index
    return -1


@kernels.compiled
def _returns(positions: Any, returns: Any) -> Any:
    for index in range(len(returns)):
        here = columns.gather(positions, index)
        if kernels.outcome(here, 0) != kernels.ONGOING:
            for seat in range(returns.shape[1]):
                returns[index, seat] = kernels.margin(here, seat)


@kernels.compiled
def _to_move(positions: Any, seats: Any) -> Any:
    for index in range(len(seats)):
        seats[index] = kernels.to_move(columns.gather(positions, index))


class Batch:
    """Positions of one game, which never change. Moves are the game's integers here; ``text`` and ``code`` translate.

    >>> from plyground import game
    >>> batch = Batch(game("othello"), 1000)
    >>> moves, counts = batch.legal_moves()
    >>> len(moves), int(counts[0]), batch.text(0, moves[0, 0])
    (1000, 4, 'd3')
    >>> batch = batch.play(moves[:, 0])
    >>> len(batch), batch[999] == game("othello").start.play("d3"), int(batch.to_move()[0])
    (1000, True, 1)
    """

    def __init__(self, start: Game | Position, count: int) -> None:
        """``count`` times the same position, or a game's first; raises ``Refusal``."""
        position = start.start if isinstance(start, Game) else start
        if count < 1:
            raise BadOption("A batch has one position or more.")
        self._begin(position.game, lambda: columns.repeat(position.raw, count))

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Batch:
        """These positions, of one game with the same options; raises ``Refusal``."""
        if not positions or any(position.game != positions[0].game for position in positions):
            raise BadOption("A batch has one position or more, all of one game with the same options.")
        made = cls.__new__(cls)
        made._begin(positions[0].game, lambda: columns.stack([position.raw for position in positions]))
        return made

    def _begin(self, game: Game, make: Any) -> None:
        if not isinstance(game.rules, KernelGame):
            raise BadOption(f"{game.title} has no compiled rules, which a batch needs.")
        try:
            self._positions = make()
        except ValueError as problem:
            raise BadOption(f"These positions cannot share a batch: {problem}.") from None
        self._game = game
        self._seats = game.rules.seats_at(columns.row(self._positions, 0))
        self._count = len(_first_array(self._positions))

    def legal_moves(self) -> tuple[Any, Any]:
        """``(moves, counts)``: ``moves`` is an ``int32`` array with a row for each position, of which the first
        ``counts`` (``int64``) places hold its legal moves in the game's order. A count is 0 exactly at an end."""
        moves = np.zeros((self._count, self._game.rules.spec.most_moves), dtype=np.int32)
        counts = np.empty(self._count, dtype=np.int64)
        _legal_moves(self._positions, moves, counts)
        return moves, counts

    def play(self, moves: Any, checked: bool = True) -> Batch:
        """The positions after one move each; -1 where the game is over, which leaves the position as it is.

        Raises ``IllegalMove``. Without ``checked`` every move must be known to be legal, or anything may happen.
        """
        try:
            given = np.ascontiguousarray(np.asarray(moves).astype(np.int64, casting="same_kind"))
        except (TypeError, ValueError):
            raise BadOption("The moves of a batch are integers; code gives that of a text.") from None
        if given.shape != (self._count,):
            raise BadOption(f"A batch of {self._count} positions takes as many moves, in one row.")
        if checked:
            listed = np.empty(self._game.rules.spec.most_moves, dtype=np.int32)
            index = int(_first_illegal(self._positions, given, listed))
            if index >= 0:
                raise IllegalMove(f"The move {given[index]} is not legal in position {index} of the batch.")
        after = columns.empty_like(self._positions)
        _play(self._positions, given, after)
        made = Batch.__new__(Batch)
        made._positions, made._game, made._seats, made._count = after, self._game, self._seats, self._count
        return made

    def returns(self) -> Any:
        """A ``float64`` array with a row for each position: each seat's result, ``nan`` while the game goes on."""
        returns = np.full((self._count, self._seats), np.nan)
        _returns(self._positions, returns)
        return returns

    def to_move(self) -> Any:
        """The seat whose turn it is (at an end, whose it would be), an ``int64`` for each position."""
        seats = np.empty(self._count, dtype=np.int64)
        _to_move(self._positions, seats)
        return seats

    def text(self, index: int, move: int) -> str:
        """The text of a legal move of one position."""
        return self._game.rules.move_text(self[index].raw, int(move))

    def code(self, index: int, text: str) -> int:
        """The integer of a legal move of one position; raises ``Refusal``."""
        return int(self._game.rules.require(self[index].raw, text))

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Position:
        if not -self._count <= index < self._count:
            raise IndexError("the batch has no such position")
        return Position(self._game, columns.row(self._positions, index))

    def __iter__(self) -> Iterator[Position]:
        return (self[index] for index in range(self._count))

    def __repr__(self) -> str:
        return f"<Batch of {self._count} positions of {self._game.title}>"


def _first_array(positions: Any) -> Any:
    return _first_array(positions[0]) if isinstance(positions[0], tuple) else positions[0]
