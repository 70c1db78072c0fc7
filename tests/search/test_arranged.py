"""An order of moves by hand: what it changes, what it leaves, and how it is written."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core import registry
from plyground.core.errors import BadOption
from plyground.search.teaching import arranged
from plyground.search.teaching.searches import search
from tests.search.support import OTHELLO

TREE = registry.game("tree")
TEXT = "a 0 ( o 0 ( a 6 a 3 ) o 0 ( a 1 a 9 ) o 0 ( a 7 a 8 ) )"


def test_reading() -> None:
    assert arranged.read("") == {}
    assert arranged.read("root: 2 0; 2.1: 3 3 1;") == {(): (2, 0), (2, 1): (3, 1)}
    for text in ("root", "root 2", "1..2: 3", "root: x", "root: -1", "2.: 1"):
        with pytest.raises(BadOption):
            arranged.read(text)
    with pytest.raises(BadOption):
        search("minimax").start(TREE, TREE.parse_position(TEXT), {"by_hand": "root: first"})


def orders(name: str, by_hand: str, game: Any = TREE, position: Any = None, **given: Any) -> dict[tuple[int, ...], Any]:
    """The order in which the moves of each node were taken, by its path."""
    run = search(name).start(game, position or TREE.parse_position(TEXT), {"by_hand": by_hand, **given})
    return {event.node.path: (event.items, event.reason) for event in run.events() if event.kind == "children"}


@pytest.mark.parametrize("name", ["minimax", "negamax", "alphabeta", "maxn", "paranoid", "best_reply"])
def test_named_moves_come_first_where_they_are_named(name: str) -> None:
    usual, changed = orders(name, "", depth=0), orders(name, "root: 2; 2: 1; 0: 9", depth=0)
    assert usual[()] == ((0, 1, 2), "written")
    assert changed[()] == ((2, 0, 1), "hand")
    assert changed[(2,)] == ((1, 0), "hand")
    assert changed[(0,)] == ((0, 1), "hand")
    assert changed.get((1,), ((0, 1), "written")) == ((0, 1), "written")


def test_deepening_and_the_divided_budget_take_an_order_by_hand() -> None:
    for name in ("budget", "budget_maxn"):
        changed = orders(name, "root: 2; 2: 1", budget=60)
        assert (changed[()], changed[(2,)], changed[(0,)]) == (
            ((2, 0, 1), "hand"),
            ((1, 0), "hand"),
            ((0, 1), "written"),
        )
    assert orders("deepening", "root: 2 1", depth=3)[()] == ((2, 1, 0), "hand")
    run = search("deepening").start(TREE, TREE.parse_position(TEXT), {"by_hand": "root: 1", "depth": 0})
    entered = [event.node.path for event in run.events() if event.kind == "enter"]
    assert (entered[0], run.result.value) == ((1,), 7.0)


def test_cuts_change_and_the_value_does_not() -> None:
    found = {}
    for by_hand in ("", "root: 2", "root: 1"):
        run = search("alphabeta").start(TREE, TREE.parse_position(TEXT), {"depth": 0, "by_hand": by_hand})
        cuts = sum(len(event.items) for event in run.events() if event.kind == "cut")
        found[by_hand] = (run.result.value, cuts)
    assert found == {"": (7.0, 1), "root: 2": (7.0, 2), "root: 1": (7.0, 0)}


def test_it_goes_before_an_order_by_value() -> None:
    position = OTHELLO.initial()
    usual = orders("alphabeta", "", OTHELLO, position, depth=2, order="value")[()]
    last = usual[0][-1]
    assert orders("alphabeta", f"root: {last}", OTHELLO, position, depth=2, order="value")[()] == (
        (last, *usual[0][:-1]),
        "hand",
    )
