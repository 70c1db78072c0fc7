"""Attempts to compute on while another is to move, and to see what others do."""

import ctypes
import os
import signal
import struct
import threading
import time

from plyground.sandbox.hostile.tools import attempts, called, contents, fact, insist, library, some

_SIZE = 1 << 22


def _continue_itself() -> None:
    some(
        lambda: os.kill(os.getpid(), signal.SIGCONT),
        lambda: signal.pthread_kill(threading.get_ident(), signal.SIGCONT),
    )


def _have_a_timer_continue_it() -> None:
    event, timer = struct.pack("=QiiQQQQQQ", 0, signal.SIGCONT, 0, *[0] * 6), ctypes.c_int()
    called(library.timer_create(1, event, ctypes.byref(timer)))
    library.timer_delete(timer)


def _area(flags: int) -> int:
    library.mmap.restype = ctypes.c_void_p
    found = library.mmap(None, ctypes.c_size_t(_SIZE), 3, flags, -1, ctypes.c_long(0))
    if found == ctypes.c_void_p(-1).value:
        called(-1)
    return int(found)


def _keep_kernel_busy() -> None:
    def look() -> None:
        place, seen = ctypes.c_void_p(_area(0x22)), ctypes.create_string_buffer(_SIZE >> 12)
        called(library.mincore(place, ctypes.c_size_t(_SIZE), seen))

    def fill() -> None:
        called(library.madvise(ctypes.c_void_p(_area(0x22)), ctypes.c_size_t(_SIZE), 23))

    def send() -> None:
        os.sendfile(os.open("/dev/null", os.O_WRONLY), os.open("/dev/zero", os.O_RDONLY), 0, 4096)

    some(look, fill, send, lambda: insist(_area(0x8022)))


def _see_load() -> None:
    some(
        lambda: insist(contents("/proc/loadavg")),
        lambda: insist(contents("/proc/stat")),
        lambda: insist(contents("/proc/meminfo")),
        lambda: called(library.sysinfo(ctypes.create_string_buffer(256))),
    )


def _see_others_clocks() -> None:
    some(*[
        lambda pid=pid: insist(time.clock_gettime(~pid << 3 | 2)) for pid in (fact("server"), fact("victim"), 1)
    ])  # fmt: skip


attempts(
    ("continue_itself", "Wake itself while it is stopped (SIGCONT)", _continue_itself),
    ("be_continued", "Have a timer wake it while it is stopped", _have_a_timer_continue_it),
    ("keep_kernel_busy", "Make calls that take long, in which nothing stops it", _keep_kernel_busy),
    ("see_load", "Read the machine's load, and what all processors do", _see_load),
    ("see_clocks", "Read how much others compute", _see_others_clocks),
    ("see_mounts", "Read from where its files were mounted", lambda: insist(contents("/proc/self/mountinfo"))),
)
