"""The public interface: its examples are run, every game goes through it, and importing it loads next to nothing."""

from __future__ import annotations

import copy
import doctest
import importlib
import json
import math
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground.core import compiled_calls

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
EVERY_GAME = pytest.mark.parametrize("game_id", plyground.game_ids())


@pytest.fixture(autouse=True)
def rules_as_before() -> object:
    """Other tests of this process choose for themselves whether rules run compiled."""
    before = compiled_calls.compiled_in_use()
    yield
    compiled_calls.use_compiled(before)


def test_the_documentation_is_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 20
    assert not failed


@pytest.mark.parametrize("name", ["positions", "batch", "matches"])
def test_the_examples_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"plyground.interface.{name}"))
    assert tried > 0
    assert not failed


def test_every_public_name_is_there_and_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in plyground.__all__:
        assert getattr(plyground, name).__doc__
        assert name in dir(plyground)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        plyground.nothing  # noqa: B018
    assert all(
        f"plyground.{name}(" in text for name in ("game", "game_ids", "bot_ids", "match", "Batch", "Board", "Limits")
    )


def test_the_import_is_light() -> None:
    script = "import sys, plyground, json; print(json.dumps([n for n in sys.modules if '.' not in n]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "flask", "sqlalchemy"} & set(json.loads(done.stdout))


@EVERY_GAME
def test_a_random_game_by_push_and_pop(game_id: str) -> None:
    game, chance = plyground.game(game_id), random.Random(1)
    board = plyground.Board(game)
    seen = [board.position]
    for _ in range(30):
        if board.returns is not None:
            assert board.legal_moves == ()
            assert board.to_move is None
            break
        board.push(chance.choice(board.legal_moves))
        assert board.position != seen[-1]
        seen.append(board.position)
    assert game.start.play(*board.moves) == board.position
    assert hash(game.position(board.position.text)) == hash(board.position)
    assert game.read(board.record()).moves == board.moves
    while board.moves:
        assert board.position == seen.pop()
        board.pop()
    assert board.position == game.start == board.start
    with pytest.raises(IndexError):
        board.pop()


@EVERY_GAME
def test_a_copy_equals_what_it_was_made_from(game_id: str) -> None:
    board = plyground.Board(plyground.game(game_id))
    board.push(board.legal_moves[0])
    for made in (copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert made.position == board.position
        assert hash(made.position) == hash(board.position)
        assert made.start.game == board.start.game


def test_what_another_process_is_sent_runs_compiled_there() -> None:
    sent = pickle.dumps(plyground.game("othello").start)
    script = f"import pickle; from plyground.core import compiled_calls as c; pickle.loads({sent!r})\n"
    script += "print(c.compiled_in_use())"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "True\n"


@EVERY_GAME
def test_a_search_keeps_its_limits_every_time(game_id: str) -> None:
    start, limits = plyground.game(game_id).start, plyground.Limits(seconds=0.5)
    for _ in range(2):
        choice = start.search("minimax:budget=1000000", limits)
        assert choice.move in start.legal_moves
        assert choice.seconds < 30


def test_bad_input_is_refused_in_a_sentence_and_changes_nothing() -> None:
    game = plyground.game("othello")
    board = plyground.Board(game)
    for wrong in (
        lambda: plyground.game("nothing"),
        lambda: plyground.game("othello", size="5"),
        lambda: game.position("nothing"),
        lambda: game.read("nothing"),
        lambda: board.push("a1"),
        lambda: board.push("nothing"),
        lambda: board.push(19),  # type: ignore[arg-type]
        lambda: game.start.play(19),  # type: ignore[arg-type]
        lambda: board.record("nothing"),
        lambda: game.start.search("nothing"),
        lambda: game.start.trace("nothing"),
        lambda: plyground.match(game, "random"),
        lambda: plyground.match(game, "random", "random", clock=(-1, 0)),
        lambda: plyground.match(plyground.game("punter", punters=3), "random", "random"),
        lambda: plyground.match(plyground.game("punter", punters=1), "random", "random"),
    ):
        with pytest.raises(plyground.Refusal, match=r"\w.*\."):
            wrong()
    assert board.moves == []
    over = plyground.Board(plyground.game("othello", size="4"))
    while over.legal_moves:
        over.push(over.legal_moves[0])
    with pytest.raises(plyground.Refusal, match="over"):
        over.position.search("random")
    with pytest.raises(plyground.Refusal, match="over"):
        plyground.match(over.position, "random", "random")


@pytest.mark.parametrize("name", ["seconds", "nodes", "depth"])
def test_a_limit_that_is_not_above_nothing_is_refused(name: str) -> None:
    start, limits = plyground.game("othello", size="4").start, plyground.Limits()
    setattr(limits, name, math.nan if name == "seconds" else 0)
    for ask in (
        lambda: start.search("minimax:budget=10", limits),
        lambda: start.solve(limits),
        lambda: start.trace("alphabeta", limits=limits),
        lambda: plyground.match(start, "random", "random", limits=limits),
    ):
        with pytest.raises(plyground.Refusal, match="is above 0"):
            ask()
