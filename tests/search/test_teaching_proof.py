"""Proof-number search, told step by step, against plain minimax and against the compiled search for wins by force."""

from __future__ import annotations

import math
from typing import Any

import pytest

from plyground.core import knowledge, registry
from plyground.search.teaching.proof import Proving
from plyground.search.teaching.searches import search

TREE, TAK = registry.game("tree"), registry.game("tak")


def worth(position: Any) -> float:
    """The value of a tree for Max."""
    returns = TREE.returns(position)
    if returns is not None:
        return returns[0]
    values = [worth(TREE.play(position, move)) for move in TREE.legal_moves(position)]
    return min(values) if TREE.to_move(position) else max(values)


def numbers(here: Proving) -> tuple[float, float]:
    """The numbers of a node by their definition, from the ends upwards."""
    if here.children is None:
        return here.proof, here.disproof
    below = [numbers(each) for each in here.children]
    one, other = (0, 1) if here.attacks else (1, 0)
    found = {one: min(each[one] for each in below), other: sum(each[other] for each in below)}
    return found[0], found[1]


@pytest.mark.parametrize("turns", ["alternate", "free"])
def test_what_is_proven_is_what_minimax_finds(turns: str) -> None:
    for seed in range(1, 25):
        position = TREE.initial({"seed": seed, "turns": turns, "plies": 5})
        seat, bar = TREE.to_move(position), seed % 13 - 6
        run = search("proof").start(TREE, position, {"nodes": 10_000, "more_than": bar, "at_sight": bool(seed % 2)})
        found = run.finish()
        value = worth(position) * (-1 if seat else 1)
        assert (found.values[seat] == 0) == (value > bar)
        assert (found.values[1 - seat] == 0) == (value <= bar)


def test_the_numbers_are_right_after_every_iteration() -> None:
    run: Any = search("proof").start(TREE, TREE.initial({"seed": 8, "plies": 5}), {"nodes": 10_000})
    for event in run.events():
        if event.kind == "iteration":
            assert (run.tree.proof, run.tree.disproof) == numbers(run.tree)


@pytest.mark.parametrize(("size", "text"), [(3, "x,1,x/1,2,2/x3 1 3"), (4, "x,1,1,x/1,2,x2/1,x,2,x/x,2,x,2 1 5")])
def test_the_wins_by_force_of_the_compiled_search_are_proven(size: int, text: str) -> None:
    insight = knowledge.of(TAK).insight
    assert insight is not None
    assert insight.forcing is not None
    position = TAK.parse_position(text, {"size": size})
    line = insight.forcing.prove(TAK, position, None)
    found = search("proof").start(TAK, position, {"nodes": 4_000, "at_sight": True}).finish()
    assert line
    assert found.values[TAK.to_move(position)] == 0
    after = TAK.play(position, found.move)
    assert insight.forcing.prove(TAK, position, found.move)
    assert TAK.returns(after) is None


def test_a_search_that_gives_up_says_that_nothing_is_decided() -> None:
    trace = search("proof").record(TAK, TAK.initial({"size": 3}), {"nodes": 40})
    assert trace.steps[-1].kind == "answer"
    assert 0 not in trace.steps[-1].values
    assert not trace.steps[-1].closed
    assert math.isfinite(sum(trace.steps[-1].values))
