"""A short search that says which moves to try first where much is at stake: many squares are still empty.

``foresee`` scores positions by mobility (corners counted twice), by the empty squares beside each side's discs, and by
corners; ``judge`` by the trained weights of patterns, where still more is at stake.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones
from plyground.games.othello.knowledge import patterns
from plyground.games.othello.knowledge.endgame.memory import peek, poke, shorts
from plyground.games.othello.knowledge.endgame.table import BOARD, NODES, WEIGHTS
from plyground.games.othello.knowledge.patterns import around, total
from plyground.games.othello.runs import flips, reached

_ONE = np.uint64(1)
_CORNERS = np.uint64(0x8100_0000_0000_0081)
_REPLY = 64
_BESIDE = 12
_CORNER = 128
_LOST = -20_000


@kernels.jitable
def _score(own: Any, other: Any, moves: Any, empties: Any) -> Any:
    """How the position looks for the side to move, whose moves are ``moves``."""
    theirs = reached(other, own) & empties
    score = _REPLY * (count_ones(moves) + count_ones(moves & _CORNERS))
    score -= _REPLY * (count_ones(theirs) + count_ones(theirs & _CORNERS))
    score += _BESIDE * (count_ones(around(other) & empties) - count_ones(around(own) & empties))
    return score + _CORNER * (count_ones(own & _CORNERS) - count_ones(other & _CORNERS))


@kernels.compiled
def foresee(own: Any, other: Any, work: Any, depth: Any, low: Any, high: Any) -> Any:
    """The score of a search of ``depth`` plies for the side to move, between ``low`` and ``high``."""
    poke(work, NODES, peek(work, NODES) + _ONE)
    empties = ~(own | other) & peek(work, BOARD)
    moves = reached(own, other) & empties
    if not moves:
        if not reached(other, own) & empties:
            return -_LOST if count_ones(own) > count_ones(other) else _LOST
        return -foresee(other, own, work, depth, -high, -low)
    if depth <= 0:
        return _score(own, other, moves, empties)
    best: Any = _LOST
    while moves:
        placed = moves & (~moves + _ONE)
        moves ^= placed
        flipped = flips(own, other, placed)
        value = -foresee(other ^ flipped, own ^ flipped ^ placed, work, depth - 1, -high, -max(low, best))
        best = max(best, value)
        if best >= high:
            break
    return best


@kernels.compiled
def judge(own: Any, other: Any, work: Any, depth: Any, low: Any, high: Any) -> Any:
    """The same by the trained weights: hundredths of a disc for the side to move."""
    poke(work, NODES, peek(work, NODES) + _ONE)
    empties = ~(own | other)
    if depth <= 0:
        return total(own, other, shorts(peek(work, WEIGHTS), patterns.WEIGHTS))
    moves = reached(own, other) & empties
    if not moves:
        if not reached(other, own) & empties:
            return 100 * (count_ones(own) - count_ones(other))
        return -judge(other, own, work, depth, -high, -low)
    best: Any = _LOST
    while moves:
        placed = moves & (~moves + _ONE)
        moves ^= placed
        flipped = flips(own, other, placed)
        value = -judge(other ^ flipped, own ^ flipped ^ placed, work, depth - 1, -high, -max(low, best))
        best = max(best, value)
        if best >= high:
            break
    return best
