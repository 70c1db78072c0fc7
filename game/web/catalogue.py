"""What there is to play: games with options, presets and levels, and the bots with their options in each game.

Forms, the setup page and other programs are drawn from this; nothing about a game is written down twice.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from plyground.bots._levels import default_level, levels
from plyground.core import registry
from plyground.core.game import Game


@cache
def catalogue() -> dict[str, Any]:
    """``{"games": […], "bots": […]}`` as plain JSON; the same for the life of the process."""
    return {
        "games": [describe(game) for game in registry.games().values()],
        "bots": [
            {"id": bot.spec.id, "title": bot.spec.title, "summary": bot.spec.summary}
            for bot in registry.bots().values()
        ],
    }


def entry(game_id: str) -> dict[str, Any]:
    """The catalogue's entry of one game; raises ``UnknownGame``."""
    registry.game(game_id)
    found: dict[str, Any] = next(game for game in catalogue()["games"] if game["id"] == game_id)
    return found


def describe(game: Game[Any, Any]) -> dict[str, Any]:
    """One game's declared facts and the bots that can play it."""
    spec = game.spec
    return {
        "id": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "seats": list(spec.seats),
        "seat_count": game.seat_count(),
        "seat_names": list(spec.seat_names),
        "unit": spec.unit,
        "options": [option.as_json() for option in spec.options],
        "presets": [
            {"name": preset.name, "title": preset.title, "options": dict(preset.options)} for preset in spec.presets
        ],
        "levels": [level.as_json() for level in levels(game)],
        "default_level": default_level(game).id,
        "records": list(spec.records),
        "bots": [
            {
                "id": bot.spec.id,
                "title": bot.spec.title,
                "summary": bot.spec.summary,
                "options": [option.as_json() for option in bot.options(game)],
            }
            for bot in registry.bots().values()
            if bot.refuses(game) is None
        ],
    }
