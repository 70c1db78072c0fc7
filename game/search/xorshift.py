"""Marsaglia's xorshift64 for compiled code: the same seed gives the same numbers, interpreted too."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.kernels import jitable

_UP, _DOWN, _FAR, _SHIFT = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(11)
_SCALE = 2.0**-53


def seeded(seed: int) -> int:
    """The word to begin with, which must not be 0; the golden ratio's digits keep neighbouring seeds apart."""
    return seed * 0x9E37_79B9_7F4A_7C15 % 2**64 or 1


@jitable
def following(word: Any) -> Any:
    """The word after this one, a uint64."""
    word ^= word << _UP
    word ^= word >> _DOWN
    word ^= word << _FAR
    return word


@jitable
def fraction(word: Any) -> Any:
    """The word as a number from 0 up to 1."""
    return np.float64(word >> _SHIFT) * _SCALE
