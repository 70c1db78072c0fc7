"""Finds a move that wins a game of Tak at once: a road or the last flats, by placing a piece or moving a stack."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import jitable
from plyground.games.tak.moves import carried
from plyground.games.tak.position import CAP, FLAT, SIZES, WHITE, TakPosition, bit, reserves, shifted
from plyground.games.tak.roads import Board, Reach, board_of, completing, is_road, reach_of, road_of, touches_both

NO_MOVE = -1
_ONE, _ZERO = np.uint64(1), np.uint64(0)


def _rays() -> tuple[Any, Any]:
    """The squares within so many steps of a square, by the size of the board, the square, the direction and the steps,
    in one row, and where each size begins."""
    found: list[int] = []
    begin = np.zeros(max(SIZES) + 1, dtype=np.int64)
    for size in SIZES:
        begin[size] = len(found)
        for file, rank, (right, up) in product(range(size), range(size), ((0, 1), (0, -1), (-1, 0), (1, 0))):
            ray = 0
            for steps in range(size + 1):
                at_file, at_rank = file + steps * right, rank + steps * up
                if steps and 0 <= at_file < size and 0 <= at_rank < size:
                    ray |= 1 << (at_file * size + at_rank)
                found.append(ray)
    return np.array(found, dtype=np.uint64), begin


_RAYS, _BEGIN = _rays()


@jitable
def ray_of(square: int, direction: int, steps: int, size: int) -> np.uint64:
    """The squares that lie within so many steps of a square in one direction, whatever stands there."""
    word: np.uint64 = _RAYS[_BEGIN[size] + (4 * square + direction) * (size + 1) + steps]
    return word


@jitable
def lead_of(white: np.uint64, black: np.uint64, blank: np.uint64, half_komi: int, seat: int) -> int:
    """A seat's lead in half flats, komi included; ``blank`` are the squares topped by walls and capstones."""
    lead = 2 * (count_ones(white & ~blank) - count_ones(black & ~blank)) - half_komi
    return lead if seat == WHITE else -lead


class Tops(NamedTuple):
    """What lies on top after a stack has moved."""

    white: np.uint64
    black: np.uint64
    walls: np.uint64
    caps: np.uint64


@jitable
def is_emptied(position: TakPosition, square: int, lifted: int) -> bool:
    """Whether nothing is left on the square when so many pieces are lifted."""
    squares = position.size * position.size
    if len(position.buried) > squares and position.buried[squares + square] != _ZERO:
        return False
    return bool(position.buried[square] >> np.uint64(lifted - 1) == _ONE)


@jitable
def tops_after(position: TakPosition, move: int) -> Tops:
    """The tops after a stack move, found without touching what is buried."""
    size = position.size
    square, direction, pattern = move & 63, move >> 6 & 3, move >> 8
    lifted = 0
    while pattern >> lifted != 0:
        lifted += 1
    here = bit(square)
    hand = (position.buried[square] << _ONE) | ((position.black >> np.uint64(square)) & _ONE)
    white, black = position.white & ~here, position.black & ~here
    if not is_emptied(position, square, lifted):
        if (hand >> np.uint64(lifted)) & _ONE:
            black |= here
        else:
            white |= here
    target = here
    keep = lifted
    while keep > 0:
        keep -= 1
        while keep > 0 and (pattern >> (keep - 1)) & 1 == 0:
            keep -= 1
        target = shifted(target, direction, size)
        if (hand >> np.uint64(keep)) & _ONE:
            black |= target
            white &= ~target
        else:
            white |= target
            black &= ~target
    walls, caps = position.walls & ~(here | target), position.caps & ~here
    if position.walls & here:
        walls |= target
    if position.caps & here:
        caps |= target
    return Tops(white, black, walls, caps)


@jitable
def wins_in_one(position: TakPosition, seat: int) -> int:
    """A move that wins at once if it is ``seat``'s turn in an unfinished position, or ``NO_MOVE`` if there is none.

    On the first two plies, where other rules hold, none is looked for.
    """
    if position.ply < 2:
        return NO_MOVE
    board = board_of(position.size)
    road = road_of(position, seat)
    reach = reach_of(road, board)
    gaps = completing(reach)
    empty = board.squares & ~(position.white | position.black)
    stones, caps = reserves(position, seat)
    if gaps & empty:
        return lowest_index(gaps & empty) + 64 * (FLAT if stones > 0 else CAP)
    if stones + caps == 1 or empty & (empty - _ONE) == _ZERO:
        blank = position.walls | position.caps
        lead = lead_of(position.white, position.black, blank, position.half_komi, seat) + (2 if stones > 0 else 0)
        if lead > 0:
            return lowest_index(empty) + 64 * (FLAT if stones > 0 else CAP)
    return _wins_by_spread(position, seat, road, reach, gaps, empty, board)


@jitable
def _wins_by_spread(
    position: TakPosition, seat: int, road: np.uint64, reach: Reach, gaps: np.uint64, empty: np.uint64, board: Board
) -> int:
    """A stack move that wins at once, or ``NO_MOVE``. Stacks of one piece can only step onto a gap in a road."""
    size = position.size
    own = position.white if seat == WHITE else position.black
    blank = position.walls | position.caps
    if gaps & ~empty:
        singles = road & ~position.tall
        while singles:
            here = singles & ~(singles - _ONE)
            singles ^= here
            goals = gaps & (~blank | position.walls if here & position.caps else ~blank)
            for direction in range(4):
                target = shifted(here, direction, size) & goals
                if target and is_road(road & ~here | target, board):
                    return 256 + direction * 64 + lowest_index(here)
    left = own & position.tall
    while left:
        here = left & ~(left - _ONE)
        left ^= here
        square = lowest_index(here)
        most = carried(position, square)
        for direction in range(4):
            ray = ray_of(square, direction, most, size)
            if touches_both(ray | here & position.walls, reach) or empty & ~ray == _ZERO:
                move = _winning_spread(position, seat, square, direction, most, road, reach, empty, board)
                if move != NO_MOVE:
                    return move
    return NO_MOVE


@jitable
def _winning_spread(
    position: TakPosition,
    seat: int,
    square: int,
    direction: int,
    most: int,
    road: np.uint64,
    reach: Reach,
    empty: np.uint64,
    board: Board,
) -> int:
    """A winning move of a stack of two or more in one direction, or ``NO_MOVE``.

    The squares that it can change are looked at first: a new road must lead over them from edge to edge, or they must
    hold all squares that are still empty. Only then is each way to drop the pieces tried.
    """
    here = bit(square)
    blank = position.walls | position.caps
    ray, ahead, far = _ZERO, here, 0
    while far < most:
        ahead = shifted(ahead, direction, position.size)
        if ahead == _ZERO or ahead & blank:
            break
        ray |= ahead
        far += 1
    flattens = far < most and position.caps & here != _ZERO and ahead & position.walls != _ZERO
    changed = ray
    if flattens:
        changed |= ahead
    if position.walls & here:
        changed |= here
    roads = touches_both(changed, reach)
    fills = empty & ~ray == _ZERO
    if far + (1 if flattens else 0) == 0 or not (roads or fills):
        return NO_MOVE
    for lifted in range(1, most + 1):
        for pattern in range(1 << (lifted - 1), 1 << lifted):
            drops = count_ones(np.uint64(pattern))
            if drops > far and not (flattens and drops == far + 1 and pattern & 1 == 1):
                continue
            move = pattern * 256 + direction * 64 + square
            tops = tops_after(position, move)
            made = (tops.white if seat == WHITE else tops.black) & ~tops.walls
            if roads and touches_both(made & ~road, reach) and is_road(made, board):
                return move
            if fills and tops.white | tops.black == board.squares:
                other = (tops.black if seat == WHITE else tops.white) & ~tops.walls
                lead = lead_of(tops.white, tops.black, tops.walls | tops.caps, position.half_komi, seat)
                if lead > 0 and not is_road(other, board):
                    return move
    return NO_MOVE
