"""Discs that can never be flipped again, which bound what the other side can still reach.

A disc is stable if along each of the four lines through it either no square is empty, or one neighbour is a stable
disc of its own side. Along the borders stability is exact: a table, made once, tells for each row of eight which discs
survive all sequences of placements there. What is found is stable; not all that is stable is found.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.games.othello.knowledge.endgame.memory import peek_byte

_ONE, _SEVEN, _EIGHT, _NINE = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)
_BYTE, _TOP = np.uint64(0xFF), np.uint64(56)
_FIRST_COLUMN, _LAST_COLUMN = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)
_COLUMN_TO_ROW = np.uint64(0x0102_0408_1020_4080)
_FIRST_ROW, _LAST_ROW = np.uint64(0xFF), np.uint64(0xFF00_0000_0000_0000)
_BORDER = _FIRST_COLUMN | _LAST_COLUMN | _FIRST_ROW | _LAST_ROW
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@kernels.jitable
def _after(own: Any, other: Any, place: Any) -> Any:
    """The discs flipped on a row of eight when the side ``own`` places a disc there."""
    flipped = 0
    for step in (-1, 1):
        run = 0
        at = place + step
        while 0 <= at < 8 and other >> at & 1:
            run |= 1 << at
            at += step
        if 0 <= at < 8 and own >> at & 1:
            flipped |= run
    return flipped


@kernels.compiled
def _fill(table: Any) -> None:
    """Stable discs of ``own`` for each pair of rows (``256 * own + other``), the fullest rows first."""
    for empties in range(9):
        for own in range(256):
            for other in range(256):
                taken = own | other
                discs = 0
                for place in range(8):
                    discs += taken >> place & 1
                if own & other or discs != 8 - empties:
                    continue
                stable: Any = own
                for place in range(8):
                    if taken >> place & 1:
                        continue
                    flipped = _after(own, other, place)
                    stable &= np.int64(table[256 * (own | flipped | 1 << place) + (other & ~flipped)])
                    flipped = _after(other, own, place)
                    stable &= np.int64(table[256 * (own & ~flipped) + (other | flipped | 1 << place)])
                table[256 * own + other] = stable


@cache
def edge_table() -> Any:
    """The stable discs of a border row for each pair of rows, as 65,536 bytes."""
    table = np.zeros(65536, dtype=np.uint8)
    _fill(table)
    return table


@kernels.jitable
def _row(table: Any, own: Any, other: Any) -> Any:
    return peek_byte(table, own << _EIGHT | other)


@kernels.jitable
def _as_row(word: Any) -> Any:
    """The first column of a word as a row."""
    return ((word & _FIRST_COLUMN) * _COLUMN_TO_ROW) >> _TOP


@kernels.jitable
def _as_column(row: Any) -> Any:
    """A row as the first column of a word."""
    return (((row & np.uint64(0x7F)) * np.uint64(0x0002_0408_1020_4081)) & _FIRST_COLUMN) | (row >> _SEVEN) << _TOP


@kernels.jitable
def _on_border(own: Any, other: Any, table: Any) -> Any:
    top = _row(table, own & _BYTE, other & _BYTE)
    bottom = _row(table, own >> _TOP, other >> _TOP) << _TOP
    left = _as_column(_row(table, _as_row(own), _as_row(other)))
    right = _as_column(_row(table, _as_row(own >> _SEVEN), _as_row(other >> _SEVEN))) << _SEVEN
    return top | bottom | left | right


@kernels.jitable
def _full_along(taken: Any, step: Any, border: Any) -> Any:
    """The squares of full lines in one direction: emptiness spreads both ways from each gap; ``border`` squares end the
    lines."""
    up = taken
    down = taken
    for _square in range(7):
        up &= (up << step) | border
        down &= (down >> step) | border
    return up & down


@kernels.jitable
def stable_discs(own: Any, other: Any, table: Any) -> Any:
    """Discs of ``own`` that can never be flipped, on 8 x 8; ``table`` is the address of ``edge_table()``."""
    stable = _on_border(own, other, table)
    taken = own | other
    sides, ends = _FIRST_COLUMN | _LAST_COLUMN, _FIRST_ROW | _LAST_ROW
    across = _full_along(taken, _ONE, sides)
    down = _full_along(taken, _EIGHT, ends)
    falling = _full_along(taken, _NINE, _BORDER)
    rising = _full_along(taken, _SEVEN, _BORDER)
    inner = own & ~_BORDER
    stable |= inner & across & down & falling & rising
    if not stable:
        return stable
    before = ~stable
    while before != stable:
        before = stable
        safe = (stable << _ONE | stable >> _ONE | across) & (stable << _EIGHT | stable >> _EIGHT | down)
        safe &= (stable << _NINE | stable >> _NINE | falling) & (stable << _SEVEN | stable >> _SEVEN | rising)
        stable |= safe & inner
    return stable
