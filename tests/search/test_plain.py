"""Plain minimax and alpha-beta: the documented trees, the bounds and who changes them, random trees, horizons."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.core import kernels, registry
from game.search.plain import Event, Order, PlainSearch, best_moves

TREE = registry.game("tree")
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "decision_trees.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["cases"] if DATA.exists() else []

DOCUMENTED = [
    ("a 0 ( o 7 o 3 )", 7, [0], []),
    ("a 0 ( a 12 ( a 6 ) a 7 )", 7, [1], []),
    ("a 0 ( o 12 ( a 3 a 7 ) a 6 )", 6, [1], []),
    ("a 0 ( a 6 o 12 ( a 3 a 7 ) )", 6, [0], [(1, 1)]),
    ("a 0 ( o 0 ( a 6 a 0 ( a 7 a 3 ) ) )", 6, [0], [(0, 1, 1)]),
    ("a 0 ( o 7 ( a 4 a 2 ) o 5 ( a 8 a 9 ) )", 8, [1], []),
    ("a 0 ( a 4 a 0 ( a 5 a 3 ) )", 5, [1], []),
    ("a 0 ( o 4 o 7 ( a 5 a 3 ) )", 4, [0], []),
    ("a 0 ( a 0 ( a 0 ( a 3 a 9 ) a 4 ) o 0 ( a 8 a 8 ) )", 9, [0], [(1, 1)]),
    ("a 0 ( o 0 ( a 3 a 12 a 8 ) o 0 ( a 2 a 4 a 6 ) o 0 ( a 14 a 5 a 2 ) )", 3, [0], [(1, 1), (1, 2)]),
]
"""Examples of rubot 0.3.0's documents (MIT licence), restated, and the trees of three textbooks' shape: text, value,
best first moves, and the leaves that alpha-beta skips."""


def search(text: str, **how: Any) -> PlainSearch:
    return PlainSearch(TREE, TREE.parse_position(text), lambda here, seat: kernels.evaluate(here, seat, 0), **how)


@pytest.mark.parametrize(("text", "value", "firsts", "skipped"), DOCUMENTED)
def test_documented_trees(text: str, value: int, firsts: list[int], skipped: list[tuple[int, ...]]) -> None:
    whole = search(text, cutting=False).run()
    assert (whole.value, best_moves(whole, True), whole.skipped, whole.complete) == (value, firsts, [], True)
    cut = search(text).run()
    assert (cut.value, cut.skipped) == (value, skipped)
    assert cut.line[0] in firsts
    assert sorted([*cut.visited, *cut.skipped]) == sorted(whole.visited)


def test_bounds_change_at_their_own_nodes_only_and_never_flow_upwards() -> None:
    events = list(search("a 0 ( o 0 ( a 6 a 0 ( a 7 a 3 ) ) )").tell())
    entered = next(event for event in events if event.kind == "enter" and event.path == (0, 1))
    assert (entered.alpha, entered.beta) == (None, 6)
    changed = [event for event in events if event.kind in ("bound", "cut") and event.path == (0, 1)]
    assert changed == [Event("bound", (0, 1), 7, 6), Event("cut", (0, 1), 7, 6, skipped=(1,))]
    back = [event for event in events if event.kind == "leave" and event.path == (0,)]
    assert [(event.alpha, event.beta, event.value) for event in back] == [(None, 6, 6)]


def test_only_the_movers_bound_changes_on_random_trees() -> None:
    for seed in range(1, 40):
        start = TREE.initial({"seed": seed, "turns": "free", "plies": 5})
        told = PlainSearch(TREE, start, lambda here, seat: kernels.evaluate(here, seat, 0)).tell()
        bounds: dict[tuple[int, ...], tuple[float | None, float | None]] = {}
        for event in told:
            if event.kind == "enter":
                bounds[event.path] = (event.alpha, event.beta)
                if event.path:
                    assert bounds[event.path] == bounds[event.path[:-1]]
            elif event.kind == "bound":
                alpha, beta = bounds[event.path]
                mover = TREE.to_move(TREE.replay(start, [str(index) for index in event.path])[-1])
                assert (event.beta == beta) if mover == 0 else (event.alpha == alpha)
                bounds[event.path] = (event.alpha, event.beta)


@pytest.mark.parametrize("order", ["written", "value"])
@pytest.mark.parametrize("depth", [None, 1, 2, 3])
def test_alpha_beta_finds_what_minimax_finds(order: Order, depth: int | None) -> None:
    saved = 0
    for seed in range(1, 60):
        text = TREE.position_text(TREE.initial({"seed": seed, "turns": "free", "branching": 4}))
        text = random.Random(seed).choice("ao") + text[1:]
        whole, cut = search(text, cutting=False, depth=depth).run(), search(text, order=order, depth=depth).run()
        assert whole.value == cut.value
        assert cut.line[0] in best_moves(whole, text[0] == "a")
        assert sorted([*cut.visited, *cut.skipped]) == sorted(whole.visited)
        saved += len(cut.skipped)
        if depth is not None:
            assert max(map(len, whole.visited)) <= depth
    assert (saved > 0) == (depth != 1)


def test_the_order_by_value_puts_the_best_for_the_mover_first() -> None:
    text = "a 0 ( o 1 o 9 ( a 4 a 2 a 4 ) o 9 )"
    assert search(text, order="value").run().visited == [(1, 1), (1, 0), (1, 2), (2,), (0,)]


def test_a_stopped_search_gives_what_it_has() -> None:
    text = "a 0 ( a 1 o 5 ( a 4 a 6 ) a 9 )"
    for most, value, line in ((1, None, ()), (2, 1, (0,)), (4, 1, (0,)), (5, 4, (1, 0)), (6, 9, (2,))):
        found = search(text, cutting=False).run(most)
        assert (found.value, found.line, found.entered, found.complete) == (value, line, most, most == 6)


def test_a_single_leaf_has_nothing_to_choose() -> None:
    found = search("a 7").run()
    assert (found.value, found.line, found.moves, found.visited, found.complete) == (None, (), [], [()], True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_checked_cases(case: dict[str, Any]) -> None:
    text, expect = case["text"], case["expect"]
    whole = search(text, cutting=False).run()
    assert (whole.value, best_moves(whole, True)) == (expect["value"], expect["first_moves"])
    if "plain_left_to_right" in case:
        cut, wanted = search(text).run(), case["plain_left_to_right"]
        assert cut.value == wanted["value"]
        assert [list(path) for path in cut.visited] == wanted["visited_leaves"]
        assert [list(path) for path in cut.skipped] == wanted["skipped_leaves"]
        assert list(cut.line) in expect["lines"]
    for row in case.get("by_lookahead_plies", []):
        near = search(text, cutting=False, depth=row["plies"]).run()
        assert (near.value, best_moves(near, True)) == (row["value"], row["best_first_moves"])
