"""Elo figures and the sequential test, against textbook values and simulated matches."""

from __future__ import annotations

import random

import pytest

from plyground.competitions.ranking.elo import Score, Sequential, difference, elo, expected


def test_known_differences() -> None:
    assert difference(0.5) == pytest.approx(0)
    assert difference(0.75) == pytest.approx(190.85, abs=0.01)
    assert difference(10 / 11) == pytest.approx(400)
    assert expected(200) == pytest.approx(0.7597, abs=0.0001)


def test_elo_of_a_match() -> None:
    rating, error = elo(60, 20, 20)
    assert rating == pytest.approx(147.19, abs=0.01)
    assert error == pytest.approx(66.3, abs=1.5)
    assert elo(20, 20, 60)[0] == pytest.approx(-147.19, abs=0.01)
    assert elo(0, 0, 0) == (None, None)


def test_more_games_make_the_error_smaller_and_a_sweep_is_finite() -> None:
    sweeps = [elo(games, 0, 0) for games in (1, 10, 100)]
    ratings = [rating for rating, _ in sweeps if rating is not None]
    assert ratings == sorted(ratings)
    assert ratings[0] > 0
    assert ratings[-1] < 2000
    errors = [elo(games, games, games)[1] or 0 for games in (1, 10, 100)]
    assert errors == sorted(errors, reverse=True)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        results = [rng.random() for _ in range(200)]
        wins, losses = sum(each < 0.55 for each in results), sum(each > 0.75 for each in results)
        rating, error = elo(wins, 200 - wins - losses, losses)
        assert rating is not None
        assert error is not None
        held += abs(rating - difference(0.65)) <= error
    assert 360 <= held <= 396


@pytest.mark.parametrize(("truth", "wrong"), [(0, "elo1"), (50, "elo0")])
def test_the_sequential_test_errs_seldom(truth: float, wrong: str) -> None:
    rng = random.Random(2)
    test = Sequential(0, 50)
    errors = decided = 0
    for _ in range(150):
        wins = draws = losses = 0
        verdict = None
        while verdict is None and wins + draws + losses < 3000:
            draw, won = rng.random() < 0.2, rng.random() < (expected(truth) - 0.1) / 0.8
            wins, draws, losses = wins + (won and not draw), draws + draw, losses + (not won and not draw)
            verdict = test.verdict(Score(wins, draws, losses))
        decided += verdict is not None
        errors += verdict == wrong
    assert decided > 140
    assert errors <= 15
