"""Reviews: exact values by the solver, missed wins, the same review of the same game, parts put together."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from plyground.core import compiled_calls, registry
from plyground.core.bot import Limits
from plyground.review import chances, making, marks
from plyground.search import solving

NODES = 2_000
SMALL: dict[str, dict[str, Any]] = {
    "othello": {"size": "4"},
    "camel": {"board_width": 4, "board_height": 4, "starting_camels": 1, "max_plies": 30},
}

MISSED_WIN = ["a5", "e3", "a1", "e5", "b1", "e4", "c1", "d5", "d1", "d4", "b3"]
"""Tak 5 x 5: White has four of five in a row, and looks away."""


@pytest.fixture(autouse=True)
def compiled() -> Any:
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(False)


def random_game(
    game_id: str, options: dict[str, Any], seed: int, most: int = 40
) -> tuple[dict[str, Any], str, list[str]]:
    game = registry.game(game_id)
    settled = dict(game.options(options))
    position, rng, moves = game.initial(settled), random.Random(seed), list[str]()
    start = game.position_text(position)
    while game.returns(position) is None and len(moves) < most:
        move = rng.choice(game.legal_moves(position))
        moves.append(game.move_text(position, move))
        position = game.play(position, move)
    return settled, start, moves


@pytest.mark.parametrize("game_id", SMALL)
def test_small_games_are_judged_as_their_solver_says(game_id: str) -> None:
    game = registry.game(game_id)
    options, start, moves = random_game(game_id, SMALL[game_id], 5)
    found = making.review(game_id, options, start, moves, NODES)
    position, wrong = game.parse_position(start, options), 0
    for ply in found["plies"]:
        solved = solving.solve(game, position, Limits(nodes=1_000_000).started())
        there = game.play(position, game.parse_move(position, ply["move"]))
        assert solved is not None
        best = {game.move_text(position, move) for move in solved.best}
        if ply["best"]["exact"] and ply["mark"] != "forced":
            assert (ply["lost"]["chance"] > 0) <= (ply["move"] not in best)
            assert ply["best"]["value"] == pytest.approx(solved.value)
            wrong += ply["move"] not in best and solved.value > 0 and ply["mark"] in marks.BAD
        position = there
    assert found["exact_from"] is not None
    assert sum(ply["mark"] == "missed" for ply in found["plies"]) <= wrong


def test_the_same_game_has_the_same_review_in_whatever_process() -> None:
    options, start, moves = random_game("othello", {"size": "6"}, 2, 12)
    one, other = (making.review("othello", options, start, moves, NODES) for _ in range(2))
    assert one == other
    assert making.key("othello", options, start, moves) == making.key(
        "othello", dict(reversed(options.items())), start, moves
    )
    assert making.key("othello", options, start, moves) != making.key("othello", options, start, moves[:-1])


@pytest.mark.parametrize("count", [1, 5, 6, 7, 60])
def test_parts_cover_every_ply_once_from_the_end(count: int) -> None:
    parts = making.parts(count)
    assert [at for first, last in reversed(parts) for at in range(first, last)] == list(range(count))
    assert max(last - first for first, last in parts) <= making.PART


def test_a_win_in_one_that_is_let_go_is_a_missed_win() -> None:
    moves = MISSED_WIN
    options = dict(registry.game("tak").options({"size": "5"}))
    game = registry.game("tak")
    start = game.position_text(game.initial(options))
    found = making.review("tak", options, start, moves, NODES)
    last = found["plies"][-1]
    assert (last["mark"], last["best"]["move"], last["best"]["outcome"]) == ("missed", "e1", "win")


def test_what_cannot_be_reviewed_is_said() -> None:
    with pytest.raises(making.NothingToReview):
        making.check([])
    with pytest.raises(making.TooLongToReview, match="600"):
        making.check(["a1"] * 601)


def test_marks_follow_the_loss() -> None:
    def mark(lost: float, **more: Any) -> str:
        usual = {"best_wins": False, "made_wins": False, "only": 0.0, "forced": False, "exact_loss": 0.0}
        return marks.mark(lost, **{**usual, **more})

    assert [mark(lost) for lost in (0, 0.04, 0.05, 0.1, 0.2)] == ["fine", "fine", "inaccuracy", "mistake", "blunder"]
    assert mark(0.5, best_wins=True) == "missed"
    assert mark(0.0, best_wins=True, made_wins=True) == "fine"
    assert mark(0.0, only=0.3) == "only"
    assert mark(0.9, forced=True) == "forced"
    assert mark(0.0, exact_loss=0.6) == "inaccuracy"
    assert marks.accuracy([]) is None
    assert marks.accuracy([0.0, 0.0]) == 100.0
    assert (marks.accuracy([0.3]) or 0) < (marks.accuracy([0.1]) or 0) < 100


def test_the_fit_finds_the_scale_that_made_the_points() -> None:
    rng = random.Random(4)
    values = [rng.uniform(-20, 20) for _ in range(6000)]
    pairs = [(value, float(rng.random() < 1 / (1 + math.exp(-value / 5)))) for value in values]
    assert chances.fitted(pairs) == pytest.approx(5.0, rel=0.1)


@pytest.mark.parametrize("game_id", registry.games())
def test_every_game_has_a_scale(game_id: str) -> None:
    game = registry.game(game_id)
    size = chances.spread(game, game.initial(None))
    assert 0 < size < math.inf
    assert chances.chance(0, size) == 0.5
    assert chances.chance(size, size) == pytest.approx(0.731, abs=0.001)


@pytest.mark.parametrize("game_id", ["othello", "camel", "tak", "punter"])
def test_the_scales_of_the_four_games_are_measured(game_id: str) -> None:
    found = chances.measured(registry.game(game_id))
    assert found is not None
    assert found["positions"] > 1000
    assert set(found) >= {"spread", "games", "seed", "nodes", "won_by_tenth"}
