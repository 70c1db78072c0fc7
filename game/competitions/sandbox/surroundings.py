"""What of the disk a bot may read: Python with its packages, the system's libraries, and the project's runner."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

PYTHON = sys.executable
"""The Python that runs bots, the one that runs the server: name it as ``argv[0]``."""
RUNNER = Path(__file__).resolve().parent.parent / "runner"
"""The folder of the project's runner for Python bots, readable at this very path."""
LAUNCHER = Path(__file__).resolve().parent / "launcher.py"

_SYSTEM = ("/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32")
_FILES = ("/etc/ld.so.cache", "/etc/localtime")
_SHARED_PREFIXES = ("/", "/usr", "/usr/local")
"""Prefixes under which other things than Python live too."""


def readable() -> list[Path]:
    """The folders and files that every bot may read and run, at the paths that programs know them by."""
    wanted = [*map(Path, _SYSTEM), *map(Path, _FILES), *_python(), LAUNCHER, RUNNER]
    return _outermost([path for path in wanted if path.exists()])


def _python() -> list[Path]:
    """Where Python and its packages lie: whole prefixes that are its own, else only what it needs of them."""
    base = Path(sys.base_prefix)
    folders = [Path(sys.prefix)] if sys.prefix != sys.base_prefix else []
    if str(base) not in _SHARED_PREFIXES:
        return [*folders, base]
    folders += _links(Path(sys.executable))
    folders += [Path(sysconfig.get_path(name, vars={"base": str(base)})) for name in ("stdlib", "platstdlib")]
    return [*folders, *sorted((base / "lib").glob("libpython*.so*"))]


def _links(path: Path) -> list[Path]:
    """A path and all that it leads to, one link after another."""
    found = [path]
    while found[-1].is_symlink() and len(found) < 16:
        found.append(found[-1].parent / os.readlink(found[-1]))
    return found


def _outermost(paths: list[Path]) -> list[Path]:
    """Without those that lie within another; the order stays."""
    kept: list[Path] = []
    for path in paths:
        if path not in kept and not any(other != path and other in path.parents for other in paths):
            kept.append(path)
    return kept
