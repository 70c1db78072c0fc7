"""What the fast search asks of Tak: keys, wins in one, threats that must be answered, and an order of moves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import count_ones, lowest_index, mixed, product
from plyground.core.kernels import implements, jitable
from plyground.games.tak.knowledge.winning import NO_MOVE, is_emptied, wins_in_one
from plyground.games.tak.position import FLAT, WALL, WHITE, TakPosition, bit, mover_of, shifted
from plyground.games.tak.roads import beside, board_of, centre_of, completing, nearly, reach_of, road_of
from plyground.search.pvs import contract

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_SALT = np.uint64(0xD6E8_FEB8_6659_FD93)
QUIET_IN_KEY = 30
"""From so many quiet plies on their number is a part of the key, since the draw that they lead to is near."""


@implements(contract.key, TakPosition)
def key(position: TakPosition) -> Any:
    """Tops, stacks and the seat to move, and the quiet plies once they matter; reserves follow from the rest."""
    history = position.quiet if position.quiet >= QUIET_IN_KEY else 0
    word = mixed(position.white ^ _SALT) ^ np.uint64(2 * history + (position.ply & 1))
    word = mixed(word) ^ position.black
    word = mixed(word) ^ position.walls
    word = mixed(word) ^ position.caps
    word = mixed(word)
    squares = position.size * position.size
    wide = len(position.buried) > squares
    left = position.tall
    while left:
        square = lowest_index(left)
        left &= left - _ONE
        stack = position.buried[square] ^ product(np.uint64(square + 1), _SALT)
        if wide:
            stack = mixed(stack) ^ position.buried[squares + square]
        word ^= mixed(stack)
    return word


@implements(contract.known, TakPosition)
def known(position: TakPosition, weights: Any) -> int:
    """A win in one, if there is one."""
    if wins_in_one(position, mover_of(position)) == NO_MOVE:
        return contract.UNKNOWN
    return contract.WIN - 1


@implements(contract.extension, TakPosition)
def extension(position: TakPosition, weights: Any) -> int:
    """1 where the other side would win at once if it were to move."""
    return 0 if wins_in_one(position, 1 - mover_of(position)) == NO_MOVE else 1


BLOCK, MAKE, SPOIL, BESIDE, CENTRE, LINE = 15_000, 4000, 2500, 125, 50, 50
PLACED_FLAT, PLACED_WALL, PLACED_CAP, MOVED = 1000, 0, 750, 500
GAIN, TAKE = 700, 300


@implements(contract.rate, TakPosition)
def rate(position: TakPosition, moves: Any, count: int, scores: Any, weights: Any) -> None:
    """Squares that complete a road, theirs or one's own, come first; then the tutorial's order of placements, and
    stack moves by the flats that they gain."""
    board, size = board_of(position.size), position.size
    mover = mover_of(position)
    own, other = road_of(position, mover), road_of(position, 1 - mover)
    own_tops = position.white if mover == WHITE else position.black
    blank = position.walls | position.caps
    empty = board.squares & ~(position.white | position.black)
    own_reach, other_reach = reach_of(own, board), reach_of(other, board)
    wins, losses = completing(own_reach), completing(other_reach)
    makes = nearly(own, own_reach, empty, board)
    spoils = nearly(other, other_reach, empty, board)
    near = beside(own, board)
    inner, middle = centre_of(board)
    opening = position.ply < 2
    for index in range(count):
        move: Any = moves[index]
        square = move & 63
        here = bit(square)
        if move < 256:
            piece = move >> 6
            centre = CENTRE * (2 * (here & inner != _ZERO) + 2 * (here & middle != _ZERO))
            if opening:
                scores[index] = -centre
                continue
            score = centre + (PLACED_FLAT if piece == FLAT else PLACED_WALL if piece == WALL else PLACED_CAP)
            if here & losses:
                score += BLOCK
            if here & spoils:
                score += SPOIL
            if piece != WALL:
                if here & wins:
                    score += 10 * BLOCK
                if here & makes:
                    score += MAKE
                if here & near:
                    score += BESIDE
                file = ((_ONE << np.uint64(size)) - _ONE) << np.uint64(square // size * size)
                rank = board.first_rank << np.uint64(square % size)
                score += LINE * (count_ones(own & file) + count_ones(own & rank))
            scores[index] = score
        else:
            scores[index] = _rate_spread(position, move, own_tops, blank, wins, losses, mover)


class Effect(NamedTuple):
    """What a stack move does: the flats on top that it gains over the other side's, those that it takes, the squares
    that it drops pieces on, and how many pieces it carries."""

    gain: int
    taken: int
    ray: np.uint64
    lifted: int


@jitable
def effect_of(position: TakPosition, move: int, own_tops: np.uint64, blank: np.uint64, mover: int) -> Effect:
    """What a stack move does; ``blank`` are the squares without a flat on top.

    The pieces that end on top are those just above the cuts, and the one on top of all: no pattern is walked through.
    """
    square, direction, pattern = move & 63, move >> 6 & 3, move >> 8
    here = bit(square)
    word = np.uint64(pattern)
    filled = word | word >> _ONE
    filled |= filled >> np.uint64(2)
    filled |= filled >> np.uint64(4)
    lifted = count_ones(filled)
    drops = count_ones(word)
    ray, ahead = _ZERO, here
    for _ in range(drops):
        ahead = shifted(ahead, direction, position.size)
        ray |= ahead
    hand = (position.buried[square] << _ONE) | ((position.black >> np.uint64(square)) & _ONE)
    black = count_ones(hand & (word << _ONE | _ONE) & filled)
    own = drops - black if mover == WHITE else black
    other = drops - own
    own -= 1  # a flat that leaves its square, or a wall or capstone that was counted among the flats dropped
    if not is_emptied(position, square, lifted):
        left_black = (hand >> np.uint64(lifted)) & _ONE == _ONE
        if left_black == (mover != WHITE):
            own += 1
        else:
            other += 1
    flats = ray & ~blank
    own -= count_ones(flats & own_tops)
    taken = count_ones(flats & (position.white | position.black) & ~own_tops)
    return Effect(own - other + taken, taken, ray, lifted)


@jitable
def _rate_spread(
    position: TakPosition,
    move: int,
    own_tops: np.uint64,
    blank: np.uint64,
    wins: np.uint64,
    losses: np.uint64,
    mover: int,
) -> int:
    """A stack move by the flats it gains on top, what it takes, and the roads that it may make or stop."""
    effect = effect_of(position, move, own_tops, blank, mover)
    score = MOVED + GAIN * effect.gain + TAKE * effect.taken
    if effect.ray & losses:
        score += BLOCK // 2
    if effect.ray & wins and bit(move & 63) & position.walls == _ZERO:
        score += BLOCK
    return score


SWING, SWING_A_PLY = 60, 40


@implements(contract.swing, TakPosition)
def swing(position: TakPosition, depth: int, weights: Any) -> tuple[int, int]:
    """On the boards with learnt weights, more for each ply.

    In a tenth of 62 positions of 5 x 5 a search of 1 to 4 plies fell short of the estimate by more than 61, 95, 76 and
    109 hundredths, in a tenth of 124 of 6 x 6 one of 1 to 3 plies by more than 41, 47 and 57.
    """
    return (SWING + SWING_A_PLY * depth, 0) if 5 <= position.size <= 6 else (0, 0)
