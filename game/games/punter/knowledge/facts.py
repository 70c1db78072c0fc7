"""What is counted to explain a mistake in Lambda Punter: the points that a punter has, and can still get."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.punter import scores
from plyground.games.punter.position import Position, punters

_LARGE = 2_000
"""On maps with more rivers only the points are counted."""


def facts(position: Position, seat: int) -> tuple[Fact, ...]:
    """The points of a punter now, by rivers and bets; those that it could have by all free rivers; and those in
    prospect, where the points of a site count half for each free river that is missing on the way to it."""
    points = Fact(_("Points"), float(scores.totals(position)[seat]))
    if len(position.claimed) > _LARGE:
        return (points,)
    within, prospect = 0, 0.0
    for mine, missing in _missing(position, seat):
        reach = position.board.reach[mine].tolist()
        within += sum(reach[site] ** 2 for site in missing)
        prospect += sum(reach[site] ** 2 / 2**count for site, count in missing.items())
    return (
        points,
        Fact(_("Points within reach by free rivers"), float(within), 0.3),
        Fact(_("Points in prospect, half as many for each river that is missing"), round(prospect, 1), 0.6),
    )


def _missing(position: Position, seat: int) -> Iterator[tuple[int, dict[int, int]]]:
    """For each mine, the free rivers that are missing at least on the way from it to each site within reach."""
    seats, ways = int(punters(position)), dict[int, list[tuple[int, int]]]()
    rivers: Iterable[Any] = zip(
        position.board.ends.tolist(), position.claimed.tolist(), position.shared.tolist(), strict=True
    )
    for (one, other), claimed, shared in rivers:
        own = (claimed >= 0 and claimed % seats == seat) or (shared >= 0 and shared % seats == seat)
        if own or claimed < 0:
            ways.setdefault(one, []).append((other, 0 if own else 1))
            ways.setdefault(other, []).append((one, 0 if own else 1))
    for mine, begin in enumerate(position.board.mines.tolist()):
        yield mine, _nearest(ways, begin)


def _nearest(ways: dict[int, list[tuple[int, int]]], begin: int) -> dict[int, int]:
    """The cost of the cheapest way to each site, over ways that cost 0 or 1."""
    found, waiting = {begin: 0}, deque([(0, begin)])
    while waiting:
        cost, here = waiting.popleft()
        if cost > found[here]:
            continue
        for there, more in ways.get(here, ()):
            if cost + more < found.get(there, cost + more + 1):
                found[there] = cost + more
                (waiting.append if more else waiting.appendleft)((cost + more, there))
    return found
