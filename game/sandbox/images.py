"""What of the system a language needs besides what every bot may read: its program, and its library.

An image is a list of paths that are there to be read, each found by asking the package manager. What was installed for
the server's own Python is never among them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from plyground.sandbox import packages, surroundings

SHELL = ("dash", "coreutils")
"""What compilers that are scripts need; no package depends on it, for every system has it."""
_CHOICES = Path("/etc/alternatives")
"""Debian's links from the name of a library or program to the one that was chosen of several."""
_PROGRAMS = (Path("/usr/bin"), Path("/bin"))
_HEADERS = (Path("/usr/include"), Path("/usr/local/include"))


@dataclass(frozen=True)
class Image:
    """A language's part of the system: the Debian packages that bring it, and the program that is started."""

    packages: tuple[str, ...]
    program: str

    @property
    def is_there(self) -> bool:
        """Whether it is installed on this machine."""
        return os.access(self.program, os.X_OK) and all(map(packages.installed, self.packages))

    def paths(self) -> tuple[Path, ...]:
        """What a bot may read and run: the one program with what it loads, no compiler and no header."""
        own = surroundings.links(Path(self.program))
        beside = [path for path in packages.paths(self.packages) if path.parent not in _PROGRAMS]
        return tuple(dict.fromkeys([_CHOICES, *own, *(path for path in beside if path not in _HEADERS)]))

    def paths_for_building(self) -> tuple[Path, ...]:
        """What a compiler may read and run, the programs of all its packages among it."""
        found = packages.paths((*self.packages, *filter(packages.installed, SHELL)))
        return tuple(dict.fromkeys([_CHOICES, *found, Path("/bin/sh"), Path("/usr/bin/sh")]))
