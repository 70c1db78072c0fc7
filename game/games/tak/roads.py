"""Connected squares on a Tak board by bit-parallel flood fill: what edges reach, gaps in roads, the span of groups.

A road needs one thing only: a set of squares that touches two opposite edges and hangs together. So a square completes
one if both edges reach it, where an edge reaches its own squares and all beside own ones that hang together with it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.kernels import jitable
from plyground.games.tak.position import BOARD, FIRST_FILE, FIRST_RANK, LAST_FILE, LAST_RANK, WHITE, TakPosition

_ONE, _TWO, _ZERO = np.uint64(1), np.uint64(2), np.uint64(0)


@jitable
def road_of(position: TakPosition, seat: int) -> np.uint64:
    """The squares that count for a seat's roads: its flats and capstones on top."""
    return (position.white if seat == WHITE else position.black) & ~position.walls


class Board(NamedTuple):
    """The masks of one size of board, looked up once for many floods: all squares, those with a next and with a
    previous rank, the four edges, and the size as a shift."""

    squares: np.uint64
    not_last_rank: np.uint64
    not_first_rank: np.uint64
    first_rank: np.uint64
    last_rank: np.uint64
    first_file: np.uint64
    last_file: np.uint64
    file: np.uint64


@jitable
def board_of(size: int) -> Board:
    """The masks of a board."""
    squares = BOARD[size]
    return Board(
        squares,
        squares & ~LAST_RANK[size],
        squares & ~FIRST_RANK[size],
        FIRST_RANK[size],
        LAST_RANK[size],
        FIRST_FILE[size],
        LAST_FILE[size],
        np.uint64(size),
    )


@jitable
def beside(squares: np.uint64, board: Board) -> np.uint64:
    """The squares next to ``squares``."""
    return (
        ((squares & board.not_last_rank) << _ONE)
        | ((squares & board.not_first_rank) >> _ONE)
        | (squares >> board.file)
        | ((squares << board.file) & board.squares)
    )


@jitable
def centre_of(board: Board) -> tuple[np.uint64, np.uint64]:
    """The squares that lie on no edge, and those of them that lie beside no such square."""
    inner = board.not_first_rank & board.not_last_rank & ~(board.first_file | board.last_file)
    return inner, inner & ~beside(board.squares & ~inner, board)


@jitable
def flood(seed: np.uint64, within: np.uint64, board: Board) -> np.uint64:
    """All squares of ``within`` that hang together with its squares in ``seed``."""
    reached = seed & within
    if reached == _ZERO:
        return reached
    while True:
        grown = beside(reached, board) & within | reached
        if grown == reached:
            return reached
        reached = grown


@jitable
def linked(edge: np.uint64, road: np.uint64, board: Board) -> np.uint64:
    """Where a piece hangs together with ``edge`` over ``road``: the edge, that part of the road, and all beside it."""
    return beside(flood(edge, road, board), board) | edge


class Reach(NamedTuple):
    """What the four edges reach over a colour's road pieces: see ``linked``."""

    left: np.uint64
    right: np.uint64
    bottom: np.uint64
    top: np.uint64


@jitable
def reach_of(road: np.uint64, board: Board) -> Reach:
    """What each edge reaches."""
    return Reach(
        linked(board.first_file, road, board),
        linked(board.last_file, road, board),
        linked(board.first_rank, road, board),
        linked(board.last_rank, road, board),
    )


@jitable
def completing(reach: Reach) -> np.uint64:
    """The squares on each of which one more road piece completes a road (own road pieces included if there is one)."""
    return reach.left & reach.right | reach.bottom & reach.top


@jitable
def nearly(road: np.uint64, reach: Reach, open_squares: np.uint64, board: Board) -> np.uint64:
    """The open squares that are one of two with which two more road pieces complete a road.

    From each edge one step on: what the first or the last edge reaches with one piece more, met by the other edge.
    """
    left = linked(reach.left & open_squares, road, board) & reach.right
    bottom = linked(reach.bottom & open_squares, road, board) & reach.top
    right = linked(reach.right & open_squares, road, board) & reach.left
    top = linked(reach.top & open_squares, road, board) & reach.bottom
    return (left | right | bottom | top) & open_squares


@jitable
def touches_both(squares: np.uint64, reach: Reach) -> bool:
    """Whether a road could be made with ``squares`` at most: some of them hang together with each of two edges."""
    if squares & reach.left != _ZERO and squares & reach.right != _ZERO:
        return True
    return bool(squares & reach.bottom != _ZERO and squares & reach.top != _ZERO)


@jitable
def is_road(road: np.uint64, board: Board) -> bool:
    """Whether the squares link two opposite edges."""
    if flood(board.first_file, road, board) & board.last_file != _ZERO:
        return True
    return bool(flood(board.first_rank, road, board) & board.last_rank != _ZERO)


@jitable
def ranks_of(squares: np.uint64, board: Board) -> np.uint64:
    """The squares thrown onto the first file: one bit for each rank that they touch."""
    folded = squares | squares >> board.file
    folded = folded | folded >> (_TWO * board.file)
    folded = folded | folded >> (_TWO * _TWO * board.file)
    return folded & board.first_file


@jitable
def files_of(squares: np.uint64, board: Board) -> np.uint64:
    """The squares thrown onto the first rank: one bit for each file that they touch.

    Shifts of 1, 2 and what is left bring every rank down to the first one and nothing from the next file.
    """
    last = board.file - _ONE
    second = _TWO if last > _TWO else _ONE
    folded = squares | squares >> _ONE
    folded = folded | folded >> second
    folded = folded | folded >> (last - _ONE - second)
    return folded & board.first_rank
