"""What of the disk a bot may read: Python with its standard library, the system's libraries, and what bots import.

Packages that were installed for Python are left out wherever they lie: the server's own, those of the Python that it
was made from, and the system's. So a bot finds the standard library and nothing else, whatever it puts on its path.
"""

from __future__ import annotations

import functools
import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from plyground.core import folders
from plyground.sandbox.bot_library import folder as bot_library

PYTHON = sys.executable
"""The Python that runs bots, the one that runs the server: name it as ``argv[0]``."""
LAUNCHER = Path(__file__).resolve().parent / "launcher.py"

_BASE, _LIBRARY, _OWN = Path("/python"), Path("/plyground"), Path("/start")
"""Where a bot with a file system of its own finds Python, what it imports of ours, and what starts it."""
_SYSTEM = ("/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32")
_FILES = ("/etc/ld.so.cache", "/etc/localtime")
_SHARED_PREFIXES = ("/", "/usr", "/usr/local")
"""Prefixes under which other things than Python live too."""
_PACKAGES = ("site-packages", "dist-packages")


@functools.cache
def readable() -> tuple[Path, ...]:
    """The folders and files that every bot may read and run, at the paths that programs know them by.

    What lies in ``hidden`` beneath them is not among it.
    """
    wanted = [*map(Path, _SYSTEM), *map(Path, _FILES), *_python(), LAUNCHER, bot_library.folder()]
    return tuple(_outermost([path for path in wanted if path.exists()]))


def placed() -> list[tuple[Path, Path]]:
    """``readable`` for a confinement with a file system of its own: what lies where, as (here, there).

    Of the server's own places nothing is told there: neither its user's name, nor where it keeps what.
    """
    ways = {*links(Path(sys.executable))[:-1], Path(sys.prefix) / "pyvenv.cfg"}
    return [(path, Path(inside(str(path)))) for path in readable() if path not in ways]


def inside(word: str) -> str:
    """What such a confinement calls a path of this machine; other words, and paths that are the same there, stay."""
    path = Path(os.path.realpath(PYTHON) if word == PYTHON else word)
    if not path.is_absolute():
        return word
    for here, there in _moved():
        if path.is_relative_to(here):
            return str(there / path.relative_to(here))
    return str(_OWN / path.name) if path.is_relative_to(folders.PACKAGE) else str(path)


def python_needs() -> dict[str, str]:
    """What stands in Python's environment there: a Python that is a library looks for it where it was built."""
    shared = sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix not in _SHARED_PREFIXES
    return {"LD_LIBRARY_PATH": str(_BASE / "lib")} if shared else {}


def _moved() -> list[tuple[Path, Path]]:
    """Folders of this machine, and their places in such a confinement."""
    base, found = Path(sys.base_prefix), [(bot_library.folder(), _LIBRARY)]
    if str(base) not in _SHARED_PREFIXES:
        found += [(each, _BASE) for each in dict.fromkeys([base, base.resolve()])]
    return found


@functools.cache
def hidden() -> tuple[Path, ...]:
    """The folders of installed packages that lie beneath what is readable, at every path that leads there."""
    found: dict[Path, None] = {}
    for path in filter(Path.is_dir, readable()):
        real = Path(os.path.realpath(path))
        for folder in package_folders():
            if folder.is_relative_to(real):
                found[path / folder.relative_to(real)] = None
    return tuple(found)


@functools.cache
def apart() -> tuple[tuple[Path, bool], ...]:
    """``readable`` for a confinement that can only add: pieces that hold no hidden folder.

    With each stands whether all of it may be read; of the others only their own list of names, which Python needs of
    the folder of its library.
    """
    found: dict[Path, tuple[Path, bool]] = {}
    for path in readable():
        for piece, whole in _pieces(path):
            found.setdefault(Path(os.path.realpath(piece)), (piece, whole))
    return tuple(found.values())


@functools.cache
def package_folders() -> tuple[Path, ...]:
    """Where packages are installed for this Python, for the one that it was made from, and for others beside it."""
    roots = {Path(os.path.realpath(root)) for root in (sys.prefix, sys.base_prefix, "/usr", "/usr/local")}
    beside = [
        folder
        for root in roots
        for library in ("lib", "lib64")
        for kind in _PACKAGES
        for folder in (root / library).glob(f"python3*/{kind}")
    ]
    named = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()]
    real = sorted({Path(os.path.realpath(path)) for path in [*map(str, beside), *named] if os.path.isdir(path)})
    return tuple(_outermost(real))


def _python() -> list[Path]:
    """Where Python and its library lie: a whole prefix that is its own, else only what it needs of it."""
    base = Path(sys.base_prefix)
    found = [*links(Path(sys.executable)), Path(sys.prefix) / "pyvenv.cfg"]
    if str(base) not in _SHARED_PREFIXES:
        return [*found, base]
    return [*found, *_library(), *sorted((base / "lib").glob("libpython*.so*"))]


def _library() -> list[Path]:
    """The folders of the standard library."""
    base = {"base": sys.base_prefix, "platbase": sys.base_prefix, "installed_base": sys.base_prefix}
    base["installed_platbase"] = sys.base_prefix
    return [Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib")]


def _pieces(path: Path) -> Iterator[tuple[Path, bool]]:
    real = Path(os.path.realpath(path))
    if real in package_folders():
        return
    if not real.is_dir() or not any(folder.is_relative_to(real) for folder in package_folders()):
        yield path, True
        return
    if real in {Path(os.path.realpath(folder)) for folder in _library()} or real.match("lib/python3.*"):
        yield path, False
    for child in sorted(path.iterdir()):
        yield from _pieces(child)


def links(path: Path) -> list[Path]:
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
