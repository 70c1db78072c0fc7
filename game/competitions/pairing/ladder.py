"""The ladder: whom a new version plays next.

Only the new version's games are played. Of the opponents with ratings nearest to its own, those come first that it has
met least, and then those that have played least: such games say most about it, and everybody's rating improves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plyground.competitions.pairing import Seating, rotations

NEAR = 3
"""Of so many times as many opponents as a table takes, the nearest in rating, the least played is taken."""


@dataclass(frozen=True)
class Standing:
    """What the ladder knows of a bot: its rating in Elo and how many games it has played."""

    rating: float
    games: int


def next_opponents(
    newcomer: str,
    field: Mapping[str, Standing],
    met: Mapping[str, int],
    seats: int = 2,
) -> tuple[str, ...]:
    """Who sits down with the newcomer next, ``seats`` - 1 of them; fewer only if there are not so many.

    ``field`` has the newcomer and all others; ``met`` how often it has met each.
    """
    others = [one for one in field if one != newcomer]
    own = field[newcomer].rating
    others.sort(key=lambda one: (abs(field[one].rating - own), one))
    near = others[: NEAR * (seats - 1)]
    near.sort(key=lambda one: (met.get(one, 0), field[one].games, abs(field[one].rating - own), one))
    return tuple(near[: seats - 1])


def next_games(newcomer: str, opponents: Sequence[str]) -> list[Seating]:
    """The games with these opponents: everybody in every seat once."""
    return rotations((newcomer, *opponents))
