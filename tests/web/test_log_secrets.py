"""Nothing in the log opens anything or names anybody, however much is logged and whatever goes wrong."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from flask import Flask

from plyground.core import logs
from plyground.web import refusing
from plyground.web.operating.requests import watch_requests
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


def test_the_log_says_what_failed_under_the_number_that_people_are_told(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
            for table in ("games", "competitions"):
                other.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
        numbers = []
        for path, body in (("/api/games/none", None), ("/api/competitions", None), ("/games", {"game": "othello"})):
            answer = asked(server, path, body=body)
            assert answer.status_code == 503
            numbers.append(answer.json()["error"]["id"])
    finally:
        server.stop()
    log = server.log.read_text()
    assert "A request was answered" not in log
    for number in numbers:
        assert [line for line in log.splitlines() if number in line and "database failed" in line]


def test_a_code_in_an_address_that_fails_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    app = Flask("failing")
    watch_requests(app, Mock())
    refusing.answer_refusals(app)

    @app.get("/class/<code>")
    def fails(code: str) -> str:
        raise ValueError("a fault of the program")

    answer = app.test_client().get("/class/SECRETCODE", headers={"Accept": "application/json"})
    assert answer.status_code == 500
    assert "GET /class/<code> failed." in caplog.text
    assert "SECRETCODE" not in caplog.text


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
