"""Iterative deepening with partial termination: every checked case, random trees at every depth and stop, the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.search.teaching.deepening import DeepeningRun
from plyground.search.teaching.events import Event
from plyground.search.teaching.searches import search
from tests.search.support import CAMEL, OTHELLO, scattered
from tests.soaking import more
from tools.benchmarks.deepening_trees import count_faults

TREE = registry.game("tree")
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "decision_trees.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["cases"] if DATA.exists() else []


def started(text: str, depth: int = 0, steps: int | None = None, **given: Any) -> DeepeningRun:
    run = search("deepening").start(TREE, TREE.parse_position(text), {"depth": depth, **given})
    assert isinstance(run, DeepeningRun)
    run.most_entered = steps
    return run


def filed(text: str, **given: Any) -> list[tuple[int, str, int, float]]:
    """The root log in people's words: iteration, list, move, value."""
    return [
        (event.number, event.reason, event.node.index, event.value)
        for event in started(text, **given).events()
        if event.kind == "file" and event.number is not None and event.value is not None
    ]


def move(run: DeepeningRun) -> int:
    return run.result.line[0].index


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_random_trees_to_the_end_at_every_depth_and_at_every_stop(part: int) -> None:
    given = {"remember_replies": True, "ceiling_early": True} if part == 3 else {}
    trees = more(100, 1000)
    found = count_faults(1000 * part, trees, given)
    assert (found["end"], found["depth"], found["stop"]) == (0, 0, 0)
    assert found["depths"] > 2 * trees
    assert found["stops"] > 12 * trees


def test_the_lists_of_a_small_search() -> None:
    assert filed("a 0 ( o 7 ( a 4 a 2 ) o 5 ( a 8 a 9 ) o 6 )") == [
        (0, "open", 0, 2),
        (0, "finished", 2, 6),
        (0, "open", 1, 8),
        (1, "finished", 1, 8),
        (1, "dropped", 0, 2),
    ]


def test_the_longest_resistance_is_chosen() -> None:
    run = started("a 0 ( a 0 ( a -128 ) a 0 ( a 0 ( a -128 ) ) a -128 )")
    found = run.finish()
    assert (found.value, [node.index for node in found.line]) == (-128, [1, 0, 0])


def test_a_best_possible_end_settles_it_at_once() -> None:
    run = started("a 0 ( a 0 ( a 127 ) a -5 ( o 6 ( a 1 ) ) a 0 )")
    assert (run.finish().value, move(run), run.iterations, run.result.closed) == (127, 0, 1, True)


def test_stopped_before_anything_it_ranks_by_static_value() -> None:
    run = started("a 0 ( o 7 ( a 4 a 2 ) o 9 ( a 8 a 9 ) o 6 )", steps=0)
    found = run.finish()
    assert (found.value, move(run), found.complete) == (9, 1, False)


def test_a_root_without_moves_has_nothing_to_choose() -> None:
    events = list(started("a 0").events())
    assert [event.kind for event in events] == ["answer"]
    assert events[0].child is None


def test_iterations_begin_and_finish() -> None:
    events = list(started("a 0 ( o 0 ( a 6 a 0 ( a 7 a 3 ) ) )").events())
    assert [(event.number, event.items) for event in events if event.kind == "iteration"] == [
        (0, (2,)), (1, (3,)), (2, (4,))
    ]  # fmt: skip
    assert [(event.number, event.value) for event in events if event.kind == "finished"] == [(0, 0), (1, 6), (2, 6)]
    assert events[-1].closed


def _entered(events: list[Event]) -> int:
    return sum(event.kind == "enter" for event in events)


def test_every_step_is_an_event() -> None:
    for seed in range(1, 30):
        run = search("deepening").start(TREE, TREE.initial({"seed": seed, "turns": "free"}), {"depth": 0})
        assert _entered(list(run.events())) == run.result.entered


@pytest.mark.parametrize("game", [OTHELLO, CAMEL], ids=["othello", "camel"])
def test_on_boards_it_finds_what_minimax_finds(game: Any) -> None:
    small = {"size": 4} if game is OTHELLO else {"board_width": 3, "board_height": 3, "starting_camels": 1}
    for position in scattered(game, 12, 5, small):
        seat = game.to_move(position)
        deep = search("deepening").start(game, position, {"depth": 3}).finish()
        whole = search("minimax").start(game, position, {"depth": 3}).finish()
        assert deep.value is not None
        assert whole.value is not None
        if abs(whole.value) < 900_000:
            assert deep.value == whole.value
        else:  # a win is a win, however many plies away
            assert deep.value == (1_000_000 if whole.value > 0 else -1_000_000)
        chosen = next(root for root in whole.roots if root.node.index == deep.line[0].index)
        assert chosen.value == whole.value or abs(chosen.value) > 900_000
        assert search("deepening").start(game, position, {"depth": 3}).seat == seat


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_interrupted_answers_are_among_the_allowed(case: dict[str, Any]) -> None:
    whole = started(case["text"])
    whole.finish()
    rows = {row["plies"]: row for row in case.get("by_lookahead_plies", [])}
    for steps in range(whole.result.entered):
        run = started(case["text"], steps=steps)
        run.finish()
        row = rows.get(run.iterations + 1)
        if row is not None:
            assert move(run) in row["allowed_if_interrupted_in_next_iteration"]
    expect = case["expect"]
    if expect["first_moves"]:
        assert move(whole) in expect.get("preferred_first_moves", expect["first_moves"])
        assert whole.result.value == expect["value"]
