"""``plyground doctor``: all is well where it is, and each thing that is amiss is named, with exit status 1."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from plyground.storage import Database
from plyground.storage.claim import claim
from tests.commands.support import command
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer
from tools.benchmarks.serving import Server, free_port


def doctor(folder: Path, **environment: str) -> tuple[int, list[dict[str, Any]], str]:
    """Its exit status, findings, and all that it printed."""
    usual = {"PLYGROUND_DATA": str(folder / "data"), "PLYGROUND_DATABASE": f"sqlite:///{folder}/games.sqlite3"}
    with patch.dict(os.environ, {**usual, "PORT": str(free_port()), **environment}):
        ran = command("doctor", "--json")
    return ran.returncode, json.loads(ran.stdout)["findings"], ran.stdout + ran.stderr


def amiss(findings: list[dict[str, Any]]) -> dict[str, str]:
    return {each["name"]: each["sentence"] for each in findings if not each["ok"]}


def test_a_set_up_that_is_well_and_is_left_as_it_was(tmp_path: Path) -> None:
    status, findings, _ = doctor(tmp_path)
    assert (status, amiss(findings)) == (0, {})
    wanted = "python packages modules settings database disk files kernels sandbox port descriptors"
    assert {each["name"] for each in findings} == set(wanted.split())
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_runs_is_known(server: Server, tmp_path: Path) -> None:
    status, findings, _ = doctor(tmp_path, PORT=str(server.port))
    assert status == 0
    assert any("A Plyground answers" in each["sentence"] for each in findings)


def newer(folder: Path) -> dict[str, str]:
    address = f"sqlite:///{folder}/games.sqlite3"
    Database(address).close()
    with closing(sqlite3.connect(folder / "games.sqlite3")) as connection:
        connection.execute("UPDATE plyground_schema SET version_num = '9999', oldest = '9999'")
        connection.commit()
    return {}


def damaged(folder: Path) -> dict[str, str]:
    (folder / "games.sqlite3").write_bytes(b"Dear diary, " * 500)
    return {}


def open_to_all(folder: Path) -> dict[str, str]:
    Database(f"sqlite:///{folder}/games.sqlite3").close()
    (folder / "games.sqlite3").chmod(0o644)
    return {}


def a_file_instead(folder: Path) -> dict[str, str]:
    (folder / "words").touch()
    return {"PLYGROUND_DATA": str(folder / "words" / "data")}


def taken(folder: Path) -> dict[str, str]:
    holder = socket.create_server(("127.0.0.1", 0))
    _holders.append(holder)
    return {"PORT": str(holder.getsockname()[1])}


_holders: list[socket.socket] = []
AWAY = "postgresql://user:hidden-password@127.0.0.1:1/games"


@pytest.mark.parametrize(
    ("make", "name", "said"),
    [
        (newer, "database", "has version 9999"),
        (damaged, "database", "is no database"),
        (open_to_all, "files", "Others may read"),
        (a_file_instead, "disk", "words is no folder"),
        (taken, "port", "is taken by another program; choose another"),
        (lambda folder: {"HOST": "[::1]"}, "port", "HOST is an address of this machine"),
        (lambda folder: {"HOST": "192.0.2.1"}, "port", "Cannot assign requested address): HOST is an address of"),
        (lambda folder: {"PLYGROUND_DATABASE": AWAY}, "database", "cannot be reached"),
        (lambda folder: {"PLYGROUND_WORKERS": "many"}, "settings", "PLYGROUND_WORKERS"),
        (lambda folder: {"PLYGROUND_ADDRESS": "https://games.example"}, "settings", "no proxy"),
        (lambda folder: {"PLYGROUND_SCHEDULER": "tcp://127.0.0.1:1"}, "scheduler", "does not answer"),
        (lambda folder: {"PLYGROUND_WORKRES": "2"}, "settings", "WORKRES is no setting; PLYGROUND_WORKERS is."),
        (lambda folder: {"PLYGROUND_LOG_LEVEL": "loud"}, "settings", "PLYGROUND_LOG_LEVEL"),
    ],
)  # fmt: skip
def test_what_is_amiss_is_named(tmp_path: Path, make: Any, name: str, said: str) -> None:
    status, findings, printed = doctor(tmp_path, **make(tmp_path))
    assert status == 1
    assert said in amiss(findings)[name]
    assert "hidden-password" not in printed
    while _holders:
        _holders.pop().close()


def test_a_database_on_which_another_server_works_is_named(server: Server, cluster: Cluster, tmp_path: Path) -> None:
    theirs = server.environment()["PLYGROUND_DATABASE"]
    assert "Another server works on the database" in amiss(doctor(tmp_path, PLYGROUND_DATABASE=theirs)[1])["database"]
    status, findings, _ = doctor(tmp_path, PLYGROUND_DATABASE=theirs, PORT=str(server.port))
    assert (status, amiss(findings)) == (0, {})
    address = cluster.create()
    Database(address).close()
    release = claim(address, lambda: None, shared=True)
    assert "all need the same PLYGROUND_REDIS" in amiss(doctor(tmp_path, PLYGROUND_DATABASE=address)[1])["database"]
    release()


def test_redis_is_asked_to_deliver_a_message(redis_server: RedisServer, cluster: Cluster, tmp_path: Path) -> None:
    several = {"PLYGROUND_DATABASE": cluster.create(), "PLYGROUND_REDIS": redis_server.url}
    status, findings, _ = doctor(tmp_path, **several)
    assert (status, amiss(findings)) == (0, {})
    (said,) = [each["sentence"] for each in findings if each["name"] == "redis"]
    assert said.startswith(f"The Redis {redis_server.url} delivers a message in")
    redis_server.stop()
    status, findings, _ = doctor(tmp_path, **several)
    assert status == 1
    assert amiss(findings) == {"redis": f"The Redis {redis_server.url} cannot be used. Redis cannot be reached."}
    _, findings, _ = doctor(tmp_path, PLYGROUND_REDIS=redis_server.url)
    assert "needs PostgreSQL" in amiss(findings)["redis"]
    _, findings, printed = doctor(tmp_path, **several | {"PLYGROUND_REDIS": "redis://:secret@host:port"})
    assert "is the address of a Redis server" in amiss(findings)["redis"]
    assert "secret" not in printed
