"""What a search may know of Lambda Punter: the lead now, and what a river adds to the own score.

A move changes no score but the own, so the river that most improves the lead over the best other is the one that adds
most; the best other is the same for all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import implements, jitable
from plyground.core.knowledge import Unit
from plyground.games.punter.kernels import bet_worth, gain, label_parts, lead
from plyground.games.punter.position import Position, punters

LEAD = 0
"""The number of the unit."""

OPTION_PRICE, PASS_RANK = 0.5, -1.0
"""An option comes after a claim that adds as much, and a pass after everything."""

UNITS = (Unit("lead", "Lead", "The own score less the best other; with one punter the own score.", "points"),)


@implements(kernels.evaluate, Position)
def evaluate(position: Any, seat: int, unit: int) -> float:
    """The lead of ``seat`` as if the game ended now, bets included."""
    return float(lead(position, seat))


@implements(kernels.rank, Position)
def rank(position: Any, move: int) -> float:
    """How much a legal move adds to the lead of the punter to move."""
    rivers = len(position.claimed)
    if move >= 2 * rivers:
        return PASS_RANK
    seat = position.ply % punters(position)
    if move < rivers:
        return float(gain(position, seat, move, position.pays, False))
    return float(gain(position, seat, move - rivers, position.pays, False)) - OPTION_PRICE


@jitable
def worth_of_parts(position: Any, seat: Any, part_of: Any, worth: Any) -> None:
    """Add to ``worth[part, mine]`` what each mine pays a punter for the sites of each part, twice the bet among them;
    ``part_of`` has the part of each site."""
    board = position.board
    for mine in range(len(board.mines)):
        for site in range(len(part_of)):
            away = np.int64(board.reach[mine, site])
            if away > 0:
                worth[part_of[site], mine] += away * away
        target = position.bets[seat, mine]
        if target >= 0:
            worth[part_of[target], mine] += 2 * bet_worth(position, mine, target)


@jitable
def all_gains(position: Any, seat: Any, gains: Any) -> Any:
    """Write what each river would add to a punter's score into ``gains``, all at once.

    The parts that the punter's rivers join are walked through once, and what each mine would be paid for each part is
    added up once; a river then costs only the mines of the two parts that it joins.
    """
    board = position.board
    sites, mines = len(board.mine_at), len(board.mines)
    part_of = np.empty(sites, dtype=np.int32)
    parts = label_parts(position, seat, part_of)
    pays = np.zeros((parts, mines), dtype=np.int64)
    worth_of_parts(position, seat, part_of, pays)
    first = np.full(parts, -1, dtype=np.int32)
    after = np.full(mines, -1, dtype=np.int32)
    for mine in range(mines):
        part = part_of[board.mines[mine]]
        after[mine] = first[part]
        first[part] = mine
    for river in range(len(gains)):
        near, far = part_of[board.ends[river, 0]], part_of[board.ends[river, 1]]
        total = np.int64(0)
        if near != far:
            mine = first[near]
            while mine >= 0:
                total += pays[far, mine]
                mine = after[mine]
            mine = first[far]
            while mine >= 0:
                total += pays[near, mine]
                mine = after[mine]
        gains[river] = total
    return parts
