"""The kernels that play a Tak move and say how a game ended."""

from __future__ import annotations

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones
from plyground.core.kernels import implements, jitable
from plyground.games.tak.position import (
    BLACK,
    BLACK_FLATS,
    BLACK_ROAD,
    BOARD,
    CAP,
    EVEN_FLATS,
    ONGOING,
    QUIET,
    QUIET_LIMIT,
    WALL,
    WHITE,
    WHITE_FLATS,
    WHITE_ROAD,
    TakPosition,
    bit,
    mover_of,
    placed_colour,
)
from plyground.games.tak.roads import board_of, is_road, road_of

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_WORD = 64


@jitable
def has_road(road: np.uint64, size: int) -> bool:
    """Whether these squares connect two opposite edges."""
    return count_ones(road) >= size and is_road(road, board_of(size))


@jitable
def standing(position: TakPosition, white_changed: bool, black_changed: bool) -> int:
    """The value of ``result`` for a position just reached, whose own ``result`` is not looked at.

    A road of a colour is looked for only if its squares have changed. Both sides' roads win for who made the move, the
    seat that is not to move now; then come the flats; then the draw of quiet plies.
    """
    size = position.size
    white_road = white_changed and has_road(road_of(position, WHITE), size)
    black_road = black_changed and has_road(road_of(position, BLACK), size)
    if white_road and black_road:
        return BLACK_ROAD if mover_of(position) == WHITE else WHITE_ROAD
    if white_road:
        return WHITE_ROAD
    if black_road:
        return BLACK_ROAD
    full = position.white | position.black == BOARD[size]
    out = position.white_stones + position.white_caps == 0 or position.black_stones + position.black_caps == 0
    if full or out:
        flats = ~(position.walls | position.caps)
        lead = 2 * (count_ones(position.white & flats) - count_ones(position.black & flats)) - position.half_komi
        return WHITE_FLATS if lead > 0 else BLACK_FLATS if lead < 0 else EVEN_FLATS
    return QUIET if position.quiet >= QUIET_LIMIT else ONGOING


@jitable
def settled(position: TakPosition, white_changed: bool, black_changed: bool) -> TakPosition:
    """The position with its ``result`` found."""
    return TakPosition(*position[:15], standing(position, white_changed, black_changed))


@implements(kernels.play, TakPosition)
def play(position: TakPosition, move: int) -> TakPosition:
    """A piece placed, or a stack moved."""
    return _spread(position, move) if move >= 256 else _place(position, move)


@jitable
def _place(position: TakPosition, move: int) -> TakPosition:
    here = bit(move & 63)
    piece = move >> 6
    colour = placed_colour(position)
    is_cap = 1 if piece == CAP else 0
    is_white = 1 if colour == WHITE else 0
    after = TakPosition(
        position.size,
        position.white | here if colour == WHITE else position.white,
        position.black | here if colour == BLACK else position.black,
        position.walls | here if piece == WALL else position.walls,
        position.caps | here if piece == CAP else position.caps,
        *position[5:7],
        position.white_stones - is_white * (1 - is_cap),
        position.white_caps - is_white * is_cap,
        position.black_stones - (1 - is_white) * (1 - is_cap),
        position.black_caps - (1 - is_white) * is_cap,
        *position[11:13],
        position.ply + 1,
        0,
        ONGOING,
    )
    return settled(after, is_white == 1, is_white == 0)


@jitable
def _spread(position: TakPosition, move: int) -> TakPosition:
    """The lifted pieces come off the low end of the stack's word and go, cut by cut, under the words of the squares."""
    size = position.size
    squares = size * size
    wide = len(position.buried) > squares
    start = move & 63
    direction = (move >> 6) & 3
    pattern = move >> 8
    lifted = 0
    while pattern >> lifted != 0:
        lifted += 1
    here = bit(start)
    buried = position.buried.copy()
    white, black, tall = position.white & ~here, position.black & ~here, position.tall & ~here
    top_black = (position.black >> np.uint64(start)) & _ONE
    low = (buried[start] << _ONE) | top_black
    hand = low & ((_ONE << np.uint64(lifted)) - _ONE)
    high = _ZERO
    if wide:
        high = (buried[squares + start] << _ONE) | (buried[start] >> np.uint64(_WORD - 1))
        low = (low >> np.uint64(lifted)) | (high << np.uint64(_WORD - lifted))
        high = high >> np.uint64(lifted)
        buried[squares + start] = high >> _ONE
    else:
        low = low >> np.uint64(lifted)
    buried[start] = _ONE
    if low != _ONE or high != _ZERO:
        if low & _ONE:
            black |= here
        else:
            white |= here
        buried[start] = (low >> _ONE) | (high << np.uint64(_WORD - 1))
        if (low >> _ONE) != _ONE or high != _ZERO:
            tall |= here
    square = start
    step = 1 if direction == 0 else -1 if direction == 1 else -size if direction == 2 else size
    target = here
    in_hand = lifted
    while in_hand > 0:
        square += step
        target = bit(square)
        keep = in_hand - 1
        while keep > 0 and (pattern >> (keep - 1)) & 1 == 0:
            keep -= 1
        dropped = np.uint64(in_hand - keep)
        pieces = (hand >> np.uint64(keep)) & ((_ONE << dropped) - _ONE)
        low, high = _ONE, _ZERO
        if (white | black) & target:
            low = (buried[square] << _ONE) | ((black >> np.uint64(square)) & _ONE)
            if wide:
                high = (buried[squares + square] << _ONE) | (buried[square] >> np.uint64(_WORD - 1))
        if wide:
            high = (high << dropped) | (low >> (np.uint64(_WORD) - dropped))
            buried[squares + square] = high >> _ONE
        low = (low << dropped) | pieces
        buried[square] = (low >> _ONE) | (high << np.uint64(_WORD - 1))
        if low & _ONE:
            black |= target
            white &= ~target
        else:
            white |= target
            black &= ~target
        if (low >> _ONE) != _ONE or high != _ZERO:
            tall |= target
        in_hand = keep
    flattened = position.walls & target
    walls, caps = position.walls & ~(here | target), position.caps & ~here
    if position.walls & here:
        walls |= target
    if position.caps & here:
        caps |= target
    quiet = 0 if flattened else position.quiet + 1
    tops = (white, black, walls, caps, tall)
    after = TakPosition(size, *tops, buried, *position[7:13], position.ply + 1, quiet, ONGOING)
    return settled(after, True, True)


@implements(kernels.outcome, TakPosition)
def outcome(position: TakPosition, seat: int) -> int:
    """As ``result`` says, for one seat."""
    if position.result == ONGOING:
        return kernels.ONGOING
    if position.result == EVEN_FLATS or position.result == QUIET:
        return kernels.DRAW
    won_by = WHITE if position.result == WHITE_ROAD or position.result == WHITE_FLATS else BLACK
    return kernels.WIN if won_by == seat else kernels.LOSS


@implements(kernels.margin, TakPosition)
def margin(position: TakPosition, seat: int) -> int:
    """1, 0 or -1: Tak is won, drawn or lost."""
    return kernels.outcome(position, seat)
