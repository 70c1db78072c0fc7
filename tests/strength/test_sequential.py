"""Sequential tests and intervals of rounds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from plyground.competitions.ranking.elo import expected
from plyground.strength.sequential import FIVE, Sprt, measured

PUBLISHED = (
    (-3, 1, (10789, 19328, 33806, 19402, 10543), 2.1310678117940807),
    (-3, 1, (1187, 7410, 13475, 7378, 1164), 2.86152718059463),
    (0, 30, (5, 10, 40, 20, 25), 4.935244446504136),
    (0, 10, (0, 0, 0, 0, 7), 0.19863299168767568),
    (0, 30, (30, 0, 25, 0, 45), 1.2333424502523642),
)
"""What ``LLR_logistic`` of fishtest (b8eecff, LLRcalc.py) gives for pairs by their score; the first two are its own
examples of matches of Stockfish."""


@pytest.mark.parametrize(("elo0", "elo1", "pairs", "ratio"), PUBLISHED)
def test_the_ratio_is_that_of_fishtest(elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float) -> None:
    assert Sprt(elo0, elo1).ratio(dict(zip(FIVE, pairs, strict=True))) == pytest.approx(ratio, rel=1e-6)


def test_nothing_is_decided_without_games() -> None:
    assert Sprt(0, 30).ratio({}) == 0
    assert Sprt(0, 30).verdict({}) is None
    assert Sprt(0, 30).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


@pytest.mark.parametrize(("elo", "wrong", "right"), [(0, "elo1", "elo0"), (60, "elo0", "elo1")])
def test_the_errors_stay_as_rare_as_was_asked(elo: float, wrong: str, right: str) -> None:
    """Pairs whose two games hang together by their opening, which games counted one by one would take for more."""
    chance, said = random.Random(7), Counter[str | None]()
    for _ in range(120):
        counts, verdict = Counter[float](), None
        while verdict is None:
            for _ in range(10):
                tilt = chance.choice((-0.3, 0.3))
                win = [chance.random() < min(max(expected(elo) + each, 0), 1) for each in (tilt, -tilt)]
                counts[sum(win) / 2] += 1
            verdict = Sprt(0, 60).verdict(counts)
        said[verdict] += 1
    assert said[wrong] <= 12
    assert said[right] >= 108


def test_pairs_that_cancel_out_say_more_than_single_games() -> None:
    even = {0.0: 0, 0.5: 100, 1.0: 0}
    wide, narrow = measured({0.0: 50, 1.0: 50}), measured({**even, 0.0: 5, 1.0: 5})
    assert wide.share == narrow.share == 0.5
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2
    assert (round(wide.low, 3), round(wide.high, 3)) == (0.404, 0.596)  # Wilson's of 100 games
    assert measured(even).low > 0.38


def test_a_clean_sweep_has_a_finite_difference() -> None:
    swept = measured({1.0: 20})
    assert 0.8 < swept.low < swept.share == 1.0
    assert 500 < swept.elo < 1000
    assert 0 < swept.elo_error < 1000
