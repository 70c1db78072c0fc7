"""Two punters to the end: alpha-beta over the tables of ``remainder``, with a table of positions.

Scores grow with the set of own rivers, so (own with all free rivers) - (other now) and (own now) - (other with all free
rivers) bound the lead; a position whose bounds meet, or lie outside the window, needs no search. Positions that join
the same parts with the same useful rivers free are one entry of the table. Rivers that join nothing new for either are
alike: one of them is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.games.punter.knowledge.remainder import Remainder
from plyground.search import running

FAR = 1 << 60
"""Beyond every lead."""
MOST = running.SHARED
"""The place in the shared array of the most positions that may be analysed."""

_GAIN_WEIGHT = 8
"""Moves are ordered by what they add at once to either score, and a little by what they cost the other at most."""

_OWN, _OTHER, _LEFT, _ALPHA, _BETA, _BEST, _MOVE, _NEXT, _COUNT, _KEY, _START, _FIELDS = range(12)
_OPENING, _GOING_ON, _CLOSING = range(3)


class Table(NamedTuple):
    """The table of positions: keys (0 is empty), bounds of the lead for the mover, the best move, the turns left."""

    keys: Any
    lows: Any
    highs: Any
    moves: Any


def fresh_table(bits: int) -> Table:
    """An empty table with two to the ``bits`` places."""
    size = 1 << bits
    return Table(
        np.zeros(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int16),
    )


def fresh_state(most_nodes: int | None) -> Any:
    """The shared array of a search of so many positions."""
    state = np.zeros(running.SHARED + 1, dtype=np.int64)
    state[MOST] = FAR if most_nodes is None else most_nodes
    return state


@kernels.compiled
def value_of(
    seat: Any, own: Any, other: Any, left: Any, alpha: Any, beta: Any, everything: Any, scores: Any, parts: Any,
    shifts: Any, earlier: Any, keys: Any, lows: Any, highs: Any, best_moves: Any, state: Any,
) -> Any:  # fmt: skip
    """The lead for ``seat``, to move with ``own`` rivers against ``other``, after ``left`` more turns.

    Fail-soft: exact inside the window, else a bound. Means nothing once ``state`` says stop.
    """
    rivers = len(earlier)
    frames = np.zeros((left + 1, _FIELDS), dtype=np.int64)
    moves = np.empty((left + 1, rivers), dtype=np.int64)
    rates = np.empty((left + 1, rivers), dtype=np.int64)
    mask = np.int64(len(keys) - 1)
    ply = 0
    frames[0, _OWN], frames[0, _OTHER], frames[0, _LEFT] = own, other, left
    frames[0, _ALPHA], frames[0, _BETA] = alpha, beta
    value = np.int64(0)
    doing = _OPENING
    while True:
        if doing == _OPENING:
            state[running.NODES] += 1
            if state[running.NODES] >= state[MOST]:
                state[running.STOP] = 1
            if state[running.STOP] != 0:
                return value
            doing = _CLOSING
            own, other = frames[ply, _OWN], frames[ply, _OTHER]
            left = frames[ply, _LEFT]
            mover = (seat + ply) & 1
            free = everything & ~(own | other)
            mine, theirs = scores[mover, own], scores[1 - mover, other]
            if left == 0:
                value = mine - theirs
                continue
            if left == 1:
                value = mine
                for bit in range(rivers):
                    if free >> bit & 1:
                        value = max(value, scores[mover, own | (1 << bit)])
                value -= theirs
                continue
            most, most_other = scores[mover, own | free], scores[1 - mover, other | free]
            high, low = most - theirs, mine - most_other
            if high <= frames[ply, _ALPHA] or high == low:
                value = high
                continue
            if low >= frames[ply, _BETA]:
                value = low
                continue
            part, part_other = parts[mover, own], parts[1 - mover, other]
            useful = np.int64(0)
            idle = np.int64(0)
            idle_bit: Any = np.int64(-1)
            count = 0
            for bit in range(rivers):
                if free >> bit & 1:
                    if parts[mover, own | (1 << bit)] != part or parts[1 - mover, other | (1 << bit)] != part_other:
                        useful |= 1 << bit
                        if earlier[bit] & free == 0:
                            moves[ply, count] = bit
                            count += 1
                    else:
                        idle += 1
                        idle_bit = bit
            if mover == 0:
                key = (np.int64(part) << shifts[1]) | np.int64(part_other)
            else:
                key = (np.int64(part_other) << shifts[1]) | np.int64(part)
            key = (((((key << rivers) | useful) << 5) | idle) << 1 | mover) + 1
            place = (key * 0x2545F4914F6CDD1D >> 20) & mask
            if keys[place] != key:
                place ^= 1
            tried: Any = np.int64(-1)
            if keys[place] == key:
                low, high = max(low, lows[place]), min(high, highs[place])
                if low >= frames[ply, _BETA] or low == high:
                    value = low
                    continue
                if high <= frames[ply, _ALPHA]:
                    value = high
                    continue
                tried = np.int64(best_moves[place]) & 31
            for index in range(count):
                bit = moves[ply, index]
                rate = scores[mover, own | (1 << bit)] - mine + scores[1 - mover, other | (1 << bit)] - theirs
                rate = _GAIN_WEIGHT * rate + most_other - scores[1 - mover, (other | free) ^ (1 << bit)]
                if bit == tried:
                    rate = FAR
                at = index
                while at > 0 and rates[ply, at - 1] < rate:
                    rates[ply, at], moves[ply, at] = rates[ply, at - 1], moves[ply, at - 1]
                    at -= 1
                rates[ply, at], moves[ply, at] = rate, bit
            if idle > 0:
                moves[ply, count] = idle_bit
                count += 1
            frames[ply, _START] = frames[ply, _ALPHA]
            frames[ply, _BEST], frames[ply, _MOVE] = -FAR, moves[ply, 0]
            frames[ply, _NEXT], frames[ply, _COUNT], frames[ply, _KEY] = 0, count, key
            doing = _GOING_ON
        elif doing == _GOING_ON:
            best = frames[ply, _BEST]
            if frames[ply, _NEXT] < frames[ply, _COUNT] and best < frames[ply, _BETA]:
                bit = moves[ply, frames[ply, _NEXT]]
                frames[ply, _NEXT] += 1
                frames[ply + 1, _OWN] = frames[ply, _OTHER]
                frames[ply + 1, _OTHER] = frames[ply, _OWN] | (1 << bit)
                frames[ply + 1, _LEFT] = frames[ply, _LEFT] - 1
                frames[ply + 1, _ALPHA] = -frames[ply, _BETA]
                frames[ply + 1, _BETA] = -max(frames[ply, _ALPHA], best)
                ply += 1
                doing = _OPENING
                continue
            key = frames[ply, _KEY]
            left = frames[ply, _LEFT]
            place = (key * 0x2545F4914F6CDD1D >> 20) & mask
            if keys[place] != key and (keys[place ^ 1] == key or (keys[place] != 0 and best_moves[place] >> 5 > left)):
                place ^= 1
            if keys[place] != key:
                keys[place] = key
                lows[place], highs[place] = -FAR, FAR
            if best > frames[ply, _START]:
                lows[place] = max(lows[place], best)
            if best < frames[ply, _BETA]:
                highs[place] = min(highs[place], best)
            best_moves[place] = frames[ply, _MOVE] | (left << 5)
            value = best
            doing = _CLOSING
        else:
            if ply == 0:
                return value
            ply -= 1
            value = -value
            if value > frames[ply, _BEST]:
                frames[ply, _BEST] = value
                frames[ply, _MOVE] = moves[ply, frames[ply, _NEXT] - 1]
            doing = _GOING_ON


def fits(rest: Remainder) -> bool:
    """Whether a position's key fits into one number."""
    return sum((ways - 1).bit_length() for ways in rest.ways) + rest.count + 6 <= 62


def shifts_of(rest: Remainder) -> Any:
    """How many bits each punter's parts take in a key."""
    return np.array([(ways - 1).bit_length() for ways in rest.ways], dtype=np.int64)
