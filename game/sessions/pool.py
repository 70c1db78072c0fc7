"""The pool of bot workers: hands questions to processes, and sees that each is answered whatever becomes of a process.

Questions wait in a fair queue. A worker that dies, falls silent or overruns is replaced and its question asked again, a
few times at most. Until the kernels are in the cache only one worker runs, so that nothing is compiled twice; it
answers questions between two kernels, and the other workers start when it has them all.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from plyground.bots import _warming
from plyground.core.refusals import Closing
from plyground.sessions.asking import Ask, Listener, Ticket, Urgency
from plyground.sessions.jobs import Job, in_order, may_run
from plyground.sessions.settings import Settings
from plyground.sessions.worker_process import COMMAND, WorkerProcess

log = logging.getLogger(__name__)

_MOST_DEATHS = 5
_MOST_ERRORS = 2
_OVERRUN_SECONDS = 5.0
_WARMING_SILENCE_SECONDS = 120.0
_WATCH_SECONDS = 0.25
_MEMORIES = 64
_LONGEST_BACKOFF = 10.0


@dataclass(eq=False)
class _Slot:
    """One place for a worker. ``number`` is that of the question it has; an answer to another is stale."""

    process: WorkerProcess | None = None
    usable: bool = False
    ready: bool = False
    job: Job | None = None
    number: int = 0
    begun: bool = False
    heard_at: float = 0.0
    sent_at: float = 0.0
    born_at: float = 0.0
    failures: int = 0
    memories: OrderedDict[str, None] = field(default_factory=OrderedDict)


class _Held:
    """The ticket of a job."""

    def __init__(self, pool: Pool, job: Job) -> None:
        self._pool, self._job = pool, job

    @property
    def running(self) -> bool:
        """Whether a worker thinks about it now."""
        return self._pool._is_running(self._job)

    def stop(self) -> None:
        """Answer soon."""
        self._pool._stop(self._job)

    def cancel(self) -> None:
        """Forget it."""
        self._pool._cancel(self._job)


class Pool:
    """All workers of one server. Every method may be called from any thread and returns at once."""

    def __init__(
        self, settings: Settings, command: Sequence[str] = COMMAND, is_warm: Callable[[], bool] = _warming.is_warm
    ) -> None:
        self._settings, self._command, self._is_warm = settings, command, is_warm
        self._lock = threading.Lock()
        self._slots = [_Slot() for _ in range(settings.worker_count)]
        self._waiting: list[Job] = []
        self._running: Counter[str] = Counter()
        self._arrivals, self._numbers = itertools.count(1), itertools.count(1)
        self._kernels: dict[str, Any] = {"done": 0, "of": 1, "title": ""}
        self._warmed: list[Callable[[], None]] = []
        self._warm = False
        self._closed = threading.Event()
        self._notes: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._noter = threading.Thread(target=self._note, name="pool notes", daemon=True)
        self._watcher = threading.Thread(target=self._watch, name="pool watch", daemon=True)

    def start(self) -> None:
        """Start the workers: all of them if the kernels are in the cache, else the one that compiles them."""
        for slot in self._slots if self._is_warm() else self._slots[:1]:
            self._spawn(slot)
        self._watcher.start()
        self._noter.start()

    def close(self) -> None:
        """End all workers. Questions that wait are dropped."""
        self._closed.set()
        with self._lock:
            processes = [slot.process for slot in self._slots if slot.process is not None]
            self._waiting.clear()
        for process in processes:
            process.close()
        if self._watcher.is_alive():
            self._watcher.join()
            self._notes.put(None)
            self._noter.join(5.0)

    def when_warm(self, call: Callable[[], None]) -> None:
        """Make the call, from a thread of the pool, when the first worker has all kernels."""
        with self._lock:
            if not self._warm:
                self._warmed.append(call)
                return
        call()

    def health(self) -> dict[str, Any]:
        """``{"kernels": {"done", "of", "title"}, "workers"}``: kernels loaded so far, the one in work ("" for none),
        and how many workers have them all."""
        with self._lock:
            return {"kernels": dict(self._kernels), "workers": sum(slot.ready for slot in self._slots)}

    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        with self._lock:
            return [slot.process.pid for slot in self._slots if slot.process is not None]

    def ask(self, ask: Ask, listener: Listener) -> Ticket:
        """Ask for a move; the listener hears the rest. Raises ``Closing``."""
        if self._closed.is_set():
            raise Closing("The server is shutting down; try again in a moment.")
        job = Job(next(self._arrivals), ask, listener)
        with self._lock:
            self._waiting.append(job)
        self._dispatch()
        return _Held(self, job)

    def forget(self, memory: str) -> None:
        """Let the workers drop a bot's memory of a game."""
        holders: list[WorkerProcess] = []
        with self._lock:
            for slot in self._slots:
                if memory in slot.memories:
                    del slot.memories[memory]
                    if slot.process is not None:
                        holders.append(slot.process)
        for process in holders:
            process.send({"forget": memory})

    def _is_running(self, job: Job) -> bool:
        with self._lock:
            return any(slot.job is job and slot.begun for slot in self._slots)

    def _stop(self, job: Job) -> None:
        with self._lock:
            job.stopped = True
            slot = next((slot for slot in self._slots if slot.job is job), None)
            process, number = (slot.process, slot.number) if slot is not None else (None, 0)
        if process is not None:
            process.send({"stop": number})

    def _cancel(self, job: Job) -> None:
        with self._lock:
            job.cancelled = True
            if job in self._waiting:
                self._waiting.remove(job)
        self._stop(job)

    # Handing out

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers, and have the rest told their places.

        Askers may be locked while this runs, and each may wait for another: so they are told by another thread.
        """
        given: list[tuple[WorkerProcess, int, Job, bool]] = []
        with self._lock:
            while (pair := self._next()) is not None:
                slot, job = pair
                self._waiting.remove(job)
                slot.job, slot.number, slot.begun = job, next(self._numbers), slot.ready
                slot.heard_at = slot.sent_at = time.monotonic()
                job.place = 0
                if job.ask.visitor:
                    self._running[job.ask.visitor] += 1
                if job.ask.memory:
                    slot.memories[job.ask.memory] = None
                    slot.memories.move_to_end(job.ask.memory)
                    while len(slot.memories) > _MEMORIES:
                        slot.memories.popitem(last=False)
                assert slot.process is not None
                given.append((slot.process, slot.number, job, slot.ready))
            displaced = self._displaced()
            moved = []
            for place, job in enumerate(in_order(self._waiting, self._running), 1):
                if job.place != place:
                    job.place = place
                    moved.append((job, place))
        for process, number, job, ready in given:  # the process may be gone by now, and the job waiting again
            process.send(job.ask.as_json(number))
            if job.stopped:
                process.send({"stop": number})
            self._notes.put(job.listener.started if ready else partial(job.listener.waiting, 0))
        for process, number in displaced:
            process.send({"stop": number})
        for job, place in moved:
            self._notes.put(partial(job.listener.waiting, place))

    def _displaced(self) -> list[tuple[WorkerProcess, int]]:
        """The questions that nobody waits for, if somebody waits for a worker: they are to be stopped. The lock is
        held."""
        searches = self._settings.searches
        waits = [job for job in self._waiting if job.ask.urgency is not Urgency.NOBODY]
        if not any(may_run(job, self._running, searches) for job in waits):
            return []
        found = []
        for slot in self._slots:
            if slot.process is not None and slot.job is not None and slot.job.ask.urgency is Urgency.NOBODY:
                slot.job.stopped = True
                found.append((slot.process, slot.number))
        return found

    def _note(self) -> None:
        while (note := self._notes.get()) is not None:
            try:
                note()
            except Exception:
                log.exception("A listener failed.")

    def _next(self) -> tuple[_Slot, Job] | None:
        """The next job and the worker for it: one that has the bot's memory, if it is idle."""
        idle = [slot for slot in self._slots if slot.usable and slot.job is None]
        if idle:
            for job in in_order(self._waiting, self._running):
                if may_run(job, self._running, self._settings.searches):
                    return max(idle, key=lambda slot: (job.ask.memory in slot.memories, slot.ready)), job
        return None

    def _release(self, slot: _Slot) -> Job | None:
        """Take a job from its worker. The lock is held."""
        job, slot.job, slot.number = slot.job, None, 0
        if job is not None and job.ask.visitor:
            self._running[job.ask.visitor] -= 1
            if not self._running[job.ask.visitor]:
                del self._running[job.ask.visitor]
        return job

    # Hearing

    def _heard(self, slot: _Slot, process: WorkerProcess, message: dict[str, Any]) -> None:
        with self._lock:
            if slot.process is not process:
                return
            slot.heard_at = time.monotonic()
        if "answer" in message:
            self._answered(slot, message)
        elif "tell" in message:
            self._told(slot, message)
        elif "warming" in message:
            self._warming(slot, message["warming"])
        elif "ready" in message:
            self._ready(slot, message["kernels"])

    def _warming(self, slot: _Slot, progress: dict[str, Any]) -> None:
        with self._lock:
            if not self._warm:
                self._kernels = {**progress, "done": max(progress["done"], self._kernels["done"])}
            fresh, slot.usable = not slot.usable, True
        if fresh:
            self._dispatch()

    def _ready(self, slot: _Slot, kernels: int) -> None:
        with self._lock:
            slot.usable = slot.ready = True
            slot.failures = 0
            self._kernels = {"done": kernels, "of": kernels, "title": ""}
            calls, self._warmed = self._warmed, []
            first, self._warm = not self._warm, True
            missing = [each for each in self._slots if each.process is None and each is not slot] if first else []
        for each in missing:
            self._spawn(each)
        self._dispatch()
        for call in calls:
            call()

    def _told(self, slot: _Slot, message: dict[str, Any]) -> None:
        progress = message.get("progress") or {}
        with self._lock:
            job = slot.job if message["tell"] == slot.number else None
            if job is None or job.cancelled:
                return
            begins = not slot.begun and "warming" not in progress
            if begins:
                slot.begun, slot.sent_at = True, time.monotonic()
        if begins:
            job.listener.started()
        if "warming" in progress:
            job.listener.waiting(0)
        elif progress:
            job.listener.progress(progress)

    def _answered(self, slot: _Slot, message: dict[str, Any]) -> None:
        error = message.get("error")
        with self._lock:
            if message["answer"] != slot.number:
                return
            job = self._release(slot)
            if job is None:
                return
            if error is not None:
                job.errors += 1
                if job.errors < _MOST_ERRORS and not job.cancelled:
                    self._waiting.append(job)
                    error = job = None
        self._dispatch()
        if job is None or job.cancelled:
            return
        if error is not None:
            job.listener.failed(str(error["code"]), str(error["sentence"]))
        else:
            job.listener.answered(message["choice"])

    # Replacing

    def _spawn(self, slot: _Slot) -> None:
        """Start a worker in this place."""
        if self._closed.is_set():
            return
        try:
            process = WorkerProcess(
                lambda message: self._heard(slot, process, message), lambda: self._ended(slot, process), self._command
            )
        except OSError:
            log.exception("A bot worker cannot be started.")
            self._respawn(slot)
            return
        with self._lock:
            slot.process, slot.usable, slot.ready = process, False, False
            slot.born_at = slot.heard_at = time.monotonic()
            slot.memories.clear()
        process.listen()
        if self._closed.is_set():
            process.close()

    def _respawn(self, slot: _Slot) -> None:
        """Start another worker here, later each time that one did not get far."""
        slot.failures += 1
        pause = 0.0 if slot.failures == 1 else min(_LONGEST_BACKOFF, 0.1 * 2**slot.failures)
        timer = threading.Timer(pause, self._spawn, (slot,))
        timer.daemon = True
        timer.start()

    def _ended(self, slot: _Slot, process: WorkerProcess) -> None:
        """A worker's process is gone: ask its question again elsewhere, and start another."""
        if self._closed.is_set():
            return
        failed = None
        with self._lock:
            if slot.process is not process:
                return
            slot.process, slot.usable, slot.ready = None, False, False
            job = self._release(slot)
            if job is not None and not job.cancelled:
                job.deaths += 1
                if job.deaths < _MOST_DEATHS:
                    self._waiting.append(job)
                else:
                    failed = job
        self._respawn(slot)
        self._dispatch()
        if failed is not None:
            failed.listener.failed("bot_failed", f"the bot’s program broke off {_MOST_DEATHS} times over this move.")

    def _watch(self) -> None:
        """Kill workers that are silent or overrun; their end is then heard of like any other."""
        while not self._closed.wait(_WATCH_SECONDS):
            now = time.monotonic()
            with self._lock:
                late = [slot.process for slot in self._slots if slot.process is not None and self._is_late(slot, now)]
            for process in late:
                log.warning("The bot worker %d does not answer and is replaced.", process.pid)
                process.kill()

    def _is_late(self, slot: _Slot, now: float) -> bool:
        silent = now - slot.heard_at
        if not slot.ready:
            return silent > _WARMING_SILENCE_SECONDS
        if slot.job is None:
            return False
        return silent > self._settings.silence_seconds or now - slot.sent_at > slot.job.ask.seconds + _OVERRUN_SECONDS
