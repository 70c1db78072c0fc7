"""What is found where the database should be: made, gone on with, or refused in a sentence, and left as it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from plyground.core.errors import BadOption
from plyground.core.refusals import UnfitDatabase
from plyground.storage import Database, backup
from tests.commands.support import command
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.serving import Server

WriteOld = Callable[[str, str], None]


def change(address: str, *statements: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def filled(file: Path, write_old: WriteOld) -> str:
    address = f"sqlite:///{file}"
    write_old(address, "2c3f9b0")
    return address


def test_an_empty_file_becomes_a_database(file: Path) -> None:
    file.touch()
    Database(f"sqlite:///{file}").close()
    assert file.stat().st_size > 0
    Database(f"sqlite:///{file}").close()


def test_a_file_that_is_no_database_is_left_as_it_is(file: Path) -> None:
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(UnfitDatabase, match="is no database"):
        Database(f"sqlite:///{file}")
    with pytest.raises(UnfitDatabase, match="is no database"):
        backup(f"sqlite:///{file}", file.with_name("copy"))
    assert file.read_bytes() == b"Dear diary, " * 1000
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(UnfitDatabase, match=r"cannot be opened|no database"):
        Database(f"sqlite:///{tmp_path}")
    (tmp_path / "words").write_text("a file")
    with pytest.raises(UnfitDatabase, match=r"cannot be (opened|made)"):
        Database(f"sqlite:///{tmp_path}/words/games.sqlite3")


def test_a_file_that_cannot_be_opened_is_not_called_damaged(file: Path) -> None:
    Database(f"sqlite:///{file}").close()
    file.with_name(f"{file.name}-wal").mkdir()
    with pytest.raises(UnfitDatabase, match=r"cannot be used. The file of the database cannot be opened"):
        Database(f"sqlite:///{file}")


@pytest.mark.parametrize("keep", [0.3, 0.95])
def test_a_torn_file_is_refused(file: Path, keep: float, write_old: WriteOld) -> None:
    address = filled(file, write_old)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(UnfitDatabase, match=r"is damaged .* Go back to a copy"):
        Database(address)


def test_a_file_with_a_page_of_rubbish_is_refused(file: Path, write_old: WriteOld) -> None:
    address = filled(file, write_old)
    whole = bytearray(file.read_bytes())
    whole[4096 * 3 : 4096 * 4] = os.urandom(4096)
    file.write_bytes(whole)
    with pytest.raises(UnfitDatabase, match="is damaged"):
        Database(address)


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE customers (id integer)",),
        ("CREATE TABLE games (id integer, name text)", "CREATE TABLE events (id integer)"),
        ("CREATE TABLE alembic_version (version_num text)", "INSERT INTO alembic_version VALUES ('0001')"),
    ],
)
def test_another_programs_database_is_left_as_it_is(address: str, statements: tuple[str, ...]) -> None:
    if address.startswith("sqlite"):
        Path(address.removeprefix("sqlite:///")).parent.mkdir(parents=True)
    change(address, *statements)
    with pytest.raises(UnfitDatabase, match="was made by another program"):
        Database(address)
    if address.startswith("sqlite"):
        file = Path(address.removeprefix("sqlite:///"))
        assert b"plyground" not in file.read_bytes()
        assert file.read_bytes()[18] == 1, "not even its journal was changed"


def test_a_newer_database_is_refused_unless_this_program_can_work_on_it(address: str) -> None:
    Database(address).close()
    change(address, "UPDATE plyground_schema SET version_num = '9999'")
    Database(address).close()
    change(address, "UPDATE plyground_schema SET oldest = '9998'")
    with pytest.raises(UnfitDatabase, match=r"has version 9999.*Start the newer program"):
        Database(address)


def test_a_version_that_there_never_was_is_refused(address: str) -> None:
    Database(address).close()
    change(address, "UPDATE plyground_schema SET version_num = '0001b'")
    with pytest.raises(UnfitDatabase, match=r"cannot be upgraded: .*'0001b'"):
        Database(address)


@pytest.mark.parametrize(
    ("statement", "lacks"),
    [
        ("ALTER TABLE games DROP COLUMN active", "the column active of its table games"),
        ("DROP TABLE competition_exclusions", "the table competition_exclusions"),
    ],
)
def test_a_database_that_lacks_something_is_refused(address: str, statement: str, lacks: str) -> None:
    Database(address).close()
    change(address, statement)
    with pytest.raises(UnfitDatabase, match=f"lacks {lacks}"):
        Database(address)


def test_a_missing_driver_and_a_database_that_is_not_there_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnfitDatabase, match="cannot be reached"):
        Database("postgresql://127.0.0.1:1/nothing")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadOption, match=r"driver is missing: pip install 'psycopg\[binary\]'"):
        Database("postgres://127.0.0.1:1/nothing")
    with pytest.raises(BadOption, match=r"names the driver postgresql\+psycopg2, which is not there"):
        Database("postgresql+psycopg2://127.0.0.1:1/nothing")


def test_a_database_whose_tables_belong_to_another_says_so(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    address = cluster.create()
    Database(address).close()
    change(address, "DROP ROLE IF EXISTS other", "CREATE ROLE other LOGIN")
    with pytest.raises(UnfitDatabase, match="may not use the tables"):
        Database(make_url(address).set(username="other").render_as_string(hide_password=False))
    assert "permission denied for table plyground_schema" in caplog.text


def test_a_database_that_lets_nobody_in_says_why(cluster: Cluster) -> None:
    with pytest.raises(UnfitDatabase, match=r'cannot be reached: .*database "nonsense" does not exist'):
        Database(cluster.url("nonsense"))
    stranger = cluster.url("postgres").replace("://", "://stranger:hidden@").replace("plyground@", "", 1)
    with pytest.raises(UnfitDatabase, match=r'cannot be reached: .*role "stranger" does not exist') as refused:
        Database(stranger)
    assert "hidden" not in refused.value.sentence


def test_without_room_for_a_copy_nothing_is_upgraded(
    file: Path, write_old: WriteOld, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = filled(file, write_old)
    taken = file.stat().st_size

    def small(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", lambda path, target: small(path))
    with pytest.raises(UnfitDatabase, match=r"was not upgraded, for no copy could be made first: .*No space"):
        Database(address)
    assert sorted(path.name for path in file.parent.glob("*.part")) == []
    assert file.stat().st_size == taken


@pytest.fixture
def words(file: Path) -> str:
    """What is said of a file that is no database."""
    file.write_text("Dear diary")
    return f"{file} is no database: it is another kind of file. Nothing was changed in it."


@pytest.mark.parametrize("asked", [["event", "list"], ["backup", "x"]], ids=" ".join)
def test_every_command_refuses_in_one_sentence(
    file: Path, words: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATABASE", f"sqlite:///{file}")
    ended = command(*asked)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (1, "", words)


def test_the_server_refuses_in_one_sentence(file: Path, words: str, tmp_path: Path) -> None:
    server = Server(tmp_path)
    with pytest.raises(RuntimeError, match="ended at its start"):
        server.start()
    assert server.log.read_text().strip() == words


def test_a_connection_in_use_while_the_database_closes_is_closed_after_it(address: str) -> None:
    database = Database(address)
    reading = database.engine.connect()
    driver = reading.connection.cursor().connection
    database.close()
    assert reading.scalar(text("SELECT 1")) == 1
    reading.close()
    with pytest.raises(Exception, match="closed"):
        driver.execute("SELECT 1")
