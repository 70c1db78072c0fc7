"""Whoever may use the machine but is not the server's own user reads nothing of what it keeps."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import requests

from plyground.competitions import backup as bots_backup
from plyground.storage import Database, backup
from tests.storage.record import WRITTEN
from tools.benchmarks.serving import Server, make_game


@pytest.fixture(autouse=True)
def open_mask() -> object:
    """Files that say nothing else are open to all, as with many systems' usual mask."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_database_and_its_copy(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    database = Database(f"sqlite:///{file}")
    database.probe()
    backup(f"sqlite:///{file}", tmp_path / "copy.sqlite3")
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["copy.sqlite3", "games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal"]
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}
    database.close()


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    release = sorted(WRITTEN.iterdir())[0]
    shutil.copytree(release / "data", tmp_path / "data")
    file = tmp_path / "data" / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((release / "database.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE passing (x)")
        connection.execute("DROP TABLE passing")
        connection.commit()
        assert mode(file) & 0o044
        server = Server(tmp_path, PLYGROUND_DATABASE=f"sqlite:///{file}").start()
    try:
        make_game(server, game="othello")
        assert requests.get(f"{server.url}/ready", timeout=10).json()["checks"]["database"]["ok"]
        files = [path for path in (tmp_path / "data").iterdir() if path.is_file()]
        assert {path.name for path in files} >= {"games.sqlite3", "games.sqlite3-wal", "teacher.key"}
        assert {path.name: mode(path) for path in files} == {path.name: 0o600 for path in files}
        closed = 0o711 if os.geteuid() == 0 else 0o700
        for folder in (tmp_path / "data", tmp_path / "data" / "bots"):
            assert mode(folder) == closed
        copy = tmp_path / "copy.sqlite3"
        backup(f"sqlite:///{file}", copy)
        os.environ["PLYGROUND_DATA"], before = str(tmp_path / "data"), os.environ["PLYGROUND_DATA"]
        copied = bots_backup.copy_files(copy)
        os.environ["PLYGROUND_DATA"] = before
        assert copied.file is not None
        assert {mode(copy), mode(copied.file)} == {0o600}
    finally:
        server.stop()
