"""Which servers live: each raises a number in its row of the database, and whose number stands still has died.

Nobody's clock of the day counts: each server watches the others' numbers by its own monotonic clock. Whoever has seen
one stand still for ``PATIENCE`` deletes its row, if the number still is what was seen; or for half of that where nobody
listens on its line in Redis any more, for both end with a process. A server that finds its own row gone was taken for
dead, when it was stopped for a while, say: it is a new one from then on.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.storage.schema.sites import owners
from plyground.storage.schema.sites import servers as table

log = logging.getLogger(__name__)

BEAT_SECONDS, PATIENCE, PATIENCE_WITH_SILENCE = 0.5, 3.0, 1.5
_STALL = 2.0
"""Who has not looked for so long judges nobody by what was seen before."""


class Hears(Protocol):
    """Who is told of it, in the thread that watches."""

    def expelled(self) -> None:
        """This server was taken for dead; its id is another one by now, and it carries on nothing."""

    def silent(self, servers: frozenset[str]) -> frozenset[str]:
        """Those of these servers to whom no message would come; none where that is not known."""

    def present(self, servers: frozenset[str]) -> None:
        """Looked again: the other servers that live are these."""


class Membership:
    """This server among the others. ``others`` may be read from any thread."""

    def __init__(self, engine: Engine, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._engine, self._monotonic = engine, monotonic
        self.id = _new_id()
        self.others: frozenset[str] = frozenset()
        self.told: dict[str, dict[str, Any]] = {}
        """What each server says of itself, this one among them."""
        self.looked_at = monotonic()
        """When the database last said who lives."""
        self._seen: dict[str, tuple[int, float]] = {}
        self._end = threading.Event()
        self._hears: Hears | None = None
        self._about: Callable[[], dict[str, Any]] = dict
        self._thread = threading.Thread(target=self._run, name="peers", daemon=True)

    @property
    def blind_for(self) -> float:
        """For how many seconds it has not been known who lives: the database is away."""
        return self._monotonic() - self.looked_at

    def start(self, hears: Hears, about: Callable[[], dict[str, Any]] = dict) -> None:
        """Become one of the servers; ``about`` is what it says of itself, small and plain.

        Raises as the driver does.
        """
        self._hears, self._about = hears, about
        with self._engine.begin() as connection:
            connection.execute(insert(table).values(id=self.id, beat=0, told=json.dumps(about())))
        self.look()
        self._thread.start()

    def close(self) -> None:
        """Be none of them any more: what this server owned is free at once."""
        self._end.set()
        if self._thread.ident is not None:
            self._thread.join(10)
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(table).where(table.c.id == self.id))
        except SQLAlchemyError as failure:
            log.warning("This server could not take its leave: the others wait for it a while. %s", failure)
        self._engine.dispose()

    def look(self) -> None:
        """Say that this server lives, and see who else does."""
        now = self._monotonic()
        with self._engine.begin() as connection:
            mine = update(table).where(table.c.id == self.id)
            raised = connection.execute(mine.values(beat=table.c.beat + 1, told=json.dumps(self._about()))).rowcount
            rows = connection.execute(select(table.c.id, table.c.beat, table.c.told)).all()
        if now > self.looked_at + _STALL:  # the others were not seen either, perhaps for the same reason
            self._seen = {server: (beat, now) for server, (beat, _) in self._seen.items()}
        self.looked_at = now
        if not raised:
            self._expelled()
            return
        self.told = {row.id: json.loads(row.told) for row in rows}
        beats = {row.id: row.beat for row in rows if row.id != self.id}
        for server, beat in beats.items():
            if self._seen.get(server, (-1, 0.0))[0] != beat:
                self._seen[server] = beat, now
        dead = self._dead(frozenset(beats), now)
        for server in dead:
            with self._engine.begin() as connection:
                connection.execute(delete(table).where(table.c.id == server, table.c.beat == beats[server]))
            log.warning("The server %s has died.", server)
        self._seen = {server: self._seen[server] for server in beats.keys() - dead}
        self.others = frozenset(self._seen)
        if self._hears is not None:
            self._hears.present(self.others)

    def _dead(self, servers: frozenset[str], now: float) -> frozenset[str]:
        still = {server: now - self._seen[server][1] for server in servers}
        suspect = frozenset(server for server in servers if still[server] > PATIENCE_WITH_SILENCE)
        dead = frozenset(server for server in suspect if still[server] > PATIENCE)
        return dead | self._hears.silent(suspect - dead) if self._hears and suspect - dead else dead

    def _pause(self) -> float:
        """Seconds until the next look: fewer where somebody whose number stands still has to be judged before."""
        now = self._monotonic()
        judged = (
            at + patience - now for _, at in self._seen.values() for patience in (PATIENCE_WITH_SILENCE, PATIENCE)
        )
        return min([BEAT_SECONDS, *(each + 0.01 for each in judged if each > 0)])

    def _expelled(self) -> None:
        log.warning("The other servers took this one (%s) for dead; it goes on as a new one.", self.id)
        self.id = _new_id()
        self._seen.clear()
        if self._hears is not None:
            self._hears.expelled()
        with self._engine.begin() as connection:
            connection.execute(insert(table).values(id=self.id, beat=0, told=json.dumps(self._about())))

    def _run(self) -> None:
        while not self._end.wait(self._pause()):
            try:
                self.look()
            except SQLAlchemyError:  # nobody is judged by what was not seen
                now = self._monotonic()
                self._seen = {server: (beat, now) for server, (beat, _) in self._seen.items()}
            except Exception:
                log.exception("The other servers could not be looked at.")


def living() -> Any:
    """A query of the ids of the servers that live."""
    return select(table.c.id)


def owned_by_the_living() -> Any:
    """A query of the things that a living server carries on."""
    return select(owners.c.thing, owners.c.server).join(table, table.c.id == owners.c.server)


def _new_id() -> str:
    return secrets.token_hex(8)
