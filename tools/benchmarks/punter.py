"""How fast Lambda Punter is on the largest maps: whole random games with their scores, and the order of all rivers."""

from __future__ import annotations

import random
import time
from typing import Any

from plyground.core import entries, registry
from plyground.search.perft import perft
from tools.benchmarks._registry import Row, benchmark

LARGEST = "grid-72x70"
"""A map of the shelf with 9,938 rivers; the most that a map may have are 10,000."""


def random_game(game: Any, position: Any, rng: random.Random) -> tuple[Any, float]:
    """A random game to its end through the same calls that sessions make: the end, and the seconds."""
    begun = time.perf_counter()
    while moves := game.legal_moves(position):
        position = game.play(position, rng.choice(moves))
    game.returns(position)
    return position, time.perf_counter() - begun


@benchmark("punter", measures="game/games/punter game/search")
def punter() -> list[Row]:
    """Random games on a map of nearly 10,000 rivers, each move through Python, scores kept up as rivers are taken.

    Beside them perft, which counts claims alone, from the start of the usual map on one core.
    """
    game: Any = registry.game("punter")
    entries.use_compiled(True)
    random_game(game, game.initial(), random.Random(0))
    rows = []
    for punters, options in ((16, {}), (2, {}), (16, {"splurges": True, "options": True})):
        start = game.initial({"map": LARGEST, "punters": punters, **options})
        end, seconds = random_game(game, start, random.Random(1))
        what = f"random game of {punters} punters" + (", with options" if options else "")
        rows.append(Row(f"{what}, {end.ply:,} moves", seconds, "s", "at most 2"))
    start = game.initial()
    perft(game, start, 2)
    begun = time.perf_counter()
    leaves = perft(game, start, 6)
    seconds = time.perf_counter() - begun
    return [*rows, Row("perft 6, counting claims", leaves / seconds / 1e6, "million leaves/s")]
