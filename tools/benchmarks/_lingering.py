"""Ten ways in which a bot might go on computing after it was to stop, while its opponent thinks."""

from __future__ import annotations

_COMMON = """
import contextlib, ctypes, mmap, os, signal, sys, threading
sys.setswitchinterval(1e-4)
library = ctypes.CDLL(None, use_errno=True)
library.mmap.restype = ctypes.c_void_p
TRY = contextlib.suppress(Exception)

def area(size, flags=0x22, protection=3):
    found = library.mmap(None, ctypes.c_size_t(size), protection, flags, -1, ctypes.c_long(0))
    if found == ctypes.c_void_p(-1).value:
        raise MemoryError
    return ctypes.c_void_p(found)

def for_ever(work, threads=1):
    def run():
        while True:
            with TRY:
                work()
    for _ in range(threads):
        threading.Thread(target=run, daemon=True).start()
    print("begun", flush=True)
    run()
"""

DESIGNS = {
    "a thread that counts": "for_ever(lambda: sum(range(10**6)), 2)",
    "thirty threads": "for_ever(lambda: sum(range(10**4)), 28)",
    "continues itself (SIGCONT)": "for_ever(lambda: os.kill(os.getpid(), signal.SIGCONT), 4)",
    "continued by a timer": """
event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
timer = ctypes.c_int()
if library.timer_create(1, event, ctypes.byref(timer)) == 0:
    library.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 10**6, 0, 10**6), None)
signal.signal(signal.SIGCONT, lambda *given: None)
def go_on(*given):
    with TRY:
        os.kill(os.getpid(), signal.SIGCONT)
signal.signal(signal.SIGALRM, go_on)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
for_ever(lambda: sum(range(10**5)))
""",
    "mincore over 256 GB": """
size = 256 << 30
for shift in range(8):
    with TRY:
        place = area(size >> shift, 0x4022, 0)
        break
vector = ctypes.create_string_buffer(size >> shift >> 12)
for_ever(lambda: library.mincore(place, ctypes.c_size_t(size >> shift), vector))
""",
    "has memory filled by the kernel": """
def fill():
    size = 300 << 20
    with TRY:
        library.munmap(area(size, 0x8022), ctypes.c_size_t(size))
    place = area(size)
    for advice in (22, 23, 25, 21, 20):
        library.madvise(place, ctypes.c_size_t(size), advice)
    library.munmap(place, ctypes.c_size_t(size))
for_ever(fill)
""",
    "changes all its pages' rights": """
size = 256 << 20
place = area(size)
ctypes.memset(place, 1, size)
def change():
    for protection in (1, 3):
        library.mprotect(place, ctypes.c_size_t(size), protection)
for_ever(change)
""",
    "reads 2 GB of random numbers": """
size = 128 << 20
into = (ctypes.c_char * size).from_buffer(mmap.mmap(-1, size))
random = os.open("/dev/urandom", os.O_RDONLY)
def read():
    library.getrandom(into, ctypes.c_size_t(size), 0)
    library.read(random, into, ctypes.c_size_t(size))
for_ever(read)
""",
    "copies from file to file": """
zero, null = os.open("/dev/zero", os.O_RDONLY), os.open("/dev/null", os.O_WRONLY)
try:
    one, other = (os.open(f"/tmp/{name}", os.O_RDWR | os.O_CREAT) for name in ("one", "other"))
    os.write(one, bytes(7 << 20))
except OSError:
    one = other = null
def copy():
    with TRY:
        os.sendfile(null, zero, 0, 1 << 31)
    with TRY:
        os.copy_file_range(one, other, 7 << 20, 0, 0)
    os.preadv(zero, [bytearray(64 << 20)], 0)
for_ever(copy)
""",
    "ignores every signal": """
for number in range(1, 65):
    with TRY:
        signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
for_ever(lambda: sum(range(10**5)), 3)
""",
}
"""Each by what it does: a program that writes a line and then goes on for ever."""


def source(design: str) -> str:
    """The program of a design."""
    return _COMMON + DESIGNS[design]
