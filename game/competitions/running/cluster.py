"""Workers that play games: a cluster of this machine's cores by default, or any other by the address of its scheduler.

Built on dask.distributed. A killed worker's game is run again by the scheduler; what was given back is never lost, as
the caller keeps each record before the next game is handed out.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import dask
from distributed import Client, Future, LocalCluster, as_completed, wait
from distributed.comm.addressing import parse_host_port
from distributed.core import Status

from plyground.competitions.handed_in import files
from plyground.competitions.handed_in.unpacking import Files
from plyground.competitions.refereeing.referee import SERVER_FAULT
from plyground.competitions.refereeing.telling import TOPIC
from plyground.competitions.running.tasks import play
from plyground.competitions.sandbox import place
from plyground.core.refusals import NoCluster, TookTooLong

_WAITING = 3
"""So many games a worker has at a time, one being played, so that none waits for work."""
_STEP = 1e-6
"""So much less than the one before it is a game's priority, as dask keeps no order among equals."""
_CONFIGURATION = {
    # A game that was lost with so many workers gives up, and is counted as a fault of ours; the rest go on.
    "distributed.scheduler.allowed-failures": 20,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.comm.timeouts.connect": "10s",
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    # A worker that takes long to come back on a busy machine is not given up: see ``Cluster._watch``.
    "distributed.deploy.lost-worker-timeout": "1h",
}
_CONNECT_SECONDS, _START_SECONDS, _WATCH_SECONDS = 5, 120, 1.0


_PREFIX = "plyground-workers-"


class Cluster:
    """Plays games on workers; a context manager. ``workers`` says how many games go on at a time."""

    def __init__(
        self,
        workers: int | None = None,
        scheduler: str | None = None,
        hear: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """Start ``workers`` processes here (None: one for each core), or use those of ``scheduler``.

        ``hear`` is given the messages of games that people watch (see ``telling``), in a thread of the cluster's own
        that it must not keep. Raises ``NoCluster``.
        """
        self._hear = hear
        self._cores = available_cores()
        self._local: LocalCluster | None = None
        self._folder: str | None = None
        self._remote = scheduler is not None
        self._closing = threading.Event()
        self._place = place.here()
        self._unfit: set[str] = set()
        dask.config.set(_CONFIGURATION)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if scheduler is None:
            if workers is not None and not 1 <= workers <= len(self._cores):
                raise NoCluster(f"One game runs on each core, and this machine has {len(self._cores)}.")
            self._start(workers or len(self._cores))
        else:
            self._connect(scheduler)

    def _start(self, workers: int) -> None:
        _sweep()
        self._folder = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
        dask.config.set({"temporary-directory": self._folder})  # else the scheduler leaves a folder beside it
        self._local = LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            memory_limit=0,
            local_directory=self._folder,
            silence_logs=logging.CRITICAL,
        )
        self._client = Client(self._local)
        self.workers = workers
        self._watcher = threading.Thread(target=self._watch, name="workers", daemon=True)
        self._watcher.start()
        try:
            self._client.wait_for_workers(workers, timeout=_START_SECONDS)
        except TimeoutError:
            self.close()
            raise NoCluster(f"The workers did not start within {_START_SECONDS} s.") from None

    def _watch(self) -> None:
        """Start what workers are missing, at first all: the cluster by itself gives up one that died while starting."""
        assert self._local is not None
        while True:
            self._local.loop.add_callback(self._mend, self._local)
            if self._closing.wait(_WATCH_SECONDS):
                return

    def _mend(self, cluster: LocalCluster) -> None:
        """In the cluster's own thread: forget the dead, so that they are started again."""
        for name, nanny in list(cluster.workers.items()):
            if nanny.status in (Status.failed, Status.closed):
                del cluster.workers[name]
        if not self._closing.is_set():
            cluster.scale(self.workers)

    def _connect(self, scheduler: str) -> None:
        try:
            parse_host_port(scheduler.split("://", 1)[-1])
            self._client = Client(scheduler, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError):
            raise NoCluster(f"No scheduler of a cluster answers at {scheduler[:100]}.") from None
        threads = self._client.nthreads()
        if not threads or max(threads.values()) > 1:
            self._client.close()
            if not threads:
                raise NoCluster(
                    "The cluster has no workers yet; start some: python -m dask worker ADDRESS --nthreads 1."
                )
            raise NoCluster("A worker runs several threads; start them with --nthreads 1: one game per core.")
        self.workers = len(threads)

    def play(
        self,
        games: Iterable[tuple[str, Mapping[str, Any]]],
        finished: Callable[[str, Mapping[str, Any]], None],
        priority: int = 0,
    ) -> None:
        """Play the games, given as (id, task); ``finished`` is called, in this thread, with each id and record.

        May be called from several threads at a time; games of higher ``priority`` come first, else they begin in their
        order. Raises ``NoCluster`` if the scheduler goes away.
        """
        if self._hear is not None:
            self._client.subscribe_topic(TOPIC, self._pass_on)  # each time: a scheduler that came back knows nobody
        run, todo = uuid.uuid4().hex[:8], iter(games)
        going: dict[Future, tuple[str, Mapping[str, Any]]] = {}
        done, tries = as_completed(), Counter[str]()

        def submit(game: tuple[str, Mapping[str, Any]] | None) -> None:
            if game is not None:
                tries[game[0]] += 1
                future = self._client.submit(
                    play,
                    game[1],
                    self._bundles(game[1]),
                    self._shared_cores(),
                    self._place,
                    key=f"{game[0]}/{run}.{tries[game[0]]}",
                    pure=False,
                    priority=priority + game[1].get("ahead", 0) - _STEP * tries.total(),
                    **self._restricted(game[1]),
                )
                going[future] = game
                done.add(future)

        for _ in range(self.workers * _WAITING):
            submit(next(todo, None))
        try:
            for future in done:
                game = going.pop(future)
                record = _record(future, game[0])
                future.release()
                if "unfit" in record:
                    self._unfit.add(record["unfit"])
                    if self._restricted(game[1]):
                        submit(game)
                        continue
                finished(game[0], record)
                submit(next(todo, None))
        finally:
            for future in going:
                future.cancel()

    def _pass_on(self, event: tuple[float, dict[str, Any]]) -> None:
        if self._hear is not None:
            self._hear(event[1])

    def play_one(
        self, task: Mapping[str, Any], bundles: Mapping[str, Files], priority: int, patience: float
    ) -> Mapping[str, Any]:
        """Play one game that nothing is kept of, and return its record; ``bundles`` has its fleeting bots' files.

        Raises ``TookTooLong`` after ``patience`` seconds, and ``NoCluster``.
        """
        key = f"{task['id']}/{uuid.uuid4().hex[:8]}"
        future = self._client.submit(
            play,
            task,
            dict(bundles),
            self._shared_cores(),
            self._place,
            key=key,
            pure=False,
            priority=priority,
            **self._restricted(task),
        )
        try:
            wait(future, timeout=patience)
            record = _record(future, str(task["id"]))
            if "unfit" in record:
                self._unfit.add(record["unfit"])
            return record
        except TimeoutError:
            future.cancel()
            raise TookTooLong(f"The game was given up after {patience:g} s.") from None
        finally:
            future.release()

    def worker_processes(self) -> list[int]:
        """The process ids of the workers."""
        return list(self._client.run(os.getpid).values())

    def close(self) -> None:
        """End the workers that were started here."""
        self._closing.set()
        if self._local is not None:
            self._watcher.join()
        self._client.close()
        if self._local is not None:
            self._local.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _shared_cores(self) -> list[int]:
        return [] if self._remote else self._cores

    def _restricted(self, task: Mapping[str, Any]) -> dict[str, Any]:
        """Where some workers turned out to have no sandbox: the wish for one of the others, for games that need it."""
        if not self._unfit or all(each["kind"] != "upload" for each in task["entrants"]):
            return {}
        fit = [worker for worker in self._client.nthreads() if worker not in self._unfit]
        return {"workers": fit, "allow_other_workers": True} if fit else {}  # those may be gone when it is to be played

    def _bundles(self, task: Mapping[str, Any]) -> dict[str, Files]:
        """Other machines may not share the data folder: the bots travel with the game."""
        if not self._remote:
            return {}
        contents = {each["content"] for each in task["entrants"] if each["kind"] == "upload"}
        return {content: files.kept(content) for content in contents}


def _sweep() -> None:
    """Delete the workers' folders of programs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        pid = folder.name.removeprefix(_PREFIX).split("-")[0]
        if pid.isdigit() and not _lives(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True


def available_cores() -> list[int]:
    """The processors that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _record(future: Future, game_id: str) -> Mapping[str, Any]:
    if future.status == "cancelled":
        raise NoCluster("The cluster went away; resume the event when it is back.")
    if future.status == "error":
        error = future.exception()
        return {"id": game_id, "status": SERVER_FAULT, "sentence": str(error), "fault": repr(error)[-4000:]}
    record: Mapping[str, Any] = future.result()
    return record
