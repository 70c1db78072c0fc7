"""The pool of workers: hands requests to processes, and sees that each is answered whatever becomes of a process.

Requests wait in a fair queue. A worker that dies, falls silent or overruns is replaced and its request made again, a
few times at most. Workers run in places: those of this machine, or of a cluster, where places come and go. Until the
kernels are in the cache only one worker runs, so that nothing is compiled twice; it answers requests between two
kernels, and the other workers start when it has them all.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from plyground.bots import _warming
from plyground.core.messages import _
from plyground.core.refusals import Closing
from plyground.core.settings import Settings
from plyground.jobs.process import COMMAND, Here, Places, Process, Start, bot_worker
from plyground.jobs.queue import Job, Queue, Slot
from plyground.jobs.requests import CallRequest, Listener, Priority, Request

log = logging.getLogger(__name__)

_MOST_ERRORS = 2
_OVERRUN_SECONDS = 5.0
_WARMING_SILENCE_SECONDS = 120.0
_WATCH_SECONDS, _WATCH_IDLE_SECONDS = 0.25, 1.0
_LONGEST_BACKOFF = 10.0


class Handle:
    """The asker's hold on a request."""

    def __init__(self, pool: Pool, job: Job) -> None:
        self._pool, self._job = pool, job

    @property
    def running(self) -> bool:
        """Whether a worker is at it now."""
        return self._pool._is_running(self._job)

    def stop(self) -> None:
        """Answer soon with the best so far."""
        self._pool._stop(self._job)

    def cancel(self) -> None:
        """Forget it: the listener hears no more of it (but for a call that has begun)."""
        self._pool._cancel(self._job)


class Pool:
    """All workers of one server. Every method may be called from any thread and returns at once."""

    def __init__(
        self,
        settings: Settings,
        command: Sequence[str] = COMMAND,
        is_warm: Callable[[], bool] = _warming.is_warm,
        places: Places | None = None,
        most_deaths: int = 5,
        silence_seconds: float | None = None,
    ) -> None:
        """``places`` are where workers are started, on this machine and as many as the settings say if not given. A
        request that took ``most_deaths`` workers with it has failed. A worker that says nothing for ``silence_seconds``
        (those of the settings unless given) while it has a request is replaced."""
        self._settings, self._is_warm, self._most_deaths = settings, is_warm, most_deaths
        self._silence_seconds = settings.silence_seconds if silence_seconds is None else silence_seconds
        self._lock = threading.Lock()
        self._places = places or Here([bot_worker(settings, command)] * settings.worker_count)
        slots = [Slot(name, start) for name, start in self._places.places().items()]
        self._queue = Queue(slots, settings.searches)
        self._arrivals = itertools.count(1)
        self._kernels: dict[str, Any] = {"done": 0, "of": 1, "title": ""}
        self._warmed: list[Callable[[], None]] = []
        self._warm = False
        self._closed = threading.Event()
        self._notes: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._noter = threading.Thread(target=self._note, name="pool notes", daemon=True)
        self._watcher = threading.Thread(target=self._watch, name="pool watch", daemon=True)

    def start(self) -> None:
        """Start the workers: all of them if the kernels are in the cache, else the one that compiles them."""
        for slot in self._queue.slots if self._is_warm() else self._queue.slots[:1]:
            self._spawn(slot)
        self._watcher.start()
        self._noter.start()
        self._places.follow(self._set_places)

    def _set_places(self, places: Mapping[str, Start]) -> None:
        """Start workers in new places and give up those of places that are gone, whose requests are made again."""
        with self._lock:
            known = {slot.name for slot in self._queue.slots}
            gone = [slot for slot in self._queue.slots if slot.name not in places]
            new = [Slot(name, start) for name, start in places.items() if name not in known]
            self._queue.slots = [slot for slot in self._queue.slots if slot.name in places] + new
            processes = [slot.process for slot in gone if slot.process is not None]
        for process in processes:
            process.kill()
        for slot in new:
            self._spawn(slot)

    def close(self) -> None:
        """End all workers. Requests that wait are dropped."""
        self._places.close()
        self._closed.set()
        with self._lock:
            processes = [slot.process for slot in self._queue.slots if slot.process is not None]
            self._queue.waiting.clear()
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
            return {"kernels": dict(self._kernels), "workers": sum(slot.ready for slot in self._queue.slots)}

    def load(self) -> dict[str, float]:
        """``{"ready", "of", "busy", "waiting", "oldest"}``: workers that have all kernels, of all; how many are at
        something; requests that wait, and how many seconds that for which a person waits has waited longest."""
        with self._lock:
            slots = self._queue.slots
            return {
                "ready": sum(slot.ready for slot in slots),
                "of": len(slots),
                "busy": sum(slot.job is not None for slot in slots),
                "waiting": len(self._queue.waiting),
                "oldest": self._queue.oldest(),
            }

    def pids(self) -> list[int]:
        """The process ids of the running workers, 0 for those on other machines."""
        with self._lock:
            return [slot.process.pid for slot in self._queue.slots if slot.process is not None]

    def submit(self, request: Request, listener: Listener) -> Handle:
        """Have it computed; returns at once, and the listener hears the rest. Raises ``Closing``."""
        if self._closed.is_set():
            raise Closing(_("The server is shutting down; try again in a moment."))
        job = Job(next(self._arrivals), request, listener)
        with self._lock:
            self._queue.waiting.append(job)
        self._dispatch()
        return Handle(self, job)

    def forget(self, memory: str) -> None:
        """Let the workers drop a bot's memory of a game."""
        holders: list[Process] = []
        with self._lock:
            for slot in self._queue.slots:
                if memory in slot.memories:
                    del slot.memories[memory]
                    if slot.process is not None:
                        holders.append(slot.process)
        for process in holders:
            process.send({"forget": memory})

    def _is_running(self, job: Job) -> bool:
        with self._lock:
            return any(slot.job is job and slot.begun for slot in self._queue.slots)

    def _stop(self, job: Job) -> None:
        with self._lock:
            job.stopped = True
            slot = next((slot for slot in self._queue.slots if slot.job is job), None)
            process, number = (slot.process, slot.number) if slot is not None else (None, 0)
        if process is None:
            return
        if job.cancelled and isinstance(job.request, CallRequest):
            process.kill()  # a function hears of no stop
        else:
            process.send({"stop": number})

    def _cancel(self, job: Job) -> None:
        with self._lock:
            job.cancelled = True
            if job in self._queue.waiting:
                self._queue.waiting.remove(job)
        self._stop(job)

    # Handing out

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers, and have the rest told their places.

        Askers may be locked while this runs, and each may wait for another: so they are told by another thread.
        """
        given: list[tuple[Process, int, Job, bool]] = []
        with self._lock:
            while (slot := self._queue.take()) is not None:
                assert slot.process is not None
                assert slot.job is not None
                given.append((slot.process, slot.number, slot.job, slot.ready))
            displaced, moved = self._queue.displaced(), self._queue.moved()
        for process, number, job, ready in given:  # the process may be gone by now, and the job waiting again
            process.send(job.request.as_json(number))
            if job.stopped or job.giving_way:
                process.send({"stop": number})
            self._notes.put(partial(job.listener, *(("started", None) if ready else ("waiting", 0))))
        for process, number in displaced:
            process.send({"stop": number})
        for job, place in moved:
            self._notes.put(partial(job.listener, "waiting", place))

    def _note(self) -> None:
        while (note := self._notes.get()) is not None:
            try:
                note()
            except Exception:
                log.exception("A listener failed.")

    # Hearing

    def _heard(self, slot: Slot, process: Process, message: dict[str, Any]) -> None:
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

    def _warming(self, slot: Slot, progress: dict[str, Any]) -> None:
        with self._lock:
            if not self._warm:
                self._kernels = {**progress, "done": max(progress["done"], self._kernels["done"])}
            fresh, slot.usable = not slot.usable, True
        if fresh:
            self._dispatch()

    def _ready(self, slot: Slot, kernels: int) -> None:
        with self._lock:
            slot.usable = slot.ready = True
            slot.failures = 0
            self._kernels = {"done": kernels, "of": kernels, "title": ""}
            calls, self._warmed = self._warmed, []
            first, self._warm = not self._warm, True
            missing = [each for each in self._queue.slots if each.process is None and each is not slot] if first else []
        for each in missing:
            self._spawn(each)
        self._dispatch()
        for call in calls:
            call()

    def _told(self, slot: Slot, message: dict[str, Any]) -> None:
        progress = message.get("progress") or {}
        with self._lock:
            job = slot.job if message["tell"] == slot.number else None
            if job is None or job.cancelled:
                return
            if "warming" in progress:  # a worker that is ready may load late: it begins after that
                slot.begun = False
            begins = not slot.begun and "warming" not in progress
            if begins:
                slot.begun, slot.sent_at = True, time.monotonic()
        if begins:
            job.listener("started", None)
        if "warming" in progress:
            job.listener("waiting", 0)
        elif progress:
            job.listener("progress", progress)

    def _answered(self, slot: Slot, message: dict[str, Any]) -> None:
        error = message.get("error")
        with self._lock:
            if message["answer"] != slot.number:
                return
            job = self._queue.release(slot)
            if job is None:
                return
            if error is not None:
                job.errors += 1
                again = job.errors < _MOST_ERRORS
            else:
                slot.unfit = slot.unfit or "unfit" in message["choice"]
                put_off = job.giving_way and job.request.priority == Priority.UNWATCHED and not job.stopped
                job.put_off += put_off
                again = put_off or ("unfit" in message["choice"] and self._queue.chooses(job))
            job.giving_way = False
            if again and not job.cancelled:
                self._queue.waiting.append(job)
        self._dispatch()
        if again or job.cancelled:
            return
        if error is not None:
            job.listener("failed", error)
        else:
            job.listener("answered", message["choice"])

    # Replacing

    def _spawn(self, slot: Slot) -> None:
        """Start a worker in this place, unless the place is gone or has one."""
        with self._lock:
            if self._closed.is_set() or slot not in self._queue.slots or slot.starting or slot.process is not None:
                return
            slot.starting = True
        try:
            process = slot.start(
                lambda message: self._heard(slot, process, message), lambda: self._ended(slot, process)
            )
        except OSError as error:
            log.warning("A worker cannot be started (%s).", error)
            slot.starting = False
            self._respawn(slot)
            return
        with self._lock:
            wanted = slot in self._queue.slots
            slot.starting, slot.process, slot.usable, slot.ready = False, process, False, False
            slot.heard_at = time.monotonic()
            slot.memories.clear()
        process.listen()
        if self._closed.is_set() or not wanted:
            process.close()

    def _respawn(self, slot: Slot) -> None:
        """Start another worker here, later each time that one did not get far."""
        slot.failures += 1
        pause = 0.0 if slot.failures == 1 else min(_LONGEST_BACKOFF, 0.1 * 2**slot.failures)
        timer = threading.Timer(pause, self._spawn, (slot,))
        timer.daemon = True
        timer.start()

    def _ended(self, slot: Slot, process: Process) -> None:
        """A worker's process is gone: ask its question again elsewhere, and start another."""
        if self._closed.is_set():
            return
        failed = None
        with self._lock:
            if slot.process is not process:
                return
            slot.process, slot.usable, slot.ready = None, False, False
            job = self._queue.release(slot)
            if job is not None and not job.cancelled:
                job.deaths, job.giving_way = job.deaths + 1, False
                if job.deaths < self._most_deaths:
                    self._queue.waiting.append(job)
                else:
                    failed = job
        self._respawn(slot)
        self._dispatch()
        if failed is not None:
            sentence = f"the bot’s program broke off {self._most_deaths} times over this move."
            failed.listener("failed", {"code": "bot_failed", "sentence": sentence})

    def _watch(self) -> None:
        """Kill workers that are silent or overrun; their end is then heard of like any other."""
        pause = _WATCH_SECONDS
        while not self._closed.wait(pause):
            now = time.monotonic()
            with self._lock:
                late = [
                    slot.process for slot in self._queue.slots if slot.process is not None and self._is_late(slot, now)
                ]
                idle = all(slot.ready and slot.job is None for slot in self._queue.slots if slot.process is not None)
            pause = _WATCH_IDLE_SECONDS if idle else _WATCH_SECONDS
            for process in late:
                log.warning("The worker %d does not answer and is replaced.", process.pid)
                process.kill()

    def _is_late(self, slot: Slot, now: float) -> bool:
        silent = now - slot.heard_at
        if not slot.ready:
            return silent > _WARMING_SILENCE_SECONDS
        if slot.job is None:
            return False
        return silent > self._silence_seconds or now - slot.sent_at > slot.job.request.seconds + _OVERRUN_SECONDS
