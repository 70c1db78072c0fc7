"""``best``: asks a bot for one choice."""

from __future__ import annotations

import random
from typing import Any

import click

from plyground.commands import _shared


@_shared.command("best")
@click.option("--bot", "bot_text", metavar="BOT", help="The bot, as id or id:name=value,name=value; the strongest.")
@click.option("--within", type=_shared.Finite(0.02), help="Seconds within which the answer comes, whatever happens.")
@_shared.limit_options
@_shared.seed_option
@_shared.in_situation
def command(
    here: _shared.Situation, bot_text: str | None, within: float | None, limits: dict[str, Any], seed: int | None
) -> _shared.Shown:
    """Ask a bot for its choice in a position: the Hare unless another is named."""
    from plyground.bots import _levels, _thinking, _warming
    from plyground.core import processors, registry

    _shared.use_kernels()
    here.insist_unfinished()
    player = registry.parse_player(bot_text, here.game) if bot_text else _levels.strongest_player(here.game)
    _warming.load(player, here.position)
    given = {**limits, "within": within, "threads": processors.count()}
    choice = _thinking.think(player, here.position, random.Random(seed), given)
    data = {"game": here.game.spec.id, "bot": player.text, **choice.as_json()}
    return data, _words(data)


def _words(data: dict[str, Any]) -> str:
    """What people read: the move first, alone on its line."""
    lines = [data["move"], f"value: {_shared.value_words(data)}"]
    if len(data["line"]) > 1:
        lines.append(f"line: {', '.join(data['line'])}")
    if data["details"].get("book"):
        return "\n".join([*lines, "from the opening book"])
    lines.append(f"{data['nodes']:,} positions, {data['depth']} plies deep, {data['seconds']:.3f} s")
    return "\n".join(lines)
