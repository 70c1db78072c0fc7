"""Everybody against everybody: pairs both ways round, or tables of several with all seats rotated.

Games come in rounds, and nobody plays two pairs in one, so that a table shown in the middle is fair and a bot that is
slow to start delays few.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

from plyground.core.messages import _
from plyground.core.refusals import TooFewEntrants
from plyground.pairing import Seating, rotations

MOST_TABLES = 2_000
"""Beyond so many tables not all of them are played: see ``tables``."""


def double_round_robin(entrants: Sequence[str], times: int = 1) -> list[list[Seating]]:
    """Every pair plays both ways round, ``times`` over; a list of rounds (the circle method).

    In a round each entrant meets one other, and both games of a pair belong to it.
    """
    _insist(entrants, 2)
    circle: list[str | None] = [*entrants] if len(entrants) % 2 == 0 else [*entrants, None]
    rounds: list[list[Seating]] = []
    for turn in range(len(circle) - 1):
        games: list[Seating] = []
        for index in range(len(circle) // 2):
            one, other = circle[index], circle[-1 - index]
            if one is None or other is None:
                continue
            pair = (one, other) if turn % 2 == 0 else (other, one)
            games += rotations(pair)
        rounds.append(games)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds * times


def tables(
    entrants: Sequence[str], seats: int, per_entrant: int | None = None, seed: str = "", times: int = 1
) -> list[list[Seating]]:
    """Tables of ``seats``, each played once in every rotation of its seats, ``times`` over; one table a round.

    Without ``per_entrant`` every set of that many entrants makes a table, unless those were more than ``MOST_TABLES``.
    Else tables are drawn by the seed so that everybody sits at that many of them (some at one more, where it does not
    come out even) and meets everybody else about equally often.
    """
    _insist(entrants, seats)
    if per_entrant is None and comb(len(entrants), seats) <= MOST_TABLES:
        chosen = list(combinations(entrants, seats))
    else:
        most = max(1, MOST_TABLES * seats // len(entrants))
        chosen = _drawn(entrants, seats, min(per_entrant or most, most), random.Random(f"tables:{seed}"))
    return [rotations(table) for table in chosen] * times


def _drawn(entrants: Sequence[str], seats: int, per_entrant: int, rng: random.Random) -> list[Seating]:
    sat: Counter[str] = Counter(dict.fromkeys(entrants, 0))
    met: Counter[frozenset[str]] = Counter()
    found: list[Seating] = []
    while min(sat.values()) < per_entrant:
        table: list[str] = []
        while len(table) < seats:
            free = [one for one in entrants if one not in table]
            rng.shuffle(free)
            table.append(min(free, key=lambda one: (sat[one], sum(met[frozenset((one, two))] for two in table))))
        rng.shuffle(table)
        sat.update(table)
        met.update(frozenset(pair) for pair in combinations(table, 2))
        found.append(tuple(table))
    return found


def _insist(entrants: Sequence[str], seats: int) -> None:
    if len(entrants) < seats:
        raise TooFewEntrants(
            _("A table has {seats} seats, but only {entrants} bots take part.", seats=seats, entrants=len(entrants))
        )
    if len(set(entrants)) < len(entrants):
        raise ValueError("an entrant is named twice")
