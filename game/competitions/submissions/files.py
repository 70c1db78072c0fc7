"""Files of handed-in bots, kept by their content in the data folder.

What is kept never changes: the same files have the same content hash, so any game can be played again with the very
bots that played it. ``unpacking`` reads what is handed in.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from plyground.competitions.submissions import unpacking
from plyground.competitions.submissions.unpacking import Files
from plyground.core import folders
from plyground.core.messages import _
from plyground.core.refusals import BadUpload, TooMany

_BLOCK, _COUNT_SECONDS = 4096, 30.0
_lock = threading.Lock()
_counted: dict[str, tuple[float, Path, int]] = {}


def content_of(files: Files) -> str:
    """The content hash: of all paths, bytes and whether they may be executed."""
    digest = hashlib.sha256()
    for name, (data, executable) in sorted(files.items()):
        digest.update(f"{len(name.encode())}:{name}:{int(executable)}:{len(data)}:".encode() + data)
    return digest.hexdigest()[:40]


def bots_folder() -> Path:
    """Where bots are kept: ``bots`` in the folder of data."""
    return folders.data() / "bots"


def folder_of(content: str) -> Path:
    """The folder in which the files with this hash lie, if they are kept here."""
    return bots_folder() / content


def keep(files: Files) -> str:
    """Keep the files, whole or not at all; returns their content hash."""
    content = content_of(files)
    target = folder_of(content)
    if target.is_dir():
        return content
    target.parent.mkdir(parents=True, exist_ok=True)
    working = Path(tempfile.mkdtemp(prefix="new-", dir=target.parent))
    try:
        unpacking.write(files, working)
        for folder in [working, *(path for path in working.rglob("*") if path.is_dir())]:
            folder.chmod(0o755)
        working.rename(target)
    except OSError:
        shutil.rmtree(working, ignore_errors=True)
        if not target.is_dir():  # else another process was quicker
            raise
    return content


@contextmanager
def keeping(files: Files, room: int | None = None) -> Iterator[Path]:
    """Keep the files and give their folder; if what is done with it is refused, they are not kept after all.

    ``room`` is how many bytes all bots together may take; raises ``TooMany``.
    """
    folder = folder_of(content_of(files))
    known = folder.is_dir()
    size = 0 if known else sum(_on_disk(len(data)) for data, _unused in files.values())
    if room is not None and size and _taken_lately() + size > room:
        raise TooMany(_("There is no room for more bots on this server; whoever runs it can make some."))
    keep(files)
    try:
        yield folder
        _add(size)
    except BaseException:
        if not known:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def forget(contents: Iterable[str]) -> None:
    """Keep the files with these hashes no longer."""
    for content in contents:
        shutil.rmtree(folder_of(content), ignore_errors=True)
    with _lock:
        _counted.pop("taken", None)


def taken() -> int:
    """Bytes that all kept bots take on the disk."""
    return sum(_on_disk(path.stat().st_size) for path in bots_folder().rglob("*") if path.is_file())


def _on_disk(size: int) -> int:
    """Files take whole blocks: many small ones take more room than they hold."""
    return max(1, -(-size // _BLOCK)) * _BLOCK


def _taken_lately() -> int:
    """What ``taken`` gave a moment ago, and what this process has kept since: counting many files takes its time."""
    with _lock:
        at, folder, total = _counted.get("taken", (0.0, bots_folder(), 0))
        if not at or folder != bots_folder() or time.monotonic() > at + _COUNT_SECONDS:
            at, folder, total = time.monotonic(), bots_folder(), taken()
            _counted["taken"] = (at, folder, total)
        return total


def _add(size: int) -> None:
    with _lock:
        if "taken" in _counted:
            at, folder, total = _counted["taken"]
            _counted["taken"] = (at, folder, total + size)


def kept(content: str) -> Files:
    """The files that are kept under this hash; raises ``BadUpload`` if they are gone."""
    folder = folder_of(content)
    if not folder.is_dir():
        raise BadUpload(_("The files of this bot are no longer kept here."))
    return unpacking.read(folder, hidden=True)
