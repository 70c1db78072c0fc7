"""The table of a competition: points, places, bonus and badges.

A win is a point and a draw half of one. Equal points share a place, the places after it are skipped, and each who
shares it gets the same bonus. The badges of the first three are decided among equals by ``badges.order``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from plyground.competitions.ranking import badges
from plyground.competitions.ranking.results import Result
from plyground.core.messages import _
from plyground.core.refusals import BadSetting

TablePoints = Literal["places", "pairs"]
BADGES = 3
"""How many places have a badge."""


@dataclass(frozen=True)
class Bonus:
    """What the places ``first`` to ``last`` are worth."""

    first: int
    last: int
    points: float


USUAL_BONUS = (Bonus(1, 1, 20), Bonus(2, 2, 15), Bonus(3, 5, 10), Bonus(6, 10, 5))


@dataclass(frozen=True)
class Rules:
    """How points and places are given.

    At a table of three or more, ``places`` gives each as many points as there are seats, less one for each who did
    better (so equals both get the higher number); ``pairs`` gives a point for each who did worse and half for equals.
    With ``tie_break_places`` the order that gives the badges gives the places too.
    """

    win: float = 1.0
    draw: float = 0.5
    table: TablePoints = "places"
    bonus: tuple[Bonus, ...] = USUAL_BONUS
    tie_break_places: bool = False

    def points(self, result: Result) -> tuple[float, ...]:
        """What a game gives each seat. Who failed gets nothing, so that two who both failed have no draw."""
        seats = range(len(result.ranks))
        if len(seats) > 2 and self.table == "places":
            found = [float(len(seats) - sum(other < rank for other in result.ranks)) for rank in result.ranks]
        else:
            found = [self._pair_points(seat, result.ranks) for seat in seats]
        return tuple(0.0 if seat in result.failed else found[seat] for seat in seats)

    def _pair_points(self, seat: int, ranks: Sequence[int]) -> float:
        others = [rank for other, rank in enumerate(ranks) if other != seat]
        wins, draws = sum(rank > ranks[seat] for rank in others), others.count(ranks[seat])
        return wins * self.win + draws * self.draw

    def bonus_of(self, place: int) -> float:
        """The bonus of a place."""
        return next((each.points for each in self.bonus if each.first <= place <= each.last), 0.0)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; ``from_json`` reads it back."""
        return {**vars(self), "bonus": format_bonus(self.bonus)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        """Read what ``as_json`` gave; what is missing is as usual. Raises ``BadSetting``."""
        given = dict(data)
        if "bonus" in given:
            given["bonus"] = parse_bonus(given["bonus"])
        if given.get("table", "places") not in ("places", "pairs"):
            raise BadSetting(_("Points at a table go by “places” or by “pairs”."))
        return cls(**given)


_BONUS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?=(\d+(?:\.\d+)?)")


def parse_bonus(text: str) -> tuple[Bonus, ...]:
    """Read a bonus table such as ``1=20,2=15,3-5=10,6-10=5``; empty is none. Raises ``BadSetting``."""
    found: list[Bonus] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _BONUS.fullmatch(part)
        if not match:
            raise BadSetting(
                _("A bonus table is written 1=20,2=15,3-5=10; “{part}” is not of that form.", part=part[:20])
            )
        first, last = int(match[1]), int(match[2] or match[1])
        after = found[-1].last if found else 0
        if not after < first <= last:
            raise BadSetting(_("The places of a bonus table rise and do not overlap."))
        found.append(Bonus(first, last, float(match[3])))
    return tuple(found)


def format_bonus(bonus: Iterable[Bonus]) -> str:
    """The text that ``parse_bonus`` reads."""
    return ",".join(
        f"{each.first}{f'-{each.last}' if each.last > each.first else ''}={each.points:g}" for each in bonus
    )


@dataclass(frozen=True)
class Row:
    """One line of the table.

    ``place`` and ``bonus`` go by points (and by the tie-break, if the rules say so); ``rank`` goes by points and
    tie-break always. ``badge`` is 1, 2 or 3 for the first three by ``rank``, else None; several may share one.
    ``decided`` says what set this one before the next of equal points: ``games``, ``source``, ``shared``; or ``points``
    where nothing had to be decided. Wins, draws and losses are counted against each other seat of a table.
    """

    entrant: str
    place: int
    rank: int
    points: float
    bonus: float
    badge: int | None
    decided: badges.Decided
    games: int
    wins: int
    draws: int
    losses: int
    tokens: int | None

    def as_json(self) -> dict[str, Any]:
        """Plain JSON of all but who it is."""
        return {name: value for name, value in vars(self).items() if name != "entrant"}


@dataclass
class _Tally:
    points: float = 0.0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def standing(
    tokens: Mapping[str, int | None],
    results: Iterable[Result],
    rules: Rules | None = None,
    free_points: Mapping[str, float] | None = None,
) -> list[Row]:
    """The table, best first.

    ``tokens`` has everybody who takes part, with the size of their source or None; games with others at the table are
    counted for those who do. ``free_points`` are points without a game (byes).
    """
    rules = rules or Rules()
    results = list(results)
    tallies = _count(tokens, results, rules)
    for entrant, points in (free_points or {}).items():
        if entrant in tallies:
            tallies[entrant].points += points
    rows: list[Row] = []
    level = [each for each in results if len({tallies[one].points for one in each.entrants}) < len(each.entrants)]
    by_points = sorted(tokens, key=lambda one: -tallies[one].points)
    for _, group in groupby(by_points, key=lambda one: tallies[one].points):
        equals = list(group)
        above = len(rows)
        for step in badges.order(equals, level, tokens):
            rank = len(rows) + 1
            place = rank if rules.tie_break_places else above + 1
            for one in step.entrants:
                tally = tallies[one]
                rows.append(
                    Row(
                        entrant=one,
                        place=place,
                        rank=rank,
                        bonus=rules.bonus_of(place),
                        badge=rank if rank <= BADGES else None,
                        decided=step.decided,
                        tokens=tokens[one],
                        **vars(tally),
                    )
                )
    return rows


def _count(tokens: Mapping[str, int | None], results: Iterable[Result], rules: Rules) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    tallies.update({one: _Tally() for one in tokens})
    for result in results:
        for entrant, points in zip(result.entrants, rules.points(result), strict=True):
            tallies[entrant].points += points
            tallies[entrant].games += 1
        for pair in result.pairs():
            for one, own in ((pair.first, pair.first_score), (pair.later, pair.later_score)):
                tallies[one].wins += own == 1
                tallies[one].draws += own == 0.5
                tallies[one].losses += own == 0
    return tallies
