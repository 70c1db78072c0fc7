"""The rules of Othello as kernels: where discs may be placed, what they flip, when the game is over, who won.

Moves and flips are found for whole bitboards at once, in eight directions, by shifting: a run of the other side's
discs is grown one, two, four and six squares (the parallel-prefix method of bitboard engines such as Edax). A step
sideways must not wrap round the edge of the frame, so sideways runs are kept off the columns a and h. Compiled code
finds both in all directions at once (``runs``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import implements
from plyground.games.othello import runs
from plyground.games.othello.position import PASS, OthelloPosition, board_mask, cell_of, frame_bit

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_INNER_COLUMNS = np.uint64(0x7E7E_7E7E_7E7E_7E7E)
_ACROSS, _FALLING, _DOWN, _RISING = np.uint64(1), np.uint64(9), np.uint64(8), np.uint64(7)


def _targets_along(own: np.uint64, inner: np.uint64, step: np.uint64) -> np.uint64:
    """The squares just behind runs of ``inner`` that begin beside ``own``, both ways along one line."""
    twice = step + step
    up = inner & (own << step)
    down = inner & (own >> step)
    up |= inner & (up << step)
    down |= inner & (down >> step)
    pairs_up = inner & (inner << step)
    pairs_down = pairs_up >> step
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    return (up << step) | (down >> step)


def targets(own: np.uint64, other: np.uint64, board: np.uint64) -> np.uint64:
    """The squares of ``board`` where the side with the discs ``own`` may place one."""
    inner = other & _INNER_COLUMNS
    reached = (
        _targets_along(own, inner, _ACROSS)
        | _targets_along(own, inner, _FALLING)
        | _targets_along(own, inner, _RISING)
        | _targets_along(own, other, _DOWN)
    )
    return reached & ~(own | other) & board


@overload(targets)  # type: ignore[untyped-decorator]
def _choose_targets(own: Any, other: Any, board: Any) -> Any:
    def find(own: Any, other: Any, board: Any) -> Any:
        return runs.reached(own, other) & ~(own | other) & board

    return find


def _flips_along(own: np.uint64, inner: np.uint64, placed: np.uint64, step: np.uint64) -> np.uint64:
    """The discs that ``placed`` encloses with a disc of ``own``, both ways along one line."""
    twice = step + step
    up = inner & (placed << step)
    down = inner & (placed >> step)
    up |= inner & (up << step)
    down |= inner & (down >> step)
    pairs_up = inner & (inner << step)
    pairs_down = pairs_up >> step
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    closed_up = up if own & (up << step) else _ZERO
    closed_down = down if own & (down >> step) else _ZERO
    return closed_up | closed_down


def flips(own: np.uint64, other: np.uint64, placed: np.uint64) -> np.uint64:
    """The discs of ``other`` that a disc of ``own`` on the one square ``placed`` flips."""
    inner = other & _INNER_COLUMNS
    return (
        _flips_along(own, inner, placed, _ACROSS)
        | _flips_along(own, inner, placed, _FALLING)
        | _flips_along(own, inner, placed, _RISING)
        | _flips_along(own, other, placed, _DOWN)
    )


@overload(flips)  # type: ignore[untyped-decorator]
def _choose_flips(own: Any, other: Any, placed: Any) -> Any:
    def find(own: Any, other: Any, placed: Any) -> Any:
        return runs.flips(own, other, placed)

    return find


@implements(kernels.to_move, OthelloPosition)
def to_move(position: OthelloPosition) -> int:
    """The seat whose turn it is, also when it can only pass."""
    return position.mover


@implements(kernels.legal_moves, OthelloPosition)
def legal_moves(position: OthelloPosition, moves: Any) -> int:
    """Cells in ascending order; the pass alone if only the other side can place a disc."""
    board = board_mask(position.size)
    left = targets(position.own, position.other, board)
    if not left:
        if not targets(position.other, position.own, board):
            return 0
        moves[0] = PASS
        return 1
    count = 0
    while left:
        moves[count] = cell_of(lowest_index(left), position.size)
        left &= left - _ONE
        count += 1
    return count


@implements(kernels.count_moves, OthelloPosition)
def count_moves(position: OthelloPosition) -> int:
    """As many as ``legal_moves`` lists."""
    board = board_mask(position.size)
    open_squares = targets(position.own, position.other, board)
    if open_squares:
        return count_ones(open_squares)
    return 1 if targets(position.other, position.own, board) else 0


@implements(kernels.play, OthelloPosition)
def play(position: OthelloPosition, move: int) -> OthelloPosition:
    """The disc placed and the enclosed runs flipped, or the turn passed."""
    if move == PASS:
        return OthelloPosition(position.other, position.own, position.size, 1 - position.mover)
    placed = frame_bit(move, position.size)
    flipped = flips(position.own, position.other, placed)
    return OthelloPosition(
        position.other & ~flipped, position.own | flipped | placed, position.size, 1 - position.mover
    )


@implements(kernels.outcome, OthelloPosition)
def outcome(position: OthelloPosition, seat: int) -> int:
    """Over when neither side can place a disc; more discs win."""
    board = board_mask(position.size)
    if targets(position.own, position.other, board) or targets(position.other, position.own, board):
        return kernels.ONGOING
    lead = count_ones(position.own) - count_ones(position.other)
    if lead == 0:
        return kernels.DRAW
    return kernels.WIN if (lead > 0) == (seat == position.mover) else kernels.LOSS


@implements(kernels.margin, OthelloPosition)
def margin(position: OthelloPosition, seat: int) -> int:
    """The disc difference, the empty squares counted for the winner."""
    own, other = count_ones(position.own), count_ones(position.other)
    lead = own - other
    empties = position.size * position.size - own - other
    if lead > 0:
        lead += empties
    elif lead < 0:
        lead -= empties
    return lead if seat == position.mover else -lead
