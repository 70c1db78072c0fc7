"""The store of classes: each with its students, questions and answers, as rows that are written when they change.

A row is known by its name, ``("student", "n3")``; a class tells which of them changed and which are gone. Secrets are
stored as hashes only, and all that is known of a class is deleted when it ends.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Executable, Table, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from plyground.storage import Database
from plyground.storage.schema import classes as tables

Name = tuple[str, ...]
Rows = dict[Name, dict[str, Any]]
"""The columns of rows by the rows' names, which hold the columns of their keys but the first, the class's code."""

_TABLES: dict[str, Table] = {
    "class": tables.classes,
    "student": tables.class_students,
    "question": tables.class_questions,
    "answer": tables.class_answers,
}


@dataclass(frozen=True)
class Change:
    """What of a class has changed: rows to write, rows to delete, and whether all others of the class go first."""

    rows: Mapping[Name, Mapping[str, Any]]
    gone: Iterable[Name] = ()
    anew: bool = False


class ClassStore:
    """Classes in the database. All methods may be called from any thread, and raise as ``Database`` does."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float] = time.time,
        guard: Callable[[Connection], None] = lambda connection: None,
    ) -> None:
        """``guard`` raises, in the transaction that writes, if classes are led elsewhere by now."""
        self._database, self._now, self._guard = database, now, guard
        self._end_use = database.use()

    def close(self) -> None:
        """Write what waits, and use the database no more."""
        self._end_use()

    def begin(self, code: str, change: Change) -> Callable[[], None]:
        """Have a change written after all that was begun before; what is returned waits until it is on the disk."""

        def work(connection: Connection) -> None:
            self._guard(connection)
            self._write(connection, code, change)

        return self._database.begin(work)

    def delete(self, code: str) -> None:
        """Let all that is known of a class go."""

        def work(connection: Connection) -> None:
            self._guard(connection)
            _delete(connection, code)

        self._database.write(work)

    def codes(self) -> list[str]:
        """The codes of all classes that have not ended, the oldest first."""
        return [row.code for row in self._database.rows(select(tables.classes.c.code).order_by("created"))]

    def load(self, code: str) -> Rows | None:
        """All rows of a class, None if there is no such class."""
        found: Rows = {}
        with self._database.read() as connection:
            for kind, table in _TABLES.items():
                keys = _keys(table)
                query = select(table).where(table.c[keys[0]] == code)
                for row in connection.execute(query).mappings():
                    columns = {name: value for name, value in row.items() if name not in keys}
                    found[kind, *(str(row[name]) for name in keys[1:])] = columns
        return found if ("class",) in found else None

    def _write(self, connection: Connection, code: str, change: Change) -> None:
        created = {"created": self._now()}
        if change.anew:
            _delete(connection, code)
        for kind, table in _TABLES.items():  # the class itself first, since the others hang on it
            keys = _keys(table)
            rows = [
                {**dict(zip(keys, (code, *name[1:]), strict=True)), **row, **(created if kind == "class" else {})}
                for name, row in change.rows.items()
                if name[0] == kind
            ]
            if rows:
                _upsert(connection, table, rows)
        for kind, *key in change.gone:
            for table in (_TABLES[kind], tables.class_answers):  # with a student, or a question, the answers go
                named = dict(zip(_keys(_TABLES[kind]), (code, *key), strict=True))
                connection.execute(delete(table).where(*(table.c[name] == value for name, value in named.items())))


def _keys(table: Table) -> list[str]:
    """The columns of a table's key, the class's code first."""
    return [column.name for column in table.primary_key]


def _upsert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(_upserting(connection.dialect.name, table, tuple(rows[0])), rows)


@functools.cache
def _upserting(dialect: str, table: Table, columns: tuple[str, ...]) -> Executable:
    """What writes rows of these columns; of one that is there its key and when it was made stay. To make it takes twice
    as long as to run it."""
    statement = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
    keys = _keys(table)
    values = {name: statement.excluded[name] for name in columns if name not in keys and name != "created"}
    return statement.on_conflict_do_update(index_elements=keys, set_=values)


def _delete(connection: Connection, code: str) -> None:
    for table in reversed(_TABLES.values()):
        connection.execute(delete(table).where(next(iter(table.primary_key)) == code))
