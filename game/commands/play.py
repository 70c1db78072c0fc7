"""``play``: plays given moves, or a whole game in the terminal against a bot."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from plyground.commands import _shared
from plyground.commands._shared import Situation

if TYPE_CHECKING:
    from plyground.core.bot import Player

NOBODY = "none"


@_shared.command("play")
@_shared.in_situation
@click.argument("moves", metavar="[MOVE]…", nargs=-1)
@click.option("--bot", "bot_text", metavar="BOT", help=f"Who plays against you; {NOBODY} for people only.")
@click.option("--seat", type=click.IntRange(min=0), default=0, help="Your seat in a game against a bot; 0 is first.")
@_shared.seed_option
def command(
    here: Situation, moves: tuple[str, ...], bot_text: str | None, seat: int, seed: int | None
) -> _shared.Shown:
    """Play MOVEs from the position and print the new one; without moves, at a terminal, play a whole game in text.

    A move of several words is quoted: "H 2 3".
    """
    from plyground.bots import _levels
    from plyground.core import registry

    if seat >= here.game.seats_at(here.position):
        raise click.UsageError(f"{here.game.spec.title} has no seat {seat}; they are numbered from 0.")
    player = registry.parse_player(bot_text, here.game) if bot_text and bot_text != NOBODY else None
    if moves or _shared.wants_json() or not sys.stdin.isatty():
        here = replace(here, position=here.game.replay(here.position, moves)[-1])
    else:
        player = player if bot_text else _levels.default_player(here.game)
        here = _at_the_terminal(here, player, seat, seed)
    data = here.summary()
    state = here.game.ending(here.position) or f"{here.game.spec.seat_name(data['to_move'])} to move"
    return data, "\n".join([here.game.picture(here.position), data["position"], state])


def _at_the_terminal(here: Situation, player: Player | None, seat: int, seed: int | None) -> Situation:
    from plyground.commands._text_game import TextGame

    def read(prompt: str) -> str:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return TextGame(here, player, seat, seed, read, click.echo).run()
