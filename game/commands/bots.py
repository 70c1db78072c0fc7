"""``bots``: lists the bots, their options, and which games they can play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from plyground.commands import _shared
from plyground.commands.games import describe
from plyground.core.options import Option
from plyground.core.picking import picked


@_shared.command("bots")
@click.argument("game_id", metavar="[GAME]", required=False)
def command(game_id: str | None) -> _shared.Shown:
    """List the bots, and which can play GAME.

    The options are those in GAME; without GAME a choice shows what it may be in any game.
    """
    from plyground.core import registry

    games = [registry.game(game_id)] if game_id else list(registry.games().values())
    rows = [_row(bot, games) for bot in registry.bots().values()]
    return {"bots": rows}, "\n\n".join(_lines(bot, games) for bot in registry.bots().values())


def _row(bot: Any, games: list[Any]) -> dict[str, Any]:
    options = [option.as_json() for option in _options(bot, games)]
    plays = [game.spec.id for game in games if bot.refuses(game) is None]
    return picked(bot.spec, "id title summary") | {"options": options, "plays": plays}


def _options(bot: Any, games: list[Any]) -> list[Option]:
    """The bot's options in these games; a choice that differs between them may be whatever any of them offers."""
    merged: dict[str, Option] = {}
    for game in games:
        for option in bot.options(game) if bot.refuses(game) is None else ():
            known = merged.setdefault(option.name, option)
            choices = tuple(dict.fromkeys(known.choices + option.choices))
            merged[option.name] = replace(known, choices=choices)
    return list(merged.values())


def _lines(bot: Any, games: list[Any]) -> str:
    lines = [f"{bot.spec.id}: {bot.spec.summary}"]
    lines += [describe(option) for option in _options(bot, games)]
    fits = [game.spec.id for game in games if bot.refuses(game) is None]
    lines.append(f"  plays {', '.join(fits)}" if fits else "  plays none of these")
    lines += [f"  {refusal}" for refusal in (bot.refuses(game) for game in games) if refusal]
    return "\n".join(lines)
