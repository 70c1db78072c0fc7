"""Positions on which exercises are checked tell right from wrong: small trees, deep enough, with ends of games."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core import registry
from plyground.core.game import Game
from plyground.exercises import catalogue
from plyground.exercises.situations import Situation, situations
from plyground.search.teaching.two_sided import tree_size


def ends(game: Game[Any, Any], position: Any, depth: int) -> set[int]:
    """How many plies before the horizon games are over."""
    if game.returns(position) is not None:
        return {depth}
    if depth == 0:
        return set()
    after = (game.play(position, move) for move in game.legal_moves(position))
    return set().union(*(ends(game, each, depth - 1) for each in after))


def drawn(exercise_id: str, game_id: str) -> list[Situation]:
    """The positions of an exercise."""
    game = registry.game(game_id)
    return list(situations(catalogue.exercise(exercise_id, game), game, "a secret"))


@pytest.mark.parametrize("game_id", ["othello", "camel", "tree"])
def test_trees_are_small_and_deep_and_meet_the_end(game_id: str) -> None:
    game, found = registry.game(game_id), drawn("alphabeta", game_id)
    assert [each.task.depth for each in found] == [1, 2, 3, 2, 3, 3, 3]
    assert all(tree_size(game, each.position, each.task.depth)[0] <= 1_500 for each in found)
    assert any(ends(game, each.position, each.task.depth) - {0} for each in found), "a game over before the horizon"


def test_a_table_is_asked_again_with_other_depths_and_bounds() -> None:
    for each in drawn("table", "othello"):
        rounds = each.task.asked
        assert len(rounds) == len(each.calls) == (3 if each.task.depth == 1 else 4)
        assert rounds[-1].depth == each.task.depth
        below, above = rounds[-3:-1]
        assert below.alpha < below.beta <= above.alpha < above.beta
