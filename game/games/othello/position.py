"""What an Othello position is: two bitboards, the size of the board, and the seat to move.

Boards of every size lie in the same frame of 8 x 8 bits: bit ``8 * row + column``, with a1 as bit 0, b1 as bit 1
and a2 as bit 8. A smaller board is the corner of the frame around a1, and the rest of the frame stays empty: a run
of discs that leaves the small board meets an empty square there, so the rules need no other change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.kernels import jitable

SIZES = (4, 6, 8)


def by_size(four: int, six: int, eight: int) -> NDArray[np.uint64]:
    """A word for each size of board, at the index of the size."""
    return np.array([0, 0, 0, 0, four, 0, six, 0, eight], dtype=np.uint64)


STARTS = ("standard", "parallel")
DARK, LIGHT = 0, 1
PASS = 64
"""The move integer of a pass; every other move is a cell, ``row * size + column``."""

_BOARDS = by_size(0x0F0F_0F0F, 0x3F3F_3F3F_3F3F, 0xFFFF_FFFF_FFFF_FFFF)
_ONE = np.uint64(1)


class OthelloPosition(NamedTuple):
    """A position as its mover sees it: the mover's discs, the other side's, the board's size, and who moves."""

    own: np.uint64
    other: np.uint64
    size: int
    mover: int

    @property
    def dark(self) -> np.uint64:
        """The discs of the first seat."""
        return self.own if self.mover == DARK else self.other

    @property
    def light(self) -> np.uint64:
        """The discs of the second seat."""
        return self.other if self.mover == DARK else self.own


@jitable
def board_mask(size: int) -> np.uint64:
    """The squares of a board of this size within the frame."""
    word: np.uint64 = _BOARDS[size]
    return word


@jitable
def frame_index(cell: int, size: int) -> int:
    """The number of a cell's bit in the frame. (Divisions by constants are cheap, by ``size`` they are not.)"""
    if size == 8:
        return cell
    if size == 6:
        return cell + cell // 6 * 2
    return cell + cell // 4 * 4


@jitable
def frame_bit(cell: int, size: int) -> np.uint64:
    """A cell as a word with one bit set."""
    return _ONE << np.uint64(frame_index(cell, size))


@jitable
def cell_of(index: int, size: int) -> int:
    """The cell whose bit has this number in the frame."""
    return index - (index >> 3) * (8 - size)


def cells_of(word: np.uint64, size: int) -> list[int]:
    """The cells of a bitboard in ascending order."""
    return [cell for cell in range(size * size) if word & frame_bit(cell, size)]


def make(dark: np.uint64, light: np.uint64, size: int, mover: int) -> OthelloPosition:
    """A position from the discs of both colours."""
    return OthelloPosition(dark, light, size, mover) if mover == DARK else OthelloPosition(light, dark, size, mover)


def start_position(size: int, start: str) -> OthelloPosition:
    """The start: four discs in the middle, dark to move.

    ``standard`` has light on d4 and e5, dark on e4 and d5 (on 8 x 8); ``parallel`` has light on d4 and e4, dark on
    d5 and e5.
    """
    high = size // 2
    low = high - 1
    upper_left, upper_right = frame_bit(low * size + low, size), frame_bit(low * size + high, size)
    lower_left, lower_right = frame_bit(high * size + low, size), frame_bit(high * size + high, size)
    if start == "standard":
        return make(upper_right | lower_left, upper_left | lower_right, size, DARK)
    return make(lower_left | lower_right, upper_left | upper_right, size, DARK)
