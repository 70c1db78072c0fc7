"""What the commands for one's own bot on a server share: the link that opens it, and how a version is told of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.interface.own_bot import OwnBot

at_bot = _shared.together(
    "own",
    lambda link, key: OwnBot(link, key),
    click.option(
        "--at", "link", metavar="LINK", required=True, envvar="PLYGROUND_BOT",
        help="The bot's secret link, with #key=…; or the address of its page, with --key.",
    ),
    click.option("--key", default="", envvar="PLYGROUND_KEY", help="The owner's key, if the link is without."),
)  # fmt: skip
weights_option = click.option(
    "--weights", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=None,
    help="A file of learnt weights, which the bot opens as weights, with this file's ending.",
)  # fmt: skip
language_option = click.option("--language", default="", help="If the file does not show it, as numba.")


def compiled(problems: list[dict[str, Any]]) -> str:
    """What a compiler said, a line each, as editors read it."""
    return "\n".join(f"{each['file']}:{each['line']}: {each['sentence']}" for each in problems)
