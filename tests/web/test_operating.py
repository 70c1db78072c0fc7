"""What whoever runs a server is told: whether it is ready, its figures, and the ids by which failures are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import requests
from sqlalchemy import create_engine, text

from plyground.core import logs
from plyground.core.errors import BadOption
from plyground.core.settings import Settings
from plyground.engines.declared import Engines
from plyground.jobs.pool import Pool
from plyground.storage import Database
from plyground.web.application import create_app
from plyground.web.operating import readiness
from plyground.web.operating.readiness import Readiness
from tests.engines.speakers import ours
from tests.waiting import until
from tests.web.clients import connected
from tools.benchmarks.hardship import OnASmallDisk, empty, fill
from tools.benchmarks.serving import Server, make_game


class ReadyPool:
    """Workers that are well."""

    def load(self) -> dict[str, float]:
        """As the real one."""
        return {"ready": 2, "of": 2, "busy": 0, "waiting": 0, "oldest": 0.0}

    def health(self) -> dict[str, Any]:
        """As the real one."""
        return {"kernels": {"done": 3, "of": 3, "title": ""}, "workers": 2}


def ready(server: Server) -> requests.Response:
    return requests.get(f"{server.url}/ready", timeout=10)


def sentences(checks: dict[str, Any]) -> str:
    return " ".join(each["sentence"] for each in checks.values() if not each["ok"])


def test_a_server_that_is_well(server: Server) -> None:
    answer = ready(server)
    assert answer.status_code == 200, answer.text
    checks = answer.json()["checks"]
    assert set(checks) == {"database", "disk", "kernels", "workers", "queue", "descriptors"}
    assert all(each["ok"] and each["sentence"].endswith(".") for each in checks.values())
    assert 0 < checks["workers"]["ready"] <= checks["workers"]["of"]
    assert str(server.data) not in answer.text
    assert re.fullmatch(r"[a-z0-9]{8}", answer.headers["X-Request-ID"])
    assert ready(server).headers["X-Request-ID"] != answer.headers["X-Request-ID"]


def test_figures_are_read_with_a_key_and_name_nobody(server: Server) -> None:
    game = make_game(server, game="othello")
    with connected(server.url) as line:
        line.ask("join", {"game": game["id"]})
        line.ask("nonsense", {})
    requests.get(f"{server.url}/g/{game['id']}", timeout=10)
    assert requests.get(f"{server.url}/metrics", timeout=10).status_code == 403
    wrong = {"Authorization": "Bearer wrong"}
    assert requests.get(f"{server.url}/metrics", headers=wrong, timeout=10).status_code == 403
    right = {"Authorization": f"Bearer {server.teacher_key}"}
    answer = requests.get(f"{server.url}/metrics", headers=right, timeout=10)
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    figures = answer.text
    assert 'plyground_request_seconds_count{method="GET",rule="/g/<game_id>",status="200"}' in figures
    assert 'plyground_message_seconds_count{event="join"}' in figures
    assert 'plyground_refused_messages_total{code="malformed"}' in figures
    assert "\nplyground_ready 1.0" in figures
    assert "nonsense" not in figures
    assert game["id"] not in figures
    assert "process_open_fds" in figures


def test_a_key_of_its_own_reads_figures_and_nothing_else(own_server: Server) -> None:
    own_server.stop()
    own_server._settings["PLYGROUND_METRICS_KEY"] = "figures-only"
    own_server.start()
    key = {"Authorization": "Bearer figures-only"}
    assert requests.get(f"{own_server.url}/metrics", headers=key, timeout=10).status_code == 200
    assert requests.get(f"{own_server.url}/api/operate", headers=key, timeout=10).status_code == 403
    keeper = {"Authorization": f"Bearer {own_server.teacher_key}"}
    shown = requests.get(f"{own_server.url}/api/operate", headers=keeper, timeout=10).json()
    assert shown["version"] == version("plyground")
    assert requests.get(f"{own_server.url}/api/competitions/teach", headers=key, timeout=10).status_code == 403


def test_engines_are_tested_stopped_and_enabled_with_the_key_and_never_named(server: Server) -> None:
    key = (server.data / "teacher.key").read_text().strip()
    engine = ours("plyground", "othello", "random")
    Engines(server.data / "engines").save(engine)
    head = {"Authorization": f"Bearer {key}"}

    def shown() -> dict[str, Any]:
        found = requests.get(f"{server.url}/api/operate", headers=head, timeout=10).json()["engines"]
        return next(dict(each) for each in found if each["id"] == "ours")

    def do(body: Any, engine_id: str = "ours", **more: str) -> requests.Response:
        where = f"{server.url}/api/operate/engines/{engine_id}"
        return requests.post(where, json=body, headers=head | more, timeout=10)

    assert (shown()["enabled"], shown()["sound"], shown()["tested"]) == (True, None, "")
    assert "command" not in shown()
    assert do({"do": "test"}, Authorization="Bearer wrong").status_code == 403
    assert do({"do": "test"}).status_code == 200
    until(lambda: shown()["sound"] is True)
    assert "3 games, 90 moves without a fault" in shown()["tested"]
    assert do({"do": "stop"}).json()["engines"][0]["enabled"] is False
    spec: Any = {"game": "othello", "seats": [{"kind": "person"}, {"kind": "bot", "bot": "ours"}]}
    assert requests.post(f"{server.url}/games", json=spec, timeout=10).json()["error"]["code"] == "unknown_bot"
    assert do({"do": "enable"}).json()["engines"][0]["enabled"] is True
    assert requests.post(f"{server.url}/games", json=spec, timeout=10).status_code == 201
    assert "test, enable or stop" in do({"do": "add", "command": ["/bin/true"]}).json()["error"]["sentence"]
    assert "no engine called" in do({"do": "test"}, "theirs").json()["error"]["sentence"]
    Engines(server.data / "engines").remove("ours")


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    made = Database(address)
    yield made
    made.close()


@pytest.fixture
def look(database: Database) -> Callable[[], dict[str, Any]]:
    """Looks at a database anew, with workers that are well."""
    looking = Readiness(database, ReadyPool(), kept_seconds=0.0)  # type: ignore[arg-type]
    return lambda: {check.name: check.as_json() for check in looking.checks()}


def test_a_database_that_may_only_be_read(database: Database, look: Callable[[], dict[str, Any]]) -> None:
    assert sentences(look()) == ""
    database.change(text("PRAGMA query_only=ON" if database.is_file else "SET default_transaction_read_only = on"))
    assert sentences(look()).startswith("The database may only be read, not written.")


def test_the_disk_of_files_is_looked_at_wherever_the_database_is(
    database: Database, look: Callable[[], dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = []

    def noted(folder: Path, real: Callable[[Path], Any] = readiness.room_check) -> Any:
        looked_at.append(folder)
        return replace(real(folder), ok=folder != tmp_path, sentence="full" if folder == tmp_path else "")

    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "not" / "there"))
    monkeypatch.setattr(readiness, "room_check", noted)
    assert look()["disk"]["sentence"] == "full"
    assert len(looked_at) == 1 + database.is_file


def test_a_database_that_does_not_come_back(
    database: Database, look: Callable[[], dict[str, Any]], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked once, however often somebody looks, and is well again by itself."""
    monkeypatch.setattr(readiness, "SLOW_SECONDS", 0.2)
    other = create_engine(address)
    with other.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if database.is_file else "LOCK TABLE plyground_schema")
        for _ in range(3):
            assert "s for a write" in sentences(look())
        assert database.load()[0] == 0
        assert database.load()[1] > 0.5
        connection.rollback()
    other.dispose()
    until(lambda: not sentences(look()))


def test_workers_that_are_missing_or_late(database: Database) -> None:
    pool = ReadyPool()
    pool.load = lambda: {"ready": 0, "of": 2, "busy": 0, "waiting": 7, "oldest": 31.0}  # type: ignore[method-assign]
    said = {check.name: check for check in Readiness(database, pool).checks()}  # type: ignore[arg-type]
    assert not said["workers"].ok
    assert not said["queue"].ok
    assert "31 s" in said["queue"].sentence
    assert isinstance(Pool.load, Callable)  # type: ignore[arg-type]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[OnASmallDisk]:
    server = OnASmallDisk(tmp_path, PLYGROUND_LOG_FORM="json")
    server.start().wait_until_warm()
    yield server
    server.stop()


def seen(server: Server, ok: bool) -> str:
    """Ask until the answer is this one; what is said then. It comes with one of the next three answers, which are two
    seconds old at most, whatever the machine is busy with."""
    for _ in range(3):
        answer = ready(server)
        if answer.ok == ok:
            return sentences(answer.json()["checks"])
        time.sleep(readiness.KEPT_SECONDS)
    raise AssertionError(answer.text)


def test_a_disk_that_fills_and_one_that_is_slow(small: OnASmallDisk) -> None:
    """Both are seen, players get a sentence, and what was said to be done is there afterwards."""
    game = make_game(small, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    token = {seat: game["tokens"][f"s{seat}"] for seat in (0, 1)}

    def move(line: Any, ply: int, text: str) -> dict[str, Any]:
        fields = {"id": f"{ply}{text}{time.monotonic_ns()}", "ply": ply, "do": "move", "move": text}
        answer: dict[str, Any] = line.ask("command", {"game": game["id"], "token": token[ply % 2], **fields})
        return answer

    def moves() -> list[str]:
        found = requests.get(f"{small.url}/api/games/{game['id']}", timeout=10).json()["moves"]
        return [made["text"] for made in found]

    def event(path: str, body: dict[str, Any] | None = None) -> Any:
        address, key = f"{small.url}/api/competitions{path}", {"Authorization": f"Bearer {small.teacher_key}"}
        return requests.request("GET" if body is None else "POST", address, json=body, headers=key, timeout=30).json()

    assert ready(small).ok
    house = ["random", "minimax:budget=20", "minimax:budget=40", "intuition"]
    contest = event(
        "", {"title": "Cup", "game": "othello", "options": {"size": 6}, "settings": {"times": 60}, "house": house}
    )
    event(f"/{contest['id']}/run", {"without_waiting": True})
    disk = small.inside()
    with connected(small.url) as line:
        assert move(line, 0, "f5")["ok"]
        fill(disk)
        said = seen(small, ok=False)
        assert "full" in said
        answers = [requests.post(f"{small.url}/games", json={"game": "othello"}, timeout=30) for _ in range(40)]
        refused = next(each for each in answers if not each.ok).json()["error"]
        assert refused["code"] == "storage_failed"
        assert "The disk of the database is full." in refused["sentence"]
        assert refused["id"] in refused["sentence"]
        until(lambda: f'"request": "{refused["id"]}"' in small.log.read_text())
        late = move(line, 1, "d6")
        assert late["ok"] or (
            late["error"]["code"] == "storage_failed" and late["error"]["id"] in late["error"]["sentence"]
        )
        until(lambda: "The disk of the database is full." in str(event(f"/{contest['id']}/teach")))
        empty(disk)
        seen(small, ok=True)
        shown = event(f"/{contest['id']}/teach")
        until(lambda: event(f"/{contest['id']}/teach")["progress"]["done"] > shown["progress"]["done"])
        assert event(f"/{contest['id']}/delete", {"title": "Cup"})["deleted"] == contest["id"]
        if not late["ok"]:
            assert move(line, 1, "d6")["ok"]
        (disk / "slow").touch()
        assert "its disk is slow" in seen(small, ok=False)
        assert requests.get(f"{small.url}/health", timeout=10).json()["ok"], "it is alive"
        assert move(line, 2, "c3")["ok"], "slow is not lost"
        (disk / "slow").unlink()
        seen(small, ok=True)
    assert moves() == ["f5", "d6", "c3"]
    log = small.log.read_text()
    assert "The database was slow to write." in log
    assert "A message was slow." in log


def test_how_the_log_is_kept_out_of_harm() -> None:
    """Nothing of what is set up for the log reaches another process than the server's."""
    script = (
        "import logging; from plyground.core import logs; logs.set_up(form='json'); logging.getLogger('x').error('No')"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert ended.stderr.count("\n") == 1
    assert '"level": "error"' in ended.stderr


def test_the_library_of_the_sockets_has_nothing_beside_the_log() -> None:
    script = (
        "from flask import Flask; from plyground.core import logs; from plyground.web import sockets; logs.set_up();"
        " made = sockets.make_socketio(); made.init_app(Flask('x'));"
        " [each.logger.error('No') for each in (made.server, made.server.eio)]"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert ended.stderr.count(" ERROR No\n") == ended.stderr.count("\n") == 2


def test_a_fault_of_ours_has_a_number_that_stands_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Programs get it as a field, people read it in the page."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", workers=1))

    @app.get("/breaks")
    def breaks() -> str:
        raise RuntimeError("no such luck")

    client = app.test_client()
    told = client.get("/breaks", headers={"Accept": "application/json"})
    error = (told.json or {})["error"]
    assert told.status_code == 500
    assert error["id"] == told.headers["X-Request-ID"]
    assert error["id"] in error["sentence"]
    assert any(each.exc_info and each.getMessage().startswith("GET /breaks") for each in caplog.records)
    page = client.get("/breaks", headers={"Accept": "text/html"})
    assert page.headers["X-Request-ID"] in page.text
    assert "no such luck" not in page.text
    app.extensions["lobby"].store.close()


@pytest.mark.parametrize("fields", [{"level": "loud"}, {"form": "verse"}])
def test_a_log_that_cannot_be_is_refused_in_a_sentence(fields: dict[str, str]) -> None:
    with pytest.raises(BadOption, match="PLYGROUND_LOG_"):
        logs.set_up(**fields)  # type: ignore[arg-type]
