"""A phase of a competition is run with lent workers; what goes wrong in it becomes a sentence beside its progress."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from plyground.competitions.running.competition_runner import CompetitionRunner, Stopped, run_lock
from plyground.competitions.running.lent_workers import LentWorkers
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.sandbox_trial import SandboxTrial
from plyground.competitions.store import CompetitionStore
from plyground.core.errors import Refusal
from plyground.core.folders import FULL
from plyground.core.messages import _
from plyground.core.refusals import BeingRun, NoCluster, StorageFailed

log = logging.getLogger(__name__)


class Phases:
    """Runs the phases of competitions: validation, ladder, comparisons, challenges and events. All methods may be
    called from any thread; ``changed`` is called with a competition's id when something of it has."""

    def __init__(
        self,
        store: CompetitionStore,
        sandbox: SandboxTrial,
        workers: LentWorkers,
        closing: threading.Event,
        changed: Callable[[str], None],
    ) -> None:
        self._store, self._sandbox, self._workers, self._closing = store, sandbox, workers, closing
        self._tell = changed
        self._gone: set[str] = set()
        self._progress: dict[tuple[str, str], Progress] = {}
        self._problems: dict[tuple[str, str], str] = {}

    def changed(self, competition: str) -> None:
        """Tell those who watch; what they cannot be shown now, as when the database takes nothing, they ask for."""
        try:
            self._tell(competition)
        except StorageFailed:
            log.warning("What changed in a competition could not be told.")

    def run(
        self,
        competition: str,
        phase: str,
        work: Callable[[CompetitionRunner], object],
        stop: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Run a runner's work until it is over or ``stop`` says so; what goes wrong becomes the phase's problem.

        False if it is to be tried again soon: another process, or one that stands still, has the right to run it,
        nothing can be written, as when a disk is full, or no worker can be had, as when a scheduler is away.
        """
        if competition in self._gone:
            return True

        def tell(progress: Progress) -> None:
            self._progress[competition, progress.phase] = progress
            self.changed(competition)

        def stopped() -> bool:
            return self.ended(competition) or stop()

        try:
            with _right(competition, phase), self._workers.lend() as workers:
                confinement = self.confinement(competition)
                work(CompetitionRunner(self._store, competition, workers, confinement, tell, stopped))
        except Stopped:
            return True
        except BeingRun as refusal:
            self.fails(competition, phase, refusal.sentence)
            return stopped()
        except (StorageFailed, NoCluster) as refusal:
            self.fails(competition, phase, _waits(refusal.sentence))
            return stopped()
        except Refusal as refusal:
            self.fails(competition, phase, refusal.sentence)
        except OSError as failure:
            if failure.errno not in FULL:
                self._broke(competition, phase)
                return True
            self.fails(competition, phase, _waits(_("The disk of the server is full.")))
            return stopped()
        except Exception:
            self._broke(competition, phase)
        else:
            self.mend(competition, phase)
        finally:
            self.changed(competition)
        return True

    def _broke(self, competition: str, phase: str) -> None:
        """Say of a fault that nobody has foreseen where it stands."""
        if not self.ended(competition):
            log.exception("A competition could not go on.")
            self.fails(competition, phase, _("Something of the server's own failed; its log says what."))

    def can_write(self) -> bool:
        """Whether the database takes anything at present."""
        try:
            self._store.database.probe()
        except Refusal:
            return False
        return True

    def confinement(self, competition: str) -> str:
        """The name of the sandbox its bots need, "none" if none was handed in; raises ``NoSandbox``."""
        versions = self._store.versions(competition).values()
        return self._sandbox.insist() if any(version.bot["kind"] == "upload" for version in versions) else "none"

    def ended(self, competition: str) -> bool:
        """Whether nothing of it is to be run any more: it was deleted, or the server ends."""
        return self._closing.is_set() or competition in self._gone

    def forget(self, competition: str) -> None:
        """It is being deleted."""
        self._gone.add(competition)
        for known in [key for key in self._problems if key[0] == competition]:
            self._problems.pop(known, None)

    def fails(self, competition: str, phase: str, sentence: str) -> None:
        """Say why the phase could not go on."""
        if competition not in self._gone:
            self._problems[competition, phase] = sentence

    def mend(self, competition: str, phase: str) -> None:
        """What was said of the phase no longer holds."""
        self._problems.pop((competition, phase), None)

    def failed(self, competition: str, phase: str) -> bool:
        """Whether the phase could not go on."""
        return (competition, phase) in self._problems

    def progress(self, competition: str, phase: str) -> Progress | None:
        """How far a phase was when it was last heard of, None if it was not run since the start."""
        return self._progress.get((competition, phase))

    def problem(self, competition: str) -> str | None:
        """The sentence for why a competition could not go on, None if nothing is wrong."""
        return next((said for (known, _), said in list(self._problems.items()) if known == competition), None)

    def standing(self) -> dict[str, Any]:
        """``{"problems", "progress"}`` of all competitions, as plain data."""
        progress: dict[str, dict[str, Any]] = {}
        for (competition, phase), told in list(self._progress.items()):
            progress.setdefault(competition, {})[phase] = told.as_json()
        return {"problems": {known: said for (known, _), said in list(self._problems.items())}, "progress": progress}


def _waits(sentence: str) -> str:
    return _("It stands still, and goes on by itself once it can. {sentence}", sentence=sentence)


def _right(competition: str, phase: str) -> AbstractContextManager[None]:
    """The right to run this phase: of events, ladders and comparisons one at a time, versions and challenges side by
    side."""
    if phase in ("validation", "challenge"):
        return nullcontext()
    return run_lock(competition if phase == "event" else f"{competition}.{phase}")
