"""The table of a tournament among people: points, and among equals what decides.

Among equal points the games between them decide where each has met each; then the Buchholz score (the points of all
opponents), the Sonneborn-Berger score (the points of those who were beaten, and half of those who were drawn), and the
wins. Who is equal in all of these shares a place. On a ladder the place on it is the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from plyground.classroom.contests.contest import BOT, DRAW, WIN, Contest


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    player: str
    place: int
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    buchholz: float
    sonneborn: float

    def as_json(self) -> dict[str, Any]:
        """Plain JSON of all but who it is."""
        return {name: short(value) for name, value in vars(self).items() if name != "player"}


def short(value: float) -> float:
    """A whole number has no fraction to show."""
    return int(value) if value == int(value) else value


def table_of(contest: Contest) -> list[Row]:
    """The table, best first."""
    scores = {one: contest.points(one) for one in contest.players}
    met: dict[str, list[tuple[str, float]]] = {one: [] for one in contest.players}
    for board in contest.boards:
        if board.points is None or len(board.players) != 2:
            continue
        for seat, one in enumerate(board.players):
            if one in met:
                met[one].append((board.players[1 - seat], board.points[seat]))
    rows = {one: _row(one, scores, met[one]) for one in contest.players}
    if contest.terms.kind == "ladder":
        return [_placed(rows[one], place) for place, one in enumerate(contest.order, 1) if one in rows]
    found: list[Row] = []
    by_points = sorted(contest.players, key=lambda one: -scores[one])
    for _points, group in groupby(by_points, key=lambda one: scores[one]):
        equals = list(group)
        own = _among(equals, met)
        decided = {one: (own[one], rows[one].buchholz, rows[one].sonneborn, rows[one].wins) for one in equals}
        for one in sorted(equals, key=lambda one: tuple(-value for value in decided[one])):
            before = found[-1] if found else None
            shares = before is not None and before.player in decided and decided[before.player] == decided[one]
            found.append(_placed(rows[one], before.place if before and shares else len(found) + 1))
    return found


def order_of(contest: Contest) -> list[str]:
    """Who takes part, in the order of the table."""
    return [row.player for row in table_of(contest)]


def _placed(row: Row, place: int) -> Row:
    return Row(**{**vars(row), "place": place})


def _row(one: str, scores: dict[str, float], games: Sequence[tuple[str, float]]) -> Row:
    against = [(scores.get(other, 0.0), won) for other, won in games if other != BOT]
    results = [won for _, won in games]
    return Row(
        one, 0, scores[one], len(games), results.count(WIN), results.count(DRAW), results.count(0.0),
        sum(points for points, _ in against), sum(points * won for points, won in against),
    )  # fmt: skip


def _among(equals: Sequence[str], met: dict[str, list[tuple[str, float]]]) -> dict[str, float]:
    """What each has won of the others of equal points, if all of them have met each other; else nothing."""
    within = {one: [(other, won) for other, won in met[one] if other in equals] for one in equals}
    complete = all({other for other, _ in within[one]} >= set(equals) - {one} for one in equals)
    return {one: sum(won for _, won in within[one]) if complete else 0.0 for one in equals}
