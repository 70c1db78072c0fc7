"""Swiss rounds: for many bots, each round pairs those with about equal points who have not met yet.

A round is a matching of least cost (Edmonds' blossom algorithm, by networkx). In order of weight it avoids: meeting
again, a third seat of the same kind too many, a difference of points, and within a group of equal points anything but
the better half against the other one. Of an odd number one has a bye: the last who had none yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log2

from plyground.core.messages import _
from plyground.core.refusals import TooFewEntrants
from plyground.pairing import Seating

_AGAIN, _SEATS, _POINTS, _SEAT = 10**9, 10**7, 10**4, 10**3
"""What it costs to meet again, to sit three times more in one seat than the other, each squared half point of
difference, and each game that makes seats more uneven."""
_NEIGHBOURS = 24
"""Each is first offered so many of those next in the order only: enough to choose from, and quick for hundreds."""
_BYE = ""
"""Stands for the bye in the matching; no bot has an empty name."""


@dataclass(frozen=True)
class Round:
    """One round: who plays whom as (first, second), in the order of the table, and who has the bye."""

    pairs: tuple[Seating, ...]
    bye: str | None


def usual_rounds(entrants: int) -> int:
    """How many rounds find a winner among so many: enough for a knock-out, and two more to order the rest."""
    return min(max(1, entrants - 1), ceil(log2(max(2, entrants))) + 2)


def swiss_round(
    order: Sequence[str], points: Mapping[str, float], games: Iterable[Seating], byes: Iterable[str] = ()
) -> Round:
    """The next round. ``order`` is the table, best first (by seeding before the first round); ``games`` all seatings so
    far, in the order of their rounds; ``byes`` who had one. The same arguments give the same round."""
    if len(order) < 2:
        raise TooFewEntrants(_("A round needs at least two bots."))
    table = sorted(order, key=lambda one: -points.get(one, 0.0))
    history = History.of(games, byes)
    matched = _matching(table, points, history, _NEIGHBOURS) or _matching(table, points, history, len(table))
    pairs: list[Seating] = []
    bye = None
    for one, other in sorted(matched, key=lambda pair: table.index(pair[0])):
        if other == _BYE:
            bye = one
        else:
            pairs.append(seated(one, other, history, swapped=len(pairs) % 2 == 1))
    return Round(tuple(pairs), bye)


@dataclass(frozen=True)
class History:
    """What was played so far: who met whom, and who sat where."""

    met: Counter[frozenset[str]]
    lead: Counter[str]
    """How many games each sat first, less those they sat second."""
    last: Mapping[str, int]
    byes: Counter[str]

    @classmethod
    def of(cls, games: Iterable[Seating], byes: Iterable[str] = ()) -> History:
        """The history of these games of two, in the order in which they were played."""
        met: Counter[frozenset[str]] = Counter()
        lead: Counter[str] = Counter()
        last: dict[str, int] = {}
        for first, second in games:
            met[frozenset((first, second))] += 1
            lead.update({first: 1, second: -1})
            last.update({first: 0, second: 1})
        return cls(met, lead, last, Counter(byes))


def _matching(
    table: Sequence[str], points: Mapping[str, float], history: History, neighbours: int
) -> list[tuple[str, str]]:
    """Pairs in the order of the table, or none if not everybody could be matched without meeting again."""
    import networkx as nx  # which takes a tenth of a second that every start would pay

    graph: nx.Graph[str] = nx.Graph()
    widest = neighbours >= len(table)
    for one, other, cost in _edges(table, points, history, neighbours):
        if widest or cost < _AGAIN:
            graph.add_edge(one, other, weight=-cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if len(found) * 2 < len(table):
        return []
    place = {one: index for index, one in enumerate(table)} | {_BYE: len(table)}
    return [(one, other) if place[one] < place[other] else (other, one) for one, other in found]


def _edges(
    table: Sequence[str], points: Mapping[str, float], history: History, neighbours: int
) -> Iterator[tuple[str, str, int]]:
    groups = [points.get(one, 0.0) for one in table]
    sizes, begins = Counter(groups), {group: groups.index(group) for group in set(groups)}
    for index, one in enumerate(table):
        half = sizes[groups[index]] // 2
        reach = max(neighbours, half + neighbours // 2)
        for later in range(index + 1, min(len(table), index + 1 + reach)):
            other = table[later]
            cost = history.met[frozenset((one, other))] * _AGAIN
            cost += round((2 * (groups[index] - groups[later])) ** 2) * _POINTS + _uneven(one, other, history)
            if groups[index] == groups[later]:
                cost += abs(later - index - half)
                cost += 0 if index - begins[groups[index]] < half else 1
            yield one, other, cost
        if len(table) % 2:
            below = len(set(groups[index + 1 :]) - {groups[index]})
            cost = history.byes[one] * _AGAIN + below * below * _SEATS + len(table) - index
            yield one, _BYE, cost


def _uneven(one: str, other: str, history: History) -> int:
    """The cost of the two seats, taken the better way round."""
    first, second = seated(one, other, history)
    before = (history.lead[first], history.lead[second])
    after = (before[0] + 1, before[1] - 1)
    cost = sum(abs(new) > abs(old) and abs(old) > 0 for new, old in zip(after, before, strict=True)) * _SEAT
    return cost + (_SEATS if max(map(abs, after)) > 2 else 0)


def seated(one: str, other: str, history: History, swapped: bool = False) -> Seating:
    """Who sits first: who did so less often, else who sat second last time, else one unless ``swapped``."""
    claims = [(history.lead[each], -history.last.get(each, 0)) for each in (one, other)]
    if claims[0] == claims[1]:
        return (other, one) if swapped else (one, other)
    return (one, other) if claims[0] < claims[1] else (other, one)
