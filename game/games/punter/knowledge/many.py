"""Any number of punters to the end: exact max^n over the tables of ``remainder``, with a table of positions.

Every mover takes what is best for its own lead; of equals the last, or the first, in the order of the rivers' ends. A
mover's lead is at most (own with all free rivers) - (best other now), so a move that reaches that ends the search of
its position: all later ones of the order are no better. Positions that join the same parts with the same rivers free
have the same subtree, ties included, and are one entry of the table (Luckhardt and Irani, 1986, describe max^n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter.knowledge.duel import FAR, MOST
from plyground.games.punter.knowledge.remainder import Remainder
from plyground.search import running

_FREE, _LEFT, _BEST, _MOVE, _NEXT, _KEY, _MOST, _FIELDS = range(8)
_OPENING, _GOING_ON, _CLOSING = range(3)


class Vectors(NamedTuple):
    """The table of positions: keys (0 is empty) and the leads of all punters, with the best move after them."""

    keys: Any
    leads: Any


def fresh_vectors(bits: int, seats: int) -> Vectors:
    """An empty table with two to the ``bits`` places."""
    size = 1 << bits
    return Vectors(np.zeros(size, dtype=np.int64), np.empty((size, seats + 1), dtype=np.int64))


@jitable
def _best_other(scores: Any, sets: Any, ply: Any, seat: Any) -> Any:
    """The highest score of the others; 0 if there are none."""
    best = np.int64(0)
    first = True
    for other in range(len(scores)):
        if other != seat:
            score = scores[other, sets[ply, other]]
            if first or score > best:
                best = score
            first = False
    return best


@kernels.compiled
def leads_of(
    seat: Any, root: Any, left: Any, everything: Any, last: Any, scores: Any, parts: Any, codes: Any, shifts: Any,
    earlier: Any, keys: Any, known: Any, answer: Any, state: Any,
) -> Any:  # fmt: skip
    """Write into ``answer`` the lead of every punter when ``left`` more turns have been played, and the best first move
    (a bit) after them; ``root`` holds the sets of the punters, ``seat`` is to move.

    With ``shifts`` a position's key is made of ``parts``, else (where those do not fit) of ``codes``. Means nothing
    once ``state`` says stop.
    """
    rivers = len(earlier)
    seats = len(scores)
    frames = np.zeros((left + 1, _FIELDS), dtype=np.int64)
    sets = np.zeros((left + 1, seats), dtype=np.int64)
    leads = np.zeros((left + 1, seats + 1), dtype=np.int64)
    mask = np.int64(len(keys) - 1)
    taken = np.int64(0)
    for punter in range(seats):
        sets[0, punter] = root[punter]
        taken |= root[punter]
    frames[0, _FREE], frames[0, _LEFT] = everything & ~taken, left
    ply = 0
    doing = _OPENING
    while True:
        mover = (seat + ply) % seats
        if doing == _OPENING:
            state[running.NODES] += 1
            if state[running.NODES] >= state[MOST]:
                state[running.STOP] = 1
            if state[running.STOP] != 0:
                return
            doing = _CLOSING
            free, left = frames[ply, _FREE], frames[ply, _LEFT]
            if left <= 1:
                leads[ply, seats] = -1
                if left == 1:
                    best, best_bit = np.int64(-FAR), -1
                    for index in range(rivers):
                        bit = rivers - 1 - index if last else index
                        if free >> bit & 1 and earlier[bit] & free == 0:
                            score = scores[mover, sets[ply, mover] | (1 << bit)]
                            if score > best:
                                best, best_bit = score, bit
                    leads[ply, seats] = best_bit
                    sets[ply, mover] |= 1 << best_bit
                for punter in range(seats):
                    leads[ply, punter] = scores[punter, sets[ply, punter]] - _best_other(scores, sets, ply, punter)
                continue
            key = np.int64(0)
            if len(shifts) > 0:
                for punter in range(seats):
                    key = (key << shifts[punter]) | np.int64(parts[punter, sets[ply, punter]])
                key = ((key << rivers) | free) + 1
            else:
                for punter in range(seats):
                    key += (punter + 1) * codes[sets[ply, punter]]
                key += 1
            place = (key * 0x2545F4914F6CDD1D >> 20) & mask
            if keys[place] != key:
                place ^= 1
            if keys[place] == key:
                for punter in range(seats + 1):
                    leads[ply, punter] = known[place, punter]
                continue
            frames[ply, _MOST] = scores[mover, sets[ply, mover] | free] - _best_other(scores, sets, ply, mover)
            frames[ply, _BEST], frames[ply, _NEXT], frames[ply, _KEY] = -FAR, 0, key
            doing = _GOING_ON
        elif doing == _GOING_ON:
            free = frames[ply, _FREE]
            bit = -1
            if frames[ply, _BEST] < frames[ply, _MOST]:
                while frames[ply, _NEXT] < rivers and bit < 0:
                    index = frames[ply, _NEXT]
                    frames[ply, _NEXT] += 1
                    bit = rivers - 1 - index if last else index
                    if free >> bit & 1 == 0 or earlier[bit] & free != 0:
                        bit = -1
            if bit >= 0:
                frames[ply, _MOVE] = bit
                for punter in range(seats):
                    sets[ply + 1, punter] = sets[ply, punter]
                sets[ply + 1, mover] |= 1 << bit
                frames[ply + 1, _FREE], frames[ply + 1, _LEFT] = free ^ (1 << bit), frames[ply, _LEFT] - 1
                ply += 1
                doing = _OPENING
                continue
            key = frames[ply, _KEY]
            place = (key * 0x2545F4914F6CDD1D >> 20) & mask
            if keys[place] != 0 and keys[place ^ 1] == 0:
                place ^= 1
            keys[place] = key
            for punter in range(seats + 1):
                known[place, punter] = leads[ply, punter]
            doing = _CLOSING
        else:
            if ply == 0:
                for punter in range(seats + 1):
                    answer[punter] = leads[0, punter]
                return
            ply -= 1
            mover = (seat + ply) % seats
            if leads[ply + 1, mover] > frames[ply, _BEST]:
                frames[ply, _BEST] = leads[ply + 1, mover]
                for punter in range(seats):
                    leads[ply, punter] = leads[ply + 1, punter]
                leads[ply, seats] = frames[ply, _MOVE]
            doing = _GOING_ON


def key_parts(rest: Remainder) -> tuple[Any, Any]:
    """The ``codes`` and ``shifts`` of ``leads_of``: shifts where a key made of parts fits into one number, else codes
    that tell the owner of every river."""
    shifts = np.array([(ways - 1).bit_length() for ways in rest.ways], dtype=np.int64)
    if int(shifts.sum()) + rest.count <= 61:
        return np.zeros(1, dtype=np.int64), shifts
    codes = np.zeros(1 << rest.count, dtype=np.int64)
    for bit in range(rest.count):
        codes[1 << bit : 2 << bit] = codes[: 1 << bit] + (len(rest.ways) + 1) ** bit
    return codes, np.zeros(0, dtype=np.int64)


def fits(rest: Remainder) -> bool:
    """Whether a position's key fits into one number."""
    return (
        float(len(rest.ways) + 1) ** rest.count < 2.0**61
        or int(sum((ways - 1).bit_length() for ways in rest.ways)) + rest.count <= 61
    )
