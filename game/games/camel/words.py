"""Sets of tiles as machine words: one 64-bit word where the board fits, two where it does not.

The rules are written once over these operations. A *narrow* word is a ``numpy.uint64`` with rows of eight bits, for
boards up to seven tiles wide and eight high; a ``Wide`` word has rows of ten bits, six rows in ``low`` and three in
``high``. Each row ends in at least one guard bit, so that what moves off one row never lands on the next. What a
move leaves in the guard bits is the caller's to mask out. Every operation is dispatched on the word's type, in
Python at each call and in compiled code when it is compiled.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from plyground.core import kernels

F = TypeVar("F", bound=Callable[..., Any])

NARROW_STRIDE = 8
WIDE_STRIDE = 10
_LOW_ROWS = 6
_LOW_BITS = _LOW_ROWS * WIDE_STRIDE
_LOW_MASK = np.uint64((1 << _LOW_BITS) - 1)
_LAST_LOW_ROW = np.uint64(_LOW_BITS - WIDE_STRIDE)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_EIGHT = np.uint64(NARROW_STRIDE)
_TEN = np.uint64(WIDE_STRIDE)
_NARROW_FIRST_COLUMN = np.uint64(sum(1 << NARROW_STRIDE * row for row in range(8)))
_WIDE_FIRST_COLUMN = np.uint64(sum(1 << WIDE_STRIDE * row for row in range(_LOW_ROWS)))
_NARROW_BITS = np.uint64(64)


class Wide(NamedTuple):
    """A set of tiles of a board that does not fit one word; rows 0 to 5 are in ``low``, the others in ``high``."""

    low: np.uint64
    high: np.uint64

    def __and__(self, other: Wide) -> Wide:
        return _wide_and(self, other)

    def __or__(self, other: Wide) -> Wide:
        return _wide_or(self, other)

    def __invert__(self) -> Wide:
        return _wide_invert(self)


@kernels.implements(operator.and_, Wide)
def _wide_and(one: Any, other: Any) -> Wide:
    return Wide(one.low & other.low, one.high & other.high)


@kernels.implements(operator.or_, Wide)
def _wide_or(one: Any, other: Any) -> Wide:
    return Wide(one.low | other.low, one.high | other.high)


@kernels.implements(operator.invert, Wide)
def _wide_invert(word: Any) -> Wide:
    return Wide(~word.low, ~word.high)


def fits_narrow(width: int, height: int) -> bool:
    """Whether a board of this size fits one word."""
    return width < NARROW_STRIDE and height <= 64 // NARROW_STRIDE


def _dispatched(wide: Callable[..., Any]) -> Callable[[F], F]:
    """Pair the decorated function, for narrow words, with ``wide``: both are chosen by the first argument's type."""

    def pair(narrow: F) -> F:
        def dispatch(*arguments: Any) -> Any:
            return (wide if isinstance(arguments[0], Wide) else narrow)(*arguments)

        def choose(*arguments: Any) -> Any:
            return wide if kernels.position_class_of(arguments[0]) is Wide else narrow

        for made in (dispatch, choose):
            made.__signature__ = inspect.signature(narrow)  # type: ignore[attr-defined]
            made.__name__ = narrow.__name__
            made.__qualname__ = narrow.__qualname__
            made.__doc__ = narrow.__doc__
        overload(dispatch)(choose)
        return cast(F, dispatch)

    return pair


@intrinsic  # type: ignore[untyped-decorator]
def _machine_popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _bit_count(word: Any) -> int:
    """How many bits of one machine word are set."""
    return int(word).bit_count()


@overload(_bit_count)  # type: ignore[untyped-decorator]
def _compiled_bit_count(word: Any) -> Any:
    def count(word: Any) -> Any:
        return np.int64(_machine_popcount(word))

    return count


def _wide_stride(word: Any) -> Any:
    return WIDE_STRIDE


@_dispatched(_wide_stride)
def stride(word: Any) -> Any:
    """The number of bits in a row: a tile's index is ``y * stride + x``."""
    return NARROW_STRIDE


def _wide_empty(word: Any) -> Any:
    return Wide(_ZERO, _ZERO)


@_dispatched(_wide_empty)
def empty(word: Any) -> Any:
    """The empty set, of the given word's type."""
    return _ZERO


def _wide_tile(word: Any, index: Any) -> Any:
    if index < _LOW_BITS:
        return Wide(_ONE << np.uint64(index), _ZERO)
    return Wide(_ZERO, _ONE << np.uint64(index - _LOW_BITS))


@_dispatched(_wide_tile)
def tile(word: Any, index: Any) -> Any:
    """The set of the one tile with this index, of the given word's type."""
    return _ONE << np.uint64(index)


def _wide_some(word: Any) -> Any:
    return (word.low | word.high) != _ZERO


@_dispatched(_wide_some)
def some(word: Any) -> Any:
    """Whether any tile is in the set."""
    return word != _ZERO


def _wide_size(word: Any) -> Any:
    return _bit_count(word.low) + _bit_count(word.high)


@_dispatched(_wide_size)
def size(word: Any) -> Any:
    """How many tiles are in the set."""
    return _bit_count(word)


def _wide_lowest(word: Any) -> Any:
    if word.low != _ZERO:
        return _bit_count(word.low ^ (word.low - _ONE)) - 1
    return _bit_count(word.high ^ (word.high - _ONE)) - 1 + _LOW_BITS


@_dispatched(_wide_lowest)
def lowest(word: Any) -> Any:
    """The lowest index in a set that is not empty."""
    return _bit_count(word ^ (word - _ONE)) - 1


def _wide_without_lowest(word: Any) -> Any:
    if word.low != _ZERO:
        return Wide(word.low & (word.low - _ONE), word.high)
    return Wide(word.low, word.high & (word.high - _ONE))


@_dispatched(_wide_without_lowest)
def without_lowest(word: Any) -> Any:
    """A set that is not empty without its lowest index."""
    return word & (word - _ONE)


def _wide_right(word: Any) -> Any:
    return Wide(word.low << _ONE, word.high << _ONE)


@_dispatched(_wide_right)
def right(word: Any) -> Any:
    """Every tile moved one to the right."""
    return word << _ONE


def _wide_left(word: Any) -> Any:
    return Wide(word.low >> _ONE, word.high >> _ONE)


@_dispatched(_wide_left)
def left(word: Any) -> Any:
    """Every tile moved one to the left."""
    return word >> _ONE


def _wide_down(word: Any) -> Any:
    return Wide((word.low << _TEN) & _LOW_MASK, (word.high << _TEN) | (word.low >> _LAST_LOW_ROW))


@_dispatched(_wide_down)
def down(word: Any) -> Any:
    """Every tile moved one row down."""
    return word << _EIGHT


def _wide_up(word: Any) -> Any:
    return Wide((word.low >> _TEN) | ((word.high << _LAST_LOW_ROW) & _LOW_MASK), word.high >> _TEN)


@_dispatched(_wide_up)
def up(word: Any) -> Any:
    """Every tile moved one row up."""
    return word >> _EIGHT


def _wide_block(word: Any, width: Any, height: Any) -> Any:
    row = (_ONE << np.uint64(width)) - _ONE
    low_rows = height if height < _LOW_ROWS else _LOW_ROWS
    low = _WIDE_FIRST_COLUMN & ((_ONE << np.uint64(low_rows * WIDE_STRIDE)) - _ONE)
    high = _WIDE_FIRST_COLUMN & ((_ONE << np.uint64((height - low_rows) * WIDE_STRIDE)) - _ONE)
    return Wide(row * low, row * high)


@_dispatched(_wide_block)
def block(word: Any, width: Any, height: Any) -> Any:
    """The tiles of the block of this size in the upper left corner; ``width`` and ``height`` are at least 1."""
    row = (_ONE << np.uint64(width)) - _ONE
    return row * (_NARROW_FIRST_COLUMN >> (_NARROW_BITS - _EIGHT * np.uint64(height)))
