"""Flood limits: how often somebody may ask for something, as buckets of permissions that refill steadily; and turns at
work that takes long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_network
from typing import Any, Protocol
from weakref import WeakSet

from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import Busy, TooFast
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import ADDRESS, CROWD, address_of, crowd_of

LATELY = 900.0
KEPT_OF_ADDRESS = 4_000
"""So many things of a kind may be kept for months at once for those of one address, of 20,000 for all."""
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


Bucket = tuple[str, int]
"""A bucket of a limit: whose it is, and how many times as large as the limit says."""


class Levels(Protocol):
    """What is left in the buckets of one limit. Those of several processes may count together by another one."""

    def spend(self, buckets: Sequence[Bucket], much: int) -> str | None:
        """Use so many permissions of each of the buckets, if each of them holds as many, and one at least; else give
        the name of the first one that does not, and use none."""


class LocalLevels:
    """The levels of this process: each bucket holds at most ``burst`` and gains ``rate`` a second.

    Buckets that have filled up again are dropped when there are twice as many as after the last time.
    """

    def __init__(
        self, rate: float, burst: float, monotonic: Clock, before: Callable[[Bucket], float] = lambda bucket: 0.0
    ) -> None:
        """``before`` says in how many seconds a bucket is full that this process has not met yet."""
        self._rate, self._burst, self._monotonic, self._before = rate, burst, monotonic, before
        self._levels: dict[Bucket, tuple[float, float]] = {}
        self._crowded = _FEW
        self._lock = threading.RLock()

    def spend(self, buckets: Sequence[Bucket], much: int) -> str | None:
        with self._lock:
            now = self._monotonic()
            levels = [self._level(bucket, now) for bucket in buckets]
            for (name, _times), level in zip(buckets, levels, strict=True):
                if level < max(1, much):
                    return name
            if much:
                self._levels |= {bucket: (level - much, now) for bucket, level in zip(buckets, levels, strict=True)}
                if len(self._levels) > self._crowded:
                    self.prune()
            return None

    def _level(self, bucket: Bucket, now: float) -> float:
        burst, rate = self._burst * bucket[1], self._rate * bucket[1]
        known = self._levels.get(bucket)
        if known is None:
            left = self._before(bucket)
            return burst - left * rate if 0 < left <= burst / rate else burst
        return min(burst, known[0] + (now - known[1]) * rate)

    def left(self) -> list[tuple[Bucket, float]]:
        """The buckets that are not full, each with the seconds until it is."""
        with self._lock:
            self.prune()
            now = self._monotonic()
            return [(each, self._burst / self._rate - self._level(each, now) / (self._rate * each[1]))
                    for each in self._levels]  # fmt: skip

    def forget(self, name: str) -> None:
        """Fill somebody's bucket."""
        with self._lock:
            self._levels.pop((name, 1), None)

    def prune(self) -> None:
        """Drop the buckets that have filled up again."""
        with self._lock:
            now = self._monotonic()
            for bucket in [each for each in self._levels if self._level(each, now) >= self._burst * each[1]]:
                del self._levels[bucket]
            self._crowded = _FEW + 2 * len(self._levels)


def local_levels(title: str, rate: float, burst: float, monotonic: Clock) -> Levels:
    """The levels of a limit for one process alone."""
    return LocalLevels(rate, burst, monotonic)


levels_of: Callable[[str, float, float, Clock], Levels] = local_levels
"""Makes the levels of each limit, whose ``title`` is the same in all processes of this program: set it before an
application is made to have processes count together."""


class Buckets:
    """A bucket for each asker: it holds at most ``burst`` and gains ``rate`` a second.

    A visitor of a crowd takes from the crowd's bucket too, which is ``CROWD`` times as large, and from the address's,
    which is ``ADDRESS`` times as large.
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
        """``levels`` are those that processes count together, unless others are given."""
        self._monotonic = monotonic
        self._refusal, self._sentence = refusal, sentence
        self._levels = levels or levels_of(str(sentence), rate, burst, monotonic)
        self._turned_away: Recent[str, tuple[int, float]] = Recent(_REMEMBERED)
        self._lock = threading.Lock()
        _all.add(self)

    def take(self, name: str, much: int = 1) -> None:
        """Use so many permissions; raises the refusal if there are fewer. The empty name is not limited."""
        crowd = crowd_of(name)
        together = [(address_of(name), ADDRESS), (crowd, CROWD)] if crowd else []
        self._insist(name, [*together, (name, 1)], much)

    def check(self, name: str) -> None:
        """Raise the refusal if there is no permission left, but use none."""
        self._insist(name, [(name, 1)], 0)

    def _insist(self, name: str, buckets: Sequence[Bucket], much: int) -> None:
        empty = self._levels.spend(buckets, much) if name else None
        if empty is None:
            return
        with self._lock:
            count, _at = self._turned_away.get(empty, (0, 0.0))
            self._turned_away[empty] = count + 1, self._monotonic()
        raise self._refusal(self._sentence)

    def turned_away(self) -> list[dict[str, Any]]:
        """Who was turned away in the last minutes, see ``limited``."""
        with self._lock:
            now, found = self._monotonic(), dict(self._turned_away)
        return [
            {"who": _shown(name), "sentence": self._sentence, "times": times, "ago": round(now - at)}
            for name, (times, at) in found.items()
            if now - at < LATELY
        ]


class OfKeeping(Buckets):
    """Buckets of addresses for things of a kind that are kept for months: ``KEPT_OF_ADDRESS`` may be kept at once, and
    as many again while those last."""

    def __init__(self, seconds: float) -> None:
        """``seconds`` is how long such a thing is kept."""
        sentence = _("So much was kept here from your network lately that there is little room for more; try tomorrow.")
        super().__init__(KEPT_OF_ADDRESS / seconds, KEPT_OF_ADDRESS, sentence)

    def take(self, name: str, much: int = 1) -> None:
        super().take(address_of(name), much)


class Turns:
    """Work of which one piece at a time is done. Addresses take turns, and so do the visitors of one: whoever has many
    pieces waits for them himself, and everybody else for one of his at most."""

    def __init__(self, patience: float, sentence: str, refusal: type[Refusal] = Busy) -> None:
        """Whoever has waited for ``patience`` seconds is refused."""
        self._patience, self._sentence, self._refusal = patience, sentence, refusal
        self._lock = threading.Lock()
        self._busy = False
        self._waiting: dict[str, dict[str, list[threading.Event]]] = {}

    @contextmanager
    def taken(self, name: str) -> Iterator[None]:
        """Around the work, for this asker; raises the refusal."""
        address, turn = address_of(name), threading.Event()
        with self._lock:
            if self._busy:
                self._waiting.setdefault(address, {}).setdefault(name, []).append(turn)
            else:
                self._busy = True
                turn.set()
        if not turn.wait(self._patience):
            with self._lock:
                if not turn.is_set():
                    self._waiting[address][name].remove(turn)
                    self._go_behind(address, name)
                    raise self._refusal(self._sentence)
        try:
            yield
        finally:
            with self._lock:
                self._busy = bool(self._waiting)
                if self._busy:
                    address, visitors = next(iter(self._waiting.items()))
                    name, turns = next(iter(visitors.items()))
                    turns.pop(0).set()
                    self._go_behind(address, name)

    def _go_behind(self, address: str, name: str) -> None:
        """Put an asker behind the others of the address, and that behind the others; whoever waits no more goes."""
        visitors = self._waiting.pop(address)
        turns = visitors.pop(name)
        if turns:
            visitors[name] = turns
        if visitors:
            self._waiting[address] = visitors


class OfConnections(Buckets):
    """Buckets of connections, each of which is at one process alone: they are counted there, and forgotten with it."""

    def __init__(
        self, rate: float, burst: float, sentence: str, refusal: type[Refusal] = TooFast,
        monotonic: Clock = time.monotonic,
    ) -> None:  # fmt: skip
        self._local = LocalLevels(rate, burst, monotonic)
        super().__init__(rate, burst, sentence, refusal, monotonic, self._local)

    def forget(self, name: str) -> None:
        """A connection is gone."""
        self._local.forget(name)
