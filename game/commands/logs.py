"""``logs [GAME]``: what one's own bot wrote in a game of its competition."""

from __future__ import annotations

import click

from plyground.commands import _own_bot, _shared
from plyground.core.errors import BadOption
from plyground.interface.own_bot import OwnBot


@_shared.command("logs", short_help="Read what one's own bot wrote in a game.")
@click.argument("game", required=False)
@_own_bot.at_bot
def command(own: OwnBot, game: str | None) -> _shared.Shown:
    """Print what the bot wrote in GAME; without one, in the last that it played."""
    if game is None:
        games = own.about()["games"]
        if not games:
            raise BadOption("This bot has played no game yet.")
        game = games[0]["id"]
    found = own.logs(game)
    text = "\n".join(
        f"game {game}, seat {each['seat'] + 1}, version {each['version']}\n{each['log']}" for each in found
    )
    return {"game": game, "logs": found}, text.rstrip()
