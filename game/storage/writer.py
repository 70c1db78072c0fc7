"""The one thread that writes: it takes all that waits, commits it in one transaction, and wakes those who wait.

Under load many writes share one wait for the disk. A write that fails does so alone: when a group cannot be
committed, its members are committed one by one.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from plyground.core import logs
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import Closing, StorageFailed
from plyground.storage.engine import sentence

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], T]
_MOST = 256
SLOW_SECONDS = 1.0
"""A group that takes longer is named in the log."""


@dataclass
class _Job:
    work: Work[Any]
    done: threading.Event = field(default_factory=threading.Event)
    result: Any = None
    failure: Exception | None = None
    request: str = field(default_factory=logs.current)
    """The id under which somebody asked for it."""


class Writer:
    """Runs works inside transactions, in order; ``write`` returns when its work is durable."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._begun: float | None = None
        self._keeps = engine.dialect.name == "sqlite"
        """Whether the connection is kept; one from the pool is looked at each time, and made anew after an outage."""
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T]) -> T:
        """Do the work in a transaction, wait until it is on the disk, and return what it did; the work may be done
        more than once. Raises ``StorageFailed``, ``Closing``, or the refusal with which the work ends."""
        return self.begin(work)()

    def begin(self, work: Work[T]) -> Callable[[], T]:
        """Have the work done after all that was begun before; what is returned waits for it, as ``write`` does. Raises
        ``Closing``."""
        job = _Job(work)
        with self._gate:
            if self._closed:
                raise Closing(_("The server is shutting down; try again in a moment."))
            self._jobs.put(job)

        def wait() -> T:
            job.done.wait()
            if isinstance(job.failure, Refusal):
                raise job.failure
            if isinstance(job.failure, SQLAlchemyError):
                raise StorageFailed(_("This was not done. {sentence}", sentence=sentence(job.failure))) from job.failure
            if job.failure is not None:
                raise StorageFailed(_("This was not done: something went wrong on the server.")) from job.failure
            result: T = job.result
            return result

        return wait

    def load(self) -> tuple[int, float]:
        """How many works wait, and for how many seconds the writer has been at the present group."""
        begun = self._begun
        return self._jobs.qsize(), 0.0 if begun is None else time.monotonic() - begun

    def close(self) -> None:
        """Write what waits and end."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        ending = False
        connection: Connection | None = None
        while not ending:
            group = [self._jobs.get()]
            while len(group) < _MOST and not self._jobs.empty():
                group.append(self._jobs.get())
            ending = None in group
            jobs = [job for job in group if job is not None]
            self._begun = time.monotonic()
            try:
                connection = connection or self._engine.connect()
                if not self._commit(connection, jobs):  # the connection was lost, and nothing of it was done
                    connection.close()
                    connection = self._engine.connect()
                    self._commit(connection, jobs, again=False)
                if not self._keeps:
                    connection.close()
                    connection = None
            except Exception as failure:  # the database cannot be reached; the next group tries again
                connection = None
                _end(jobs, failure)
            took, self._begun = time.monotonic() - self._begun, None
            if took > SLOW_SECONDS:
                log.warning("The database was slow to write.", extra={"seconds": round(took, 3), "works": len(jobs)})
        if connection is not None:
            connection.close()

    def _commit(self, connection: Connection, group: list[_Job], again: bool = True) -> bool:
        """Do the works; returns False, with nothing done and nobody told, if the connection was lost before the commit
        and it may be tried ``again``."""
        committing = False
        try:
            with connection.begin():
                for job in group:
                    job.result = job.work(connection)
                committing = True
        except Exception as failure:
            lost = isinstance(failure, DBAPIError) and failure.connection_invalidated
            if lost and again and not committing:
                return False
            if len(group) > 1 and not lost:
                for job in group:
                    self._commit(connection, [job], again=False)
                return True
            _end(group, failure)
        _end(group, None)
        return True


def _end(group: list[_Job], failure: Exception | None) -> None:
    if failure is not None and not isinstance(failure, IntegrityError | Refusal):
        told = {"request": " ".join(job.request for job in group if job.request)}
        bug = not isinstance(failure, SQLAlchemyError)
        log.error("A write to the database failed: %s", failure, exc_info=failure if bug else None, extra=told)
    for job in group:
        if not job.done.is_set():
            job.failure = failure
            job.done.set()
