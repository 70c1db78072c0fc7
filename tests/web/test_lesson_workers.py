"""Bots of lessons think in the workers: the real application's pages ask the pool once, and lose nothing by waiting."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from plyground.core.json_text import plain
from plyground.core.settings import Settings
from plyground.jobs.requests import CallRequest, Listener, Priority, Request, SearchRequest
from plyground.web import lesson_bots
from plyground.web.application import create_app
from tests.web.thinking import think_here


class Workers:
    """Stands where the pool is asked: remembers questions, and answers each at once, or all when it is told to."""

    def __init__(self, at_once: bool) -> None:
        self.asks: list[SearchRequest] = []
        self.calls: list[CallRequest] = []
        self._at_once = at_once
        self._waiting: list[tuple[SearchRequest, Listener]] = []

    def submit(self, request: Request, listener: Listener) -> None:
        """As ``Pool.submit``."""
        if isinstance(request, CallRequest):
            self.calls.append(request)
            listener("answered", think_here.call(request.function, request.arguments, 0))
            return
        self.asks.append(request)
        self._waiting.append((request, listener))
        if self._at_once:
            self.answer()

    def answer(self) -> None:
        """Answer what waits."""
        while self._waiting:
            ask, listener = self._waiting.pop()
            asked = {"game": ask.game, "options": ask.options, "position": ask.position, "moves": ask.moves}
            listener("answered", plain(think_here(json.dumps(asked), ask.bot, 0).as_json()))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application as it is served, its workers not started."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    yield app
    app.extensions["lobby"].shutdown()


def test_lessons_ask_the_workers_and_ask_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(at_once=True)
    monkeypatch.setattr(app.extensions["lobby"].pool, "submit", workers.submit)
    first = app.test_client().get("/lessons/tortoise")
    assert first.status_code == 200
    asked = len(workers.asks)
    assert {ask.bot.split(":")[0] for ask in workers.asks} == {"tortoise"}
    assert asked == len({(ask.bot, ask.position, ask.moves) for ask in workers.asks}) > 5
    second = app.test_client().get("/lessons/tortoise")
    assert words(second.text) == words(first.text)
    assert len(workers.asks) == asked


def words(page: str) -> str:
    """A page without the random words that its scripts carry."""
    return re.sub(r'nonce="[^"]*"', "", page)


def test_a_page_that_no_worker_answers_says_so_and_loses_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(at_once=False)
    monkeypatch.setattr(app.extensions["lobby"].pool, "submit", workers.submit)
    monkeypatch.setattr(lesson_bots, "PATIENCE_COLD", 0.0)
    client = app.test_client()
    for _ in range(2):
        page = client.get("/lessons/look-one-ahead", headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert "are still getting ready; the page loads itself again in 5 seconds." in page.text
        assert page.headers["Refresh"] == page.headers["Retry-After"] == "5"
        assert "location.reload()" in page.text, "an address with a fragment is not loaded anew by the header"
    assert [ask.bot for ask in workers.asks] == ["intuition"]
    workers.answer()
    assert client.get("/lessons/look-one-ahead").status_code == 200
    assert len(workers.asks) == 1


def test_a_question_that_fails_is_asked_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, workers = app.extensions["lobby"].pool, Workers(at_once=True)
    monkeypatch.setattr(
        pool, "submit", lambda ask, listener: listener("failed", {"code": "bot_failed", "sentence": "it broke down"})
    )
    page = app.test_client().get("/lessons/look-one-ahead", headers={"Accept": "text/html"})
    assert page.status_code == 400
    assert "found no answer: it broke down" in page.text
    monkeypatch.setattr(pool, "submit", workers.submit)
    assert app.test_client().get("/lessons/look-one-ahead").status_code == 200


def test_models_are_learnt_by_the_workers_and_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(at_once=True)
    monkeypatch.setattr(app.extensions["lobby"].pool, "submit", workers.submit)
    body = {"game": "tak", "options": {"size": 3}, "games": 4, "against": ""}
    first, second = (app.test_client().post("/api/lessons/learn", json=body).json for _ in range(2))
    assert first == second
    (call,) = workers.calls
    assert call.function == "plyground.search.learning.small_match:learnt"
    assert call.priority > Priority.PERSON
    assert call.visitor, "one visitor's models wait for each other"
