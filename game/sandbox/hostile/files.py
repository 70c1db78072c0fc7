"""Attempts on files: to read, to write and to watch what is not the bot's."""

import errno
import fcntl
import os
import sys
import time

from plyground.sandbox.hostile.tools import (
    TEMPORARY,
    Denied,
    attempts,
    called,
    fact,
    insist,
    library,
    some,
)


def _open(path: str, mode: str = "r") -> None:
    open(path, mode).close()


def _import_packages() -> None:
    files = fact("packages")
    some(
        *[lambda path=path: _open(path) for path in files],
        *[lambda path=path: _import_from(os.path.dirname(os.path.dirname(path))) for path in files],
    )


def _import_from(folder: str) -> None:
    """Import the first package that a folder has."""
    for name in sorted(os.listdir(folder)):
        if name.isidentifier() and os.path.exists(os.path.join(folder, name, "__init__.py")):
            sys.path.append(folder)
            try:
                __import__(name)
            except ImportError as error:
                raise PermissionError(errno.EACCES, str(error)) from None
            finally:
                sys.path.remove(folder)
            return
    raise Denied("no package was there")


def _leave(path: str) -> None:
    """Write a file and remove it."""
    _open(path, "w")
    os.remove(path)


def _new() -> str:
    """A path in the temporary folder that is not there yet."""
    return os.path.join(TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")


def _follow_link_out() -> None:
    link = _new()
    os.symlink(fact("secret"), link)
    try:
        _open(link)
    finally:
        os.remove(link)


def _reach_through_proc() -> None:
    places = [f"/proc/{name}/{way}" for name in (1, "self", fact("server")) for way in ("root", "cwd")]
    some(*[lambda place=place: _open(place + "/../../../../../.." + fact("secret")) for place in places])


def _change_modes() -> None:
    path = fact("secret")
    some(lambda: os.chmod(path, 0o644), lambda: os.chown(path, -1, -1), lambda: os.utime(path))


def _read_attributes() -> None:
    some(lambda: os.listxattr(fact("secret")), lambda: os.setxattr(fact("secret"), "user.probe", b"x"))


def _lock_shared_files() -> None:
    with open(sys.executable, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def _open_devices() -> None:
    names = ("vda", "sda", "nvme0n1", "mem", "kmsg", "tty0", "ptmx", "kvm", "fuse", "loop-control")
    some(*[lambda name=name: os.close(os.open(f"/dev/{name}", os.O_RDONLY)) for name in names])


def _make_device() -> None:
    path = _new()
    some(lambda: os.mknod(path, 0o20600, os.makedev(1, 3)), lambda: os.mkfifo(path))
    os.remove(path)


def _watch_files() -> None:
    watcher = called(library.inotify_init())
    called(library.inotify_add_watch(watcher, os.path.dirname(fact("secret")).encode(), 0xFFF))


attempts(
    ("read_system_files", "Read /etc/passwd", lambda: _open("/etc/passwd")),
    ("read_servers_file", "Read a file of the server's in the temporary folder", lambda: _open(fact("secret"))),
    ("read_project", "Read the program of the server", lambda: _open(os.path.join(fact("project"), "app.py"))),
    ("import_packages", "Import packages that are installed for the server or the system", _import_packages),
    ("read_data", "List the folder with the database and what others handed in", lambda: os.listdir(fact("data"))),
    (
        "read_home",
        "See what lies in the home folder",
        lambda: insist(set(os.listdir(fact("home"))) & set(fact("home_entries"))),
    ),
    ("write_outside", "Write a file into a folder that is open to everybody", lambda: _open(fact("written"), "w")),
    ("write_own_folder", "Change its own folder", lambda: _leave("written")),
    ("write_shared_memory", "Leave a file in /dev/shm", lambda: _leave(f"/dev/shm/plyground-probe-{os.getpid()}")),
    ("follow_link_out", "Reach the server's file by a symbolic link of its own", _follow_link_out),
    ("climb_out", "Reach the server's file by many “..”", lambda: _open("../" * 40 + fact("secret"))),
    ("reach_through_proc", "Reach the server's file by the roots and folders of other processes", _reach_through_proc),
    ("change_modes", "Change the mode, the owner and the times of the server's file", _change_modes),
    ("read_attributes", "Read or change further attributes of a file of the server's", _read_attributes),
    ("lock_shared_files", "Lock a file that others read too", _lock_shared_files),
    ("open_devices", "Open a disk, the kernel's memory or log, or a terminal", _open_devices),
    ("make_device", "Make a device of its own, or a pipe with a name", _make_device),
    ("watch_files", "Be told what happens in the server's folder (inotify)", _watch_files),
)
