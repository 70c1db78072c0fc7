"""Retrograde analysis in plain Python: a table of all positions, made from the finished games backwards.

First every position is found that some lead to, and the moves between them; a position is the same whenever it comes,
so the count of plies is left aside. Then the passes: the first takes the finished games, and each that follows those
positions that are decided by what is decided already. A position is won for its mover in a ply more than the nearest
lost one that a move leads to, and lost once all moves lead to won ones, in a ply more than the farthest. What no pass
decides nobody wins: play goes on for ever, or ends even (Ströhlein, 1970; Thompson, "Retrograde analysis of certain
endgames", 1986). Only who wins counts, not by how much. For lessons, so every position is a Python object.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.core.game import Game


class TooManyPositions(ValueError):
    """More positions follow than a table may have."""


class Outcome(NamedTuple):
    """What a table has of a position: ``result`` is 1 if the seat to move wins, -1 if it loses, 0 if nobody wins;
    ``plies`` to the end under best play, the soonest win and the latest loss, -1 where nobody wins."""

    result: int
    plies: int


class Table:
    """All positions that follow from some, decided; raises ``TooManyPositions`` beyond ``most``. Of games of two seats
    without chance or secrets."""

    def __init__(self, game: Game[Any, Any], starts: Iterable[Any], most: int) -> None:
        self._game = game
        self._numbers: dict[Any, int] = {}
        self._positions: list[Any] = []
        self._after: list[list[int]] = []
        for position in starts:
            self._number(position)
        while len(self._after) < len(self._positions):
            position = self._positions[len(self._after)]
            over = game.returns(position) is not None
            moves = [] if over else game.legal_moves(position)
            self._after.append([self._number(game.play(position, move)) for move in moves])
            if len(self._positions) > most:
                raise TooManyPositions(f"more than {most} positions follow")
        self._movers = [game.to_move(position) for position in self._positions]
        self._decided: dict[int, tuple[int, int]] = {}
        self.passes: list[int] = []
        """How many positions each pass decided; those of pass n are n plies from the end."""
        self._decide()

    @property
    def size(self) -> int:
        """How many positions the table has."""
        return len(self._positions)

    @property
    def moves(self) -> int:
        """How many moves there are in all its positions together."""
        return sum(map(len, self._after))

    def outcome(self, position: Any) -> Outcome:
        """What the table has of a position; raises ``KeyError`` where it is none of its positions."""
        number = self._numbers[self._key(position)]
        winner, plies = self._decided.get(number, (-1, -1))
        return Outcome(0 if winner < 0 else 1 if winner == self._movers[number] else -1, plies)

    def count(self, result: int) -> int:
        """How many positions have this result for the seat to move."""
        return sum(self.outcome(position).result == result for position in self._positions)

    def _key(self, position: Any) -> Any:
        if "ply" in getattr(position, "_fields", ()):
            position = position._replace(ply=0)
        return position, self._game.to_move(position)

    def _number(self, position: Any) -> int:
        number = self._numbers.setdefault(self._key(position), len(self._positions))
        if number == len(self._positions):
            self._positions.append(position)
        return number

    def _decide(self) -> None:
        """The passes. ``waiting`` counts the moves of a position that do not lead to a loss yet."""
        before: list[list[int]] = [[] for _ in self._positions]
        for number, after in enumerate(self._after):
            for child in after:
                before[child].append(number)
        waiting = [len(after) for after in self._after]
        fresh: list[int] = []
        for number, position in enumerate(self._positions):
            returns = self._game.returns(position)
            if returns is not None and returns[0] != returns[1]:
                self._decided[number] = (int(returns[1] > returns[0]), 0)
                fresh.append(number)
        while fresh:
            self.passes.append(len(fresh))
            following: list[int] = []
            for number in fresh:
                winner, plies = self._decided[number]
                for parent in before[number]:
                    if parent in self._decided:
                        continue
                    waiting[parent] -= winner != self._movers[parent]
                    if winner == self._movers[parent] or not waiting[parent]:
                        self._decided[parent] = (winner, plies + 1)
                        following.append(parent)
            fresh = following
