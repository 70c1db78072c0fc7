"""Flood limits: token buckets by connection and by visitor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum

from game.sessions.errors import TooFast, TooOften


class TooFastFor(Enum):
    """What is limited, and so which refusal is raised."""

    COMMANDS = "commands"
    GAMES = "games"


class Buckets:
    """A bucket for each name: it holds at most ``burst`` and fills by ``rate`` a second."""

    def __init__(self, rate: float, burst: float, monotonic: Callable[[], float]) -> None:
        self._rate, self._burst, self._monotonic = rate, burst, monotonic
        self._levels: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, name: str, what: TooFastFor) -> None:
        """Take one; raises ``TooFast`` or ``TooOften`` when the bucket is empty. The empty name is not limited."""
        if not name:
            return
        with self._lock:
            now = self._monotonic()
            level, at = self._levels.get(name, (self._burst, now))
            level = min(self._burst, level + (now - at) * self._rate)
            self._levels[name] = (level - 1 if level >= 1 else level, now)
        if level < 1:
            if what is TooFastFor.COMMANDS:
                raise TooFast("That is more than twenty commands a second; slow down a little.")
            raise TooOften("You have made many games in the last minute; wait a moment before the next.")

    def forget(self, name: str) -> None:
        """Drop the bucket of a connection that is gone."""
        with self._lock:
            self._levels.pop(name, None)

    def prune(self) -> None:
        """Drop buckets that have filled up again."""
        with self._lock:
            now = self._monotonic()
            full = [
                name for name, (level, at) in self._levels.items() if level + (now - at) * self._rate >= self._burst
            ]
            for name in full:
                del self._levels[name]
