"""Measures what a question to the pool costs beyond the thinking itself."""

from __future__ import annotations

import threading
import time
from typing import Any

from plyground.core import registry
from plyground.sessions.asking import Ask
from plyground.sessions.pool import Pool


class Waiter:
    """A listener that waits for one answer."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self.choice: dict[str, Any] | None = None
        self.error: tuple[str, str] | None = None
        self.places: list[int] = []
        self.told: list[dict[str, Any]] = []
        self.starts = 0

    def waiting(self, place: int) -> None:
        """Note a place in the queue."""
        self.places.append(place)

    def started(self) -> None:
        """Note that a worker began."""
        self.starts += 1

    def progress(self, progress: dict[str, Any]) -> None:
        """Note progress."""
        self.told.append(progress)

    def answered(self, choice: dict[str, Any]) -> None:
        """Take the choice."""
        self.choice = choice
        self._done.set()

    def failed(self, code: str, sentence: str) -> None:
        """Take the failure."""
        self.error = (code, sentence)
        self._done.set()

    def wait(self, seconds: float = 60.0) -> dict[str, Any]:
        """The choice; raises ``TimeoutError``, or ``RuntimeError`` if there is none."""
        if not self._done.wait(seconds):
            raise TimeoutError("no answer")
        if self.choice is None:
            raise RuntimeError(f"the bot failed: {self.error}")
        return self.choice


def overhead(pool: Pool, asks: int = 1000, game: str | None = None, bot: str = "random") -> list[float]:
    """Seconds beyond thinking for each of so many questions, asked one after the other of an idle pool, sorted.

    They are all asked at the start of the same game: the first there is, unless named.
    """
    game = game or next(iter(registry.games()))
    rules = registry.game(game)
    start = rules.position_text(rules.initial())
    seconds = []
    for seed in range(asks):
        waiter = Waiter()
        begin = time.perf_counter()
        pool.ask(Ask(game, {}, start, (), bot, seed, 10.0), waiter)
        choice = waiter.wait()
        seconds.append(time.perf_counter() - begin - choice["seconds"])
    return sorted(seconds)
