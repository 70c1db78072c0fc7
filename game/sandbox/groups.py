"""Control groups that freeze bots, where the kernel lets the server make them (version 2, Linux 5.2 and later).

A frozen group is stopped whatever its threads do: they cannot continue one another, as after SIGSTOP, and the kernel
says when all of them stand. They can still be killed, so a server that ends leaves none behind; that is why the freezer
of version 1, whose frozen processes cannot be killed, is not used.
"""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path

_NAME = "plyground-"
_SECONDS = 2.0
"""So long the trial's process may take to freeze."""
_numbers = itertools.count()


class Group:
    """A group for one bot; ``remove`` must be called in the end, when all of its processes are gone."""

    def __init__(self, base: Path) -> None:
        """Make it; raises ``OSError``."""
        self._path = base / f"{_NAME}{os.getpid()}-{next(_numbers)}"
        self._path.mkdir()
        try:
            self._switch = os.open(self._path / "cgroup.freeze", os.O_WRONLY | os.O_CLOEXEC)
            self._events = os.open(self._path / "cgroup.events", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._path.rmdir()
            raise

    def take(self, pid: int) -> None:
        """Move a process into it with all its threads; raises ``OSError``."""
        (self._path / "cgroup.procs").write_text(str(pid))

    def freeze(self) -> None:
        """Begin to stop all of it."""
        os.pwrite(self._switch, b"1", 0)

    def thaw(self) -> None:
        """Let it go on."""
        os.pwrite(self._switch, b"0", 0)

    @property
    def frozen(self) -> bool:
        """Whether all of it stands, or is gone. The kernel also tells of a change, but of two only once in 10 ms."""
        said = os.pread(self._events, 4096, 0)
        return b"frozen 1" in said or b"populated 0" in said

    def remove(self) -> None:
        """Forget it."""
        for descriptor in (self._switch, self._events):
            os.close(descriptor)
        with suppress(OSError):  # something of it is left: the next server removes it
            self._path.rmdir()


def group() -> Group | None:
    """A new group, or None where there can be none."""
    base = _base()
    if base is None:
        return None
    try:
        return Group(base)
    except OSError:
        return None


@functools.cache
def _base() -> Path | None:
    """The folder in which groups can be made that freeze, seen by trying; tried once in a process."""
    for base in _candidates():
        _sweep(base)
        with suppress(OSError):
            if _freezes(base):
                return base
    return None


def _candidates() -> list[Path]:
    """Where groups of version 2 might be made: beside this process's own, or at the top."""
    try:
        mounts = [line.split(" - ") for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        own = [line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")]
    except OSError:
        return []
    tops = [Path(before.split()[4]) for before, after in mounts if after.split()[0] == "cgroup2"]
    return [top / path.lstrip("/") for top in tops for path in dict.fromkeys([*own, "/"]) if ".." not in path]


def _freezes(base: Path) -> bool:
    """Whether a process that is moved into a group there freezes, and goes on; raises ``OSError``."""
    made = Group(base)
    process = subprocess.Popen(["/bin/sleep", "60"], stdin=subprocess.DEVNULL, env={})
    try:
        made.take(process.pid)
        made.freeze()
        until = time.monotonic() + _SECONDS
        while not (stood := made.frozen) and time.monotonic() < until:
            time.sleep(0.001)
        made.thaw()
        return stood
    finally:
        process.kill()
        process.wait()
        made.remove()


def _sweep(base: Path) -> None:
    """Remove what a killed server left; a group with processes in it stays."""
    with suppress(OSError):
        for path in base.glob(f"{_NAME}*"):
            number = path.name.removeprefix(_NAME).partition("-")[0]
            if number.isdigit() and not Path("/proc", number).exists():
                with suppress(OSError):
                    path.rmdir()
