"""The rules of Lambda Punter that are played fast: claims, options, passes and empty bets as integers.

With R rivers, a move below R claims that river, one below 2R takes an option on river ``move - R``, 2R is the pass and
2R + 1 lays no bets. Scores grow with each river: only the two parts that it joins are walked through.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import implements, jitable
from plyground.games.punter.position import CLAIMS_ONLY, OPTIONS, SCORE, TAKEN, USED, Position, is_over, punters, turn


@jitable
def uses(position: Any, river: Any, seat: Any) -> Any:
    """Whether a punter has claimed this river or shares it."""
    count = punters(position)
    claimed = np.int64(position.claimed[river])
    if claimed >= 0 and claimed % count == seat:
        return True
    shared = np.int64(position.shared[river])
    return shared >= 0 and shared % count == seat


@jitable
def walk(position: Any, seat: Any, site: Any, mark: Any, seen: Any, found: Any, begin: Any) -> Any:
    """List the sites joined to ``site`` by a punter's rivers in ``found`` from ``begin``, mark them; return the end."""
    starts, links = position.board.starts, position.board.links
    claimed, shared, count = position.claimed, position.shared, punters(position)
    found[begin] = site
    seen[site] = mark
    end = begin + 1
    place = begin
    while place < end:
        here = found[place]
        place += 1
        for link in range(starts[here], starts[here + 1]):
            other = links[link, 0]
            if seen[other] == 0:
                river = links[link, 1]
                first, second = np.int64(claimed[river]), np.int64(shared[river])
                if (first >= 0 and first % count == seat) or (second >= 0 and second % count == seat):
                    seen[other] = mark
                    found[end] = other
                    end += 1
    return end


@jitable
def label_parts(position: Any, seat: Any, part_of: Any) -> Any:
    """Number the parts that a punter's rivers join; ``part_of`` gets the part of each site. Returns how many."""
    sites = len(part_of)
    seen = np.zeros(sites, dtype=np.int8)
    found = np.empty(sites, dtype=np.int32)
    parts = 0
    end = 0
    for site in range(sites):
        if seen[site] == 0:
            begin = end
            end = walk(position, seat, site, 1, seen, found, begin)
            for place in range(begin, end):
                part_of[found[place]] = parts
            parts += 1
    return parts


@jitable
def payment(position: Any, seat: Any, mine: Any, mark: Any, seen: Any, found: Any, begin: Any, end: Any) -> Any:
    """What a mine pays when these sites are joined to it: squared distances, and a bet that is met by them."""
    total = np.int64(0)
    for place in range(begin, end):
        away = np.int64(position.board.reach[mine, found[place]])
        total += away * away
    target = position.bets[seat, mine]
    if target >= 0 and seen[target] == mark:
        return total, 2 * bet_worth(position, mine, target)
    return total, np.int64(0)


@jitable
def bet_worth(position: Any, mine: Any, target: Any) -> Any:
    """The cube of the distance of a bet."""
    away = np.int64(position.board.reach[mine, target])
    return away * away * away


@jitable
def gain(position: Any, seat: Any, river: Any, pays: Any, noting: Any) -> Any:
    """What a punter's score gains by using a river, met bets included; noted in ``pays`` by mine if ``noting``."""
    board = position.board
    near, far = board.ends[river, 0], board.ends[river, 1]
    sites = len(board.mine_at)
    seen = np.zeros(sites, dtype=np.int8)
    found = np.empty(sites, dtype=np.int32)
    middle = walk(position, seat, near, 1, seen, found, 0)
    if seen[far] != 0:
        return np.int64(0)
    end = walk(position, seat, far, 2, seen, found, middle)
    total = np.int64(0)
    for place in range(end):
        mine = board.mine_at[found[place]]
        if mine >= 0:
            if place < middle:
                paid, met = payment(position, seat, mine, 2, seen, found, middle, end)
            else:
                paid, met = payment(position, seat, mine, 1, seen, found, 0, middle)
            total += paid + met
            if noting:
                pays[seat, mine] += paid
    return total


@jitable
def after_taking(position: Any, river: Any) -> Any:
    """The position in which the punter to move uses this river as well, by claim or option; the turn goes on."""
    seat = position.ply % punters(position)
    pays = position.pays.copy()
    tally = position.tally.copy()
    tally[seat, SCORE] += gain(position, seat, river, pays, True)
    tally[seat, TAKEN] += 1
    claimed = position.claimed
    shared = position.shared
    if claimed[river] < 0:
        claimed = claimed.copy()
        claimed[river] = turn(position)
    else:
        tally[seat, USED] += 1
        shared = shared.copy()
        shared[river] = turn(position)
    return Position(position.board, claimed, shared, position.bets, tally, pays, position.ply, position.settings)


@jitable
def after_turn(position: Any) -> Any:
    """The position in which the next punter is to move, nothing else changed."""
    board, claimed, shared, bets, tally, pays, ply, settings = position
    return Position(board, claimed, shared, bets, tally, pays, ply + 1, settings)


@jitable
def sharable(river: Any, claimed: Any, shared: Any, count: Any, seat: Any) -> Any:
    """Whether the punter in a seat may take an option on this river, as far as the river is concerned."""
    first = np.int64(claimed[river])
    return first >= 0 and shared[river] < 0 and first % count != seat


@jitable
def has_options(position: Any) -> Any:
    """Whether options are played and the punter to move has one left."""
    seat = position.ply % punters(position)
    return position.settings & OPTIONS != 0 and position.tally[seat, USED] < len(position.board.mines)


@jitable
def list_moves(position: Any, moves: Any, listing: Any) -> Any:
    """Count the legal moves, and write them into ``moves`` if ``listing``.

    Of several rivers between the same sites only the first that can be taken counts. Whole positions are handed on
    nowhere in these loops: counting the references to their arrays would take most of the time.
    """
    claimed, shared, twins = position.claimed, position.shared, position.board.twins
    rivers = len(claimed)
    count, seat = punters(position), position.ply % punters(position)
    listed = 0
    for river in range(rivers):
        if claimed[river] < 0:
            twin = twins[river]
            while twin >= 0 and claimed[twin] >= 0:
                twin = twins[twin]
            if twin < 0:
                if listing:
                    moves[listed] = river
                listed += 1
    if position.settings & CLAIMS_ONLY:
        return listed
    if has_options(position):
        for river in range(rivers):
            if sharable(river, claimed, shared, count, seat):
                twin = twins[river]
                while twin >= 0 and not sharable(twin, claimed, shared, count, seat):
                    twin = twins[twin]
                if twin < 0:
                    if listing:
                        moves[listed] = rivers + river
                    listed += 1
    if listing:
        moves[listed] = 2 * rivers
    return listed + 1


@implements(kernels.to_move, Position)
def to_move(position: Any) -> int:
    return position.ply % punters(position)  # type: ignore[no-any-return]


@implements(kernels.legal_moves, Position)
def legal_moves(position: Any, moves: Any) -> int:
    rivers = len(position.claimed)
    if is_over(position):
        return 0
    if turn(position) < 0:
        moves[0] = 2 * rivers + 1
        return 1
    return list_moves(position, moves, True)  # type: ignore[no-any-return]


@implements(kernels.count_moves, Position)
def count_moves(position: Any) -> int:
    if is_over(position):
        return 0
    if turn(position) < 0:
        return 1
    return list_moves(position, position.claimed, False)  # type: ignore[no-any-return]


@implements(kernels.play, Position)
def play(position: Any, move: int) -> Any:
    rivers = len(position.claimed)
    if move >= 2 * rivers:
        return after_turn(position)
    return after_turn(after_taking(position, move if move < rivers else move - rivers))


@jitable
def lead(position: Any, seat: Any) -> Any:
    """The own score minus the best other; with one punter the own score."""
    count = punters(position)
    best = np.int64(0)
    for step in range(1, count):
        score = position.tally[(seat + step) % count, SCORE]
        if step == 1 or score > best:
            best = score
    return position.tally[seat, SCORE] - best


@implements(kernels.outcome, Position)
def outcome(position: Any, seat: int) -> int:
    if not is_over(position):
        return kernels.ONGOING
    ahead = lead(position, seat)
    if ahead > 0:
        return kernels.WIN
    return kernels.LOSS if ahead < 0 else kernels.DRAW


@implements(kernels.margin, Position)
def margin(position: Any, seat: int) -> int:
    return lead(position, seat)  # type: ignore[no-any-return]
