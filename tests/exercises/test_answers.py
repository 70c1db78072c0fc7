"""Exercises that are judged by answers: planted mistakes are told, and what a game's library must not do it does not."""

# ruff: noqa: E501

from __future__ import annotations

from typing import NamedTuple

import pytest

from plyground.core import registry
from plyground.core.exercising import Call, Exercise, Task
from plyground.exercises import catalogue, checking
from plyground.exercises.situations import Situation
from plyground.exercises.watching import Watcher


class Planted(NamedTuple):
    """What is changed in the reference of an exercise, and words of the sentence that tells it."""

    exercise: str
    games: tuple[str, ...]
    old: str
    new: str
    kind: str
    says: str


TWO_SIDES = ("othello", "tree")
PLANTED = (
    Planted("random", ("othello", "punter"), "[int(random() * len(state.moves))]", "[0]", "left_out", "it never chose"),
    Planted("random", ("tak",), "state.moves[int(random() * len(state.moves))]", "'z9'", "answer", "gave z9"),
    Planted("budget", TWO_SIDES, "if state.seat == seat else min(values)", "", "differs", "you gave back"),
    Planted("budget", TWO_SIDES, "return state.evaluate(seat)", "return -state.evaluate(seat)", "differs", "you gave back"),
    Planted("order", ("othello", "camel"), ", reverse=True", "", "order", "comes before"),
    Planted("order", ("othello",), "return sorted(state.moves,", "return sorted(state.moves[1:],", "left_out", "leaves"),
    Planted("timed", ("othello",), "if value > best_value:", "if value < best_value or not moves.index(move):", "worse_move", "There was time for"),
    Planted("timed", ("camel",), "time() <= 0", "time() <= -1", "late", "though time() was 0 after"),
    Planted("quiescence", ("othello", "camel"), "values = [score]", "values = [0.0]", "differs", "you gave back"),
    Planted("quiescence", ("othello",), " >= margin", " >= 0", "differs", "as well"),
    Planted("evaluation", ("othello",), "weights[column] -= RATE", "weights[column] += RATE", "error", "is possible"),
    Planted("evaluation", ("tak",), "return weights", "return weights[:2]", "type", "3 weights"),
    Planted("uct", ("othello",), "return visits.index(0)", "pass", "problem", "ZeroDivisionError"),
    Planted("uct", ("tree",), "every / count", "every * count", "answer", "select("),
    Planted("mcts", ("camel",), "for _round in range(rounds)", "for _round in range(3)", "left_out", "never tried"),
    Planted("maxn", ("othello", "punter"), "max(found, key=lambda values: values[mover])", "found[-1]", "differs", "right is ("),
    Planted("maxn", ("othello",), "values[mover]", "values[0]", "differs", "right is ("),
    Planted("camels_intersect", ("camel",), "abs(down) <= 1", "abs(down) <= 2", "answer", "gave True; right is False"),
    Planted("is_valid_move", ("camel",), "if any(camels_intersect(camel, each) for each in st.camels)", "if False", "answer", "right is False"),
    Planted("list_valid_moves", ("camel",), "for move in found if is_valid_move(cfg, st, move)", "for move in found[1:] if is_valid_move(cfg, st, move)", "left_out", "leaves out Move Up"),
    Planted("list_valid_moves", ("camel",), "return [move for", "return [Camel(H(8, 8))] + [move for", "more", "does not belong there"),
    Planted("has_won", ("camel",), "mover = 1 - st.next_player", "mover = st.next_player", "answer", "right is"),
    Planted("apply_move", ("camel",), "own.current_camels - 1", "own.current_camels", "answer", "players is"),
    Planted("apply_move", ("camel",), "1 - mover)", "mover)", "answer", "next_player is"),
    Planted("make_move", ("camel",), "return max(accepted(random, time, cfg, st), key=worth)", "return 'Up Up'", "answer", "gave"),
)  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda each: f"{each.exercise} {each.says}")
def test_a_mistake_is_told(planted: Planted, watcher: Watcher) -> None:
    for game_id in planted.games:
        game = registry.game(game_id)
        exercise = catalogue.exercise(planted.exercise, game)
        assert planted.old in exercise.solution
        source = exercise.solution.replace(planted.old, planted.new)
        failed = checking.check(exercise, game, source, watcher, watcher, "a secret")[-1]
        assert failed.kind == planted.kind, (game_id, failed.kind, failed.sentence)
        assert planted.says in str(failed.sentence)


def test_a_win_that_is_there_must_be_taken(watcher: Watcher) -> None:
    game = registry.game("camel")
    exercise = catalogue.exercise("mcts", game)
    position = game.parse_position("7x7 1,5,0 3,1,0 - 0 80", game.options({}))
    calls = (Call(["state", 40, {"random": 1}]),)
    situation = Situation(position, dict(game.options({})), calls, Task(1, game.to_move(position)))
    assert checking.tried(exercise, game, situation, exercise.solution, watcher, watcher).passed
    least = exercise.solution.replace("most = max(", "most = min(")
    failed = checking.tried(exercise, game, situation, least, watcher, watcher)
    assert failed.kind == "worse_move"
    assert "Down wins at once" in str(failed.sentence)


def test_a_function_that_is_to_be_written_is_not_there(watcher: Watcher) -> None:
    game = registry.game("camel")
    for each in catalogue.fitting(game):
        if each.withheld:
            source = f"from plyground.camel import {each.function}\n"
            assert "cannot import name" in str(checking.check(each, game, source, watcher, watcher)[0].sentence)


def test_the_champions_way_is_in_every_game_that_it_fits() -> None:
    own = {game_id: [each.id for each in catalogue.fitting(game)] for game_id, game in registry.games().items()}
    assert own["camel"][:6] == [
        "camels_intersect",
        "is_valid_move",
        "list_valid_moves",
        "has_won",
        "apply_move",
        "make_move",
    ]
    assert len(own["camel"]) == 23
    assert own["othello"] == [each.id for each in catalogue.EXERCISES]
    assert all({"random", "order", "evaluation", "uct", "maxn"} <= set(each) for each in own.values())


@pytest.mark.parametrize("each", [each for each in catalogue.EXERCISES if each.bot], ids=lambda each: each.id)
@pytest.mark.parametrize("game_id", ["othello", "camel"])
def test_what_was_written_is_a_bot(game_id: str, each: Exercise, watcher: Watcher) -> None:
    game = registry.game(game_id)
    start = {"game": game_id, "options": dict(game.options({})), "position": game.position_text(game.initial({}))}
    head = [{"make": "configuration_of", "of": [start]}] if game_id == "camel" else [None]
    state = {"make": "state_of", "of": [start]}
    source = each.solution + each.as_bot
    calls = [[{"random": 1}, {"clock": 0}, *head, state]]
    found = watcher.watch(source, game, game.initial({}), game.options({}), "make_move", calls)
    assert found.problem is None, found.problem
    assert found.answers[0]["text"] in {
        game.move_text(game.initial({}), move) for move in game.legal_moves(game.initial({}))
    }
