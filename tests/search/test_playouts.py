"""Random games to the end: the same seed gives the same games, and every game is counted."""

from __future__ import annotations

import pytest

from plyground.core import registry
from plyground.core.game import KernelGame
from plyground.search.playouts import random_games


@pytest.mark.parametrize("name", ["camel", "othello", "tak"])
def test_random_games_are_counted_and_repeatable(name: str) -> None:
    game = registry.game(name)
    assert isinstance(game, KernelGame)
    start = game.initial()
    found = random_games(game, start, 50, 7)
    assert found == random_games(game, start, 50, 7)
    assert found != random_games(game, start, 50, 8)
    assert found.wins + found.draws + found.losses == 50
    assert 50 < found.plies <= 50 * game.spec.longest


def test_a_finished_game_is_its_own_end() -> None:
    game = registry.game("tak")
    assert isinstance(game, KernelGame)
    won = game.parse_position("x3/1,1,1/2,2,x 2 9", {"size": 3})
    assert random_games(game, won, 5, 0).wins == 5
    assert random_games(game, won, 5, 0).plies == 0
