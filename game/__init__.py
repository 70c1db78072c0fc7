"""Plyground: board games with game-tree search, to play, watch, teach and compete in.

These names are the public interface, which ``docs/python.md`` shows in use; everything else may change. They are loaded
when they are first used, and the rules run compiled.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.core.bot import Choice, Limits
    from plyground.core.errors import Refusal
    from plyground.interface.batch import Batch
    from plyground.interface.matches import Match, match
    from plyground.interface.own_bot import OwnBot, submit
    from plyground.interface.positions import Board, Game, Position, Solution, bot_ids, game, game_ids, search_ids

__all__ = [
    "Batch", "Board", "Choice", "Game", "Limits", "Match", "OwnBot", "Position", "Refusal", "Solution", "bot_ids",
    "game", "game_ids", "match", "search_ids", "submit",
]  # fmt: skip

_MODULES = {
    "core.bot": ("Choice", "Limits"),
    "core.errors": ("Refusal",),
    "interface.batch": ("Batch",),
    "interface.matches": ("Match", "match"),
    "interface.own_bot": ("OwnBot", "submit"),
    "interface.positions": ("Board", "Game", "Position", "Solution", "bot_ids", "game", "game_ids", "search_ids"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("plyground")
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"plyground.{module}"), name)
    raise AttributeError(f"module 'plyground' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
