"""The plans that teachers keep on the server: each under a key that only its authors have, read by whoever has its id.

A plan has a revision, which each change makes one more. Who changes an older one than there is now is told, with the
one that is there, and nothing is written.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from plyground.classroom.plans import files
from plyground.core import json_text
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import NoSuchPlan, NotAuthor, TooMany
from plyground.sessions.keys import AUTHOR, digest, is_key
from plyground.storage import Database
from plyground.storage.schema.classes import plans

SECONDS = 2 * 366 * 86_400.0
"""How long a plan is kept after its last change."""
MOST = 20_000
"""So many plans are kept at a time."""


class PlanChanged(Refusal, status=409):
    """Somebody else has changed the plan since it was read; ``plan`` and ``revision`` are those that are there."""

    def __init__(self, plan: files.Plan, revision: int) -> None:
        super().__init__(_("Somebody else has changed this plan meanwhile. Yours was not written over it."))
        self.plan, self.revision = plan, revision

    def as_json(self) -> dict[str, Any]:
        return {**super().as_json(), "plan": self.plan, "revision": self.revision}


class Plans:
    """All of a database. May be used from any thread; raises as the database does."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database, self._now = database, now

    def keep(self, plan: files.Plan) -> dict[str, Any]:
        """Keep a new plan: gives its ``id``, the ``key`` that changes it, and its ``revision``. Raises ``TooMany``."""
        key, kept = AUTHOR.new()
        name, now = secrets.token_urlsafe(12), self._now()

        def work(connection: Connection) -> int:
            connection.execute(delete(plans).where(plans.c.touched < now - SECONDS))
            count = int(connection.execute(select(func.count()).select_from(plans)).scalar() or 0)
            if count < MOST:
                row = {"id": name, "key": kept, "body": files.written(plan), "revision": 1, "touched": now}
                connection.execute(insert(plans).values(**row))
            return count

        if self._database.write(work) >= MOST:
            raise TooMany(_("So many plans are kept here that there is no room for another; save it as a file."))
        return {"id": name, "key": key, "revision": 1}

    def get(self, name: str) -> tuple[files.Plan, int]:
        """A plan and its revision; raises ``NoSuchPlan``."""
        with self._database.read() as connection:
            row = self._row(connection, name)
        return _plan(row), row.revision

    def change(self, name: str, key: str, plan: files.Plan, revision: int) -> int:
        """Put a plan in the place of the one with this revision; gives the new revision. The same plan once more
        changes nothing. Raises ``PlanChanged``, ``NotAuthor`` or ``NoSuchPlan``."""
        body = files.written(plan)

        def work(connection: Connection) -> int:
            row = self._row(connection, name)
            _insist(row, key)
            if row.body == body:
                return int(row.revision)
            if row.revision != revision:
                raise PlanChanged(_plan(row), row.revision)
            fresh = {"body": body, "revision": revision + 1, "touched": self._now()}
            done = connection.execute(
                update(plans).where(plans.c.id == name, plans.c.revision == revision).values(**fresh)
            )
            if not done.rowcount:  # another server was faster
                there = self._row(connection, name)
                raise PlanChanged(_plan(there), there.revision)
            return revision + 1

        return self._database.write(work)

    def change_key(self, name: str, key: str) -> None:
        """Let this be the authors' key from now on; the old one opens nothing any more. Raises ``NoSuchPlan``."""

        def work(connection: Connection) -> None:
            self._row(connection, name)
            connection.execute(update(plans).where(plans.c.id == name).values(key=digest(key)))

        self._database.write(work)

    def delete(self, name: str, key: str) -> None:
        """Let a plan go; raises ``NotAuthor`` or ``NoSuchPlan``."""

        def work(connection: Connection) -> None:
            _insist(self._row(connection, name), key)
            connection.execute(delete(plans).where(plans.c.id == name))

        self._database.write(work)

    def _row(self, connection: Connection, name: str) -> Row[Any]:
        query = select(plans).where(plans.c.id == name[:64], plans.c.touched >= self._now() - SECONDS)
        row = connection.execute(query).first()
        if row is None:
            raise NoSuchPlan(_("There is no such plan here; perhaps it is no longer kept."))
        return row


def _insist(row: Row[Any], key: str) -> None:
    if not is_key(key, row.key):
        raise NotAuthor(
            _("This link shows the plan and does not change it; keep what you have changed as a plan of your own.")
        )


def _plan(row: Row[Any]) -> files.Plan:
    """A stored plan, as it was checked when it was written."""
    given = json_text.read(row.body)
    return {"title": given["title"], "entries": given["entries"]}
