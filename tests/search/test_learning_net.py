"""A net over features: its sums in words are those of plain numbers, and it learns what no sum of weights can say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.search.learning import fit, net
from plyground.search.learning.gather import Rows
from plyground.search.learning.model import Model

SEEN = 6
STAGES = 2
ALWAYS = (4, 6)


def model(present: Any) -> Model:
    return Model("none", SEEN + net.OUTPUT, lambda: present, stages=STAGES, net=True, always=ALWAYS)


NOTHING = np.zeros(model(None).size, dtype=np.int64)


def rows(count: int, seed: int, stages: int) -> Rows:
    """One of features 0 and 1, one of 2 and 3, one of the last two: who has the first of both or of neither wins."""
    rng = np.random.default_rng(seed)
    which = rng.integers(0, 2, (count, 3))
    stage = rng.integers(0, stages, count)
    places = (which + [0, 2, 4] + stage[:, None] * (SEEN + net.OUTPUT)).astype(np.int32).ravel()
    targets = np.where(which[:, 0] == which[:, 1], 0.9, 0.1)
    return Rows(np.arange(0, 3 * count + 1, 3), places, np.ones(3 * count, np.int16), targets)


def fitted(parts: list[Rows], present: NDArray[np.int64], jobs: int = 2) -> NDArray[np.int64]:
    with ThreadPoolExecutor(jobs) as pool:
        return fit.fit(model(present), parts, present, pool, lambda done, of: None)


def test_words_hold_rows_of_signed_numbers() -> None:
    lanes = np.random.default_rng(1).integers(-(1 << 15) + 1, 1 << 15, (50, net.UNITS + 1))
    assert (net.unpacked(net.packed(lanes)) == lanes).all()
    one, other = lanes[:25] // 2, lanes[25:] // 2
    assert (net.unpacked(net.packed(one) + net.packed(other)) == one + other).all()


def test_the_value_is_that_of_plain_numbers() -> None:
    rng = np.random.default_rng(2)
    lanes = rng.integers(-200, 300, (SEEN, net.UNITS + 1))
    output = rng.integers(-9000, 9000, net.OUTPUT * net.WORDS)
    output[net.UNITS] = 1
    weights = np.concatenate([net.packed(lanes).ravel(), output])
    for _ in range(20):
        places = np.flatnonzero(rng.integers(0, 2, SEEN)).astype(np.int32)
        sums = lanes[places].sum(axis=0)
        units = np.clip(sums[: net.UNITS], 0, 256) ** 2 * output[: net.UNITS]
        assert net.worth(places, len(places), weights, SEEN) == (units.sum() + (sums[-1] << 20)) >> 22


def test_the_net_learns_what_no_sum_of_weights_can_say() -> None:
    parts = [rows(3000, seed, STAGES) for seed in range(4)]
    held_out = rows(500, 9, STAGES)
    learnt = fitted(parts, NOTHING)
    assert fit.error(model(None), held_out, NOTHING) > 0.35
    assert fit.error(model(None), held_out, learnt) < 0.05
    assert (fitted(parts, NOTHING, 1) == learnt).all()


def test_a_fit_goes_on_from_the_present_weights_and_keeps_stages_that_it_has_not_met() -> None:
    first = fitted([rows(3000, 1, STAGES)], NOTHING)
    more = fitted([rows(3000, 2, 1)], first)
    half = len(first) // STAGES
    assert (more[half:] == first[half:]).all()
    held_out = rows(500, 9, STAGES)
    assert fit.loss(model(None), held_out, more) < fit.loss(model(None), held_out, first) + 0.001
    assert not net.is_there(NOTHING, SEEN)
    assert not net.is_there(fitted([rows(50, 3, 1)], NOTHING), 2 * SEEN + net.OUTPUT)
