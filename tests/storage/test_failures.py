"""What is said when writing fails: the reason, as the real database gives it, and nothing is half done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from sqlalchemy import Connection, create_engine, text

from plyground.core.refusals import StorageFailed
from plyground.core.settings import Settings
from plyground.sessions.events import Event
from plyground.sessions.setup import Setup, read_spec
from plyground.sessions.store import Store
from plyground.storage.schema import schema_version
from tests.waiting import until
from tools.benchmarks import postgresql
from tools.benchmarks.link import Link
from tools.benchmarks.serving import ROOT, Server, free_port, make_game


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    made = Store(Settings(database=address))
    yield made
    made.close()


@pytest.fixture
def setup(store: Store) -> Setup:
    made = read_spec({"game": "othello"}, "somebody")[0]
    store.append(made.id, (), opens=made)
    return made


def test_a_disk_that_may_only_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    Store(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3")).close()
    before = (tmp_path / "games.sqlite3").read_bytes()
    bwrap = shutil.which("bwrap")
    assert bwrap is not None, "tools/set-up sandbox installs bubblewrap"
    place = [bwrap, "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path), "--die-with-parent"]
    words = [*place, sys.executable, "-m", "game", "serve", "--port", str(free_port())]
    own = {**os.environ, "PLYGROUND_DATABASE": f"sqlite:///{tmp_path}/games.sqlite3"}
    ran = subprocess.run(words, cwd=ROOT, env=own, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 1
    assert "Whoever runs the server has to look at it." in ran.stderr
    assert "Traceback" not in ran.stderr
    assert (tmp_path / "games.sqlite3").read_bytes() == before


def an_event(seq: int, length: int = 10) -> Event:
    return Event(seq, "move", {"filler": "x" * length}, 1.0, None)


def tell(store: Store, sqlite: str, postgresql: str) -> None:
    """Have the connection that writes obey an order from now on."""
    store.database.change(text(sqlite if store.database.is_file else postgresql))


def seqs(store: Store, setup: Setup) -> list[int]:
    loaded = store.load(setup.id)
    assert loaded is not None
    return [event.seq for event in loaded[1]]


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_full_disk_is_named_and_games_go_on_when_there_is_room(store: Store, setup: Setup) -> None:
    tell(store, "PRAGMA max_page_count=40", "")
    with pytest.raises(StorageFailed, match="disk of the database is full"):
        store.append(setup.id, [an_event(1, 400_000)])
    assert seqs(store, setup) == []
    tell(store, "PRAGMA max_page_count=100000", "")
    store.append(setup.id, [an_event(1, 400_000)])
    assert seqs(store, setup) == [1]


def test_a_database_that_may_only_be_read_is_named(store: Store, setup: Setup) -> None:
    tell(store, "PRAGMA query_only=ON", "SET default_transaction_read_only = on")
    with pytest.raises(StorageFailed, match="may only be read"):
        store.append(setup.id, [an_event(1)])
    assert seqs(store, setup) == []


def test_tables_that_were_changed_meanwhile_are_named(store: Store, setup: Setup, address: str) -> None:
    other = create_engine(address)
    with other.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME COLUMN command TO order_of")
    with pytest.raises(StorageFailed, match="Another program has changed the tables"):
        store.append(setup.id, [an_event(1)])
    with pytest.raises(StorageFailed, match="Another program has changed the tables"):
        store.load(setup.id)
    with other.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME COLUMN order_of TO command")
        connection.exec_driver_sql("DROP TABLE competition_games")
    store.append(setup.id, [an_event(1)])
    assert seqs(store, setup) == [1]
    other.dispose()


def test_a_database_that_another_program_holds_is_named(store: Store, setup: Setup, address: str) -> None:
    tell(store, "PRAGMA busy_timeout=50", "SET lock_timeout = 50")
    other = create_engine(address)
    with other.connect() as connection:
        connection.exec_driver_sql(
            "BEGIN IMMEDIATE" if store.database.is_file else "LOCK TABLE events IN EXCLUSIVE MODE"
        )
        with pytest.raises(StorageFailed, match="held by another program"):
            store.append(setup.id, [an_event(1)])
        connection.rollback()
    store.append(setup.id, [an_event(1)])
    other.dispose()


def test_what_is_written_already_is_named(store: Store, setup: Setup) -> None:
    store.append(setup.id, [an_event(1)])
    with pytest.raises(StorageFailed, match=r"changed by somebody else meanwhile\. Load the page again"):
        store.append(setup.id, [an_event(1)])


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_after_a_lost_connection_the_first_write_is_done(store: Store, setup: Setup, address: str) -> None:
    other = create_engine(address, isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    other.dispose()
    store.append(setup.id, [an_event(1)])
    assert seqs(store, setup) == [1]


class _Lost:
    """Ends the writer's connection from outside in the middle of its first work."""

    def __init__(self, address: str) -> None:
        self.other = create_engine(address, isolation_level="AUTOCOMMIT")
        self.times = 0

    def __call__(self, connection: Connection) -> int:
        self.times += 1
        connection.execute(schema_version.update().values(oldest="0001"))
        if self.times == 1:
            with self.other.connect() as killer:
                pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
                killer.exec_driver_sql(f"SELECT pg_terminate_backend({pid})")
        return int(connection.exec_driver_sql("SELECT 7").scalar_one())


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_a_connection_lost_before_the_commit_is_made_again(store: Store, address: str) -> None:
    lost = _Lost(address)
    assert store.database.write(lost) == 7
    assert lost.times == 2
    lost.other.dispose()


def test_a_database_that_was_away_or_may_only_be_read(tmp_path: Path) -> None:
    """Players read why nothing is done, and the first move afterwards is played."""
    with postgresql.cluster() as own:
        server = Server(tmp_path, PLYGROUND_DATABASE=own.create()).start()
        try:
            people = [{"kind": "person"}, {"kind": "person"}]
            games = [make_game(server, game="othello", seats=people) for _ in range(2)]

            def move(game: dict[str, Any], ply: int, text: str) -> dict[str, Any]:
                fields = {"id": f"{ply}", "ply": ply, "do": "move", "move": text}
                token = game["tokens"][f"s{ply % 2}"]
                answer: dict[str, Any] = link.ask("command", {"game": game["id"], "token": token, **fields})
                return answer

            with Link(server.port, patience=60) as link:
                assert move(games[0], 0, "f5")["ok"]
                own.stop()
                away = move(games[0], 1, "d6")
                assert away["error"]["code"] == "storage_failed"
                assert "cannot be reached" in away["error"]["sentence"]
                assert requests.get(f"{server.url}/ready", timeout=20).status_code == 503
                own.start()
                assert move(games[0], 1, "d6")["ok"], "the same command, sent again"
                own.stop()
                own.start()
                assert move(games[1], 0, "f5")["ok"], "the first write after it"
                own.read_only(True)
                closed = move(games[1], 1, "d6")
                assert "may only be read" in closed["error"]["sentence"]
                until(lambda: "may only be read" in requests.get(f"{server.url}/ready", timeout=20).text)
                own.read_only(False)
                assert move(games[1], 1, "d6")["ok"]
            for game in games:
                moves = requests.get(f"{server.url}/api/games/{game['id']}", timeout=10).json()["moves"]
                assert [made["text"] for made in moves] == ["f5", "d6"]
        finally:
            server.stop()
