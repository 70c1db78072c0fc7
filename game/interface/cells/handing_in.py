"""A bot handed in from a cell."""

from __future__ import annotations

from html import escape
from typing import Any

from plyground.interface import own_bot
from plyground.interface.cells.output import Output


def submit(bot: object, link: str, key: str = "", **more: Any) -> Output:
    """Hand in a bot of the notebook at its owner's secret link, and tell how its first games went.

    ``bot`` is a function, which goes with all that it uses of the cells, or what else ``plyground.submit`` takes, as
    are ``note``, ``language``, ``files``, ``weights`` and ``wait``. The link, which is the bot's key, is not shown.
    Raises ``Refusal``.
    """
    found = own_bot.submit(link, key, bot, **more)
    if "admission" not in found:
        text = f"Version {found['version']} is handed in"
    else:
        text = own_bot.words(found["version"], found)
    page = escape(found["page"])
    return Output(f'<p>{escape(text)}: <a href="{page}" target="_blank">{page}</a></p>', f"{text}\n{found['page']}")
