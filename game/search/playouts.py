"""Whole games of random moves, compiled: for tree search, and as a measure of the rules and of whom they favour.

Moves are drawn with equal chance from the list of all legal moves, or the best looking of three such (by the game's
rank). The same seed gives the same games, interpreted too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels
from plyground.core.game import KernelGame, moves_array
from plyground.search import xorshift
from plyground.search.xorshift import following

_HALF = np.uint64(32)
_WINS, _DRAWS, _LOSSES = 0, 1, 2
DRAWN = 3
"""Of so many drawn moves the best looking is played where the playouts go by the game's order."""


def _seeded(seed: int) -> Any:
    """The generator's word, in an array of its own."""
    return np.array([xorshift.seeded(seed + 1)], dtype=np.uint64)


@kernels.jitable
def _draw(words: Any, count: Any) -> Any:
    words[0] = word = following(words[0])
    return np.int64(((word >> _HALF) * np.uint64(count)) >> _HALF)


@kernels.jitable
def _random_end(position: Any, words: Any, moves: Any, plies: Any) -> Any:
    """The end of a random game; ``plies[0]`` gets its moves."""
    here = position
    count = kernels.legal_moves(here, moves)
    while count > 0:
        move: Any = np.int64(moves[_draw(words, count)])
        here = kernels.play(here, move)
        plies[0] += 1
        count = kernels.legal_moves(here, moves)
    return here


@kernels.jitable
def _ordered_end(position: Any, words: Any, moves: Any, plies: Any) -> Any:
    here = position
    count = kernels.legal_moves(here, moves)
    while count > 0:
        best: Any = np.int64(moves[_draw(words, count)])
        rank = kernels.rank(here, best)
        for _ in range(plies[1] - 1):
            other: Any = np.int64(moves[_draw(words, count)])
            also = kernels.rank(here, other)
            if also > rank:
                best = other
                rank = also
        here = kernels.play(here, best)
        plies[0] += 1
        count = kernels.legal_moves(here, moves)
    return here


@kernels.jitable
def _count(end: Any, graded: Any, results: Any) -> None:
    for seat in range(len(results)):
        results[seat] = float(kernels.margin(end, seat) if graded else kernels.outcome(end, seat))


# One function for each way to play, so that a game compiles only what it needs.


@kernels.compiled
def _random(position: Any, words: Any, moves: Any, plies: Any, graded: Any, results: Any) -> Any:
    _count(_random_end(position, words, moves, plies), graded, results)


@kernels.compiled
def _ordered(position: Any, words: Any, moves: Any, plies: Any, graded: Any, results: Any) -> Any:
    _count(_ordered_end(position, words, moves, plies), graded, results)


class Playouts:
    """Plays games of a kernel game by one seeded generator, compiled where the process runs compiled rules."""

    def __init__(self, game: KernelGame[Any], seats: int, seed: int, ordered: bool) -> None:
        self._words, self._moves = _seeded(seed), moves_array(game.spec.most_moves)
        self._results = np.zeros(seats, dtype=np.float64)
        self._plies = np.zeros(2, dtype=np.int64)
        self._graded = game.spec.graded
        self._function: Any = _ordered if ordered else _random

    def play(self, position: Any) -> tuple[tuple[float, ...], int]:
        """Every seat's result (its return where ends are graded, else 1, 0 or -1), and the moves made."""
        self._plies[:] = (0, DRAWN)
        function = self._function if compiled_calls.compiled_in_use() else self._function.py_func
        function(position, self._words, self._moves, self._plies, self._graded, self._results)
        return tuple(self._results.tolist()), int(self._plies[0])


@kernels.compiled
def _play_games(position: Any, games: Any, words: Any, moves: Any, plies: Any, totals: Any) -> Any:
    for _ in range(games):
        result = kernels.outcome(_random_end(position, words, moves, plies), 0)
        totals[_WINS if result == kernels.WIN else _LOSSES if result == kernels.LOSS else _DRAWS] += 1


@dataclass(frozen=True)
class Tally:
    """What came of some random games: how often seat 0 won, drew and lost, and how many moves were made in all."""

    wins: int
    draws: int
    losses: int
    plies: int


def random_games(game: KernelGame[Any], position: Any, games: int, seed: int) -> Tally:
    """Play random games from ``position`` to their ends, by compiled rules."""
    totals, plies = np.zeros(3, dtype=np.int64), np.zeros(2, dtype=np.int64)
    _play_games(position, games, _seeded(seed), moves_array(game.spec.most_moves), plies, totals)
    return Tally(*(int(total) for total in (*totals, plies[0])))
