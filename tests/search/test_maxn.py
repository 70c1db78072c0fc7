"""Max^n with a divided budget to the letter, over positions that hold arrays."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels, knowledge
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.search import interpreted, maxn, minimax
from plyground.search.perft import perft
from plyground.search.teaching.budget import BudgetRun
from tests.search.support import CAMEL, OTHELLO, scattered
from tests.search.toys import CELLS, WON_CELLS, Cells, scattered_cells, start
from tests.waiting import Effort

both = pytest.mark.parametrize("game", [CELLS, WON_CELLS], ids=["graded", "won"])


def told(game: KernelGame[Any], position: Any, budget: int, unit: int, divide_root: bool) -> BudgetRun:
    """The search that is told step by step, run to its end."""
    options: dict[str, Any] = {
        "budget": budget,
        "divide_root": divide_root,
        "score": knowledge.of(game).units[unit].name,
    }
    run = BudgetRun(game, position, options, game.to_move(position), vector=True)
    assert sum(event.kind == "enter" for event in run.events()) == run.result.entered
    return run


def by_the_rule(game: KernelGame[Any], position: Any, budget: int) -> tuple[tuple[float, ...], int]:
    """The rule once more, as plainly as it can be said: the values of a position below the root, and its nodes."""
    seats = range(position.seats)
    returns = game.returns(position)
    if returns is not None:
        if game.spec.graded:
            return returns, 1
        return tuple(math.copysign(math.inf, value) if value else 0.0 for value in returns), 1
    moves = game.legal_moves(position)
    each = (budget - len(moves)) // len(moves)
    if each < 0:
        return tuple(float(kernels.evaluate(position, seat, 0)) for seat in seats), 1
    parts = [by_the_rule(game, game.play(position, move), each) for move in moves]
    mover = game.to_move(position)
    return max((values for values, _ in parts), key=lambda values: values[mover]), 1 + sum(count for _, count in parts)


@both
def test_compiled_and_narrated_visit_the_same_positions_in_the_same_order(game: KernelGame[Any]) -> None:
    rng = random.Random(1)
    seen = set()
    for position in scattered_cells(60, 2):
        budget, unit, divide_root = rng.choice((1, 3, 20, 100, 1000)), rng.randrange(2), rng.random() < 0.5
        run = told(game, position, budget, unit, divide_root)
        found = maxn.search(game, position, budget, unit, divide_root)
        assert (found.nodes, found.deepest) == (run.result.entered, run.result.deepest)
        assert found.visits == run.visits
        assert [root.move for root in found.roots] == game.legal_moves(position)
        for root, other in zip(found.roots, run.roots, strict=True):
            assert (root.value, root.proven, root.nodes, root.line) == (
                other.value, other.proven, other.nodes, other.line,
            )  # fmt: skip
            assert root.values == (other.values or (other.value,))
        seen.add(position.seats)
    assert seen == {1, 2, 3, 4}


@both
def test_it_follows_the_rule(game: KernelGame[Any]) -> None:
    for position in scattered_cells(60, 3):
        count, seat = len(game.legal_moves(position)), game.to_move(position)
        for budget in (1, count, 40, 700):
            found = maxn.search(game, position, budget)
            for root in found.roots:
                values, nodes = by_the_rule(game, game.play(position, root.move), budget - count)
                assert (root.value, root.nodes) == (values[seat], nodes)
                if game.spec.graded:  # else the lengths of lines decide among equals
                    assert root.values == values


def test_every_mover_takes_what_is_best_for_itself() -> None:
    # Three seats, cells worth 1, 5 and 3, searched to the end: each takes the dearest that is left.
    found = maxn.search(CELLS, start(3, (1, 5, 3)), 1000)
    assert [root.values for root in found.roots] == [(-4.0, 2.0, -2.0), (2.0, -2.0, -4.0), (-2.0, 2.0, -4.0)]
    assert [root.move for root in found.best] == [1]
    assert found.best[0].line == (1, 2, 0)
    assert found.proves(found.best[0])


@both
def test_with_two_opposite_sides_it_is_minimax(game: KernelGame[Any]) -> None:
    for position in scattered_cells(40, 4, seats=2):
        ours, usual = maxn.search(WON_CELLS, position, 200), minimax.search(WON_CELLS, position, 200)
        assert (ours.nodes, ours.visits, ours.deepest) == (usual.nodes, usual.visits, usual.deepest)
        assert [(root.value, root.line) for root in ours.roots] == [(root.value, root.line) for root in usual.roots]


@pytest.mark.parametrize("game", [OTHELLO, CAMEL], ids=["othello", "camel"])
def test_the_games_of_two_sides_have_the_same_values_by_max_n(game: KernelGame[Any]) -> None:
    small = {"size": 4} if game is OTHELLO else {"board_width": 3, "board_height": 3, "starting_camels": 1}
    for position in scattered(game, 12, 5, small):
        ours, usual = maxn.search(game, position, 120), minimax.search(game, position, 120)
        assert (ours.nodes, ours.visits) == (usual.nodes, usual.visits)
        assert [root.value for root in ours.roots] == [root.value for root in usual.roots]


@both
def test_interpreted_and_compiled_find_the_same(game: KernelGame[Any]) -> None:
    for position in scattered_cells(20, 6, seats=3):
        assert interpreted.search(game, position, 300) == maxn.search(game, position, 300)
    for position in scattered(OTHELLO, 5, 7):
        assert interpreted.search(OTHELLO, position, 100) == minimax.search(OTHELLO, position, 100)


@pytest.mark.parametrize("search", [maxn.search, interpreted.search], ids=["compiled", "interpreted"])
def test_limits_are_kept(search: Any) -> None:
    wide = start(4, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    for depth in (1, 2, 3):
        assert search(CELLS, wide, 2_000, limits=Limits(depth=depth)).deepest <= depth
    for nodes in (1, 100, 2000):
        limited = search(CELLS, wide, 10**6, limits=Limits(nodes=nodes))
        assert limited.nodes <= max(nodes, 12)
        assert limited.complete
    effort = Effort()
    heard: list[Any] = []
    stopped = search(CELLS, wide, 10**9, limits=Limits(stopped=lambda: effort.seconds > 0.6), report=heard.append)
    assert not stopped.complete
    assert effort.seconds < 2
    assert all(one.nodes > 0 for one in heard)


def test_arrays_pass_through_compiled_rules() -> None:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    try:
        position = start(2, (4, 0, 1))
        for move in (1, 0):
            after = compiled_calls.play(position, move)
            assert isinstance(after, Cells)
            assert after == kernels.play(position, move)
            assert after.owners.dtype == np.int8
            assert after.owners.flags.c_contiguous
            assert after.owners.flags.writeable
            assert position.owners[move] == -1
            position = after
        assert (position.mover, position.taken) == (1, 2)
        assert compiled_calls.legal_moves(position, 12) == [2]
        assert perft(CELLS, start(3, (1, 0, 2, 3, 1)), 5) == 120
        assert compiled_calls.outcome(CELLS.play(position, 2), 0) == kernels.WIN
    finally:
        compiled_calls.use_compiled(before)
