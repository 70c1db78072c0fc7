"""Who carries on what: one owner at a time, with a number that fences off what an earlier owner still writes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from plyground.core.messages import _
from plyground.core.refusals import CarriedElsewhere
from plyground.peers.membership import Membership, living, owned_by_the_living
from plyground.sessions.ownership import Elsewhere
from plyground.storage import Database
from plyground.storage.database import failed
from plyground.storage.schema.games import games
from plyground.storage.schema.sites import owners as table


class Owners:
    """What this server owns; an ``Ownership`` of games. All methods may be called from any thread."""

    def __init__(self, database: Database, membership: Membership) -> None:
        self._database, self._membership = database, membership
        self._fences: dict[str, int] = {}

    # Games

    def take(self, game_id: str) -> None:
        """Carry a game on here; see ``Ownership``."""
        owner = self.owner(game_id)
        if owner and owner != self._membership.id:
            raise Elsewhere(owner)
        if not self._take_over(game_id) and self._database.rows(select(games.c.id).where(games.c.id == game_id)):
            owner = self.acquire(game_id)
            if owner:
                raise Elsewhere(owner)

    def give_back(self, game_id: str) -> None:
        """Carry it on no longer; this does not wait until it is written."""
        fence = self._fences.pop(game_id, None)
        if fence is not None:
            self._database.begin(lambda connection: self._hand(connection, game_id, fence, ""))

    def opened(self, connection: Connection, game_id: str) -> None:
        """A new game is this server's."""
        connection.execute(insert(table).values(thing=game_id, server=self._membership.id, fence=1))
        self._fences[game_id] = 1

    def guard(self, connection: Connection, thing: str) -> None:
        """Raise ``CarriedElsewhere`` unless this server owns it, and see to it that it does until the commit."""
        self._check(connection, thing, self._membership.id, self._fences.get(thing, 0))

    def _check(self, connection: Connection, thing: str, server: str, fence: int) -> None:
        mine = table.c.server == server, table.c.fence == fence
        held = select(table.c.fence).where(table.c.thing == thing, *mine).with_for_update(read=True)
        if connection.execute(held).first() is None:
            raise CarriedElsewhere(_("Another server goes on with this by now; nothing was changed here."))

    def held(self, thing: str) -> Callable[[Connection], None]:
        """A ``guard`` for what is owned now: it raises from then on when this server owns it again, too."""
        server, fence = self._membership.id, self._fences.get(thing, 0)
        return lambda connection: self._check(connection, thing, server, fence)

    def untaken(self, game_ids: Iterable[str]) -> list[str]:
        """Those that no other living server carries on, in an order of chance: the others look through them too."""
        wanted = list(game_ids)
        if wanted:
            others = owned_by_the_living().where(table.c.server != self._membership.id)
            taken = {row.thing for row in self._database.rows(others)}
            wanted = [game_id for game_id in wanted if game_id not in taken]
        random.shuffle(wanted)
        return wanted

    # Anything

    def acquire(self, thing: str) -> str:
        """Own it, if no other living server does; returns that server's id, else nothing."""
        me = self._membership.id
        row = table.c.thing == thing
        make = sqlite.insert if self._database.is_file else postgresql.insert
        with self._now() as connection:
            connection.execute(make(table).values(thing=thing, server="", fence=0).on_conflict_do_nothing())
            held = connection.execute(select(table).where(row).with_for_update()).one()
            if held.server != me and held.server in set(connection.execute(living()).scalars()):
                return str(held.server)
            connection.execute(update(table).where(row).values(server=me, fence=held.fence + 1))
        self._fences[thing] = held.fence + 1
        return ""

    def _take_over(self, thing: str) -> bool:
        """Own what somebody has owned and no other living server does; whether that was so."""
        me = self._membership.id
        free = or_(table.c.server == me, table.c.server.not_in(living()))
        mine = update(table).where(table.c.thing == thing, free).values(server=me, fence=table.c.fence + 1)
        with self._now() as connection:
            fence = connection.execute(mine.returning(table.c.fence)).scalar()
        if fence is not None:
            self._fences[thing] = fence
        return fence is not None

    def owner(self, thing: str) -> str:
        """The living server that owns it, empty for none."""
        rows = self._database.rows(owned_by_the_living().where(table.c.thing == thing))
        return str(rows[0].server) if rows else ""

    def hand_over(self, thing: str, server: str) -> None:
        """Give what this server owns to another one."""
        fence = self._fences.pop(thing, None)
        if fence is not None:
            with self._now() as connection:
                self._hand(connection, thing, fence, server)

    def settle(self) -> None:
        """Wait until all that was given back is written."""
        self._database.write(lambda connection: None)

    def forget(self) -> None:
        """This server owns nothing any more."""
        self._fences.clear()

    @contextmanager
    def _now(self) -> Iterator[Connection]:
        """A transaction of its own: it holds one owner's row, and so never waits in a ring with others."""
        try:
            with self._database.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as failure:
            raise failed(failure, "An owner could not be written down") from failure

    def _hand(self, connection: Connection, thing: str, fence: int, server: str) -> None:
        mine: Any = (table.c.thing == thing, table.c.server == self._membership.id, table.c.fence == fence)
        connection.execute(update(table).where(*mine).values(server=server, fence=fence + 1))
