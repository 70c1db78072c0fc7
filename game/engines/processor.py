"""The processor time of the programs that this process has started, of those that they started too, and of both
together with all that have ended: exact to the kernel's own count."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_SCHEDULED = 2
"""The kernel's number for the clock of all of a process's time on a processor (``clock_getcpuclockid``)."""


def of_others() -> float:
    """Seconds that programs started by this process have used so far; only differences tell something.

    Where the system has no ``/proc`` only those that have ended are counted.
    """
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime + sum(map(_used, _descendants(os.getpid())))


def _descendants(process: int) -> Iterator[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:  # it has just ended, or there is no such folder on this system
        return
    for thread in threads:
        try:
            children = Path(f"/proc/{process}/task/{thread}/children").read_text().split()
        except OSError:  # that thread has just ended
            continue
        for child in map(int, children):
            yield child
            yield from _descendants(child)


def _used(process: int) -> float:
    """What a process has used, and those of its children that have ended."""
    try:
        own = time.clock_gettime((~process << 3) | _SCHEDULED)
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return own + (int(fields[13]) + int(fields[14])) * _TICK
