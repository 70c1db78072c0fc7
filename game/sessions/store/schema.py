"""The tables, and the engine with the durability that the log needs."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from plyground.core.errors import BadOption

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("finished", Float, nullable=True),
    Column("active", Boolean, nullable=False),
)
"""One row for each game. ``touched`` is the time of the last event, ``finished`` that of the end (Unix seconds);
``active`` games go on by themselves, for a bot is to move or a clock runs."""

events = Table(
    "events",
    metadata,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("command", String(80), nullable=True),
    UniqueConstraint("game", "seq"),
    UniqueConstraint("game", "command"),
)
"""The log. Rows are only added, and deleted with their game."""

Index("games_finished", games.c.finished, games.c.touched)


def open_engine(url: str) -> Engine:
    """Open the database, making its folder and tables; raises ``BadOption`` for a URL that is none."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadOption(f"PLYGROUND_DATABASE is no database URL: “{url[:80]}”.") from None
    if parsed.get_backend_name() != "sqlite":
        engine = create_engine(parsed, pool_pre_ping=True)
        metadata.create_all(engine)
        return engine
    if not parsed.database or parsed.database == ":memory:":
        raise BadOption("PLYGROUND_DATABASE needs the path of a file: games must outlive the server.")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    # A connection belongs to the thread that opened it; opening one costs little and nothing is left open behind.
    engine = create_engine(parsed, poolclass=NullPool, connect_args={"timeout": 30})
    event.listen(engine, "connect", _durable)
    metadata.create_all(engine)
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
