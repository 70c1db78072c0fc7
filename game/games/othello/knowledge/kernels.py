"""Othello's static scores and first-sight order of moves, as kernels.

The scores are the two simplest in use: the difference in discs (what the tutorial counts) and the difference in
mobility, the number of squares on which each side could place a disc now. The order of moves follows the first
advice of every book on the game: corners are good, the squares beside an empty corner are bad, and moves that leave
the other side few replies are good.
"""

from __future__ import annotations

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones
from plyground.core.kernels import implements, jitable
from plyground.core.knowledge import Unit
from plyground.games.othello.kernels import flips, targets
from plyground.games.othello.position import PASS, OthelloPosition, board_mask, by_size, frame_bit

DISCS, MOBILITY = 0, 1
"""The numbers of the units."""

UNITS = (
    Unit("discs", "Disc difference", "One's own discs less the other side's, as the tutorial counts.", "discs"),
    Unit(
        "mobility", "Mobility", "The squares where one could place a disc, less those where the other side could.",
        "moves",
    ),
)  # fmt: skip

_ZERO = np.uint64(0)
_CORNERS = by_size(0x0900_0009, 0x2100_0000_0021, 0x8100_0000_0000_0081)
_EDGES = by_size(0x0F09_090F, 0x3F21_2121_213F, 0xFF81_8181_8181_81FF)
_NOT_COLUMN_A = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
_NOT_COLUMN_H = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_SIDEWAYS, _UP_DOWN = np.uint64(1), np.uint64(8)

_CORNER = 100.0
_EDGE = 6.0
_C_SQUARE = -25.0
_X_SQUARE = -50.0
_CORNER_REPLY = -40.0
_REPLY = -4.0
_NO_REPLY = 30.0
_FLIP = -0.5


@jitable
def corners(size: int) -> np.uint64:
    """The four corners of a board of this size."""
    word: np.uint64 = _CORNERS[size]
    return word


@jitable
def edges(size: int) -> np.uint64:
    """The squares on the rim of a board of this size, corners included."""
    word: np.uint64 = _EDGES[size]
    return word


@jitable
def beside(squares: np.uint64) -> np.uint64:
    """The neighbours of ``squares`` along rows and columns, within the frame."""
    return (
        ((squares << _SIDEWAYS) & _NOT_COLUMN_A)
        | ((squares >> _SIDEWAYS) & _NOT_COLUMN_H)
        | (squares << _UP_DOWN)
        | (squares >> _UP_DOWN)
    )


@jitable
def diagonal_to(squares: np.uint64) -> np.uint64:
    """The diagonal neighbours of ``squares``, within the frame."""
    sideways = ((squares << _SIDEWAYS) & _NOT_COLUMN_A) | ((squares >> _SIDEWAYS) & _NOT_COLUMN_H)
    return (sideways << _UP_DOWN) | (sideways >> _UP_DOWN)


@implements(kernels.evaluate, OthelloPosition)
def evaluate(position: OthelloPosition, seat: int, unit: int) -> float:
    """The difference in discs (unit 0) or in squares open to each side (unit 1), for ``seat``."""
    if unit == MOBILITY:
        board = board_mask(position.size)
        own = targets(position.own, position.other, board)
        other = targets(position.other, position.own, board)
        lead = count_ones(own) - count_ones(other)
    else:
        lead = count_ones(position.own) - count_ones(position.other)
    return float(lead if seat == position.mover else -lead)


@implements(kernels.rank, OthelloPosition)
def rank(position: OthelloPosition, move: int) -> float:
    """Corners first, squares beside an empty corner last; few replies, no corner given away, few discs turned."""
    if move == PASS:
        return 0.0
    size = position.size
    board = board_mask(size)
    all_corners = corners(size)
    placed = frame_bit(move, size)
    flipped = flips(position.own, position.other, placed)
    own = position.own | flipped | placed
    other = position.other & ~flipped
    replies = targets(other, own, board)
    score = _FLIP * count_ones(flipped)
    if replies:
        score += _REPLY * count_ones(replies) + _CORNER_REPLY * count_ones(replies & all_corners)
    else:
        score += _NO_REPLY
    empty_corners = all_corners & ~(own | other)
    if placed & all_corners:
        score += _CORNER
    elif placed & diagonal_to(empty_corners) & board:
        score += _X_SQUARE
    elif placed & beside(empty_corners) & board:
        score += _C_SQUARE
    elif placed & edges(size):
        score += _EDGE
    return score
