"""The claim of a server on its database: one has it alone, so that no two carry on the same games, or several have it
together, who share the games out between them by a Redis.

The claim ends with the process, however that ends: on a file it is a lock of the operating system, on PostgreSQL one of
a connection that stays open.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from plyground.core.refusals import DatabaseInUse
from plyground.storage.engine import name_of, plain_engine, read_url, sentence

log = logging.getLogger(__name__)

_KEY = 0x506C7A
_LOOK_SECONDS = 1.0
PATIENCE = 5.0
"""Seconds that a server which begins waits for one that is ending."""


def claim(
    address: str, lost: Callable[[], None], patience: float = PATIENCE, shared: bool = False
) -> Callable[[], None]:
    """Claim the database of this URL; returns what gives it back. Raises ``DatabaseInUse`` if another server has it.

    A ``shared`` one, of PostgreSQL alone, lets others have shared ones too. ``lost`` is called, in a thread of its own,
    if another server has taken the database over: when PostgreSQL was away, say. From then on nothing may be written.
    """
    url = read_url(address)
    until = time.monotonic() + patience
    file = url.get_backend_name() == "sqlite"
    while (release := _take_file(url) if file else _Held.take(url, lost, shared)) is None:
        if time.monotonic() > until:
            raise DatabaseInUse(_in_use(name_of(url), file, shared))
        _pause()
    return release


def _in_use(name: str, file: bool, shared: bool) -> str:
    if shared:
        return (
            f"A server without PLYGROUND_REDIS works on the database {name}. End that one first, and give it the same "
            "PLYGROUND_REDIS."
        )
    together = "" if file else " Servers that shall work on it together all need the same PLYGROUND_REDIS."
    return (
        f"Another server works on the database {name}. End that one first, or name another database in "
        f"PLYGROUND_DATABASE.{together}"
    )


def _pause() -> None:
    time.sleep(0.1)


def _take_file(url: URL) -> Callable[[], None] | None:
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return lambda: None
    database = Path(str(url.database)).resolve()
    try:
        lock = os.open(database.with_name(f"{database.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # who cannot write beside it cannot write into it, as will be said
        return lambda: None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lambda: os.close(lock)


class _Held:
    """A lock of PostgreSQL, held by a connection that a thread looks after; a lock that was lost is taken again."""

    def __init__(
        self, engine: Engine, connection: Connection, name: str, lost: Callable[[], None], shared: bool
    ) -> None:
        self._engine, self._connection, self._name, self._lost = engine, connection, name, lost
        self._shared = shared
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="claim", daemon=True)
        self._thread.start()

    @classmethod
    def take(cls, url: URL, lost: Callable[[], None], shared: bool) -> Callable[[], None] | None:
        """Take the lock; returns what gives it back, None if another has it. Raises ``DatabaseInUse``."""
        engine = plain_engine(url)
        try:
            connection = _locked(engine, shared)
        except SQLAlchemyError as failure:
            raise DatabaseInUse(f"The database {name_of(url)} cannot be claimed. {sentence(failure)}") from failure
        return cls(engine, connection, name_of(url), lost, shared).release if connection else None

    def release(self) -> None:
        """Give it back."""
        self._released.set()
        self._thread.join(10)

    def _look_after(self) -> None:
        while not self._released.wait(_LOOK_SECONDS):
            try:
                self._connection.exec_driver_sql("SELECT 1")
            except SQLAlchemyError:
                if not self._take_again():
                    return
        with suppress(SQLAlchemyError):
            self._connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")  # when it is closed, a moment may pass
            self._connection.close()

    def _take_again(self) -> bool:
        """Take the lock again after the connection was lost; whether that went well, or is still to be tried."""
        with suppress(SQLAlchemyError):
            self._connection.close()
            taken = _locked(self._engine, self._shared)
            if taken is None:
                log.critical("Another server has taken over the database %s.", self._name)
                self._lost()
                return False
            self._connection = taken
        return True


def _locked(engine: Engine, shared: bool) -> Connection | None:
    """A connection that holds the lock, None if another one keeps it from that."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    take = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    if connection.exec_driver_sql(f"SELECT {take}({_KEY})").scalar():
        return connection
    connection.close()
    return None
