"""One random game from a position to its end, compiled: the playout of Monte Carlo tree search.

Moves are drawn with equal chance, or the best looking of three such (by the game's rank). The generator is Marsaglia's
xorshift64, whose word is kept in an array, so that the interpreted playout of the same word is the same game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from game.core import entries, kernels
from game.core.game import KernelGame, moves_array

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


@kernels.compiled
def _play_random(position: Any, words: Any, moves: Any, results: Any, graded: Any) -> Any:
    """Write every seat's result into ``results``; return how many moves were made."""
    here = position
    plies = 0
    count = kernels.legal_moves(here, moves)
    while count > 0:
        move: Any = np.int64(moves[_draw(words, count)])
        here = kernels.play(here, move)
        plies += 1
        count = kernels.legal_moves(here, moves)
    for seat in range(len(results)):
        if graded:
            results[seat] = float(kernels.margin(here, seat))
        else:
            results[seat] = float(kernels.outcome(here, seat))
    return plies


@kernels.compiled
def _play_ordered(position: Any, words: Any, moves: Any, results: Any, graded: Any, drawn: Any) -> Any:
    here = position
    plies = 0
    count = kernels.legal_moves(here, moves)
    while count > 0:
        best: Any = np.int64(moves[_draw(words, count)])
        rank = kernels.rank(here, best)
        for _ in range(drawn - 1):
            other: Any = np.int64(moves[_draw(words, count)])
            also = kernels.rank(here, other)
            if also > rank:
                best = other
                rank = also
        here = kernels.play(here, best)
        plies += 1
        count = kernels.legal_moves(here, moves)
    for seat in range(len(results)):
        if graded:
            results[seat] = float(kernels.margin(here, seat))
        else:
            results[seat] = float(kernels.outcome(here, seat))
    return plies


class Playouts:
    """Plays games of a kernel game by one seeded generator, compiled where the process runs compiled rules."""

    def __init__(self, game: KernelGame[Any], seats: int, seed: int, ordered: bool) -> None:
        word = (seed + 1) * 0x9E37_79B9_7F4A_7C15 % 2**64 or 1
        self._words = np.array([word], dtype=np.uint64)
        self._moves = moves_array(game.spec.most_moves)
        self._results = np.zeros(seats, dtype=np.float64)
        self._graded, self._ordered = game.spec.graded, ordered

    def play(self, position: Any) -> tuple[tuple[float, ...], int]:
        """Every seat's result (its return where ends are graded, else 1, 0 or -1), and the moves made."""
        compiled = entries.compiled_in_use()
        if self._ordered:
            function = _play_ordered if compiled else getattr(_play_ordered, "py_func", _play_ordered)
            plies = function(position, self._words, self._moves, self._results, self._graded, DRAWN)
        else:
            function = _play_random if compiled else getattr(_play_random, "py_func", _play_random)
            plies = function(position, self._words, self._moves, self._results, self._graded)
        return tuple(self._results.tolist()), int(plies)
