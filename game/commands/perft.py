"""``perft``: counts the sequences of legal moves."""

from __future__ import annotations

import time
from typing import Any

import click

from plyground.commands import _shared


@click.command("perft")
@_shared.game_argument
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, 1000))
@click.option("--divide", is_flag=True, help="Show the count below each first move.")
@_shared.situation_options
@_shared.json_option
def command(
    game_id: str, depth: int, divide: bool, option_texts: tuple[str, ...], position_text: str | None, as_json: bool
) -> None:
    """Count the legal sequences of DEPTH moves; the last line is the number."""
    from plyground.search import perft

    _shared.use_kernels()
    here = _shared.read_situation(game_id, option_texts, position_text)
    begin = time.perf_counter()
    data: dict[str, Any] = {"game": game_id, "depth": depth}
    lines = []
    if divide and depth > 0:
        parts = perft.divide(here.game, here.position, depth)
        data["divide"] = dict(parts)
        data["nodes"] = sum(count for _, count in parts)
        lines = [f"{move}: {count}" for move, count in parts]
    else:
        data["nodes"] = perft.perft(here.game, here.position, depth)
    data["seconds"] = time.perf_counter() - begin
    _shared.show(data, "\n".join([*lines, str(data["nodes"])]), as_json)
