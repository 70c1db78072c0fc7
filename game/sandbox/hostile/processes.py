"""Attempts on other processes, and to become more than one."""

import contextlib
import ctypes
import os
import signal
import struct
import sys
import time

from plyground.sandbox.hostile.tools import (
    Denied,
    attempts,
    called,
    contents,
    fact,
    insist,
    kernel,
    library,
    others,
    some,
)


def _list_processes() -> None:
    own = {str(os.getpid()), "1"}
    for name in {*filter(str.isdigit, os.listdir("/proc")), str(fact("victim"))} - own:
        with contextlib.suppress(OSError):
            if contents(f"/proc/{name}/cmdline"):
                return
    raise Denied("there was no other")


def _read_environment() -> None:
    mine = "".join(os.environ.values())
    files = [f"/proc/{name}/environ" for name in ("self", os.getppid(), 1, fact("server"), fact("victim"))]
    for path in files:
        with contextlib.suppress(OSError):
            mine += contents(path)
    insist(fact("token") in mine)


def _use_inherited_files() -> None:
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.fstat(number)
            return
    raise Denied("none was left open")


def _signal_others() -> None:
    some(*[lambda pid=pid: os.kill(pid, 0) for pid in others(fact("victim"), fact("server"), os.getppid(), 1, 0, -1)])


def _grab_process() -> None:
    some(*[lambda pid=pid: os.close(kernel("pidfd_open", pid, 0)) for pid in (fact("victim"), os.getpid())])


def _trace_others() -> None:
    pids = others(fact("victim"), fact("server"), 1)
    some(*[lambda pid=pid: called(library.ptrace(0x4206, pid, 0, 0)) for pid in pids])


def _read_memory_of_others() -> None:
    into, own = ctypes.create_string_buffer(8), ctypes.create_string_buffer(8)
    here, there = struct.pack("@PN", ctypes.addressof(into), 8), struct.pack("@PN", ctypes.addressof(own), 8)
    some(*[
        lambda pid=pid: insist(called(library.process_vm_readv(pid, here, 1, there, 1, 0)))
        for pid in (fact("server"), os.getpid())
    ])  # fmt: skip


def _write_memory_of_others() -> None:
    pids = others(fact("victim"), fact("server"), os.getppid(), 1)
    some(*[lambda pid=pid: open(f"/proc/{pid}/mem", "r+b").close() for pid in pids])


def _fork() -> None:
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        time.sleep(5)
        os._exit(0)


def _clone_newly() -> None:
    if kernel("clone3", struct.pack("=QQQQQQQQ", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0), ctypes.c_size_t(64)) == 0:
        os._exit(0)


attempts(
    ("list_processes", "Read the command line of another process", _list_processes),
    ("read_environment", "Read a secret out of its environment, or out of the server's", _read_environment),
    (
        "use_inherited_files",
        "Find descriptors that were left open to it, or a secret of the server's behind them",
        _use_inherited_files,
    ),
    ("signal_others", "Signal another program, the server and its own group", _signal_others),
    ("grab_process", "Hold on to another process by a descriptor (pidfd)", _grab_process),
    ("trace_others", "Trace another process (ptrace)", _trace_others),
    ("read_memory_of_others", "Read the memory of its parent (process_vm_readv)", _read_memory_of_others),
    ("write_memory_of_others", "Open the memory of another process to write into it", _write_memory_of_others),
    ("fork", "Start a process that outlives it (fork, setsid)", _fork),
    ("clone_newly", "Start a process by clone3", _clone_newly),
    (
        "spawn",
        "Start a second program (posix_spawn)",
        lambda: os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}),
    ),
    ("outlive_server", "Keep running when the server is killed", lambda: called(library.prctl(1, 0, 0, 0, 0))),
)
