"""Positions of Othello that are one by turning and mirroring the board have one key for libraries of games."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bits import mixed
from plyground.core.kernels import implements, jitable
from plyground.games.othello.position import OthelloPosition
from plyground.search.likeness import likeness

_EVEN, _PAIRS, _HALVES = (
    np.uint64(word) for word in (0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F)
)
_BYTES, _WORDS = np.uint64(0x00FF_00FF_00FF_00FF), np.uint64(0x0000_FFFF_0000_FFFF)
_ONE, _TWO, _FOUR, _SEVEN, _EIGHT, _FOURTEEN, _SIXTEEN, _TWENTY_EIGHT, _THIRTY_TWO = (
    np.uint64(count) for count in (1, 2, 4, 7, 8, 14, 16, 28, 32)
)
_BY_ONES, _BY_PAIRS, _BY_HALVES = (
    np.uint64(word) for word in (0x00AA_00AA_00AA_00AA, 0x0000_CCCC_0000_CCCC, 0x0000_0000_F0F0_F0F0)
)
_SIZE = np.uint64(0x9E37_79B9_7F4A_7C15)
_OTHER_MOVER = np.uint64(0x1F83_D9AB_FB41_BD6B)
_LARGEST = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@jitable
def _upside_down(word: np.uint64, size: int) -> np.uint64:
    """The rows in the opposite order; the frame's empty rows stay below a smaller board."""
    word = ((word >> _EIGHT) & _BYTES) | ((word & _BYTES) << _EIGHT)
    word = ((word >> _SIXTEEN) & _WORDS) | ((word & _WORDS) << _SIXTEEN)
    return ((word >> _THIRTY_TWO) | (word << _THIRTY_TWO)) >> np.uint64(8 * (8 - size))


@jitable
def _mirrored(word: np.uint64, size: int) -> np.uint64:
    """The columns in the opposite order."""
    word = ((word >> _ONE) & _EVEN) | ((word & _EVEN) << _ONE)
    word = ((word >> _TWO) & _PAIRS) | ((word & _PAIRS) << _TWO)
    return (((word >> _FOUR) & _HALVES) | ((word & _HALVES) << _FOUR)) >> np.uint64(8 - size)


@jitable
def _transposed(word: np.uint64) -> np.uint64:
    """Rows for columns (Hacker's Delight, 7-3)."""
    swapped = (word ^ (word >> _SEVEN)) & _BY_ONES
    word = word ^ swapped ^ (swapped << _SEVEN)
    swapped = (word ^ (word >> _FOURTEEN)) & _BY_PAIRS
    word = word ^ swapped ^ (swapped << _FOURTEEN)
    swapped = (word ^ (word >> _TWENTY_EIGHT)) & _BY_HALVES
    return word ^ swapped ^ (swapped << _TWENTY_EIGHT)


@implements(likeness, OthelloPosition)
def symmetric_key(position: OthelloPosition) -> Any:
    """The least of the keys of the eight images."""
    own, other, size = position.own, position.other, position.size
    least = _LARGEST
    for image in range(8):
        if image == 4:
            own, other = _transposed(own), _transposed(other)
        elif image % 2 == 1:
            own, other = _mirrored(own, size), _mirrored(other, size)
        elif image:
            own, other = _upside_down(own, size), _upside_down(other, size)
        key = mixed(mixed(own) ^ other)
        least = min(least, key)
    word = mixed(_SIZE ^ np.uint64(size))
    return mixed(least ^ word ^ _OTHER_MOVER) if position.mover == 1 else mixed(least ^ word)
