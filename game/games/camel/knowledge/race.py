"""Exact tables of a race: the outcome for every place of both masters once the camels on the board are fixed.

A table is made by retrograde analysis: from the finished games backwards, the nearest ends first, so that each win is
the soonest and each loss the latest. What is never reached goes on for ever under best play, which nobody wins.
Camels still in hand enter as one best answer for each state, which the caller has worked out from the tables with
one camel more on the board.

A state is numbered ``(first * tiles + second) * 2 + seat``, tiles numbered ``y * width + x``. Its code is ``n + 1``
if the seat to move wins in n plies, ``-(n + 1)`` if it loses in n, and 0 if nobody wins. The length limit of a game
is not looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.camel import words
from plyground.games.camel.moves import PASS, landing, step_bits
from plyground.games.camel.paths import openings
from plyground.games.camel.position import changed, height_of, width_of

NONE = -32_000
"""In place of a code: there is no camel to place, or no legal place for one."""
_MOST_STEPS = 5
_LONGEST = 16_000


@jitable
def tiles_of(position: Any) -> Any:
    """How many tiles the board has."""
    return width_of(position) * height_of(position)


@jitable
def state_of(position: Any) -> Any:
    """The number of a position's state."""
    width = width_of(position)
    stride = words.stride(position.horizontal)
    first = position.first // stride * width + position.first % stride
    second = position.second // stride * width + position.second % stride
    return (first * tiles_of(position) + second) * 2 + position.seat


@jitable
def placed(position: Any, state: Any) -> Any:
    """The position with its masters and its seat to move as a state says; the ply means nothing."""
    width = width_of(position)
    tiles = tiles_of(position)
    stride = words.stride(position.horizontal)
    first = state // 2 // tiles
    second = state // 2 % tiles
    first_tile = first // width * stride + first % width
    second_tile = second // width * stride + second % width
    horizontal, vertical, _first, _second, first_camels, second_camels = position[:6]
    made = changed(position, horizontal, vertical, first_tile, second_tile, first_camels, second_camels)
    return made if made.seat == state % 2 else changed(made, *made[:6])


@jitable
def is_better(code: Any, known: Any) -> Any:
    """Whether the mover prefers one code to another: won soon, won late, nobody wins, lost late, lost soon, none."""
    if code > 0:
        return known <= 0 or code < known
    if known >= 0 or code == NONE:
        return False
    return known == NONE or code == 0 or code < known


@jitable
def before(code: Any) -> Any:
    """The code for the mover of a move that leads to a state with this code."""
    if code > 0:
        return -code - 1
    return 1 - code if code < 0 else 0


@jitable
def _successors(position: Any, across: Any, below: Any, answers: Any, after: Any, counts: Any) -> Any:
    """For each state: the states after each step into a row of ``after``, and how many; -1 for a state that is won
    (the row's owner has just lost), -2 for both masters on one tile."""
    width = width_of(position)
    tiles = tiles_of(position)
    stride = words.stride(position.horizontal)
    for state in range(2 * tiles * tiles):
        first = state // 2 // tiles
        second = state // 2 % tiles
        seat = state % 2
        if first == second:
            counts[state] = -2
        elif first >= tiles - width or second < width:
            counts[state] = -1
        else:
            here = placed(position, state)
            bits = step_bits(here, across, below)
            count = 0
            for step in range(PASS):
                if (bits >> step) & 1:
                    target = landing(here, step)
                    tile = target // stride * width + target % stride
                    following = (first * tiles + tile) * 2 if seat else (tile * tiles + second) * 2 + 1
                    after[state, count] = following
                    count += 1
            if count == 0 and answers[state] == NONE:
                after[state, 0] = state ^ 1
                count = 1
            counts[state] = count


def room_for(states: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What ``fill`` works in, for so many states: the steps from each, and rows of numbers."""
    return np.empty((states, _MOST_STEPS), np.int32), np.empty((8, max(states * _MOST_STEPS, _LONGEST) + 1), np.int32)


@kernels.compiled
def fill(position: Any, answers: Any, codes: Any, after: Any, rows: Any) -> Any:
    """Write the code of every state into ``codes`` for the camels that lie on the board; the masters do not matter.

    ``answers`` has for each state the code of the best placing of a camel, or ``NONE``. Both are ``int16``; the other
    arrays are those of ``room_for``.
    """
    across, below = openings(position)
    states = codes.shape[0]
    sources, counts, listed = rows[0], rows[1], rows[2]
    _successors(position, across, below, answers, after, counts)
    ends = rows[3]  # where the states before each state end in the list ``sources``
    ends[: states + 1] = 0
    for state in range(states):
        for index in range(counts[state]):
            ends[after[state, index]] += 1
    total = 0
    for state in range(states):
        total += ends[state]
        ends[state] = total
    ends[states] = total
    for state in range(states):
        for index in range(counts[state]):
            target = after[state, index]
            ends[target] -= 1
            sources[ends[target]] = state
    heads, links = rows[4], rows[5]  # for each number of plies, the first state that is decided then
    answer_heads, answer_links = rows[6], rows[7]  # the same for wins by placing a camel
    heads[:_LONGEST], answer_heads[:_LONGEST], listed[:states] = -1, -1, 0
    last = 0
    for state in range(states):
        codes[state] = 0
        answer = answers[state]
        if counts[state] == -1:
            links[state] = heads[0]
            heads[0] = state
            listed[state] = -1
        elif counts[state] >= 0 and answer > 0:
            plies = answer - 1
            answer_links[state] = answer_heads[plies]
            answer_heads[plies] = state
            last = max(last, plies)
            counts[state] += 1
        elif counts[state] >= 0 and answer == 0:
            counts[state] += 1
        elif counts[state] == 0:
            plies = -answer - 1
            links[state] = heads[plies]
            heads[plies] = state
            listed[state] = -1
            last = max(last, plies)
    plies = 0
    while plies <= last:
        state = answer_heads[plies]
        while state >= 0:
            if listed[state] == 0:
                listed[state] = 1
                links[state] = heads[plies]
                heads[plies] = state
            state = answer_links[state]
        state = heads[plies]
        while state >= 0:
            lost = listed[state] < 0
            codes[state] = -(plies + 1) if lost else plies + 1
            for index in range(ends[state], ends[state + 1]):
                source = sources[index]
                if listed[source] == 0:
                    when = plies + 1
                    if lost:
                        listed[source] = 1
                    else:
                        counts[source] -= 1
                        if counts[source] == 0:
                            listed[source] = -1
                            if answers[source] != NONE:
                                when = max(when, -answers[source] - 1)
                    if listed[source] != 0:
                        links[source] = heads[when]
                        heads[when] = source
                        last = max(last, when)
            state = links[state]
        plies += 1
    return total
