"""How fast Tak's compiled rules are: perft, and whole games of random moves."""

from __future__ import annotations

import statistics
import time
from typing import Any

from plyground.core import entries, registry
from plyground.search.perft import perft
from plyground.search.playouts import random_games
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.engines import leaves_per_second

_ROUNDS = 5
_SECONDS = 2.0


@benchmark("tak-perft", measures="game/games/tak game/search")
def tak_perft() -> list[Row]:
    """Perft 5 of Tak from the 5x5 start, the last ply counted without playing it, on one core.

    Median of five rounds.
    """
    game: Any = registry.game("tak")
    start = game.initial({"size": 5})
    entries.use_compiled(True)
    perft(game, start, 2)
    speeds = []
    for _ in range(_ROUNDS):
        leaves, speed = leaves_per_second(game, start, 5)
        speeds.append(speed)
    return [
        Row("leaves of perft 5", leaves, "sequences", "187,855,252"),
        Row("perft 5", statistics.median(speeds) / 1e6, "million leaves/s", "at least 100"),
    ]


@benchmark("tak-games", measures="game/games/tak game/bots")
def tak_games() -> list[Row]:
    """Games of Tak from the start to the end, every move drawn from the list of all legal moves, on one core.

    Per second of processor time; median of five rounds of about two seconds.
    """
    game: Any = registry.game("tak")
    rows = []
    for size, goal in ((5, "at least 10,000"), (6, "at least 5,000")):
        start = game.initial({"size": size})
        random_games(game, start, 1, 0)
        begun = time.process_time()
        random_games(game, start, 2000, 1)
        count = int(2000 * _SECONDS / (time.process_time() - begun))
        speeds, plies = [], 0
        for seed in range(_ROUNDS):
            begun = time.process_time()
            plies = random_games(game, start, count, seed).plies
            speeds.append(count / (time.process_time() - begun))
        rows += [
            Row(f"random games on {size}x{size}", statistics.median(speeds), "games/s", goal),
            Row(f"their length on {size}x{size}", plies / count, "plies"),
        ]
    return rows
