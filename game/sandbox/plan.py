"""How a confinement starts a bot: its command, its limits, its environment, and what the launcher is to do."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.sandbox import syscalls
from plyground.sandbox.contract import MEGABYTE, Bounds

ENVIRONMENT = {
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",  # the same seed, the same game
    "OPENSSL_CONF": "/dev/null",  # else Node ends where it may not read the system's
    "OMP_NUM_THREADS": "1",  # a game has one core; libraries would start a thread for every core of the machine
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}
"""All that a bot finds in its environment."""


@dataclass
class Plan:
    """How a confinement starts a bot: the words before the launcher's, and what the launcher is to do."""

    argv: Sequence[str]
    bounds: Bounds
    folder: Path
    orders: dict[str, Any] = field(default_factory=dict)
    wrap: Callable[[list[str], Callable[[bytes], int], int], list[str]] = lambda words, hand, told: words
    """Makes the launcher's words those of the outer program, given ``hand``, which turns bytes into a descriptor to
    inherit, and a descriptor to which the outer program may tell its child's process id."""
    told: bool = False
    """Whether the outer program tells its child's process id: that of the first process of a new namespace."""
    first: bool = True
    """Whether that first process is the bot; else it is the bot's parent."""
    scratch: str | None = None
    """Where the temporary space lies, seen from the bot's root; None if there is none."""
    confined: bool = True
    building: bool = False
    """Whether it may start other programs, as compilers do, and so signal those of its own namespace."""
    leave: Callable[[], None] = lambda: None
    """Called once when nothing of the bot is left."""

    def written(self, output: int, processes: int) -> bytes:
        """The orders as the launcher reads them; ``output`` is the descriptor that becomes the bot's output, and
        ``processes`` the opened folder ``/proc``."""
        orders: dict[str, Any] = {
            "argv": list(self.argv),
            "output": output,
            "proc": processes,
            "environment": ENVIRONMENT,
            "limits": {},
            "parent": 0,
            "user": None,
            "namespace": False,
            "read_all": False,
            "tasks_of_others": 0,
            "drop": False,
            "landlock": None,
            "filter": None,
            "exec_address": None,
            "own_pid": None,
        }
        if self.confined:
            orders["filter"] = syscalls.filter_program(self.building)
            if not self.building:
                orders |= {"exec_address": syscalls.EXEC_ADDRESS, "own_pid": syscalls.OWN_PID}
        return marshal.dumps(orders | self.orders)


ADDRESS_BYTES = 64 * 1024 * MEGABYTE
"""What a bot may reserve of addresses: in a call on more the kernel would be busy for long, and nothing stops it."""


def limits(bounds: Bounds, tasks: int, scratch: bool) -> dict[str, int]:
    """The resource limits by the kernel's names.

    Memory is bounded by ``RLIMIT_DATA``, private memory that can be written, and hardly by ``RLIMIT_AS``: libraries
    with threads (numpy's among them) and many runtimes reserve address space a hundredfold of what they use. What it
    does not count the warden sees.
    """
    return {
        "RLIMIT_DATA": bounds.memory_bytes,
        "RLIMIT_AS": ADDRESS_BYTES,
        "RLIMIT_STACK": 8 * MEGABYTE,  # what each thread gets as well
        "RLIMIT_CPU": bounds.cpu_seconds + 1,
        "RLIMIT_NOFILE": bounds.open_files,
        "RLIMIT_NPROC": tasks,
        "RLIMIT_FSIZE": bounds.scratch_bytes if scratch else 0,
        "RLIMIT_CORE": 1,  # 0 would still hand its memory to a program that the system runs for crashes
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_SIGPENDING": 1024,
        "RLIMIT_NICE": 0,
        "RLIMIT_RTPRIO": 0,
    }
