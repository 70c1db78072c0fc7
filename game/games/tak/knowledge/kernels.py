"""Tak's static score and first-sight order of moves, as kernels.

The score is the flat count, komi included. The order is that of the beginner's tutorial on Tak bots with its own
constants; ``plyground.games.tak.knowledge.ordering`` gives the same order with every constant an option.
"""

from __future__ import annotations

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import implements, jitable
from plyground.core.knowledge import Unit
from plyground.games.tak.position import CAP, FIRST_RANK, FLAT, WALL, WHITE, TakPosition, bit, mover_of
from plyground.games.tak.roads import beside, board_of, road_of

FLATS = 0
"""The number of the unit."""

PLACEMENT, SPREAD = 100, 0
FLAT_BONUS, CAP_BONUS, WALL_BONUS = 100, 50, 0
CENTRE = 10
ROW_COLUMN_ROAD = 10
CAP_BESIDE_STACK = 50

_ONE = np.uint64(1)

UNITS = (Unit("flats", "Flat count", "One's own flats on top less the other side's, with Black's komi.", "flats"),)


@jitable
def flat_lead(position: TakPosition) -> float:
    """White's flats on top less Black's and komi."""
    tops = ~(position.walls | position.caps)
    return count_ones(position.white & tops) - count_ones(position.black & tops) - position.half_komi / 2


@jitable
def in_row_and_column(pieces: np.uint64, square: int, size: int) -> int:
    """How many of ``pieces`` stand in the square's row plus how many in its column, the square itself twice."""
    column = ((_ONE << np.uint64(size)) - _ONE) << np.uint64(square // size * size)
    row = FIRST_RANK[size] << np.uint64(square % size)
    return count_ones(pieces & row) + count_ones(pieces & column)


@jitable
def centre_distance(square: int, size: int) -> float:
    """The Manhattan distance from a square to the centre of the board."""
    middle = (size - 1) / 2
    return abs(square // size - middle) + abs(square % size - middle)


@jitable
def height(position: TakPosition, square: int) -> int:
    """The number of pieces on an occupied square."""
    squares = position.size * position.size
    word = position.buried[square]
    found = 0
    if len(position.buried) > squares and position.buried[squares + square] != 0:
        word = position.buried[squares + square]
        found = 64
    while word != 0:
        word = word >> _ONE
        found += 1
    return found


@jitable
def hostile_heights(position: TakPosition, square: int) -> int:
    """The heights of the stacks beside ``square`` with the other side's piece on top, added up."""
    other = position.black if mover_of(position) == WHITE else position.white
    left = beside(bit(square), board_of(position.size)) & other
    total = 0
    while left:
        total += height(position, lowest_index(left))
        left &= left - _ONE
    return total


@implements(kernels.evaluate, TakPosition)
def evaluate(position: TakPosition, seat: int, unit: int) -> float:
    """The flat count for ``seat``."""
    lead = flat_lead(position)
    return lead if seat == WHITE else -lead


@implements(kernels.rank, TakPosition)
def rank(position: TakPosition, move: int) -> float:
    """The tutorial's score of a move; below ply 2, where the other side's flat is placed, the lowest is the best."""
    if move >= 256:
        return float(SPREAD)
    square, piece = move & 63, move >> 6
    score = PLACEMENT - CENTRE * centre_distance(square, position.size)
    if piece == FLAT:
        score += FLAT_BONUS
    elif piece == CAP:
        score += CAP_BONUS + CAP_BESIDE_STACK * hostile_heights(position, square)
    else:
        score += WALL_BONUS
    if piece != WALL:
        own = road_of(position, mover_of(position))
        score += ROW_COLUMN_ROAD * in_row_and_column(own, square, position.size)
    return -score if position.ply < 2 else score
