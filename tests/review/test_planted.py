"""Planted blunders are marked and sound moves are not; the causes that are named hold, and the stage opens there."""

from __future__ import annotations

import random

import pytest

from tests.review.test_making import compiled
from tests.soaking import more, some
from tools.benchmarks import _recounting as checker
from tools.benchmarks._planted import GAMES, found, planted
from tools.benchmarks.review import falsified

__all__ = ["compiled"]
COUNTS = {game: more(4 if game == "punter" else 1, 1000) for game in GAMES}


@pytest.mark.soak
@pytest.mark.parametrize("game_id", some(GAMES, 1))
def test_planted_blunders_are_marked_and_explained_and_sound_moves_are_not(game_id: str) -> None:
    count = COUNTS[game_id]
    made = [found(each) for each in planted(game_id, count, 1)]
    marked = [each for each in made if each.marked]
    assert len(marked) >= 0.95 * count
    assert sum(each.wrongly for each in made) <= max(1, 0.03 * count)
    explained = [each for each in marked if each.sentence and each.staged]
    assert len(explained) >= 0.8 * len(marked)
    rng = random.Random(1)
    for each in explained[:100]:
        at = each.planted
        told = at.game, at.options, at.start, at.moves
        assert not checker.false_figures(*told, each.sentence), each
        assert checker.false_figures(*told, falsified(each.sentence, rng)), each


def test_the_same_seed_plants_the_same_positions() -> None:
    one, other = (list(planted("punter", 2, 5)) for _ in range(2))
    assert one == other
    assert all(each.blunder != each.sound and each.lost >= 0.2 for each in one)
