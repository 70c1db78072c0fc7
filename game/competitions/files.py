"""Files of handed-in bots: checked, and kept by their content in the data folder.

A bot is one Python file, one executable file, a zip, or (on the command line) a folder. What is kept never changes: the
same files have the same content hash, so any game can be played again with the very bots that played it.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import ClassVar

from game.competitions.errors import CompetitionRefusal
from game.sessions.settings import ROOT

MOST_BYTES = 5 * 1024 * 1024
MOST_FILES = 200
MOST_RATIO = 200
"""A file of a zip that grows by more than this when it is unpacked is refused."""
_CHUNK = 64 * 1024

Files = Mapping[str, tuple[bytes, bool]]
"""Path below the bot's folder, to its bytes and whether it may be executed."""


class BadUpload(CompetitionRefusal):
    """What was handed in is no bot's files, or more than is taken."""

    code: ClassVar[str] = "bad_upload"


def read(path: Path) -> dict[str, tuple[bytes, bool]]:
    """The files of a bot that lies on this machine's disk; raises ``BadUpload``."""
    if path.is_dir():
        found = {}
        for each in sorted(path.rglob("*")):
            if each.is_symlink():
                raise BadUpload(f"{each.name} is a link; hand in the file itself.")
            if each.is_file() and "__pycache__" not in each.parts:
                found[each.relative_to(path).as_posix()] = (each.read_bytes(), bool(each.stat().st_mode & 0o111))
        return _checked(found)
    if not path.is_file():
        raise BadUpload(f"There is no file {path}.")
    if path.stat().st_size > MOST_BYTES:
        raise BadUpload(_TOO_LARGE)
    return unpack(path.name, path.read_bytes(), bool(path.stat().st_mode & 0o111))


def unpack(name: str, data: bytes, executable: bool = False) -> dict[str, tuple[bytes, bool]]:
    """The files of a bot handed in as one file: itself, or what is in the zip; raises ``BadUpload``."""
    if not name.lower().endswith(".zip"):
        return _checked({PurePosixPath(name.replace("\\", "/")).name: (data, executable)})
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _checked(_without_wrapper(_unpacked(archive)))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise BadUpload(f"The zip cannot be read: {str(error)[:100]}.") from None


_TOO_LARGE = f"A bot is at most {MOST_BYTES // (1024 * 1024)} MB, unpacked."


def _unpacked(archive: zipfile.ZipFile) -> dict[str, tuple[bytes, bool]]:
    """Read file by file and never more than is allowed, whatever the zip says of its sizes."""
    found: dict[str, tuple[bytes, bool]] = {}
    total = 0
    members = [each for each in archive.infolist() if not each.is_dir()]
    if len(members) > MOST_FILES:
        raise BadUpload(f"A bot has at most {MOST_FILES} files.")
    for each in members:
        mode = each.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise BadUpload(f"{each.filename[:80]} is a link or no plain file; hand in the file itself.")
        parts = bytearray()
        with archive.open(each) as source:
            while chunk := source.read(_CHUNK):
                parts += chunk
                if total + len(parts) > MOST_BYTES:
                    raise BadUpload(_TOO_LARGE)
                if len(parts) > MOST_RATIO * max(each.compress_size, 1) and len(parts) > _CHUNK:
                    raise BadUpload(f"{each.filename[:80]} is packed too tightly to be a bot's file.")
        total += len(parts)
        if each.filename in found:
            raise BadUpload(f"{each.filename[:80]} is in the zip twice.")
        found[each.filename] = (bytes(parts), bool(mode & 0o111))
    return found


def _without_wrapper(files: Files) -> dict[str, tuple[bytes, bool]]:
    """Without the one folder around everything that many zips have, and without what systems add."""
    kept = {name: one for name, one in files.items() if not name.startswith("__MACOSX/") and "__pycache__/" not in name}
    tops = {name.split("/")[0] for name in kept}
    if len(tops) == 1 and all("/" in name for name in kept):
        return {name.split("/", 1)[1]: one for name, one in kept.items()}
    return kept


def _checked(files: Files) -> dict[str, tuple[bytes, bool]]:
    if not files:
        raise BadUpload("There are no files in it.")
    if len(files) > MOST_FILES:
        raise BadUpload(f"A bot has at most {MOST_FILES} files.")
    if sum(len(data) for data, _ in files.values()) > MOST_BYTES:
        raise BadUpload(_TOO_LARGE)
    for name in files:
        path = PurePosixPath(name)
        strange = any(part in ("..", ".") for part in name.split("/")) or "\\" in name or "\0" in name or ":" in name
        if path.is_absolute() or strange or not path.name or len(name) > 200:
            raise BadUpload(f"A file's path lies within the bot's folder; “{name[:80]}” does not.")
    return dict(files)


def content_of(files: Files) -> str:
    """The content hash: of all paths, bytes and whether they may be executed."""
    digest = hashlib.sha256()
    for name, (data, executable) in sorted(files.items()):
        digest.update(f"{len(name.encode())}:{name}:{int(executable)}:{len(data)}:".encode() + data)
    return digest.hexdigest()[:40]


def bots_folder() -> Path:
    """Where bots are kept: ``bots`` in the folder that ``PLYGROUND_DATA`` names, or in the project's ``data``."""
    return Path(os.environ.get("PLYGROUND_DATA") or ROOT / "data") / "bots"


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
        for name, (data, executable) in files.items():
            path = working / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755 if executable else 0o644)
        for folder in [working, *(path for path in working.rglob("*") if path.is_dir())]:
            folder.chmod(0o755)
        working.rename(target)
    except OSError:
        shutil.rmtree(working, ignore_errors=True)
        if not target.is_dir():  # else another process was quicker
            raise
    return content


def kept(content: str) -> dict[str, tuple[bytes, bool]]:
    """The files that are kept under this hash; raises ``BadUpload`` if they are gone."""
    folder = folder_of(content)
    if not folder.is_dir():
        raise BadUpload("The files of this bot are no longer kept here.")
    return read(folder)
