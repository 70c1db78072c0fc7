"""Limits that several servers count together in a Redis, so that whoever asks two servers may not ask twice as much.

While Redis is away each server counts for itself, and nobody who asks notices. Redis is told no name: names are hashed
with a salt that is kept in Redis alone, and what it knows of one is gone as soon as the bucket is full again.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence

from plyground.sessions import tokens
from plyground.sessions.limits import Bucket, Clock, Levels, LocalLevels, local_levels
from plyground.storage.redis_server import connect, sentence

log = logging.getLogger(__name__)

_PATIENCE = 0.25
"""Seconds that a request waits for Redis at most."""
_AGAIN = 1.0
"""So often one request tries whether Redis is back."""
_SALT = "plyground:salt"
# A bucket is kept as the time when it will be full again. It can never be longer than filling it takes from now, unless
# the clock was set back: then it is not believed.
_SPEND = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local much = tonumber(ARGV[1])
local full = {}
for i, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
    full[i] = tonumber(redis.call('GET', key) or 0)
    if full[i] < now or full[i] > now + burst / rate + 1 then full[i] = now end
    full[i] = full[i] + math.max(1, much) / rate
    if full[i] > now + burst / rate + 0.000001 then return i end
end
if much > 0 then
    for i, key in ipairs(KEYS) do
        redis.call('SET', key, string.format('%.6f', full[i]), 'PX', math.max(1, math.ceil((full[i] - now) * 1000)))
    end
end
return 0
"""


def levels_in(address: str) -> Callable[[str, float, float, Clock], Levels]:
    """What makes the levels of each limit, for ``limits.levels_of``: in the Redis at this address, here if it is empty.

    Raises ``BadOption`` if the driver is missing.
    """
    return Together(address).levels if address else local_levels


class Together:
    """The Redis in which servers count. May be used from any thread; never raises for its failures."""

    def __init__(self, address: str, monotonic: Clock = time.monotonic) -> None:
        from redis.exceptions import RedisError  # which is not installed where no setting needs it

        self._failure, self._monotonic = RedisError, monotonic
        self._client = connect(address, _PATIENCE)
        self._script = self._client.register_script(_SPEND)
        self._lock = threading.Lock()
        self._away: bool | None = None  # not known yet
        self._next = 0.0
        self.spend("", 1, 1, (), 0)

    def levels(self, title: str, rate: float, burst: float, monotonic: Clock) -> Levels:
        """The levels of a limit, by ``monotonic`` while Redis is away."""
        return SharedLevels(self, title, rate, burst, monotonic)

    def spend(self, title: str, rate: float, burst: float, buckets: Sequence[Bucket], much: int) -> int | None:
        """The number of the first bucket that is empty, from 1; 0 if none is; None while Redis is away.

        ``rate`` and ``burst`` are those of a bucket of the size 1. See ``Levels.spend``.
        """
        with self._lock:
            away, now = self._away is not False, self._monotonic()
            if away and now < self._next:
                return None
            self._next = now + _AGAIN
        try:
            if away:
                self._agree()
            keys = [f"plyground:limit:{title}:{self._hashed(name)}:{times}" for name, times in buckets]
            sizes = [size for _name, times in buckets for size in (rate * times, burst * times)]
            found: int = self._script(keys, [much, *sizes])
        except self._failure as failure:
            self._turn(True, f"Each server counts its limits for itself meanwhile. {sentence(failure)}")
            return None
        self._turn(False, "The servers count their limits together in Redis.")
        return found

    def _turn(self, away: bool, said: str) -> None:
        with self._lock:
            changed, self._away = self._away is not away, away
        if changed:
            log.log(logging.WARNING if away else logging.INFO, said)

    def _agree(self) -> None:
        """Have the same salt as all servers, that of the first one to come."""
        self._client.set(_SALT, tokens.salt(), nx=True)
        found = self._client.get(_SALT)
        if isinstance(found, bytes):
            tokens.agree(found)

    @staticmethod
    def _hashed(name: str) -> str:
        said = name.encode("utf-8", errors="replace")
        return hashlib.blake2b(said, digest_size=12, key=tokens.salt()).hexdigest()


class SharedLevels:
    """The levels of one limit in Redis; those of this process alone while it is away."""

    def __init__(self, together: Together, title: str, rate: float, burst: float, monotonic: Clock) -> None:
        self._together, self._rate, self._burst = together, rate, burst
        self._title = hashlib.sha256(f"{title} {rate} {burst}".encode()).hexdigest()[:8]
        self._local = LocalLevels(rate, burst, monotonic)

    def spend(self, buckets: Sequence[Bucket], much: int) -> str | None:
        empty = self._together.spend(self._title, self._rate, self._burst, buckets, much)
        if empty is None:
            return self._local.spend(buckets, much)
        return buckets[empty - 1][0] if empty else None
