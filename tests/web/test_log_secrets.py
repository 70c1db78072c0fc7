"""Nothing in the log opens anything or names anybody, however much is logged and whatever goes wrong."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import requests

from plyground.core import logs
from tests.web.clients import connected
from tools.benchmarks.serving import Server, make_game

NICKNAME = "Zebulon-Nickname"


def asked(server: Server, path: str, key: str = "", body: Any = None) -> requests.Response:
    """A request with a key."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return requests.request(
        "GET" if body is None else "POST", server.url + path, json=body, headers=headers, timeout=30
    )


@pytest.mark.parametrize("form", logs.FORMS)
def test_no_secret_comes_into_the_log(tmp_path: Path, form: str) -> None:
    settings = {"PLYGROUND_LOG_LEVEL": "debug", "PLYGROUND_ACCESS_LOG": "1", "PLYGROUND_LOG_FORM": form}
    server = Server(tmp_path, PLYGROUND_METRICS_KEY="metrics-key-of-this-test", **settings).start()
    try:
        secrets = {server.teacher_key, "metrics-key-of-this-test", NICKNAME}
        room = asked(server, "/api/classes", body={}).json()
        secrets |= {room["teacher"], room["code"]}
        game = make_game(server, game="othello", seats=[{"kind": "person", "name": NICKNAME}, {"kind": "link"}])
        secrets |= set(game["tokens"].values())
        spec = {"title": "Cup", "game": "othello"}
        contest = asked(server, "/api/competitions", server.teacher_key, spec).json()
        bot = asked(server, f"/api/competitions/{contest['id']}/bots", body={"name": NICKNAME}).json()
        secrets.add(bot["key"])
        asked(server, f"/api/competitions/{contest['id']}/bots/{bot['bot']}", bot["key"])
        asked(server, f"/g/{game['id']}?t={game['tokens']['s0']}")
        asked(server, f"/class/{room['code']}/teach?token={room['teacher']}")
        asked(server, "/metrics", "metrics-key-of-this-test")
        with connected(server.url) as line:
            entry = {"code": room["code"], "role": "student", "nickname": NICKNAME}
            student = line.ask("class_join", entry)
            secrets.add(student["token"])
            line.ask("join", {"game": game["id"], "tokens": list(game["tokens"].values())})
            with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
                for table in ("class_students", "games", "competition_entries"):
                    other.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
            failed = line.ask("class_join", {**entry, "nickname": f"{NICKNAME} 2"})
            assert failed["error"]["code"] == "storage_failed"
            assert failed["error"]["id"] in failed["error"]["sentence"]
        assert asked(server, "/games", body={"game": "othello", "seats": [{"name": NICKNAME}, {}]}).status_code == 503
        gone = asked(server, f"/api/competitions/{contest['id']}/bots", body={"name": f"{NICKNAME} 3"})
        assert gone.status_code == 503
    finally:
        server.stop()
    log = server.log.read_text()
    assert "A request was answered." in log
    assert failed["error"]["id"] in log
    assert gone.headers["X-Request-ID"] in log
    for secret in secrets:
        assert secret not in log
    if form == "json":
        lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
        assert {"at", "level", "logger", "says", "request"} <= set().union(*lines)


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://user:SECRETSECRETSECRET@host/db",
        "Authorization: Bearer SECRETSECRETSECRET",
        "/g/abc#s0=SECRETSECRETSECRET&i1=SECRETSECRETSECRET",
        "/class/K7M2QX/teach#t=SECRETSECRETSECRET",
        '{"token": "SECRETSECRETSECRET"}',
        "{'key': 'SECRETSECRETSECRET'}",
    ],
)
def test_what_came_in_by_mistake_is_starred(text: str) -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    for formatter in (logs.TextFormatter(), logs.JsonFormatter()):
        handler.setFormatter(formatter)
        try:
            raise ValueError(text)
        except ValueError as error:
            record = logging.LogRecord(
                "x", logging.ERROR, "", 1, "It said %s", (text,), (ValueError, error, error.__traceback__)
            )
        record.address = text
        handler.emit(record)
    assert "SECRET" not in stream.getvalue()
    assert stream.getvalue().count("***") >= 6


def test_a_flood_is_counted_and_not_written() -> None:
    now = [0.0]
    calm = logs.Calm(most=3, seconds=10.0, monotonic=lambda: now[0])
    record = logging.makeLogRecord({"levelno": logging.ERROR, "levelname": "ERROR", "pathname": "p", "lineno": 7})
    assert [calm.filter(record) for _ in range(5)] == [True, True, True, False, False]
    other = logging.makeLogRecord({"levelno": logging.ERROR, "levelname": "ERROR", "pathname": "p", "lineno": 8})
    assert calm.filter(other)
    now[0] = 11.0
    assert calm.filter(record)
    assert vars(record)["more_before"] == 2
