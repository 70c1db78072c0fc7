"""What is right at a node: who moves, which moves there are, what it scores, what a search to a horizon finds.

Values are for one seat. A finished game is worth what its result says, a node at the horizon the program's own score.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core import ahead
from plyground.core.game import Game
from plyground.exercises.watching import Watched

MOST_NODES = 60_000


class Unfinished(Exception):
    """More nodes than are looked at."""


class Reference:
    """The nodes of a run, by their numbers, and plain searches from its root."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Mapping[str, Any], watched: Watched) -> None:
        self.game = game
        self.root = ahead.State(game, position, dict(options))
        self._watched = watched
        self._states: dict[int, ahead.State] = {0: self.root}
        self.entered = 0

    def state(self, node: int) -> ahead.State:
        """The state of a node."""
        state = self._states.get(node)
        if state is None:
            parent, move = self._watched.nodes[node]
            state = self._states[node] = self.state(parent).play(move)
        return state

    def ply(self, node: int) -> int:
        """How many moves lead to a node."""
        return len(self._watched.path(node))

    def score(self, node: int, seat: int) -> float:
        """The program's score of a node for a seat, or the result of a finished game."""
        return float(self.state(node).evaluate(seat))

    def exact(self, state: ahead.State, depth: int, seat: int) -> float:
        """The minimax value of a state to a horizon, by alpha-beta; raises ``Unfinished``."""
        self.entered = 0
        return self._search(state, depth, float("-inf"), float("inf"), seat)

    def _search(self, state: ahead.State, left: int, alpha: float, beta: float, seat: int) -> float:
        self.entered += 1
        if self.entered > MOST_NODES:
            raise Unfinished
        if left == 0 or state.returns is not None:
            return float(state.evaluate(seat))
        own = state.seat == seat
        best = float("-inf") if own else float("inf")
        for move in state.moves:
            value = self._search(state.play(move), left - 1, alpha, beta, seat)
            if own:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
        return best

    def vector(self, state: ahead.State, depth: int, seats: int) -> tuple[float, ...]:
        """The max^n value of a state: a number for each seat; the first of equal moves. Raises ``Unfinished``."""
        self.entered += 1
        if self.entered > MOST_NODES:
            raise Unfinished
        if depth == 0 or state.returns is not None:
            return tuple(float(state.evaluate(seat)) for seat in range(seats))
        mover = state.seat
        found = [self.vector(state.play(move), depth - 1, seats) for move in state.moves]
        return max(found, key=lambda values: values[mover])
