"""One random game from a position to its end, compiled: the playout of Monte Carlo tree search.

Moves are drawn with equal chance, or the best looking of three such (by the game's rank). The generator is Marsaglia's
xorshift64, whose word is kept in an array, so that the interpreted playout of the same word is the same game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels
from plyground.core.game import KernelGame, moves_array

_UP, _DOWN, _FAR = np.uint64(13), np.uint64(7), np.uint64(17)
_HALF = np.uint64(32)
DRAWN = 3
"""Of so many drawn moves the best looking is played where the playouts go by the game's order."""


@kernels.jitable
def _draw(words: Any, count: Any) -> Any:
    word = words[0]
    word ^= word << _UP
    word ^= word >> _DOWN
    word ^= word << _FAR
    words[0] = word
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


# One function for each way to play and to count, so that a game compiles only what it needs.


@kernels.compiled
def _random_won(position: Any, words: Any, moves: Any, plies: Any, results: Any) -> Any:
    end = _random_end(position, words, moves, plies)
    for seat in range(len(results)):
        results[seat] = float(kernels.outcome(end, seat))


@kernels.compiled
def _random_graded(position: Any, words: Any, moves: Any, plies: Any, results: Any) -> Any:
    end = _random_end(position, words, moves, plies)
    for seat in range(len(results)):
        results[seat] = float(kernels.margin(end, seat))


@kernels.compiled
def _ordered_won(position: Any, words: Any, moves: Any, plies: Any, results: Any) -> Any:
    end = _ordered_end(position, words, moves, plies)
    for seat in range(len(results)):
        results[seat] = float(kernels.outcome(end, seat))


@kernels.compiled
def _ordered_graded(position: Any, words: Any, moves: Any, plies: Any, results: Any) -> Any:
    end = _ordered_end(position, words, moves, plies)
    for seat in range(len(results)):
        results[seat] = float(kernels.margin(end, seat))


class Playouts:
    """Plays games of a kernel game by one seeded generator, compiled where the process runs compiled rules."""

    def __init__(self, game: KernelGame[Any], seats: int, seed: int, ordered: bool) -> None:
        word = (seed + 1) * 0x9E37_79B9_7F4A_7C15 % 2**64 or 1
        self._words = np.array([word], dtype=np.uint64)
        self._moves = moves_array(game.spec.most_moves)
        self._results = np.zeros(seats, dtype=np.float64)
        self._plies = np.zeros(2, dtype=np.int64)
        graded = game.spec.graded
        self._function: Any = (
            (_ordered_graded if ordered else _random_graded) if graded else (_ordered_won if ordered else _random_won)
        )

    def play(self, position: Any) -> tuple[tuple[float, ...], int]:
        """Every seat's result (its return where ends are graded, else 1, 0 or -1), and the moves made."""
        self._plies[:] = (0, DRAWN)
        function = self._function if compiled_calls.compiled_in_use() else self._function.py_func
        function(position, self._words, self._moves, self._plies, self._results)
        return tuple(self._results.tolist()), int(self._plies[0])
