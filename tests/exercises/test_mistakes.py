"""Planted mistakes are named rightly, each in three games."""

from __future__ import annotations

import pytest

from plyground.core import registry
from plyground.exercises import catalogue, checking
from plyground.exercises.watching import Watcher
from tests.exercises.mistakes import MISTAKES, Planted

GAMES = ("othello", "camel", "tak")


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_named(mistake: Planted, game_id: str, watcher: Watcher) -> None:
    game = registry.game(game_id)
    exercise = catalogue.exercise(mistake.exercise, game)
    failed = checking.check(exercise, game, mistake.text, watcher, watcher, "a secret")[-1]
    assert failed.kind in mistake.kinds, (failed.kind, failed.sentence)
    assert failed.sentence
