"""Many who ask for the same trace at once."""

from __future__ import annotations

import base64
import threading
import time
from typing import Any

from plyground.sessions.lab import Lab
from tests.sessions.support import FakePool

ASKED: dict[str, Any] = {"game": "othello", "options": {"size": 4}, "search": "minimax", "settings": {"depth": 2}}


def test_a_trace_that_many_want_is_made_once() -> None:
    pool = FakePool()
    lab = Lab(pool, time.monotonic)  # type: ignore[arg-type]
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(lab.trace(ASKED, "a class")["trace"])) for _ in range(40)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 20
    while not pool.tickets and time.monotonic() < until:
        time.sleep(0.01)
    pool.tickets[0].listener("answered", {"trace": base64.b64encode(b"what the worker made").decode(), "seconds": 0.5})
    for thread in threads:
        thread.join(20)
    assert len(keys) == 40
    assert len(set(keys)) == 1
    assert len(pool.tickets) == 1
    assert lab.packed(keys[0]) == b"what the worker made"
