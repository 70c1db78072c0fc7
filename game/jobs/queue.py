"""Jobs of the pool: which waiting one is taken next, by which worker, and which running one gives way."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from plyground.core.recent import Recent
from plyground.jobs.process import Process, Start
from plyground.jobs.requests import CallRequest, Listener, Priority, Request

_MEMORIES = 64
_MOST_PUT_OFF = 3
"""So often one job is put off for others; then it is finished."""


@dataclass(eq=False)
class Job:
    """One request on its way. ``deaths`` counts workers lost over it, ``errors`` refusals by the bot itself,
    ``put_off`` how often it gave way to another; ``giving_way`` says that it does so now."""

    arrival: int
    request: Request
    listener: Listener
    deaths: int = 0
    errors: int = 0
    put_off: int = 0
    giving_way: bool = False
    stopped: bool = False
    cancelled: bool = False
    place: int = 0
    since: float = field(default_factory=time.monotonic)

    @property
    def can_give_way(self) -> bool:
        """Whether it ends, or begins again later, where somebody waits for a worker."""
        if self.request.priority == Priority.UNWATCHED:
            return self.put_off < _MOST_PUT_OFF
        return self.request.priority == Priority.NOBODY


def in_order(waiting: Iterable[Job], running: Counter[str]) -> list[Job]:
    """The jobs as they would be taken: by priority, then the visitor with the fewest searches, then by arrival.

    A visitor's second waiting job counts as if the first ran already, so that visitors take turns.
    """
    ahead = Counter(running)
    ranked = []
    for job in sorted(waiting, key=lambda job: (job.request.priority, job.arrival)):
        visitor = job.request.visitor
        ranked.append((job.request.priority, ahead[visitor] if visitor else 0, job.arrival, job))
        ahead[visitor] += 1
    ranked.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in ranked]


def may_run(job: Job, running: Counter[str], most: int) -> bool:
    """Whether the visitor has a search to spare."""
    return not job.request.visitor or running[job.request.visitor] < most


@dataclass(eq=False)
class Slot:
    """One place for a worker. ``number`` is that of the request it has; an answer to another is stale. ``unfit`` says
    that its machine could not do what a choosy request wanted, ``starting`` that a process is being started."""

    name: str
    start: Start
    starting: bool = False
    process: Process | None = None
    unfit: bool = False
    usable: bool = False
    ready: bool = False
    job: Job | None = None
    number: int = 0
    begun: bool = False
    heard_at: float = 0.0
    sent_at: float = 0.0
    failures: int = 0
    memories: Recent[str, None] = field(default_factory=lambda: Recent(_MEMORIES))


class Queue:
    """The jobs that wait and the places where they run. Not locked: the pool locks. ``searches`` is how many jobs of
    one visitor run at a time."""

    def __init__(self, slots: Iterable[Slot], searches: int) -> None:
        self.slots, self._searches = list(slots), searches
        self.waiting: list[Job] = []
        self._running: Counter[str] = Counter()
        self._numbers = itertools.count(1)

    def take(self) -> Slot | None:
        """Give the next job to a worker, whose slot this is; None while there is no worker or no job to run."""
        found = self._next()
        if found is None:
            return None
        slot, job = found
        self.waiting.remove(job)
        slot.job, slot.number, slot.begun = job, next(self._numbers), slot.ready
        slot.heard_at = slot.sent_at = time.monotonic()
        job.place = 0
        if job.request.visitor:
            self._running[job.request.visitor] += 1
        if job.request.memory:
            slot.memories[job.request.memory] = None
        return slot

    def oldest(self) -> float:
        """How many seconds a person has waited for a worker, not counting who waits for searches of their own."""
        people = [job for job in self.waiting if job.request.priority <= Priority.CLASS]
        now = time.monotonic()
        return max((now - job.since for job in people if may_run(job, self._running, self._searches)), default=0.0)

    def moved(self) -> list[tuple[Job, int]]:
        """The waiting jobs whose place in the queue is another one than before, with that place."""
        found = []
        for place, job in enumerate(in_order(self.waiting, self._running), 1):
            if job.place != place:
                job.place = place
                found.append((job, place))
        return found

    def _next(self) -> tuple[Slot, Job] | None:
        """The next job and the worker for it: one that has the bot's memory, if it is idle."""
        idle = [slot for slot in self.slots if slot.usable and slot.job is None]
        if idle:
            for job in in_order(self.waiting, self._running):
                fit = [slot for slot in idle if not slot.unfit] if self.chooses(job) else idle
                if fit and may_run(job, self._running, self._searches):
                    return max(fit, key=lambda slot: (job.request.memory in slot.memories, slot.ready)), job
        return None

    def chooses(self, job: Job) -> bool:
        """Whether it goes to fit machines only: not if there are none."""
        choosy = isinstance(job.request, CallRequest) and job.request.choosy
        return choosy and not all(slot.unfit for slot in self.slots)

    def release(self, slot: Slot) -> Job | None:
        """Take a job from its worker."""
        job, slot.job, slot.number = slot.job, None, 0
        if job is not None and job.request.visitor:
            self._running[job.request.visitor] -= 1
            if not self._running[job.request.visitor]:
                del self._running[job.request.visitor]
        return job

    def displaced(self) -> list[tuple[Process, int]]:
        """What is to be stopped since somebody waits for a worker: all that nobody waits for, and of the moves that
        nobody watches as many as there are people who wait."""
        waits = [job.request.priority for job in self.waiting if may_run(job, self._running, self._searches)]
        people = sum(priority <= Priority.CLASS for priority in waits)
        anybody = any(priority != Priority.NOBODY for priority in waits)
        found = []
        for slot in sorted(self.slots, key=lambda slot: slot.job is None or not slot.job.giving_way):
            job = slot.job
            if slot.process is None or job is None or not job.can_give_way:
                continue
            if job.request.priority == Priority.UNWATCHED:
                people -= 1
                if people < 0:
                    continue
            if anybody and not job.giving_way:
                job.giving_way = True
                found.append((slot.process, slot.number))
        return found
