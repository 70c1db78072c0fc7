"""A worker in this process: what it says when it loads kernels late, and when it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.bots import _warming
from plyground.core.settings import Settings
from plyground.jobs.pool import Pool
from plyground.jobs.process import Ended, Heard, bot_worker
from plyground.jobs.requests import News, SearchRequest
from plyground.jobs.worker import Worker
from tests.jobs.support import START, a_request
from tests.waiting import until

READY = {"ready": True, "kernels": 0}
WARMING, BEGINS = {"warming": True}, dict[str, Any]()


class Over(BaseException):
    """Enough was said."""


class Said(list[dict[str, Any]]):
    """What a worker says, until it has said so much."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, line: bytes) -> None:
        """Note a line."""
        self.append(json.loads(line))

    def flush(self) -> None:
        """End the worker where it has said enough."""
        if len(self) == self._most:
            raise Over


def said(most: int, *requests: SearchRequest, late: bool = True) -> list[dict[str, Any]]:
    """The first lines of a worker that is asked this."""
    lines = Said(most)
    worker = Worker(lines, late)  # type: ignore[arg-type]
    for number, request in enumerate(requests, 1):
        worker.take(json.dumps(request.as_json(number)).encode())
    with pytest.raises(Over):
        worker.run()
    return lines


def progress(number: int, news: dict[str, Any]) -> dict[str, Any]:
    """The line that tells how far it is."""
    return {"tell": number, "progress": news}


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All kernels are compiled, and it is noted which are loaded."""
    loads: list[str] = []
    monkeypatch.setattr(_warming, "is_warm", lambda: True)
    monkeypatch.setattr(_warming, "mark_warm", lambda: loads.append("mark"))
    monkeypatch.setattr(_warming, "steps", lambda: [_warming.Step("all", lambda: loads.append("all"))])
    monkeypatch.setattr(_warming, "load", lambda player, position: loads.append(player.bot.spec.id))
    monkeypatch.setattr(_warming, "load_rules", lambda game, position: loads.append(game.spec.id))
    return loads


def test_a_late_worker_is_ready_at_once_and_loads_before_the_first_thought_that_needs_it(noted: list[str]) -> None:
    lines = said(7, a_request(), a_request(), a_request("minimax", nodes=1))
    assert lines[0] == READY
    assert lines[1:3] == [progress(1, WARMING), progress(1, BEGINS)]
    assert lines[3]["choice"]["move"] == lines[4]["choice"]["move"]
    assert lines[5:] == [progress(3, WARMING), progress(3, BEGINS)]
    assert noted == ["random", "minimax"]


def test_its_first_trace_waits_for_the_rules_alone(noted: list[str]) -> None:
    asked = {"id": "minimax", "settings": {"depth": 1}, "seat": 0}
    request = SearchRequest("othello", {}, START, (), "", 0, 9.0, search=asked)
    lines = said(5, request, request)
    assert lines[1:3] == [progress(1, WARMING), progress(1, BEGINS)]
    assert lines[3]["choice"]["trace"] == lines[4]["choice"]["trace"]
    assert noted == ["othello"]


def test_a_kernel_that_cannot_be_loaded_late_is_told_and_tried_again(
    noted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        noted.append("failed")
        raise OSError("no such kernel")

    monkeypatch.setattr(_warming, "load", fail)
    lines = said(5, a_request(), a_request())
    assert lines[1] == progress(1, WARMING)
    assert lines[2]["error"] == lines[4]["error"]
    assert lines[2]["error"]["code"] == "bot_failed"
    assert "no such kernel" in lines[2]["error"]["sentence"]
    assert noted == ["failed", "failed"]


@pytest.mark.parametrize(("late", "warm"), [(True, False), (False, True), (False, False)])
def test_all_is_loaded_first_where_it_is_not_compiled_or_is_to_be_preloaded(
    late: bool, warm: bool, noted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_warming, "is_warm", lambda: warm)
    first, *others = said(2, late=late)
    assert first == {"warming": {"done": 0, "of": 1, "title": "all"}}
    assert others == [{"ready": True, "kernels": 1}]
    assert noted == ["all", "mark"]


def test_the_setting_says_how_a_worker_is_started() -> None:
    assert bot_worker(Settings(preload=0))[-1] == "--load-late"
    assert "--load-late" not in bot_worker(Settings())


class Scripted:
    """A place whose worker says what the test says."""

    pid = 0

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def places(self) -> dict[str, Any]:
        """One."""
        return {"one": self._start}

    def _start(self, heard: Heard, ended: Ended) -> Scripted:
        self.say = heard
        return self

    def listen(self) -> None:
        """Be ready at once."""
        self.say(READY)

    def send(self, message: dict[str, Any]) -> None:
        """Note it."""
        self.asked.append(message)

    def follow(self, changed: object) -> None:
        """It stays."""

    def kill(self) -> None:
        """It cannot be killed."""

    close = kill


def test_who_waits_for_a_worker_that_loads_late_hears_when_it_really_begins() -> None:
    heard: list[tuple[News, Any]] = []
    worker = Scripted()
    pool = Pool(Settings(), places=worker, is_warm=lambda: True)
    pool.start()
    handle = pool.submit(a_request(), lambda what, value: heard.append((what, value)))
    until(lambda: heard == [("started", None)])
    running = []
    for news in (WARMING, BEGINS):
        worker.say(progress(1, news))
        running.append(handle.running)
    assert running == [False, True]
    assert heard[1:] == [("waiting", 0), ("started", None)]
    pool.close()
