"""What the lessons on evaluation terms and on bots of one's own say: positions, sums, and the bot shown, run."""

from __future__ import annotations

import math
import random
import re
import sys
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from plyground.core import registry
from plyground.games.camel import for_bots
from plyground.web.lesson_engine import Engine
from tests.web.thinking import think_here
from tools.benchmarks.serving import ROOT

ENGINE = Engine(think_here)
LESSONS = ROOT / "templates" / "lessons"
GAME_WON = (
    "e6d6c3f4d7c5c6b2f5f6g5h5d3b6e7e8g3d2c2c1c4e3e2e1b3a3b5h2d1a6b4a5f1g1f2g2f3g4a1a2f7g8b1"
    "g6h6c8d8h1b8a4h4h3f8g7h7c7h8b7a7a8"
)
"""The game of the lesson: Dark was the Hare, Light counted discs."""


def positions(lesson: str) -> dict[str, str]:
    """The positions that a lesson sets, by name."""
    return dict(re.findall(r'{% set (\w+) = "([^"]{20,})" %}', (LESSONS / lesson).read_text()))


TERMS = positions("12_terms.html")


def test_the_side_with_few_discs_wins() -> None:
    othello = registry.game("othello")
    here, met = othello.initial({}), []
    for start in range(0, len(GAME_WON), 2):
        if [othello.move_text(here, move) for move in othello.legal_moves(here)] == ["pass"]:
            here = othello.play(here, othello.parse_move(here, "pass"))
        here = othello.play(here, othello.parse_move(here, GAME_WON[start : start + 2]))
        met.append(othello.position_text(here))
    assert TERMS["behind"] in met
    assert othello.returns(here) == (57 - 7, 7 - 57)


def test_counting_moves_and_counting_discs_choose_differently() -> None:
    found = {
        score: ENGINE.search("othello", TERMS["behind"], "minimax", {"depth": 1, "score": score})
        for score in ("discs", "mobility")
    }
    assert found["discs"].move != found["mobility"].move
    assert (found["discs"].value or 0) < -20
    assert (found["mobility"].value or 0) > 10


def test_the_terms_of_crazy_camel_add_up_and_the_win_is_proven() -> None:
    terms = {term.title: term.value for term in ENGINE.terms("camel", TERMS["race"])}
    assert terms == {"Path difference": -1, "Camels in hand": pytest.approx(2.1), "The move": 0.5, "Race": 0}
    proven = ENGINE.thought("hare:budget=200000", "camel", TERMS["race"])
    assert (proven.kind, proven.outcome) == ("exact", "win")


def test_the_terms_of_tak_are_nine_and_the_road_counts() -> None:
    terms = {term.title: term.value for term in ENGINE.terms("tak", TERMS["stones"])}
    assert len(terms) == 9
    assert terms["Threats"] > 1
    assert terms["Flats"] > 0
    assert ENGINE.best("tak", TERMS["stones"], depth=1) == ["c2", "d1"]


def test_what_the_lesson_tells_of_trials_is_what_the_decisions_say() -> None:
    decisions = " ".join((ROOT / "docs" / "decisions.md").read_text().split())
    assert "took 41 and 43 % against 0.7, in 100 games each at 10,000 positions a move" in decisions
    assert "lost most of its games" in decisions


def test_the_bot_that_counts_replies_is_the_one_of_the_documents() -> None:
    written = (ROOT / "docs" / "add_a_bot.md").read_text()
    for line in (
        "counted.append((self._replies(game, game.play(position, move), seat), move))",
        "best = min(counted, key=lambda pair: pair[0])[1] if counted else moves[0]",
    ):
        assert line in written
        assert line.split(" if counted")[0] in (LESSONS / "13_bot.html").read_text()


def test_two_moves_leave_five_replies() -> None:
    opening = ["f5", "f6", "e6", "f4"]
    replies = {
        move: len(ENGINE.moves("othello", moves=[*opening, move])) for move in ENGINE.moves("othello", moves=opening)
    }
    assert [move for move, count in replies.items() if count == 5] == ["f3", "g4"]
    assert min(replies.values()) == 5


def test_twelve_of_twenty_happens_in_half_of_all_matches() -> None:
    ways = [math.comb(20, won) for won in range(21)]
    assert 2 * sum(ways[12:]) / 2**20 == pytest.approx(0.5, abs=0.005)
    assert ways[10] / 2**20 == pytest.approx(1 / 6, abs=0.02)
    assert 2 * ways[11] / 2**20 == pytest.approx(1 / 3, abs=0.02)


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bot of the last lesson with the functions that a contest gives it."""
    monkeypatch.setitem(sys.modules, "plyground.camel", for_bots)
    environment = Environment(loader=FileSystemLoader(ROOT / "templates"), autoescape=True)
    names: dict[str, Any] = {}
    exec(str(environment.get_template("lessons/_runner.html").module.program), names)  # type: ignore[attr-defined]
    return names["make_move"]


def test_the_bot_of_the_lesson_moves_as_told(bot: Any) -> None:
    rules = for_bots
    text = positions("13_bot.html")["alone"]
    configuration, state = rules.Configuration(), rules.state_of({"position": text})
    for number in (0.0, 0.99):
        assert str(bot(lambda number=number: number, lambda: 9.0, configuration, state)) == "Move Down"
    assert str(bot(random.Random(0).random, lambda: 0.4, configuration, state)) == "Move Up"
    assert ENGINE.moves("camel", text)[0] == "Up"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bot_of_the_lesson_beats_chance(bot: Any, seat: int) -> None:
    rules = for_bots
    rng, configuration = random.Random(seat), rules.Configuration()
    state, plies = rules.GameState.start(configuration), 0
    while plies == 0 or not rules.has_won(configuration, state):
        moves = rules.list_valid_moves(configuration, state)
        own = state.next_player == seat
        move = bot(rng.random, lambda: 9.0, configuration, state) if own else rng.choice(moves)
        assert move in moves
        state, plies = rules.apply_move(configuration, state, move), plies + 1
        assert plies < 200
    assert 1 - state.next_player == seat
