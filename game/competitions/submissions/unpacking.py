"""Reads what is handed in as a bot, one source file, a zip or an executable, and refuses what no bot needs.

Nothing is written to the disk here, and no more is unpacked than is allowed, whatever a zip says of its sizes.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from plyground.competitions.languages import table
from plyground.competitions.submissions import weights
from plyground.core import json_text
from plyground.core.messages import _
from plyground.core.refusals import (
    BadDescription,
    BadUpload,
    DoubledFile,
    EncryptedZip,
    HoldsLink,
    NotABot,
    PackedTooTightly,
    StrayPath,
    TooManyFiles,
    UnreadableZip,
    UploadTooLarge,
)

MOST_BYTES = 5 * 1024 * 1024
MOST_WEIGHTS = 20 * 1024 * 1024
"""Bytes of a file of learnt weights (``weights``), besides those of the bot; a competition may take less."""
MOST_FILES = 200
MOST_RATIO = 200
"""No file of a zip may become more than so many times larger; source text stays below 30."""
MOST_PATH, MOST_DEPTH = 200, 16
DESCRIPTION = "plyground.json"
"""A file that may say how a bot is started, ``{"command": ["./bot", "--fast"]}``, or in what it is written,
``{"language": "numba"}``."""
BUILT = ".built/"
"""Where what was built of the sources lies; what is handed in there is left out."""
MADE = f"{BUILT}made.json"
"""How a bot that was built is started."""
_TIME = 315532800
_FREE_BYTES = 64 * 1024  # a small file may be packed as tightly as it likes
_CHUNK = 64 * 1024
_MOST_ENTRIES = 4 * MOST_FILES  # folders among them
_MOST_WORDS = 32
_ENCRYPTED = 0x1
_ELF = b"\x7fELF"
_NODE_SCRIPT = re.compile(rb"#!(?=[^\n]*\bnode\b)[^\n]*+\n")
_PYTHON_SCRIPT = re.compile(rb"#!(?=[^\n]*python)[^\n]*+\n")

_Found = dict[str, tuple[bytes, bool]]
Files = weights.Files


TOO_LARGE = _("A bot is at most {most_bytes} MB, unpacked.", most_bytes=MOST_BYTES // (1024 * 1024))
_TOO_MANY = _("A bot has at most {most_files} files.", most_files=MOST_FILES)


def read(path: Path, hidden: bool = False) -> _Found:
    """The files of a bot that lies on this machine's disk as a file or a folder, of that also ``hidden`` ones if they
    are asked for; raises ``BadUpload``."""
    try:
        if path.is_dir():
            return _checked(of_folder(path, hidden))
        if path.stat().st_size > MOST_BYTES + MOST_WEIGHTS:
            raise UploadTooLarge(TOO_LARGE)
        return unpack(path.name, path.read_bytes())
    except OSError as error:
        raise NotABot(_("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)) from None


def unpack(name: str, data: bytes) -> _Found:
    """The files of a bot handed in as one file: itself, or what is in the zip; raises ``BadUpload``.

    A file that comes alone is called ``bot.py`` or ``bot``, so the same program is the same bot under any name.
    """
    packed = data.startswith(b"PK\x03\x04")
    if len(data) > MOST_BYTES + (MOST_WEIGHTS if packed else 0):
        raise UploadTooLarge(TOO_LARGE)
    if name.lower().endswith(".zip") or packed:
        return _checked(_without_wrapper(_of_zip(data)))
    if name.lower().endswith(".py") or _PYTHON_SCRIPT.match(data):
        return _checked({"bot.py": (data, False)})
    if data.startswith(_ELF):
        return _checked({"bot": (data, True)})
    suffix = ".js" if _NODE_SCRIPT.match(data) else PurePosixPath(name.lower()).suffix
    if table.of_suffix(suffix) is not None:
        return _checked({f"bot{suffix}": (data, False)})
    raise NotABot(
        _(
            "A bot is a source file ({suffixes}), a zip, or an executable of this machine's kind.",
            suffixes=", ".join(each.suffixes[0] for each in table.LANGUAGES if each.suffixes and each.id != "numba"),
        )
    )


def with_weights(files: Files, name: str, data: bytes) -> _Found:
    """The files of a bot, and its learnt weights, which came as a file of their own; raises ``BadUpload``."""
    return _checked({**weights.without(files), weights.called(name): (data, False)})


def unpack_built(data: bytes) -> _Found:
    """What a build made, from the zip that it wrote; raises ``BadUpload``."""
    found = _of_zip(data)
    if found:
        _checked(found)
    return {name: one for name, one in found.items() if name.startswith(BUILT) and name != MADE}


def write(files: Files, folder: Path) -> None:
    """Write the files into an empty folder, from which the bot is run."""
    for name, (content, executable) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (_TIME, _TIME))  # by which Numba knows that what it compiled is of this file


def command(files: Files) -> list[str] | None:
    """The command that the bot's description names, or None without one; raises ``BadDescription``."""
    told = _description(files)
    if told is None or ("language" in told and "command" not in told):
        return None
    words = told.get("command")
    if (
        not isinstance(words, list)
        or not 0 < len(words) <= _MOST_WORDS
        or not all(isinstance(word, str) and word.isprintable() and 0 < len(word) <= 200 for word in words)
    ):
        raise BadDescription(
            _('{description} names the command as a list of words: {{"command": ["./bot"]}}.', description=DESCRIPTION)
        )
    if words[0] not in ("python", "python3", "node") and str(PurePosixPath(words[0])) not in files:
        raise BadDescription(
            _(
                "The command in {description} begins with python, node or one of the bot's own files.",
                description=DESCRIPTION,
            )
        )
    return list(words)


def language(files: Files) -> str | None:
    """The language that the bot's description names, or None; raises ``BadDescription``."""
    told = (_description(files) or {}).get("language")
    if told is not None and not isinstance(told, str):
        raise BadDescription(
            _('{description} names the language as a text: {{"language": "c"}}.', description=DESCRIPTION)
        )
    return told


def _description(files: Files) -> dict[str, Any] | None:
    """What the description says, None without one."""
    if DESCRIPTION not in files:
        return None
    try:
        told = json_text.read(files[DESCRIPTION][0])
    except ValueError:
        raise BadDescription(_("{description} is no JSON.", description=DESCRIPTION)) from None
    return told if isinstance(told, dict) else {}


def is_hidden(name: str) -> bool:
    """Whether a file of a folder, or a folder that it is in, is hidden, as what git keeps."""
    return any(part.startswith(".") for part in name.split("/"))


def is_cached(name: str) -> bool:
    """Whether a file of a folder was compiled by Python."""
    return "__pycache__" in name.split("/")


def of_folder(folder: Path, hidden: bool = False) -> _Found:
    """The files of a folder by their names, each with whether it may be run; without those that tools keep there and,
    unless ``hidden``, what is hidden. Raises ``BadUpload`` for links, and for too many or too large files."""
    found: _Found = {}
    total = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if is_cached(name) or (is_hidden(name) and not hidden):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise HoldsLink(_("{name} is a link or no plain file; hand in the file itself.", name=path.name))
        if path.is_dir():
            continue
        total += path.stat().st_size
        if total > MOST_BYTES + MOST_WEIGHTS:
            raise UploadTooLarge(TOO_LARGE)
        if len(found) == MOST_FILES:
            raise TooManyFiles(_TOO_MANY)
        found[name] = (path.read_bytes(), bool(path.stat().st_mode & 0o111))
    return found


def _of_zip(data: bytes) -> _Found:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive)
    except BadUpload:
        raise
    except Exception as error:  # what is made to be wrong goes wrong in many ways, and the library names only some
        raise UnreadableZip(_("The zip cannot be read: {rstrip}.", rstrip=str(error)[:100].rstrip("."))) from None


def _unpacked(archive: zipfile.ZipFile) -> _Found:
    """File by file, and never more than is allowed."""
    found: _Found = {}
    left = {False: MOST_BYTES, True: MOST_WEIGHTS}
    if len(archive.infolist()) > _MOST_ENTRIES:
        raise TooManyFiles(_TOO_MANY)
    for entry in archive.infolist():
        shown, mode = entry.filename[:80], entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise HoldsLink(_("{shown} is a link or no plain file; hand in the file itself.", shown=shown))
        if entry.filename.endswith("/"):
            continue
        if entry.flag_bits & _ENCRYPTED:
            raise EncryptedZip(_("The zip has a password; pack it without one."))
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise UnreadableZip(
                _("{shown} is packed in an unusual way; use deflate, which is what zip does by itself.", shown=shown)
            )
        if entry.filename in found:
            raise DoubledFile(_("{shown} is in the zip twice.", shown=shown))
        if len(found) == MOST_FILES:
            raise TooManyFiles(_TOO_MANY)
        learnt = weights.called_so(PurePosixPath(entry.filename).name)  # a folder around everything is not known yet
        content = _content(archive, entry, left[learnt])
        left[learnt] -= len(content)
        found[entry.filename] = (content, bool(mode & 0o111))
    return found


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    """The bytes of one file, of which at most ``left`` are read."""
    content = bytearray()
    with archive.open(entry) as source:
        while chunk := source.read(_CHUNK):
            content += chunk
            if len(content) > left:
                raise UploadTooLarge(TOO_LARGE)
            if len(content) > max(_FREE_BYTES, MOST_RATIO * entry.compress_size):
                raise PackedTooTightly(
                    _("{filename} is packed too tightly to be a bot's file.", filename=entry.filename[:80])
                )
    return bytes(content)


def _without_wrapper(files: Files) -> _Found:
    """Without the one folder around everything that many zips have, and without what systems add."""
    kept = {
        name.removeprefix("./"): one
        for name, one in files.items()
        if not name.startswith("__MACOSX/") and not is_cached(name)
    }
    tops = {name.split("/")[0] for name in kept}
    if len(tops) == 1 and all("/" in name for name in kept) and tops != {""} and tops != {".."}:
        return {name.split("/", 1)[1]: one for name, one in kept.items()}
    return kept


def _checked(files: Files) -> _Found:
    if not files:
        raise NotABot(_("There are no files in it."))
    weights.insist(files, MOST_WEIGHTS)
    if sum(len(data) for data, _runs in weights.without(files).values()) > MOST_BYTES:
        raise UploadTooLarge(TOO_LARGE)
    for name in files:
        parts = name.split("/")
        if (
            any(part in ("", ".", "..") or len(part.encode()) > MOST_PATH for part in parts)
            or not name.isprintable()
            or any(letter in name for letter in '\\:*?"<>|')
            or len(name) > MOST_PATH
            or len(parts) > MOST_DEPTH
        ):
            raise StrayPath(
                _("A file's path lies within the bot's folder and is plain; “{plain}” is not.", plain=_plain(name))
            )
    for name in files:
        for parent in PurePosixPath(name).parents:
            if str(parent) in files:
                raise DoubledFile(_("{plain} is a file and a folder at once.", plain=_plain(str(parent))))
    found = {name: (data, executable or data.startswith(_ELF)) for name, (data, executable) in files.items()}
    command(found)  # a description that says nothing is refused while its author is there
    return found


def _plain(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:80])
