"""How much room competitions take in the database, and what is left out of records once it is used up."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select

from plyground.storage import Database
from plyground.storage.schema.competitions import competition_games as games

MEGABYTE = 1_000_000
LAST_WORDS = 1000
"""So many characters of a bot's log are kept in any case."""
_COUNTED_AGAIN = 500
_LEFT_OUT = "[The room for competitions on this server is used up, so only the end of this log was kept.]\n"


def used(database: Database) -> dict[str, int]:
    """The bytes that the games of each competition take, with tasks, records and logs."""
    task, result, record = (database.bytes_of(each) for each in (games.c.task, games.c.result, games.c.record))
    query = select(games.c.competition, func.sum(task + result + record)).group_by(games.c.competition)
    return {competition: int(size) for competition, size in database.rows(query)}


class Room:
    """The room for the games of all competitions. It bounds logs, which are most of it; the rest of a record is what
    games are counted and replayed from, and is always kept."""

    def __init__(self, database: Database, megabytes: float) -> None:
        self._database, self._cap = database, megabytes * MEGABYTE
        self._used = 0
        self._since = _COUNTED_AGAIN
        self._lock = threading.Lock()

    def fitting(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The record, or, where there is no room, the record with logs cut short."""
        size = sum(len(log.encode()) for log in record.get("logs", ()))
        with self._lock:
            if self._since >= _COUNTED_AGAIN:  # others may write into the same database
                self._used, self._since = sum(used(self._database).values()), 0
            self._since += 1
            fits = self._used + size <= self._cap
            self._used += size if fits else 0
        if fits:
            return record
        return {**record, "logs": [_shortened(log) for log in record.get("logs", ())]}


def _shortened(log: str) -> str:
    return log if len(log) <= LAST_WORDS else _LEFT_OUT + log[-LAST_WORDS:]
