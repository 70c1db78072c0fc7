"""Writes a competition out: tables as CSV for a spreadsheet, everything as JSON. Names and logs only if asked for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from plyground.competitions import counting
from plyground.competitions.store import CompetitionStore
from plyground.competitions.store.rows import Entry, Version

TABLES = ("standings", "games", "cross_table")


def as_json(store: CompetitionStore, competition: str, real_names: bool = False, logs: bool = False) -> dict[str, Any]:
    """Everything: settings, bots with their versions, the tables, and each game with its task and record.

    ``real_names`` is for the teacher: the owners' names, though they are not shown. ``logs`` is for whoever keeps the
    server: what bots wrote is their authors' alone.
    """
    data: dict[str, Any] = json.loads("".join(as_json_pieces(store, competition, real_names, logs)))
    return data


def as_json_pieces(
    store: CompetitionStore, competition: str, real_names: bool = False, logs: bool = False
) -> Iterator[str]:
    """The text of ``as_json`` piece by piece, so that the games of a long event are never in memory together."""
    found = store.get(competition)
    entries, versions, games = store.entries(found.id), store.versions(found.id), store.games(found.id)
    data = {
        "competition": found.as_json(),
        "bots": [_bot(entry, versions.values(), real_names) for entry in entries],
        **counting.standings(found, entries, versions, games),
    }
    yield _text(data)[:-1] + ', "games": ['
    for number, (_, task, record) in enumerate(store.records(found.id)):
        told = record if logs else {name: value for name, value in record.items() if name != "logs"}
        yield (",\n" if number else "\n") + _text({"task": task, "record": told})
    yield "]}\n"


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def as_csv(store: CompetitionStore, competition: str, which: str = "standings", real_names: bool = False) -> str:
    """One of ``TABLES`` as CSV with a header line."""
    found = store.get(competition)
    entries, versions, games = store.entries(found.id), store.versions(found.id), store.games(found.id)
    data = counting.standings(found, entries, versions, games)
    owners = {version.id: entry for entry in entries for version in versions.values() if version.entry == entry.id}
    if which == "games":
        return _csv(_GAME_FIELDS, (_game_row(game, owners) for game in games if game.result is not None))
    if which == "cross_table":
        names = [row["name"] for row in data["standings"]]
        cells = [
            [name, *("" if cell is None else cell["points"] for cell in line)]
            for name, line in zip(names, data["cross_table"], strict=True)
        ]
        return _csv(["name", *names], cells)
    fields = [*_STANDING_FIELDS, *(["real_name"] if real_names else [])]
    lines = []
    for row in data["standings"]:
        values = [row[name] for name in _STANDING_FIELDS]
        lines.append([*values, *([owners[row["version"]].name or ""] if real_names else [])])
    return _csv(fields, lines)


_STANDING_FIELDS = (
    "place", "name", "points", "bonus", "badge", "games", "wins", "draws", "losses", "elo", "elo_error", "tokens",
    "decided", "version",
)  # fmt: skip
_GAME_FIELDS = ("id", "kind", "round", "number", "part", "bots", "ranks", "verdicts", "reason", "plies", "seconds")


def _game_row(game: Any, owners: Mapping[str, Entry]) -> list[Any]:
    names = " / ".join(owners[one].shown_name if one in owners else one for one in game.entrants)
    result = game.result
    ranks, verdicts = (" ".join(map(str, result[name])) for name in ("ranks", "verdicts"))
    place = (game.id, game.kind, game.round, game.number, game.part)
    return [*place, names, ranks, verdicts, result["reason"], result["plies"], result["seconds"]]


def _bot(entry: Entry, versions: Iterable[Version], real_names: bool) -> dict[str, Any]:
    own = [version for version in versions if version.entry == entry.id]
    return {
        "name": entry.shown_name,
        **({"real_name": entry.name} if real_names else {}),
        "active": entry.active,
        "versions": [version.as_json() for version in own],
    }


def _csv(fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (fields, *rows):  # names stand in headers too
        writer.writerow([_plain(value) for value in row])
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A cell; a text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0") if abs(value) >= 10 else f"{value:g}"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + value
    return "" if value is None else value
