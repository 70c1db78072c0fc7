"""What was asked of the lab, kept by the key of the trace: a few thousand small questions, the oldest go."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from plyground.storage import Database
from plyground.storage.schema.games import lab_questions as table

MOST, LONGEST = 3_000, 20_000
"""Questions that are kept, and characters of one."""


class LabQuestions:
    """Questions in the database. All methods may be called from any thread, and raise as ``Database`` does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, key: str, body: dict[str, Any]) -> None:
        """Keep a question, unless it is too long."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        if len(text) > LONGEST:
            return

        def work(connection: Connection) -> None:
            if connection.execute(select(table.c.key).where(table.c.key == key)).first() is None:
                connection.execute(insert(table).values(key=key, body=text))
                newest = connection.execute(select(func.max(table.c.number))).scalar_one()
                connection.execute(delete(table).where(table.c.number <= newest - MOST))

        self._database.write(work)

    def find(self, key: str) -> dict[str, Any] | None:
        """The question of a trace, None if it is not known."""
        rows = self._database.rows(select(table.c.body).where(table.c.key == key)) if len(key) <= 24 else []
        return dict(json.loads(rows[0].body)) if rows else None
