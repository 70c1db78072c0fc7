"""``submit FILE``: hands a version of one's own bot in to a competition of any server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyground.commands import _own_bot, _shared
from plyground.interface import own_bot
from plyground.interface.own_bot import OwnBot, Refused


def _print_hook(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Say where the hook of git lies."""
    if wanted and not context.resilient_parsing:
        click.echo(Path(own_bot.__file__).with_name("post-receive"))
        context.exit()


@_shared.command("submit", short_help="Hand one's own bot in to a competition of a server.")
@click.argument("bot", type=click.Path(exists=True, path_type=Path))
@_own_bot.at_bot
@click.option("--note", default="", help="What is new in it.")
@_own_bot.language_option
@_own_bot.weights_option
@click.option(
    "--hook", is_flag=True, is_eager=True, expose_value=False, callback=_print_hook,
    help="Print where the script lies that hands in what is pushed to a git repository.",
)  # fmt: skip
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait for its first games.")
def command(
    own: OwnBot, bot: Path, note: str, language: str, weights: Path | None, wait: bool
) -> tuple[dict[str, Any], str, int]:
    """Hand in BOT: a source file, a zip, an executable, or a folder.

    The exit status is 0 if it plays, or waits for its first games, else 1.
    """
    try:
        version = own.submit(bot, note, language, weights=weights)
    except Refused as refused:
        if refused.problems:
            click.echo(_own_bot.compiled(refused.problems), err=True)
        raise
    status = own.wait(version) if wait else own.status(version)
    told = {"version": version, "admission": status["admission"], "reason": status["reason"], "page": own.page}
    return told, f"{own_bot.words(version, status)}\n{own.page}", int(status["admission"] == "refused")
