"""Runs competitions inside a server: what is handed in is validated at once and climbs the ladder, beside events.

One thread sees to new versions of all competitions, one more to each event that runs. The workers are started when
there is something to play and ended when there was nothing for a while. What a killed server was running goes on at its
next start.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from game.competitions import plan
from game.competitions.conductor import LADDER_GAMES, Conductor, Players, Stopped, alone, insist_final
from game.competitions.errors import AlreadyBegun
from game.competitions.progress import Progress
from game.competitions.store import Competition, CompetitionStore
from game.core.errors import Refusal

log = logging.getLogger(__name__)

_IDLE_SECONDS = 120.0
_LOOK_SECONDS = 1.0


class Workers(Players, Protocol):
    """Players that can be ended, as ``cluster.Cluster``."""

    def close(self) -> None:
        """End them."""


class Host:
    """Runs the competitions of a store. ``start_workers`` and ``confinement`` are called when there is need of them.

    ``confinement`` names the sandbox for handed-in bots, or raises ``NoSandbox``. All methods may be called from any
    thread.
    """

    def __init__(
        self,
        store: CompetitionStore,
        start_workers: Callable[[], Workers],
        confinement: Callable[[], str],
        ladder_games: int = LADDER_GAMES,
    ) -> None:
        self._store, self._start_workers, self._confinement = store, start_workers, confinement
        self._ladder_games = ladder_games
        self._lock = threading.Lock()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._new: list[str] = []
        self._events: dict[str, threading.Thread] = {}
        self._stops: dict[str, threading.Event] = {}
        self._progress: dict[tuple[str, str], Progress] = {}
        self._problems: dict[str, str] = {}
        self._workers: Workers | None = None
        self._users, self._used = 0, 0.0
        self._thread = threading.Thread(target=self._run, name="competitions", daemon=True)

    def start(self) -> None:
        """Begin to work, with what was left unfinished: versions that wait, and events that were running."""
        for competition in self._store.all():
            if any(version.admission == "waiting" for version in self._store.versions(competition.id).values()):
                self._new.append(competition.id)
            if competition.state == "running" and not self._waits(competition):
                self.run_event(competition.id)
        if self._new:
            self._wake.set()
        self._thread.start()

    def handed_in(self, competition: str) -> None:
        """A new version waits: validate it soon, and let it play the ladder."""
        with self._lock:
            if competition not in self._new:
                self._new.append(competition)
        self._wake.set()

    def _waits(self, competition: Competition) -> bool:
        """Whether it stopped before its final, as its settings have it."""
        games = self._store.games(competition.id, ["event", "final"])
        versions = self._store.versions(competition.id)
        return competition.settings.final_waits and plan.waits_for_final(competition, versions, games)

    def run_final(self, competition: str) -> None:
        """Begin the final of an event that waits for it; raises ``NotBegun``, or as ``run_event`` does."""
        insist_final(self._store, competition)
        with self._lock:
            ending = self._events.get(competition)
        if ending is not None:
            ending.join(timeout=2)  # it has stopped before the final this very moment
        self.run_event(competition, final=True)

    def run_event(self, competition: str, final: bool | None = None) -> None:
        """Begin the event, or go on with it; raises ``AlreadyBegun`` if it runs here or is over, or a refusal.

        ``final`` says whether it goes through its final without waiting for ``run_final``; None: as the settings say.
        """
        found = self._store.get(competition)
        with self._lock:
            if competition in self._events and self._events[competition].is_alive():
                raise AlreadyBegun("The event is running.")
            if found.state == "finished":
                raise AlreadyBegun("The event is over.")
            self._stops[competition] = threading.Event()
            self._problems.pop(competition, None)
            thread = threading.Thread(target=self._event, args=(competition, final), name="event", daemon=True)
            self._events[competition] = thread
            thread.start()

    def pause_event(self, competition: str) -> None:
        """Stop the event after the games that are being played; ``run_event`` goes on with it."""
        with self._lock:
            if competition in self._stops:
                self._stops[competition].set()

    def runs(self, competition: str) -> bool:
        """Whether the event is being run here."""
        with self._lock:
            return competition in self._events and self._events[competition].is_alive()

    def progress(self, competition: str, phase: str = "event") -> Progress | None:
        """How far a phase was when it was last heard of, None if it was not run since the start."""
        return self._progress.get((competition, phase))

    def problem(self, competition: str) -> str | None:
        """The sentence for why a competition could not go on, None if nothing is wrong."""
        return self._problems.get(competition)

    def close(self) -> None:
        """Stop everything; what was played is kept."""
        self._closing.set()
        self._wake.set()
        with self._lock:
            threads = [*self._events.values(), *([self._thread] if self._thread.is_alive() else [])]
            if self._workers is not None:
                self._end_workers()
        for thread in threads:
            thread.join(timeout=10)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            while self._new and not self._closing.is_set():
                with self._lock:
                    competition = self._new.pop(0)
                self._guarded(competition, f"{competition}.ladder", self._climb)
            with self._lock:
                if self._workers is not None and not self._users and time.monotonic() > self._used + _IDLE_SECONDS:
                    self._end_workers()

    def _event(self, competition: str, final: bool | None) -> None:
        self._guarded(competition, competition, lambda conductor: conductor.run_event(final))

    def _climb(self, conductor: Conductor) -> None:
        conductor.validate()
        conductor.ladder(self._ladder_games)

    def _guarded(self, competition: str, lock: str, work: Callable[[Conductor], object]) -> None:
        """Run a conductor's work; what goes wrong becomes the competition's problem."""

        def tell(progress: Progress) -> None:
            self._progress[competition, progress.phase] = progress

        def stopped() -> bool:
            stop = self._stops.get(competition) if lock == competition else None
            return self._closing.is_set() or (stop is not None and stop.is_set())

        try:
            with alone(lock):
                workers = self._borrow()
                try:
                    work(Conductor(self._store, competition, workers, self._sandbox(competition), tell, stopped))
                finally:
                    self._give_back()
        except Stopped:
            return
        except Refusal as refusal:
            self._problems[competition] = refusal.sentence
        except Exception:
            if not self._closing.is_set():
                log.exception("A competition could not go on.")
                self._problems[competition] = "Something of the server's own failed; its log says what."
        else:
            self._problems.pop(competition, None)

    def _sandbox(self, competition: str) -> str:
        versions = self._store.versions(competition).values()
        return self._confinement() if any(version.bot["kind"] == "upload" for version in versions) else "none"

    def _borrow(self) -> Workers:
        with self._lock:
            if self._closing.is_set():
                raise Stopped
            if self._workers is None:
                self._workers = self._start_workers()
            self._users += 1
            return self._workers

    def _give_back(self) -> None:
        with self._lock:
            self._users -= 1
            self._used = time.monotonic()

    def _end_workers(self) -> None:
        """Called with the lock held."""
        assert self._workers is not None
        with suppress(Exception):  # they may be gone already
            self._workers.close()
        self._workers = None
