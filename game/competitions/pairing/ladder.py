"""The ladder: whom a new version plays next.

Only the new version's games are played. Of the opponents with ratings nearest to its own, those come first that it has
met least, and then those that have played least: such games say most about it, and everybody's rating improves.
"""

from __future__ import annotations

from collections.abc import Mapping

from plyground.competitions.ranking.ratings import Rating

NEAR = 3
"""Of so many times as many opponents as a table takes, the nearest in rating, the least played is taken."""


def next_opponents(
    newcomer: str, field: Mapping[str, Rating], met: Mapping[str, int], seats: int = 2
) -> tuple[str, ...]:
    """Who sits down with the newcomer next, ``seats`` - 1 of them; fewer only if there are not so many.

    ``field`` has the newcomer and all others; ``met`` how often it has met each.
    """
    apart = {one: abs(rating.elo - field[newcomer].elo) for one, rating in field.items() if one != newcomer}
    near = sorted(apart, key=lambda one: (apart[one], one))[: NEAR * (seats - 1)]
    near.sort(key=lambda one: (met.get(one, 0), field[one].games, apart[one], one))
    return tuple(near[: seats - 1])
