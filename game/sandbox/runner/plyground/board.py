"""A board on which moves are made and taken back, over states that never change."""

from __future__ import annotations

import sys
from typing import Any

from plyground.core import ahead


def state_of(configuration: Any, game_state: Any) -> Any:
    """The state that can be searched (``moves``, ``play``, ``returns``, ``evaluate``) of what a bot is handed."""
    if hasattr(game_state, "moves"):
        return game_state
    own = sys.modules[type(game_state).__module__]
    return ahead.State(own.GAME, own.rules_position(configuration, game_state), {})


class Board:
    """Where a search pushes and pops: ``Board(state)``; ``state`` is the one that stands on it now."""

    def __init__(self, state: Any) -> None:
        self._states = [state]

    @property
    def state(self) -> Any:
        """The state after all moves that were pushed and not popped."""
        return self._states[-1]

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.state.seat)

    @property
    def moves(self) -> list[str]:
        """The legal moves as texts."""
        return list(self.state.moves)

    @property
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then a value for each seat."""
        found: tuple[float, ...] | None = self.state.returns
        return found

    def evaluate(self, seat: int | None = None) -> float:
        """The program's simple score of the state for a seat."""
        return float(self.state.evaluate(seat))

    def push(self, move: str) -> None:
        """Make a move."""
        self._states.append(self.state.play(move))

    def pop(self) -> None:
        """Take the last move back; raises ``IndexError`` where none was made."""
        if len(self._states) == 1:
            raise IndexError("No move was made on this board that could be taken back.")
        self._states.pop()
