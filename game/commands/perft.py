"""``perft``: counts the sequences of legal moves."""

from __future__ import annotations

import time
from typing import Any

import click

from plyground.commands import _shared


@_shared.command("perft")
@_shared.in_situation
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, 1000))
@click.option("--divide", is_flag=True, help="Show the count below each first move.")
def command(here: _shared.Situation, depth: int, divide: bool) -> _shared.Shown:
    """Count the legal sequences of DEPTH moves; the last line is the number."""
    from plyground.search import perft

    _shared.use_kernels()
    begin = time.perf_counter()
    data: dict[str, Any] = {"game": here.game.spec.id, "depth": depth}
    if divide and depth > 0:
        data["divide"] = dict(perft.divide(here.game, here.position, depth))
        data["nodes"] = sum(data["divide"].values())
    else:
        data["nodes"] = perft.perft(here.game, here.position, depth)
    data["seconds"] = time.perf_counter() - begin
    lines = [f"{move}: {count}" for move, count in data.get("divide", {}).items()]
    return data, "\n".join([*lines, str(data["nodes"])])
