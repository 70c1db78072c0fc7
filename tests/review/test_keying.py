"""Keys to move questions: what was proved is right, the solver decides where it reaches, what loses little counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.classroom.best_moves import answer_of
from plyground.core import compiled_calls, folders, registry
from plyground.core.messages import translated
from plyground.puzzles import keeping
from plyground.review.keying import key
from plyground.sessions.question import Board, Question
from plyground.web.languages import Languages

GAMES = [("othello", {"size": 6}), ("camel", {}), ("tak", {"size": 4}), ("punter", {"map": "triangle-2"}), ("tree", {})]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_best_move_is_right_and_worth_falls_with_what_is_lost(name: str, options: dict[str, Any]) -> None:
    compiled_calls.use_compiled(True)
    game = registry.game(name)
    settled, start = game.options(options), game.initial(options)
    found = key(name, dict(settled), game.position_text(start), 2)
    first, *rest = found["moves"]
    assert (first["part"], first["lost"]) == (1.0, 0.0)
    assert {each["move"] for each in found["moves"]} <= {game.move_text(start, m) for m in game.legal_moves(start)}
    assert [each["part"] for each in rest] == sorted((each["part"] for each in rest), reverse=True)
    answer = answer_of(found, Board.at(game, settled, start))
    question = Question("move", "", Board.at(game, settled, start), answer=answer)
    assert question.part(first["move"]) == 1.0
    assert all(question.part(each["move"]) == each["part"] for each in rest)


@pytest.mark.parametrize("name", ["othello", "camel", "tak", "punter"])
def test_what_was_proved_is_right(name: str) -> None:
    """Puzzles have one best move, by searches of their own, or the solver: the key of a short search finds it."""
    compiled_calls.use_compiled(True)
    game = registry.game(name)
    easy = sorted((each for each in keeping.of(name).values() if each.grade <= 2), key=lambda each: each.id)
    for puzzle in random.Random(7).sample(easy, 3):
        found = key(name, dict(game.options(puzzle.options)), puzzle.position, 4)
        parts = {each["move"]: each["part"] for each in found["moves"]}
        assert parts.pop(puzzle.moves[0]) == 1.0
        assert 1.0 not in parts.values()


def test_the_solvers_moves_alone_are_right_and_others_that_win_keep_half() -> None:
    compiled_calls.use_compiled(True)
    game = registry.game("othello")
    puzzle = next(each for each in keeping.of("othello").values() if each.kind == "discs" and each.exact)
    found = key("othello", dict(game.options({})), puzzle.position, 1)
    assert (found["solved"], found["clear"]) == (True, True)
    assert [each["move"] for each in found["moves"] if each["part"] == 1.0] == [puzzle.moves[0]]
    assert found["moves"][0]["exact"]


def test_a_move_that_loses_little_keeps_half_the_point() -> None:
    game = registry.game("othello")
    position = game.initial({})
    board = Board.at(game, {}, position)

    def move(text: str, part: float, value: float) -> dict[str, Any]:
        lines = {"line": [text], "exact": False, "outcome": None, "lost": 0.0}
        return {"move": text, "part": part, "value": value, **lines}

    told = {"moves": [move("d3", 1.0, 2.0), move("c4", 0.5, 1.0), move("e6", 0.0, -9.0)], "solved": False, "nodes": 9}
    question = Question("move", "", board, answer=answer_of(told, board))
    assert [question.part(text) for text in ("d3", "c4", "e6", "f5")] == [1.0, 0.5, 0.0, 0.0]
    assert [question.correct(text) for text in ("d3", "c4")] == [True, False]
    assert question.answer
    assert "half a point: c4." in question.answer.why
    german = Languages([folders.PACKAGE / "translations"]).known["de"].catalogue
    assert "etwa 2 Scheiben für" in translated(question.answer.why, german)
