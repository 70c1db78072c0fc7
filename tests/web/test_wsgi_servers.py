"""``create_app()`` under other web servers: it works whole, or says what is missing; and one server for a database."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests

from tests.waiting import until
from tests.web.clients import connected
from tests.web.test_addresses import make
from tools.benchmarks.serving import ROOT, Server

POLLING_ONLY = """
import os
from werkzeug.serving import make_server
from app import create_app
app = create_app()
def without_its_socket(environ, start_response):
    return app({key: value for key, value in environ.items() if key != "werkzeug.socket"}, start_response)
make_server("127.0.0.1", int(os.environ["PORT"]), without_its_socket, threaded=True).serve_forever()
"""


class Under(Server):
    """The application under another web server."""

    words: tuple[str, ...] = ()

    def command(self) -> list[str]:
        """How that one is started."""
        if not self.words:
            return [sys.executable, "-c", POLLING_ONLY]
        bind = ("--bind", f"127.0.0.1:{self.port}")
        return [sys.executable, "-m", "gunicorn", *bind, *self.words, "app:create_app()"]


@pytest.fixture
def under(tmp_path: Path) -> Iterator[Under]:
    server = Under(tmp_path, PLYGROUND_WORKERS="1", PYTHONPATH=str(ROOT))
    yield server
    server.stop()


def a_bot_answers(server: Server, transport: str) -> None:
    """Play a move against a bot."""
    made = make(server, game="camel")
    with connected(server.url, ["websocket", "polling"] if transport == "websocket" else ["polling"]) as client:
        assert client.transport == transport
        joined = client.ask("join", {"game": made["id"], "tokens": [made["tokens"]["s0"]]})
        move = joined["snapshot"]["view"]["moves"][0]["text"]
        command = {"game": made["id"], "token": made["tokens"]["s0"], "id": "a", "ply": 0, "do": "move", "move": move}
        assert client.ask("command", command)["ok"]
        assert client.hear("event", "move")["move"]["text"] == move
        assert client.hear("event", "move")["state"]["ply"] == 2


def test_it_works_whole_under_gunicorn_with_threads(under: Under) -> None:
    under.words = ("--threads", "50")
    under.start().wait_until_warm()
    a_bot_answers(under, "websocket")


def test_it_works_by_polling_where_there_are_no_websockets(under: Under) -> None:
    under.start().wait_until_warm()
    a_bot_answers(under, "polling")


def said_by(under: Under, sentence: str, asked: bool = False) -> bool:
    """Whether every request is answered by this sentence, which stands once in the log: before anybody asks, or when
    it is ``asked``."""
    with under.log.open("ab") as log:
        process = subprocess.Popen(under.command(), cwd=ROOT, env=under.environment(), stdout=log, stderr=log)
    try:
        until(lambda: sentence in under.log.read_text() or (asked and _asked(under.url)))
        answers = [requests.get(f"{under.url}/{path}", timeout=30) for path in ("", "health")]
        refused = all(answer.status_code == 503 and sentence in answer.text for answer in answers)
        return refused and under.log.read_text().count(sentence) == 1
    finally:
        process.terminate()
        process.wait(30)


def _asked(url: str) -> bool:
    try:
        return bool(requests.get(url, timeout=30).text)
    except requests.ConnectionError:
        return False


def test_a_server_without_threads_says_what_is_missing(under: Under) -> None:
    under.words = ("--workers", "1")
    assert said_by(under, "handles one request at a time", asked=True)


def test_a_copied_process_says_what_is_missing(under: Under) -> None:
    under.words = ("--threads", "20", "--preload")
    assert said_by(under, "copied the process")


@pytest.mark.long  # that a database has one server is shown below, that gunicorn is refused in words above
def test_a_second_process_on_the_database_says_so(under: Under) -> None:
    under.words = ("--threads", "50", "--workers", "2")
    with suppress(RuntimeError):  # it has ended before it answered
        under.start()
    until(lambda: not under.running())
    assert "Another server works on the database" in under.log.read_text()


def test_a_second_server_on_the_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    first = Server(tmp_path).start()
    second = Server(tmp_path)
    second.log = tmp_path / "second.log"
    try:
        with pytest.raises(RuntimeError, match="ended at its start"):
            second.start()
        (sentence,) = second.log.read_text().strip().splitlines()
        assert "Another server works on the database" in sentence
        assert requests.get(f"{first.url}/health", timeout=30).ok
        first.kill()
        second.start()  # whoever is killed claims it no more
    finally:
        first.stop()
        second.stop()
