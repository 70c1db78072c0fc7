"""Where compiled kernels are kept: one file for each kernel, types of its arguments, and digest of what it is made of.

Numba's own cache does not notice a change in another file, so an edited rule would leave a cached search with the old
rule. Here an entry's name holds the digest of all that the kernel is made of (see ``fingerprint``), so an entry never
goes stale: what was edited has another name. Nothing of an entry says where the program lies, so checkouts and an
installed copy can share a folder. The folder's name says the processor and the versions of Python, Numba and NumPy.

An entry is written beside its place and moved there, and carries a checksum: processes may write the same one at once,
and a torn one is compiled anew. Entries that were not used for longest go when there are too many.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from plyground.core import fingerprint, folders, uncounted

_SUFFIX = ".kernel"
_CHECKSUM = 32
_MOST_BYTES = 256 << 20
_LEAST_AGE = 3600.0
"""Seconds between two notes of an entry's use, and the age that what was left half written has when it is swept."""
_KEPT_FOLDERS = 3
_PACKAGE = folders.PACKAGE
_SOURCES = ("core", "games", "search")
_COMPILED_BY = b"".join(
    (_PACKAGE / "core" / name).read_bytes() for name in ("uncounted.py", "scratch.py", "recursion.py")
)
"""What has a say in how kernels are compiled and is no part of any."""
_SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "ENABLE_AVX")


def _processor() -> str:
    """A text that changes when the machine's processor does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        wanted = ("model name", "flags")
        return "".join(line for line in lines[:40] if line.startswith(wanted))
    except OSError:
        return platform.processor() or platform.machine()


def _environment() -> str:
    """Sixteen hexadecimal digits that change when Numba, NumPy, Python or the processor changes."""
    parts = [version("numba"), version("llvmlite"), version("numpy"), sys.version, platform.machine(), _processor()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def sources() -> str:
    """Sixteen hexadecimal digits that change with any source of games and searches."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(_PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def root() -> Path:
    """The folder of all compiled kernels: ``PLYGROUND_CACHE``, or ``.cache/kernels`` beside the package."""
    return Path(os.environ.get("PLYGROUND_CACHE") or folders.HOME / ".cache" / "kernels")


def _choose() -> tuple[Path, ...]:
    """The folders to look in; the last is the one to write to, the user's own where the first cannot be written."""
    wanted = root() / _environment()
    own = Path(os.environ.get("XDG_CACHE_HOME") or folders.of_user() / ".cache") / "plyground" / "kernels" / wanted.name
    for folders_used in ((wanted,), (wanted, own)):
        with suppress(OSError):
            folders_used[-1].mkdir(parents=True, exist_ok=True)
            if os.access(folders_used[-1], os.W_OK):
                return folders_used
    return (wanted,)


FOLDERS = _choose()
FOLDER = FOLDERS[-1]
_SOURCES_NOW = sources()


def kept(function: Any, implementations: fingerprint.Implementations) -> Any:
    """Let what this function of Numba's compiles be kept on disk; gives the function back."""
    if hasattr(function, "py_func"):  # not where NUMBA_DISABLE_JIT leaves plain functions
        function._cache = Entries(function, implementations)
    return function


class Entries(NullCache):  # type: ignore[misc]
    """The kept entries of one kernel, as Numba asks for them."""

    def __init__(self, kernel: Any, implementations: fingerprint.Implementations) -> None:
        self._kernel, self._implementations = kernel, implementations

    @property
    def cache_path(self) -> str:
        """The folder that entries are written to."""
        return str(FOLDER)

    def name(self, signature: Any, codegen: Any) -> str:
        """The file name of the entry for these types of arguments as the sources are now."""
        arguments = tuple(getattr(signature, "args", signature))
        function = self._kernel.py_func
        try:
            made_of = fingerprint.digest(self._kernel, arguments, self._implementations)
        except fingerprint.Untold:
            made_of = f"{_SOURCES_NOW} {function.__module__} {arguments}"
        settings = [(name, getattr(config, name, None)) for name in _SETTINGS]
        key = repr((made_of, codegen.magic_tuple(), settings, uncounted.counts(), _COMPILED_BY))
        title = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        return f"{title}-{hashlib.sha256(key.encode()).hexdigest()[:24]}{_SUFFIX}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function that is kept for these types, or None."""
        target_context.refresh()
        name = self.name(sig, target_context.codegen())
        for folder in FOLDERS:
            try:
                data = (folder / name).read_bytes()
                if hashlib.sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
                    continue
                found = CompileResult._rebuild(target_context, *pickle.loads(data[_CHECKSUM:]))
            except Exception:  # none there, or one that no longer can be read: it is compiled and written anew
                continue
            _note_use(folder / name)
            return found
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, where that is possible."""
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        packed = dumps(data._reduce())
        _write(FOLDER / self.name(sig, data.codegen), hashlib.sha256(packed).digest() + packed)


def _write(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it. A folder that cannot be written is left as it is."""
    with suppress(OSError):
        handle, half_written = tempfile.mkstemp(prefix=path.name, suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(half_written, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(half_written)
            raise


def _note_use(path: Path) -> None:
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _LEAST_AGE:
            os.utime(path)


_CLAIMS = f"claims-{_SOURCES_NOW}"
_MARK = f"warm-{_SOURCES_NOW}"


def is_warm() -> bool:
    """Whether all kernels of these sources are known to be kept."""
    return any((folder / _MARK).exists() for folder in FOLDERS)


def mark_warm() -> None:
    """Remember that they are; what has not been used for long goes. A folder that cannot be written stays unmarked."""
    with suppress(OSError):
        (FOLDER / _MARK).touch()
    sweep()


@contextmanager
def claim(number: int) -> Iterator[bool]:
    """Have the work with this number, of those that processes with this folder share out among them, for as long as the
    block runs; False where another process has it. Where files cannot be locked everybody has everything."""
    with ExitStack() as held:
        mine = True
        with suppress(ImportError, OSError):
            mine = _lock(held, number)
        yield mine


def can_claim() -> bool:
    """Whether what is claimed in this folder is kept from others, and what is compiled can be kept there."""
    with suppress(ImportError, OSError), ExitStack() as held:
        _lock(held, 0)
        return True
    return False


def _lock(held: ExitStack, number: int) -> bool:
    """Lock a byte of the file of claims; False where another process has it. Raises where that cannot be."""
    import fcntl

    file = held.enter_context((FOLDER / _CLAIMS).open("ab"))
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except BlockingIOError:
        return False
    return True


def sweep(most_bytes: int = _MOST_BYTES) -> None:
    """Remove the entries that were not used for longest until at most ``most_bytes`` are left, and other litter."""
    with suppress(OSError):
        _sweep_folders()
    with suppress(OSError):
        _sweep_entries(most_bytes)


def _sweep_folders() -> None:
    others = [path for path in FOLDER.parent.iterdir() if path.is_dir() and path != FOLDER]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[_KEPT_FOLDERS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def _sweep_entries(most_bytes: int) -> None:
    files = sorted(((path.stat(), path) for path in FOLDER.iterdir()), key=lambda pair: -pair[0].st_mtime)
    size = 0
    for about, path in files:
        if path.suffix == _SUFFIX:
            size += about.st_size
        litter = path.suffix == ".tmp" and time.time() - about.st_mtime > _LEAST_AGE
        if litter or (path.suffix == _SUFFIX and size > most_bytes):
            path.unlink(missing_ok=True)
    if size > most_bytes:
        for mark in FOLDER.glob("warm-*"):
            mark.unlink(missing_ok=True)
