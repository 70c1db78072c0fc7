"""Attempts to take more of the machine than is given."""

import ctypes
import mmap
import os
import time

from plyground.competitions.sandbox.hostile.tools import TEMPORARY, Denied, attempt, called, fact, insist, library


@attempt
def take_memory() -> None:
    """Take four times the memory that it may have."""
    size = 4 * fact("memory")
    try:
        with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
            for place in range(0, size, 1 << 20):
                memory[place] = 1
    except MemoryError:
        raise Denied("out of memory") from None


@attempt
def grow_stacks() -> None:
    """Take memory that grows like a stack, which limits on data leave out."""
    library.mmap.restype = ctypes.c_void_p
    found = library.mmap(None, ctypes.c_size_t(1 << 16), 3, 0x02 | 0x20 | 0x100, -1, ctypes.c_long(0))
    if found == ctypes.c_void_p(-1).value:
        called(-1)


@attempt
def fill_disk() -> None:
    """Write four times what its temporary space holds."""
    path = os.path.join(TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
    with open(path, "wb", buffering=0) as file:
        os.remove(path)
        for _ in range(4):
            part = bytes(fact("scratch"))
            insist(file.write(part) == len(part), "the disk was full")


@attempt
def open_many_files() -> None:
    """Open four times the files that it may."""
    opened = []
    try:
        for _ in range(4 * fact("open_files")):
            opened.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for one in opened:
            os.close(one)
