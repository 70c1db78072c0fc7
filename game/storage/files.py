"""Files of SQLite: whether one is whole, and copies of it while it is in use."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from plyground.core.refusals import NoBackup, UnfitDatabase
from plyground.storage import engine
from plyground.storage.private import private_file

_MAGIC = b"SQLite format 3\0"
_CHECK_SECONDS = 3.0
"""How long a file is looked through for damage; of a large one only a part is then seen."""


def check_file(path: Path) -> None:
    """Raise ``UnfitDatabase`` if there is something at this path that is no whole database, or cannot be used now."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
    except OSError as error:
        raise UnfitDatabase(f"The database {path} cannot be opened: {error.strerror}.") from None
    if not path.is_file() or not os.access(path, os.R_OK):
        reason = "Permission denied" if path.is_file() else "Is a directory"
        raise UnfitDatabase(f"The database {path} cannot be opened: {reason}.")
    ends = time.monotonic() + _CHECK_SECONDS
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=30)) as connection:
            connection.set_progress_handler(lambda: time.monotonic() > ends, 10_000)
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            return
        if not error.sqlite_errorname.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            reason = engine.sqlite_sentence(error.sqlite_errorname)
            raise UnfitDatabase(f"The database {path} cannot be used. {reason}") from None
        # Only now, as to open and close a database that this process has in use would drop its locks.
        if error.sqlite_errorname == "SQLITE_NOTADB" and _begin(path) != _MAGIC:
            raise UnfitDatabase(
                f"{path} is no database: it is another kind of file. Nothing was changed in it."
            ) from None
        said = str(error)
    if said != "ok":
        raise UnfitDatabase(
            f"The database {path} is damaged ({said.strip().splitlines()[-1]}). Go back to a copy: "
            "docs/storage.md says how."
        )


def _begin(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(_MAGIC))


def copy_file(path: Path, target: Path) -> None:
    """Copy a database in use as it is at this moment; raises ``NoBackup`` or ``OSError``, and then leaves no copy."""
    if not path.exists():
        raise NoBackup(f"There is no database {path} yet, so there is nothing to copy.")
    if target.exists():
        raise NoBackup(f"There is a file {target.name} already; choose another name.")
    target.parent.mkdir(exist_ok=True)  # of more that are missing one is mistyped
    part = target.with_name(f"{target.name}.part")
    try:
        private_file(part)
        with closing(sqlite3.connect(path, timeout=30)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        part.rename(target)
    except sqlite3.Error as error:
        raise NoBackup(f"{target} could not be written: {error}.") from None
    finally:
        part.unlink(missing_ok=True)


def copy_beside(path: Path, version: str) -> Path:
    """Copy a database before it is upgraded, beside it under its version and the time; raises ``UnfitDatabase``."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S-%f")
    target = path.with_name(f"{path.stem}.version-{version}.{now}{path.suffix}")
    try:
        copy_file(path, target)
    except (NoBackup, OSError) as error:
        raise UnfitDatabase(f"The database {path} was not upgraded, for no copy could be made first: {error}") from None
    return target
