"""``challenge NAME``: one's own bot plays another of its competition, to be watched live."""

from __future__ import annotations

import click

from plyground.commands import _own_bot, _shared
from plyground.interface.own_bot import OwnBot


@_shared.command("challenge", short_help="Let one's own bot play another of its competition.")
@click.argument("against")
@_own_bot.at_bot
@click.option("--seat", type=click.IntRange(1), default=1, show_default=True, help="Where one's own bot sits.")
def command(own: OwnBot, against: str, seat: int) -> _shared.Shown:
    """Play AGAINST a bot of the competition, by its name, or a level of the program's own; prints where to watch."""
    found = own.challenge(against, seat - 1)
    return found, found["url"]
