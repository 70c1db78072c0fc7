"""Migrations: they lead to the program's tables, one program runs them, and a killed one leaves no half of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from plyground.core.refusals import StorageFailed, UnfitDatabase
from plyground.core.settings import Settings
from plyground.sessions.events import Event
from plyground.sessions.setup import read_spec
from plyground.sessions.store import Store
from plyground.storage import Database, schema
from plyground.storage.opening import PRESENT, Migrations
from tests.storage.toys import LAST, NEXT, later, opened_together, opening

WriteOld = Callable[[str, str], None]


@pytest.fixture
def reading(address: str) -> Iterator[Callable[[str], list[tuple[object, ...]]]]:
    """Reads a query from the database without opening it as the program does."""
    engine = create_engine(address)

    def read(query: str) -> list[tuple[object, ...]]:
        with engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(query))]

    yield read
    engine.dispose()


def tables(address: str) -> set[str]:
    engine = create_engine(address)
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"version_table": "none", "compare_server_default": True})
    return list(compare_metadata(context, schema.metadata))


def test_the_last_migration_is_the_programs_version() -> None:
    scripts = ScriptDirectory(str(PRESENT.folder))
    assert scripts.get_heads() == [schema.HEAD]
    assert schema.OLDEST <= schema.HEAD


@pytest.mark.parametrize("old", [None, "2c3f9b0"])
def test_the_tables_are_those_of_the_program(address: str, old: str | None, write_old: WriteOld) -> None:
    if old:
        write_old(address, old)
    database = Database(address)
    with database.read() as connection:
        assert differences(connection) == []
        row = connection.execute(schema.schema_version.select()).one()
    assert tuple(row) == (schema.HEAD, schema.OLDEST)
    database.close()


@pytest.mark.parametrize("old", [None, "2c3f9b0"])
def test_of_programs_that_start_together_one_makes_or_upgrades(
    address: str, old: str | None, write_old: WriteOld, tmp_path: Path
) -> None:
    if old:
        write_old(address, old)
    migrations = later(tmp_path) if old else PRESENT
    ends = opened_together(address, migrations, 3)
    assert [code for _, code in ends] == [0, 0, 0], ends
    assert sum("was upgraded" in said for said, _ in ends) == (1 if old else 0)
    assert len(list(tmp_path.rglob("*.version-*"))) == (1 if old and address.startswith("sqlite") else 0)


@pytest.mark.soak
@pytest.mark.parametrize(
    "old", [pytest.param("2c3f9b0", id="unversioned"), pytest.param(None, id="versioned", marks=pytest.mark.long)]
)
def test_an_upgrade_that_is_killed_leaves_the_version_from_before(
    address: str,
    old: str | None,
    write_old: WriteOld,
    reading: Callable[[str], list[tuple[object, ...]]],
    tmp_path: Path,
) -> None:
    if old:
        write_old(address, old)
    else:
        Database(address).close()
    before, games = tables(address), reading("SELECT * FROM games")
    migrations = later(tmp_path)
    killed = opening(address, migrations, **os.environ, TOY_DIES="1")
    assert killed.wait(300) == -signal.SIGKILL
    killed.communicate()
    assert tables(address) == before
    assert reading("SELECT * FROM games") == games
    Database(address).close()
    assert reading("SELECT version_num FROM plyground_schema") == [(schema.HEAD,)]
    Database(address, migrations).close()
    assert reading("SELECT version_num, oldest FROM plyground_schema") == [(NEXT, "0001")]
    assert reading("SELECT name FROM moods") == [("calm",)]
    assert len(reading("SELECT mood FROM games")) == len(games)


def test_the_version_before_and_the_present_one_work_on_one_database(address: str, tmp_path: Path) -> None:
    settings = Settings(database=address)
    before, expanded = Store(settings), later(tmp_path)
    played = read_spec({"game": "othello"}, "somebody")[0]
    before.append(played.id, [Event(1, "move", {}, 1.0, None)], opens=played)
    after = Store(settings, database=Database(address, expanded))
    before.append(played.id, [Event(2, "move", {}, 2.0, None)])
    after.append(played.id, [Event(3, "move", {}, 3.0, None)])
    made = read_spec({"game": "othello"}, "somebody")[0]
    before.append(made.id, (), opens=made)
    after.append(made.id, [Event(1, "move", {}, 1.0, None)])
    again = Store(settings)  # a server of the version before is started once more
    for store in (before, after, again):
        for setup, count in ((played, 3), (made, 1)):
            loaded = store.load(setup.id)
            assert loaded is not None
            assert [event.seq for event in loaded[1]] == list(range(1, count + 1))
    again.close()
    after.close()
    Database(address, later(tmp_path, contract=True)).close()
    said = f"has version {LAST}, and this program knows only those up to {schema.HEAD}"
    with pytest.raises(UnfitDatabase, match=said):
        Store(settings)
    before.append(played.id, [Event(4, "move", {}, 4.0, None)])
    with pytest.raises(StorageFailed, match="has changed the tables"):
        before.database.rows(schema.competitions.exclusions.select())
    before.close()


def test_rows_whose_parents_are_gone_stop_an_upgrade(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    Database(address).close()
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO events VALUES ('nobody', 1, 'move', '{}', 0, NULL)")
    engine.dispose()
    toy: Migrations = later(tmp_path)
    with pytest.raises(UnfitDatabase, match="events has rows whose games are gone"):
        Database(address, toy)
    assert tables(address) == set(schema.metadata.tables)
