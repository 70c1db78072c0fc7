"""Plays whole games of random moves, compiled: a measure of how fast the rules are, and of whom random play favours.

Every move is drawn with equal chance from the list of all legal moves, by a seeded generator (Marsaglia's xorshift64),
so that the same seed gives the same games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.game import KernelGame, moves_array

_UP, _DOWN, _FAR = np.uint64(13), np.uint64(7), np.uint64(17)
_HALF = np.uint64(32)
_WINS, _DRAWS, _LOSSES, _PLIES = 0, 1, 2, 3


@kernels.compiled
def _play_games(position: Any, games: Any, word: Any, moves: Any, totals: Any) -> Any:
    for _ in range(games):
        here = position
        count = kernels.legal_moves(here, moves)
        while count > 0:
            word ^= word << _UP
            word ^= word >> _DOWN
            word ^= word << _FAR
            move: Any = np.int64(moves[np.int64(((word >> _HALF) * np.uint64(count)) >> _HALF)])
            here = kernels.play(here, move)
            totals[_PLIES] += 1
            count = kernels.legal_moves(here, moves)
        result = kernels.outcome(here, 0)
        totals[_WINS if result == kernels.WIN else _LOSSES if result == kernels.LOSS else _DRAWS] += 1


@dataclass(frozen=True)
class Playouts:
    """What came of some random games: how often seat 0 won, drew and lost, and how many moves were made in all."""

    wins: int
    draws: int
    losses: int
    plies: int


def random_games(game: KernelGame[Any], position: Any, games: int, seed: int) -> Playouts:
    """Play random games from ``position`` to their ends."""
    totals = np.zeros(4, dtype=np.int64)
    # xorshift needs a word that is not 0; the golden ratio's digits keep neighbouring seeds apart
    word = np.uint64((seed + 1) * 0x9E37_79B9_7F4A_7C15 % 2**64 or 1)
    _play_games(position, games, word, moves_array(game.spec.most_moves), totals)
    return Playouts(*(int(total) for total in totals))
