"""Attempts on parts of the kernel that no bot needs."""

import ctypes
import os
import struct

from plyground.competitions.sandbox.hostile.tools import attempt, called, kernel, library, some


@attempt
def load_bpf() -> None:
    """Make a map for programs in the kernel (bpf)."""
    kernel("bpf", 0, struct.pack("=IIII", 2, 4, 4, 1) + bytes(112), 128)


@attempt
def watch_events() -> None:
    """Measure the machine (perf_event_open)."""
    kernel("perf_event_open", struct.pack("=IIQ", 1, 112, 0) + bytes(96), 0, -1, -1, 0)


@attempt
def use_keys() -> None:
    """Put something into the kernel's keyring."""
    kernel("add_key", b"user", b"plyground", b"x", ctypes.c_size_t(1), -2)


@attempt
def use_io_uring() -> None:
    """Have the kernel make calls that no filter sees (io_uring)."""
    kernel("io_uring_setup", 1, ctypes.create_string_buffer(120))


@attempt
def handle_faults() -> None:
    """Stop the kernel in the middle of a copy (userfaultfd)."""
    kernel("userfaultfd", 1)


@attempt
def run_from_memory() -> None:
    """Make a file that lies on no disk, to run or to fill (memfd_create)."""
    os.close(os.memfd_create("probe"))


@attempt
def share_memory() -> None:
    """Leave memory or messages to other programs (System V)."""
    some(
        lambda: called(library.shmctl(called(library.shmget(0, 4096, 0o1600)), 0, None)),
        lambda: called(library.msgctl(called(library.msgget(0, 0o1600)), 0, None)),
        lambda: called(library.semctl(called(library.semget(0, 1, 0o1600)), 0, 0)),
    )
