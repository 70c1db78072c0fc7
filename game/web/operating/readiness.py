"""Whether a server can do its work, looked at when it is asked, and what is in the way, in sentences.

Each answer is at most two seconds old. The database is asked to write, behind all that waits to be written, so that a
full disk, one that may only be read and one that does not come back are all seen as players would see them.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from plyground.core import folders
from plyground.core.errors import Refusal
from plyground.core.messages import _, ngettext
from plyground.jobs.pool import Pool
from plyground.storage import Database
from plyground.storage.engine import sentence
from plyground.web.operating.checks import Check

KEPT_SECONDS = 2.0
SLOW_SECONDS = 2.0
"""A write that takes longer is not waited for: the disk is slow."""
LONGEST_QUEUE = 30.0
"""Seconds that somebody may wait for a worker."""
LEAST_MEGABYTES = 20
MOST_DESCRIPTORS = 0.9
"""The part of the open files that a process may have at which newcomers are at risk."""


class Readiness:
    """Looks at one server. May be asked from any thread."""

    def __init__(
        self,
        database: Database,
        pool: Pool,
        kept_seconds: float = KEPT_SECONDS,
        redis: Callable[[], Check] | None = None,
    ) -> None:
        """What was found is looked at anew after ``kept_seconds``; ``redis`` looks at that, where there is one."""
        self._database, self._pool, self._kept_seconds, self._redis = database, pool, kept_seconds, redis
        self._lock = threading.Lock()
        self._found: tuple[float, list[Check]] | None = None
        self._writing: tuple[float, Future[float]] | None = None

    def checks(self) -> list[Check]:
        """All that is looked at, at most so many seconds old."""
        with self._lock:
            now = time.monotonic()
            if self._found is None or now - self._found[0] > self._kept_seconds:
                disk = disk_check(self._database)
                redis = [self._redis()] if self._redis else []
                found = [self._written(), *redis, disk]
                found += [*self._workers(), descriptors_check()]
                self._found = time.monotonic(), found
            return self._found[1]

    def _written(self) -> Check:
        """Whether something can be written; one that is under way is not begun again."""
        begun, waiting = self._writing or (time.monotonic(), self._begin())
        self._writing = begun, waiting
        try:
            took = waiting.result(SLOW_SECONDS)
        except TimeoutError:
            took = time.monotonic() - begun
        except Refusal as refusal:
            self._writing = None
            cause = refusal.__cause__  # its sentence alone: that somebody's command was not done is said to players
            said = sentence(cause) if isinstance(cause, SQLAlchemyError) else refusal.sentence
            return Check("database", False, said, {})
        else:
            self._writing = None
        if took < SLOW_SECONDS:
            return Check("database", True, _("The database can be written."), {"seconds": round(took, 4)})
        said = _("The database takes {seconds} s for a write: its disk is slow, or held.", seconds=round(took))
        return Check("database", False, said, {"seconds": round(took, 1)})

    def _begin(self) -> Future[float]:
        done: Future[float] = Future()

        def write() -> None:
            begun = time.monotonic()
            try:
                self._database.probe()
            except BaseException as failure:
                done.set_exception(failure)
            else:
                done.set_result(time.monotonic() - begun)

        threading.Thread(target=write, name="readiness", daemon=True).start()
        return done

    def _workers(self) -> list[Check]:
        load, health = self._pool.load(), self._pool.health()
        kernels = health["kernels"]
        warm = kernels["done"] >= kernels["of"]
        ready = load["ready"] > 0
        words = ngettext("{count} worker is ready.", "{count} workers are ready.", load["ready"])
        waits = load["oldest"] <= LONGEST_QUEUE
        queue = ngettext("{count} request waits for a worker.", "{count} requests wait for a worker.", load["waiting"])
        queue = queue if load["waiting"] else _("Nobody waits for a worker.")
        late = _("Somebody has waited for a worker for {seconds} s.", seconds=round(load["oldest"]))
        compiling = _("Kernels are being compiled; bots wait until then.")
        return [
            Check(
                "kernels",
                warm,
                _("All kernels are compiled.") if warm else compiling,
                {"done": kernels["done"], "of": kernels["of"]},
            ),
            Check(
                "workers",
                ready,
                words if ready else _("No worker is ready: bots cannot move."),
                {"ready": load["ready"], "of": load["of"]},
            ),
            Check(
                "queue",
                waits,
                queue if waits else late,
                {"waiting": load["waiting"], "seconds": round(load["oldest"], 1)},
            ),
        ]


def disk_check(database: Database) -> Check:
    """The room where files are kept, and the database unless that is on another machine; of two disks the worse."""
    places = [Path(str(database.engine.url.database)).parent] if database.is_file else []
    found = [room_check(each) for each in (*places, there_is(folders.data().absolute()))]
    return min(found, key=lambda check: (check.ok, check.figures["free_megabytes"]))


def there_is(folder: Path) -> Path:
    """A folder, or the one above it in which it would be made."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def room_check(folder: Path) -> Check:
    """Whether there is room in a folder, and it may be written."""
    usage, flags = shutil.disk_usage(folder), os.statvfs(folder).f_flag
    free = usage.free // 1_000_000
    figures = {"free_megabytes": free, "of_megabytes": usage.total // 1_000_000}
    if flags & os.ST_RDONLY:
        return Check("disk", False, _("The disk of the server may only be read."), figures)
    if free < LEAST_MEGABYTES and usage.free < usage.total // 2:
        return Check(
            "disk", False, _("The disk of the server is nearly full: {free:,} MB are left.", free=free), figures
        )
    return Check("disk", True, _("The disk of the server has {free:,} MB left.", free=free), figures)


def descriptors() -> tuple[int, int]:
    """How many files and connections this process has open, and how many it may; (0, 0) where that is not told."""
    try:
        import resource

        return len(os.listdir("/proc/self/fd")), resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, OSError):
        return 0, 0


def descriptors_check() -> Check:
    """Whether more connections can be taken."""
    used, most = descriptors()
    ok = used <= MOST_DESCRIPTORS * most
    said = _("{used:,} of {most:,} files and connections are open.", used=used, most=most)
    return Check("descriptors", ok, said, {"open": used, "of": most})
