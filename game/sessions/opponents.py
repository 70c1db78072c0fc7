"""Which bot takes a seat, and what it is called: from a bot's text, a level's id, or the default."""

from __future__ import annotations

from typing import Any

from plyground.bots import _levels
from plyground.core import registry
from plyground.core.bot import Player
from plyground.core.game import Game
from plyground.core.refusals import Malformed


def find(rules: Game[Any, Any], bot: Any = None, level: Any = None) -> tuple[Player, str]:
    """The player and the title that people read; raises ``UnknownBot``, ``UnfitBot``, ``BadOption`` or ``Malformed``.

    ``bot`` is a bot's text and goes before ``level``, a level's id; with neither it is the default opponent.
    """
    if not isinstance(bot, str | None) or not isinstance(level, str | None):
        raise Malformed("A bot and a level are named by a text.")
    if bot:
        player = registry.parse_player(bot, rules)
        return player, title_of(rules, player)
    chosen = _levels.level(rules, level) if level else _levels.default_level(rules)
    return registry.parse_player(chosen.bot, rules), chosen.title


def title_of(rules: Game[Any, Any], player: Player) -> str:
    """The title of the level that this player is, or the bot's title with what differs from its defaults."""
    for each in _levels.levels(rules):
        if registry.parse_player(each.bot, rules).text == player.text:
            return each.title
    _, _, pairs = player.text.partition(":")
    return f"{player.bot.spec.title} ({pairs.replace(',', ', ')})" if pairs else player.bot.spec.title
