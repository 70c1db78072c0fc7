"""Games with their branches that somebody shares by a short link: kept for half a year, then gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, func, insert, select

from plyground.core.messages import _
from plyground.core.refusals import NoSuchStudy, Oversized, TooMany
from plyground.sessions import reading
from plyground.sessions.records import PastedGame
from plyground.sessions.tokens import new_id
from plyground.storage import Database
from plyground.storage.schema.games import studies

SECONDS = 180 * 86_400.0
"""How long a study is kept."""
LARGEST = 200_000
"""Characters of a record that is kept."""
MOST = 20_000
"""So many studies are kept at a time."""


class Studies:
    """All of a database. May be used from any thread; raises as the database does."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database, self._now = database, now

    def keep(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Keep ``{"game", "record"}``, a record as for ``PastedGame``: gives the ``study``, its id, and ``until`` when
        it is kept, in Unix seconds. Raises a refusal of the record, ``Oversized`` or ``TooMany``."""
        record = reading.a_text(reading.an_object(body), "record", reading.LONGEST_RECORD, required=True)
        if len(record) > LARGEST:
            raise Oversized(_("This study is too long to be kept here; save it as a file."))
        game = PastedGame(body).rules.spec.id
        study, now = new_id(), self._now()

        def work(connection: Any) -> int:
            connection.execute(delete(studies).where(studies.c.until < now))
            kept = int(connection.execute(select(func.count()).select_from(studies)).scalar() or 0)
            if kept < MOST:
                row = {"id": study, "game": game, "record": record, "until": now + SECONDS}
                connection.execute(insert(studies).values(**row))
            return kept

        if self._database.write(work) >= MOST:
            raise TooMany(_("So many studies are kept here that there is no room for another; save it as a file."))
        return {"study": study, "until": now + SECONDS}

    def get(self, study: str) -> dict[str, Any]:
        """The ``game``, the ``record`` and ``until`` when it is kept; raises ``NoSuchStudy``."""
        query = select(studies.c.game, studies.c.record, studies.c.until)
        rows = self._database.rows(query.where(studies.c.id == study[:64], studies.c.until >= self._now()))
        if not rows:
            raise NoSuchStudy(_("There is no such study here; perhaps it is no longer kept."))
        return dict(rows[0]._mapping)
