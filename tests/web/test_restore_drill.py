"""The restore drill: a copy made while a server runs, put elsewhere, and everything goes on there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.web.classes import Member, opened
from tests.web.clients import connected
from tests.web.submissions import BOT
from tools.benchmarks import postgresql
from tools.benchmarks.serving import ROOT, Server, make_game

CHOICE: dict[str, Any] = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": "0"}


def run(*words: str, **environment: str) -> None:
    """What whoever runs the server types."""
    subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}, check=True, capture_output=True, timeout=120)


def typed(program: str, *words: str) -> None:
    """The same, to a program of PostgreSQL."""
    folder = postgresql.programs()
    assert folder is not None
    run(str(folder / program), *words)


def backup(server: Server, address: str, copy: Path) -> None:
    """Copy the database, and the files that it names, as docs/storage.md says."""
    if address.startswith("sqlite"):
        environment = {name: value for name, value in server.environment().items() if name not in ("HOST", "PORT")}
        run(sys.executable, "-m", "game", "backup", str(copy), **environment)
        return
    copy.parent.mkdir()
    typed("pg_dump", "--no-owner", f"--file={copy}", address)
    with tarfile.open(f"{copy}.bots.tar", "w") as archive:
        for name in ("bots", "maps", "teacher.key"):
            archive.add(server.data / name, name)


def restored(copy: Path, folder: Path, address: str) -> Server:
    """A server elsewhere with what the copy holds, as docs/storage.md says."""
    server = Server(folder, PLYGROUND_DATABASE=address, PLYGROUND_WORKERS="1")
    if address.startswith("sqlite"):
        (folder / "games.sqlite3").write_bytes(copy.read_bytes())
    else:
        typed("psql", "--set=ON_ERROR_STOP=1", "--single-transaction", f"--file={copy}", address)
    (folder / "data").mkdir(exist_ok=True)
    run("tar", "-xf", f"{copy}.bots.tar", "-C", str(folder / "data"))
    return server.start()


@pytest.fixture(params=["sqlite", "postgresql"])
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The URLs of two databases that are yet empty; those of SQLite are files beside the servers' data folders."""
    if request.param == "sqlite":
        return [f"sqlite:///{tmp_path}/{name}/games.sqlite3" for name in ("here", "elsewhere")]
    cluster = request.getfixturevalue("cluster")
    return [cluster.create(), cluster.create()]


@pytest.fixture
def server(addresses: list[str], tmp_path: Path) -> Iterator[Server]:
    """The server that is copied."""
    (tmp_path / "here").mkdir()
    server = Server(tmp_path / "here", PLYGROUND_DATABASE=addresses[0], PLYGROUND_WORKERS="1").start()
    yield server
    server.stop()


def move(server: Server, game: dict[str, Any], ply: int, text: str) -> dict[str, Any]:
    with connected(server.url) as line:
        fields = {"id": f"m{ply}", "ply": ply, "do": "move", "move": text}
        answer: dict[str, Any] = line.ask(
            "command", {"game": game["id"], "token": game["tokens"][f"s{ply % 2}"], **fields}
        )
        return answer


def test_a_copy_goes_on_elsewhere(server: Server, addresses: list[str], tmp_path: Path) -> None:
    def ask(where: Server, path: str, key: str, body: Any = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {key}"}
        return requests.request("POST" if body else "GET", where.url + path, json=body, headers=headers, timeout=30)

    game = make_game(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    assert move(server, game, 0, "f5")["ok"]
    contest = ask(server, "/api/competitions", server.teacher_key, {"title": "Drill", "game": "othello"}).json()
    bot = requests.post(f"{server.url}/api/competitions/{contest['id']}/bots", json={"name": "Eve"}, timeout=10).json()
    path = f"/api/competitions/{contest['id']}/bots/{bot['bot']}"
    assert ask(server, f"{path}/versions", bot["key"], {"source": BOT.format(0), "note": ""}).status_code < 300
    triangle = {"sites": [{"id": each, "x": each, "y": each % 2} for each in range(3)], "mines": [0],
                "rivers": [{"source": each, "target": (each + 1) % 3} for each in range(3)]}  # fmt: skip
    kept = requests.post(f"{server.url}/api/maps?game=punter", data=json.dumps(triangle), timeout=30).json()
    claims = make_game(
        server,
        game="punter",
        seats=[{"kind": "person"}, {"kind": "person"}],
        options={"map": kept["map"], "punters": 2},
    )
    assert move(server, claims, 0, "0-1")["ok"]
    copy = tmp_path / "copies" / "drill.sqlite3"
    with opened(server) as room:
        ada = room.student("Ada")
        room.teacher.done("ask", **CHOICE)
        assert ada.answer("0")["ok"]
        backup(server, addresses[0], copy)
        assert move(server, game, 1, "d6")["ok"], "after the copy, and so not in it"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = restored(copy, elsewhere, addresses[1])
    try:
        assert other.teacher_key == server.teacher_key
        found = requests.get(f"{other.url}/api/games/{game['id']}", timeout=10).json()
        assert [made["text"] for made in found["moves"]] == ["f5"]
        assert move(other, game, 1, "f4")["ok"]
        assert move(other, claims, 1, "1-2")["ok"], "on a map that somebody has handed in"
        with connected(other.url) as line, connected(other.url) as second:
            teacher = Member(line, room.code, "teacher", room.made["teacher"])
            again = Member(second, room.code, "student", ada.token)
            assert again.joined["ok"], again.joined
            assert again.you is not None
            assert again.you["answered"] == "0"
            teacher.done("reveal")
            assert again.wait(lambda: again.you and again.you["score"] == 1)
        source = ask(other, f"{path}/versions/1/source", bot["key"])
        assert source.status_code == 200, "handed-in files are there, and the owner's key opens them"
        assert "def make_move(" in source.text
        listed = ask(other, "/api/competitions/teach", other.teacher_key).json()["competitions"]
        assert "Drill" in [each["title"] for each in listed]
    finally:
        other.stop()
