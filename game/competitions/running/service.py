"""Runs competitions inside a server: what is handed in is validated at once and climbs the ladder, beside events.

What is handed in is validated in a thread of its own, so that nobody waits for others' games; one thread sees to the
ladders of all competitions in turns, one to comparisons of versions, one more to each event that runs. The workers are
started when there is something to play and ended when there was nothing for a while. What a killed server was running
goes on at its next start; what was paused does not.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any

from plyground.competitions import registration
from plyground.competitions.running import comparing, schedule
from plyground.competitions.running.challenges import Challenges
from plyground.competitions.running.comparing import Comparisons
from plyground.competitions.running.competition_runner import (
    LADDER_GAMES,
    CompetitionRunner,
    Stopped,
    begin,
    insist_final,
    run_lock,
)
from plyground.competitions.running.lent_workers import LentWorkers, Workers
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.sandbox_trial import SandboxTrial
from plyground.competitions.store import Competition, CompetitionStore
from plyground.competitions.submissions.unpacking import Files
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import AlreadyBegun, BeingRun, CannotPlay, NotBegun, NotRunning

log = logging.getLogger(__name__)

_LOOK_SECONDS = 1.0
AGAIN_SECONDS = 60.0
"""When versions could not be validated by a fault of the server's own, it is tried again after so long."""
_BEING_RUN_SECONDS = 3.0
"""When the right to run an event was another process's, it is tried again after so long."""
_SEASON_SECONDS = 10.0
"""How often it is seen whether a season is over."""
TRY_SECONDS = 120.0
"""How long somebody waits for a game that is tried out."""


class CompetitionService:
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
        changed: Callable[[str], None] = lambda competition: None,
    ) -> None:
        """``changed`` is called with a competition's id when one of its games has ended, or it goes on, or stops."""
        self._store, self.sandbox = store, SandboxTrial(confinement)
        self._ladder_games, self._changed = ladder_games, changed
        self._lock = threading.Lock()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._new: list[str] = []
        self._validating: dict[str, threading.Thread] = {}
        self._retries: dict[str, float] = {}
        self._resume_at: dict[str, float] = {}
        self._seasons_at = 0.0
        self._climbing: list[str] = []
        self._climb = threading.Event()
        self.comparisons = Comparisons(store, self._compare)
        self.challenges = Challenges(store, self._challenge)
        self._events: dict[str, threading.Thread] = {}
        self._stops: dict[str, threading.Event] = {}
        self._again: dict[str, bool | None] = {}
        self._gone: set[str] = set()
        self._owed: set[str] = set()
        self._progress: dict[tuple[str, str], Progress] = {}
        self._problems: dict[tuple[str, str], str] = {}
        self._workers = LentWorkers(start_workers, self._closing)
        self._thread = threading.Thread(target=self._run, name="competitions", daemon=True)
        self._ladders = threading.Thread(target=self._run_ladders, name="ladders", daemon=True)

    def start(self) -> None:
        """Begin to work, with what was left unfinished: versions that wait, and events that were running.

        The sandbox is tried at once, in a thread of its own.
        """
        self.sandbox.start()
        for competition in self._store.all():
            if any(version.admission == "waiting" for version in self._store.versions(competition.id).values()):
                self._new.append(competition.id)
            if competition.state == "running" and not self._waits(competition):
                self.run_event(competition.id)
        if self._new:
            self._wake.set()
        self._thread.start()
        self._ladders.start()
        self.comparisons.start()
        self.challenges.start()

    def submitted(self, competition: str) -> None:
        """A new version waits: validate it soon, and let it play the ladder."""
        with self._lock:
            if competition not in self._new:
                self._new.append(competition)
        self._wake.set()

    def _waits(self, competition: Competition) -> bool:
        """Whether it stopped before its final, as its settings have it."""
        now = self._store.snapshot(competition.id, ["event", "final"])
        return competition.settings.final_waits and schedule.waits_for_final(now)

    def run_final(self, competition: str) -> None:
        """Begin the final of an event that waits for it; raises ``NotBegun``, or as ``run_event`` does."""
        insist_final(self._store, competition)
        with self._lock:
            ending = self._events.get(competition)
        if ending is not None:
            ending.join(timeout=2)  # it has stopped before the final this very moment
        self.run_event(competition, final=True)

    def run_event(self, competition: str, final: bool | None = None) -> None:
        """Begin the event, or go on with it; when this comes back its field stands.

        ``final`` says whether it goes through its final without waiting for ``run_final``; None: as the settings say.
        Raises ``AlreadyBegun`` if it runs here or is over, ``TooFewEntrants``, or ``NoSandbox`` if bots that were
        handed in would take part and cannot.
        """
        found = self._store.get(competition)
        if found.state == "finished":
            raise AlreadyBegun(_("The event is over."))
        if found.field is None:
            self._confinement(found.id)
            begin(self._store, found.id)
        with self._lock:
            running = competition in self._events
            if running and not (self._stops[competition].is_set() and competition not in self._again):
                raise AlreadyBegun(_("The event is running."))
            self._store.change_state(competition, ["paused"], "running")
            self._problems.pop((competition, "event"), None)
            if running:
                self._again[competition] = final
                return
            self._stops[competition] = threading.Event()
            thread = threading.Thread(target=self._event, args=(competition, final), name="event", daemon=True)
            self._events[competition] = thread
            thread.start()

    def pause_event(self, competition: str) -> None:
        """Stop the event as soon as the next game ends; ``run_event`` goes on with it, and nothing else does.

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

    def delete(self, competition: str) -> None:
        """Forget a competition with its bots and games; what it is playing is stopped first.

        Raises ``NoSuchCompetition``, or ``BeingRun`` if another process runs it.
        """
        found = self._store.get(competition)
        with self._lock:
            ours = found.id in self._events
        with nullcontext() if ours else run_lock(found.id):
            with self._lock:
                self._gone.add(found.id)
                self._stop(found.id)
                for known in [key for key in self._problems if key[0] == found.id]:
                    self._problems.pop(known, None)
            registration.forget(self._store, found.id)

    def _stop(self, competition: str) -> None:
        """Called with the lock held."""
        self._again.pop(competition, None)
        if competition in self._stops:
            self._stops[competition].set()

    def runs(self, competition: str) -> bool:
        """Whether the event is being run here."""
        with self._lock:
            return competition in self._events

    def is_busy(self) -> bool:
        """Whether games are being played here, or are about to be."""
        return self._workers.in_use

    def plays_event(self) -> bool:
        """Whether any event is being run here."""
        return bool(self._events)

    def progress(self, competition: str, phase: str = "event") -> Progress | None:
        """How far a phase was when it was last heard of, None if it was not run since the start."""
        return self._progress.get((competition, phase))

    def problem(self, competition: str) -> str | None:
        """The sentence for why a competition could not go on, None if nothing is wrong."""
        return next((said for (known, _), said in list(self._problems.items()) if known == competition), None)

    def standing(self) -> dict[str, Any]:
        """``{"runs", "problems", "progress"}`` of all competitions, as plain data: which events are being run here, the
        sentence for each that could not go on, and how far each phase is."""
        progress: dict[str, dict[str, Any]] = {}
        for (competition, phase), told in list(self._progress.items()):
            progress.setdefault(competition, {})[phase] = told.as_json()
        with self._lock:
            problems = {competition: said for (competition, _), said in self._problems.items()}
            return {"runs": list(self._events), "problems": problems, "progress": progress}

    def try_out(
        self, task: Mapping[str, Any], bundles: Mapping[str, Files], patience: float = TRY_SECONDS
    ) -> Mapping[str, Any]:
        """Play one game at once, ahead of all others, and return its record; nothing of it is kept.

        ``task`` is one of ``tasks.play``; its uploads are ``fleeting``, their files in ``bundles`` by content. Raises
        ``NoSandbox``, ``NoCluster`` or ``TookTooLong``.
        """
        confinement = self.sandbox.insist()
        try:
            with self._workers.lend() as workers:
                played = workers.play_one({**task, "confinement": confinement}, bundles, patience)
                return {**played, "confinement": confinement}
        except Stopped:
            raise CannotPlay(_("The server is ending.")) from None

    def compute(self, function: str, arguments: Mapping[str, Any], patience: float = TRY_SECONDS) -> Mapping[str, Any]:
        """What a function of ours answers on a worker, ahead of all games; it is given the name of the ``sandbox``.

        Raises ``NoSandbox``, ``NoCluster``, ``TookTooLong`` or ``CannotPlay``.
        """
        confinement = self.sandbox.insist()
        try:
            with self._workers.lend() as workers:
                return workers.call_one(function, {**arguments, "sandbox": confinement}, patience)
        except Stopped:
            raise CannotPlay(_("The server is ending.")) from None

    def close(self) -> None:
        """Stop everything; what was played is kept."""
        self._closing.set()
        self._wake.set()
        self._climb.set()
        self.comparisons.close()
        self.challenges.close()
        with self._lock:
            own = [thread for thread in (self._thread, self._ladders) if thread.is_alive()]
            threads = [*self._events.values(), *self._validating.values(), *own]
        self._workers.close()
        for thread in threads:
            thread.join(timeout=10)
        self.comparisons.join(10)
        self.challenges.join(10)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            while self._new and not self._closing.is_set():
                with self._lock:
                    competition = self._new.pop(0)
                try:
                    self._begin_validation(competition)
                except Exception:  # the store could not be read: this thread must live to try again
                    log.exception("Versions that wait could not be validated.")
                    with self._lock:
                        self._new.append(competition)
                    break
            self._try_again()
            self._resume_events()
            self._end_seasons()
            self._workers.end_idle()

    def _begin_validation(self, competition: str) -> None:
        """Have what waits there, and is not seen to yet, validated in a thread of its own."""
        waiting = {one.id for one in self._store.versions(competition).values() if one.admission == "waiting"}
        with self._lock:
            todo = sorted(waiting - self._validating.keys())
            thread = threading.Thread(target=self._validate, args=(competition, todo), name="validation", daemon=True)
            self._validating |= dict.fromkeys(todo, thread)
            thread.start()

    def _resume_events(self) -> None:
        """Go on with events that another process had the right to run some time ago."""
        for competition, at in list(self._resume_at.items()):
            if time.monotonic() > at and not self.runs(competition):
                self._resume_at.pop(competition)
                with suppress(Refusal):
                    if self._store.get(competition).state == "running":
                        self.run_event(competition)

    def _end_seasons(self) -> None:
        """Begin the events of competitions whose season is over; one that cannot begin is tried again later."""
        now = time.monotonic()
        if now < self._seasons_at:
            return
        self._seasons_at = now + _SEASON_SECONDS
        for competition in self._store.all():
            if competition.field is None and competition.state in ("open", "closed") and self._season_over(competition):
                try:
                    self.run_event(competition.id)
                except Refusal as refusal:
                    self._problems[competition.id, "event"] = refusal.sentence

    @staticmethod
    def _season_over(competition: Competition) -> bool:
        days = competition.settings.season_days
        return days > 0 and time.time() > competition.created + days * 86_400

    def _try_again(self) -> None:
        """Validate once more what could not be, some time ago."""
        for competition, at in list(self._retries.items()):
            if time.monotonic() > at:
                self._retries.pop(competition)
                try:
                    self._store.forgive(competition)
                except Exception:  # as above
                    log.exception("Games that failed could not be let go on.")
                self.submitted(competition)

    def _validate(self, competition: str, todo: list[str]) -> None:
        if todo:
            self._guarded(competition, "validation", lambda runner: runner.validate(todo))
        with self._lock:
            for version in todo:
                del self._validating[version]
            failed = (competition, "validation") in self._problems
            if todo and self.sandbox.holds and failed:
                self._retries[competition] = time.monotonic() + AGAIN_SECONDS
        if todo and not failed and competition not in self._gone and not self._closing.is_set():
            waiting = {version.id for version in self._store.snapshot(competition, []).waiting}
            if waiting & set(todo):
                self.submitted(competition)  # it was excluded when its turn came, and taken back meanwhile
        self._climbs(competition)

    def _climbs(self, competition: str) -> None:
        """Let the ladder of a competition be played on."""
        with self._lock:
            if competition not in self._climbing:
                self._climbing.append(competition)
        self._climb.set()

    def _run_ladders(self) -> None:
        """A turn for each competition that has newcomers, again and again; those whose event is played wait for it."""
        while not self._closing.is_set():
            self._climb.wait(_LOOK_SECONDS)
            self._climb.clear()
            while self._climbing and not self._closing.is_set():
                with self._lock:
                    competition = self._climbing.pop(0)
                if not self.runs(competition) and self._climb_once(competition):
                    self._climbs(competition)
                with self._lock:
                    if competition in self._events:
                        self._owed.add(competition)

    def _climb_once(self, competition: str) -> int:
        """A turn of its ladder; how many games that were."""
        played: list[int] = []
        self._guarded(
            competition,
            "ladder",
            lambda runner: played.append(runner.ladder_turn(self._ladder_games) or runner.league_turn()),
            lambda: competition in self._events,
        )
        return sum(played)

    def _compare(self, competition: str, new: str, old: str, stopped: Callable[[], bool]) -> None:
        most = comparing.MOST_GAMES
        self._guarded(competition, "compare", lambda runner: runner.compare(new, old, most), stopped)

    def _challenge(self, competition: str, game: str) -> None:
        self._guarded(competition, "challenge", lambda runner: runner.challenge(game))

    def _event(self, competition: str, final: bool | None) -> None:
        """Play the event; once more if somebody wanted it to go on while it was coming to a stop."""
        while True:
            self._guarded(
                competition, "event", partial(CompetitionRunner.run_event, final=final), self._stops[competition].is_set
            )
            with self._lock:
                if competition not in self._again or self._closing.is_set():
                    del self._events[competition]
                    owed = competition in self._owed
                    self._owed.discard(competition)
                    break
                final = self._again.pop(competition)
                self._stops[competition] = threading.Event()
        if owed:
            self._climbs(competition)
        self._changed(competition)

    def _guarded(
        self,
        competition: str,
        phase: str,
        work: Callable[[CompetitionRunner], object],
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Run a runner's work until it is over or ``stop`` says so; what goes wrong becomes the phase's problem."""
        if competition in self._gone:
            return

        def tell(progress: Progress) -> None:
            self._progress[competition, progress.phase] = progress
            self._changed(competition)

        def stopped() -> bool:
            return self._closing.is_set() or competition in self._gone or stop()

        try:
            with _right(competition, phase), self._workers.lend() as workers:
                confinement = self._confinement(competition)
                work(CompetitionRunner(self._store, competition, workers, confinement, tell, stopped))
        except Stopped:
            return
        except BeingRun as refusal:  # a process that is ending has it yet, or one that stands still
            self._problems[competition, phase] = refusal.sentence
            if phase == "event" and not stopped():
                self._resume_at[competition] = time.monotonic() + _BEING_RUN_SECONDS
        except Refusal as refusal:
            if competition not in self._gone:
                self._problems[competition, phase] = refusal.sentence
        except Exception:
            if not self._closing.is_set() and competition not in self._gone:
                log.exception("A competition could not go on.")
                self._problems[competition, phase] = _("Something of the server's own failed; its log says what.")
        else:
            self._problems.pop((competition, phase), None)
        finally:
            self._changed(competition)

    def _confinement(self, competition: str) -> str:
        versions = self._store.versions(competition).values()
        return self.sandbox.insist() if any(version.bot["kind"] == "upload" for version in versions) else "none"


def _right(competition: str, phase: str) -> AbstractContextManager[None]:
    """The right to run this phase: of events, ladders and comparisons one at a time, versions and challenges side by
    side."""
    if phase in ("validation", "challenge"):
        return nullcontext()
    return run_lock(competition if phase == "event" else f"{competition}.{phase}")
