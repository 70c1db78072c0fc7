"""The events that this process runs, a thread each: begun, paused, gone on with, and begun when a season is over, after
which the next season begins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from plyground.competitions import seasons
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import CompetitionRunner, begin, insist_final
from plyground.competitions.running.phases import Phases
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import AlreadyBegun, NotBegun, NotRunning, StorageFailed

_AGAIN_SECONDS = 3.0
"""When the right to run an event was another's, or nothing could be written, it is tried again after so long."""
_SEASON_SECONDS = 10.0
"""How often it is seen whether a season is over."""


class Events:
    """``climbs`` lets a ladder be played on that waited for an event, ``validates`` has a new season's bots validated.
    All methods may be called from any thread."""

    def __init__(
        self,
        store: CompetitionStore,
        phases: Phases,
        climbs: Callable[[str], None],
        validates: Callable[[str], None] = lambda competition: None,
    ) -> None:
        self._store, self._phases, self._climbs, self._validates = store, phases, climbs, validates
        self._lock = threading.Lock()
        self._threads: dict[str, threading.Thread] = {}
        self._stops: dict[str, threading.Event] = {}
        self._again: dict[str, bool | None] = {}
        self._owed: set[str] = set()
        self._resume_at: dict[str, float] = {}
        self._seasons_at = 0.0

    def go_on(self, competition: Competition) -> None:
        """Go on with one that was running when the server ended, unless it waits for its final."""
        now = self._store.snapshot(competition.id, ["event", "final"])
        if not (competition.settings.final_waits and schedule.waits_for_final(now)):
            self.run(competition.id)

    def run(self, competition: str, final: bool | None = None) -> None:
        """Begin the event, or go on with it; when this comes back its field stands.

        ``final`` says whether it goes through its final without waiting for ``run_final``; None: as the settings say.
        Raises ``AlreadyBegun`` if it runs here or is over, ``TooFewEntrants``, or ``NoSandbox`` if bots that were
        handed in would take part and cannot.
        """
        found = self._store.get(competition)
        if found.state == "finished":
            raise AlreadyBegun(_("The event is over."))
        if found.field is None:
            self._phases.confinement(found.id)
            begin(self._store, found.id)
        with self._lock:
            running = competition in self._threads
            if running and not (self._stops[competition].is_set() and competition not in self._again):
                raise AlreadyBegun(_("The event is running."))
            self._store.change_state(competition, ["paused"], "running")
            self._phases.mend(competition, "event")
            if running:
                self._again[competition] = final
                return
            self._stops[competition] = threading.Event()
            thread = threading.Thread(target=self._play, args=(competition, final), name="event", daemon=True)
            self._threads[competition] = thread
            thread.start()

    def run_final(self, competition: str) -> None:
        """Begin the final of an event that waits for it; raises ``NotBegun``, or as ``run`` does."""
        insist_final(self._store, competition)
        with self._lock:
            ending = self._threads.get(competition)
        if ending is not None:
            ending.join(timeout=2)  # it has stopped before the final this very moment
        self.run(competition, final=True)

    def pause(self, competition: str) -> None:
        """Stop the event as soon as the next game ends; ``run`` goes on with it, and nothing else does.

        Raises ``NotBegun`` or ``NotRunning``.
        """
        found = self._store.get(competition)
        if found.field is None:
            raise NotBegun(_("The event has not begun."))
        with self._lock:
            if not self._store.change_state(competition, ["running"], "paused"):
                over = self._store.get(competition).state == "finished"
                raise NotRunning(_("The event is over.") if over else _("The event is paused already."))
            self._stop(competition)

    def forget(self, competition: str) -> None:
        """It is being deleted: stop it."""
        with self._lock:
            self._phases.forget(competition)
            self._stop(competition)

    def _stop(self, competition: str) -> None:
        """Called with the lock held."""
        self._again.pop(competition, None)
        if competition in self._stops:
            self._stops[competition].set()

    def runs(self, competition: str) -> bool:
        """Whether the event is being run here."""
        return competition in self._threads

    def owes(self, competition: str) -> bool:
        """Whether the event is being run here; if so, its ladder is played on when it stops."""
        with self._lock:
            if competition in self._threads:
                self._owed.add(competition)
        return self.runs(competition)

    def running(self) -> list[str]:
        """The competitions whose events are being run here."""
        return list(self._threads)

    def threads(self) -> list[threading.Thread]:
        """Those that play events."""
        with self._lock:
            return list(self._threads.values())

    def look(self) -> None:
        """Go on with events that could not be run some time ago, begin those of competitions whose season is over, and
        the seasons that follow; what cannot begin is tried again later."""
        now = time.monotonic()
        for competition in [known for known, at in list(self._resume_at.items()) if now > at]:
            if not self.runs(competition):
                del self._resume_at[competition]  # before it runs: one that fails at once sets its own next time
                if not (self._phases.can_write() and self._resumes(competition)):
                    self._resume_at[competition] = now + _AGAIN_SECONDS
        if now < self._seasons_at:
            return
        self._seasons_at = now + _SEASON_SECONDS
        for found in self._store.all():
            if found.field is None and found.state in ("open", "closed") and _season_over(found):
                try:
                    self.run(found.id)
                except Refusal as refusal:
                    self._phases.fails(found.id, "event", refusal.sentence)
            if seasons.due(found):
                self._begin_next(found)

    def _begin_next(self, over: Competition) -> None:
        try:
            made = seasons.begin_next(self._store, over, time.time())
        except Refusal as refusal:
            self._phases.fails(over.id, "season", refusal.sentence)
            return
        self._phases.mend(over.id, "season")
        if made is not None:
            self._validates(made.id)
        self._phases.changed(over.id)

    def _resumes(self, competition: str) -> bool:
        """Go on with an event, unless it was paused or is gone; False if that is to be tried again."""
        try:
            if self._store.get(competition).state == "running":
                self.run(competition)
        except StorageFailed:
            return False
        except Refusal:
            return True
        return True

    def _play(self, competition: str, final: bool | None) -> None:
        """Play the event; once more if somebody wanted it to go on while it was coming to a stop."""
        while True:
            work = partial(CompetitionRunner.run_event, final=final)
            if not self._phases.run(competition, "event", work, self._stops[competition].is_set):
                self._resume_at[competition] = time.monotonic() + _AGAIN_SECONDS
            with self._lock:
                if competition not in self._again or self._phases.ended(competition):
                    del self._threads[competition]
                    owed = competition in self._owed
                    self._owed.discard(competition)
                    break
                final = self._again.pop(competition)
                self._stops[competition] = threading.Event()
        if owed:
            self._climbs(competition)
        self._phases.changed(competition)


def _season_over(competition: Competition) -> bool:
    days = competition.settings.season_days
    return days > 0 and time.time() > competition.created + days * 86_400
