"""The hostile bot: tries what no bot may do, one thing after another, and says of each whether it came through.

Run as a bot is (``python -I attempts.py``). It reads one line of JSON about what there is to harm, and writes a line
for each attempt: its name, whether it was denied, and how. It needs the standard library alone. Every attempt is made
so that it succeeds for root where nothing confines it, which a test sees to; whatever it succeeds in is harmless.
"""

import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import resource
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

_ARM = platform.machine() == "aarch64"
_NUMBERS = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "clone3": (435, 435),
    "fsopen": (430, 430),
    "pidfd_open": (434, 434),
}
_TEMPORARY = "/tmp"
_libc = ctypes.CDLL(None, use_errno=True)
_facts: dict[str, Any] = {}
TABLE: list[tuple[str, str, Callable[[], object]]] = []
"""Each attempt: its name, what it tries, and the function, which raises if it is denied."""


class Denied(Exception):
    """The attempt found nothing to harm."""


def attempt(function: Callable[[], object]) -> Callable[[], object]:
    """Add a function to the table; its docstring says what it tries."""
    TABLE.append((function.__name__, (function.__doc__ or "").rstrip("."), function))
    return function


def insist(found: object, why: str = "nothing was there") -> None:
    """Raise ``Denied`` unless something was found."""
    if not found:
        raise Denied(why)


def called(result: int) -> int:
    """The result of a C function, or its error raised."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def kernel(name: str, *arguments: Any) -> int:
    """Make a system call that the C library has no function for."""
    return called(int(_libc.syscall(_NUMBERS[name][_ARM], *arguments)))


def fact(name: str) -> Any:
    """What the server said about one thing that there is to harm."""
    return _facts[name]


def others(*pids: int) -> list[int]:
    """These processes without itself, which in a namespace of its own may be number 1."""
    return [pid for pid in pids if pid != os.getpid()]


def contents(path: str) -> str:
    """The text of a file."""
    with open(path, errors="replace") as file:
        return file.read()


def some(*tries: Callable[[], object]) -> None:
    """Succeed if one of these does; else raise the first's error."""
    errors = []
    for one in tries:
        try:
            one()
        except (OSError, ValueError, Denied) as error:
            errors.append(error)
        else:
            return
    raise errors[0]


@attempt
def read_system_files() -> None:
    """Read /etc/passwd."""
    open("/etc/passwd").close()


@attempt
def read_servers_file() -> None:
    """Read a file of the server's in the temporary folder."""
    open(fact("secret")).close()


@attempt
def read_project() -> None:
    """Read the program of the server."""
    open(os.path.join(fact("project"), "app.py")).close()


@attempt
def read_data() -> None:
    """List the folder with the database and what others handed in."""
    os.listdir(fact("data"))


@attempt
def read_home() -> None:
    """See what lies in the home folder."""
    insist(set(os.listdir(fact("home"))) & set(fact("home_entries")))


@attempt
def write_outside() -> None:
    """Write a file into a folder that is open to everybody."""
    open(fact("written"), "w").close()


@attempt
def write_own_folder() -> None:
    """Change its own folder."""
    open("written", "w").close()
    os.remove("written")


@attempt
def write_shared_memory() -> None:
    """Leave a file in /dev/shm."""
    path = f"/dev/shm/plyground-probe-{os.getpid()}"
    open(path, "w").close()
    os.remove(path)


@attempt
def follow_link_out() -> None:
    """Reach the server's file by a symbolic link of its own."""
    link = os.path.join(_TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
    os.symlink(fact("secret"), link)
    try:
        open(link).close()
    finally:
        os.remove(link)


@attempt
def climb_out() -> None:
    """Reach the server's file by many “..”."""
    open("../" * 40 + fact("secret")).close()


@attempt
def reach_through_proc() -> None:
    """Reach the server's file by the roots and folders of other processes."""
    places = [f"/proc/{name}/{way}" for name in (1, "self", fact("server")) for way in ("root", "cwd")]
    some(*[lambda place=place: open(place + "/../../../../../.." + fact("secret")).close() for place in places])


@attempt
def change_modes() -> None:
    """Change the mode, the owner and the times of the server's file."""
    path = fact("secret")
    some(lambda: os.chmod(path, 0o644), lambda: os.chown(path, -1, -1), lambda: os.utime(path))


@attempt
def open_devices() -> None:
    """Open a disk, the kernel's memory or log, or a terminal."""
    names = ("vda", "sda", "nvme0n1", "mem", "kmsg", "tty0", "ptmx", "kvm", "fuse", "loop-control")
    some(*[lambda name=name: os.close(os.open(f"/dev/{name}", os.O_RDONLY)) for name in names])


@attempt
def make_device() -> None:
    """Make a device of its own, or a pipe with a name."""
    path = os.path.join(_TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
    some(lambda: os.mknod(path, 0o20600, os.makedev(1, 3)), lambda: os.mkfifo(path))
    os.remove(path)


@attempt
def watch_files() -> None:
    """Be told what happens in the server's folder (inotify)."""
    watcher = called(_libc.inotify_init())
    called(_libc.inotify_add_watch(watcher, os.path.dirname(fact("secret")).encode(), 0xFFF))


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
        *[lambda pid=pid: called(_libc.ptrace(0x4206, pid, 0, 0)) for pid in others(fact("victim"), fact("server"), 1)]
    )


@attempt
def read_memory_of_others() -> None:
    """Read the memory of its parent (process_vm_readv)."""
    into = ctypes.create_string_buffer(8)
    here, there = struct.pack("@PN", ctypes.addressof(into), 8), struct.pack("@PN", fact("at"), 8)
    some(*[
        lambda pid=pid: insist(called(_libc.process_vm_readv(pid, here, 1, there, 1, 0)))
        for pid in (fact("server"), os.getpid())
    ])  # fmt: skip


@attempt
def write_memory_of_others() -> None:
    """Open the memory of another process to write into it."""
    pids = others(fact("victim"), fact("server"), os.getppid(), 1)
    some(*[lambda pid=pid: open(f"/proc/{pid}/mem", "r+b").close() for pid in pids])


@attempt
def lock_shared_files() -> None:
    """Lock a file that others read too."""
    with open(sys.executable, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


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
def mount() -> None:
    """Mount a file system, or change what is mounted."""
    some(
        lambda: os.close(kernel("fsopen", b"tmpfs", 0)),  # goes first: for root without confinement it does no harm
        lambda: called(_libc.mount(b"none", _TEMPORARY.encode(), b"tmpfs", 0, b"size=4k")),
        lambda: called(_libc.mount(None, b"/", None, 32 | 4096, None)),
        lambda: called(_libc.umount2(b"/proc", 2)),
    )


@attempt
def change_root() -> None:
    """Change its root folder."""
    os.chroot("/")


@attempt
def join_namespaces() -> None:
    """Join another process's namespaces."""
    some(*[
        lambda pid=pid: called(_libc.setns(os.open(f"/proc/{pid}/ns/net", os.O_RDONLY), 0))
        for pid in (fact("server"), 1, "self")
    ])  # fmt: skip


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
        lambda: called(_libc.shmctl(called(_libc.shmget(0, 4096, 0o1600)), 0, None)),
        lambda: called(_libc.msgctl(called(_libc.msgget(0, 0o1600)), 0, None)),
        lambda: called(_libc.semctl(called(_libc.semget(0, 1, 0o1600)), 0, 0)),
    )


@attempt
def change_personality() -> None:
    """Turn off what makes addresses unknown."""
    called(_libc.personality(0x0040000))


@attempt
def outlive_server() -> None:
    """Keep running when the server is killed."""
    called(_libc.prctl(1, 0, 0, 0, 0))


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
def raise_limits() -> None:
    """Raise its own limits, or lower the server's."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = resource.RLIM_INFINITY

    def servers() -> None:
        now = resource.prlimit(fact("server"), resource.RLIMIT_NOFILE)
        resource.prlimit(fact("server"), resource.RLIMIT_NOFILE, now)

    some(servers, lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard + 1, hard + 1)))
    insist(most)


@attempt
def become_root() -> None:
    """Become another user."""
    some(lambda: os.setuid(0), lambda: os.setgroups([0]))


def _connect(family: int, address: object, kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(family, kind) as made:
        made.settimeout(1.0)
        made.connect(address)  # type: ignore[arg-type]


@attempt
def connect_internet() -> None:
    """Connect to a port of this machine, by either version of the internet's protocol."""
    some(
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port"))),
        lambda: _connect(socket.AF_INET6, ("::1", fact("port"))),
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port")), socket.SOCK_DGRAM),
    )


@attempt
def connect_unix() -> None:
    """Connect to a socket in the file system."""
    _connect(socket.AF_UNIX, fact("unix"))


@attempt
def connect_abstract() -> None:
    """Connect to a socket that lies in no file system."""
    _connect(socket.AF_UNIX, "\0" + fact("abstract"))


@attempt
def talk_to_kernel() -> None:
    """Open a socket to the kernel, or one that sees all traffic (netlink, packet)."""
    some(lambda: _raw_socket(16, 3, 0), lambda: _raw_socket(17, 3, 0), lambda: _raw_socket(38, 5, 0))


def _raw_socket(family: int, kind: int, protocol: int) -> None:
    with socket.socket(family, kind, protocol):
        pass


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
    _libc.mmap.restype = ctypes.c_void_p
    found = _libc.mmap(None, ctypes.c_size_t(1 << 16), 3, 0x02 | 0x20 | 0x100, -1, ctypes.c_long(0))
    if found == ctypes.c_void_p(-1).value:
        called(-1)


@attempt
def fill_disk() -> None:
    """Write four times what its temporary space holds."""
    path = os.path.join(_TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
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


@attempt
def new_user_namespace() -> None:
    """Become root in a user namespace of its own."""
    some(lambda: called(_libc.unshare(0x10000000)), lambda: called(_libc.unshare(0x20000)))


def _execute(path: str, name: str) -> None:
    if os.path.basename(path) == "sh":
        os.execv(path, [path, "-c", f"echo '{_said(name, False, 'done')}'"])
    os.execv(path, [path, "-I", "-S", "-c", f"print({_said(name, False, 'done')!r})"])


@attempt
def run_shell() -> None:
    """Become a shell."""
    _execute("/bin/sh", "run_shell")


@attempt
def run_other_program() -> None:
    """Become another program that it can read."""
    _execute(sys.executable, "run_other_program")


@attempt
def start_many_threads() -> None:
    """Start four times the threads that it may."""
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


def _said(name: str, denied: bool, how: str) -> str:
    return json.dumps({"name": name, "denied": denied, "how": how})


def main() -> None:
    """Try everything, or the attempts that are named; two near the end would end the script if they succeeded."""
    _facts.update(json.loads(sys.stdin.readline()))
    _facts["at"] = ctypes.addressof(ctypes.create_string_buffer(8))
    wanted = _facts.get("only")
    for name, _, function in TABLE:
        if wanted and name not in wanted:
            continue
        try:
            function()
        except OSError as error:
            said = _said(name, True, errno.errorcode.get(error.errno or 0, "?") if error.errno else str(error))
        except Exception as error:
            said = _said(name, True, str(error) or type(error).__name__)
        else:
            said = _said(name, False, "it came through")
        print(said, flush=True)


if __name__ == "__main__":
    main()
