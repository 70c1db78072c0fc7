"""The kernels of the exact solver: which sets of camels can still be placed, and the tables of each such set.

Camels to come are a *set*, packed into one word: the numbers of their slots plus one, eight bits each, the smallest
in the lowest bits. A slot's number counts the slots along rows, then those along columns, each by y then x. Where
the camels that lie already are symmetric, a set and its mirror image share one table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.camel import words
from plyground.games.camel.knowledge import race
from plyground.games.camel.knowledge.race import NONE, before, fill, is_better, placed, tiles_of
from plyground.games.camel.moves import is_over
from plyground.games.camel.paths import openings
from plyground.games.camel.position import changed, height_of, width_of
from plyground.games.camel.slots import legal_slots
from plyground.search.running import NODES, STOP

MOST_TO_COME = 8
"""So many slot numbers fit a word."""
_ZERO, _EIGHT, _BYTE = np.uint64(0), np.uint64(8), np.uint64(255)


@jitable
def insert(packed: Any, slot: Any) -> Any:
    """The set with one more slot, which is not in it."""
    new = np.uint64(slot + 1)
    shift = _ZERO
    while (packed >> shift) & _BYTE != _ZERO and (packed >> shift) & _BYTE < new:
        shift += _EIGHT
    lower = packed & ((np.uint64(1) << shift) - np.uint64(1))
    upper = packed >> shift
    if upper == _ZERO:
        return lower | (new << shift)
    return lower | (new << shift) | (upper << (shift + _EIGHT))


@jitable
def mirrored_slot(slot: Any, across: Any, down: Any) -> Any:
    """The slot's mirror image; ``across`` and ``down`` are the corners in a row and in a column."""
    x = slot % across
    return slot - x + across - 1 - x


@jitable
def mirrored(packed: Any, across: Any, down: Any) -> Any:
    """The set's mirror image."""
    made = _ZERO
    while packed != _ZERO:
        made = insert(made, mirrored_slot(np.int64(packed & _BYTE) - 1, across, down))
        packed = packed >> _EIGHT
    return made


@jitable
def mirrored_state(state: Any, width: Any, tiles: Any) -> Any:
    """The state's mirror image."""
    first = state // 2 // tiles
    second = state // 2 % tiles
    first += width - 1 - 2 * (first % width)
    second += width - 1 - 2 * (second % width)
    return (first * tiles + second) * 2 + state % 2


@jitable
def place_of(keys: Any, key: Any) -> Any:
    """Where a set stands in a sorted array, or -1."""
    low = 0
    high = keys.shape[0]
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


@kernels.compiled
def extended(keys: Any, allowed: Any, found: Any) -> Any:
    """Write every set with one slot more into ``found`` and return how many; -1 if they do not fit.

    ``keys`` are all sets of one size; ``allowed[a, b]`` tells whether slots a < b go together, ``allowed[a, a]``
    whether slot a is free.
    """
    slots = allowed.shape[0]
    count = 0
    for key in keys:
        shift = _ZERO
        highest: Any = -1
        while shift < np.uint64(64) and (key >> shift) & _BYTE != _ZERO:
            highest = np.int64((key >> shift) & _BYTE) - 1
            shift += _EIGHT
        for slot in range(highest + 1, slots):
            fits = allowed[slot, slot]
            rest = key
            while fits and rest != _ZERO:
                fits = allowed[np.int64(rest & _BYTE) - 1, slot]
                rest = rest >> _EIGHT
            if fits:
                if count == found.shape[0]:
                    return -1
                found[count] = key | (np.uint64(slot + 1) << shift)
                count += 1
    return count


@kernels.compiled
def is_canonical(keys: Any, across: Any, down: Any, kept: Any) -> Any:
    """Mark each set that is not greater than its mirror image."""
    for index in range(keys.shape[0]):
        kept[index] = keys[index] <= mirrored(keys[index], across, down)
    return keys.shape[0]


@jitable
def with_camels(position: Any, packed: Any, first_camels: Any, second_camels: Any) -> Any:
    """The position with the camels of a set on the board too, and these in hand; seat and ply mean nothing."""
    horizontal = position.horizontal
    vertical = position.vertical
    across = width_of(position) - 1
    down = height_of(position) - 1
    stride = words.stride(horizontal)
    while packed != _ZERO:
        slot = np.int64(packed & _BYTE) - 1
        tile = words.tile(horizontal, slot % (across * down) // across * stride + slot % across)
        if slot < across * down:
            horizontal = horizontal | tile
        else:
            vertical = vertical | tile
        packed = packed >> _EIGHT
    return changed(position, horizontal, vertical, position.first, position.second, first_camels, second_camels)


@jitable
def _best_answers(
    position: Any, here: Any, number: Any, flip: Any, first_tables: Any, second_tables: Any, answers: Any
) -> Any:
    """For each state the best code by placing a camel; ``number`` and ``flip`` find the table for each slot."""
    width = width_of(position)
    across_corners = width - 1
    corners = across_corners * (height_of(position) - 1)
    tiles = tiles_of(position)
    stride = words.stride(position.horizontal)
    across, below = openings(here)
    for state in range(answers.shape[0]):
        answers[state] = NONE
        if state // 2 // tiles == state // 2 % tiles:
            continue
        standing = placed(here, state)
        if is_over(standing) or (standing.second_camels if standing.seat else standing.first_camels) == 0:
            continue
        following = state ^ 1
        image = mirrored_state(following, width, tiles)
        best = np.int64(NONE)
        horizontal, vertical = legal_slots(standing, across, below)
        for axis in range(2):
            rest = vertical if axis else horizontal
            while words.some(rest):
                index = words.lowest(rest)
                slot = axis * corners + index // stride * across_corners + index % stride
                where = image if flip[slot] else following
                if standing.seat:
                    code = before(np.int64(second_tables[number[slot], where]))
                else:
                    code = before(np.int64(first_tables[number[slot], where]))
                if is_better(code, best):
                    best = code
                rest = words.without_lowest(rest)
        answers[state] = best


def room_for(position: Any) -> tuple[NDArray[Any], ...]:
    """What ``fill_layer`` works in: for each slot its table and whether that is a mirror image's, for each state the
    best answer, and the arrays of ``fill``."""
    slots = 2 * (width_of(position) - 1) * (height_of(position) - 1)
    states = 2 * tiles_of(position) ** 2
    return np.zeros(slots, np.int64), np.zeros(slots, np.bool_), np.empty(states, np.int16), *race.room_for(states)


@kernels.compiled
def fill_layer(
    position: Any, keys: Any, next_keys: Any, merged: Any, first_camels: Any, second_camels: Any,
    first_tables: Any, second_tables: Any, tables: Any, state: Any, number: Any, flip: Any, answers: Any, after: Any,
    rows: Any,
) -> Any:  # fmt: skip
    """Fill ``tables`` (sets of ``keys`` by states) for these camels in hand, unless ``state`` says stop.

    ``first_tables`` and ``second_tables`` are those after a camel of seat 0 and of seat 1, by the sets of
    ``next_keys``; ``merged`` tells whether mirror images share a table. The other arrays are those of ``room_for``.
    """
    across = width_of(position) - 1
    down = height_of(position) - 1
    answers[:] = NONE
    for index in range(keys.shape[0]):
        if state[STOP] != 0:
            return index
        here = with_camels(position, keys[index], first_camels, second_camels)
        if first_camels + second_camels > 0:
            for slot in range(2 * across * down):
                key = insert(keys[index], slot)
                number[slot] = place_of(next_keys, key)
                flip[slot] = False
                if number[slot] < 0 and merged:
                    number[slot] = place_of(next_keys, mirrored(key, across, down))
                    flip[slot] = True
            _best_answers(position, here, number, flip, first_tables, second_tables, answers)
        fill(here, answers, tables[index], after, rows)
        state[NODES] += tables.shape[1]
    return keys.shape[0]
