"""A small model: it learns what its rows say, its errors are those of its weights, and it plays better for it."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from plyground.core import registry
from plyground.search.learning import small, small_match

TAK = registry.game("tak")
START = TAK.initial({"size": 3})


def foretold(weights: Any, rows: list[tuple[Any, float]]) -> float:
    """The mean squared error of weights on rows, by plain arithmetic."""
    chances = [1 / (1 + math.exp(-sum(map(float, row * weights)))) for row, _result in rows]
    return sum((chance - result) ** 2 for chance, (_row, result) in zip(chances, rows, strict=True)) / len(rows)


def test_the_error_is_that_of_the_weights_and_falls_where_it_learns() -> None:
    model = small.learn(TAK, START, 40, order=False)
    fit, tested = model.worth, model.counts.tested
    assert len(fit.errors) == small.PASSES + 1
    assert fit.errors[0][1] == pytest.approx(foretold(np.zeros(model.counts.size), tested))
    assert fit.errors[-1][1] == pytest.approx(foretold(fit.weights, tested))
    learnt = [each for each, _new in fit.errors]
    assert learnt[-1] < learnt[0]
    position = TAK.play(START, TAK.legal_moves(START)[0])
    counted = model.counts.of(position, 1)
    assert counted.tolist() == (-model.counts.of(position, 0)).tolist()
    assert model.chance(position, 1) == pytest.approx(1 / (1 + math.exp(-sum(counted * fit.weights))))
    assert model.chance(position, 0) + model.chance(position, 1) == pytest.approx(1)


def test_weights_that_made_the_results_are_found_again() -> None:
    counts = small.counts_of(TAK, START)
    rng = random.Random(5)
    rows = [(False, rng.choice((-1.0, 1.0)) * np.eye(counts.size)[rng.randrange(1, counts.size)]) for _ in range(200)]
    truth = np.array([0.0, -1.0, 2.0, 0.5, 0.3])
    told = [(held, row, 1 / (1 + math.exp(-sum(row * truth)))) for held, row in rows]
    fit = small.worth(told, counts.size)
    assert fit.weights == pytest.approx(truth, abs=0.35)
    bare = [(row, result) for _held, row, result in told]
    assert foretold(fit.weights, bare) < 0.002


def test_a_count_that_is_left_out_weighs_nothing_and_nothing_hangs_on_what_was_asked_before() -> None:
    first = small.learn(TAK, START, 12, left_out=(3,), order=False)
    assert first.worth.weights[3] == 0
    small._learnt.cache_clear()
    small.counts_of.cache_clear()
    again = small.learn(TAK, START, 12, left_out=(3,), order=False)
    assert again is not first
    assert again.worth.errors == first.worth.errors
    assert small.learn(TAK, START, 12, seed=1, left_out=(3,), order=False).worth.errors != first.worth.errors


def test_shares_are_equal_before_learning_and_favour_a_win_after_it() -> None:
    road = START
    for text in ("a1", "c3", "a3", "a2", "c1"):  # Black has a1, Black to move next but one
        road = TAK.play(road, TAK.require(road, text))
    moves = TAK.legal_moves(road)
    blank, model = (small.learn(TAK, START, games) for games in (0, 24))
    assert blank.shares(road) == pytest.approx(1 / len(moves))
    assert blank.chance(road, 0) == 0.5
    shares = model.shares(road)
    assert sum(shares) == pytest.approx(1)
    seat = TAK.to_move(road)
    won = [at for at, move in enumerate(moves) if (TAK.returns(TAK.play(road, move)) or (0, 0))[seat] > 0]
    assert set(won) <= set(np.flatnonzero(shares > 1 / len(moves)).tolist())
    assert model.order.errors[-1][0] < model.order.errors[0][0]


def test_what_has_learnt_beats_what_has_not() -> None:
    found = small_match.learnt("tak", {"size": 3}, "", [], 40)
    won, drawn, lost = found["match"]
    assert won + drawn + lost == small_match.GAMES
    assert won > 2 * lost
    assert small_match.learnt("tak", {"size": 3}, "", [], 4, against="")["match"] == []


def test_the_same_players_share_the_points_of_a_match() -> None:
    first = lambda position, rng: 0  # noqa: E731
    won, drawn, lost = small_match.match(TAK, START, (first, first), 6)
    assert won + drawn + lost == 6
    assert won == lost


@pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.spec.id)
def test_every_game_learns_or_says_why_not(game: Any) -> None:
    position = game.initial()
    sentence = small.refusal(game, position)
    if sentence is not None:
        assert game.spec.title in sentence
        return
    before, small.TESTED = small.TESTED, 1
    try:
        model = small.learn(game, position, 1, order=False)
    finally:
        small.TESTED = before
        small._learnt.cache_clear()
        small.counts_of.cache_clear()
    assert len(model.worth.weights) == len(model.counts.titles) + 1
    assert 0 < model.chance(position, game.to_move(position)) < 1
