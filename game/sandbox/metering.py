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


@dataclass(frozen=True)
class Usage:
    """Since a process began: its processor seconds; and for each thread that lives its own, and the seconds for which
    it was ready to run and had no core (the run-queue delay), where the kernel counts that."""

    processor: float
    threads: Mapping[int, tuple[float, float]] = field(default_factory=dict)


def usage(pid: int) -> Usage | None:
    """What a process has used until now; None if it is gone."""
    try:
        processor = time.clock_gettime(~pid << 3 | _PROCESSOR)
        names = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return None
    threads = {}
    for name in names:
        with suppress(OSError, ValueError):  # it has just ended, or the kernel does not count
            opened = os.open(f"/proc/{pid}/task/{name}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
            try:
                ran, waited, _ = os.read(opened, 100).split()
            finally:
                os.close(opened)
            threads[int(name)] = int(ran) / 1e9, int(waited) / 1e9
    return Usage(processor, threads)


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
