"""Reads the address of a database and makes the engine, with the durability that the log needs."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from plyground.core.errors import BadOption

DRIVER = "psycopg[binary]"


def read_url(text: str) -> URL:
    """The address of a SQLite file or of a PostgreSQL database; raises ``BadOption`` for any other."""
    try:
        url = make_url(text.replace("postgres://", "postgresql://", 1))
    except ArgumentError:
        raise BadOption(f"PLYGROUND_DATABASE is no database URL: “{text[:80]}”.") from None
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise BadOption(f"PLYGROUND_DATABASE names a database of SQLite or PostgreSQL, not of “{kind[:40]}”.")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise BadOption("PLYGROUND_DATABASE needs the path of a file: games must outlive the server.")
    return url


def name_of(url: URL) -> str:
    """What people call this database: its file, or its address without the password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string()


def plain_engine(url: URL) -> Engine:
    """An engine that changes nothing by opening; raises ``BadOption`` if the driver is missing."""
    try:
        return create_engine(url, poolclass=NullPool)
    except (ImportError, ArgumentError):  # the latter for a driver that SQLAlchemy does not know
        raise BadOption(
            f"PLYGROUND_DATABASE names a PostgreSQL database, whose driver is missing: pip install '{DRIVER}'."
        ) from None


def durable_engine(url: URL) -> Engine:
    """The engine whose commits are on the disk when they return."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    # A connection belongs to the thread that opened it; opening one costs little and nothing is left open behind.
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": 30})
    event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, _record: Any) -> None:
    if isinstance(connection, sqlite3.Connection):
        cursor = connection.cursor()
        cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")  # takes effect when the file is new
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA journal_size_limit=16000000")
        cursor.close()
