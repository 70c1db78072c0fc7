"""Five or six empty squares: moves are tried by parity alone, for sorting them would cost more than it saves."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.games.othello.knowledge.endgame import squares
from plyground.games.othello.knowledge.endgame import table as layout
from plyground.games.othello.knowledge.endgame.last import NOTHING, final, last_four
from plyground.games.othello.knowledge.endgame.memory import peek, poke
from plyground.games.othello.runs import flips

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_EIGHT, _SIXTEEN = np.uint64(8), np.uint64(16)
_FOUR_CORNERS = np.uint64(0x0000_0011_0000_0011)
_ONE_QUADRANT = np.uint64(0x0F0F_0F0F)
_NEIGHBOURS = squares.NEIGHBOURS
_NODES, _BOARD, _MOST, _STOPPED = layout.NODES, layout.BOARD, layout.MOST_NODES, layout.STOPPED


@kernels.jitable
def odd_quadrants(empties: Any) -> Any:
    """The squares of the quadrants of the frame in which the number of empty squares is odd."""
    folded = empties ^ (empties >> _EIGHT)
    folded ^= folded >> _SIXTEEN
    folded ^= folded >> _TWO
    folded ^= folded >> _ONE
    return (folded & _FOUR_CORNERS) * _ONE_QUADRANT


@kernels.compiled
def few_left(own: Any, other: Any, bound: Any, work: Any) -> Any:
    """The value with five or more empty squares, against ``bound``; without meaning once ``work`` says stopped."""
    nodes = peek(work, _NODES) + _ONE
    poke(work, _NODES, nodes)
    if nodes >= peek(work, _MOST):
        poke(work, _STOPPED, _ONE)
        return 0
    empties = ~(own | other) & peek(work, _BOARD)
    odd = odd_quadrants(empties)
    five = count_ones(empties) == 5
    sign = 1
    for _turn in range(2):
        best: Any = NOTHING
        left = empties & odd
        for _part in range(2):
            while left:
                square = np.uint64(lowest_index(left))
                placed = _ONE << square
                left ^= placed
                if _NEIGHBOURS[square] & other:
                    flipped = flips(own, other, placed)
                    if flipped:
                        if five:
                            value = -last_four(other ^ flipped, own ^ flipped ^ placed, empties ^ placed, -bound, work)
                        else:
                            value = -few_left(other ^ flipped, own ^ flipped ^ placed, -bound, work)
                        if value > bound:
                            return sign * value
                        best = max(best, value)
            left = empties & ~odd
        if best > NOTHING:
            return sign * best
        own, other, bound, sign = other, own, -bound, -sign
    return final(own, other, count_ones(empties))
