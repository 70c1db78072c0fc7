"""Finds the protocols of each game; no list is edited to add one.

A module of the folder ``engines`` in a game's package offers ``PROTOCOL``; the program's own protocol fits every game.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from plyground.core import registry
from plyground.core.errors import BadOption, Refusal
from plyground.core.messages import _
from plyground.engines.own import OWN
from plyground.engines.protocol import Protocol


@cache
def protocols(game_id: str) -> dict[str, Protocol]:
    """The protocols of a game by name, the program's own last; raises ``UnknownGame``."""
    registry.game(game_id)
    found: dict[str, Protocol] = {}
    folder = registry.folder(game_id)
    if folder is not None and (folder / "engines").is_dir():
        for info in pkgutil.iter_modules([str(folder / "engines")]):
            module = importlib.import_module(f"{registry.package(game_id)}.engines.{info.name}")
            if hasattr(module, "PROTOCOL"):
                found[module.PROTOCOL.name] = module.PROTOCOL
    return {**found, OWN.name: OWN}


def protocol(game_id: str, name: str) -> Protocol:
    """The protocol of this name for a game; raises ``UnknownGame`` or ``BadOption``."""
    known = protocols(game_id)
    if name not in known:
        raise BadOption(
            _(
                "{title} has no protocol called “{name}”; there are: {known}.",
                title=registry.game(game_id).spec.title,
                name=str(name)[:40],
                known=", ".join(known),
            )
        )
    return known[name]


def remark(game_id: str, name: str) -> str:
    """What a protocol says before a game, empty where it says nothing or is not known."""
    try:
        return protocol(game_id, name).remark
    except Refusal:
        return ""


def games_of(name: str) -> list[str]:
    """The ids of the games that a protocol is for; raises ``BadOption`` if there are none."""
    found = [game_id for game_id in registry.games() if name in protocols(game_id)]
    if not found:
        known = sorted({each for game_id in registry.games() for each in protocols(game_id)})
        raise BadOption(
            _("There is no protocol called “{name}”; there are: {known}.", name=name[:40], known=", ".join(known))
        )
    return found
