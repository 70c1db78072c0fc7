"""Flood limits: how often somebody may ask for something, as buckets of permissions that refill steadily."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cached_property
from ipaddress import ip_network
from typing import Any, Protocol
from weakref import WeakSet

from plyground.core.errors import Refusal
from plyground.core.recent import Recent
from plyground.core.refusals import TooFast
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import CROWD, crowd_of

LATELY = 900.0
_REMEMBERED = 50
_FEW = 1000
"""So many buckets are kept without looking."""
_all: WeakSet[Buckets] = WeakSet()
Clock = Callable[[], float]


def limited() -> list[dict[str, Any]]:
    """Who was turned away by any limit in the last quarter of an hour, the latest first: ``{"who", "sentence", "times",
    "ago"}``. An address is told as it is, everybody else by a short name that is made for this."""
    found = [each for buckets in list(_all) for each in buckets.turned_away()]
    return sorted(found, key=lambda each: int(each["ago"]))


def _shown(name: str) -> str:
    try:
        ip_network(name)
    except ValueError:
        kind, space, _unused = name.partition(" ")
        return f"{kind if space else 'visitor'} {visitor_digest(str(name))}"
    return name


class Levels(Protocol):
    """What is left in the buckets of one limit. Those of several processes may count together by another one."""

    def spend(self, name: str, much: int) -> bool:
        """Whether a bucket holds a permission; if so, ``much`` of it is used, 1 or 0."""

    def forget(self, name: str) -> None:
        """Fill a bucket."""


class LocalLevels:
    """The levels of this process: each bucket holds at most ``burst`` and gains ``rate`` a second.

    Buckets that have filled up again are dropped when there are twice as many as after the last time.
    """

    def __init__(self, rate: float, burst: float, monotonic: Clock) -> None:
        self._rate, self._burst, self._monotonic = rate, burst, monotonic
        self._levels: dict[str, tuple[float, float]] = {}
        self._crowded = _FEW
        self._lock = threading.RLock()

    def spend(self, name: str, much: int) -> bool:
        with self._lock:
            now = self._monotonic()
            level, at = self._levels.get(name, (self._burst, now))
            level = min(self._burst, level + (now - at) * self._rate)
            if level >= 1 and much:
                self._levels[name] = level - much, now
                if len(self._levels) > self._crowded:
                    self.prune()
            return level >= 1

    def forget(self, name: str) -> None:
        with self._lock:
            self._levels.pop(name, None)

    def prune(self) -> None:
        """Drop the buckets that have filled up again."""
        with self._lock:
            now, levels = self._monotonic(), self._levels
            for name in [name for name, (left, at) in levels.items() if left + (now - at) * self._rate >= self._burst]:
                del levels[name]
            self._crowded = _FEW + 2 * len(levels)


def local_levels(title: str, rate: float, burst: float, monotonic: Clock) -> Levels:
    """The levels of a limit for one process alone."""
    return LocalLevels(rate, burst, monotonic)


levels_of: Callable[[str, float, float, Clock], Levels] = local_levels
"""Makes the levels of each limit, whose ``title`` is the same in all processes of this program: set it before an
application is made to have processes count together."""


class Buckets:
    """A bucket for each asker, a connection or a visitor: it holds at most ``burst`` and gains ``rate`` a second.

    A visitor of a crowd takes from the crowd's bucket too, which is ``CROWD`` times as large.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        sentence: str,
        refusal: type[Refusal] = TooFast,
        monotonic: Clock = time.monotonic,
        levels: Levels | None = None,
    ) -> None:
        self._rate, self._burst, self._monotonic = rate, burst, monotonic
        self._refusal, self._sentence = refusal, sentence
        self._levels = levels or levels_of(str(sentence), rate, burst, monotonic)
        self._turned_away: Recent[str, tuple[int, float]] = Recent(_REMEMBERED)
        self._lock = threading.Lock()
        _all.add(self)

    def take(self, name: str) -> None:
        """Use one permission; raises the refusal if there is none. The empty name is not limited."""
        crowd = crowd_of(name)
        if crowd:
            self._of_crowds.check(crowd)
        self._insist(name, 1)
        if crowd:
            self._of_crowds.take(crowd)

    def check(self, name: str) -> None:
        """Raise the refusal if there is no permission left, but use none."""
        self._insist(name, 0)

    def _insist(self, name: str, much: int) -> None:
        if not name or self._levels.spend(name, much):
            return
        with self._lock:
            count, _at = self._turned_away.get(name, (0, 0.0))
            self._turned_away[name] = count + 1, self._monotonic()
        raise self._refusal(self._sentence)

    @cached_property
    def _of_crowds(self) -> Buckets:
        """The buckets of crowds, from which each of theirs takes besides the own."""
        rate, burst = self._rate * CROWD, self._burst * CROWD
        levels = levels_of(f"{self._sentence} (crowds)", rate, burst, self._monotonic)
        return Buckets(rate, burst, self._sentence, self._refusal, self._monotonic, levels)

    def forget(self, name: str) -> None:
        self._levels.forget(name)

    def turned_away(self) -> list[dict[str, Any]]:
        """Who was turned away in the last minutes, see ``limited``."""
        with self._lock:
            now, found = self._monotonic(), dict(self._turned_away)
        return [
            {"who": _shown(name), "sentence": self._sentence, "times": times, "ago": round(now - at)}
            for name, (times, at) in found.items()
            if now - at < LATELY
        ]
