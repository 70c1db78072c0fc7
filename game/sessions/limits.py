"""Flood limits: how often somebody may ask for something, as buckets of permissions that refill steadily."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from plyground.core.errors import Refusal
from plyground.core.refusals import TooFast


class Buckets:
    """A bucket for each asker, a connection or a visitor: it holds at most ``burst`` and gains ``rate`` a second."""

    def __init__(
        self,
        rate: float,
        burst: float,
        sentence: str,
        refusal: type[Refusal] = TooFast,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._monotonic = rate, burst, monotonic
        self._refusal, self._sentence = refusal, sentence
        self._levels: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> None:
        """Use one permission; raises the refusal if there is none. The empty name is not limited."""
        if not name:
            return
        with self._lock:
            level, now = self._level(name)
            self._levels[name] = (level - 1 if level >= 1 else level, now)
        if level < 1:
            raise self._refusal(self._sentence)

    def check(self, name: str) -> None:
        """Raise the refusal if there is no permission left, but use none."""
        with self._lock:
            level, _ = self._level(name)
        if name and level < 1:
            raise self._refusal(self._sentence)

    def _level(self, name: str) -> tuple[float, float]:
        """What the bucket holds now, and the time now. The lock is held."""
        now = self._monotonic()
        level, at = self._levels.get(name, (self._burst, now))
        return min(self._burst, level + (now - at) * self._rate), now

    def forget(self, name: str) -> None:
        with self._lock:
            self._levels.pop(name, None)

    def prune(self) -> None:
        """Drop the buckets that have filled up again."""
        with self._lock:
            now = self._monotonic()
            full = [
                name for name, (level, at) in self._levels.items() if level + (now - at) * self._rate >= self._burst
            ]
            for name in full:
                del self._levels[name]
