"""Ratings on one scale."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from plyground.competitions.ranking.elo import expected
from plyground.strength.scale import rated

TRUE = {"anchor": 0.0, "near": 60.0, "far": -150.0, "top": 200.0}


def test_two_who_met_often_are_as_far_apart_as_their_points_say() -> None:
    found = rated([("one", "anchor", {1.0: 7500, 0.0: 2500})], "anchor")
    assert found["anchor"].elo == 0
    assert found["anchor"].error == 0
    assert found["one"].elo == pytest.approx(190.8, abs=0.2)
    assert found["one"].rounds == 10_000


def test_who_is_not_joined_to_the_anchor_has_no_rating() -> None:
    meetings = [("a", "anchor", {0.5: 4}), ("b", "a", {1.0: 3}), ("x", "y", {1.0: 3}), ("a", "a", {1.0: 9})]
    assert set(rated(meetings, "anchor")) == {"anchor", "a", "b"}
    assert rated([], "anchor")["anchor"].elo == 0


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance, held, asked = random.Random(11), 0, 0
    for _ in range(100):
        meetings = []
        for one, other in combinations(TRUE, 2):
            share = expected(TRUE[one] - TRUE[other])
            counts = Counter(sum(chance.random() < share for _ in range(2)) / 2 for _ in range(80))
            meetings.append((one, other, counts))
        for name, found in rated(meetings, "anchor").items():
            if name != "anchor":
                held, asked = held + (abs(found.elo - TRUE[name]) <= found.error), asked + 1
    assert 0.90 <= held / asked <= 0.99
