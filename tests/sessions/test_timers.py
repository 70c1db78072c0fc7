"""Timers: calls in the order in which they fall due, none after a cancel, and no memory kept by cancelled ones."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from plyground.sessions.timers import Timers


@pytest.fixture
def timers() -> Iterator[Timers]:
    made = Timers(threads=1)
    made.start()
    yield made
    made.close()


def test_calls_come_when_they_are_due_and_not_after_a_cancel(timers: Timers) -> None:
    heard: queue.Queue[str] = queue.Queue()
    timers.after(0.06, lambda: heard.put("second"))
    timers.after(0.03, lambda: heard.put("cancelled")).cancel()
    timers.after(0.0, lambda: heard.put("first"))
    assert [heard.get(timeout=5) for _ in range(2)] == ["first", "second"]
    assert heard.empty()


def test_a_call_that_fails_is_written_down_and_the_next_is_made(
    timers: Timers, caplog: pytest.LogCaptureFixture
) -> None:
    heard: queue.Queue[int] = queue.Queue()
    timers.after(0, lambda: 1 // 0)
    timers.after(0.01, lambda: heard.put(1))
    assert heard.get(timeout=5) == 1
    assert "A timer's call failed." in caplog.text


def test_cancelled_timers_are_forgotten_long_before_they_are_due(timers: Timers) -> None:
    """A clock is set anew with each move: a day's clock must not keep a day's moves."""
    timers.after(3600, lambda: None)
    for _ in range(5000):
        timers.after(3600, lambda: None).cancel()
    assert len(timers._heap) < 300
    kept = [timers.after(3600, lambda: None) for _ in range(1000)]
    assert len(timers._heap) >= len(kept)


def test_a_call_for_which_no_thread_can_be_started_waits_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    timers, held, heard = Timers(threads=2), threading.Event(), queue.Queue[str]()

    def first() -> None:
        heard.put("first")
        held.wait(5)

    timers.start()
    timers.after(0, first)
    assert heard.get(timeout=5) == "first"
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", Mock(side_effect=RuntimeError("can't start new thread")))
        timers.after(0, lambda: heard.put("second"))
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.2)
    held.set()
    assert heard.get(timeout=5) == "second"
    timers.after(0, lambda: heard.put("third"))
    assert heard.get(timeout=5) == "third"
    timers.close()
