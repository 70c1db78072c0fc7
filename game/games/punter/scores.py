"""What a position is worth to each punter, for people: scores by mine, bets, ranks."""

from __future__ import annotations

import numpy as np

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _
from plyground.games.punter import kernels
from plyground.games.punter.position import FUTURES, SCORE, Position, punters


def totals(position: Position) -> list[int]:
    """The score of each punter as if the game ended now, bets included."""
    return [int(score) for score in position.tally[:, SCORE]]


def without_bets(position: Position) -> list[int]:
    """The score of each punter by rivers alone."""
    return [int(score) for score in position.pays.sum(axis=1)]


def ranks(scores: list[int]) -> list[int]:
    """The place of each punter: 1 is best, equals share."""
    return [1 + sum(other > score for other in scores) for score in scores]


def ranking_points(scores: list[int]) -> list[int]:
    """The contest's points: with n punters, n minus the number of punters strictly above."""
    return [len(scores) - rank + 1 for rank in ranks(scores)]


def joined(position: Position, punter: int, mine: int, target: int) -> bool:
    """Whether a punter's rivers join a mine to a site (both by index)."""
    sites = len(position.board.mine_at)
    seen = np.zeros(sites, dtype=np.int8)
    kernels.walk(position, punter, int(position.board.mines[mine]), 1, seen, np.empty(sites, dtype=np.int32), 0)
    return bool(seen[target])


def bets_paid(position: Position, punter: int) -> list[int]:
    """What the bets of a punter bring, by mine: distance cubed if joined, else as much lost; 0 without a bet."""
    found = []
    for mine, target in enumerate(position.bets[punter].tolist()):
        worth = int(kernels.bet_worth(position, mine, target)) if target >= 0 else 0
        found.append(worth if target < 0 or joined(position, punter, mine, target) else -worth)
    return found


def with_river(position: Position, punter: int, between: tuple[int, ...]) -> Position:
    """The position in which a punter also has one of these rivers, whatever the turn: by claim if it is free, else
    shared. Raises ``MalformedRecord`` where no more than two can have it."""
    laying = int(punters(position)) if position.settings & FUTURES else 0
    turned = position._replace(ply=laying + punter)
    fresh = [river for river in between if not kernels.uses(turned, river, punter)]
    if not fresh:
        return position
    free = [river for river in fresh if position.claimed[river] < 0 or position.shared[river] < 0]
    if not free:
        raise MalformedRecord(_("At most two punters can use a river: one by claim, one by option."))
    river = min(free, key=lambda river: position.claimed[river] >= 0)
    after: Position = kernels.after_taking(turned, river)
    return after
