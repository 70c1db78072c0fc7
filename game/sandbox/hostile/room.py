"""Attempts to take more of the machine than is given, and last those that would end the script if they came through."""

import ctypes
import mmap
import os
import sys
import threading
import time

from plyground.sandbox.hostile.tools import (
    TEMPORARY,
    Denied,
    attempts,
    called,
    fact,
    insist,
    library,
    said,
    some,
)


def _take_memory() -> None:
    size = 4 * fact("memory")
    try:
        with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
            for place in range(0, size, 1 << 20):
                memory[place] = 1
    except MemoryError:
        raise Denied("out of memory") from None


def _grow_stacks() -> None:
    library.mmap.restype = ctypes.c_void_p
    found = library.mmap(None, ctypes.c_size_t(1 << 16), 3, 0x02 | 0x20 | 0x100, -1, ctypes.c_long(0))
    if found == ctypes.c_void_p(-1).value:
        called(-1)


def _fill_disk() -> None:
    path = os.path.join(TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
    with open(path, "wb", buffering=0) as file:
        os.remove(path)
        for _ in range(4):
            part = bytes(fact("scratch"))
            insist(file.write(part) == len(part), "the disk was full")


def _open_many_files() -> None:
    opened = []
    try:
        for _ in range(4 * fact("open_files")):
            opened.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for one in opened:
            os.close(one)


def _execute(path: str, name: str) -> None:
    if os.path.basename(path) == "sh":
        os.execv(path, [path, "-c", f"echo '{said(name, False, 'done')}'"])
    os.execv(path, [path, "-I", "-S", "-c", f"print({said(name, False, 'done')!r})"])


def _start_many_threads() -> None:
    done = threading.Event()
    threading.stack_size(64 * 1024)
    made = []
    try:
        for _ in range(4 * fact("threads")):
            thread = threading.Thread(target=done.wait, daemon=True)
            thread.start()
            made.append(thread)
        time.sleep(0.3)  # time enough to be found out
    except RuntimeError as error:
        raise Denied(str(error)) from None
    finally:
        done.set()
        for thread in made:
            thread.join()


attempts(
    ("take_memory", "Take four times the memory that it may have", _take_memory),
    ("grow_stacks", "Take memory that grows like a stack, which limits on data leave out", _grow_stacks),
    ("fill_disk", "Write four times what its temporary space holds", _fill_disk),
    ("open_many_files", "Open four times the files that it may", _open_many_files),
    (
        "new_user_namespace",
        "Become root in a user namespace of its own",
        lambda: some(lambda: called(library.unshare(0x10000000)), lambda: called(library.unshare(0x20000))),
    ),
    ("run_shell", "Become a shell", lambda: _execute("/bin/sh", "run_shell")),
    (
        "run_other_program",
        "Become another program that it can read",
        lambda: _execute(sys.executable, "run_other_program"),
    ),
    ("start_many_threads", "Start four times the threads that it may", _start_many_threads),
)
