"""``try FILE``: plays one game of one's own bot in a server's sandbox, of which nothing is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyground.commands import _own_bot, _shared
from plyground.interface.own_bot import OwnBot, Refused


@_shared.command("try", short_help="Try one's own bot in a server's sandbox.")
@click.argument("bot", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_own_bot.at_bot
@click.option("--against", default="random", show_default=True, help="A level of the game's own bots, or self.")
@click.option("--seat", type=click.IntRange(1), default=1, show_default=True, help="Where it sits.")
@_own_bot.language_option
@_own_bot.weights_option
def command(
    own: OwnBot, bot: Path, against: str, seat: int, language: str, weights: Path | None
) -> tuple[dict[str, Any], str, int]:
    """Play one game of BOT, a source file, as the competition would: its game, options and short clock.

    The exit status is 0 if it never failed, else 1.
    """
    try:
        found = own.attempt(bot, against, seat - 1, language, weights)
    except Refused as refused:
        if refused.problems:
            click.echo(_own_bot.compiled(refused.problems), err=True)
        raise
    told = {name: found[name] for name in ("result", "sentence", "verdict", "problem", "log", "seconds")}
    verdict, seconds = found["verdict"], found["seconds"]
    lines = [f"{found['result']}. {found['sentence']}", f"verdict: {verdict['name']}. {verdict['sentence']}"]
    if found["problem"]:
        lines.append(f"{bot.name}:{found['problem']['line']}: {found['problem']['sentence']}")
    lines.append(f"{seconds['moves']} moves, {seconds['used']:.3f} s, slowest {seconds['slowest']:.3f} s")
    return told, "\n".join([*lines, *found["log"].rstrip().splitlines()]), int(verdict["code"] != "fair")
