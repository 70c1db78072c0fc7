"""Takes what somebody hands in, a file or a zip, as the files of a bot; and nothing that could do harm on the way.

Nothing is written before everything was checked, and the sizes that a zip claims are not believed.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import ClassVar

from game.competitions.errors import CompetitionRefusal

MOST_BYTES = 5 * 1024 * 1024
"""All files together, unpacked; a zip itself is no longer either."""
MOST_FILES = 200
MOST_RATIO = 200
"""How much smaller than its content a file in a zip may be."""
_FREE_BYTES = 100_000  # under this no ratio is asked
_NAME_LENGTH = 200


class BadUpload(CompetitionRefusal):
    """What was handed in is no bot that can be taken."""

    code: ClassVar[str] = "bad_upload"


def read(name: str, content: bytes) -> dict[str, tuple[bytes, bool]]:
    """The files by their path within the folder, each with whether it may be run; raises ``BadUpload``.

    A zip whose files all lie in one folder is taken as if they lay beside each other.
    """
    if len(content) > MOST_BYTES:
        raise BadUpload(f"A bot may have {MOST_BYTES // 1024**2} MB; this is more.")
    if zipfile.is_zipfile(io.BytesIO(content)) and not content.startswith(b"\x7fELF"):
        return _without_outer_folder(_read_zip(content))
    short = PurePosixPath(name.replace("\\", "/")).name
    _insist_name(short)
    return {short: (content, not short.endswith(".py"))}


def write(files: Mapping[str, tuple[bytes, bool]], folder: Path) -> None:
    """Write the files into an empty folder."""
    for name, (content, executable) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if executable else 0o644)


def _read_zip(content: bytes) -> dict[str, tuple[bytes, bool]]:
    files: dict[str, tuple[bytes, bool]] = {}
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise BadUpload(f"A bot may have {MOST_FILES} files; this zip has {len(entries)}.")
            for entry in entries:
                _insist_name(entry.filename)
                mode = entry.external_attr >> 16
                if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                    raise BadUpload(f"{_short(entry.filename)} is no plain file; links and the like are not taken.")
                with archive.open(entry) as file:
                    data = file.read(left + 1)
                if len(data) > left:
                    raise BadUpload(f"Unpacked, a bot may have {MOST_BYTES // 1024**2} MB; this zip has more.")
                if len(data) > _FREE_BYTES and len(data) > MOST_RATIO * max(entry.compress_size, 1):
                    raise BadUpload(f"{_short(entry.filename)} is packed too tightly to be taken.")
                if entry.filename in files:
                    raise BadUpload(f"{_short(entry.filename)} is there twice.")
                left -= len(data)
                files[entry.filename] = data, bool(mode & 0o100)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, BadUpload):
            raise
        raise BadUpload("This zip cannot be unpacked: it is damaged, encrypted or of an unusual kind.") from error
    if not files:
        raise BadUpload("This zip is empty.")
    return files


def _insist_name(name: str) -> None:
    path = PurePosixPath(name)
    plain = name.isprintable() and "\\" not in name and ":" not in name
    if not name or len(name) > _NAME_LENGTH or path.is_absolute() or ".." in path.parts or not plain:
        raise BadUpload(f"{_short(name)} is no name of a file within a bot's own folder.")


def _without_outer_folder(files: dict[str, tuple[bytes, bool]]) -> dict[str, tuple[bytes, bool]]:
    kept = {name: file for name, file in files.items() if not name.startswith("__MACOSX/")}
    tops = {PurePosixPath(name).parts[0] for name in kept}
    if len(tops) != 1 or any(len(PurePosixPath(name).parts) == 1 for name in kept):
        return kept or files
    return {str(PurePosixPath(*PurePosixPath(name).parts[1:])): file for name, file in kept.items()}


def _short(name: str) -> str:
    flat = "".join(letter if letter.isprintable() else "?" for letter in name)
    return f"“{flat[:60]}{'…' if len(flat) > 60 else ''}”"
