"""Which moves of Tak look worth a search at first sight, as learnt from what searches chose.

What is seen of a move, a *feature*, is there or not. Of a placement, by the kind of its piece: the class of its square,
the neighbours, whose pieces are in its rank and file, the stacks beside it, and what it does to roads. Of a stack move:
the flats that it gains and takes, how many pieces go how far, the neighbours of the square that it leaves, what it
lands on, and what it does to roads. All is seen by the seat to move and the same for the eight symmetries of the board;
each size has weights of its own, and the two plies on which the other side’s flat is placed features of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bits import count_ones
from plyground.core.kernels import implements, jitable
from plyground.games.tak.knowledge.features import CLASSES, SQUARES
from plyground.games.tak.knowledge.hare import effect_of
from plyground.games.tak.knowledge.kernels import hostile_heights
from plyground.games.tak.position import CAP, SIZES, WALL, WHITE, TakPosition, bit, mover_of, shifted
from plyground.games.tak.roads import beside, board_of, completing, nearly, reach_of, road_of
from plyground.search.learning import model

_KINDS, _SIDES, _IN_LINES, _HEIGHTS, _ROADS = 3, 5, 8, 6, 16
_GAINS, _TAKEN, _CARRIED = 9, 4, 8
_FIRST = CLASSES
_NEAR = _FIRST + _KINDS * CLASSES
_LINES = _NEAR + _KINDS * _SIDES * _SIDES
_STACKS = _LINES + _KINDS * _IN_LINES * _IN_LINES
_PLACED = _STACKS + _KINDS * _HEIGHTS
_GAIN = _PLACED + _KINDS * _ROADS
_FAR = _GAIN + _KINDS * _GAINS * _TAKEN
_LEFT = _FAR + _CARRIED * _CARRIED
_LANDING = _LEFT + _SIDES * _SIDES
_MOVED = _LANDING + _KINDS * 7
FEATURES = _MOVED + _KINDS * _ROADS
WEIGHTS = len(SIZES) * FEATURES
_SMALLEST = min(SIZES)
_ONE = np.uint64(1)


@jitable
def begin_of(size: int) -> int:
    """Where the features of a board of this size begin."""
    return (size - _SMALLEST) * FEATURES


@jitable
def is_learnt(position: TakPosition, weights: Any) -> Any:
    """Whether these weights have what was learnt of boards of this size: a flat that does nothing to roads was met."""
    begin = begin_of(position.size)
    return len(weights) >= begin + FEATURES and weights[begin + _PLACED] != 0


@jitable
def _class_of(square: np.uint64, size: int) -> int:
    found = 0
    for number in range(CLASSES):
        if SQUARES[size, number] & square:
            found = number
    return found


@jitable
def _kind_of(position: TakPosition, square: np.uint64) -> int:
    """The kind of a top: a flat, a wall or a capstone."""
    return 1 if square & position.walls else 2 if square & position.caps else 0


@jitable
def _upon(squares: np.uint64, wins: np.uint64, losses: np.uint64, makes: np.uint64, spoils: np.uint64) -> int:
    """What pieces on these squares do to roads: complete one, stop one, and either with one more piece."""
    found = (1 if squares & wins else 0) + (2 if squares & losses else 0)
    return found + (4 if squares & makes else 0) + (8 if squares & spoils else 0)


@implements(model.move_features, TakPosition)
def move_features(position: TakPosition, moves: Any, count: int, places: Any) -> None:
    base = begin_of(position.size)
    board, size = board_of(position.size), position.size
    mover = mover_of(position)
    own, other = road_of(position, mover), road_of(position, 1 - mover)
    own_tops, other_tops = position.white, position.black
    if mover != WHITE:
        own_tops, other_tops = other_tops, own_tops
    blank = position.walls | position.caps
    empty = board.squares & ~(own_tops | other_tops)
    own_reach, other_reach = reach_of(own, board), reach_of(other, board)
    wins, losses = completing(own_reach), completing(other_reach)
    makes, spoils = nearly(own, own_reach, empty, board), nearly(other, other_reach, empty, board)
    file = (_ONE << np.uint64(size)) - _ONE
    for index in range(count):
        move: Any = np.int64(moves[index])
        at = index * model.MOST_OF_MOVE
        square = move & 63
        here = bit(square)
        near = beside(here, board)
        sides = min(count_ones(near & own_tops), _SIDES - 1) * _SIDES + min(count_ones(near & other_tops), _SIDES - 1)
        used = 5
        if move < 256 and position.ply < 2:
            places[at] = base + _class_of(here, size)
            used = 1
        elif move < 256:
            piece = move >> 6
            lines = file << np.uint64(square // size * size) | board.first_rank << np.uint64(square % size)
            mine, theirs = min(count_ones(own & lines), _IN_LINES - 1), min(count_ones(other & lines), _IN_LINES - 1)
            heights = min(hostile_heights(position, square), _HEIGHTS - 1)
            places[at] = base + _FIRST + piece * CLASSES + _class_of(here, size)
            places[at + 1] = base + _NEAR + piece * _SIDES * _SIDES + sides
            places[at + 2] = base + _LINES + (piece * _IN_LINES + mine) * _IN_LINES + theirs
            places[at + 3] = base + _STACKS + piece * _HEIGHTS + heights
            places[at + 4] = base + _PLACED + piece * _ROADS + _upon(here, wins, losses, makes, spoils)
        else:
            top = _kind_of(position, here)
            effect = effect_of(position, move, own_tops, blank, mover)
            gain = min(max(effect.gain, -(_GAINS // 2)), _GAINS // 2) + _GAINS // 2
            far = count_ones(effect.ray)
            last = effect.ray & ~_passed(effect.ray, move >> 6 & 3, size)
            landing = 0 if last & empty else 1 + _kind_of(position, last) + (3 if last & other_tops else 0)
            places[at] = base + _GAIN + (top * _GAINS + gain) * _TAKEN + min(effect.taken, _TAKEN - 1)
            places[at + 1] = base + _FAR + (effect.lifted - 1) * _CARRIED + far - 1
            places[at + 2] = base + _LEFT + sides
            places[at + 3] = base + _LANDING + top * 7 + landing
            places[at + 4] = base + _MOVED + top * _ROADS + _upon(effect.ray, wins, losses, makes, spoils)
        places[at + used] = -1


@jitable
def _passed(ray: np.uint64, direction: int, size: int) -> np.uint64:
    """The squares of a ray behind which it goes on."""
    back = shifted(ray, direction ^ 1, size)
    return ray & back


assert (CAP, WALL) == (2, 1), "kinds of tops are numbered as pieces are"
