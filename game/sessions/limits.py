"""Flood limits: how often somebody may ask for something, as buckets of permissions that refill steadily."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from weakref import WeakSet

from plyground.core.errors import Refusal
from plyground.core.recent import Recent
from plyground.core.refusals import TooFast
from plyground.sessions.tokens import visitor_digest

LATELY = 900.0
_REMEMBERED = 50
_all: WeakSet[Buckets] = WeakSet()


def limited() -> list[dict[str, Any]]:
    """Who was turned away by any limit in the last quarter of an hour, the latest first: ``{"who", "sentence", "times",
    "ago"}``. An address is told as it is, everybody else by a short name that is made for this."""
    found = [each for buckets in list(_all) for each in buckets.turned_away()]
    return sorted(found, key=lambda each: int(each["ago"]))


def _shown(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return f"visitor {visitor_digest(name)}"


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
        self._turned_away: Recent[str, tuple[int, float]] = Recent(_REMEMBERED)
        self._lock = threading.Lock()
        _all.add(self)

    def take(self, name: str) -> None:
        """Use one permission; raises the refusal if there is none. The empty name is not limited."""
        if not name:
            return
        with self._lock:
            level, now = self._level(name)
            self._levels[name] = (level - 1 if level >= 1 else level, now)
        self._insist(name, level, now)

    def check(self, name: str) -> None:
        """Raise the refusal if there is no permission left, but use none."""
        with self._lock:
            level, now = self._level(name)
        if name:
            self._insist(name, level, now)

    def _insist(self, name: str, level: float, now: float) -> None:
        if level < 1:
            with self._lock:
                times, _ = self._turned_away.get(name, (0, now))
                self._turned_away[name] = times + 1, now
            raise self._refusal(self._sentence)

    def _level(self, name: str) -> tuple[float, float]:
        """What the bucket holds now, and the time now. The lock is held."""
        now = self._monotonic()
        level, at = self._levels.get(name, (self._burst, now))
        return min(self._burst, level + (now - at) * self._rate), now

    def forget(self, name: str) -> None:
        with self._lock:
            self._levels.pop(name, None)

    def turned_away(self) -> list[dict[str, Any]]:
        """Who was turned away in the last minutes, see ``limited``."""
        with self._lock:
            now, found = self._monotonic(), dict(self._turned_away)
        return [
            {"who": _shown(name), "sentence": self._sentence, "times": times, "ago": round(now - at)}
            for name, (times, at) in found.items()
            if now - at < LATELY
        ]

    def prune(self) -> None:
        """Drop the buckets that have filled up again."""
        with self._lock:
            now = self._monotonic()
            full = [
                name for name, (level, at) in self._levels.items() if level + (now - at) * self._rate >= self._burst
            ]
            for name in full:
                del self._levels[name]
