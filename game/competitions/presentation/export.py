"""Writes a competition out: tables as CSV for a spreadsheet, everything as signed JSON, which ``verifying`` checks.
Names and logs only if asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from plyground.competitions import counting, fairness, roster
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.signing import Digest, Signer
from plyground.competitions.store import Competition, CompetitionStore, Entry, Snapshot, StoredGame
from plyground.core.picking import picked
from plyground.core.spreadsheets import csv_text

_OWNERS = ("logs", "used")
"""What of a record is of the bots' authors alone."""
TABLES = ("standings", "games", "cross_table")


def as_json(store: CompetitionStore, competition: str, real_names: bool = False, logs: bool = False) -> dict[str, Any]:
    """Everything: settings, bots with their versions, the tables, what is public of the secret, each game with its
    place in the schedule, its task and its record, and the server's signature (``signing``).

    ``real_names`` is for the teacher: the owners' names, though they are not shown. ``logs`` is for whoever keeps the
    server: what bots wrote is their authors' alone.
    """
    data: dict[str, Any] = json.loads("".join(as_json_pieces(store, competition, real_names, logs)))
    return data


def as_json_pieces(
    store: CompetitionStore, competition: str, real_names: bool = False, logs: bool = False
) -> Iterator[str]:
    """The text of ``as_json`` piece by piece, so that the games of a long event are never in memory together."""
    now = store.snapshot(competition)
    people = roster.names(store, now.competition.id)
    bots = [
        {"name": entry.shown_name}
        | picked(entry, "id number active")
        | ({"real_name": _real_name(entry, people)} if real_names else {})
        | {"versions": [version.as_json() for version in now.own(entry)]}
        for entry in now.entries
    ]
    found = now.competition
    drawn = {"program": version("plyground"), "fairness": fairness_of(found, now.at)}
    data = {"competition": found.as_json(), **drawn, "bots": bots, **counting.standings(now)}
    digest = Digest()
    digest.add(data)
    yield _text(data)[:-1] + ', "games": ['
    listed, between = {game.id: game for game in now.played}, "\n"
    for game_id, task, record in store.records(found.id):
        if game_id not in listed:  # played since
            continue
        told = record if logs else {name: value for name, value in record.items() if name not in _OWNERS}
        game = {**picked(listed[game_id], "kind round number part entrants"), "task": task, "record": told}
        digest.add(game)
        yield between + _text(game)
        between = ",\n"
    yield f'],\n"signed": {_text(Signer().sign(digest.value))}}}\n'


def _real_name(entry: Entry, people: Mapping[str, Sequence[str]]) -> str | None:
    """Who stands behind a bot: by the teacher's list, or as its owner says."""
    return ", ".join(people.get(entry.id, ())) or entry.name


def fairness_of(found: Competition, at: float, days: int = fairness.MOST_DAYS) -> dict[str, Any] | None:
    """What is public at a moment of a competition's secret (``fairness.published``); None where its seed was chosen."""
    if found.secret is None:
        return None
    return fairness.published(found.secret, found.created, at, found.state == "finished", days)


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def as_csv(store: CompetitionStore, competition: str, which: str = "standings", real_names: bool = False) -> str:
    """One of ``TABLES`` as CSV with a header line, as the pages show it at this moment."""
    now = snapshot(store, competition)
    if which == "games":
        return csv_text(_GAME_FIELDS, (_game_row(game, now) for game in now.games if game.result is not None))
    data = counting.standings(now)
    people = roster.names(store, now.competition.id)
    if which == "cross_table":
        names = [row["name"] for row in data["standings"]]
        cells = [
            [name, *("" if cell is None else cell["points"] for cell in line)]
            for name, line in zip(names, data["cross_table"], strict=True)
        ]
        return csv_text(["name", *names], cells)
    rows = [row | {"real_name": _real_name(now.owners[row["version"]], people)} for row in data["standings"]]
    fields = [*_STANDING_FIELDS, *(["real_name"] if real_names else [])]
    return csv_text(fields, ([row[name] for name in fields] for row in rows))


_STANDING_FIELDS = (
    "place", "name", "points", "bonus", "badge", "games", "wins", "draws", "losses", "elo", "elo_error", "tokens",
    "decided", "version",
)  # fmt: skip
_GAME_FIELDS = ("id", "kind", "round", "number", "part", "bots", "ranks", "verdicts", "reason", "plies", "seconds")


def _game_row(game: StoredGame, now: Snapshot) -> list[Any]:
    result = game.result or {}
    bots = " / ".join(now.names.get(one, one) for one in game.entrants)
    ranks, verdicts = (" ".join(map(str, result[name])) for name in ("ranks", "verdicts"))
    place = (game.id, game.kind, game.round, game.number, game.part)
    return [*place, bots, ranks, verdicts, result["reason"], result["plies"], result["seconds"]]
