"""Tables, ratings and the final of a stored competition, counted from its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from plyground.competitions.pairing.bracket import Bracket, bracket
from plyground.competitions.ranking.ratings import Rating, cross_table, ratings
from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import Row, standing
from plyground.competitions.store.rows import Competition, Entry, Kind, StoredGame, Version


def results(games: Iterable[StoredGame], *kinds: Kind) -> list[Result]:
    """How the games of these kinds ended, those that were played."""
    return [result for game in games if game.kind in kinds and (result := game.as_result) is not None]


def byes(field: Sequence[str], games: Iterable[StoredGame]) -> list[tuple[int, str]]:
    """Who sat out which Swiss round, as (round, version)."""
    sat: dict[int, set[str]] = defaultdict(set)
    for game in games:
        if game.kind == "event":
            sat[game.round].update(game.entrants)
    return [(number, one) for number in sorted(sat) for one in field if one not in sat[number]]


def table(competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]) -> list[Row]:
    """The table of the event, final left aside; empty before it has begun. A bye counts as a win."""
    if competition.field is None:
        return []
    free: dict[str, float] = defaultdict(float)
    if competition.settings.pairing == "swiss":
        for _, one in byes(competition.field, games):
            free[one] += competition.settings.rules.win
    tokens = {one: versions[one].tokens for one in competition.field}
    return standing(tokens, results(games, "event"), competition.settings.rules, free)


def seeds(competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]) -> list[str]:
    """Who is in the final, best first; equals in the order of the field."""
    assert competition.field is not None
    rows = sorted(
        table(competition, versions, games),
        key=lambda row: (row.rank, competition.field.index(row.entrant) if competition.field else 0),
    )
    seats = max((len(game.entrants) for game in games if game.kind == "event"), default=2)
    size = competition.settings.final if seats == 2 or not competition.settings.final else seats
    return [row.entrant for row in rows[:size]] if len(rows) >= seats else []


def final(competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]) -> Bracket:
    """The final bracket as it stands, in a game of two seats."""
    played = [
        (game.round, game.number, game.part, result)
        for game in games
        if game.kind == "final" and (result := game.as_result) is not None
    ]
    return bracket(seeds(competition, versions, games), played, competition.settings.final_games)


def ladder_ratings(
    entries: Iterable[Entry], versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> dict[str, Rating]:
    """The ratings of all versions that may play or have played the ladder, by its games alone.

    Comparisons do not count: both their bots are of one owner, who could let one lose to lift the other.
    """
    playing = {entry.player(versions) for entry in entries}
    found = results(games, "ladder")
    met = {one for result in found for one in result.entrants}
    field = [one for one in versions if one in met or one in playing]
    return ratings(field, found)


def standings(
    competition: Competition, entries: Sequence[Entry], versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> dict[str, Any]:
    """Everything that a page or a file shows of the event, as plain JSON: the table with names and ratings, the
    cross-table by places in it, and the final."""
    rows = table(competition, versions, games)
    played = results(games, "event")
    names = {
        version.id: entry.shown_name for entry in entries for version in versions.values() if version.entry == entry.id
    }
    rated = ratings([row.entrant for row in rows], played)
    crossed = cross_table([row.entrant for row in rows], played)
    order = {row.entrant: number for number, row in enumerate(rows)}
    data: dict[str, Any] = {
        "standings": [
            {
                "name": names[row.entrant],
                "version": row.entrant,
                **_without_entrant(row),
                **({} if played else {"badge": None, "bonus": 0.0}),  # nobody is honoured for having begun
                **rated[row.entrant].as_json(),
            }
            for row in rows
        ],
        "cross_table": [
            [
                crossed[row.entrant][other.entrant].as_json() if other.entrant in crossed[row.entrant] else None
                for other in rows
            ]
            for row in rows
        ],
        "byes": [{"round": number, "row": order[one]} for number, one in byes(competition.field or (), games)]
        if competition.settings.pairing == "swiss"
        else [],
        "final": None,
    }
    last = [game for game in games if game.kind == "final"]
    if last and len(last[0].entrants) == 2:
        tree = final(competition, versions, games)
        data["final"] = {
            "rounds": [[_match(match, names) for match in each] for each in tree.rounds],
            "winner": names[tree.winner] if tree.winner else None,
        }
    elif last:
        at_table = standing(dict.fromkeys(last[0].entrants), results(last, "final"), competition.settings.rules)
        data["final"] = {
            "table": [{"name": names[row.entrant], "place": row.place, "points": row.points} for row in at_table],
            "winner": names[at_table[0].entrant] if all(game.result for game in last) else None,
        }
    return data


def _match(match: Any, names: Mapping[str, str]) -> dict[str, Any]:
    sides = [None if side is None else names[side] for side in match.sides]
    return {"sides": sides, "score": list(match.score), "winner": names.get(match.winner or ""), "bye": match.bye}


def _without_entrant(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.as_json().items() if name != "entrant"}
