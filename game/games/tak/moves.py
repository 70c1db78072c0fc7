"""A Tak move as one integer, and which moves there are: the kernels that list and count them.

A placement is ``piece * 64 + square`` (flat 0, wall 1, capstone 2). A stack move is ``pattern << 8 | direction << 6 |
square``; its pattern tells how the lifted pieces are dropped. Of k lifted pieces, bit k - 1 is set, and bit j - 1 for
each cut above which j pieces stay in hand. So a pattern has as many set bits as squares are dropped on, all patterns
of up to m pieces are the numbers below 2 to the power m, and odd patterns drop a single piece last. How many patterns
reach at most r squares is then a sum of binomial coefficients, and no pattern need be listed to be counted.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import implements, jitable
from plyground.games.tak.position import BOARD, CAP, FLAT, ONGOING, WALL, TakPosition, bit, mover_of, shifted

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_DROPS = np.array([number.bit_count() for number in range(256)], dtype=np.int64)
"""How many squares each pattern drops on."""

_WITHIN = np.array([[sum(comb(m, j) for j in range(1, r + 1)) for r in range(9)] for m in range(9)], dtype=np.int64)
"""``_WITHIN[m, r]``: the patterns of up to m pieces that drop on at most r squares."""

_SMASHES = np.array([[comb(m - 1, r) if m else 0 for r in range(9)] for m in range(9)], dtype=np.int64)
"""``_SMASHES[m, r]``: the patterns of up to m pieces on r + 1 squares whose last drop is one piece."""

MOST_MOVES = 8192
"""No position has more: 126 pieces are 15 stacks of eight, each with at most 508 moves, and some placements."""


@jitable
def is_spread(move: int) -> bool:
    """Whether the move moves a stack."""
    return move >= 256


@jitable
def reach(square: np.uint64, direction: int, size: int, most: int, open_squares: np.uint64) -> int:
    """How many squares in a row, up to ``most``, are open to any drop."""
    here = square
    count = 0
    while count < most:
        here = shifted(here, direction, size) & open_squares
        if here == _ZERO:
            break
        count += 1
    return count


@jitable
def smashes(position: TakPosition, square: np.uint64, direction: int, far: int, most: int) -> bool:
    """Whether the capstone on ``square`` can flatten the wall behind ``far`` open squares, holding ``most`` pieces."""
    if far == most or position.caps & square == _ZERO:
        return False
    here = square
    for _ in range(far + 1):
        here = shifted(here, direction, position.size)
    return bool(here & position.walls)


@jitable
def carried(position: TakPosition, square: int) -> int:
    """How many pieces can be lifted from an occupied square: its height, up to the size of the board."""
    squares = position.size * position.size
    if len(position.buried) > squares and position.buried[squares + square] != _ZERO:
        return position.size
    word = position.buried[square]
    most = 1
    while most < position.size and word >> np.uint64(most) != _ZERO:
        most += 1
    return most


@implements(kernels.to_move, TakPosition)
def to_move(position: TakPosition) -> int:
    """White on even plies, also when a piece of the other colour is placed."""
    return position.ply & 1


@implements(kernels.legal_moves, TakPosition)
def legal_moves(position: TakPosition, moves: Any) -> int:
    """Square by square, file by file: on an empty one a flat, a wall, a capstone; from an own stack by the number of
    pieces, then up, down, left, right, then long first drops before short ones."""
    if position.result != ONGOING:
        return 0
    if position.ply < 2:
        return _opening_moves(position, moves)
    white_moves = mover_of(position) == 0
    other = position.black if white_moves else position.white
    stones = position.white_stones if white_moves else position.black_stones
    caps = position.white_caps if white_moves else position.black_caps
    empty = BOARD[position.size] & ~(position.white | position.black)
    left = BOARD[position.size] & ~other
    count = 0
    while left:
        square = lowest_index(left)
        here = bit(square)
        left &= left - _ONE
        if here & empty:
            if stones > 0:
                moves[count] = FLAT * 64 + square
                moves[count + 1] = WALL * 64 + square
                count += 2
            if caps > 0:
                moves[count] = CAP * 64 + square
                count += 1
        else:
            count = _spreads(position, square, moves, count)
    return count


@jitable
def _opening_moves(position: TakPosition, moves: Any) -> int:
    """A flat on any empty square."""
    left = BOARD[position.size] & ~(position.white | position.black)
    count = 0
    while left:
        moves[count] = lowest_index(left)
        left &= left - _ONE
        count += 1
    return count


@jitable
def _spreads(position: TakPosition, square: int, moves: Any, begin: int) -> int:
    """Write the moves of the stack on ``square`` from place ``begin`` on; the place behind the last."""
    size = position.size
    here = bit(square)
    open_squares = BOARD[size] & ~(position.walls | position.caps)
    most = carried(position, square)
    far = (
        reach(here, 0, size, most, open_squares),
        reach(here, 1, size, most, open_squares),
        reach(here, 2, size, most, open_squares),
        reach(here, 3, size, most, open_squares),
    )
    smash = (
        smashes(position, here, 0, far[0], most),
        smashes(position, here, 1, far[1], most),
        smashes(position, here, 2, far[2], most),
        smashes(position, here, 3, far[3], most),
    )
    count = begin
    for lifted in range(1, most + 1):
        for direction in range(4):
            squares, flattens = far[direction], smash[direction]
            if squares == 0 and not flattens:
                continue
            base = direction * 64 + square
            for pattern in range(1 << (lifted - 1), 1 << lifted):
                drops = _DROPS[pattern]
                if drops <= squares or (flattens and drops == squares + 1 and pattern & 1 == 1):
                    moves[count] = pattern * 256 + base
                    count += 1
    return count


@implements(kernels.count_moves, TakPosition)
def count_moves(position: TakPosition) -> int:
    """As many as ``legal_moves`` lists. Single pieces are counted all at once, stacks by the tables above."""
    if position.result != ONGOING:
        return 0
    size = position.size
    board = BOARD[size]
    empty = count_ones(board & ~(position.white | position.black))
    if position.ply < 2:
        return empty
    white_moves = mover_of(position) == 0
    own = position.white if white_moves else position.black
    stones = position.white_stones if white_moves else position.black_stones
    caps = position.white_caps if white_moves else position.black_caps
    count = empty * ((2 if stones > 0 else 0) + (1 if caps > 0 else 0))
    open_squares = board & ~(position.walls | position.caps)
    singles = own & ~position.tall
    single_caps = singles & position.caps
    for direction in range(4):
        count += count_ones(shifted(singles, direction, size) & open_squares)
        if single_caps:
            count += count_ones(shifted(single_caps, direction, size) & position.walls)
    left = own & position.tall
    while left:
        square = lowest_index(left)
        left &= left - _ONE
        here = bit(square)
        most = carried(position, square)
        for direction in range(4):
            far = reach(here, direction, size, most, open_squares)
            count += _WITHIN[most, far]
            if smashes(position, here, direction, far, most):
                count += _SMASHES[most, far]
    return count


def spread_of(square: int, direction: int, drops: tuple[int, ...] | list[int]) -> int:
    """The integer of a stack move from its drops, the first one nearest to the start."""
    pattern = 1 << (sum(drops) - 1)
    in_hand = sum(drops)
    for dropped in drops[:-1]:
        in_hand -= dropped
        pattern |= 1 << (in_hand - 1)
    return pattern << 8 | direction << 6 | square


def drops_of(move: int) -> tuple[int, ...]:
    """How many pieces a stack move drops on each square that it passes."""
    pattern = move >> 8
    cuts = [place + 1 for place in range(pattern.bit_length()) if pattern >> place & 1]
    return tuple(high - low for high, low in zip(reversed(cuts), [*reversed(cuts[:-1]), 0], strict=True))


def square_of(move: int) -> int:
    """The square of a placement, or where a stack move begins."""
    return move & 63


def piece_of(move: int) -> int:
    """What a placement places: ``FLAT``, ``WALL`` or ``CAP``."""
    return move >> 6


def direction_of(move: int) -> int:
    """Where a stack move goes."""
    return move >> 6 & 3
