"""How rows of the tables of competitions become records, and what is written into them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, select

from plyground.competitions.settings import EventSettings
from plyground.competitions.store.rows import Competition, StoredGame, Version
from plyground.core.messages import from_parts
from plyground.storage.schema.competitions import competition_games as games
from plyground.storage.schema.competitions import versions

LISTED = (
    games.c.id, games.c.kind, games.c.round, games.c.number, games.c.part, games.c.entrants, games.c.attempts,
    games.c.result, games.c.finished,
)  # fmt: skip
"""The columns of a game as it is listed, without task and record."""


def contents(connection: Connection, which: Any) -> Iterator[str]:
    """What the versions that were handed in are made of."""
    for (text,) in connection.execute(select(versions.c.bot).where(which)):
        content = json.loads(text).get("content")
        if content is not None:
            yield content


def as_text(data: Any) -> str:
    """Data as a column holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def settings_columns(settings: EventSettings) -> dict[str, Any]:
    """The columns in which settings stand; ``read_competition`` puts them together."""
    data = settings.as_json()
    return {"seasons": data.pop("seasons"), "settings": as_text(data)}


def competition_row(competition: Competition) -> dict[str, Any]:
    """The columns of a competition whose event has not begun."""
    return {**vars(competition), "options": as_text(competition.options), **settings_columns(competition.settings)}


def read_competition(row: Row[Any]) -> Competition:
    """A row of the competitions."""
    values = dict(row._mapping)
    values["options"] = json.loads(values["options"])
    seasons, values["season"] = values.pop("seasons") or 1, values["season"] or 1
    values["settings"] = EventSettings.from_json(json.loads(values["settings"]) | {"seasons": seasons})
    values["field"] = None if values["field"] is None else tuple(json.loads(values["field"]))
    return Competition(**values)


def read_version(row: Row[Any]) -> Version:
    """A row of the versions."""
    values = {**row._mapping, "bot": json.loads(row.bot)}
    parts = values.pop("reason_parts")
    return Version(**values | ({} if parts is None else from_parts(json.loads(parts))))


def read_record(text: str) -> dict[str, Any]:
    """The record of a game, its sentences as messages; those of older records stay as they are."""
    found: dict[str, Any] = from_parts(json.loads(text))
    return found


def read_game(row: Row[Any]) -> StoredGame:
    """A row of the games, its columns ``LISTED``."""
    values = {column.name: row._mapping[column] for column in LISTED}
    values["entrants"] = tuple(json.loads(values["entrants"]))
    values["result"] = None if values["result"] is None else read_record(values["result"])
    return StoredGame(**values)
