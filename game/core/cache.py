"""Where compiled kernels are kept: a folder whose name is a fingerprint of everything that they depend on.

Numba's own cache does not notice a change in another file, so an edited rule would leave a cached search with the
old rule. The folder is therefore keyed by the sources of all kernels, the versions of Numba and Python, and the
processor; it is named in the environment before Numba is first imported. Import this module before ``numba``.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

from plyground.core import folders

_KERNEL_FOLDERS = ("core", "games", "search")
_KEPT = 3


def _processor() -> str:
    """A text that changes when the machine's processor does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        wanted = ("model name", "flags")
        return "".join(line for line in lines[:40] if line.startswith(wanted))
    except OSError:
        return platform.processor() or platform.machine()


def fingerprint() -> str:
    """Sixteen hexadecimal digits that change when a kernel source, Numba, Python or the processor changes."""
    digest = hashlib.sha256()
    for part in (
        version("numba"),
        version("llvmlite"),
        version("numpy"),
        sys.version,
        platform.machine(),
        _processor(),
    ):
        digest.update(part.encode())
    for folder in _KERNEL_FOLDERS:
        for path in sorted((folders.PACKAGE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(folders.PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def root() -> Path:
    """The folder of all kernel caches: ``PLYGROUND_CACHE``, or ``.cache/kernels`` beside the package."""
    return Path(os.environ.get("PLYGROUND_CACHE") or folders.HOME / ".cache" / "kernels")


def _sweep(keep: Path) -> None:
    """Remove all but the newest few caches, so that edited sources do not fill the disk."""
    others = [path for path in keep.parent.iterdir() if path.is_dir() and path != keep]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def _choose() -> Path:
    folder = root() / fingerprint()
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if fresh:
            _sweep(folder)
    except OSError:  # a read-only installation: Numba then falls back to the user's own cache folder
        return folder
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder


FOLDER = _choose()
WARM_MARK = FOLDER / "warm"
