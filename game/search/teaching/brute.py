"""Brute force: the values of all moves by looking at everything, as plainly as it can be said. The oracle of the tests.

It cuts nothing, orders nothing and tells nothing.
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.search.teaching.scores import Scale


def value(game: Game[Any, Any], position: Any, plies: int, seat: int, scale: Scale, ply: int = 0) -> float:
    """The minimax value of a position for ``seat``, looking ``plies`` plies ahead."""
    returns = game.returns(position)
    if returns is not None:
        return scale.end(returns, seat, ply)
    if plies == 0:
        return scale.estimate(position, seat)
    values = [
        value(game, game.play(position, move), plies - 1, seat, scale, ply + 1) for move in game.legal_moves(position)
    ]
    return max(values) if game.to_move(position) == seat else min(values)


def root_values(game: Game[Any, Any], position: Any, plies: int, seat: int, scale: Scale) -> list[float]:
    """The values of all moves, in the game's order."""
    return [value(game, game.play(position, move), plies - 1, seat, scale, 1) for move in game.legal_moves(position)]
