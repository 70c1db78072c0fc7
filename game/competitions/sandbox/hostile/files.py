"""Attempts on files: to read, to write and to watch what is not the bot's."""

import errno
import fcntl
import os
import sys
import time

from plyground.competitions.sandbox.hostile.tools import (
    TEMPORARY,
    Denied,
    attempt,
    called,
    fact,
    insist,
    library,
    some,
)


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
def import_packages() -> None:
    """Import packages that are installed for the server or the system."""
    files = fact("packages")
    some(
        *[lambda path=path: open(path).close() for path in files],
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
    link = os.path.join(TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
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
def read_attributes() -> None:
    """Read or change further attributes of a file of the server's."""
    some(lambda: os.listxattr(fact("secret")), lambda: os.setxattr(fact("secret"), "user.probe", b"x"))


@attempt
def lock_shared_files() -> None:
    """Lock a file that others read too."""
    with open(sys.executable, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


@attempt
def open_devices() -> None:
    """Open a disk, the kernel's memory or log, or a terminal."""
    names = ("vda", "sda", "nvme0n1", "mem", "kmsg", "tty0", "ptmx", "kvm", "fuse", "loop-control")
    some(*[lambda name=name: os.close(os.open(f"/dev/{name}", os.O_RDONLY)) for name in names])


@attempt
def make_device() -> None:
    """Make a device of its own, or a pipe with a name."""
    path = os.path.join(TEMPORARY, f"plyground-probe-{time.monotonic_ns()}")
    some(lambda: os.mknod(path, 0o20600, os.makedev(1, 3)), lambda: os.mkfifo(path))
    os.remove(path)


@attempt
def watch_files() -> None:
    """Be told what happens in the server's folder (inotify)."""
    watcher = called(library.inotify_init())
    called(library.inotify_add_watch(watcher, os.path.dirname(fact("secret")).encode(), 0xFFF))
