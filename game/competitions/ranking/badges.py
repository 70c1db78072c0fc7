"""Who comes first among equals: the order that gives the badges to the first three.

Among bots with equal points one comes before another that it beat both as first and as second player; where those wins
run in a circle, none of them counts. What they leave open goes to the shorter source, and a bot without source comes
after those with one. What is still equal is shared.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from plyground.competitions.ranking.results import Result

Decided = Literal["points", "games", "source", "shared"]


@dataclass(frozen=True)
class Step:
    """The next in the order: one bot, or several that share it, and what set them before those that follow."""

    entrants: tuple[str, ...]
    decided: Decided


def beaten_both_ways(entrants: Collection[str], results: Iterable[Result]) -> dict[str, set[str]]:
    """Whom each of the entrants beat both as first and as second player.

    First is who sat in the earlier seat. Over several games in the same order of seats, more points than the other
    has are needed.
    """
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in results:
        for first, later, score, other_score in result.pairs():
            if first != later and first in entrants and later in entrants:
                scores[first, later].append(score - other_score)
    found: dict[str, set[str]] = {entrant: set() for entrant in entrants}
    for (first, second), leads in scores.items():
        back = scores.get((second, first))
        if back is None:
            continue
        if sum(leads) > 0 > sum(back):
            found[first].add(second)
    return found


def order(entrants: Collection[str], results: Iterable[Result], tokens: Mapping[str, int | None]) -> list[Step]:
    """The order among equals, best first; those that share a step stand as they were given.

    Each step takes, of those whom nobody left has beaten both ways, the shortest source.
    """
    if len(entrants) == 1:
        return [Step(tuple(entrants), "points")]
    beats = without_circles(beaten_both_ways(entrants, results))
    left = set(entrants)
    steps: list[Step] = []
    while left:
        unbeaten = {one for one in left if not any(one in beats[other] for other in left)}
        sizes = {one: math.inf if (size := tokens.get(one)) is None else size for one in unbeaten}
        shortest = min(sizes.values())
        taken = tuple(one for one in entrants if sizes.get(one) == shortest)
        steps.append(Step(taken, _reason(taken, unbeaten, left)))
        left -= set(taken)
    return steps


def _reason(taken: tuple[str, ...], unbeaten: set[str], left: set[str]) -> Decided:
    if len(taken) > 1:
        return "shared"
    if len(unbeaten) > 1:
        return "source"
    return "games" if len(left) > 1 else "points"


def without_circles(beats: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The wins that lie on no circle: those from which no chain of wins leads back."""
    reach = {one: _reached(one, beats) for one in beats}
    return {one: {other for other in others if one not in reach[other]} for one, others in beats.items()}


def _reached(start: str, beats: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        for other in beats[todo.pop()] - seen:
            seen.add(other)
            todo.append(other)
    return seen
