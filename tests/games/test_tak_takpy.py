"""The tutorial's names over our rules, and the tutorial's steps, run as they stand in the documentation."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path
from typing import Any

import pytest

from plyground.core import compiled_calls, registry
from plyground.core.bot import Limits, Player
from plyground.games.tak.knowledge.takpy import (
    Color,
    Direction,
    GameResult,
    Move,
    MoveKind,
    Piece,
    game_from_tps,
    new_game,
)

STEPS = Path(__file__).resolve().parents[2] / "docs" / "tak_steps.md"
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """The names of the documentation's program, after its blocks were run and held against what they show."""
    names: dict[str, Any] = {}
    parser = doctest.DocTestParser()
    compiled_calls.use_compiled(True)
    blocks = BLOCK.findall(STEPS.read_text(encoding="utf-8"))
    assert len(blocks) == 7
    for number, (language, source) in enumerate(blocks):
        if language == "python":
            exec(compile(source, f"tak_steps.md block {number}", "exec"), names)
            continue
        runner = doctest.DocTestRunner()
        test = parser.get_doctest(source, names, f"block {number}", str(STEPS), 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert runner.failures == 0
        assert runner.tries > 0
    return names


def test_the_steps_run_as_they_stand(program: dict[str, Any]) -> None:
    assert {"move_ordering", "winning_move", "bot_move"} <= program.keys()


@pytest.mark.parametrize(("size", "seed"), [(5, 1), (6, 2), (6, 3)])
def test_intuition_plays_what_the_program_plays(program: dict[str, Any], size: int, seed: int) -> None:
    tak = registry.game("tak")
    player = Player.make(registry.bot("intuition"), tak)
    rng = random.Random(seed)
    game = new_game(size)
    compared = 0
    for turn in range(30):
        if game.result != GameResult.Ongoing:
            break
        if turn % 2:
            game.play(rng.choice(game.possible_moves()))
            continue
        position = tak.parse_position(str(game), {"size": size})
        chosen = player.choose(position, Limits(), random.Random(0)).move
        assert chosen == str(program["bot_move"](game))
        game.play(Move(chosen))
        compared += 1
    assert compared > 5


def test_the_program_beats_random_moves(program: dict[str, Any]) -> None:
    for seed, mine in ((1, Color.White), (2, Color.Black)):
        rng, game = random.Random(seed), new_game(5)
        while game.result() == GameResult.Ongoing:
            game.play(program["bot_move"](game) if game.to_move == mine else rng.choice(game.possible_moves()))
        assert game.result.color() == mine


def test_a_person_is_asked_until_the_move_can_be_played(
    program: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    lines = iter(["hello", "Sa1", "a1"])
    game = new_game(5)
    assert program["ask"](game, lambda prompt: next(lines), lambda problem: said.append(str(problem))) == Move("a1")
    assert len(said) == 2
    assert "places a flat" in said[1]
    game.play(Move("a1"))
    program["show"](game)
    assert capsys.readouterr().out.splitlines()[-1].startswith("B flat 1")


def test_moves_know_their_parts() -> None:
    spread = Move("3c2>12")
    assert (spread.kind, spread.piece, spread.square) == (MoveKind.Spread, None, (1, 2))
    assert (spread.direction, spread.drop_counts()) == (Direction.Right, [1, 2])
    cap = Move("Cb4")
    assert (cap.kind, cap.piece, cap.square) == (MoveKind.Place, Piece.Cap, (3, 1))
    assert (cap.direction, cap.drop_counts()) == (None, None)
    assert str(cap) == repr(cap) == "Cb4"
    assert {Move("a1"), Move("Fa1"), Move("a1'")} == {Move("a1")}


@pytest.mark.parametrize("text", ["", "z9", "3c3>11", "i1", "a0", "9a1>", "Ca"])
def test_a_text_that_is_no_move_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        Move(text)


def test_a_move_that_cannot_be_played_is_a_value_error_and_changes_nothing() -> None:
    game = new_game(5)
    for text in ("Ca1", "a1+", "h8"):
        with pytest.raises(ValueError, match=r"\.$"):
            game.play(Move(text))
    assert game == new_game(5)
    with pytest.raises(ValueError, match="4 rows"):
        game_from_tps(5, "x4/x4/x4/x4 1 1")
    with pytest.raises(ValueError, match="size"):
        new_game(9)


def test_a_game_knows_its_parts_and_copies_are_apart() -> None:
    game = new_game(6, half_komi=4)
    other = game.clone()
    game.play(Move("a1"))
    assert other == new_game(6, half_komi=4)
    assert hash(other) == hash(new_game(6, half_komi=4))
    assert game.white_reserves == (30, 1)
    assert game.black_reserves == (29, 1)
    assert game.to_move == Color.White.next()
    assert game.reversible_plies == 0
    for text in ("f6", "a2", "b2", "a2-"):
        game.play(Move(text))
    assert game.reversible_plies == 1
    assert len(game.board()) == 6
    assert game.board()[0][0] == (Piece.Flat, [Color.Black, Color.White])


def test_results_may_be_called_or_not() -> None:
    assert GameResult.Draw() == GameResult.Draw
    assert GameResult.WhiteWin.color() == Color.White
    assert GameResult.BlackWin().color() == Color.Black
    assert GameResult.Ongoing.color() is None
    assert {Color.White: 1, Piece.Cap: 2, MoveKind.Place: 3, GameResult.Draw: 4}[GameResult.Draw] == 4
    full = game_from_tps(3, "1,2,1/2,1,1S/2,2S,x 2 9")
    full.play(Move("Sc1"))
    assert full.result == GameResult.Draw
