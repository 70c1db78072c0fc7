"""The bots that play by the teaching searches: their values, their limits, and what they answer when stopped."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Choice, Limits
from plyground.core.errors import UnfitBot
from plyground.search.teaching import brute
from plyground.search.teaching.scores import Scale
from tests.search.support import CAMEL, OTHELLO, scattered
from tools.benchmarks.deepening_trees import height, random_tree

TREE = registry.game("tree")
PUNTER = registry.game("punter")
TEXT = "a 0 ( o 7 ( a 4 a 2 ) o 5 ( a 8 a 9 ) o 6 )"


def asked(bot: str, game: Any, position: Any, limits: Limits | None = None, seed: int = 0) -> Choice:
    return registry.parse_player(bot, game).choose(position, limits or Limits(), random.Random(seed))


@pytest.mark.parametrize("bot", ["alphabeta", "alphabeta:order=written", "deepening", "maxn", "maxn:method=paranoid"])
def test_a_small_tree_is_solved(bot: str) -> None:
    choice = asked(bot, TREE, TREE.parse_position(TEXT))
    assert (choice.move, choice.value, choice.kind, choice.line) == ("1", 8, "exact", ("1", "0"))
    assert choice.outcome == "win"


@pytest.mark.parametrize("bot", ["alphabeta:order=written", "deepening"])
def test_stopped_it_is_no_worse_than_its_last_finished_round(bot: str) -> None:
    scale = Scale(TREE)
    stops = 0
    for seed in range(40):
        position = TREE.parse_position(random_tree(seed, most=14))
        deepest = height(TREE, position)
        truth = {plies: brute.root_values(TREE, position, plies, 0, scale) for plies in range(1, deepest + 1)}
        for nodes in range(1, 40):
            choice = asked(bot, TREE, position, Limits(nodes=nodes))
            reached = choice.depth - 1  # the round before the deepest that was begun was finished
            if 1 <= reached < deepest:
                before, after = truth[reached], truth[reached + 1]
                floor = min(now for then, now in zip(before, after, strict=True) if then == max(before))
                assert after[int(choice.move)] >= floor
                stops += 1
    assert stops > 300


@pytest.mark.parametrize("bot", ["alphabeta", "deepening", "maxn", "mcts", "puct"])
def test_a_win_in_one_is_taken(bot: str) -> None:
    position = CAMEL.parse_position("7x7 3,5,1 2,1,0 - 0 9", {})
    choice = asked(bot, CAMEL, position)
    end = CAMEL.play(position, CAMEL.parse_move(position, choice.move))
    assert CAMEL.returns(end) == (1, -1)
    if bot == "puct":
        assert (choice.value, choice.outcome) == (1, "win")
    elif bot != "mcts":
        assert (choice.value, choice.outcome, choice.kind) == (1, "win", "exact")


def test_exact_values_near_the_end_of_othello() -> None:
    seen = 0
    for position in scattered(OTHELLO, 25, 4, {"size": 4}):
        if OTHELLO.position_text(position).count("-") > 5:
            continue
        for bot in ("alphabeta:budget=100000", "deepening:budget=100000"):
            choice = asked(bot, OTHELLO, position)
            seat = OTHELLO.to_move(position)
            truth = brute.value(OTHELLO, position, 99, seat, Scale(OTHELLO, by_distance=False))
            assert choice.outcome == ("win" if truth > 0 else "loss" if truth < 0 else "draw")
            seen += 1
    assert seen > 8


@pytest.mark.parametrize("method", ["maxn", "paranoid", "best_reply"])
def test_three_punters_get_estimates(method: str) -> None:
    position = PUNTER.initial({"map": "triangle-4", "punters": 3})
    choice = asked(f"maxn:method={method},budget=100000", PUNTER, position, Limits(depth=3))
    assert (choice.kind, choice.outcome) == ("estimate", None)
    assert choice.depth == 3
    assert choice.move in [PUNTER.move_text(position, move) for move in PUNTER.legal_moves(position)]


def test_more_games_are_played_where_it_pays() -> None:
    position = TREE.parse_position("a 0 ( o 0 ( a -9 a 9 ) o 0 ( a 8 a 7 ) o 0 ( a 9 a -1 ) )")
    choice = asked("mcts:iterations=600", TREE, position, seed=2)
    assert (choice.move, choice.kind, choice.nodes) == ("1", "estimate", 600)
    assert {row["text"] for row in choice.details["moves"]} == {"0", "1", "2"}
    assert asked("mcts", TREE, position, Limits(nodes=20)).nodes == 20


@pytest.mark.parametrize("bot", ["alphabeta", "deepening"])
def test_games_of_many_sides_are_refused(bot: str) -> None:
    with pytest.raises(UnfitBot, match="two opposite sides"):
        registry.parse_player(bot, PUNTER)


def test_the_bots_play_better_than_chance() -> None:
    rng = random.Random(0)
    for bot in ("alphabeta:budget=150", "deepening:budget=300", "mcts:iterations=60", "puct:iterations=60"):
        points = 0.0
        for number in range(6):
            position = OTHELLO.initial({"size": 4})
            while OTHELLO.returns(position) is None:
                if OTHELLO.to_move(position) == number % 2:
                    move = OTHELLO.parse_move(position, asked(bot, OTHELLO, position, seed=number).move)
                else:
                    move = rng.choice(OTHELLO.legal_moves(position))
                position = OTHELLO.play(position, move)
            returns = OTHELLO.returns(position)
            assert returns is not None
            points += (returns[number % 2] > 0) + 0.5 * (returns[number % 2] == 0)
        assert points >= 4
