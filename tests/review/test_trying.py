"""A mistake tried again: what the search says of the move, its answers, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core import registry
from plyground.review import trying
from tests.review.test_making import MISSED_WIN, NODES, compiled, random_game

__all__ = ["compiled"]


def tried(game_id: str, options: dict[str, Any], moves: list[str], move: str) -> dict[str, Any]:
    game = registry.game(game_id)
    settled = dict(game.options(options))
    return trying.tried(game_id, settled, game.position_text(game.initial(settled)), moves, move, NODES)


def test_the_win_that_was_missed_is_found_and_ends_the_game() -> None:
    found = tried("tak", {"size": "5"}, MISSED_WIN[:-1], "e1")
    assert (found["mark"], found["over"], found["result"], found["replies"]) == ("fine", True, 1, [])


def test_the_same_mistake_is_marked_again_and_answered() -> None:
    found = tried("tak", {"size": "5"}, MISSED_WIN[:-1], "b3")
    assert (found["mark"], found["best"]["move"], found["over"], found["result"]) == ("missed", "e1", False, None)
    assert len(found["replies"]) == 1
    assert found["moves"] == [*MISSED_WIN, *found["replies"]]


@pytest.mark.parametrize("seed", [3, 8])
def test_answers_go_on_until_the_same_side_moves_or_the_game_is_over(seed: int) -> None:
    options, start, moves = random_game("othello", {"size": "4"}, seed)  # with passes
    game = registry.game("othello")
    path = game.replay(game.parse_position(start, options), moves)
    for at, move in enumerate(moves[:-1]):
        found = trying.tried("othello", options, start, moves[:at], move, NODES)
        there = game.replay(path[0], found["moves"])[-1]
        assert found["over"] == (game.returns(there) is not None)
        assert found["over"] or game.to_move(there) == game.to_move(path[at]) == found["seat"]
        if found["over"]:
            returns = game.returns(there)
            assert returns is not None
            assert found["result"] == (returns[found["seat"]] > 0) - (returns[found["seat"]] < 0)
