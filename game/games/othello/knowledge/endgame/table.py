"""The table of positions: buckets of two, each position stored whole with bounds of its value and its best move.

A bucket is one cache line of eight words: twice the mover's discs, the other side's, and a word that packs lower bound,
upper bound, best move and the logarithm of what the entry cost; two words are unused. The first place of a bucket
keeps what cost most, the second what came last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.games.othello.knowledge.endgame.memory import peek, poke
from plyground.games.othello.knowledge.endgame.work import BUCKETS, TABLE

_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_FOUR, _FIVE = np.uint64(4), np.uint64(5)
_BYTE, _EIGHT, _SIXTEEN, _TWENTY_FOUR = np.uint64(0xFF), np.uint64(8), np.uint64(16), np.uint64(24)
_THIRTY_TWO = np.uint64(32)
_MIX_OWN, _MIX_OTHER = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F)
_SHIFT = 128
BUCKET_WORDS = 8
NO_MOVE = np.uint64(64)
UNKNOWN = np.uint64((64 << 16) | ((64 + _SHIFT) << 8) | (_SHIFT - 64))
"""What is known of a position that is not in the table: from -64 to 64, no move."""


@kernels.jitable
def bucket(own: Any, other: Any, work: Any) -> Any:
    """The address of a position's bucket."""
    mixed = own * _MIX_OWN ^ ((other * _MIX_OTHER) >> _THREE | (other * _MIX_OTHER) << np.uint64(61))
    mixed ^= mixed >> _THIRTY_TWO
    return peek(work, TABLE) + ((mixed & peek(work, BUCKETS)) << np.uint64(6))


@kernels.jitable
def look_up(place: Any, own: Any, other: Any) -> Any:
    """What the bucket at the address ``place`` knows of the position, packed; ``UNKNOWN`` if it does not have it."""
    if peek(place, _ZERO) == own and peek(place, _ONE) == other:
        return peek(place, _TWO)
    if peek(place, _THREE) == own and peek(place, _FOUR) == other:
        return peek(place, _FIVE)
    return UNKNOWN


@kernels.jitable
def lower_of(known: Any) -> Any:
    """The least that the value can be."""
    return np.int64(known & _BYTE) - _SHIFT


@kernels.jitable
def upper_of(known: Any) -> Any:
    """The most that the value can be."""
    return np.int64(known >> _EIGHT & _BYTE) - _SHIFT


@kernels.jitable
def move_of(known: Any) -> Any:
    """The square of the best move, 64 if none is known."""
    return known >> _SIXTEEN & _BYTE


@kernels.jitable
def _pack(lower: Any, upper: Any, move: Any, cost: Any) -> Any:
    return (
        np.uint64(lower + _SHIFT)
        | np.uint64(upper + _SHIFT) << _EIGHT
        | move << _SIXTEEN
        | np.uint64(cost) << _TWENTY_FOUR
    )


@kernels.jitable
def _logarithm(number: Any) -> Any:
    """Twice the binary logarithm, roughly."""
    log = 0
    while number > 3:
        number >>= 1
        log += 2
    return log + number


@kernels.jitable
def store(place: Any, own: Any, other: Any, value: Any, bound: Any, move: Any, nodes: Any) -> None:
    """Keep that the position's value is at least (above ``bound``) or at most (below it) ``value``; ``nodes``
    positions were analysed to find it."""
    known = look_up(place, own, other)
    lower, upper = lower_of(known), upper_of(known)
    if value > bound:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
        if move_of(known) != NO_MOVE:
            move = move_of(known)
    cost = _logarithm(nodes)
    word = _pack(lower, upper, move, cost)
    if peek(place, _ZERO) == own and peek(place, _ONE) == other:
        poke(place, _TWO, word)
    elif peek(place, _THREE) == own and peek(place, _FOUR) == other:
        poke(place, _FIVE, word)
    elif cost >= np.int64(peek(place, _TWO) >> _TWENTY_FOUR):
        poke(place, _THREE, peek(place, _ZERO))
        poke(place, _FOUR, peek(place, _ONE))
        poke(place, _FIVE, peek(place, _TWO))
        poke(place, _ZERO, own)
        poke(place, _ONE, other)
        poke(place, _TWO, word)
    else:
        poke(place, _THREE, own)
        poke(place, _FOUR, other)
        poke(place, _FIVE, word)
