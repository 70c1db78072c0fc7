"""Tables, ratings and the final of a stored competition, counted from its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from plyground.competitions.pairing.bracket import Bracket, Match, bracket
from plyground.competitions.ranking.ratings import Rating, cross_table, ratings
from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import Row, standing
from plyground.competitions.store.rows import Kind, Snapshot, StoredGame
from plyground.core.picking import picked

T = TypeVar("T")


def _once(count: Callable[[Snapshot], T]) -> Callable[[Snapshot], T]:
    """Count this once for each snapshot, whoever asks for it; what it gives is not to be changed."""

    @wraps(count)
    def kept(now: Snapshot) -> T:
        return now.keep(count.__qualname__, lambda: count(now))

    return kept


def results(games: Iterable[StoredGame], *kinds: Kind) -> list[Result]:
    """How the games of these kinds ended, those that were played."""
    return [result for game in games if game.kind in kinds and (result := game.as_result) is not None]


def byes(now: Snapshot) -> list[tuple[int, str]]:
    """Who sat out which Swiss round, as (round, version)."""
    sat: dict[int, set[str]] = defaultdict(set)
    for game in now.games:
        if game.kind == "event":
            sat[game.round].update(game.entrants)
    return [(number, one) for number in sorted(sat) for one in now.field if one not in sat[number]]


def table(now: Snapshot) -> list[Row]:
    """The table of the event, final left aside; empty before it has begun. A bye counts as a win."""
    settings = now.competition.settings
    free: dict[str, float] = defaultdict(float)
    if settings.pairing == "swiss":
        for _, one in byes(now):
            free[one] += settings.rules.win
    tokens = {one: now.versions[one].tokens for one in now.field}
    return standing(tokens, results(now.games, "event"), settings.rules, free)


def seeds(now: Snapshot) -> list[str]:
    """Who is in the final, best first; equals in the order of the field. Nobody before the event has begun."""
    rows = sorted(table(now), key=lambda row: (row.rank, now.field.index(row.entrant)))
    seats = max((len(game.entrants) for game in now.games if game.kind == "event"), default=2)
    size = now.competition.settings.final if seats == 2 or not now.competition.settings.final else seats
    return [row.entrant for row in rows[:size]] if len(rows) >= seats else []


def final(now: Snapshot) -> Bracket:
    """The final bracket as it stands, in a game of two seats."""
    played = [
        (game.round, game.number, game.part, result)
        for game in now.games
        if game.kind == "final" and (result := game.as_result) is not None
    ]
    return bracket(seeds(now), played, now.competition.settings.final_games)


@_once
def ladder_ratings(now: Snapshot) -> dict[str, Rating]:
    """The ratings of all versions that may play or have played the ladder, by its games alone.

    Comparisons do not count: both their bots are of one owner, who could let one lose to lift the other. Challenges
    count where the settings say so, between two bots that are entered.
    """
    kinds: tuple[Kind, ...] = (
        ("ladder", "challenge") if now.competition.settings.challenges == "ladder" else ("ladder",)
    )
    found = [each for each in results(now.games, *kinds) if all(one in now.versions for one in each.entrants)]
    counted = {*now.playing, *(one for result in found for one in result.entrants)}
    return ratings([one for one in now.versions if one in counted], found)


@_once
def all_ratings(now: Snapshot) -> dict[str, Rating]:
    """The ratings of all versions that have met others, by the games of ladder, event and final together."""
    found = results(now.games, "ladder", "event", "final")
    met = {one for result in found for one in result.entrants}
    return ratings([one for one in now.versions if one in met], found)


def version_ratings(now: Snapshot) -> list[dict[str, Any]]:
    """Each bot with its versions in order and the Elo of each with its 95 % interval, as plain JSON.

    All versions are rated at once, by the games of ladder, event and final; 0 is the average of those that played.
    Comparisons of one's own versions do not count: one could let the other win. ``elo`` is None for a version without
    such a game.
    """
    rated = all_ratings(now)
    unrated = {"elo": None, "elo_error": None, "games": 0}
    return [
        {
            "entry": entry.id,
            "name": now.called(entry),
            "versions": [
                picked(version, "number admission created")
                | {"active": version.id == entry.active}
                | (rated[version.id].as_json() if version.id in rated else unrated)
                for version in now.own(entry)
            ],
        }
        for entry in now.entries
    ]


@_once
def standings(now: Snapshot) -> dict[str, Any]:
    """Everything that a page or a file shows of the event, as plain JSON: the table with names and ratings, the
    cross-table by places in it, and the final."""
    rows, played, names = table(now), results(now.games, "event"), now.names
    places = [row.entrant for row in rows]
    rated, crossed = ratings(places, played), cross_table(places, played)
    unhonoured = {} if played else {"badge": None, "bonus": 0.0}  # nobody is honoured for having begun
    swiss = now.competition.settings.pairing == "swiss"
    return {
        "standings": [
            {"name": names[row.entrant], "version": row.entrant}
            | row.as_json()
            | unhonoured
            | rated[row.entrant].as_json()
            for row in rows
        ],
        "cross_table": [
            [crossed[one][other].as_json() if other in crossed[one] else None for other in places] for one in places
        ],
        "byes": [{"round": number, "row": places.index(one)} for number, one in byes(now)] if swiss else [],
        "final": final_shown(now),
    }


def final_shown(now: Snapshot) -> dict[str, Any] | None:
    """The final as plain JSON, its bracket by ``rounds`` or its ``table``, and its ``winner``; None before it."""
    games = [game for game in now.games if game.kind == "final"]
    if not games:
        return None
    if len(games[0].entrants) == 2:
        tree = final(now)
        rounds = [[_match(match, now) for match in each] for each in tree.rounds]
        return {"rounds": rounds, "winner": now.names[tree.winner] if tree.winner else None}
    rows = standing(dict.fromkeys(games[0].entrants), results(games, "final"), now.competition.settings.rules)
    return {
        "table": [{"name": now.names[row.entrant], **picked(row, "place points")} for row in rows],
        "winner": now.names[rows[0].entrant] if all(game.result for game in games) else None,
    }


def _match(match: Match, now: Snapshot) -> dict[str, Any]:
    sides = [None if side is None else now.names[side] for side in match.sides]
    winner = now.names.get(match.winner or "")
    return {"sides": sides, "score": list(match.score), "winner": winner, "bye": match.bye}
