"""The other searches that tell their steps: divided budgets, many seats, Monte Carlo; and how they are stopped."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest

from plyground.core import compiled_calls, registry
from plyground.core.errors import BadOption
from plyground.search.teaching.mcts import MctsRun
from plyground.search.teaching.search import UnfitSearch
from plyground.search.teaching.searches import fitting, search
from tests.search.support import OTHELLO, scattered
from tests.search.toys import CELLS, scattered_cells, start

TREE = registry.game("tree")
PUNTER = registry.game("punter")
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "punter_cases.json"
LARGEST = 5
EXACT: list[dict[str, Any]] = [
    case
    for case in (json.loads(DATA.read_text(encoding="utf-8"))["maxn"] if DATA.exists() else [])
    if len(case["map"]["rivers"]) <= LARGEST and case["tie_free_value"]
]


def test_the_arithmetic_of_a_divided_budget_is_told() -> None:
    # At the start of Othello each of four moves gets 13 - 4 = 9, and each of their three replies (9 - 3) // 3 = 2.
    events = list(search("budget").start(OTHELLO, OTHELLO.initial(), {"budget": 13}).events())
    divided = [(event.node.ply, event.items, event.reason) for event in events if event.kind == "divide"]
    assert divided[:2] == [(0, (13, 4, 9), "root"), (1, (9, 3, 2), "")]
    assert {row[1][2] for row in divided if row[0] == 2} == {-1}
    assert sum(event.kind == "enter" for event in events) == 16
    estimate = search("budget").estimate(OTHELLO, OTHELLO.initial(), {"budget": 13, "divide_root": False})
    assert estimate.rows[:2] == ((13, 4, 9), (9, 3, 2))
    assert estimate.low <= 16 <= estimate.high


def _with_decimals(text: str) -> str:
    """The text of a tree in which each value has two decimals, and so lies between the windows of a whole one."""
    return re.sub(r"(?<=[ao] )-?[0-9]+", lambda value: f"{value[0]}.{37 * value.start() % 90 + 10}", text)


def test_with_two_seats_all_searches_find_the_same() -> None:
    for seed in range(1, 25):
        whole = TREE.initial({"seed": seed, "turns": "free"})
        position = whole if seed % 2 else TREE.parse_position(_with_decimals(TREE.position_text(whole)))
        for depth in (0, 2):
            found = {
                name: search(name).start(TREE, position, {"depth": depth}).finish()
                for name in (
                    "minimax", "negamax", "alphabeta", "null_windows", "aspiration", "maxn", "paranoid", "best_reply"
                )
            }  # fmt: skip
            assert len({result.value for result in found.values()}) == 1
            assert found["maxn"].values == (found["minimax"].value, -(found["minimax"].value or 0))


def _maxn(position: Any, last: bool) -> tuple[float, ...]:
    """Max^n once more, as plainly as it can be said."""
    returns = CELLS.returns(position)
    if returns is not None:
        return returns
    mover = CELLS.to_move(position)
    parts = [_maxn(CELLS.play(position, move), last) for move in CELLS.legal_moves(position)]
    return max(reversed(parts) if last else parts, key=lambda values: values[mover])


@pytest.mark.parametrize("ties", ["first", "last"])
def test_every_mover_takes_what_is_best_for_itself(ties: str) -> None:
    for position in scattered_cells(25, 3):
        if len(CELLS.legal_moves(position)) <= 5:
            found = search("maxn").start(CELLS, position, {"depth": 0, "ties": ties}).finish()
            assert found.values == _maxn(position, ties == "last")
            assert found.closed


def _paranoid(position: Any, seat: int) -> float:
    returns = CELLS.returns(position)
    if returns is not None:
        return returns[seat]
    values = [_paranoid(CELLS.play(position, move), seat) for move in CELLS.legal_moves(position)]
    return max(values) if CELLS.to_move(position) == seat else min(values)


def test_paranoid_expects_the_worst_of_all_others_together() -> None:
    for position in scattered_cells(30, 5):
        if len(CELLS.legal_moves(position)) <= 5:
            seat = CELLS.to_move(position)
            worst = search("paranoid").start(CELLS, position, {"depth": 0}).finish()
            assert worst.value == _paranoid(position, seat)
            free = search("best_reply").start(CELLS, position, {"depth": 0}).finish()
            assert free.value is not None
            assert free.value >= worst.value  # one other at a time does no more harm than all together


def test_best_reply_lets_one_other_choose_at_a_time() -> None:
    position = start(4, (1, 2, 3, 4, 5))
    run = search("best_reply").start(CELLS, position, {"depth": 4})
    run.finish()
    events = list(search("best_reply").start(CELLS, position, {"depth": 4}).events())
    widths = {(event.node.ply, len(event.items)) for event in events if event.kind == "children"}
    assert (1, 4) in widths
    assert {(2, 1), (3, 1)} <= widths
    whole = search("paranoid").start(CELLS, position, {"depth": 4}).finish()
    assert run.result.entered < whole.entered


@pytest.mark.parametrize("case", EXACT, ids=lambda case: str(case["name"]))
def test_exact_values_for_many_punters(case: dict[str, Any]) -> None:
    text = json.dumps({"map": case["map"], "punters": case["punters"], "moves": []})
    position = PUNTER.for_counting(PUNTER.parse_position(text))
    found = search("maxn").start(PUNTER, position, {"depth": 0, "ties": "last"}).finish()
    assert list(found.values) == case["leads_last_tie"]


def test_many_visits_find_the_win() -> None:
    text = "a 0 ( o 0 ( a -9 a 50 a 50 ) o 0 ( a 8 a 7 ) o 0 ( a 9 a -1 ) )"
    run = search("mcts").start(TREE, TREE.parse_position(text), {"iterations": 2000}, rng=random.Random(1))
    found = run.finish()
    assert found.line[0].index == 1
    assert found.value is not None
    assert 6.5 < found.value < 8.1


def test_a_monte_carlo_tree_adds_up() -> None:
    run = search("mcts").start(OTHELLO, OTHELLO.initial(), {"iterations": 200}, rng=random.Random(3))
    assert isinstance(run, MctsRun)
    events = list(run.events())
    assert run.tree.visits == 200
    assert sum(child.visits for child in run.tree.children) == 200
    assert sum(event.kind == "enter" for event in events) == run.result.entered <= 200
    for event in events:
        if event.kind == "select":
            rows = [event.items[place : place + 4] for place in range(0, len(event.items), 4)]
            highest = max(row[3] for row in rows)
            assert event.child is not None
            assert any(row[0] == event.child.index and row[3] == highest for row in rows)
        if event.kind == "backup":
            assert event.values[0] == pytest.approx(-event.values[1])
    visits, mean, bound = next(event for event in events if event.kind == "select").items[1:4]
    assert bound == pytest.approx(mean + 0.7 * 2 * math.sqrt(math.log(4) / visits), abs=1e-5)


@pytest.mark.parametrize("playouts", ["random", "ordered"])
def test_playouts_are_the_same_compiled_and_interpreted(playouts: str) -> None:
    before = compiled_calls.compiled_in_use()
    told = []
    try:
        for compiled in (False, True):
            compiled_calls.use_compiled(compiled)
            run = search("mcts").start(
                OTHELLO, OTHELLO.initial(), {"iterations": 40, "playouts": playouts}, rng=random.Random(5)
            )
            told.append([(event.kind, event.node.path, event.values, event.items) for event in run.events()])
    finally:
        compiled_calls.use_compiled(before)
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["tree", "othello", "cells"])
def test_every_search_can_be_stopped_anywhere(name: str) -> None:
    game: Any = {"tree": TREE, "othello": OTHELLO, "cells": CELLS}[name]
    position = game.initial() if name != "othello" else scattered(OTHELLO, 1, 3)[0]
    moves = game.legal_moves(position)
    for each in fitting(game, position):
        given = {"iterations": 30} if each.spec.id in ("mcts", "puct") else {}
        for most in (0, 1, 2, 5, 9):
            run = each.start(game, position, given)
            run.most_entered = most
            events = list(run.events())
            assert run.result.entered <= most
            assert events[-1].kind == "answer"
            if not run.result.complete:
                assert events[-2].kind in ("stop", "backup")
            if run.result.line:
                assert run.result.move in moves


def test_options_and_fitness_are_checked() -> None:
    three = PUNTER.initial({"punters": 3})
    assert {each.spec.id for each in fitting(PUNTER, three)} == {
        "best_reply", "budget_maxn", "maxn", "mcts", "paranoid", "tortoise"
    }  # fmt: skip
    with pytest.raises(UnfitSearch):
        search("deepening").start(PUNTER, three)
    with pytest.raises(BadOption):
        search("maxn").start(PUNTER, three, {"ties": "middle"})
    with pytest.raises(BadOption):
        search("maxn").start(PUNTER, three, {"budget": 3})
