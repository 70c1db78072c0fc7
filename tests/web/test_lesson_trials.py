"""Matches with a known difference: the games are drawn as they should be, and the test is that of competitions."""

from __future__ import annotations

import random

import pytest

from plyground.competitions.ranking.elo import Score, Sequential, expected
from plyground.web import lesson_trials


def test_games_are_drawn_by_the_true_difference() -> None:
    rng = random.Random(4)
    results = [lesson_trials.drawn(60, 0.3, rng) for _ in range(20_000)]
    assert results.count(0) / len(results) == pytest.approx(0.3, abs=0.02)
    assert Score.of(results).share == pytest.approx(expected(60), abs=0.02)
    assert {lesson_trials.drawn(400, 0.9, rng) for _ in range(300)} <= {1, 0}


@pytest.mark.parametrize(("elo", "verdict"), [(120, "elo1"), (-120, "elo0")])
def test_a_run_is_the_sequential_test_of_competitions(elo: int, verdict: str) -> None:
    found = lesson_trials.run(elo, 0.3, 3, 0, 60)
    score = found["score"]
    counted = Score(score["wins"], score["draws"], score["losses"])
    games, ratio, measured, error = found["points"][-1]
    assert found["verdict"] == verdict == Sequential(0, 60).verdict(counted)
    assert games == counted.games
    assert ratio == pytest.approx(Sequential(0, 60).ratio(counted), abs=1e-3)
    assert (measured, error) == pytest.approx(counted.elo, abs=0.06)
    assert all(abs(each[1]) < found["bound"] for each in found["points"][:-1])
    assert found == lesson_trials.run(elo, 0.3, 3, 0, 60)


def test_a_test_that_never_ends_gives_up() -> None:
    found = lesson_trials.run(15, 0.3, 1, 14, 16, most=500)
    assert found["verdict"] is None
    assert found["points"][-1][0] == 500
    assert len(found["points"]) <= 501
