"""How often somebody may ask: a bucket of permissions that refills steadily."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Bucket:
    """Holds at most ``burst`` permissions and gains ``rate`` a second; safe between threads."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._held, self._at = burst, clock()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Use one permission; False if there is none."""
        with self._lock:
            now = self._clock()
            self._held = min(self.burst, self._held + (now - self._at) * self.rate)
            self._at = now
            if self._held < 1:
                return False
            self._held -= 1
            return True

    def full(self) -> bool:
        """Whether nothing has been asked for lately, so that the bucket may be forgotten."""
        with self._lock:
            return self._held + (self._clock() - self._at) * self.rate >= self.burst


class Buckets:
    """One bucket for each asker, made when first needed and forgotten when full again."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._lock = threading.Lock()
        self._most = 1000

    def take(self, asker: str) -> bool:
        """Use one of this asker's permissions; False if there is none."""
        with self._lock:
            bucket = self._buckets.get(asker)
            if bucket is None:
                if len(self._buckets) >= self._most:
                    self._sweep()
                bucket = self._buckets[asker] = Bucket(self.rate, self.burst, self._clock)
        return bucket.take()

    def _sweep(self) -> None:
        self._buckets = {asker: bucket for asker, bucket in self._buckets.items() if not bucket.full()}
        self._most = max(1000, 2 * len(self._buckets))
