"""No right solution is called wrong, whatever its style; and the reference of every exercise is right in every game."""

from __future__ import annotations

from zlib import crc32

import pytest

from plyground.core import registry
from plyground.core.exercising import Exercise
from plyground.exercises import catalogue, checking
from plyground.exercises.situations import HIDDEN, PUBLIC
from plyground.exercises.watching import Watcher
from tests.soaking import SOAKING
from tools.benchmarks._styles import STYLES

PAIRS = [(game, each.id) for game in registry.games() for each in catalogue.fitting(registry.game(game))]
STYLED = [(game, style) for game in ("othello", "camel", "tak") for style in STYLES]


def one_game_each(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of pairs of a game and what is tried in it one for each of the latter; all by `make soak`."""
    games: dict[str, list[str]] = {}
    for game, tried in pairs:
        games.setdefault(tried, []).append(game)
    chosen = {tried: STYLES[tried][0] if tried in STYLES else tried for tried in games}  # styles share their positions
    return (
        pairs
        if SOAKING
        else [(those[crc32(chosen[each].encode()) % len(those)], each) for each, those in games.items()]
    )


def wrong(exercise_id: str, game_id: str, source: str, watcher: Watcher) -> list[str | None]:
    """What is said against a source."""
    game = registry.game(game_id)
    exercise = catalogue.exercise(exercise_id, game)
    outcomes = checking.check(exercise, game, source, watcher, watcher, "another secret")
    assert len(outcomes) == PUBLIC + HIDDEN or not outcomes[-1].passed
    return [each.sentence for each in outcomes if not each.passed]


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "style"), one_game_each(STYLED))
def test_a_right_solution_passes(style: str, game_id: str, watcher: Watcher) -> None:
    assert wrong(STYLES[style][0], game_id, STYLES[style][1], watcher) == []


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "exercise_id"), one_game_each(PAIRS))
def test_the_reference_passes(game_id: str, exercise_id: str, watcher: Watcher) -> None:
    assert wrong(exercise_id, game_id, catalogue.exercise(exercise_id, registry.game(game_id)).solution, watcher) == []


def test_there_are_exercises_in_every_game_of_two_sides() -> None:
    assert {game for game, _exercise in PAIRS} >= {"othello", "camel", "tak", "tree"}
    assert ("tree", "negamax") not in PAIRS


@pytest.mark.parametrize("each", catalogue.EXERCISES, ids=lambda each: each.id)
def test_a_template_runs_as_far_as_it_says(each: Exercise, watcher: Watcher) -> None:
    game = registry.game("othello")
    outcome = checking.check(each, game, each.template, watcher, watcher)[0]
    assert outcome.kind == "problem"
    assert "NotImplementedError" in str(outcome.sentence)
    assert outcome.line == each.template.count("\n")
