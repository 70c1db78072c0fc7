"""Learnt weights of a bot: one file that may be as large as its competition says, besides what the bot itself may be.

It is called ``weights`` with any ending (``weights.npz``, ``weights.json``, ``weights.bin``) and lies beside the
source, in the folder in which every bot is started: whatever the language, it is opened by this name alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from plyground.core.messages import _
from plyground.core.refusals import BadUpload, WeightsTooLarge

Files = Mapping[str, tuple[bytes, bool]]
"""Path below the bot's folder, to its bytes and whether it may be executed."""

STEM = "weights"
MEGABYTE = 1024 * 1024
_OF_SOURCES = frozenset((".py", ".c", ".h", ".cpp", ".hpp", ".rs", ".ml", ".mli", ".hs", ".js"))


def called(given: str) -> str:
    """How a file of weights is called beside the bot: as the given one, with its ending."""
    return STEM + PurePosixPath(given).suffix.lower()


def called_so(path: str) -> bool:
    """Whether this is where weights lie: at the top, and no source that happens to be called so."""
    pure = PurePosixPath(path)
    return len(pure.parts) == 1 and pure.stem == STEM and pure.suffix.lower() not in _OF_SOURCES


def name(files: Files) -> str | None:
    """The file of weights among a bot's files, None without one; raises ``BadUpload`` where there are several."""
    found = [each for each in sorted(files) if called_so(each)]
    if len(found) > 1:
        raise BadUpload(_("A bot has one file of weights; here are {names}.", names=", ".join(found[:4])))
    return found[0] if found else None


def without(files: Files) -> Files:
    """The files but for the weights."""
    return {each: one for each, one in files.items() if not called_so(each)}


def insist(files: Files, most: int) -> None:
    """Raise ``WeightsTooLarge`` if there is a file of weights of more than so many bytes, or as ``name``."""
    found = name(files)
    if found is None or len(files[found][0]) <= most:
        return
    size = len(files[found][0]) / MEGABYTE
    if not most:
        raise WeightsTooLarge(_("This competition takes no learnt weights, and {name} holds some.", name=found))
    raise WeightsTooLarge(
        _(
            "The weights in {name} have {size:.1f} MB; at most {most:g} MB are taken here.",
            name=found,
            size=size,
            most=most / MEGABYTE,
        )
    )


def told(files: Files) -> dict[str, Any]:
    """What is kept of the weights with a version: ``weights`` with the ``name`` and the ``bytes``; nothing without."""
    found = name(files)
    return {} if found is None else {"weights": {"name": found, "bytes": len(files[found][0])}}
