"""What is learnt of positions of Crazy Camel on its usual boards: a small net that corrects the estimate set by hand.

What the net sees, a *feature*, is there or not: the camels that lie, by the row of either master; where the masters
stand; the lengths of their paths, how many doors are on these and how broad they are; the race by the camels in hand.
All is seen by the seat to move, as if it walked down the board.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.kernels import implements, jitable
from plyground.core.scratch import scratch
from plyground.games.camel import words
from plyground.games.camel.knowledge import learnt_order
from plyground.games.camel.knowledge.learnt_order import CLASSES, SIZES, class_of, clipped
from plyground.games.camel.paths import goal_row, openings, steps_to
from plyground.games.camel.position import Position, WidePosition, width_of
from plyground.search.learning import model, net

_IN_HAND = 11
_LONGEST = 32
_MOST_AHEAD = 8
_AHEAD = 2 * _MOST_AHEAD + 1
_NEAR_X, _NEAR_Y = 7, 11

_ROOM = 64
PATH = Path(__file__).with_name("weights.npz")

_LARGEST = max(SIZES)
_WAY = 2 * (_LARGEST - 1) ** 2 + 2 * _LARGEST**2
_RACE = _WAY + 2 * _LONGEST
_HAND = _RACE + _AHEAD * CLASSES * CLASSES
_APART = _HAND + _IN_HAND * _IN_HAND
_NET = _APART + _NEAR_X * _NEAR_Y
FEATURES = _NET + net.OUTPUT
EVALUATION = len(SIZES) * FEATURES * net.WORDS
"""How many weights the evaluation has; behind them lie those of moves."""


@jitable
def begin_of(size: Any) -> Any:
    """Where the features of a board of this size begin."""
    return 0 if size == SIZES[0] else FEATURES


@jitable
def is_learnt(position: Any, weights: Any) -> Any:
    """Whether these weights have what was learnt of a position's board."""
    return learnt_order.begin_of(position) >= 0 and net.is_there(weights, begin_of(width_of(position)) + _NET)


@jitable
def _listed(tiles: Any, begin: Any, width: Any, high: Any, mirror: Any, turn: Any, places: Any, count: Any) -> Any:
    """Write the feature of each tile of a block of this width, whose highest row is ``high``; return how many."""
    stride = words.stride(tiles)
    while words.some(tiles):
        index = words.lowest(tiles)
        x, y = index % stride, index // stride
        if mirror:
            x = width - 1 - x
        if turn:
            y = high - y
        places[count] = begin + y * width + x
        count += 1
        tiles = words.without_lowest(tiles)
    return count


@jitable
def seen(position: Any, places: Any) -> Any:
    """Write the features of an unfinished position on a board that was learnt into ``places``; return how many."""
    across, below = openings(position)
    stride = words.stride(position.horizontal)
    size = width_of(position)
    seat = position.seat
    corners = size - 1
    base = begin_of(size)
    count = 0
    own, other = position.first, position.second
    mine, others = position.first_camels, position.second_camels
    if seat:
        own, other, mine, others = other, own, others, mine
    own_x, own_y, other_x, other_y = own % stride, own // stride, other % stride, other // stride
    if seat:
        own_y, other_y = corners - own_y, corners - other_y
    mirror = own_x * 2 > corners or (own_x * 2 == corners and other_x * 2 > corners)
    if mirror:
        own_x, other_x = corners - own_x, corners - other_x
    count = _listed(position.horizontal, base, corners, corners - 1, mirror, seat, places, count)
    base += corners * corners
    count = _listed(position.vertical, base, corners, corners - 1, mirror, seat, places, count)
    base += corners * corners
    places[count] = base + own_y * size + own_x
    places[count + 1] = base + size * size + other_y * size + other_x
    own_steps = steps_to(words.tile(across, own), goal_row(position, seat), across, below)
    steps = steps_to(words.tile(across, other), goal_row(position, 1 - seat), across, below)
    base = begin_of(size)
    places[count + 2] = base + _WAY + min(own_steps, _LONGEST - 1)
    places[count + 3] = base + _WAY + _LONGEST + min(steps, _LONGEST - 1)
    ahead = clipped(steps - own_steps, _MOST_AHEAD)
    places[count + 4] = base + _RACE + (ahead * CLASSES + class_of(mine)) * CLASSES + class_of(others)
    places[count + 5] = base + _HAND + min(mine, _IN_HAND - 1) * _IN_HAND + min(others, _IN_HAND - 1)
    apart = clipped(other_x - own_x, _NEAR_X // 2) * _NEAR_Y + clipped(other_y - own_y, _NEAR_Y // 2)
    places[count + 6] = base + _APART + apart
    return count + 7


@implements(model.features, Position, WidePosition)
def features(position: Any, places: Any, amounts: Any) -> Any:
    count = seen(position, places)
    for index in range(count):
        amounts[index] = 1
    return count


@jitable
def estimate(position: Any, weights: Any) -> Any:
    """The value of an unfinished position for the seat to move, in hundredths, on a board that was learnt."""
    places = scratch(_ROOM)
    count = seen(position, places)
    return net.worth(places, count, weights, begin_of(width_of(position)) + _NET)


@cache
def weights() -> NDArray[np.int64]:
    """The weights that are played with; before anything was learnt the estimate is that set by hand."""
    return model.load(PATH, MODEL.size) if PATH.exists() else np.zeros(MODEL.size, dtype=np.int64)


MODEL = model.Model(
    game="camel",
    features=FEATURES,
    weights=weights,
    file=PATH,
    stages=len(SIZES),
    starts=({}, {"board_width": 9, "board_height": 9, "starting_camels": 10}),
    openings=(2, 9),
    nodes=1000,
    net=True,
    always=(_HAND, _APART),
    moves=learnt_order.WEIGHTS,
)
