"""``ladder``: measures a game's levels, each against the one below, and writes them down."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from typing import Any

import click

from plyground.commands import _shared

_LARGEST_SEED = 2**32


@_shared.command("ladder")
@_shared.game_argument
@click.option("--games", type=click.IntRange(2, 100_000), default=60, show_default=True, help="Games for each rung.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at the same time.")
@click.option("--only", metavar="LEVEL", help="Measure just this level against the one below.")
@click.option("--write", is_flag=True, help="Put the table into docs/strength.md.")
@_shared.seed_option
def command(game_id: str, games: int, jobs: int, only: str | None, write: bool, seed: int | None) -> _shared.Shown:
    """Play each level of GAME against the level below it, in pairs of games with seats changed and openings shared.

    For each the share of the points with its 95 % interval and the Elo difference; the ratings add the differences up,
    from 0 for the weakest.
    """
    from plyground.bots import _levels
    from plyground.commands import _ladder
    from plyground.core import registry

    _shared.use_kernels()
    game = registry.game(game_id)
    levels = _levels.ladder(game).levels
    if only is not None:
        _levels.level(game, only)
    if write and only is not None:
        raise click.UsageError("--write takes the whole ladder; leave --only out.")
    seed = random.randrange(_LARGEST_SEED) if seed is None else seed
    begin = time.perf_counter()
    rungs = []
    for below, level in pairwise(levels):
        if only in (None, level.id):
            click.echo(f"{level.title} against {below.title} …", err=True)
            rungs.append(_ladder.measure(game, below, level, games, jobs, seed))
            click.echo(f"  {rungs[-1].words()}", err=True)
    data: dict[str, Any] = {"game": game_id, "seed": seed, "games": games, "seconds": time.perf_counter() - begin}
    if write:
        _ladder.write(game, levels, rungs, games, seed)
    text = "\n".join(f"{rung.level.title}: {rung.words()}" for rung in rungs)
    return {**data, "rungs": [rung.as_json() for rung in rungs]}, text
