"""Where the program's own files lie, in a checkout and installed alike.

In a checkout the package is the folder ``game`` beside ``templates`` and ``static``, and what the program writes stays
there. Installed, the package holds both, and what it writes goes to the user's own folder of data.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
IN_CHECKOUT = PACKAGE.name == "game" and (PACKAGE.parent / "app.py").is_file()
TEMPLATES, STATIC = ((PACKAGE.parent if IN_CHECKOUT else PACKAGE) / name for name in ("templates", "static"))


def of_user() -> Path:
    """The user's home; for one who has none, as in a container with a user of its own, a folder that is not there, so
    that where something is to be kept the sentence says where."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/nonexistent")


def _home() -> Path:
    if IN_CHECKOUT:
        return PACKAGE.parent
    return Path(os.environ.get("XDG_DATA_HOME") or of_user() / ".local" / "share") / "plyground"


HOME = _home()
"""The folder under which data, caches and reports are written unless a setting says otherwise."""


FULL = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a disk that has no more room, or none for this user."""


def data() -> Path:
    """Where bots, maps, engines, libraries and the teacher's key are kept: the folder that ``PLYGROUND_DATA`` names, or
    the project's ``data``."""
    return Path(os.environ.get("PLYGROUND_DATA") or HOME / "data")
