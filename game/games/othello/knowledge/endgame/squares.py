"""Small tables over the squares of the frame: neighbours, quadrants, lines, and the flips of the last disc."""

from __future__ import annotations

from typing import Any

import numpy as np

_STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)


def _bit(row: int, column: int) -> int:
    return 1 << (8 * row + column) if 0 <= row < 8 and 0 <= column < 8 else 0


def _words(values: list[int]) -> Any:
    return np.array(values, dtype=np.uint64)


def _line(square: int, slope: int) -> int:
    """The diagonal through ``square`` that goes down to the right (slope 1) or to the left (slope -1)."""
    row, column = divmod(square, 8)
    return sum(_bit(row + step, column + slope * step) for step in range(-7, 8))


def _flipped(place: int, line: int) -> int:
    """Discs flipped along a line of eight by a disc at ``place``, if all other squares but those of ``line`` are the
    other side's."""
    total = 0
    for step in (-1, 1):
        run, end = 0, place + step
        while 0 <= end < 8 and not line >> end & 1:
            run, end = run + 1, end + step
        total += run if 0 <= end < 8 else 0
    return total


NEIGHBOURS = _words(
    [sum(_bit(square // 8 + down, square % 8 + right) for down, right in _STEPS) for square in range(64)]
)
"""The squares beside each square: a disc flips nothing where none of them is the other side's."""

QUADRANT = _words([0x0F0F_0F0F << (32 * (square // 32) + square % 8 // 4 * 4) for square in range(64)])
"""The quarter of the frame in which each square lies."""

FALLING = _words([_line(square, 1) for square in range(64)])
RISING = _words([_line(square, -1) for square in range(64)])
"""The two diagonals through each square."""

FLIPPED = np.array([[_flipped(place, line) for line in range(256)] for place in range(8)], dtype=np.uint8)
"""For a place on a line and the mover's discs there: the discs flipped, where no square of the line is empty."""
