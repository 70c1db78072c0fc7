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
from contextlib import nullcontext
from typing import Any

from plyground.competitions import registration
from plyground.competitions.running import climbing, comparing
from plyground.competitions.running.challenges import Challenges
from plyground.competitions.running.comparing import Comparisons
from plyground.competitions.running.competition_runner import (
    LADDER_GAMES,
    MOST_ATTEMPTS,
    CompetitionRunner,
    Stopped,
    run_lock,
)
from plyground.competitions.running.events import Events
from plyground.competitions.running.lent_workers import LentWorkers, Workers
from plyground.competitions.running.phases import Phases
from plyground.competitions.running.position_tests import PositionTests
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.sandbox_trial import SandboxTrial
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions.unpacking import Files
from plyground.core.logs import tell_fault
from plyground.core.messages import _
from plyground.core.refusals import CannotPlay, NoSuchCompetition

log = logging.getLogger(__name__)

_LOOK_SECONDS = 2.0
AGAIN_SECONDS = 60.0
"""When versions could not be validated by a fault of the server's own, it is tried again after so long."""
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
        self._ladder_games = ladder_games
        self._lock = threading.Lock()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._new: list[str] = []
        self._validating: dict[str, threading.Thread] = {}
        self._retries: dict[str, float] = {}
        self._climbing: list[str] = []
        self._climb_again: dict[str, float] = {}
        self._climb = threading.Event()
        self.comparisons = Comparisons(store, self._compare)
        self.challenges = Challenges(store, self._challenge)
        self.positions = PositionTests(store, self._test)
        self._workers = LentWorkers(start_workers, self._closing)
        self._phases = Phases(store, self.sandbox, self._workers, self._closing, changed)
        self._events = Events(store, self._phases, self._climbs, self.submitted)
        self._thread = threading.Thread(target=self._run, name="competitions", daemon=True)
        self._ladders = threading.Thread(target=self._run_ladders, name="ladders", daemon=True)

    def start(self) -> None:
        """Begin to work, with what was left unfinished: versions that wait, and events that were running.

        The sandbox is tried at once, in a thread of its own.
        """
        self.sandbox.start()
        for competition in self._store.all():
            if any(version.admission == "waiting" for version in self._store.versions(competition.id).values()):
                self.submitted(competition.id)
            if competition.state != "finished" and self._has_ladder(competition.id):
                self._climbs(competition.id)
            if competition.state == "running":
                self._events.go_on(competition)
        self._thread.start()
        self._ladders.start()
        self.comparisons.start()
        self.challenges.start()
        self.positions.start()

    def submitted(self, competition: str) -> None:
        """A new version waits: validate it soon, and let it play the ladder."""
        with self._lock:
            if competition not in self._new:
                self._new.append(competition)
        self._wake.set()

    def run_event(self, competition: str) -> None:
        """Begin the event, or go on with it; see ``Events.run``."""
        self._events.run(competition)

    def run_final(self, competition: str) -> None:
        """Begin the final of an event that waits for it; see ``Events.run_final``."""
        self._events.run_final(competition)

    def pause_event(self, competition: str) -> None:
        """Stop the event as soon as the next game ends; see ``Events.pause``."""
        self._events.pause(competition)

    def delete(self, competition: str) -> None:
        """Forget a competition with its bots and games; what it is playing is stopped first.

        Raises ``NoSuchCompetition``, or ``BeingRun`` if another process runs it.
        """
        found = self._store.get(competition)
        with nullcontext() if self._events.runs(found.id) else run_lock(found.id):
            self._events.forget(found.id)
            registration.forget(self._store, found.id)

    def runs(self, competition: str) -> bool:
        """Whether the event is being run here."""
        return self._events.runs(competition)

    def is_busy(self) -> bool:
        """Whether games are being played here, or are about to be."""
        return self._workers.in_use

    def plays_event(self) -> bool:
        """Whether any event is being run here."""
        return bool(self._events.running())

    def progress(self, competition: str, phase: str = "event") -> Progress | None:
        """How far a phase was when it was last heard of, None if it was not run since the start."""
        return self._phases.progress(competition, phase)

    def problem(self, competition: str) -> str | None:
        """The sentence for why a competition could not go on, None if nothing is wrong."""
        return self._phases.problem(competition)

    def standing(self) -> dict[str, Any]:
        """``{"runs", "problems", "progress"}`` of all competitions, as plain data: which events are being run here, the
        sentence for each that could not go on, and how far each phase is."""
        return {"runs": self._events.running(), **self._phases.standing()}

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

    def show(self, task: Mapping[str, Any], given_up: Callable[[], bool]) -> bool:
        """Play a game that is only watched, as ``GameWorkers.show`` does; raises ``NoSandbox`` or ``NoCluster``."""
        handed_in = any(each["kind"] == "upload" for each in task["entrants"])
        confinement = self.sandbox.insist() if handed_in else "none"
        try:
            with self._workers.lend(quietly=True) as workers:
                return workers.show({**task, "confinement": confinement}, given_up)
        except Stopped:
            return False

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
        self.positions.close()
        with self._lock:
            own = [thread for thread in (self._thread, self._ladders) if thread.is_alive()]
            threads = [*self._events.threads(), *self._validating.values(), *own]
        self._workers.close()
        for thread in threads:
            thread.join(timeout=10)
        self.comparisons.join(10)
        self.challenges.join(10)
        self.positions.join(10)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            while self._new and not self._closing.is_set():
                with self._lock:
                    competition = self._new.pop(0)
                try:
                    self._begin_validation(competition)
                except Exception as fault:  # the store could not be read: this thread must live to try again
                    tell_fault(log, "Versions that wait could not be validated.", fault)
                    with self._lock:
                        self._new.append(competition)
                    break
            try:
                self._try_again()
                self._events.look()
            except Exception as fault:  # as above
                tell_fault(log, "Competitions could not be looked at.", fault)
            self._workers.end_idle()

    def _begin_validation(self, competition: str) -> None:
        """Have what waits there, and is not seen to yet, validated in a thread of its own."""
        waiting = {one.id for one in self._store.versions(competition).values() if one.admission == "waiting"}
        with self._lock:
            todo = sorted(waiting - self._validating.keys())
            thread = threading.Thread(target=self._validate, args=(competition, todo), name="validation", daemon=True)
            self._validating |= dict.fromkeys(todo, thread)
            thread.start()

    def _try_again(self) -> None:
        """Validate once more what could not be, some time ago, and go on with ladders that could not be."""
        for competition, at in list(self._retries.items()):
            if time.monotonic() > at:
                self._retries.pop(competition)
                try:
                    self._store.forgive(competition)
                except Exception as fault:  # as above
                    tell_fault(log, "Games that failed could not be let go on.", fault)
                self.submitted(competition)
        for competition, at in list(self._climb_again.items()):
            if time.monotonic() > at:
                self._climb_again.pop(competition)
                self._climbs(competition)

    def _validate(self, competition: str, todo: list[str]) -> None:
        if todo:
            self._phases.run(competition, "validation", lambda runner: runner.validate(todo))
        with self._lock:
            for version in todo:
                del self._validating[version]
            failed = self._phases.failed(competition, "validation")
            if todo and self.sandbox.holds and failed:
                self._retries[competition] = time.monotonic() + AGAIN_SECONDS
        if todo and not failed and not self._phases.ended(competition):
            waiting = {version.id for version in self._store.snapshot(competition, []).waiting}
            if waiting & set(todo):
                self.submitted(competition)  # it was excluded when its turn came, and taken back meanwhile
        self._climbs(competition)
        self.positions.changed(competition)

    def _climbs(self, competition: str) -> None:
        """Let the ladder of a competition be played on."""
        with self._lock:
            if competition not in self._climbing:
                self._climbing.append(competition)
        self._climb.set()

    def _run_ladders(self) -> None:
        """A turn for each competition that has newcomers, again and again; those whose event is played wait for it."""
        while not self._closing.is_set():
            self._climb.wait()
            self._climb.clear()
            while self._climbing and not self._closing.is_set():
                with self._lock:
                    competition = self._climbing.pop(0)
                try:
                    if not self._events.owes(competition) and self._climb_once(competition):
                        self._climbs(competition)
                except NoSuchCompetition:
                    continue
                except Exception as fault:  # as above
                    tell_fault(log, "A ladder could not be looked at.", fault)
                    self._climb_again[competition] = time.monotonic() + AGAIN_SECONDS

    def _has_ladder(self, competition: str) -> bool:
        """Whether a ladder was begun there, or there is what begins one."""
        versions = self._store.versions(competition).values()
        handed_in = any(version.plays and not version.is_built_in for version in versions)
        return handed_in or bool(self._store.games(competition, ["ladder", "league"]))

    def _climb_once(self, competition: str) -> int:
        """A turn of its ladder; how many games that were."""
        played: list[int] = []
        if not climbing.due(self._store, competition, self._ladder_games, MOST_ATTEMPTS):
            return 0
        over = self._phases.run(
            competition,
            "ladder",
            lambda runner: played.append(runner.ladder_turn(self._ladder_games) or runner.league_turn()),
            lambda: self._events.owes(competition),
        )
        if not over:
            self._climb_again[competition] = time.monotonic() + AGAIN_SECONDS
        return sum(played)

    def _compare(self, competition: str, new: str, old: str, stopped: Callable[[], bool]) -> None:
        most = comparing.MOST_GAMES
        self._phases.run(competition, "compare", lambda runner: runner.compare(new, old, most), stopped)

    def _challenge(self, competition: str, game: str) -> None:
        self._phases.run(competition, "challenge", lambda runner: runner.challenge(game))

    def _test(self, competition: str) -> bool:
        return self._phases.run(competition, "positions", CompetitionRunner.test)
