"""What is done before a database is used: it is looked at, and made, upgraded or refused.

One program upgrades at a time, holding the database's own write lock (SQLite) or an advisory lock (PostgreSQL), and in
one transaction: whoever is killed leaves the version from before. A file is copied first.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Table, insert, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.core.refusals import UnfitDatabase
from plyground.storage import schema
from plyground.storage.engine import durable_engine, keepers_sentence, name_of, plain_engine
from plyground.storage.files import check_file, copy_beside
from plyground.storage.private import private_database

log = logging.getLogger(__name__)

UNVERSIONED = "0000"
"""What a database is called that was written before there were versions; the first migration only names it."""
_LOCK = 0x506C79
_PATIENCE = 300
"""Seconds to wait for another program that upgrades."""


@dataclass(frozen=True)
class Migrations:
    """The folder of Alembic's scripts, its last version, and the oldest program that can work on that one."""

    folder: Path
    head: str
    oldest: str


PRESENT = Migrations(Path(__file__).parent / "migrations", schema.HEAD, schema.OLDEST)


def prepare(url: URL, migrations: Migrations = PRESENT) -> None:
    """Make or upgrade the database where that is needed; raises ``UnfitDatabase`` if it cannot be used."""
    name = name_of(url)
    try:
        if url.get_backend_name() == "sqlite":
            check_file(Path(name))
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            private_database(Path(name))
        with plain_engine(url).connect() as connection:
            if _fits(connection, name, migrations):
                return
        engine = durable_engine(url)
        try:
            with engine.connect() as connection:
                _lock(connection)
                if not _fits(connection, name, migrations):  # nobody else was faster
                    _upgrade(connection, url, migrations)
                connection.commit()
        finally:
            engine.dispose()
    except OSError as failure:
        raise UnfitDatabase(f"The folder of the database {name} cannot be made: {failure.strerror}.") from None
    except SQLAlchemyError as failure:
        log.warning("%s: %s", name, failure)
        raise UnfitDatabase(f"The database {name} cannot be used. {keepers_sentence(failure)}") from failure


def version_of(connection: Connection, name: str) -> tuple[str, str] | None:
    """The version of a database and the oldest program that can work on it, None if it has no tables at all; raises
    ``UnfitDatabase`` if it is another program's."""
    tables = _columns(connection)
    if not tables:
        return None
    if schema.schema_version.name in tables:
        row = connection.execute(select(schema.schema_version)).first()
        if row is not None:
            return row.version_num, row.oldest
    if {"games", "events"} <= tables.keys():
        from plyground.storage.migrations.versions import v0001_baseline  # with Alembic, which is seldom needed

        baseline = [table for table in v0001_baseline.tables.sorted_tables if table.name in tables]
        if not _lacking(tables, baseline):
            return UNVERSIONED, UNVERSIONED
    raise UnfitDatabase(
        f"The database {name} was made by another program: its tables are not Plyground's. "
        "Nothing was changed; name another one in PLYGROUND_DATABASE."
    )


def _fits(connection: Connection, name: str, migrations: Migrations) -> bool:
    """Whether this program can work on the database as it is; raises ``UnfitDatabase`` if it never can."""
    found = version_of(connection, name)
    if found is None or found[0] < migrations.head:
        return False
    version, oldest = found
    if oldest > migrations.head:
        raise UnfitDatabase(
            f"The database {name} has version {version}, and this program knows only those up to {migrations.head}. "
            "Start the newer program, or go back to a copy from before."
        )
    lacking = _lacking(_columns(connection), schema.metadata.sorted_tables)
    if lacking:
        raise UnfitDatabase(
            f"The database {name} says that it has version {version}, but it lacks {lacking}: another program has "
            "changed it. Go back to a copy from before."
        )
    return True


def _columns(connection: Connection) -> dict[str, set[str]]:
    found = inspect(connection).get_multi_columns()
    return {table: {column["name"] for column in columns} for (_, table), columns in found.items()}


def _lacking(found: Mapping[str, set[str]], wanted: Iterable[Table]) -> str:
    """The first table or column that is wanted and not there, in words; empty if all are there."""
    for table in wanted:
        if table.name not in found:
            return f"the table {table.name}"
        for column in table.columns:
            if column.name not in found[table.name]:
                return f"the column {column.name} of its table {table.name}"
    return ""


def _lock(connection: Connection) -> None:
    """Begin a transaction that no other program that upgrades can begin, waiting for one that does."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA busy_timeout={1000 * _PATIENCE}")
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")  # a table that is made anew loses no rows of others
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_PATIENCE}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


def _upgrade(connection: Connection, url: URL, migrations: Migrations) -> None:
    """Bring the database to the last version, inside the transaction that is open."""
    name, found = name_of(url), version_of(connection, name_of(url))
    if found is None:
        schema.metadata.create_all(connection)
        connection.execute(insert(schema.schema_version).values(version_num=schema.HEAD, oldest=schema.OLDEST))
        return
    version = found[0]
    copy = copy_beside(Path(str(url.database)), version) if url.get_backend_name() == "sqlite" else None
    _migrate(connection, migrations)
    broken = connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken:
        raise UnfitDatabase(
            f"The database {name} was not upgraded: its table {broken[0]} has rows whose {broken[2]} are gone. "
            "It is as it was."
        )
    kept = f" It was copied to {copy} before." if copy else ""
    log.warning("The database %s was upgraded from version %s to %s.%s", name, version, migrations.head, kept)


def _migrate(connection: Connection, migrations: Migrations) -> None:
    from alembic import command, config, util  # needed at an upgrade alone

    schema.schema_version.create(connection, checkfirst=True)
    settings = config.Config()
    settings.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    settings.attributes["connection"] = connection
    try:
        command.upgrade(settings, migrations.head)
    except util.CommandError as failure:
        raise UnfitDatabase(f"The database cannot be upgraded: {failure}. Go back to a copy from before.") from None
    connection.execute(update(schema.schema_version).values(oldest=migrations.oldest))
