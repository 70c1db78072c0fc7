"""The second choice, where bubblewrap cannot run: Landlock lets a bot open nothing but what it needs.

The kernel asks no privileges for it. The bot keeps the machine's names of files and sees whether a file exists, but
reads only the system's libraries, Python without installed packages and its own folder, and writes nothing at all, so
it has no temporary space. The filter of system calls does the rest: no sockets, no second process, and no change of
what Landlock leaves alone (modes, owners and times of files).
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Sequence
from pathlib import Path

from plyground.sandbox import surroundings, users
from plyground.sandbox.contract import Bounds, NotStarted
from plyground.sandbox.plan import Plan, limits
from plyground.sandbox.running import Running

_CREATE_RULESET, _VERSION = 444, 1
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_FILES = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
"""All rights on files that each version of Landlock knows: later ones add moving, truncating, and device calls."""
_NETWORK, _SCOPED = 3, 3  # binding and connecting; abstract sockets and signals to others
_OTHERS = 50
"""Room for processes that the server's user may start while a bot runs, where they cannot be counted apart."""


def version() -> int:
    """The version of Landlock that the kernel has; 0 if none."""
    library = ctypes.CDLL(None, use_errno=True)
    found = int(library.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION))
    return max(found, 0)


class Landlock:
    """Confines by Landlock and the filter of system calls (``Confinement``)."""

    name = "landlock"

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        """Start a bot; see the contract."""
        known = version()
        if known < 1:
            raise NotStarted("The kernel has no Landlock.")
        reading = [*surroundings.readable(), *image, folder.resolve()]
        if not folder.is_dir():
            raise NotStarted(f"There is no folder {folder}.")
        user = users.take()
        others = 0 if users.own(user) else users.tasks_of(os.geteuid() if user is None else user) + _OTHERS
        orders = {
            "user": user,
            "read_all": user is not None and not all(map(_reachable, reading)),
            "namespace": user is None,
            "tasks_of_others": others,
            "parent": os.getpid(),
            "drop": True,
            "limits": limits(bounds, bounds.threads, scratch=False),
            "landlock": {
                "files": _FILES[min(known, 5)],
                "network": _NETWORK if known >= 4 else 0,
                "scoped": _SCOPED if known >= 6 else 0,
                "size": 8 if known < 4 else 16 if known < 6 else 24,
                "paths": [
                    *_surroundings(),
                    *_image(image),
                    [str(folder.resolve()), _EXECUTE | _READ | _LIST],
                    *[[f"/dev/{name}", _READ | _WRITE] for name in ("null", "zero")],
                    *[[f"/dev/{name}", _READ] for name in ("random", "urandom")],
                ],
            },
        }
        return Running(Plan(argv, bounds, folder, orders, leave=lambda: users.give_back(user)))


@functools.cache
def _surroundings() -> list[list[str | int]]:
    """What every bot may do, by path; of what may not be read as a whole only names are told."""
    return [
        [str(path), (_EXECUTE | _READ if whole else 0) | (_LIST if path.is_dir() else 0)]
        for path, whole in surroundings.apart()
    ]


def _image(paths: Sequence[Path]) -> list[list[str | int]]:
    """A language's own part; of a folder in which other packages lie too only the names are told."""
    beside = {place for path in paths for place in surroundings.hidden() if path.is_relative_to(place)}
    rights: list[tuple[Path, int]] = [(path, _LIST) for path in sorted(beside)]
    rights += [(path, _EXECUTE | _READ | (_LIST if path.is_dir() else 0)) for path in paths]
    return [[str(path), each] for path, each in rights]


def _reachable(path: Path) -> bool:
    """Whether any user of the machine can get at a file or folder, and at the files that lie in that folder."""
    real = Path(os.path.realpath(path))
    inside = list(real.iterdir()) if real.is_dir() else []
    return all(parent.stat().st_mode & 0o001 for parent in real.parents) and all(
        map(users.open_to_all, [real, *inside])
    )
