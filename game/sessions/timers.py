"""Timers: calls made later, by a few threads, so that one that waits for the disk does not hold up the rest."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from plyground.core.logs import tell_fault

log = logging.getLogger(__name__)

_FEW = 128
"""So many cancelled timers may wait for their time; beyond that they are cleared away."""


class Timer:
    """One call to be made; ``cancel`` it at any time."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        """Do not make the call. One that has begun goes on."""
        self.call = None


class Timers:
    """A heap of calls by the time at which they are due."""

    def __init__(self, threads: int = 8) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._numbers = itertools.count()
        self._wake = threading.Condition()
        self._runners = ThreadPoolExecutor(threads, thread_name_prefix="timer")
        self._thread = threading.Thread(target=self._run, name="timers", daemon=True)
        self._closed = False
        self._crowded = _FEW

    def start(self) -> None:
        self._thread.start()

    def after(self, seconds: float, call: Callable[[], object]) -> Timer:
        timer = Timer(call)
        with self._wake:
            heapq.heappush(self._heap, (time.monotonic() + max(0.0, seconds), next(self._numbers), timer))
            if len(self._heap) > self._crowded:
                self._heap = [entry for entry in self._heap if entry[2].call is not None]
                heapq.heapify(self._heap)
                self._crowded = _FEW + 2 * len(self._heap)
            self._wake.notify()
        return timer

    def every(self, seconds: float, call: Callable[[], object]) -> None:
        """Make the call again and again, ``seconds`` after its last end, until the timers are closed."""

        def again() -> None:
            try:
                call()
            finally:
                if not self._closed:
                    self.after(seconds, again)

        self.after(seconds, again)

    def close(self) -> None:
        """Make no more calls; those that have begun are waited for."""
        with self._wake:
            self._closed = True
            self._heap.clear()
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._runners.shutdown(wait=True)

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._closed:
                    pause = self._heap[0][0] - time.monotonic() if self._heap else None
                    if pause is not None and pause <= 0:
                        break
                    self._wake.wait(pause)
                if self._closed:
                    return
                timer = heapq.heappop(self._heap)[2]
                try:
                    self._runners.submit(self._call, timer)
                except RuntimeError as error:  # no thread can be started: the call waits for one of those that run
                    log.warning("A call waits: %s", error)

    def _call(self, timer: Timer) -> None:
        call = timer.call
        if call is None or self._closed:
            return
        try:
            call()
        except Exception as fault:
            tell_fault(log, "A timer's call failed.", fault)
