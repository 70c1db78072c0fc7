"""Counting and mixing of 64-bit words: machine instructions when compiled, Python's own numbers when interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from plyground.core.kernels import jitable

_ONE = np.uint64(1)
_WORD = (1 << 64) - 1
_HALF = np.uint64(32)
_MIXER = np.uint64(0x9E37_79B9_7F4A_7C15)


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, word: Any) -> Any:
    """The processor's population count of a ``uint64``, as an ``int64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def count_ones(word: np.uint64) -> int:
    """How many bits of the word are set."""
    return int(word).bit_count()


@overload(count_ones)  # type: ignore[untyped-decorator]
def _choose_count_ones(word: Any) -> Any:
    def count(word: Any) -> Any:  # annotated as its chooser is: Numba compares the signatures
        return _population(word)

    return count if word == types.uint64 else None


@jitable
def lowest_index(word: np.uint64) -> int:
    """The number, from 0, of the lowest set bit of a word that is not 0."""
    return count_ones((word - _ONE) & ~word)


def product(word: np.uint64, factor: np.uint64) -> np.uint64:
    """The low 64 bits of a product. (NumPy's own product of two words warns when it wraps round.)"""
    return np.uint64(int(word) * int(factor) & _WORD)


@overload(product)  # type: ignore[untyped-decorator]
def _choose_product(word: Any, factor: Any) -> Any:
    def multiply(word: Any, factor: Any) -> Any:
        return word * factor

    return multiply if word == types.uint64 and factor == types.uint64 else None


@jitable
def mixed(word: np.uint64) -> np.uint64:
    """Another word, one for each, whose every bit hangs on many of this one's: for keys of tables."""
    word = product(word ^ (word >> _HALF), _MIXER)
    word = product(word ^ (word >> _HALF), _MIXER)
    return word ^ (word >> _HALF)
