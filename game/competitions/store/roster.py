"""Who may take part by the teacher's list: names and teams with their codes, and the keys of those who have come."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Executable, Row, delete, func, insert, select, update

from plyground.storage import Database
from plyground.storage.schema.competitions import competition_roster as listed
from plyground.storage.schema.competitions import entries

MOST_KEYS = 8
"""So many of one's browsers are known by keys of their own; the oldest key goes first."""
Write = Callable[[Callable[[Connection], Any]], Any]


@dataclass(frozen=True)
class Person:
    """A line of the list: the ``name`` is for the teacher alone, those of a ``team`` have one bot, ``entry``, once one
    of them has come; ``keys`` are digests."""

    competition: str
    number: int
    name: str
    team: str
    code: str
    entry: str | None = None
    keys: tuple[str, ...] = ()


class Roster:
    """The lists of all competitions of a database. All methods may be called from any thread."""

    def __init__(self, database: Database, write: Write) -> None:
        self._database, self._write = database, write

    def of(self, competition: str) -> list[Person]:
        """The list of a competition, as it was written; empty where anybody may take part."""
        query = select(listed).where(listed.c.competition == competition).order_by(listed.c.number)
        return [_person(row) for row in self._database.rows(query)]

    def keys(self, competition: str) -> dict[str, tuple[str, ...]]:
        """The digests of the keys that open each bot that was entered by the list."""
        found: dict[str, tuple[str, ...]] = {}
        for person in self.of(competition):
            if person.entry is not None:
                found[person.entry] = found.get(person.entry, ()) + person.keys
        return found

    def add(self, competition: str, people: Iterable[Mapping[str, str]], joined: Mapping[Person, str]) -> None:
        """Put people, as ``{"name", "team", "code"}``, at the end, and those who stand there already into the teams
        that they have ``joined``; who comes into a team that has a bot shares it."""
        rows = list(people)

        def work(connection: Connection) -> None:
            own = listed.c.competition == competition
            last = connection.execute(select(func.coalesce(func.max(listed.c.number), 0)).where(own)).scalar_one()
            for number, row in enumerate(rows, last + 1):
                entry = _entry_of(connection, competition, row["team"])
                values = {**row, "competition": competition, "number": number, "entry": entry, "keys": "[]"}
                connection.execute(insert(listed).values(**values))
            for person, team in joined.items():
                values = {"team": team, "entry": _entry_of(connection, competition, team)}
                alone = (listed.c.team == "", listed.c.entry.is_(None))
                connection.execute(update(listed).where(*_at(person), *alone).values(**values))

        self._write(work)

    def remove(self, person: Person) -> None:
        """Take a line out; the keys of who stands there open nothing any more."""
        self._write(partial(_run, delete(listed).where(*_at(person))))

    def renew(self, person: Person, code: str) -> None:
        """Give a person another code, and nothing that the old one has opened."""
        values = {"code": code, "keys": "[]"}
        self._write(partial(_run, update(listed).where(*_at(person)).values(**values)))

    def come(self, person: Person, entry: str, key: str) -> str:
        """A person is there with a bot for it and the team, and this digest of a key; which bot it is: one that they
        or the team have already goes before. Empty for who was taken off the list."""

        def work(connection: Connection) -> str:
            own = connection.execute(select(listed).where(*_at(person))).first()
            if own is None:
                return ""
            there = select(entries.c.id)
            mates = (listed.c.competition == person.competition, listed.c.team == person.team)
            which = _at(person) if not person.team else mates
            before = select(listed.c.entry).where(*which, listed.c.entry.in_(there)).limit(1)
            found = connection.execute(before).scalar() or entry
            keys = [*json.loads(own.keys), key][-MOST_KEYS:]
            connection.execute(update(listed).where(*which).values(entry=found))
            connection.execute(update(listed).where(*_at(person)).values(keys=json.dumps(keys)))
            return found

        found: str = self._write(work)
        return found

    def change_key(self, competition: str, old: str, new: str) -> bool:
        """Put the digest of a new key in place of an old one; whether somebody of the list has that."""
        for person in self.of(competition):
            if old in person.keys:
                keys = json.dumps([new if each == old else each for each in person.keys])
                statement = update(listed).where(*_at(person)).values(keys=keys)
                return bool(self._write(partial(_run, statement)))
        return False


def _run(statement: Executable, connection: Connection) -> int:
    result: Any = connection.execute(statement)
    return int(result.rowcount)


def forget_roster(connection: Connection, competition: str) -> None:
    """Forget the list of a competition."""
    connection.execute(delete(listed).where(listed.c.competition == competition))


def _entry_of(connection: Connection, competition: str, team: str) -> str | None:
    """The bot that a team has already."""
    mates = (listed.c.competition == competition, listed.c.team == team, listed.c.entry.is_not(None))
    return connection.execute(select(listed.c.entry).where(*mates)).scalar() if team else None


def _at(person: Person) -> tuple[Any, Any]:
    return listed.c.competition == person.competition, listed.c.number == person.number


def _person(row: Row[Any]) -> Person:
    return Person(**{**row._mapping, "keys": tuple(json.loads(row.keys))})
