"""An order of moves: the fit finds what made the choices, leans on what was, and is judged by others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plyground.core import registry
from plyground.search.learning import order, selfplay
from plyground.search.learning.model import MOST_OF_MOVE
from plyground.search.pvs.contract import SURE, UNKNOWN

TRUTH = np.array([0, 1500, -800, 400, 2500, -2000])


def made(count: int, seed: int, truth: Any = TRUTH) -> order.Choices:
    """Choices between three to six candidates of two features each, by the chances that the true weights give them."""
    rng = np.random.default_rng(seed)
    begins, rows = [0], []
    for _ in range(count):
        candidates = [rng.permutation(len(truth) - 1)[:2] for _ in range(rng.integers(3, 7))]
        chances = np.exp([truth[each].sum() / order.UNIT for each in candidates])
        first = rng.choice(len(candidates), p=chances / chances.sum())
        candidates[0], candidates[first] = candidates[first], candidates[0]
        rows += candidates
        begins.append(len(rows))
    features = np.full((len(rows), MOST_OF_MOVE), -1, dtype=np.int32)
    features[:, :2] = rows
    return order.Choices(np.array(begins), features)


def fitted(given: order.Choices, present: Any = 0 * TRUTH) -> Any:
    return order.fit(given, present, lambda done, of: None)


def test_the_fit_finds_the_weights_that_made_the_choices() -> None:
    found = fitted(made(20_000, 1))
    seen = slice(0, len(TRUTH) - 1)
    assert np.abs((found - found.mean()) - (TRUTH - TRUTH[seen].mean()))[seen].max() < 700
    differences = np.subtract.outer(found[seen], found[seen]) - np.subtract.outer(TRUTH[seen], TRUTH[seen])
    assert np.abs(differences).max() < 150
    assert found[-1] == 0, "what no move has keeps its weight"


def test_it_is_judged_by_loss_and_by_how_many_stand_before_the_chosen() -> None:
    held_out = made(2000, 9)
    loss, before = order.judged(held_out, TRUTH)
    blank, all_of_them = order.judged(held_out, 0 * TRUTH)
    sizes = np.diff(held_out.begins)
    assert blank == pytest.approx(np.log(sizes).mean())
    assert all_of_them == pytest.approx(sizes.mean() - 1), "who looks alike stands before"
    assert loss < 0.7 * blank
    assert before < 1
    learnt = order.judged(held_out, fitted(made(5000, 1)))
    assert learnt[0] < loss + 0.01


def test_the_same_choices_give_the_same_weights_and_lean_on_the_present_ones() -> None:
    lots = [made(300, seed) for seed in range(3)]
    whole = order.joined(lots)
    assert len(whole) == 900
    assert (whole.features[whole.begins[300] : whole.begins[301]] == lots[1].features[: lots[1].begins[1]]).all()
    assert (fitted(whole) == fitted(order.joined(lots))).all()
    assert len(order.joined([])) == 0
    few = made(20, 5)
    held_out = made(2000, 9)
    assert order.judged(held_out, fitted(few, TRUTH))[0] < order.judged(held_out, fitted(few))[0]


def test_choices_are_those_of_the_games() -> None:
    game: Any = registry.game("camel")
    start = game.initial()
    weights = np.zeros(0, dtype=np.int64)
    played = selfplay.play_games(selfplay.Conditions(game, start, (2, 4), 60), (7,), 8, (weights,))
    found = order.choices(game, start, played)
    searched = (played.scores != UNKNOWN) & (np.abs(played.scores) < SURE)
    assert 0.5 * searched.sum() / order.EACH < len(found) <= searched.sum()
    sizes = np.diff(found.begins)
    assert sizes.min() > 1
    assert sizes.max() <= game.spec.most_moves
    firsts = found.features[found.begins[:-1], 0]
    assert (firsts >= 0).all()
    assert len(set(firsts.tolist())) > 5
