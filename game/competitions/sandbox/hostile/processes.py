"""Attempts on other processes, and to become more than one."""

import contextlib
import ctypes
import os
import signal
import struct
import sys
import time

from plyground.competitions.sandbox.hostile.tools import (
    Denied,
    attempt,
    called,
    contents,
    fact,
    insist,
    kernel,
    library,
    others,
    some,
)


@attempt
def list_processes() -> None:
    """Read the command line of another process."""
    own = {str(os.getpid()), "1"}
    for name in {*filter(str.isdigit, os.listdir("/proc")), str(fact("victim"))} - own:
        with contextlib.suppress(OSError):
            if contents(f"/proc/{name}/cmdline"):
                return
    raise Denied("there was no other")


@attempt
def read_environment() -> None:
    """Read a secret out of its environment, or out of the server's."""
    mine = "".join(os.environ.values())
    files = [f"/proc/{name}/environ" for name in ("self", os.getppid(), 1, fact("server"), fact("victim"))]
    for path in files:
        with contextlib.suppress(OSError):
            mine += contents(path)
    insist(fact("token") in mine)


@attempt
def use_inherited_files() -> None:
    """Find descriptors that were left open to it, or a secret of the server's behind them."""
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.fstat(number)
            return
    raise Denied("none was left open")


@attempt
def signal_others() -> None:
    """Signal another program, the server and its own group."""
    some(*[lambda pid=pid: os.kill(pid, 0) for pid in others(fact("victim"), fact("server"), os.getppid(), 1, 0, -1)])


@attempt
def grab_process() -> None:
    """Hold on to another process by a descriptor (pidfd)."""
    some(*[lambda pid=pid: os.close(kernel("pidfd_open", pid, 0)) for pid in (fact("victim"), os.getpid())])


@attempt
def trace_others() -> None:
    """Trace another process (ptrace)."""
    some(
        *[
            lambda pid=pid: called(library.ptrace(0x4206, pid, 0, 0))
            for pid in others(fact("victim"), fact("server"), 1)
        ]
    )


@attempt
def read_memory_of_others() -> None:
    """Read the memory of its parent (process_vm_readv)."""
    into, own = ctypes.create_string_buffer(8), ctypes.create_string_buffer(8)
    here, there = struct.pack("@PN", ctypes.addressof(into), 8), struct.pack("@PN", ctypes.addressof(own), 8)
    some(*[
        lambda pid=pid: insist(called(library.process_vm_readv(pid, here, 1, there, 1, 0)))
        for pid in (fact("server"), os.getpid())
    ])  # fmt: skip


@attempt
def write_memory_of_others() -> None:
    """Open the memory of another process to write into it."""
    pids = others(fact("victim"), fact("server"), os.getppid(), 1)
    some(*[lambda pid=pid: open(f"/proc/{pid}/mem", "r+b").close() for pid in pids])


@attempt
def fork() -> None:
    """Start a process that outlives it (fork, setsid)."""
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        time.sleep(5)
        os._exit(0)


@attempt
def clone_newly() -> None:
    """Start a process by clone3."""
    if kernel("clone3", struct.pack("=QQQQQQQQ", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0), ctypes.c_size_t(64)) == 0:
        os._exit(0)


@attempt
def spawn() -> None:
    """Start a second program (posix_spawn)."""
    os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {})


@attempt
def outlive_server() -> None:
    """Keep running when the server is killed."""
    called(library.prctl(1, 0, 0, 0, 0))
