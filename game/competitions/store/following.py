"""The season after a season: made at once with all that goes on into it, and once only."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, insert, select, update

from plyground.competitions.store.reading import competition_row
from plyground.competitions.store.rows import Competition
from plyground.sessions.tokens import new_id
from plyground.storage import Database
from plyground.storage.schema.competitions import (
    competition_positions,
    competition_roster,
    competitions,
    entries,
    exclusions,
    versions,
)

Write = Callable[[Callable[[Connection], Any]], Any]


class Seasons:
    """Of all competitions of a database. All methods may be called from any thread."""

    def __init__(self, database: Database, write: Write, now: Callable[[], float]) -> None:
        self._database, self._write, self._now = database, write, now

    def before(self, competition: str) -> tuple[str, str] | None:
        """Id and title of the season before this one, None if there is none, or none any more."""
        query = select(competitions.c.id, competitions.c.title).where(competitions.c.followed_by == competition)
        found = self._database.rows(query)
        return (found[0].id, found[0].title) if found else None

    def entry_in(self, competition: str, before: str) -> str | None:
        """The bot of this season that was that one in the season before."""
        query = select(entries.c.id).where(entries.c.competition == competition, entries.c.before == before)
        found = self._database.rows(query)
        return found[0].id if found else None

    def follow(self, over: Competition, made: Competition, leagues: Mapping[str, int]) -> bool:
        """Make the season after one that is over, with its bots, list and tests; False, and nothing is made, if that
        was done, or the season is gone. ``leagues`` is where each bot begins that has come higher than the lowest.

        A bot goes on with the version that plays, or its last where it was withdrawn, which is to show anew that it can
        play unless it need not.
        """
        mine = (competitions.c.id == over.id, competitions.c.state == "finished", competitions.c.followed_by.is_(None))

        def work(connection: Connection) -> bool:
            result: Any = connection.execute(update(competitions).where(*mine).values(followed_by=made.id))
            if result.rowcount != 1:
                return False
            connection.execute(insert(competitions).values(**competition_row(made)))
            bots = self._carry_bots(connection, over.id, made.id, leagues)
            _carry(connection, competition_roster, over.id, made.id, bots, {})
            own = {"created": self._now()}
            _carry(connection, competition_positions, over.id, made.id, bots, own, lambda: {"id": new_id()})
            return True

        return bool(self._write(work))

    def _carry_bots(
        self, connection: Connection, over: str, made: str, leagues: Mapping[str, int]
    ) -> dict[str | None, str | None]:
        """Put the bots of a season with a version each into another; what each is there, None for none."""
        ids: dict[str | None, str | None] = {None: None}
        out = set(connection.execute(select(exclusions.c.entry).where(_in(exclusions.c.entry, over))).scalars())
        known = connection.execute(_versions(over)).all()
        last, active = {row.entry: row for row in known}, {row.id: row for row in known}
        for row in connection.execute(select(entries).where(entries.c.competition == over)).all():
            own = ids[row.id] = new_id()
            version = active.get(row.active or "") or last.get(row.id)
            plays = f"{own}-{version.number}" if version is not None and row.active else None
            values = {"id": own, "competition": made, "active": plays, "before": row.id, "league": leagues.get(row.id)}
            connection.execute(insert(entries).values(**{**row._mapping, **values, "created": self._now()}))
            if row.id in out:
                connection.execute(insert(exclusions).values(entry=own))
            if version is not None:
                connection.execute(insert(versions).values(**{**_anew(version, own), "created": self._now()}))
        return ids


def _anew(version: Row[Any], entry: str) -> dict[str, Any]:
    """A version as it is handed in for the next season."""
    built_in = json.loads(version.bot)["kind"] == "built_in"
    admission = "admitted" if version.admission == "admitted" else "validated" if built_in else "waiting"
    own = {"id": f"{entry}-{version.number}", "entry": entry, "admission": admission}
    return {**version._mapping, **own, "reason": "", "reason_parts": None}


def _versions(competition: str) -> Any:
    return select(versions).where(_in(versions.c.entry, competition)).order_by(versions.c.number)


def _in(column: ColumnElement[Any], competition: str) -> ColumnElement[bool]:
    return column.in_(select(entries.c.id).where(entries.c.competition == competition))


def _carry(
    connection: Connection,
    table: Table,
    over: str,
    made: str,
    bots: Mapping[str | None, str | None],
    values: Mapping[str, Any],
    each: Callable[[], Mapping[str, Any]] = dict,
) -> None:
    """Copy the rows of a table from one season to another; ``bots`` is what each bot of the one is in the other."""
    for row in connection.execute(select(table).where(table.c.competition == over)).all():
        own = {"competition": made, "entry": bots.get(row.entry)}
        connection.execute(insert(table).values(**{**row._mapping, **own, **values, **each()}))
