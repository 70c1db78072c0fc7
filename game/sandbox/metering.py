"""What the kernel says of a bot's process: what it used, how long it waited for a core, whether it stands."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PROCESSOR = 2
"""The kind of a process's clock that counts what all its threads used, those that ended among them."""
_LINKS_OF_ONE_THREAD = 3
"""The links of a process's folder of threads are two and one for each of them."""


@dataclass(frozen=True)
class Usage:
    """Since a process began: its processor seconds; and for each thread that lives its own, and the seconds for which
    it was ready to run and had no core (the run-queue delay), where the kernel counts that."""

    processor: float
    threads: Mapping[int, tuple[float, float]] = field(default_factory=dict)


class Meter:
    """Reads what one process uses, from files that stay open: it is asked at each move of a game."""

    def __init__(self, pid: int) -> None:
        """Raises ``OSError`` if there is no such process. ``close`` must be called in the end."""
        self._pid, self._delays = pid, -1
        self._threads = os.open(f"/proc/{pid}/task", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._opened = [self._threads]
        try:
            self._status = self._open("status")
            with suppress(FileNotFoundError):  # the kernel counts no delays
                self._delays = self._open(f"task/{pid}/schedstat")
        except OSError:
            self.close()
            raise

    def _open(self, name: str) -> int:
        self._opened.append(os.open(f"/proc/{self._pid}/{name}", os.O_RDONLY | os.O_CLOEXEC))
        return self._opened[-1]

    def usage(self) -> Usage | None:
        """What the process has used until now; None if it is gone."""
        try:
            processor = time.clock_gettime(~self._pid << 3 | _PROCESSOR)
            if self._delays < 0:
                return Usage(processor)
            if os.fstat(self._threads).st_nlink == _LINKS_OF_ONE_THREAD:
                return Usage(processor, {self._pid: _ran_and_waited(self._delays)})
            names = os.listdir(f"/proc/{self._pid}/task")
        except OSError:
            return None
        threads = {}
        for name in names:
            with suppress(OSError):  # it has just ended
                opened = os.open(f"/proc/{self._pid}/task/{name}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
                try:
                    threads[int(name)] = _ran_and_waited(opened)
                finally:
                    os.close(opened)
        return Usage(processor, threads)

    @property
    def held(self) -> int:
        """The bytes of data that it holds, as ``RLIMIT_DATA`` counts them; 0 once it is gone."""
        try:
            found = os.pread(self._status, 8192, 0).partition(b"\nVmData:")[2].split(None, 1)
        except OSError:
            return 0
        return int(found[0]) * 1024 if found else 0

    def close(self) -> None:
        """Close its files; it may be asked no more."""
        while self._opened:
            os.close(self._opened.pop())


def _ran_and_waited(delays: int) -> tuple[float, float]:
    """The seconds that a thread ran, and those that it waited for a core, from its open ``schedstat``."""
    ran, stood, _ = os.pread(delays, 100, 0).split()
    return int(ran) / 1e9, int(stood) / 1e9


def waited(seconds: float, before: Usage, after: Usage) -> float:
    """For how many of these seconds a bot had to wait for a core that others than itself had.

    A thread's wait while its own bot's other threads ran is none. With several threads the longest wait counts.
    Never so much that less than its processor time were left.
    """
    processor = after.processor - before.processor
    found = 0.0
    for thread, (ran, stood) in after.threads.items():
        ran_before, stood_before = before.threads.get(thread, (0.0, 0.0))
        others = max(0.0, processor - (ran - ran_before))
        found = max(found, stood - stood_before - others)
    return max(0.0, min(found, seconds - processor))


def standing(pid: int) -> bool:
    """Whether every thread of a process is stopped or gone."""
    try:
        names = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return True
    for name in names:
        with suppress(OSError):
            opened = os.open(f"/proc/{pid}/task/{name}/stat", os.O_RDONLY | os.O_CLOEXEC)
            try:
                state = os.read(opened, 1000).rpartition(b")")[2].split()[0]
            finally:
                os.close(opened)
            if state not in (b"T", b"t", b"X", b"Z"):
                return False
    return True


def child(pid: int) -> int:
    """The process id of the one child of a process."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:  # a kernel without that file, or no process
        found = [name for name in os.listdir("/proc") if name.isdigit() and _parent(name) == str(pid)]
    if not found:
        raise LookupError(pid)
    return int(found[0])


def _parent(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return ""
