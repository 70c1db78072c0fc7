"""The claim of a server on its database: one at a time, so that no two carry on the same games.

The claim ends with the process, however that ends: on a file it is a lock of the operating system, on PostgreSQL one of
a connection that stays open.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from plyground.core.refusals import DatabaseInUse
from plyground.storage.engine import name_of, plain_engine, read_url, sentence

_KEY = 0x506C7A
PATIENCE = 5.0
"""Seconds that a server which begins waits for one that is ending."""


def claim(address: str, patience: float = PATIENCE) -> Callable[[], None]:
    """Claim the database of this URL; returns what gives it back. Raises ``DatabaseInUse`` if another server has it."""
    url = read_url(address)
    take = _take_file if url.get_backend_name() == "sqlite" else _take_connection
    until = time.monotonic() + patience
    while (release := take(url)) is None:
        if time.monotonic() > until:
            raise DatabaseInUse(
                f"Another server works on the database {name_of(url)}. End that one first, or name another database in "
                "PLYGROUND_DATABASE."
            )
        time.sleep(0.1)
    return release


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


def _take_connection(url: URL) -> Callable[[], None] | None:
    engine = plain_engine(url)
    try:
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({_KEY})").scalar():
            return connection.close
    except SQLAlchemyError as failure:
        raise DatabaseInUse(f"The database {name_of(url)} cannot be claimed. {sentence(failure)}") from failure
    connection.close()
    return None
