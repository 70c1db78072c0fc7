"""Has tests asked of the versions that have not answered them yet, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from plyground.competitions.positions import asking
from plyground.competitions.store import CompetitionStore

log = logging.getLogger(__name__)

_AGAIN_SECONDS = 3.0


class PositionTests:
    """All methods may be called from any thread."""

    def __init__(self, store: CompetitionStore, ask: Callable[[str], bool]) -> None:
        """``ask`` puts all questions that are due in a competition; False if that is to be tried again soon."""
        self._store, self._ask = store, ask
        self._lock = threading.Lock()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._waiting: list[str] = []
        self._thread = threading.Thread(target=self._run, name="tests", daemon=True)

    def start(self) -> None:
        """Begin, with what was left."""
        for competition in self._store.all():
            if asking.due(self._store, competition.id):
                self.changed(competition.id)
        self._thread.start()

    def changed(self, competition: str) -> None:
        """A test is new, or a version was let in: see soon whether there is something to ask."""
        with self._lock:
            if competition not in self._waiting:
                self._waiting.append(competition)
        self._wake.set()

    def close(self) -> None:
        """Ask no more; what was answered is kept."""
        self._closing.set()
        self._wake.set()

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait()
            self._wake.clear()
            while not self._closing.is_set() and (competition := self._next()):
                try:
                    if asking.due(self._store, competition) and not self._ask(competition):
                        self._closing.wait(_AGAIN_SECONDS)
                        self.changed(competition)
                except Exception:  # the next one's turn comes all the same
                    log.exception("Tests could not be asked.")

    def _next(self) -> str:
        with self._lock:
            return self._waiting.pop(0) if self._waiting else ""
