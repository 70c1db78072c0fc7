"""Learning from rows of features: the fit finds what made them, leans on what was, and needs no number of threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from plyground.core.knowledge import Match
from plyground.search.learning import fit
from plyground.search.learning.gather import Rows, joined
from plyground.search.learning.model import Model, load, record_path, save

FEATURES, STAGES = 6, 4


def model(present: Any, **more: Any) -> Model:
    return Model("none", FEATURES, lambda: np.array(present), stages=STAGES, **more)


def rows(truth: NDArray[Any], count: int, scale: float, seed: int, stages: int = STAGES) -> Rows:
    """Rows of three features each, whose targets are what the true weights say; feature 5 of stage 0 never occurs."""
    rng = np.random.default_rng(seed)
    places, amounts, targets = [], [], []
    for _ in range(count):
        stage = int(rng.integers(stages))
        chosen = rng.permutation(FEATURES - (stage == 0))[:3] + FEATURES * stage
        amount = rng.integers(-3, 4, 3)
        value = float((truth[chosen] * amount).sum())
        places.append(chosen)
        amounts.append(amount)
        targets.append(1 / (1 + np.exp(-value / scale)) if scale else value)
    begins = np.arange(0, 3 * count + 1, 3)
    return Rows(begins, np.concatenate(places).astype(np.int32), np.concatenate(amounts).astype(np.int16),
                np.array(targets))  # fmt: skip


def fitted(of: Model, parts: list[Rows], jobs: int = 2) -> NDArray[np.int64]:
    with ThreadPoolExecutor(jobs) as pool:
        return fit.fit(of, parts, np.asarray(of.weights()), pool, lambda done, steps: None)


@pytest.mark.parametrize("scale", [300.0, 0.0], ids=["logistic", "least squares"])
def test_the_fit_finds_the_weights_that_made_the_targets(scale: float) -> None:
    truth = np.random.default_rng(3).integers(-400, 400, STAGES * FEATURES)
    parts = [rows(truth, 4000, scale, seed) for seed in range(5)]
    learner = model(np.zeros(STAGES * FEATURES), scale=scale, firmness=0.01)
    found = fitted(learner, parts)
    seen = np.arange(STAGES * FEATURES) != FEATURES - 1
    assert np.abs(found - truth)[seen].max() <= 12  # of 400
    held_out = rows(truth, 500, scale, 99)
    assert fit.error(learner, held_out, found) < fit.error(learner, held_out, np.zeros_like(found)) / 50
    assert fit.loss(learner, held_out, found) < fit.loss(learner, held_out, np.zeros_like(found))


def test_what_is_seldom_met_stays_near_the_present_weights_and_its_family() -> None:
    truth = np.full(STAGES * FEATURES, 200)
    parts = [rows(truth, 3000, 300.0, 1, stages=2), rows(truth, 5, 300.0, 2)]
    present = np.full(STAGES * FEATURES, -50)
    alone = fitted(model(present, family=1, firmness=100), parts).reshape(STAGES, FEATURES)
    assert alone[0, FEATURES - 1] == -50  # never met
    assert np.abs(alone[2:] + 50).max() < 60
    together = fitted(model(present, family=2, firmness=100), parts).reshape(STAGES, FEATURES)
    assert together[0, FEATURES - 1] > 25  # its family has met it
    assert np.abs(together[2:] + 50).max() < 60
    assert together[0, 0] > 100


def test_any_number_of_threads_finds_the_same() -> None:
    truth = np.arange(STAGES * FEATURES) * 10
    parts = [rows(truth, 300, 300.0, seed) for seed in range(7)]
    learner = model(np.zeros(STAGES * FEATURES))
    assert (fitted(learner, parts, 1) == fitted(learner, parts, 5)).all()
    whole = joined(parts)
    assert len(whole) == 2100
    assert whole.places[whole.begins[300] : whole.begins[301]].tolist() == parts[1].places[:3].tolist()
    assert len(joined([])) == 0


def test_weights_and_their_record_are_read_back(tmp_path: Path) -> None:
    weights = np.array([1, -40_000, 3])
    save(tmp_path / "deeper" / "own.npz", weights, {"seed": 4})
    assert load(tmp_path / "deeper" / "own.npz", 3).tolist() == weights.tolist()
    assert '"seed": 4' in record_path(tmp_path / "deeper" / "own.npz").read_text()
    with pytest.raises(ValueError, match="shape"):
        load(tmp_path / "deeper" / "own.npz", 4)


def test_a_match_is_won_by_more_than_chance() -> None:
    assert not Match(0, 10, 0).won
    assert not Match(107, 0, 93).won
    assert Match(115, 0, 85).won
    assert not Match(85, 0, 115).won
    assert Match(20, 20, 0).share == 0.75
