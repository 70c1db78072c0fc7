"""Attempts to be more than a bot: other users, other views of the machine, other rules, more of the kernel."""

import ctypes
import os
import resource
import socket
import struct
import time

from plyground.sandbox.hostile.tools import TEMPORARY, attempts, called, fact, kernel, library, some


def _mount() -> None:
    some(
        lambda: os.close(kernel("fsopen", b"tmpfs", 0)),  # goes first: for root without confinement it does no harm
        lambda: called(library.mount(b"none", TEMPORARY.encode(), b"tmpfs", 0, b"size=4k")),
        lambda: called(library.mount(None, b"/", None, 32 | 4096, None)),
        lambda: called(library.umount2(b"/proc", 2)),
    )


def _join_namespaces() -> None:
    some(*[
        lambda pid=pid: called(library.setns(os.open(f"/proc/{pid}/ns/net", os.O_RDONLY), 0))
        for pid in (fact("server"), 1, "self")
    ])  # fmt: skip


def _take_precedence() -> None:
    some(
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    )


def _change_limits() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

    def servers() -> None:
        now = resource.prlimit(fact("server"), resource.RLIMIT_NOFILE)
        resource.prlimit(fact("server"), resource.RLIMIT_NOFILE, now)

    some(
        servers,
        lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard + 1, hard + 1)),
        lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    )


def _load_bpf() -> None:
    kernel("bpf", 0, struct.pack("=IIII", 2, 4, 4, 1) + bytes(112), 128)


def _watch_events() -> None:
    kernel("perf_event_open", struct.pack("=IIQ", 1, 112, 0) + bytes(96), 0, -1, -1, 0)


def _share_memory() -> None:
    some(
        lambda: called(library.shmctl(called(library.shmget(0, 4096, 0o1600)), 0, None)),
        lambda: called(library.msgctl(called(library.msgget(0, 0o1600)), 0, None)),
        lambda: called(library.semctl(called(library.semget(0, 1, 0o1600)), 0, 0)),
    )


attempts(
    ("mount", "Mount a file system, or change what is mounted", _mount),
    ("change_root", "Change its root folder", lambda: os.chroot("/")),
    ("join_namespaces", "Join another process's namespaces", _join_namespaces),
    ("change_personality", "Turn off what makes addresses unknown", lambda: called(library.personality(0x0040000))),
    (
        "change_clock",
        "Set the machine's clock",
        lambda: time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME)),
    ),
    ("take_precedence", "Run before others, or on another core than its own", _take_precedence),
    ("rename_machine", "Give the machine another name", lambda: socket.sethostname(socket.gethostname())),
    (
        "change_limits",
        "Raise its own limits, lower the server's, or turn its crash over to a program of the system's",
        _change_limits,
    ),
    ("become_root", "Become another user", lambda: some(lambda: os.setuid(0), lambda: os.setgroups([0]))),
    ("load_bpf", "Make a map for programs in the kernel (bpf)", _load_bpf),
    ("watch_events", "Measure the machine (perf_event_open)", _watch_events),
    (
        "use_keys",
        "Put something into the kernel's keyring",
        lambda: kernel("add_key", b"user", b"plyground", b"x", ctypes.c_size_t(1), -2),
    ),
    (
        "use_io_uring",
        "Have the kernel make calls that no filter sees (io_uring)",
        lambda: kernel("io_uring_setup", 1, ctypes.create_string_buffer(120)),
    ),
    ("handle_faults", "Stop the kernel in the middle of a copy (userfaultfd)", lambda: kernel("userfaultfd", 1)),
    (
        "run_from_memory",
        "Make a file that lies on no disk, to run or to fill (memfd_create)",
        lambda: os.close(os.memfd_create("probe")),
    ),
    ("share_memory", "Leave memory or messages to other programs (System V)", _share_memory),
)
