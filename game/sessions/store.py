"""The store of games: append to a game's log, load it, find what is unfinished, and sweep what is no longer kept."""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, text, update

from plyground.core.messages import _
from plyground.core.refusals import StorageFull
from plyground.core.settings import Settings
from plyground.sessions.calendar import Calendar
from plyground.sessions.events import Event
from plyground.sessions.network import telling
from plyground.sessions.ownership import Alone, Ownership
from plyground.sessions.plans import Plan
from plyground.sessions.setup import Setup
from plyground.storage import Database
from plyground.storage.schema.games import events as events_table
from plyground.storage.schema.games import game_plans, games, open_seats
from plyground.storage.schema.sites import network_games, owners

log = logging.getLogger(__name__)

_DAY = 86_400.0
_MEGABYTE = 1_000_000
_SHARE_TAKEN = _("The games made from here take as much room as they may; try again tomorrow.")
_BATCH = 20
_MOST_DUE = 200
_ROW_BYTES = 40
"""About what a row costs beside its texts: numbers, times, and its places in indexes."""
_OF_HOME, _OF_MAKER = 1 / 4, 1 / 40
"""The shares of the room that one address and one browser may take in a day, and in games by correspondence; of the
games that they have, they go on until these take twice as much."""


class Store:
    """The log of all games. All methods may be called from any thread."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float] = time.time,
        database: Database | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        ownership: Ownership | None = None,
    ) -> None:
        """``database`` is opened from ``settings`` unless given; raises as ``Database`` does."""
        self.settings = settings
        self.ownership = ownership or Alone()
        self._now = now
        self._calendar = Calendar(now, monotonic)
        self.database = database or Database(settings.database_url)
        self._end_use = self.database.use()
        with self.database.read() as connection:
            self._calendar.began_after(connection.execute(select(func.max(games.c.touched))).scalar())
        self._full = False
        self._held: Counter[str] = Counter()

    def append(
        self,
        game_id: str,
        events: Iterable[Event],
        opens: Setup | None = None,
        finished: bool = False,
        active: bool = True,
        also: Callable[[Connection, str], None] | None = None,
        due: float | None = None,
        lasting: bool = False,
    ) -> None:
        """Write events, and the row of a new game, in one transaction; returns when they are on the disk.

        ``finished`` says that the game ends with these events, ``active`` that it goes on by itself, ``due`` when its
        clock runs out that has much time left (Unix seconds), ``lasting`` that it is a game by correspondence, which is
        kept; ``also`` is done besides, for a new game. Bots over the network that play are told of beginnings and ends.
        Raises ``StorageFailed``, and nothing is written, if one of them exists already (the same number, or the same
        command, in a game) or the disk fails; ``CarriedElsewhere`` if another server has the game by now.
        """
        rows = [
            {
                "game": game_id,
                "seq": event.seq,
                "kind": event.kind,
                "data": json.dumps(event.data, ensure_ascii=False, separators=(",", ":"), allow_nan=False),
                "at": event.at,
                "command": event.command,
            }
            for event in events
        ]
        setup = _compact(opens.as_json()) if opens else ""

        def work(connection: Connection) -> None:
            if rows:
                self.ownership.guard(connection, game_id)
            if opens is not None:
                now = self._now()
                self.ownership.opened(connection, opens.id)
                connection.execute(
                    insert(games).values(
                        id=opens.id,
                        setup=setup,
                        created=now,
                        touched=now,
                        active=True,
                        maker=opens.maker,
                        home=opens.home or None,
                        besides=_compact(opens.besides()) if opens.besides() else None,
                    )
                )
                telling.game_opened(connection, opens, now)
                if also is not None:
                    also(connection, opens.id)
            if rows:
                connection.execute(insert(events_table), rows)
                values = {"touched": rows[-1]["at"], "active": active, "due": due}
                values |= {"finished": rows[-1]["at"]} if finished else {}
                values |= {"lasting": True} if lasting else {}
                connection.execute(update(games).where(games.c.id == game_id).values(**values))
                if finished:
                    telling.game_finished(connection, game_id, self._now())

        self.database.write(work)
        if opens is not None:
            self._hold(opens.maker, opens.home, len(setup))

    def load(self, game_id: str) -> tuple[Setup, list[Event]] | None:
        """A game's setup and all its events in order, None if there is no such game."""
        columns = events_table.c
        with self.database.read() as connection:
            query = select(games.c.setup, games.c.besides, games.c.home).where(games.c.id == game_id)
            row = connection.execute(query).first()
            if row is None:
                return None
            rows = connection.execute(
                select(columns.seq, columns.kind, columns.data, columns.at, columns.command)
                .where(columns.game == game_id)
                .order_by(columns.seq)
            ).all()
        events = [Event(row.seq, row.kind, json.loads(row.data), row.at, row.command) for row in rows]
        given = json.loads(row.setup) | json.loads(row.besides or "{}") | {"home": row.home or ""}
        return Setup.from_json(given), events

    def made_by(self, maker: str, most: int) -> list[tuple[str, str]]:
        """The finished games that a visitor made, as id and game, the last that ended first, ``most`` at the most."""
        ended = games.c.finished.desc()
        mine = (games.c.maker == maker) & games.c.finished.is_not(None)
        with self.database.read() as connection:
            rows = connection.execute(select(games.c.id, games.c.setup).where(mine).order_by(ended).limit(most)).all()
        return [(row.id, json.loads(row.setup)["game"]) for row in rows]

    def unfinished(self, recent: float) -> list[str]:
        """The unfinished games that go on by themselves or had an event in the last ``recent`` seconds, latest first.

        The others wait for a person and are loaded when one comes.
        """
        going_on = or_(games.c.active, games.c.touched > self._now() - recent)
        query = select(games.c.id).where(games.c.finished.is_(None), going_on).order_by(games.c.touched.desc())
        with self.database.read() as connection:
            return list(connection.execute(query).scalars())

    def keep_plan(self, game_id: str, seat: int, plan: Plan | None) -> None:
        """Keep a seat's plan in place of the one before; None forgets it."""
        mine = (game_plans.c.game == game_id) & (game_plans.c.seat == seat)

        def work(connection: Connection) -> None:
            connection.execute(delete(game_plans).where(mine))
            if plan is not None:
                data = _compact(plan.as_json())
                connection.execute(insert(game_plans).values(game=game_id, seat=seat, ply=plan.ply, data=data))

        self.database.write(work)

    def plans(self, game_id: str) -> dict[int, Plan]:
        """The plans of a game, by seat."""
        columns = game_plans.c
        query = select(columns.seat, columns.ply, columns.data).where(columns.game == game_id)
        with self.database.read() as connection:
            return {row.seat: Plan.from_json(row.ply, json.loads(row.data)) for row in connection.execute(query)}

    def due(self) -> list[str]:
        """The games in which the seat to move has run out of time by the calendar, the last one first; none while the
        clock is not believed."""
        if not self._calendar.believed():
            return []
        over = (games.c.due < self._now()) & games.c.finished.is_(None)
        query = select(games.c.id).where(over).order_by(games.c.due.desc()).limit(_MOST_DUE)
        with self.database.read() as connection:
            return self.ownership.untaken(list(connection.execute(query).scalars()))

    def age(self, at: float | None) -> float:
        """Seconds since this Unix time; 0 while the clock is not believed."""
        return max(0.0, self._now() - at) if at is not None and self._calendar.believed() else 0.0

    def used(self) -> int:
        """How many bytes the games take: their rows with what the indexes hold of them.

        What else is in the database does not count. All rows are looked at, which takes seconds for a gigabyte.
        """
        return self._bytes_of(None)

    def check_room(self, maker: str = "", home: str = "") -> None:
        """Raise ``StorageFull`` if the last sweep could not bring the disk use under its cap, or this maker, or all of
        one address, have taken their share of the room."""
        if self._full:
            raise StorageFull(_("This server has no room for more games; tell whoever runs it."))
        self.check_share(maker, home, 1)

    def check_share(self, maker: str, home: str, times: int = 2) -> None:
        """Raise ``StorageFull`` if this maker, or all of one address, have taken so many times their share of the
        room."""
        cap = self.settings.disk_megabytes * _MEGABYTE * times
        if self._held[home] > cap * _OF_HOME or (maker != home and self._held[maker] > cap * _OF_MAKER):
            raise StorageFull(_SHARE_TAKEN)

    def _hold(self, maker: str | None, home: str | None, much: int) -> None:
        for name in {maker, home} - {None, ""}:
            self._held[str(name)] += much

    def weigh(self) -> int:
        """How many bytes the games take, or the whole file if that is less than half of the cap. Then what somebody has
        counts from now on only; beyond it their games of the last day do, and those by correspondence."""
        half = self.settings.disk_megabytes * _MEGABYTE / 2
        used, self._held = self._at_most_used(half), Counter()
        if used > half:
            for maker, home, much in self._bytes_held():
                self._hold(maker, home, much)
        return used

    def sweep(self, kept: frozenset[str] = frozenset()) -> list[str]:
        """Delete games that are kept no longer, and over the cap the oldest finished ones; returns their ids.

        When no finished game is left, unfinished ones go that nobody has touched for a day. The games in ``kept``
        (those in memory) stay, and those that other servers carry on; games by correspondence never go for their age,
        and while they are played not for want of room either. While the clock is not believed, nothing goes for its
        age.
        """
        gone: list[str] = []
        believed = self._calendar.believed()
        if believed:
            since = self._now() - self.settings.keep_days * _DAY
            old = (
                select(games.c.id)
                .where(games.c.touched < since, games.c.lasting.is_not(True))
                .order_by(games.c.touched)
            )
            with self.database.read() as connection:
                gone = [game_id for game_id in connection.execute(old).scalars() if game_id not in kept]
        gone = self.ownership.untaken(gone)
        self._delete(gone)
        cap = self.settings.disk_megabytes * _MEGABYTE
        used = self.weigh()
        while used > cap:
            oldest = self._least_missed(kept, believed)
            if not oldest:
                log.warning("Games take %d MB on disk and none is left that may be deleted.", used // _MEGABYTE)
                break
            used -= self._bytes_of(oldest)
            self._delete(oldest)
            gone += oldest
        self._full = used > cap
        return gone

    def close(self) -> None:
        """Write what waits and close."""
        self._end_use()

    def _at_most_used(self, cap: float) -> int:
        """How many bytes the games take, or, quickly found, the whole file if that is no more than ``cap``."""
        if self.database.is_file:
            with self.database.read() as connection:
                pages = connection.execute(text("PRAGMA page_count")).scalar_one()
                free = connection.execute(text("PRAGMA freelist_count")).scalar_one()
                whole = int((pages - free) * connection.execute(text("PRAGMA page_size")).scalar_one())
            if whole <= cap:
                return whole
        return self.used()

    def _bytes_of(self, game_ids: list[str] | None) -> int:
        """The bytes of these games, None for all."""
        event, row = self._sizes()
        logs, rows = select(func.coalesce(event, 0)), select(func.coalesce(row, 0))
        if game_ids is not None:
            logs, rows = logs.where(events_table.c.game.in_(game_ids)), rows.where(games.c.id.in_(game_ids))
        with self.database.read() as connection:
            return int(connection.execute(logs).scalar_one()) + int(connection.execute(rows).scalar_one())

    def _bytes_held(self) -> list[tuple[str | None, str | None, int]]:
        """Makers and homes with the bytes of their games of the last day, and of those by correspondence that are
        played; some come twice."""
        event, row = self._sizes()
        of = (games.c.maker, games.c.home)
        held = (games.c.touched > self._now() - _DAY) | (games.c.lasting.is_(True) & games.c.finished.is_(None))
        rows = select(*of, row).where(held).group_by(*of)
        logs = select(*of, event).join(events_table).where(held).group_by(*of)
        with self.database.read() as connection:
            return [
                (maker, home, int(much)) for query in (rows, logs) for maker, home, much in connection.execute(query)
            ]

    def _sizes(self) -> tuple[Any, Any]:
        """The sums of the bytes of events and of games. A game's id stands in its events and in both their indexes."""
        events, size = events_table.c, self.database.bytes_of
        event = size(events.data) + size(events.kind) + 2 * size(events.command) + 3 * size(events.game)
        return func.sum(event + _ROW_BYTES), func.sum(size(games.c.setup) + 2 * size(games.c.id) + _ROW_BYTES)

    def _least_missed(self, kept: frozenset[str], believed: bool) -> list[str]:
        ended = games.c.finished.is_not(None)
        untouched_since = self._now() - _DAY if believed else 0.0
        query = (
            select(games.c.id)
            .where(or_(ended, (games.c.touched < untouched_since) & games.c.lasting.is_not(True)))
            .order_by(ended.desc(), games.c.touched)
        )
        with self.database.read() as connection:
            found = [game_id for game_id in connection.execute(query).scalars() if game_id not in kept]
        return self.ownership.untaken(found)[:_BATCH]

    def _delete(self, game_ids: list[str]) -> None:
        for begin in range(0, len(game_ids), _BATCH):
            batch = game_ids[begin : begin + _BATCH]

            def work(connection: Connection, batch: list[str] = batch) -> None:
                connection.execute(delete(events_table).where(events_table.c.game.in_(batch)))
                for table in (network_games, open_seats, game_plans):
                    connection.execute(delete(table).where(table.c.game.in_(batch)))
                connection.execute(delete(games).where(games.c.id.in_(batch)))
                connection.execute(delete(owners).where(owners.c.thing.in_(batch)))

            self.database.write(work)
        if game_ids and self.database.is_file:
            self._shrink()

    def _shrink(self) -> None:
        """Give free pages back to the disk. The driver goes on to the end of this statement only in a script."""
        connection: Any = self.database.engine.raw_connection()
        try:
            connection.driver_connection.executescript("PRAGMA incremental_vacuum")
        finally:
            connection.close()


def _compact(given: dict[str, Any]) -> str:
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))
