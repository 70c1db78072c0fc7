"""Starting and ending the server: its address printed, a taken port in one sentence, quick and clean."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from plyground.core import cache, registry
from plyground.web.serving import reserved
from tests.web.clients import connected
from tools.benchmarks.serving import ROOT, Server


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    """Run the server with this environment until it ends by itself."""
    return subprocess.run(
        [sys.executable, "app.py"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_taken_port_is_one_sentence() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        ended = run(HOST="127.0.0.1", PORT=str(holder.getsockname()[1]))
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "is taken by another program" in ended.stderr


def test_nobody_is_kept_waiting_at_an_address_before_everything_runs() -> None:
    with reserved("127.0.0.1", 0) as reserving, socket.socket() as visitor:
        with pytest.raises(ConnectionRefusedError):  # so that a proxy tries another server
            visitor.connect(reserving.getsockname())
        with pytest.raises(OSError, match="in use"), socket.socket() as other:
            other.bind(reserving.getsockname())
        reserving.listen()
        with socket.create_connection(reserving.getsockname()):
            pass


@pytest.mark.parametrize(
    "settings",
    [
        {"PORT": "eighty"},
        {"PORT": "0"},
        {"PLYGROUND_WORKERS": "many"},
        {"PLYGROUND_REDIS": "host:6379"},
        {"PLYGROUND_REDIS": "redis://host"},  # beside an SQLite database
    ],
)
def test_a_bad_setting_is_one_sentence(settings: dict[str, str], tmp_path: Path) -> None:
    server = Server(tmp_path, **settings)
    with pytest.raises(RuntimeError, match="ended at its start"):
        server.start()
    told = server.log.read_text()
    assert len(told.strip().splitlines()) == 1
    assert "Traceback" not in told
    process = server._process
    assert process is not None
    assert process.returncode == 1


class WithABrokenGame(Server):
    """The server with one more folder of games."""

    games = Path()

    def command(self) -> list[str]:
        """Look for games there too."""
        script = "import sys, app, plyground.games as all; all.__path__.append(sys.argv.pop()); app.main(['serve'])"
        return [sys.executable, "-c", script, str(self.games)]


@pytest.mark.long  # what is left out, and that the others are there, is shown in contract/test_broken_modules.py
def test_a_broken_game_is_named_and_the_others_are_served(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('no such luck')\n")
    server = WithABrokenGame(tmp_path)
    server.games = tmp_path
    server.start()
    try:
        assert requests.get(f"{server.url}/rules/othello", timeout=60).status_code == 200
    finally:
        server.stop()
    told = server.log.read_text()
    (line,) = [line for line in told.splitlines() if "no such luck" in line]
    assert "games/broken" in line
    assert "Traceback" not in told


def kernels() -> dict[str, float]:
    """When each compiled kernel was written, by the path of its file."""
    return {str(file): file.stat().st_mtime for file in cache.root().rglob("*.kernel")}


def test_a_system_without_the_server_for_many_is_served_by_a_simple_one(tmp_path: Path) -> None:
    (tmp_path / "gunicorn").mkdir()
    (tmp_path / "gunicorn" / "__init__.py").write_text("raise ImportError('as on a system that it does not know')\n")
    server = Server(tmp_path, PYTHONPATH=str(tmp_path))
    server.copied = False
    server.start()
    try:
        assert "a simple one serves a few" in server.log.read_text()
        answer = requests.get(server.url, timeout=30)
        assert (answer.status_code, answer.headers["Server"]) == (200, "Plyground")
        with connected(server.url) as line:
            assert line.ask("ping_clock", {})["ok"]
    finally:
        server.stop()


def test_a_second_start_compiles_nothing_and_ends_cleanly(own_server: Server) -> None:
    """How long it takes is told by `plyground bench workers`."""
    compiled = kernels()
    own_server.stop()
    own_server.log.write_text("")
    own_server.start().wait_until_warm()
    assert requests.get(own_server.url, timeout=30).ok
    assert kernels() == compiled
    said = own_server.log.read_text()
    assert f"Plyground is at {own_server.url}" in said
    assert f"Competitions are run at {own_server.url}/compete/teach\n" in said
    assert own_server.teacher_key not in said
    process = own_server._process
    assert process is not None
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    said = own_server.log.read_text()
    assert "games go on at the next start" in said
    assert "Traceback" not in said
    lines = [line for line in said.strip().splitlines() if "A request was slow" not in line]  # on a busy machine
    assert len(lines) <= 5, said


def test_every_game_has_its_rules_page() -> None:
    for game in registry.games():
        assert (ROOT / "templates" / "rules" / f"{game}.html").is_file(), game
