"""Which moves of Crazy Camel look worth a search at first sight, as learnt on its usual boards from searches.

What is seen of a move, a *feature*, is there or not: of a camel, where it would lie beside either master, what its ends
and its middle touch, how much longer it makes either path, and how that stands with the race and the camels in hand; of
a step, what it gains in the race, and how far it leads ahead. All is seen by the seat to move, as if it walked down the
board, and left is as good as right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.kernels import implements, jitable
from plyground.games.camel import words
from plyground.games.camel.knowledge.shortest import detour, shortest
from plyground.games.camel.moves import PASS, landing, move_axis, move_x, move_y
from plyground.games.camel.paths import goal_row, openings, steps_to
from plyground.games.camel.position import Position, WidePosition, height_of, width_of
from plyground.search.learning import model

SIZES = 7, 9
"""The sides of the boards that were learnt."""
CLASSES = 6
"""How many classes there are of camels in hand."""

_BESIDE_X, _BESIDE_Y, _ABOVE = 9, 18, 9
_LONGER, _NETS, _RACES, _MIDDLE = 8, 7, 5, 3
_OWN = 2 * _BESIDE_X * _BESIDE_Y
_TOUCH = _OWN + 2 * _BESIDE_X * _BESIDE_Y
_EFFECT = _TOUCH + 2 * 2 * _MIDDLE
_NET = _EFFECT + _LONGER * _LONGER
_STEP = _NET + _NETS * _RACES * CLASSES * CLASSES
_WAY = _STEP + _RACES * _RACES * CLASSES
_PASS = _WAY + _RACES
FEATURES = _PASS + 1
WEIGHTS = len(SIZES) * FEATURES


@jitable
def class_of(camels: Any) -> Any:
    """How many camels are in hand: 0, 1, 2, 3 or 4, 5 to 7, more."""
    if camels < 3:
        return camels
    if camels < 5:
        return 3
    return 4 if camels < 8 else 5


@jitable
def clipped(number: Any, most: Any) -> Any:
    """A number between ``-most`` and ``most``, counted from 0."""
    return min(max(number, -most), most) + most


@jitable
def begin_of(position: Any) -> Any:
    """Where the features of a position's board begin; -1 if it is none that was learnt."""
    size = width_of(position)
    if size != height_of(position) or (size != SIZES[0] and size != SIZES[1]):
        return -1
    return 0 if size == SIZES[0] else FEATURES


@jitable
def is_learnt(position: Any, weights: Any) -> Any:
    """Whether these weights have what was learnt of a position's board: a camel that makes no path longer was met."""
    begin = begin_of(position)
    return begin >= 0 and len(weights) >= WEIGHTS and weights[begin + _EFFECT] != 0


@jitable
def _beside(slot_x: Any, slot_y: Any, axis: Any, tile: Any, stride: Any, turn: Any) -> Any:
    """Where a camel would lie beside a tile: how many columns and rows its middle is away, beyond half a one."""
    across, down = slot_x - tile % stride, slot_y - tile // stride
    if across < 0:
        across = -across - 1
    if turn:
        down = -down - 1
    return ((axis - 1) * _BESIDE_X + min(across, _BESIDE_X - 1)) * _BESIDE_Y + min(max(down + _ABOVE, 0), _BESIDE_Y - 1)


@implements(model.move_features, Position, WidePosition)
def move_features(position: Any, moves: Any, count: int, places: Any) -> None:
    base = begin_of(position)
    across, below = openings(position)
    stride = words.stride(across)
    seat = position.seat
    own_tile, other_tile = position.first, position.second
    mine, others = class_of(position.first_camels), class_of(position.second_camels)
    if seat:
        own_tile, other_tile, mine, others = other_tile, own_tile, others, mine
    own, other = words.tile(across, own_tile), words.tile(across, other_tile)
    own_goal, other_goal = goal_row(position, seat), goal_row(position, 1 - seat)
    own_steps, own_right, own_down = shortest(own, own_goal, across, below)
    other_steps, other_right, other_down = shortest(other, other_goal, across, below)
    race = clipped(other_steps - own_steps, _RACES // 2)
    lying, standing = position.horizontal, position.vertical
    near = standing | words.up(standing) | words.down(standing)
    touched_left = words.right(words.right(lying) | near)
    touched_right = words.left(words.left(lying) | near)
    lying_middle = words.up(standing) | words.down(standing)
    near = lying | words.left(lying) | words.right(lying)
    touched_above = words.down(words.down(standing) | near)
    touched_below = words.up(words.up(standing) | near)
    standing_middle = words.left(lying) | words.right(lying)
    last = width_of(position) - 2
    for index in range(count):
        move: Any = np.int64(moves[index])
        at = index * model.MOST_OF_MOVE
        used = 1
        if move == PASS:
            places[at] = base + _PASS
        elif move < PASS:
            target = landing(position, move)
            gain = clipped(own_steps - steps_to(words.tile(across, target), own_goal, across, below), _RACES // 2)
            way = target // stride - own_tile // stride
            places[at] = base + _STEP + (gain * _RACES + race) * CLASSES + others
            places[at + 1] = base + _WAY + clipped(-way if seat else way, _RACES // 2)
            used = 2
        else:
            x, y, axis = move_x(move), move_y(move), move_axis(move)
            slot = words.tile(across, y * stride + x)
            along_row = axis == 1
            longer = detour(slot, along_row, other, other_goal, other_steps, other_right, other_down, across, below)
            lost = detour(slot, along_row, own, own_goal, own_steps, own_right, own_down, across, below)
            place, first, second, middle = y, touched_above, touched_below, standing_middle
            if along_row:
                place, first, second, middle = x, touched_left, touched_right, lying_middle
            ends = (1 if place == 0 or words.some(slot & first) else 0) + (
                1 if place == last or words.some(slot & second) else 0
            )
            touch = ((axis - 1) * 2 + (1 if words.some(slot & middle) else 0)) * _MIDDLE + ends
            effect = min(longer, _LONGER - 1) * _LONGER + min(lost, _LONGER - 1)
            net = min(max(longer - lost + 2, 0), _NETS - 1)
            places[at] = base + _beside(x, y, axis, other_tile, stride, seat)
            places[at + 1] = base + _OWN + _beside(x, y, axis, own_tile, stride, seat)
            places[at + 2] = base + _TOUCH + touch
            places[at + 3] = base + _EFFECT + effect
            net = ((net * _RACES + race) * CLASSES + mine) * CLASSES + others
            places[at + 4] = base + _NET + net
            used = 5
        places[at + used] = -1
