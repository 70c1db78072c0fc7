"""What the fast search is told of Othello: an estimate in hundredths of a disc, keys, ends, and an order of moves.

On 8 x 8 the estimate is the sum of trained weights of patterns (``patterns``). On the smaller boards, which are soon
solved, it counts corners, the dangerous squares beside empty ones, and mobility.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, mixed
from plyground.core.kernels import implements, jitable
from plyground.games.othello.kernels import flips, targets
from plyground.games.othello.knowledge import patterns
from plyground.games.othello.knowledge.kernels import beside, corners, diagonal_to, edges
from plyground.games.othello.position import PASS, OthelloPosition, board_mask, frame_bit
from plyground.search.pvs import contract

HIGHEST = 6400
"""No estimate is beyond all discs of the largest board."""

CORNER, CORNER_NEIGHBOUR, CORNER_DIAGONAL, MOVE = 800, -150, -300, 60
"""The simple estimate of small boards: hundredths of a disc for a corner held, for a disc beside an empty corner along
the edge or diagonally, and for each square where a disc can be placed."""

_OTHER_MOVER = np.uint64(0x5851_F42D_4C95_7F2D)

_SCALE = 5  # the search adds up to 10,000 for moves that have cut before; 5 searched fewer positions than 1
_TAKES_CORNER, _NO_REPLY = 4000, 3000
_REPLY, _CORNER_REPLY, _FRONTIER, _FLIP = -100, -800, -20, -2
_DIAGONAL, _NEIGHBOUR, _EDGE = -600, -250, 60


@jitable
def corner_balance(own: np.uint64, other: np.uint64, size: int) -> int:
    """Corners held by each side, weighed against each other."""
    held = corners(size)
    return CORNER * (count_ones(own & held) - count_ones(other & held))


@jitable
def danger_balance(own: np.uint64, other: np.uint64, size: int) -> int:
    """Discs beside empty corners of each side, weighed against each other."""
    empty_corners = corners(size) & ~(own | other)
    near, slanting = beside(empty_corners), diagonal_to(empty_corners)
    return CORNER_NEIGHBOUR * (count_ones(own & near) - count_ones(other & near)) + CORNER_DIAGONAL * (
        count_ones(own & slanting) - count_ones(other & slanting)
    )


@jitable
def mobility_balance(own: np.uint64, other: np.uint64, size: int) -> int:
    """Squares open to each side, weighed against each other."""
    board = board_mask(size)
    return MOVE * (count_ones(targets(own, other, board)) - count_ones(targets(other, own, board)))


@jitable
def simple(own: np.uint64, other: np.uint64, size: int) -> int:
    """The estimate that needs no training: corners, danger and mobility."""
    return corner_balance(own, other, size) + danger_balance(own, other, size) + mobility_balance(own, other, size)


@implements(contract.static, OthelloPosition)
def static(position: OthelloPosition, weights: Any) -> int:
    """The trained sum on 8 x 8, the simple one on smaller boards, never more than all discs."""
    if position.size == 8:
        value = patterns.total(position.own, position.other, weights)
    else:
        value = simple(position.own, position.other, position.size)
    return min(max(value, -HIGHEST), HIGHEST)


@implements(contract.key, OthelloPosition)
def key(position: OthelloPosition) -> Any:
    """Discs of both sides and the mover; boards of two sizes do not meet in one search."""
    word = mixed(position.own) ^ position.other
    return mixed(word ^ _OTHER_MOVER if position.mover == 1 else word)


@implements(contract.final, OthelloPosition)
def final(position: OthelloPosition) -> int:
    """The discs by which the mover has won or lost, with the empty squares, in hundredths."""
    return 100 * kernels.margin(position, position.mover)


@implements(contract.rate, OthelloPosition)
def rate(position: OthelloPosition, moves: Any, count: int, scores: Any, weights: Any) -> None:
    """Few replies and no corner for the other side first; then corners, quiet discs and edges; danger last."""
    size = position.size
    board = board_mask(size)
    all_corners, rim = corners(size), edges(size)
    own, other = position.own, position.other
    empty_corners = all_corners & ~(own | other)
    slanting, near = diagonal_to(empty_corners), beside(empty_corners)
    for index in range(count):
        move = moves[index]
        if move == PASS:
            scores[index] = 0
            continue
        placed = frame_bit(move, size)
        flipped = flips(own, other, placed)
        ours, theirs = own | flipped | placed, other & ~flipped
        replies = targets(theirs, ours, board)
        score = _REPLY * count_ones(replies) + _CORNER_REPLY * count_ones(replies & all_corners)
        if not replies:
            score += _NO_REPLY
        score += _FRONTIER * count_ones(patterns.around(ours) & ~(ours | theirs) & board) + _FLIP * count_ones(flipped)
        if placed & all_corners:
            score += _TAKES_CORNER
        elif placed & slanting:
            score += _DIAGONAL
        elif placed & near:
            score += _NEIGHBOUR
        elif placed & rim:
            score += _EDGE
        scores[index] = _SCALE * score
