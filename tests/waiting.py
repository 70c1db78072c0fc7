"""How tests wait: for a condition, never for seconds, and with the patience that a busy machine needs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0
"""Seconds after which a condition counts as failed. A test that passes never waits for them."""


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until a condition gives something that counts as true, and give that back.

    It is looked at ever more seldom, up to ten times a second, since looking takes of the processor that is waited for.
    """
    end, pause = time.monotonic() + seconds, 0.01
    while not (found := true()):
        assert time.monotonic() < end, f"it did not happen within {seconds:g} s"
        time.sleep(pause)
        pause = min(0.1, 1.2 * pause)
    return found


class Effort:
    """How long this process has computed since: what a promise in seconds costs where nothing else runs beside.

    On a busy machine the clock on the wall goes on while others compute; this does not.
    """

    def __init__(self) -> None:
        self._begun = time.process_time()

    @property
    def seconds(self) -> float:
        """Seconds of processor time of all threads."""
        return time.process_time() - self._begun
