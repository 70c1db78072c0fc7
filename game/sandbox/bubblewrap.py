"""The first choice: bubblewrap gives the bot namespaces of its own, in which nothing else exists.

It sees an empty file system with the system's libraries, Python without installed packages at ``/python`` (where it is
not the system's own), its own folder at ``/bot`` and a small ``/tmp``, all but the last read-only; no path of the
server's, no network, no other processes, no shared memory, no host's name. Within, the launcher sets limits and the
filter of system calls.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from plyground.sandbox import surroundings, users
from plyground.sandbox.contract import Bounds, NotStarted
from plyground.sandbox.plan import ENVIRONMENT, Plan, limits
from plyground.sandbox.running import Running

_DEVICES = ("null", "zero", "random", "urandom")
_NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")


class Bubblewrap:
    """Confines by bubblewrap (``Confinement``)."""

    name = "bubblewrap"

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        """Start a bot; see the contract."""
        return self.started(folder, argv, bounds, image)

    def started(
        self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path], building: bool = False
    ) -> Running:
        """Start a bot, or what builds one: that may start programs of its image, up to its bound of threads."""
        program = shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin")
        if program is None:
            raise NotStarted("bubblewrap is not installed.")
        user = users.take()
        shown, leave = users.readable_copy(folder, user)

        def wrap(words: list[str], hand: Callable[[bytes], int], told: int) -> list[str]:
            mounts = _mounts(shown, bounds, image, building)
            given = hand(b"".join(word.encode() + b"\0" for word in [*_orders(user), *mounts]))
            return [program, "--args", str(given), "--info-fd", str(told), "--", *map(surroundings.inside, words)]

        needs = surroundings.python_needs() if argv[0] == surroundings.PYTHON else {}
        orders = {
            "environment": ENVIRONMENT | needs,
            "user": user,
            "namespace": user is not None,
            "limits": limits(bounds, bounds.threads + 2, scratch=True),
        }
        return Running(
            Plan(
                [surroundings.inside(word) for word in argv],
                bounds,
                folder,
                orders,
                wrap,
                told=True,
                first=user is None,
                scratch="/tmp",
                leave=leave,
                building=building,
            )
        )


def _orders(user: int | None) -> list[str]:
    """Which namespaces; root needs none of users to make the others, and its launcher makes one after becoming less.

    Where the server is not root, the bot is the first process of its namespace: else that would be bubblewrap's own,
    which no filter of system calls binds, and into whose memory a bot of the same user could write. As root it is
    bubblewrap's own, which a bot of another user cannot touch, for the kernel would not let a bubblewrap that has given
    up its rights end another user's process when the server is killed.
    """
    words = [*_NAMESPACES, "--hostname", "bot", "--die-with-parent", "--new-session", "--clearenv"]
    words += [word for name, value in surroundings.python_needs().items() for word in ("--setenv", name, value)]
    if user is None:
        return [*words, "--as-pid-1", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    return [*words, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _mounts(folder: Path, bounds: Bounds, image: Sequence[Path], building: bool) -> list[str]:
    hidden = surroundings.hidden()
    within = {path: place for path in image for place in hidden if path.is_relative_to(place)}
    known = surroundings.placed()
    seen = [here for here, _ in known]
    more = [path for path in image if path not in within and not any(path.is_relative_to(each) for each in seen)]
    paths = [*known, *((path, Path(surroundings.inside(str(path)))) for path in more)]
    words = ["--perms", "1777", "--size", str(bounds.scratch_bytes), "--tmpfs", "/tmp"]  # first: Python may lie within
    parents = {parent for path in [*(there for _, there in paths), Path("/dev/null")] for parent in path.parents}
    for parent in sorted(parents - {Path("/"), Path("/tmp")}):
        words += ["--perms", "0755", "--dir", str(parent)]  # else made for root's eyes alone
    for path, there in paths:
        words += ["--ro-bind", os.path.realpath(path), str(there)]
    for path in hidden:
        place = surroundings.inside(str(path))
        words += ["--perms", "0555", "--size", "4096", "--tmpfs", place]
        for piece in (piece for piece, holder in within.items() if holder == path):
            words += ["--ro-bind", os.path.realpath(piece), str(piece)]
        words += ["--remount-ro", place]
    for name in _DEVICES:
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    words += ["--proc", "/proc", "--symlink", "/proc/self/fd", "/dev/fd"] if building else ["--dir", "/proc"]
    words += ["--ro-bind", str(folder.resolve()), "/bot", "--chdir", "/bot"]
    return [*words, "--remount-ro", "/"]
