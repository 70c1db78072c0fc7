"""The last four discs of a game of Othello, unrolled: one function for each number of empty squares.

Each value is for the side with the discs ``own``, whose turn it is, in discs, the empty squares for the winner. A
search with a ``bound`` answers one question, whether the value is above it: an answer above (or below) the bound is a
lower (or upper) bound of the value. Values are even on boards of even size and bounds are odd, so none is ever equal.
``work`` is the address of the search's memory, whose first word counts positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.games.othello.knowledge.endgame import squares
from plyground.games.othello.knowledge.endgame.memory import peek, poke
from plyground.games.othello.runs import flips

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_SEVEN, _EIGHT, _BYTE, _TOP = np.uint64(7), np.uint64(8), np.uint64(0xFF), np.uint64(56)
_FIRST_COLUMN = np.uint64(0x0101_0101_0101_0101)
_COLUMN_TO_ROW = np.uint64(0x0102_0408_1020_4080)
_THREE = np.uint64(3)
_NEIGHBOURS, _QUADRANT, _FALLING, _RISING = squares.NEIGHBOURS, squares.QUADRANT, squares.FALLING, squares.RISING
_FLIPPED = squares.FLIPPED.reshape(-1)

NOTHING = -100
"""Less than any value: no move was found."""


@kernels.jitable
def final(own: Any, other: Any, empties: Any) -> Any:
    """The value of a finished game with this many empty squares."""
    lead = count_ones(own) - count_ones(other)
    if lead > 0:
        return lead + empties
    if lead < 0:
        return lead - empties
    return 0


@kernels.jitable
def _count_flips(own: Any, square: Any) -> Any:
    """How many discs the mover's disc on the last empty square flips."""
    row, column = square >> _THREE, square & _SEVEN
    across = (own >> (square & _TOP)) & _BYTE
    down = (((own >> column) & _FIRST_COLUMN) * _COLUMN_TO_ROW) >> _TOP
    falling = ((own & _FALLING[square]) * _FIRST_COLUMN) >> _TOP
    rising = ((own & _RISING[square]) * _FIRST_COLUMN) >> _TOP
    count = np.int64(_FLIPPED[(column << _EIGHT) + across]) + np.int64(_FLIPPED[(column << _EIGHT) + falling])
    return count + np.int64(_FLIPPED[(column << _EIGHT) + rising]) + np.int64(_FLIPPED[(row << _EIGHT) + down])


@kernels.jitable
def last_one(own: Any, other: Any, square: Any) -> Any:
    """The value with one empty square."""
    lead = count_ones(own) - count_ones(other)
    flipped = _count_flips(own, square)
    if flipped:
        return lead + 2 * flipped + 1
    flipped = _count_flips(other, square)
    if flipped:
        return lead - 2 * flipped - 1
    return lead + 1 if lead > 0 else lead - 1


@kernels.compiled
def last_two(own: Any, other: Any, first: Any, second: Any, bound: Any, work: Any) -> Any:
    """The value with two empty squares, against ``bound``."""
    nodes = _ONE
    best: Any = NOTHING
    if _NEIGHBOURS[first] & other:
        flipped = flips(own, other, _ONE << first)
        if flipped:
            nodes += _ONE
            best = -last_one(other ^ flipped, own ^ flipped ^ (_ONE << first), second)
    if best < bound and _NEIGHBOURS[second] & other:
        flipped = flips(own, other, _ONE << second)
        if flipped:
            nodes += _ONE
            best = max(best, -last_one(other ^ flipped, own ^ flipped ^ (_ONE << second), first))
    if best == NOTHING:
        best = -NOTHING
        flipped = flips(other, own, _ONE << first)
        if flipped:
            nodes += _ONE
            best = last_one(own ^ flipped, other ^ flipped ^ (_ONE << first), second)
        if best > bound:
            flipped = flips(other, own, _ONE << second)
            if flipped:
                nodes += _ONE
                best = min(best, last_one(own ^ flipped, other ^ flipped ^ (_ONE << second), first))
        if best == -NOTHING:
            best = final(own, other, 2)
    poke(work, _ZERO, peek(work, _ZERO) + nodes)
    return best


@kernels.compiled
def last_three(own: Any, other: Any, first: Any, second: Any, third: Any, bound: Any, work: Any) -> Any:
    """The value with three empty squares, tried in the order given."""
    poke(work, _ZERO, peek(work, _ZERO) + _ONE)
    sign = 1
    for _turn in range(2):
        best: Any = NOTHING
        if _NEIGHBOURS[first] & other:
            flipped = flips(own, other, _ONE << first)
            if flipped:
                best = -last_two(other ^ flipped, own ^ flipped ^ (_ONE << first), second, third, -bound, work)
                if best > bound:
                    return sign * best
        if _NEIGHBOURS[second] & other:
            flipped = flips(own, other, _ONE << second)
            if flipped:
                value = -last_two(other ^ flipped, own ^ flipped ^ (_ONE << second), first, third, -bound, work)
                if value > bound:
                    return sign * value
                best = max(best, value)
        if _NEIGHBOURS[third] & other:
            flipped = flips(own, other, _ONE << third)
            if flipped:
                value = -last_two(other ^ flipped, own ^ flipped ^ (_ONE << third), first, second, -bound, work)
                best = max(best, value)
        if best > NOTHING:
            return sign * best
        own, other, bound, sign = other, own, -bound, -sign
    return final(own, other, 3)


@kernels.jitable
def _alone_first(empties: Any) -> Any:
    """Four squares packed into a word, those that are alone in their quadrant first: the side that plays there takes
    the last turn in it."""
    order = _ZERO
    later = _ZERO
    at = _ZERO
    left = empties
    while left:
        square = np.uint64(lowest_index(left))
        if empties & _QUADRANT[square] & ~(_ONE << square):
            later |= _ONE << square
        else:
            order |= square << at
            at += _EIGHT
        left &= left - _ONE
    while later:
        order |= np.uint64(lowest_index(later)) << at
        at += _EIGHT
        later &= later - _ONE
    return order


@kernels.compiled
def last_four(own: Any, other: Any, empties: Any, bound: Any, work: Any) -> Any:
    """The value with the four empty squares ``empties``, odd quadrants first."""
    poke(work, _ZERO, peek(work, _ZERO) + _ONE)
    order = _alone_first(empties)
    a, b = order & _BYTE, order >> _EIGHT & _BYTE
    c, d = order >> np.uint64(16) & _BYTE, order >> np.uint64(24)
    sign = 1
    for _turn in range(2):
        best: Any = NOTHING
        if _NEIGHBOURS[a] & other:
            flipped = flips(own, other, _ONE << a)
            if flipped:
                best = -last_three(other ^ flipped, own ^ flipped ^ (_ONE << a), b, c, d, -bound, work)
                if best > bound:
                    return sign * best
        if _NEIGHBOURS[b] & other:
            flipped = flips(own, other, _ONE << b)
            if flipped:
                value = -last_three(other ^ flipped, own ^ flipped ^ (_ONE << b), a, c, d, -bound, work)
                if value > bound:
                    return sign * value
                best = max(best, value)
        if _NEIGHBOURS[c] & other:
            flipped = flips(own, other, _ONE << c)
            if flipped:
                value = -last_three(other ^ flipped, own ^ flipped ^ (_ONE << c), a, b, d, -bound, work)
                if value > bound:
                    return sign * value
                best = max(best, value)
        if _NEIGHBOURS[d] & other:
            flipped = flips(own, other, _ONE << d)
            if flipped:
                value = -last_three(other ^ flipped, own ^ flipped ^ (_ONE << d), a, b, c, -bound, work)
                best = max(best, value)
        if best > NOTHING:
            return sign * best
        own, other, bound, sign = other, own, -bound, -sign
    return final(own, other, 4)
