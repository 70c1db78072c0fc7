"""How many processors this program may use: those it is let run on, and what a container gives it of their time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def allowed() -> list[int]:
    """The numbers of the processors that this thread may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def count() -> int:
    """How many processors this program may use at once, one at least."""
    found = len(allowed())
    with suppress(OSError, ValueError):  # a container may have a share of the machine's time alone
        quota, period = _QUOTA.read_text().split()
        found = min(found, max(1, int(quota) // int(period)))
    return found
