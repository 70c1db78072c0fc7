"""Reads the address of a database and makes the engine, with the durability that the log needs; and says in a sentence
for people what a database refuses: what is wrong, and who can do what about it.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from plyground.core.errors import BadOption

DRIVER = "psycopg[binary]"
_KEPT_OPEN = 8
"""So many connections to a SQLite file stay open, while nobody reads by them."""


def read_url(text: str) -> URL:
    """The address of a SQLite file or of a PostgreSQL database; raises ``BadOption`` for any other."""
    try:
        url = make_url(text.replace("postgres://", "postgresql://", 1))
    except (ValueError, ArgumentError):  # the former for a port that is no number
        raise BadOption(
            "PLYGROUND_DATABASE is no database URL, such as sqlite:////srv/plyground.sqlite3"
            " or postgresql://user:password@host/plyground."
        ) from None
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
        return create_engine(url, poolclass=NullPool, hide_parameters=True)
    except (ImportError, ArgumentError):  # the latter for a driver that SQLAlchemy does not know
        if not url.drivername.endswith(("postgresql", "+psycopg")):
            raise BadOption(
                f"PLYGROUND_DATABASE names the driver {url.drivername[:40]}, which is not there. postgresql:// will do."
            ) from None
        raise BadOption(
            f"PLYGROUND_DATABASE names a PostgreSQL database, whose driver is missing: pip install '{DRIVER}'."
        ) from None


def durable_engine(url: URL) -> Engine:
    """The engine whose commits are on the disk when they return. What it says of failures names nobody's data."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=_impatient(url))
    # To open one takes ten times as long as to read by it; who finds none that is kept open opens one more.
    engine = create_engine(
        url, pool_size=_KEPT_OPEN, max_overflow=-1, pool_use_lifo=True, connect_args={"timeout": 30},
        hide_parameters=True,
    )  # fmt: skip
    event.listen(engine, "connect", _durable)
    return engine


def watching_engine(url: URL) -> Engine:
    """An engine for one who looks in now and then, on a connection of its own, and waits for nobody."""
    return create_engine(
        url, pool_pre_ping=True, pool_size=1, max_overflow=0, hide_parameters=True,
        connect_args=_impatient(url, "-c statement_timeout=2000"),
    )  # fmt: skip


def _impatient(url: URL, more: str = "") -> dict[str, Any]:
    """What keeps a PostgreSQL that is out of reach, or another program that stands still in the middle of a
    transaction, from holding this one up for minutes; what the address says itself goes first."""
    if url.get_backend_name() == "sqlite":
        return {"timeout": 2}
    wanted = {
        "connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
        "tcp_user_timeout": 5000,
        "options": f"-c idle_in_transaction_session_timeout=5000 -c lock_timeout=4000 {more}".strip(),
    }  # fmt: skip
    return {name: value for name, value in wanted.items() if name not in url.query}


def _durable(connection: Any, _record: Any) -> None:
    if isinstance(connection, sqlite3.Connection):
        cursor = connection.cursor()
        cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")  # takes effect when the file is new
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA journal_size_limit=16000000")
        cursor.close()


_WHOEVER = "Whoever runs the server"
FULL = f"The disk of the database is full. {_WHOEVER} has to make room; then it goes on by itself."
READ_ONLY = f"The database may only be read, not written. {_WHOEVER} has to allow writing."
NO_RIGHT = f"This program may not use the tables of the database. {_WHOEVER} has to make them its user's."
BUSY = "The database is held by another program. Try again in a moment."
BROKEN = f"The database is damaged. {_WHOEVER} has to stop it and go back to a copy."
DISK = f"The disk of the database fails. {_WHOEVER} has to look at it."
CHANGED = f"Another program has changed the tables of the database. {_WHOEVER} has to start the server again."
MEANWHILE = "It was changed by somebody else meanwhile. Load the page again."
UNREACHABLE = "The database cannot be reached at present. Try again in a moment."
UNKNOWN = f"The database refused it. {_WHOEVER} finds the reason in the server's log."

_SQLITE = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_PERM": READ_ONLY,
    "SQLITE_AUTH": READ_ONLY,
    "SQLITE_CANTOPEN": f"The file of the database cannot be opened. {_WHOEVER} has to look at it.",
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_CORRUPT": BROKEN,
    "SQLITE_NOTADB": BROKEN,
    "SQLITE_IOERR": DISK,
    "SQLITE_IOERR_SHMSIZE": FULL,  # no room for the file beside that readers share
    "SQLITE_SCHEMA": CHANGED,
    "SQLITE_CONSTRAINT_NOTNULL": CHANGED,
    "SQLITE_CONSTRAINT": MEANWHILE,
    "SQLITE_ERROR": CHANGED,  # a statement that no longer fits the tables
}
"""By the beginning of the error's name; the longest that fits counts."""
_POSTGRESQL = {
    "53100": FULL,
    "53": UNREACHABLE,
    "25006": READ_ONLY,
    "42501": NO_RIGHT,
    "40": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
    "XX": BROKEN,
    "58": DISK,
    "42": CHANGED,
    "23502": CHANGED,
    "23": MEANWHILE,
    "08": UNREACHABLE,
    "57P": UNREACHABLE,
    "28": f"The database does not let this program in. {_WHOEVER} has to see to its name and password.",
    "3D": f"There is no such database. {_WHOEVER} has to create it.",
}
"""The same by the SQLSTATE."""


def sentence(failure: SQLAlchemyError) -> str:
    """Why the database refused, for the person who asked for something."""
    original = getattr(failure, "orig", None)
    name = getattr(original, "sqlite_errorname", None)
    if name is not None:
        return sqlite_sentence(name)
    state = getattr(original, "sqlstate", None)
    if state is not None:
        return _longest(_POSTGRESQL, state)
    return UNREACHABLE if type(original).__name__ == "OperationalError" else UNKNOWN


def keepers_sentence(failure: SQLAlchemyError) -> str:
    """The same for whoever starts the server: of what cannot be reached with the driver's own words, which alone tell
    a wrong name or password from a machine that is away."""
    said = sentence(failure)
    words = " ".join(str(getattr(failure, "orig", "")).split())
    return f"It cannot be reached: {words[:300]}" if said == UNREACHABLE and words else said


def sqlite_sentence(name: str) -> str:
    """The same for the name of an error of SQLite."""
    return _longest(_SQLITE, name)


def _longest(sentences: dict[str, str], code: str) -> str:
    fitting = [begin for begin in sentences if code.startswith(begin)]
    return sentences[max(fitting, key=len)] if fitting else UNKNOWN
