"""The final over http and by the socket: who may begin it, what watchers get, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.competitions.events import Deciders, make, run_final
from tests.web.clients import connected, raw
from tests.web.test_competitions import really
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[tuple[CompetitionStore, Competition]]:
    """A competition of three bots on the server under test that waits for its final."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    made = make(store, bots=3, game="othello", options={"size": 4}, final=2, final_waits=True)
    CompetitionRunner(store, made.id, Deciders(really), "none").run_event()
    yield store, made
    store.delete(made.id)
    store.close()


def test_what_the_final_shows(server: Server, contest: tuple[CompetitionStore, Competition]) -> None:
    _, made = contest
    shown = requests.get(f"{server.url}/api/competitions/{made.id}/final", timeout=10).json()
    assert shown["state"]["phase"] == "waits"
    assert [side["seed"] for side in shown["state"]["rounds"][0][0]["sides"]] == [1, 2]
    page = requests.get(f"{server.url}/compete/{made.id}/final", timeout=10)
    assert page.status_code == 200
    assert made.title in page.text
    for path in ("/compete/nope/final", "/api/competitions/nope/final"):
        assert requests.get(server.url + path, timeout=10).status_code == 404


def test_only_the_teacher_begins_the_final(server: Server, contest: tuple[CompetitionStore, Competition]) -> None:
    _, made = contest
    url = f"{server.url}/api/competitions/{made.id}/final"
    for key in ("", "guess", "é" * 300):
        answer = requests.post(url, headers={"Authorization": f"Bearer {key}".encode()}, timeout=10)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "not_teacher"
    assert requests.get(url, timeout=10).json()["state"]["phase"] == "waits"


def test_a_watcher_joins_and_leaves(server: Server, contest: tuple[CompetitionStore, Competition]) -> None:
    store, made = contest
    with connected(server.url) as client:
        given = client.ask("contest_join", {"competition": made.id})
        assert given["ok"]
        assert (given["state"]["phase"], given["live"]) == ("waits", [])
        run_final(store, CompetitionRunner(store, made.id, Deciders(really), "none"))
        heard = client.hear("contest_state")
        while heard["state"]["phase"] != "finished":
            heard = client.hear("contest_state")
        assert heard["competition"] == made.id
        assert heard["state"]["podium"][0]["place"] == 1
        assert client.ask("contest_leave", {"competition": made.id}) == {"ok": True}
        assert client.ask("contest_leave", {"competition": made.id}) == {"ok": True}


WRONG: list[tuple[Any, str]] = [
    ({}, "malformed"),
    ({"competition": 7}, "malformed"),
    ({"competition": None}, "malformed"),
    ({"competition": ["x"]}, "malformed"),
    ({"competition": "nowhere"}, "no_such_competition"),
    ({"competition": "x" * 9000}, "no_such_competition"),
    ({"competition": "' OR 1=1 --"}, "no_such_competition"),
    ([1], "malformed"),
    ("contest", "malformed"),
]


@pytest.mark.parametrize(("message", "code"), WRONG, ids=lambda value: json.dumps(value)[:30])
def test_wrong_messages_are_refused_and_the_line_lives_on(server: Server, message: Any, code: str) -> None:
    with raw(server.url) as client:
        answer = client.ask(1, "contest_join", message)
        assert answer["ok"] is False
        assert answer["error"]["code"] == code
        assert answer["error"]["sentence"]
        left = client.ask(2, "contest_leave", message)
        assert left["ok"] is (code == "no_such_competition")
        assert client.ask(3, "ping_clock", {})["ok"]
