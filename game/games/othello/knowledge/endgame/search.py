"""The endgame search above six empty squares: a null-window search with table, fastest first, stable discs.

Every search answers one question, whether a position's value is above an odd bound. Moves are tried in the order of how
few replies they leave (fastest first), corners among the replies counted twice; the table's move comes first of all.
Moves are made first, looked up next and ranked last, so that the table's memory comes while the others are made.
Where many squares are empty a short search by the trained weights has its say as well. Where several threads search, a
move that another is at waits for the others, but the first of a position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones, lowest_index
from plyground.games.othello.knowledge.endgame import table as layout
from plyground.games.othello.knowledge.endgame.few import few_left, odd_quadrants
from plyground.games.othello.knowledge.endgame.foresight import foresee, judge
from plyground.games.othello.knowledge.endgame.last import NOTHING, final, last_four, last_one, last_three, last_two
from plyground.games.othello.knowledge.endgame.memory import peek, poke, prefetch
from plyground.games.othello.knowledge.endgame.stability import stable_discs
from plyground.games.othello.knowledge.endgame.table import (
    NO_MOVE,
    UNKNOWN,
    bucket,
    claim_of,
    claim_place,
    look_up,
    lower_of,
    move_of,
    store,
    upper_of,
)
from plyground.games.othello.knowledge.patterns import around
from plyground.games.othello.runs import flips, reached

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_BYTE, _EIGHT = np.uint64(0xFF), np.uint64(8)
_NODES, _BOARD, _STATE, _MOST, _STOPPED = layout.NODES, layout.BOARD, layout.STATE, layout.MOST_NODES, layout.STOPPED
_EDGES, _LISTS, _LIST = layout.EDGES, layout.LISTS, layout.LIST
_CORNERS = np.uint64(0x8100_0000_0000_0081)
FEW = 6
"""Up to this many empty squares moves are not sorted."""
_HASHED = 8
"""From this many empty squares on positions are kept in the table."""
_LOOKED_AHEAD = 10
"""From this many empty squares on the positions after each move are looked up before any is searched."""
_POLLED = 9
_FIRST = 1 << 20
_REPLY = 64
_FRONTIER = 12
_CORNER = 32
_ODD = 16
_FORESEEN = 13
_SHARE = 1
JUDGED, _JUDGED_PER_PLY = 14, 3
"""From so many empty squares on moves are judged by the trained weights, a ply deeper for each so many more."""
_PER_PLY = 2
SHARED = 13
"""From so many empty squares on threads share out the moves of a position."""
_LOWEST, _HIGHEST = np.int64(-30_000), np.int64(30_000)
_BASE = 1 << 16


@kernels.jitable
def _out_of_bounds(work: Any) -> Any:
    """Whether the search has been told to stop, or has used up its positions; remembered in ``work``."""
    if peek(work, _STOPPED):
        return True
    if peek(work, _NODES) >= peek(work, _MOST) or peek(peek(work, _STATE), _ZERO):
        poke(work, _STOPPED, _ONE)
        return True
    return False


@kernels.jitable
def _rank(own: Any, other: Any, empties: Any, placed: Any, odd: Any) -> Any:
    """How early to try the move ``placed`` after which the side to move has the discs ``own``."""
    replies = reached(own, other) & empties
    rank = _BASE - _REPLY * (count_ones(replies) + count_ones(replies & _CORNERS))
    rank -= _FRONTIER * count_ones(around(other) & empties)
    if placed & _CORNERS:
        rank += _CORNER
    if placed & odd:
        rank += _ODD
    return rank


@kernels.jitable
def _plies_foreseen(count: Any) -> Any:
    """How many plies the short search before the sorting of moves looks ahead, with ``count`` empty squares."""
    if count < _FORESEEN:
        return -1
    return min((count - _FORESEEN) // _PER_PLY, 3)


@kernels.compiled
def above(own: Any, other: Any, bound: Any, work: Any) -> Any:
    """The value with seven or more empty squares, against ``bound``; without meaning once ``work`` says stopped."""
    before = peek(work, _NODES) + _ONE
    poke(work, _NODES, before)
    empties = ~(own | other) & peek(work, _BOARD)
    count = count_ones(empties)
    moves = reached(own, other) & empties
    if not moves:
        if reached(other, own) & empties:
            return -above(other, own, -bound, work)
        return final(own, other, count)
    if count >= _POLLED and _out_of_bounds(work):
        return 0
    if peek(work, _EDGES) and bound >= 64 - 2 * count_ones(other):
        most = 64 - 2 * count_ones(stable_discs(other, own, peek(work, _EDGES)))
        if most < bound:
            return most
    place = _ZERO
    known = UNKNOWN
    if count >= _HASHED:
        place = bucket(own, other, work)
        known = look_up(place, own, other)
        if lower_of(known) > bound:
            return lower_of(known)
        if upper_of(known) < bound:
            return upper_of(known)
    hinted = move_of(known)
    listed = work + ((_LISTS + _LIST * np.uint64(count)) << np.uint64(3))
    odd = odd_quadrants(empties)
    foreseen: Any = _plies_foreseen(count)
    judged: Any = min((count - JUDGED) // _JUDGED_PER_PLY, 3) if peek(work, layout.WEIGHTS) else -1
    number = _ZERO
    while moves:
        square = np.uint64(lowest_index(moves))
        placed = _ONE << square
        moves ^= placed
        flipped = flips(own, other, placed)
        if flipped == other:
            return count_ones(peek(work, _BOARD))
        if count > _HASHED:
            prefetch(bucket(other ^ flipped, own ^ flipped ^ placed, work))
        poke(listed, number, square)
        poke(listed, number + _ONE, flipped)
        number += _TWO
    if count >= _LOOKED_AHEAD:
        index = _ZERO
        while index < number:
            flipped = peek(listed, index + _ONE)
            after_own, after_other = other ^ flipped, own ^ flipped ^ (_ONE << peek(listed, index))
            after = look_up(bucket(after_own, after_other, work), after_own, after_other)
            if -upper_of(after) > bound:
                return -upper_of(after)
            index += _TWO
    index = _ZERO
    while index < number:
        square = peek(listed, index)
        placed = _ONE << square
        flipped = peek(listed, index + _ONE)
        after_own, after_other = other ^ flipped, own ^ flipped ^ placed
        if square == hinted:
            rank = _FIRST
        else:
            rank = _rank(after_own, after_other, empties ^ placed, placed, odd)
            if judged >= 0:
                rank -= judge(after_own, after_other, work, judged, _LOWEST, _HIGHEST)
            elif foreseen >= 0:
                rank -= _SHARE * foresee(after_own, after_other, work, foreseen, _LOWEST, _HIGHEST)
        poke(listed, index, np.uint64(rank) << _EIGHT | square)
        index += _TWO
    best: Any = NOTHING
    best_move = NO_MOVE
    first = _ZERO
    while first < number:
        highest = first
        index = first + _TWO
        while index < number:
            if peek(listed, index) > peek(listed, highest):
                highest = index
            index += _TWO
        square = peek(listed, highest) & _BYTE
        flipped = peek(listed, highest + _ONE)
        after_own, after_other = other ^ flipped, own ^ flipped ^ (_ONE << square)
        claimed = _ZERO
        if count >= SHARED and first > _ZERO and peek(work, layout.CLAIMS):
            known = look_up(place, own, other)  # another thread may be done with the position
            if lower_of(known) > bound:
                return lower_of(known)
            if upper_of(known) < bound:
                return upper_of(known)
            claim = claim_of(after_own, after_other)
            claimed = claim_place(claim, work)
            if peek(claimed, _ZERO) == claim and peek(listed, highest) > _BYTE:
                poke(listed, highest, square)
                continue
            poke(claimed, _ZERO, claim)
        poke(listed, highest, peek(listed, first))
        poke(listed, highest + _ONE, peek(listed, first + _ONE))
        first += _TWO
        if count > FEW + 1:
            value = -above(after_own, after_other, -bound, work)
        else:
            value = -few_left(after_own, after_other, -bound, work)
        if claimed:
            poke(claimed, _ZERO, _ZERO)
        if value > best:
            best = value
            best_move = square
            if value > bound:
                break
    if peek(work, _STOPPED):
        return 0
    if count >= _HASHED:
        store(place, own, other, best, bound, best_move, np.int64(peek(work, _NODES) - before))
    return best


@kernels.compiled
def value_against(own: Any, other: Any, bound: Any, work: Any) -> Any:
    """The value of any position, against ``bound``: below it an upper bound, above it a lower bound."""
    empties = ~(own | other) & peek(work, _BOARD)
    count = count_ones(empties)
    if count > FEW:
        return above(own, other, bound, work)
    if count > 4:
        return few_left(own, other, bound, work)
    if count == 4:
        return last_four(own, other, empties, bound, work)
    first = np.uint64(lowest_index(empties)) if count else _ZERO
    left = empties & (empties - _ONE)
    second = np.uint64(lowest_index(left)) if count > 1 else _ZERO
    left &= left - _ONE
    if count == 3:
        return last_three(own, other, first, second, np.uint64(lowest_index(left)), bound, work)
    if count == 2:
        return last_two(own, other, first, second, bound, work)
    if count == 1:
        poke(work, _NODES, peek(work, _NODES) + _ONE)
        return last_one(own, other, first)
    return final(own, other, 0)
