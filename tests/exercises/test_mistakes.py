"""Planted mistakes are named rightly: half of them in one of three games, and all in all of them in the long form."""

from __future__ import annotations

import pytest

from plyground.exercises.watching import Watcher
from tests.soaking import more, some
from tools.benchmarks._mistakes import MISTAKES, Planted
from tools.benchmarks.exercise_mistakes import GAMES, checked


@pytest.mark.soak
@pytest.mark.parametrize("turn", range(more(1, len(GAMES))))
@pytest.mark.parametrize("mistake", some(MISTAKES, 34), ids=lambda mistake: mistake.name)
def test_a_mistake_is_named(mistake: Planted, turn: int, watcher: Watcher) -> None:
    game_id = GAMES[(MISTAKES.index(mistake) + turn) % len(GAMES)]
    failed = checked(mistake.exercise, game_id, mistake.text, watcher, "a secret")
    assert failed.kind in mistake.kinds, (game_id, failed.kind, failed.sentence)
    assert failed.sentence
