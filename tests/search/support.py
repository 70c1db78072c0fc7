"""Positions that the tests of searches begin from."""

from __future__ import annotations

import random
from typing import Any

from plyground.core import registry
from plyground.core.game import KernelGame


def kernel_game(game_id: str) -> KernelGame[Any]:
    """The game with this id, whose rules are kernels."""
    game = registry.game(game_id)
    assert isinstance(game, KernelGame)
    return game


OTHELLO = kernel_game("othello")
CAMEL = kernel_game("camel")


def scattered(game: KernelGame[Any], count: int, seed: int, options: dict[str, Any] | None = None) -> list[Any]:
    """Unfinished positions, each from a random ply of a random game of its own."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position = game.initial(options)
        on_the_way = []
        while moves := game.legal_moves(position):
            on_the_way.append(position)
            position = game.play(position, rng.choice(moves))
        found.append(rng.choice(on_the_way))
    return found
