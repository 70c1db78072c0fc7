"""Attempts to be more than a bot: other users, other views of the machine, other rules."""

import os
import resource
import socket
import time

from plyground.competitions.sandbox.hostile.tools import TEMPORARY, attempt, called, fact, kernel, library, some


@attempt
def mount() -> None:
    """Mount a file system, or change what is mounted."""
    some(
        lambda: os.close(kernel("fsopen", b"tmpfs", 0)),  # goes first: for root without confinement it does no harm
        lambda: called(library.mount(b"none", TEMPORARY.encode(), b"tmpfs", 0, b"size=4k")),
        lambda: called(library.mount(None, b"/", None, 32 | 4096, None)),
        lambda: called(library.umount2(b"/proc", 2)),
    )


@attempt
def change_root() -> None:
    """Change its root folder."""
    os.chroot("/")


@attempt
def join_namespaces() -> None:
    """Join another process's namespaces."""
    some(*[
        lambda pid=pid: called(library.setns(os.open(f"/proc/{pid}/ns/net", os.O_RDONLY), 0))
        for pid in (fact("server"), 1, "self")
    ])  # fmt: skip


@attempt
def change_personality() -> None:
    """Turn off what makes addresses unknown."""
    called(library.personality(0x0040000))


@attempt
def change_clock() -> None:
    """Set the machine's clock."""
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))


@attempt
def take_precedence() -> None:
    """Run before others, or on another core than its own."""
    some(
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    )


@attempt
def rename_machine() -> None:
    """Give the machine another name."""
    socket.sethostname(socket.gethostname())


@attempt
def change_limits() -> None:
    """Raise its own limits, lower the server's, or turn its crash over to a program of the system's."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

    def servers() -> None:
        now = resource.prlimit(fact("server"), resource.RLIMIT_NOFILE)
        resource.prlimit(fact("server"), resource.RLIMIT_NOFILE, now)

    some(
        servers,
        lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard + 1, hard + 1)),
        lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    )


@attempt
def become_root() -> None:
    """Become another user."""
    some(lambda: os.setuid(0), lambda: os.setgroups([0]))
