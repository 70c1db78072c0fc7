"""How a move turns out: games played on from it by punters who each see to their own score, in compiled code.

A playout goes on for some turns, after which each free river falls to each punter by chance, as in ``chances``. All
moves that are compared meet the same chance, so that their differences say more than their values.

Where options are not played, a punter goes where it gains most for each river of the way, and takes the one of that way
that is worth most to it first. Where they are, it takes the river that is worth most to it: what that adds at once and
what it is expected to add. Values are blurred by chance, so that no two playouts are alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter.kernels import label_parts
from plyground.games.punter.knowledge.chances import top_of
from plyground.games.punter.knowledge.kernels import worth_of_parts
from plyground.games.punter.position import OPTIONS, SCORE, USED, punters, turn
from plyground.search import running
from plyground.search.xorshift import following, fraction

LONGEST_WAY = 12
"""How many rivers a way may need."""
OPTION_BAR = 1.5
"""How many claims an option must be worth, until as few turns are left as options."""

_FREE, _CLAIMED, _CLOSED = range(3)


@jitable
def _gain(one: Any, other: Any, sums: Any, first: Any, after: Any) -> Any:
    """What joining two parts adds to a punter's score: ``sums[p, m]`` is what mine m is paid for part p, ``first[p]``
    and ``after`` list the mines of each part."""
    total = 0.0
    mine = first[one]
    while mine >= 0:
        total += sums[other, mine]
        mine = after[mine]
    mine = first[other]
    while mine >= 0:
        total += sums[one, mine]
        mine = after[mine]
    return total


@jitable
def _join(one: Any, other: Any, above: Any, sums: Any, first: Any, after: Any) -> Any:
    """Make one part of two; returns what that adds to the score."""
    added = _gain(one, other, sums, first, after)
    above[other] = one
    for mine in range(sums.shape[1]):
        sums[one, mine] += sums[other, mine]
    mine = first[other]
    if mine >= 0:
        while after[mine] >= 0:
            mine = after[mine]
        after[mine] = first[one]
        first[one] = first[other]
    return added


@jitable
def _on_the_way(
    board: Any, part_of: Any, above: Any, sums: Any, first: Any, after: Any, beside: Any, kind: Any, drawn: Any,
    blur: Any, weights: Any, ways: Any, worth: Any, queue: Any, mark: Any,
) -> Any:  # fmt: skip
    """The river that a punter takes on the way to where it gains most for each river, -1 if nothing is to be had; and
    the last mark used. Ways begin at each part with a mine and lead through free rivers.

    ``beside`` lists the sites of each part in a ring. ``ways[p]`` is written: how far a part is, the river and the part
    that lead there, and the mark of the last visit."""
    best, chosen = 0.0, np.int64(-1)
    for mine in range(len(board.mines)):
        begin = top_of(above, part_of[board.mines[mine]])
        if first[begin] != mine:
            continue  # the other mines of a part see the same
        mark += 1
        worth[begin] = 0.0
        ways[begin, 0], ways[begin, 1], ways[begin, 2], ways[begin, 3] = 0, -1, -1, mark
        end = 0
        site = board.mines[mine]
        while end == 0 or site != board.mines[mine]:
            queue[end] = site
            end += 1
            site = beside[site]
        at = 0
        while at < end:
            here = queue[at]
            at += 1
            part = top_of(above, part_of[here])
            if ways[part, 0] >= LONGEST_WAY:
                break
            for link in range(board.starts[here], board.starts[here + 1]):
                river = board.links[link, 1]
                if kind[river] != _FREE:
                    continue
                other = board.links[link, 0]
                step = top_of(above, part_of[other])
                if ways[step, 3] == mark:
                    continue
                away = ways[part, 0] + 1
                ways[step, 0], ways[step, 1], ways[step, 2], ways[step, 3] = away, river, part, mark
                worth[step] = worth[part] + _gain(begin, step, sums, first, after)
                value = worth[step] / away * (1.0 + blur * (2.0 * drawn[river] - 1.0))
                site = np.int64(-1)
                while site != other:
                    site = beside[other] if site < 0 else beside[site]
                    queue[end] = site
                    end += 1
                if value > best:
                    best, heaviest = value, -1.0
                    while ways[step, 1] >= 0:
                        if weights[ways[step, 1]] >= heaviest:
                            heaviest, chosen = weights[ways[step, 1]], ways[step, 1]
                        step = ways[step, 2]
    return chosen, mark


@kernels.compiled
def play_out(
    position: Any, candidates: Any, weights: Any, blur: Any, horizon: Any, chance: Any, spread: Any, word: Any,
    scores: Any, state: Any,
) -> Any:  # fmt: skip
    """Play on after each of the moves ``candidates`` (claims and options) and write the final scores of all punters
    into ``scores[playout, candidate, punter]``, bets included; returns the playouts that were made before ``state``
    said stop.

    ``weights[p, r]`` is what river r is expected to add to p's score; each playout multiplies it by a number from
    1 - blur to 1 + blur. After ``horizon`` turns each punter gets each free river, whoever else does, with a
    probability from ``chance`` - ``spread`` to ``chance`` + ``spread``, drawn for each playout. ``word`` is the seed,
    not 0.
    """
    board = position.board
    seats, rivers = punters(position), len(position.claimed)
    sites, mines = len(board.mine_at), len(board.mines)
    left = rivers - turn(position)
    sharing = position.settings & OPTIONS != 0
    parts = np.empty(seats, dtype=np.int64)
    part_of = np.empty((seats, sites), dtype=np.int32)
    for seat in range(seats):
        parts[seat] = label_parts(position, seat, part_of[seat])
    most = parts.max()
    worths = np.zeros((seats, most, mines), dtype=np.float64)
    firsts = np.full((seats, most), -1, dtype=np.int32)
    afters = np.full((seats, mines), -1, dtype=np.int32)
    ring = np.empty((seats, sites), dtype=np.int32)
    entry = np.empty(most, dtype=np.int32)
    for seat in range(seats):
        entry[:] = -1
        for site in range(sites):
            part = part_of[seat, site]
            if entry[part] < 0:
                entry[part] = site
                ring[seat, site] = site
            ring[seat, site], ring[seat, entry[part]] = ring[seat, entry[part]], site
        worth_of_parts(position, seat, part_of[seat], worths[seat])
        for mine in range(mines):
            part = part_of[seat, board.mines[mine]]
            afters[seat, mine] = firsts[seat, part]
            firsts[seat, part] = mine
    kinds = np.empty(rivers, dtype=np.int8)
    owners = np.empty(rivers, dtype=np.int32)
    for river in range(rivers):
        claimed = np.int64(position.claimed[river])
        owners[river] = claimed % seats if claimed >= 0 else -1
        kinds[river] = _FREE if claimed < 0 else _CLAIMED if sharing and position.shared[river] < 0 else _CLOSED
    above = np.empty((seats, most), dtype=np.int32)
    sums, first, after = np.empty_like(worths), np.empty_like(firsts), np.empty_like(afters)
    beside, kind, owner = np.empty_like(ring), np.empty_like(kinds), np.empty_like(owners)
    listed_ones = np.empty(rivers, dtype=np.int64)
    options = np.empty(seats, dtype=np.int64)
    drawn = np.empty((seats, rivers), dtype=np.float64)
    blurred = np.empty((seats, rivers), dtype=np.float64)
    ways = np.zeros((most, 4), dtype=np.int64)
    worth = np.empty(most, dtype=np.float64)
    queue = np.empty(sites, dtype=np.int32)
    mark = np.int64(0)
    mover = position.ply % seats
    made = 0
    while made < len(scores):
        likely = chance
        if spread > 0.0:
            word = following(word)
            likely += spread * (2.0 * fraction(word) - 1.0)
        for seat in range(seats):
            for river in range(rivers):
                word = following(word)
                drawn[seat, river] = fraction(word)
                blurred[seat, river] = weights[seat, river] * (1.0 + blur * (2.0 * drawn[seat, river] - 1.0))
        for place in range(len(candidates)):
            above[:] = np.arange(most)
            sums[:], first[:], after[:], beside[:] = worths, firsts, afters, ring
            kind[:], owner[:] = kinds, owners
            for seat in range(seats):
                options[seat] = mines - position.tally[seat, USED] if sharing else 0
                scores[made, place, seat] = position.tally[seat, SCORE]
            listed = 0
            for river in range(rivers):
                if kind[river] != _CLOSED:
                    listed_ones[listed] = river
                    listed += 1
            for step in range(min(left, horizon)):
                if state[running.STOP] != 0:
                    return made
                seat = (mover + step) % seats
                best: Any = np.int64(-1)
                if step == 0:
                    best = candidates[place] % rivers
                elif not sharing:
                    best, mark = _on_the_way(
                        board, part_of[seat], above[seat], sums[seat], first[seat], after[seat], beside[seat], kind,
                        drawn[seat], blur, blurred[seat], ways, worth, queue, mark,
                    )  # fmt: skip
                    while best < 0 and listed > 0:
                        listed -= 1
                        if kind[listed_ones[listed]] == _FREE:
                            best = listed_ones[listed]
                else:
                    highest, free = 0.0, np.int64(-1)
                    late = (left - step) // seats <= options[seat]
                    index = 0
                    while index < listed:
                        river = listed_ones[index]
                        if kind[river] == _CLOSED:
                            listed -= 1
                            listed_ones[index] = listed_ones[listed]
                            continue
                        index += 1
                        if kind[river] == _FREE:
                            free = river
                        elif options[seat] <= 0 or owner[river] == seat:
                            continue
                        one = top_of(above[seat], part_of[seat, board.ends[river, 0]])
                        other = top_of(above[seat], part_of[seat, board.ends[river, 1]])
                        if one != other:
                            value = blurred[seat, river] + _gain(one, other, sums[seat], first[seat], after[seat])
                            if kind[river] == _CLAIMED and not late:
                                value /= OPTION_BAR
                            if value > highest:
                                highest, best = value, river
                    if best < 0:
                        best = free
                if best < 0:
                    continue
                if kind[best] == _FREE:
                    kind[best] = _CLAIMED if sharing else _CLOSED
                    owner[best] = seat
                else:
                    kind[best] = _CLOSED
                    options[seat] -= 1
                near, far = board.ends[best, 0], board.ends[best, 1]
                one, other = top_of(above[seat], part_of[seat, near]), top_of(above[seat], part_of[seat, far])
                if one != other:
                    scores[made, place, seat] += _join(one, other, above[seat], sums[seat], first[seat], after[seat])
                    beside[seat, near], beside[seat, far] = beside[seat, far], beside[seat, near]
            if horizon < left:
                for index in range(listed):
                    river = listed_ones[index]
                    if kind[river] == _FREE:
                        for seat in range(seats):
                            if drawn[seat, river] > 1.0 - likely:
                                one = top_of(above[seat], part_of[seat, board.ends[river, 0]])
                                other = top_of(above[seat], part_of[seat, board.ends[river, 1]])
                                if one != other:
                                    scores[made, place, seat] += _join(
                                        one, other, above[seat], sums[seat], first[seat], after[seat]
                                    )
        made += 1
    return made
