"""``words`` where numbers have any length: a set of tiles is one number on every board, with rows of ten bits.

Handed-in bots get these operations in place of those over machine words.
"""

from __future__ import annotations

NARROW_STRIDE = WIDE_STRIDE = 10
_ROWS = 9
_FIRST_COLUMN = sum(1 << WIDE_STRIDE * row for row in range(_ROWS))
_BOARD = (1 << WIDE_STRIDE * _ROWS) - 1
Wide = type(None)


def fits_narrow(width: int, height: int) -> bool:
    return True


def stride(word: int) -> int:
    return WIDE_STRIDE


def empty(word: int) -> int:
    return 0


def tile(word: int, index: int) -> int:
    return 1 << index


def some(word: int) -> bool:
    return word != 0


def size(word: int) -> int:
    return word.bit_count()


def lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def without_lowest(word: int) -> int:
    return word & (word - 1)


def right(word: int) -> int:
    return word << 1


def left(word: int) -> int:
    return word >> 1


def down(word: int) -> int:
    return word << WIDE_STRIDE


def up(word: int) -> int:
    return word >> WIDE_STRIDE


def block(word: int, width: int, height: int) -> int:
    return ((1 << width) - 1) * (_FIRST_COLUMN & ((1 << WIDE_STRIDE * height) - 1))
