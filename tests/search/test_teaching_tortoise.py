"""The Tortoise told step by step: its values are those of the exact player, and the kept tree is walked down."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.core.errors import Refusal
from plyground.search.teaching import words
from plyground.search.teaching.searches import search
from plyground.search.teaching.tortoise import TortoiseRun
from tests.games.punter_exact import games, leads, position_of
from tests.search.support import OTHELLO

PUNTER, TREE = registry.game("punter"), registry.game("tree")
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "punter_cases.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["maxn"] if DATA.exists() else []
SMALL = [case for case in CASES if len(case["map"]["rivers"]) <= 6]


def told(position: Any, ties: str = "last", game: Any = PUNTER, **given: Any) -> TortoiseRun:
    """The search, run to its end."""
    run = search("tortoise").start(game, position, {"ties": ties, **given})
    run.finish()
    assert isinstance(run, TortoiseRun)
    return run


@pytest.mark.parametrize("ties", ["last", "first"])
def test_values_and_line_are_those_of_the_exact_rule(ties: str) -> None:
    for position in games(25, seed=47, most_rivers=5):
        wanted, line = leads(position, ties == "last")
        found = told(position, ties).result
        assert found.closed
        assert found.values == wanted
        assert [node.move for node in found.line[: len(line)]] == line


@pytest.mark.parametrize("ties", ["last", "first"])
def test_the_bot_says_the_same(ties: str) -> None:
    for position in games(6, seed=5, most_rivers=5):
        bot = registry.parse_player(f"tortoise:ties={ties}", PUNTER)
        choice = bot.bot.choose(PUNTER, position, bot.options, Limits(), random.Random(0))
        found = told(position, ties).result
        assert choice.details["exact"]
        assert choice.details["values"] == list(found.values)
        assert choice.move == PUNTER.move_text(position, found.move)


@pytest.mark.skipif(not CASES, reason="the cases stand beside the project, where they are kept")
@pytest.mark.parametrize("case", SMALL, ids=[case["name"] for case in SMALL])
def test_documented_leads(case: dict[str, Any]) -> None:
    position = position_of(case["map"], case["punters"])
    for ties in ("last", "first"):
        found = told(position, ties).result
        assert list(found.values) == case[f"leads_{ties}_tie"]
        assert PUNTER.move_text(position, found.move) == "-".join(map(str, case[f"first_move_{ties}_tie"]))


def test_the_tree_is_kept_and_walked_down() -> None:
    position = PUNTER.initial({"map": "path-5", "punters": 2})
    trace = search("tortoise").record(PUNTER, position, {"kept": 2})
    kept = [(at, step) for at, step in enumerate(trace.steps) if step.kind == "keep"]
    answer = trace.steps[-1]
    assert answer.kind == "answer"
    assert [len(trace.path(step.node)) for _, step in kept] == [1, 2]
    for at, step in kept:
        below = sum(
            1
            for node in range(len(trace.parents))
            if trace.path(node)[: len(trace.path(step.node))] == trace.path(step.node)
        )
        assert step.number == below - 1
        assert step.values == answer.values
        assert "nothing is searched again" in words.sentence(trace, at, long=True)
    assert not any(step.kind == "keep" for step in search("tortoise").record(PUNTER, position, {"kept": 0}).steps)


def test_children_stand_in_ascending_order_and_nobody_passes() -> None:
    trace = search("tortoise").record(PUNTER, PUNTER.initial({"map": "circle-12", "punters": 2}), {"depth": 1})
    listed = next(step for step in trace.steps if step.kind == "children")
    texts = [trace.move_text(0, int(index)) for index in listed.items]
    assert texts == sorted(texts, key=lambda text: [int(part) for part in text.split("-")])
    assert "pass" not in texts
    assert trace.steps[-1].sure == "exact"
    assert not trace.steps[-1].closed


def test_it_plays_decision_trees_and_no_game_without_graded_ends() -> None:
    found = told(TREE.initial(), game=TREE).result
    assert (found.value, found.values) == (5.0, (5.0, -5.0))
    with pytest.raises(Refusal, match="only won"):
        search("tortoise").start(OTHELLO, OTHELLO.initial())
