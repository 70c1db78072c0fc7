"""Workers that are started when somebody needs them, lent to several at once, and ended when nobody did for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from plyground.competitions.running.competition_runner import Players, Stopped
from plyground.competitions.submissions.unpacking import Files

_IDLE_SECONDS = 120.0


class Workers(Players, Protocol):
    """Players that can be ended, as ``workers.GameWorkers``."""

    def play_one(self, task: Mapping[str, Any], bundles: Mapping[str, Files], patience: float) -> Mapping[str, Any]:
        """Play one game that nothing is kept of, ahead of all others; raises ``TookTooLong``."""

    def show(self, task: Mapping[str, Any], given_up: Callable[[], bool]) -> bool:
        """Play a game that is only watched, while nobody needs one of them; whether it was played to its end."""

    def call_one(self, function: str, arguments: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
        """What a function of ours answers on one of them; raises ``TookTooLong`` or ``CannotPlay``."""

    def close(self) -> None:
        """End them."""


class LentWorkers:
    """All methods may be called from any thread. ``closing`` says that none are lent any more."""

    def __init__(self, start: Callable[[], Workers], closing: threading.Event) -> None:
        self._start, self._closing = start, closing
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._workers: Workers | None = None
        self._users, self._quiet, self._used = 0, 0, 0.0

    @contextmanager
    def lend(self, quietly: bool = False) -> Iterator[Workers]:
        """The workers, started if there are none; raises ``Stopped`` at the end of the server. They are not ``in_use``
        by who borrows them ``quietly``."""
        workers = self._borrow()
        try:
            self._quiet += quietly
            yield workers
        finally:
            self._quiet -= quietly
            self._give_back()

    @property
    def in_use(self) -> bool:
        """Whether somebody has them."""
        return self._users > self._quiet

    def end_idle(self) -> None:
        """End them if nobody has had them for two minutes."""
        with self._lock:
            idle = self._workers is not None and not self._users and time.monotonic() > self._used + _IDLE_SECONDS
            ended, self._workers = (self._workers, None) if idle else (None, self._workers)
        _end(ended)

    def close(self) -> None:
        """End them, whoever has them; those that are being started are ended once they are there."""
        with self._starting, self._lock:
            ended, self._workers = self._workers, None
        _end(ended)

    def _borrow(self) -> Workers:
        with self._starting:  # not under the other lock: starting takes seconds, and others give back meanwhile
            with self._lock:
                if self._closing.is_set():
                    raise Stopped
                self._users += 1
                if self._workers is not None:
                    return self._workers
            try:
                started = self._start()
            except BaseException:
                self._give_back()
                raise
            with self._lock:
                if not self._closing.is_set():
                    self._workers = started
                    return started
                self._users -= 1
            _end(started)
            raise Stopped

    def _give_back(self) -> None:
        with self._lock:
            self._users -= 1
            self._used = time.monotonic()


def _end(workers: Workers | None) -> None:
    if workers is not None:
        with suppress(Exception):  # they may be gone already
            workers.close()
