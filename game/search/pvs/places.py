"""Where things lie in the arrays that the fast search shares with its caller, and the constants that go with them.

``state`` is one ``int64`` array: the places of ``plyground.search.running`` that every search has, then the settings of
this search, the reductions of late moves by depth and number, and the history of moves by seat. ``plies`` has a row
for each ply of the line being searched. ``table`` is the table of positions, flat, in groups of two entries, and behind
it which moves are being searched.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from plyground.search import running

STOP, NODES, DEEPEST, DONE = running.STOP, running.NODES, running.DEEPEST, running.DONE
(LIMIT, BEST, EPOCH, MASK, HORIZON, LAST, QUIET_PLIES, CONFIDENCE, PASSED_AT, PROBES) = range(
    running.SHARED, running.SHARED + 10
)
"""Most positions to visit; the row of the root move that is best in this pass, or -1; whose entries of the table
count; how many groups the table has, less one; the ply beyond which nothing is extended; the last ply there is room
for; how many plies of forcing moves follow the horizon; how many hundredths of its error a shallow search must be
beyond the window to stand for a deep one; the ply that a null move has led to, or -1; how many shallow searches in
each other's place are under way."""
(
    BLIND, QUIESCENT, SELECTIVE, REMEMBERING, KILLING, LEARNING, SCOUTING, REDUCING, PASSING, PROBING, TRUSTING,
    PRUNING, SHARING,
) = range(PROBES + 1, PROBES + 14)  # fmt: skip
"""1 or 0: threats and forcing moves are not seen; the game has forcing moves; it leaves out moves; there is a table of
positions; killers; history; null windows; late moves are reduced; null moves; shallow searches stand for deep ones; an
estimate far outside the window does; late moves near the horizon are left out; other threads search it, too."""

REDUCTIONS = SHARING + 1
DEEP, LATE = 32, 64
"""Reductions do not grow any more from this depth and this number of the move on."""
HISTORY = REDUCTIONS + DEEP * LATE
HISTORY_SIZE = 4096
HISTORY_TOP = 10_000
"""What a move's history adds to its order at most, or takes off."""
STATE_SIZE = HISTORY + 2 * HISTORY_SIZE

LENGTH, CERTAIN, KILLER, OTHER_KILLER, LINE = range(5)
"""Columns of ``plies``: the length of the row's line, whether its value rests on ends of the game alone, two moves
that cut at this ply, and where the line begins."""

MOVE, SCORE, MOVE_CERTAIN, MOVE_LENGTH, WAITING, MOVE_LINE = range(6)
"""Columns of the root's rows. ``WAITING`` says that another thread is searching the move."""

NO_MOVE = -1
KILLER_BONUS = 100_000
TABLE_BONUS = 100_000_000

NULL_DEPTH, NULL_LESS, MOST_PROBES = 3, 2, 2
"""From this depth on null moves are tried; how many plies less they are searched, with one more for each four of depth;
how many shallow searches may lie in each other."""
SWING_DEPTH = 4
"""With so many plies left, and fewer, an estimate may stand for the search."""
PRUNED_DEPTH, UNPRUNED, UNPRUNED_BY_DEPTH = 2, 8, 2
"""With so many plies left, and fewer, late moves are left out: those behind so many, and behind so many more times the
square of the depth."""

SHARED_DEPTH, MARKS, LATER = 3, 4096, 1 << 30
"""From this depth on a move that another thread is searching waits for the others; how many words behind the table's
groups say which moves are being searched; and by how much their order falls."""

INFINITE = 3_000_000
"""Beyond every score."""

ENTRY, GROUP = 4, 8
"""Words of an entry of the table (key and seal, move, score, and the rest packed), and of a group of two."""
UPPER, LOWER, EXACT = 1, 2, 3
"""What a score in the table is: at most, at least, or exact."""
DEPTH_BITS, CERTAIN_BIT, BOUND_SHIFT, AGE_SHIFT, EPOCH_SHIFT = 255, 256, 9, 11, 19
"""The packed word of an entry: 8 bits depth, 1 certain, 2 bound, 8 age, the rest its epoch."""


@cache
def reductions() -> Any:
    """How many plies less a late move is searched: grows with the logarithms of the depth and the move's number."""
    found = np.zeros((DEEP, LATE), dtype=np.int64)
    for depth in range(2, DEEP):
        for number in range(3, LATE):
            found[depth, number] = int(0.5 + math.log(depth) * math.log(number) / 2.2)
    return found.ravel()
