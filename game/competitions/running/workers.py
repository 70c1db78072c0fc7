"""Workers that play games: processes on this machine's cores by default, or any dask cluster's by its scheduler.

They are those of ``plyground.jobs``: a killed worker's game is played again by another. What was given back is never
lost, as the caller keeps each record before the next game is handed out.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

from plyground.competitions.refereeing.referee import SERVER_FAULT
from plyground.competitions.running.tasks import FUNCTION, arrived, packed
from plyground.competitions.submissions import files
from plyground.competitions.submissions.unpacking import Files
from plyground.core import processors
from plyground.core.messages import _
from plyground.core.refusals import CannotPlay, NoCluster, TookTooLong
from plyground.core.settings import Settings
from plyground.jobs.pool import Pool
from plyground.jobs.process import COMMAND, Here, Places
from plyground.jobs.requests import CallRequest, News, Priority, Waiter
from plyground.sandbox import place

_WAITING = 3
"""So many games a worker has at a time, one being played, so that none waits for work."""
_MOST_DEATHS = 20
"""A game that was lost with so many workers gives up, and is counted as a fault of ours; the rest go on."""
_SILENCE_SECONDS = 120.0
_LOOK_SECONDS = 0.25

Hear = Callable[[dict[str, Any]], None]


class GameWorkers(AbstractContextManager["GameWorkers"]):
    """Plays games on workers; a context manager. ``workers`` says how many games go on at a time."""

    def __init__(self, workers: int | None = None, scheduler: str | None = None, hear: Hear | None = None) -> None:
        """Start ``workers`` processes here (None: one for each core), or on the dask workers of ``scheduler``.

        ``hear`` is given the messages of games that people watch (``game_feed``), in a thread that it must not keep.
        Raises ``NoCluster``.
        """
        self._hear, self._place = hear, place.here()
        self._playing: set[queue.SimpleQueue[tuple[str, Mapping[str, Any]] | None]] = set()
        self._remote = scheduler is not None
        if scheduler is None:
            cores = processors.allowed()
            if workers is not None and not 1 <= workers <= len(cores):
                raise NoCluster(_("One game runs on each core, and this machine has {cores}.", cores=len(cores)))
            self.workers = workers or processors.count()
            places: Places = Here((*COMMAND, "--calls", str(core)) for core in cores[: self.workers])
        else:
            from plyground.jobs.cluster import Cluster  # its libraries are large, and most servers never need it

            places = cluster = Cluster(scheduler, (*COMMAND, "--calls"))
            self.workers = cluster.insist()
        self._pool = Pool(Settings(), is_warm=lambda: True, places=places, most_deaths=_MOST_DEATHS,
                          silence_seconds=_SILENCE_SECONDS)  # fmt: skip
        self._pool.start()

    def play(
        self,
        games: Iterable[tuple[str, Mapping[str, Any]]],
        finished: Callable[[str, Mapping[str, Any]], None],
        priority: Priority = Priority.EVENT,
    ) -> None:
        """Play the games, given as (id, task); ``finished`` is called, in this thread, with each id and record.

        May be called from several threads at a time; games of a lower ``priority`` begin first, else in their order.
        Raises ``NoCluster`` if the workers are ended meanwhile.
        """
        ended: queue.SimpleQueue[tuple[str, Mapping[str, Any]] | None] = queue.SimpleQueue()
        todo, going = iter(games), {}
        self._playing.add(ended)

        def heard(game: str, what: News, value: Any) -> None:
            if what == "progress" and self._hear is not None:
                self._hear(value)
            elif what in ("answered", "failed"):
                ended.put((game, arrived(value) if what == "answered" else _fault(game, value)))

        def submit() -> None:
            for game, task in todo:
                request = self._request(task, self._bundles(task), priority - task.get("ahead", 0))
                going[game] = self._pool.submit(request, partial(heard, game))
                return

        try:
            for _unused in range(self.workers * _WAITING):
                submit()
            while going:
                if (played := ended.get()) is None:
                    raise NoCluster(_("The workers were ended; resume the event when the server is back."))
                del going[played[0]]
                finished(*played)
                submit()
        finally:
            self._playing.discard(ended)
            for handle in going.values():
                handle.cancel()

    def play_one(self, task: Mapping[str, Any], bundles: Mapping[str, Files], patience: float) -> Mapping[str, Any]:
        """Play one game that nothing is kept of, ahead of all others, and return its record; ``bundles`` has its
        fleeting bots' files. Raises ``TookTooLong`` after ``patience`` seconds."""
        waiter = self._wait(self._request(task, bundles, Priority.TRY), patience)
        if waiter.choice is None:
            return _fault(str(task["id"]), waiter.error or {"code": "", "sentence": ""})
        return arrived(waiter.choice)

    def show(self, task: Mapping[str, Any], given_up: Callable[[], bool]) -> bool:
        """Play a game that is only watched, while nobody needs a worker and it is not ``given_up``; whether it was
        played to its end."""
        waiter, begun = Waiter(), False

        def heard(what: News, value: Any) -> None:
            nonlocal begun
            begun = begun or what == "started"
            if what == "progress" and self._hear is not None:
                self._hear(value)
            waiter(what, value)

        handle = self._pool.submit(self._request(task, self._bundles(task), Priority.NOBODY), heard)
        while True:
            with suppress(TimeoutError):
                waiter.wait(_LOOK_SECONDS)
                return waiter.choice is not None and waiter.choice["status"] != SERVER_FAULT
            if given_up() or (begun and self._pool.load()["waiting"]):
                handle.cancel()
                return False

    def call_one(self, function: str, arguments: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
        """What a function of ours (``module:name``) answers on a worker that can confine programs; it is given
        ``probed`` (``sandbox.place``) too. Raises ``TookTooLong``, or ``CannotPlay`` where it failed."""
        request = CallRequest(function, {**arguments, "probed": self._place}, Priority.TRY, choosy=True)
        waiter = self._wait(request, patience)
        if waiter.choice is None:
            raise CannotPlay(waiter.error["sentence"] if waiter.error else "")
        return waiter.choice

    def _wait(self, request: CallRequest, patience: float) -> Waiter:
        waiter = Waiter()
        handle = self._pool.submit(request, waiter)
        try:
            waiter.wait(patience)
        except TimeoutError:
            handle.cancel()
            raise TookTooLong(_("The game was given up after {patience:g} s.", patience=patience)) from None
        return waiter

    def worker_processes(self) -> list[int]:
        """The process ids of the workers on this machine."""
        return [pid for pid in self._pool.pids() if pid]

    def close(self) -> None:
        """End the workers that were started."""
        self._pool.close()
        for ended in list(self._playing):
            ended.put(None)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _request(self, task: Mapping[str, Any], bundles: Mapping[str, Files], priority: float) -> CallRequest:
        choosy = any(each["kind"] == "upload" for each in task["entrants"])
        arguments = {"task": dict(task), "bundles": packed(bundles), "probed": self._place}
        return CallRequest(FUNCTION, arguments, priority, choosy)

    def _bundles(self, task: Mapping[str, Any]) -> dict[str, Files]:
        """Other machines may not share the data folder: the bots travel with the game."""
        if not self._remote:
            return {}
        contents = {each["content"] for each in task["entrants"] if each["kind"] == "upload"}
        return {content: files.kept(content) for content in contents}


def _fault(game: str, error: Mapping[str, Any]) -> dict[str, Any]:
    sentence = error["sentence"]
    return {"id": game, "status": SERVER_FAULT, "sentence": sentence, "fault": f"{error['code']}: {sentence}"}
