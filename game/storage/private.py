"""Files and folders that nobody but their own user may read, those of earlier versions included."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_FILE, _FOLDER = 0o600, 0o700
_PASSABLE = 0o711
"""A folder that others may pass, not list: where the server is root, bots run as users of their own, on files in it."""


def private_file(path: Path) -> None:
    """Make a file its user's alone, and make it first if there is none; what is somebody else's stays as it is."""
    with suppress(OSError):
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE))
        elif path.stat().st_mode & 0o077:  # never opened: to close a file of SQLite would drop this process's locks
            path.chmod(_FILE)


def private_database(path: Path) -> None:
    """The same for a file of SQLite and those that it keeps beside it."""
    private_file(path)
    for end in ("-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            private_file(beside)


def private_folder(path: Path) -> None:
    """Make a folder its user's alone, and make it first if there is none."""
    mode = _PASSABLE if hasattr(os, "geteuid") and os.geteuid() == 0 else _FOLDER
    with suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(path.stat().st_mode & mode)
