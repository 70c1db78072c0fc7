"""Ratings of a field, the cross-table, and "is the new version better?"."""

from __future__ import annotations

import math
import random
from itertools import combinations, permutations

import pytest

from plyground.competitions.ranking.elo import elo, expected, is_better
from plyground.competitions.ranking.ratings import cross_table, ratings
from plyground.competitions.ranking.results import Result
from tests.competitions.tables import beats, results


def simulated(truth: dict[str, float], rounds: int, seed: int) -> list[Result]:
    rng = random.Random(seed)
    return [
        Result("", (one, other), (1, 2) if rng.random() < expected(truth[one] - truth[other]) else (2, 1))
        for _ in range(rounds)
        for one, other in permutations(truth, 2)
    ]


def test_ratings_find_the_truth_and_the_intervals_hold_it() -> None:
    truth = {"A": 300.0, "B": 100.0, "C": 0.0, "D": -100.0, "E": -300.0}
    held = 0
    for seed in range(60):
        found = ratings(truth, simulated(truth, 20, seed))
        held += sum(abs(found[one].elo - truth[one]) <= found[one].error for one in truth)
    assert 0.91 <= held / 300 <= 0.99


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 2), (4, 2)])
def test_intervals_hold_the_truth_though_the_pairs_of_a_table_hang_together(seats: int, rounds: int) -> None:
    # Each has a good or bad day at a table; the logistic noise of two differs as Elo expects.
    truth = {"A": 250.0, "B": 100.0, "C": 0.0, "D": -100.0, "E": -250.0}
    held = 0
    for seed in range(60):
        rng = random.Random(f"{seats}:{seed}")
        played = []
        for _ in range(rounds):
            for table in combinations(truth, seats):
                for _seating in range(seats):
                    days = {one: truth[one] - 400 * math.log10(-math.log(1 - rng.random())) for one in table}
                    ranks = tuple(1 + sum(days[two] > days[one] for two in table) for one in table)
                    played.append(Result("", table, ranks))
        found = ratings(truth, played)
        held += sum(abs(found[one].elo - truth[one]) <= found[one].error for one in truth)
    assert 0.91 <= held / 300 <= 0.985


def test_two_bots_differ_as_in_a_match() -> None:
    found = ratings("AB", results(" ".join(["AB1"] * 60 + ["AB="] * 20 + ["AB0"] * 20)))
    assert found["A"].elo - found["B"].elo == pytest.approx(elo(60, 20, 20)[0], abs=6)
    assert found["A"].games == 100


def test_a_sweep_is_finite_and_more_games_narrow_it() -> None:
    few, many = ratings("AB", beats("AB")), ratings("AB", beats(*["AB"] * 30))
    assert 0 < few["A"].elo < many["A"].elo < 1500
    assert many["A"].error < 3 * few["A"].error
    assert ratings("A", [])["A"].games == 0
    assert ratings([], []) == {}


def test_the_order_of_games_does_not_matter() -> None:
    played = simulated({"A": 200.0, "B": 0.0, "C": -50.0}, 10, seed=4)
    back = ratings("ABC", reversed(played))
    for one, rating in ratings("ABC", played).items():
        assert rating.elo == pytest.approx(back[one].elo)


def test_ratings_of_tables_and_of_a_field_that_never_met() -> None:
    table = ratings("ABC", [Result("", ("A", "B", "C"), (1, 2, 3))])
    assert table["A"].elo > 0 > table["C"].elo
    assert table["B"].elo == pytest.approx(0)
    apart = ratings("ABCD", beats("AB", "CD"))
    assert apart["A"].elo == pytest.approx(apart["C"].elo)


def test_the_cross_table() -> None:
    table = cross_table("ABC", results("AB1 BA= AC0"))
    assert table["A"]["B"].as_json() == {
        "first_games": 1,
        "first_points": 1.0,
        "later_games": 1,
        "later_points": 0.5,
        "games": 2,
        "points": 1.5,
    }
    assert table["B"]["A"].points == 0.5
    assert table["C"]["A"].later_points == 1.0
    assert "C" not in table["B"]


def test_is_the_new_version_better() -> None:
    better = is_better(
        "new", "old", [Result("", ("new", "old"), (1, 2))] * 60 + [Result("", ("x", "old"), (2, 1))] * 60
    )
    assert better.verdict == "better"
    assert better.score.wins == 60
    worse = is_better("new", "old", [Result("", ("old", "new"), (1, 2)), Result("", ("new", "old"), (1, 1))] * 100)
    assert worse.verdict == "not_better"
    assert worse.as_json()["draws"] == 100
    open_ = is_better("new", "old", [Result("", ("new", "old"), (1, 2))])
    assert open_.verdict is None
    assert "more" in open_.sentence
    assert is_better("new", "old", []).score.elo == (None, None)
