"""What a tool of the system needs, as its package manager knows it: the files of a package and of all it depends on.

Debian's ``dpkg`` is asked once. So an image holds what belongs to a language and nothing else that lies beside it.
"""

from __future__ import annotations

import functools
import re
import subprocess
from pathlib import Path

_UNREAD = ("/etc/", "/usr/share/doc/", "/usr/share/man/", "/usr/share/info/", "/usr/share/locale/", "/usr/share/bug/",
           "/usr/share/lintian/", "/usr/share/doc-base/", "/usr/sbin/", "/sbin/", "/var/cache/")  # fmt: skip
_WHOLE = ("/usr/share/*", "/usr/include", "/var/lib/*", "/usr/lib/python3/dist-packages/*", "/usr/local/include")
"""Folders that are shown as one piece: each with all that lies in it."""
_ANYWHERE = ("/usr/bin", "/bin")
_SECONDS = 20.0


def installed(package: str) -> bool:
    """Whether the package, or another in its stead, is installed."""
    return bool(_providers().get(package))


@functools.cache
def paths(packages: tuple[str, ...]) -> tuple[Path, ...]:
    """The files and folders that these packages and all they depend on brought, but for documents, and for what lies
    in the folders of libraries, which every bot may read; none where a package is not installed."""
    wanted = _closure(packages)
    if not wanted:
        return ()
    found: dict[str, None] = {}
    for line in _said("dpkg-query", "--listfiles", *sorted(wanted)).splitlines():
        if line.startswith("/") and not f"{line}/".startswith(_UNREAD):
            for piece in _piece(line):
                found.setdefault(piece)
    return tuple(Path(piece) for piece in found if Path(piece).exists())


def _piece(line: str) -> list[str]:
    """What of an image a file is part of."""
    path = Path(line)
    for whole in _WHOLE:
        depth = whole.count("/")
        top = Path(*path.parts[: depth + 1])
        if len(path.parts) > depth and top.match(whole):
            return [str(top)]
    return [line] if str(path.parent) in _ANYWHERE and path.is_file() else []


def _closure(packages: tuple[str, ...]) -> set[str]:
    """The packages as they are called here, with all that they depend on; empty where one is not installed."""
    providers, needs = _providers(), _needs()
    if not all(providers.get(package) for package in packages):
        return set()
    found: set[str] = set()
    todo = [name for package in packages for name in providers[package]]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [each for needed in needs.get(name, ()) for each in providers.get(needed, ())]
    return found


@functools.cache
def _known() -> tuple[tuple[str, str, str], ...]:
    """Name, what it provides and what it depends on, of each installed package; none without ``dpkg``."""
    form = "${db:Status-Abbrev}\t${binary:Package}\t${Package}, ${Provides}\t${Pre-Depends}, ${Depends}\n"
    rows = [line.split("\t") for line in _said("dpkg-query", "--show", f"--showformat={form}").splitlines()]
    return tuple((row[1], row[2], row[3]) for row in rows if len(row) == 4 and row[0].startswith("ii"))


@functools.cache
def _providers() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, provides, _unused in _known():
        for one in _names(provides):
            found.setdefault(one, []).append(name)
    return found


@functools.cache
def _needs() -> dict[str, list[str]]:
    return {name: _names(depends) for name, _unused, depends in _known()}


def _names(text: str) -> list[str]:
    """The packages that a list of Debian's names, every choice of it."""
    return [re.split(r"[\s(:]", part.strip(), maxsplit=1)[0] for part in re.split("[,|]", text) if part.strip()]


def _said(*words: str) -> str:
    try:
        return subprocess.run(words, capture_output=True, timeout=_SECONDS, text=True, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
