"""Minimax, negamax and alpha-beta as they are told: the documented trees, the bounds and who changes them, horizons."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.search.teaching.events import Event
from plyground.search.teaching.leaves import Leaves
from plyground.search.teaching.search import Result, Run, UnfitSearch
from plyground.search.teaching.searches import search
from tests.search.support import CAMEL, OTHELLO, scattered

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


def ran(name: str, text: str, depth: int = 0, order: str = "written", most: int | None = None) -> tuple[Run, Leaves]:
    """A search of a typed tree for Max, run to its end or until ``most`` nodes were entered."""
    run = search(name).start(TREE, TREE.parse_position(text), {"depth": depth, "order": order}, seat=0)
    run.most_entered = most
    leaves = Leaves(depth or TREE.spec.longest)
    for event in run.events():
        leaves.hear(event)
    return run, leaves


def best_moves(result: Result) -> list[int]:
    """The root's moves with the value of the whole, of a search that cut nothing."""
    return sorted(root.node.index for root in result.roots if root.value == result.value)


def line(result: Result) -> list[int]:
    return [node.index for node in result.line]


@pytest.mark.parametrize(("text", "value", "firsts", "skipped"), DOCUMENTED)
def test_documented_trees(text: str, value: int, firsts: list[int], skipped: list[tuple[int, ...]]) -> None:
    for name in ("minimax", "negamax"):
        whole, all_leaves = ran(name, text)
        found = whole.result
        assert (found.value, best_moves(found), found.complete, found.closed) == (value, firsts, True, True)
        assert all_leaves.skipped(whole) == []
    cut, seen = ran("alphabeta", text)
    assert (cut.result.value, cut.result.sure, seen.skipped(cut)) == (value, "exact", skipped)
    assert line(cut.result)[0] in firsts
    assert sorted([*seen.visited, *seen.skipped(cut)]) == sorted(all_leaves.visited)


def _of(events: list[Event], path: tuple[int, ...], *kinds: str) -> list[Event]:
    return [event for event in events if event.node.path == path and event.kind in kinds]


def test_bounds_change_at_their_own_nodes_only_and_never_flow_upwards() -> None:
    position = TREE.parse_position("a 0 ( o 0 ( a 6 a 0 ( a 7 a 3 ) ) )")
    events = list(search("alphabeta").start(TREE, position, {"depth": 0}, seat=0).events())
    (entered,) = _of(events, (0, 1), "enter")
    assert (entered.alpha, entered.beta) == (-math.inf, 6)
    bound, cut = _of(events, (0, 1), "bound", "cut")
    assert (bound.alpha, bound.beta, bound.reason) == (7, 6, "alpha")
    assert (cut.alpha, cut.beta, cut.items, cut.reason) == (7, 6, (1,), "alpha")
    (back,) = _of(events, (0, 1), "value")
    assert (back.value, back.sure) == (7, "at_least")
    # Above, alpha is still unset: what was raised below did not flow upwards.
    (above,) = _of(events, (0,), "bound")
    assert (above.alpha, above.beta) == (-math.inf, 6)
    (value,) = _of(events, (0,), "value")
    assert (value.value, value.sure) == (6, "exact")


def test_only_the_movers_bound_changes_on_random_trees() -> None:
    moved = 0
    for seed in range(1, 40):
        start = TREE.initial({"seed": seed, "turns": "free", "plies": 5})
        bounds: dict[tuple[int, ...], tuple[float | None, float | None]] = {}
        for event in search("alphabeta").start(TREE, start, {"depth": 0}, seat=0).events():
            path = event.node.path
            if event.kind == "enter":
                bounds[path] = (event.alpha, event.beta)
                assert bounds[path] == (bounds[path[:-1]] if path else (-math.inf, math.inf))
            elif event.kind == "bound":
                alpha, beta = bounds[path]
                assert alpha is not None
                assert beta is not None
                assert event.alpha is not None
                assert event.beta is not None
                if TREE.to_move(event.node.position) == 0:
                    assert event.alpha > alpha
                    assert event.beta == beta
                else:
                    assert event.alpha == alpha
                    assert event.beta < beta
                bounds[path] = (event.alpha, event.beta)
                moved += 1
            elif event.kind == "cut":
                assert bounds[path] == (event.alpha, event.beta)
    assert moved > 1000


@pytest.mark.parametrize("order", ["written", "value", "rank"])
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_alpha_beta_finds_what_minimax_finds(order: str, depth: int) -> None:
    saved = 0
    for seed in range(1, 60):
        text = TREE.position_text(TREE.initial({"seed": seed, "turns": "free", "branching": 4}))
        text = random.Random(seed).choice("ao") + text[1:]
        (whole, all_leaves), (cut, seen) = ran("minimax", text, depth), ran("alphabeta", text, depth, order)
        assert whole.result.value == cut.result.value
        assert whole.result.closed <= cut.result.closed
        assert line(cut.result)[0] in best_moves(whole.result)
        assert sorted([*seen.visited, *seen.skipped(cut)]) == sorted(all_leaves.visited)
        saved += len(seen.skipped(cut))
        if depth:
            assert max(map(len, seen.visited)) <= depth
    assert (saved > 0) == (depth != 1)


def test_every_value_keeps_its_promise() -> None:
    """What alpha-beta says of a node (exact, at least, at most) is true of the value that minimax finds there."""
    kinds = set()
    for seed in range(1, 120):
        position = TREE.initial({"seed": seed, "turns": "free", "plies": 5, "branching": 4})
        truth = {
            event.node.path: event.value
            for event in search("minimax").start(TREE, position, {"depth": 4}, seat=0).events()
            if event.kind in ("leaf", "value")
        }
        for event in search("alphabeta").start(TREE, position, {"depth": 4}, seat=0).events():
            if event.kind in ("leaf", "value", "best"):
                node = event.child if event.kind == "best" and event.child is not None else event.node
                value = truth[node.path]
                assert value is not None
                assert event.value is not None
                kinds.add(event.sure)
                if event.sure == "exact":
                    assert event.value == value
                else:
                    assert event.value <= value if event.sure == "at_least" else event.value >= value
    assert kinds == {"exact", "at_least", "at_most"}


def test_negamax_is_minimax_seen_by_each_mover() -> None:
    for game in (TREE, OTHELLO):
        for number in range(1, 12):
            if game is TREE:
                position = TREE.initial({"seed": number, "turns": "free"})
            else:
                position = scattered(OTHELLO, 1, number, {"size": 4})[0]
            seat = game.to_move(position)
            ours, usual = (list(search(name).start(game, position).events()) for name in ("negamax", "minimax"))
            assert [(event.kind, event.node.path, event.items) for event in ours] == [
                (event.kind, event.node.path, event.items) for event in usual
            ]
            for mine, theirs in zip(ours, usual, strict=True):
                if mine.value is not None and theirs.value is not None:
                    assert mine.value == (theirs.value if game.to_move(mine.node.position) == seat else -theirs.value)


def test_the_order_by_value_puts_the_best_for_the_mover_first() -> None:
    text = "a 0 ( o 1 o 9 ( a 4 a 2 a 4 ) o 9 )"
    assert ran("alphabeta", text, order="value")[1].visited == [(1, 1), (1, 0), (1, 2), (2,), (0,)]


def test_a_stopped_search_gives_what_it_has() -> None:
    text = "a 0 ( a 1 o 5 ( a 4 a 6 ) a 9 )"
    for most, value, best in ((1, None, []), (2, 1, [0]), (4, 1, [0]), (5, 4, [1, 0]), (6, 9, [2])):
        found = ran("minimax", text, most=most)[0].result
        assert (found.value, line(found), found.entered, found.complete) == (value, best, most, most == 6)


def test_a_single_leaf_has_nothing_to_choose() -> None:
    run, leaves = ran("alphabeta", "a 7")
    assert (run.result.value, run.result.line, run.result.roots, leaves.visited) == (None, (), [], [()])
    assert run.result.complete


def test_a_win_counts_more_the_sooner_it_comes() -> None:
    # A master one step from its goal, with camels left to dawdle with: the win in one is taken, not a later one.
    position = CAMEL.parse_position("7x7 3,5,1 2,1,0 - 0 9", {})
    run = search("alphabeta").start(CAMEL, position, {"depth": 3, "order": "rank"})
    found = run.finish()
    assert (found.value, len(found.line), found.closed) == (999_999, 1, found.closed)
    assert CAMEL.returns(found.line[0].position) is not None


def test_unfit_games_are_refused_with_a_sentence() -> None:
    punter = registry.game("punter")
    three = punter.initial({"punters": 3})
    for name in ("minimax", "negamax", "alphabeta"):
        with pytest.raises(UnfitSearch, match="two opposite sides"):
            search(name).start(punter, three)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_checked_cases(case: dict[str, Any]) -> None:
    text, expect = case["text"], case["expect"]
    whole = ran("minimax", text)[0].result
    assert (whole.value, best_moves(whole)) == (expect["value"], expect["first_moves"])
    if "plain_left_to_right" in case:
        (cut, seen), wanted = ran("alphabeta", text), case["plain_left_to_right"]
        assert cut.result.value == wanted["value"]
        assert [list(path) for path in seen.visited] == wanted["visited_leaves"]
        assert [list(path) for path in seen.skipped(cut)] == wanted["skipped_leaves"]
        assert line(cut.result) in expect["lines"]
    for row in case.get("by_lookahead_plies", []):
        near = ran("minimax", text, depth=row["plies"])[0].result
        assert (near.value, best_moves(near)) == (row["value"], row["best_first_moves"])
