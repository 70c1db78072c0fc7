"""What a Tak position is: bitboards of what lies on top, a word for what is buried under each square, and counters.

Squares are numbered file by file: a1, a2, … is 0, 1, … (``file * size + rank``). That is the order in which the
tutorial's library lists moves, and equal scores keep it. A square's bit in a bitboard has the square's number, on
boards of every size.

The pieces under a square's top piece are bits, the lowest just below the top (1 is Black), with one more bit set above
the bottom piece: 1 alone is "nothing buried". A word of 64 bits is enough while both sides have at most 62 pieces
together; otherwise each square has a second word, for the depths, behind the words of all squares. Nothing is written
to an array after its position has been made, so positions share it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.kernels import jitable
from plyground.core.messages import _

SIZES = range(3, 9)
WHITE, BLACK = 0, 1
FLAT, WALL, CAP = 0, 1, 2
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
"""Directions in the order in which moves are listed: towards higher ranks, lower ranks, file a, the last file."""

USUAL_STONES = {3: 10, 4: 15, 5: 21, 6: 30, 7: 40, 8: 50}
USUAL_CAPS = {3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2}
MOST_STONES, MOST_CAPS = 60, 3
QUIET_LIMIT = 50
"""So many plies in a row without a placement or a flattening are a draw."""

ONGOING, WHITE_ROAD, BLACK_ROAD, WHITE_FLATS, BLACK_FLATS, EVEN_FLATS, QUIET = 0, 1, 2, 3, 4, 5, 6
"""How a position stands: the values of ``TakPosition.result``."""

Words = npt.NDArray[np.uint64]


class TakPosition(NamedTuple):
    """A position. ``white`` and ``black`` are the squares by the colour of the top piece; ``walls`` and ``caps`` those
    whose top is one (the others have flats); ``tall`` those with two pieces or more; ``buried`` what lies below.

    ``swap`` is 1 if the first turns place the other colour. ``ply`` counts from 0; ``quiet`` counts plies since the
    last placement or flattening. ``half_komi`` is what Black is given at the end, in half flats. Positions are equal
    if they differ in nothing but ``quiet``: that is history, and TPS has no word for it.
    """

    size: int
    white: np.uint64
    black: np.uint64
    walls: np.uint64
    caps: np.uint64
    tall: np.uint64
    buried: Words
    white_stones: int
    white_caps: int
    black_stones: int
    black_caps: int
    half_komi: int
    swap: int
    ply: int
    quiet: int
    result: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TakPosition):
            return False
        return _plain(self) == _plain(other) and np.array_equal(self.buried, other.buried)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((_plain(self), self.buried.tobytes()))


def _plain(position: TakPosition) -> tuple[object, ...]:
    """All fields but the array and ``quiet``."""
    return position[:6] + position[7:14] + position[15:]


def _mask(size: int, chosen: str) -> np.uint64:
    """The squares of a board of this size whose file or rank is the first or the last one, or all."""
    last = size - 1
    files = {"first file": [0], "last file": [last]}.get(chosen, range(size))
    ranks = {"first rank": [0], "last rank": [last]}.get(chosen, range(size))
    return np.uint64(sum(1 << (file * size + rank) for file in files for rank in ranks))


def _masks(chosen: str) -> Words:
    """One mask for each size, at the index of the size; the first three stay empty."""
    return np.array([_mask(size, chosen) if size in SIZES else np.uint64(0) for size in range(9)], dtype=np.uint64)


BOARD = _masks("all")
FIRST_RANK, LAST_RANK = _masks(_("first rank")), _masks(_("last rank"))
FIRST_FILE, LAST_FILE = _masks(_("first file")), _masks(_("last file"))
_NOT_FIRST_RANK, _NOT_LAST_RANK, _NOT_LAST_FILE = BOARD & ~FIRST_RANK, BOARD & ~LAST_RANK, BOARD & ~LAST_FILE
_ONE = np.uint64(1)


@jitable
def bit(square: int) -> np.uint64:
    """A square as a word with one bit set."""
    return _ONE << np.uint64(square)


@jitable
def shifted(squares: np.uint64, direction: int, size: int) -> np.uint64:
    """The neighbours of ``squares`` in one direction; what would leave the board is gone."""
    inner: np.uint64 = _NOT_LAST_RANK[size]
    if direction == UP:
        return (squares & inner) << _ONE
    inner = _NOT_FIRST_RANK[size]
    if direction == DOWN:
        return (squares & inner) >> _ONE
    if direction == LEFT:
        return squares >> np.uint64(size)
    inner = _NOT_LAST_FILE[size]
    return (squares & inner) << np.uint64(size)


@jitable
def mover_of(position: TakPosition) -> int:
    """The seat to move: White on even plies."""
    return position.ply & 1


@jitable
def placed_colour(position: TakPosition) -> int:
    """The colour of the piece that is placed now: the other's on the first two plies of the swap opening."""
    mover = position.ply & 1
    return 1 - mover if position.swap == 1 and position.ply < 2 else mover


@jitable
def reserves(position: TakPosition, seat: int) -> tuple[int, int]:
    """A seat's stones and capstones that are not placed yet."""
    if seat == WHITE:
        return position.white_stones, position.white_caps
    return position.black_stones, position.black_caps


def is_wide(stones: int, caps: int) -> bool:
    """Whether so many pieces of each player need two words for each square."""
    return 2 * (stones + caps) > 62


def start_position(size: int, half_komi: int, swap: bool, stones: int, caps: int) -> TakPosition:
    """The empty board."""
    squares, none = size * size, np.uint64(0)
    buried = np.ones(squares, dtype=np.uint64)
    if is_wide(stones, caps):
        buried = np.concatenate([buried, np.zeros(squares, dtype=np.uint64)])
    return TakPosition(
        size, none, none, none, none, none, buried, stones, caps, stones, caps, half_komi, int(swap), 0, 0, ONGOING
    )


def squares_of(word: np.uint64) -> list[int]:
    """The numbers of a bitboard's squares, ascending."""
    plain = int(word)
    return [number for number in range(plain.bit_length()) if plain >> number & 1]


def stack_colours(position: TakPosition, square: int) -> list[int]:
    """The colours of a square's pieces from bottom to top, ``WHITE`` or ``BLACK``; empty for an empty square."""
    here = bit(square)
    if not (position.white | position.black) & here:
        return []
    squares = position.size * position.size
    word = int(position.buried[square])
    if len(position.buried) > squares:
        word |= int(position.buried[squares + square]) << 64
    below = [word >> depth & 1 for depth in range(word.bit_length() - 1)]
    return [*reversed(below), BLACK if position.black & here else WHITE]


def top_kind(position: TakPosition, square: int) -> int:
    """What lies on top of an occupied square: ``FLAT``, ``WALL`` or ``CAP``."""
    here = bit(square)
    return CAP if position.caps & here else WALL if position.walls & here else FLAT
