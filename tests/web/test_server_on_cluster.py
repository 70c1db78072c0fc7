"""The whole server with a cluster in its settings: whatever is computed is computed there, and nothing here."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
import requests

from plyground.competitions import templates
from tests.waiting import until
from tests.web.clients import Client
from tools.benchmarks.copied import workers_of
from tools.benchmarks.serving import Course, Server, course, make_game, running_server

ANSWER = 90.0
"""Seconds in which even a busy machine computes what is asked here."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    with course(tmp_path_factory.mktemp("cluster"), {}, {}) as made:
        yield made


@pytest.fixture(scope="module")
def server(cluster: Course) -> Iterator[Server]:
    with running_server(PLYGROUND_SCHEDULER=cluster.address) as made:
        yield made
        assert not psutil.Process(made.pid).children(recursive=True), "what was asked here was computed there"
        assert not workers_of(made.pid), "what was asked here was computed there"


def post(server: Server, path: str, body: dict[str, Any], key: str = "") -> Any:
    """The answer to a request."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = requests.post(f"{server.url}{path}", json=body, headers=headers, timeout=ANSWER)
    assert answer.ok, answer.text
    return answer.json()


def workers_there(cluster: Course) -> list[str]:
    """The command lines of the programs that the dask workers have started."""
    started = [child for each in cluster.workers for child in psutil.Process(each.pid).children()]
    return [" ".join(child.cmdline()) for child in started]


def reply(server: Server, game: dict[str, Any], move: str, ply: int) -> dict[str, Any]:
    """Play a move and hear the bot's."""
    client = Client(server.url)
    try:
        token = game["tokens"]["s0"]
        client.ask("join", {"game": game["id"], "tokens": [token]})
        played = {"game": game["id"], "token": token, "id": move, "ply": ply, "do": "move", "move": move}
        assert client.ask("command", played)["ok"]
        client.hear("event", "move", ANSWER)
        return client.hear("event", "move", ANSWER)
    finally:
        client.close()


def test_a_bot_answers_from_the_cluster_and_goes_on_when_a_worker_is_killed(server: Server, cluster: Course) -> None:
    game = make_game(server, game="othello", seats=[{"kind": "person"}, {"kind": "bot", "bot": "minimax:budget=300"}])
    first = reply(server, game, "d3", 0)
    assert first["state"]["ply"] == 2
    assert all("plyground.jobs.worker" in line for line in workers_there(cluster))
    os.kill(cluster.workers.pop(0).pid, signal.SIGKILL)
    cluster.start_worker()
    second = reply(server, game, first["state"]["view"]["moves"][0]["text"], 2)
    assert second["state"]["ply"] >= 4
    until(lambda: requests.get(f"{server.url}/health", timeout=10).json()["workers"] == 2)


def test_the_lab_and_lessons_are_thought_about_there(server: Server) -> None:
    settings = {"depth": 2}
    asked = {"game": "othello", "options": {"size": 4}, "search": "alphabeta", "settings": settings}
    key = post(server, "/api/lab/trace", asked)["trace"]
    words = requests.get(f"{server.url}/api/lab/trace/{key}/words?count=1", timeout=10).json()
    assert words["short"][0]
    lesson = until(lambda: ready(server, "/lessons/look-one-ahead"))
    assert "</html>" in lesson


def ready(server: Server, path: str) -> str:
    """A page, empty while its answers are not there."""
    page = requests.get(f"{server.url}{path}", timeout=ANSWER)
    return page.text if page.ok else ""


def test_a_try_and_an_event_are_played_there(server: Server) -> None:
    game = {"game": "othello", "options": {"size": 4}}
    tried = post(server, "/api/trials", {**game, "source": templates.source("othello"), "against": "random"})
    assert tried["verdict"]["code"] == "fair", tried["verdict"]
    key, contests = server.teacher_key, "/api/competitions"
    event = {**game, "title": "There", "house": ["random", "minimax:budget=8"], "settings": {"times": 1}, "seed": 1}
    made = post(server, contests, event, key)["id"]
    post(server, f"{contests}/{made}/run", {"without_waiting": True}, key)
    until(lambda: requests.get(f"{server.url}{contests}/{made}", timeout=10).json()["state"] == "finished")
    games = requests.get(f"{server.url}{contests}/{made}/games", timeout=10).json()
    assert games["games"], games
