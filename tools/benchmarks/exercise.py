"""Whether the exercise's supplied player is any good: Crazy Camel's ``make_move`` against random valid moves."""

from __future__ import annotations

import random
import time

from plyground.core import compiled_calls
from plyground.games.camel.knowledge.exercise import (
    Configuration,
    GameState,
    apply_move,
    has_won,
    list_valid_moves,
    make_move,
)
from tools.benchmarks._registry import Row, benchmark

_GAMES, _MOST_PLIES = 100, 400


def _winner(seat: int, rng: random.Random, seconds: list[float]) -> int | None:
    """Who wins when ``make_move`` has this seat; None for a game that does not end."""
    configuration = Configuration(7, 7, 8)
    state = GameState.start(configuration)
    for ply in range(_MOST_PLIES):
        if ply % 2 == seat:
            begun = time.perf_counter()
            move = make_move(rng.random, lambda: 10.0, configuration, state)
            seconds.append(time.perf_counter() - begun)
        else:
            move = rng.choice(list_valid_moves(configuration, state))
        state = apply_move(configuration, state, move)
        if has_won(configuration, state):
            return ply % 2
    return None


@benchmark("camel-exercise", measures="game/games/camel game/search")
def camel_exercise() -> list[Row]:
    """The exercise's `make_move` against random valid moves on 7x7 with 8 camels, 100 games, each seat half of them."""
    compiled_calls.use_compiled(True)
    rng = random.Random(2026)
    seconds: list[float] = []
    won = sum(_winner(game % 2, rng, seconds) == game % 2 for game in range(_GAMES))
    return [
        Row("games won", won, f"of {_GAMES}", "100"),
        Row("slowest move", 1000 * max(seconds), "ms"),
        Row("mean move", 1000 * sum(seconds) / len(seconds), "ms"),
    ]
