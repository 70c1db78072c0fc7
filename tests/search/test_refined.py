"""Refinements of alpha-beta as they are told: what is sound finds what minimax finds, and the steps say how."""

from __future__ import annotations

from functools import cache
from typing import Any

from plyground.core import registry
from plyground.search.teaching import words
from plyground.search.teaching.scores import Scale
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.web.lesson_engine import Engine
from tests.search import sentence_patterns_refined as _refined
from tests.search import sentence_patterns_windows as _windows
from tests.search.sentence_checker import Checker
from tests.search.sentence_patterns import complaint
from tests.search.support import OTHELLO, scattered

TREE = registry.game("tree")
TAK = registry.game("tak")
SMALL = {"size": 4}
assert all((_refined, _windows))  # what searches say in words of their own is read by modules of their own


@cache
def places() -> list[tuple[Any, Any, int]]:
    """Positions to be searched, with the depth: trees to their ends, Othello's ends, Tak."""
    found: list[tuple[Any, Any, int]] = [
        (TREE, TREE.initial({"seed": seed, "turns": "free" if seed % 2 else "alternate", "plies": 5}), 0)
        for seed in range(1, 19)
    ]
    found += [(OTHELLO, each, 4) for each in scattered(OTHELLO, 6, 5, SMALL)]
    found += [(OTHELLO, each, 3) for each in scattered(OTHELLO, 2, 8)]
    return [*found, (TAK, after(TAK, {"size": 3}, "a1", "c3"), 2)]


def after(game: Any, options: dict[str, Any], *moves: str) -> Any:
    position = game.initial(options)
    for move in moves:
        position = game.play(position, game.parse_move(position, move))
    return position


def finds_what_minimax_finds(name: str, **given: Any) -> int:
    """Hold a search against minimax at all places; how many nodes it entered."""
    entered = 0
    for game, position, depth in places():
        right = search("minimax").start(game, position, {"depth": depth}).finish()
        run = search(name).start(game, position, {"depth": depth, **given})
        found = run.finish()
        assert (found.value, found.sure) == (right.value, "exact"), (name, game.spec.id, given)
        best = {root.node.move for root in right.roots if root.value == right.value}
        assert found.move in best, (name, game.spec.id, given)
        entered += found.entered
    return entered


def every_sentence_is_true(trace: Trace) -> None:
    """Hold every sentence of a trace against the checker."""
    checker, before = Checker(trace), ""
    for at in range(len(trace.steps)):
        step = checker.take()
        short = str(words.sentence(trace, at))
        for told in filter(None, (short, str(words.sentence(trace, at, long=True))[len(short) :].strip())):
            assert complaint(checker, step, told) is None, (trace.head.search, at, step, told)
        assert short != before, (trace.head.search, at)
        before = short


def kinds(trace: Trace, kind: str) -> list[str]:
    """The reasons of the steps of a kind."""
    return [step.reason for step in trace.steps if step.kind == kind]


def test_a_table_spares_nodes_and_changes_no_value() -> None:
    plain = finds_what_minimax_finds("alphabeta")
    assert finds_what_minimax_finds("table", slots=0) < plain
    finds_what_minimax_finds("table", slots=7, order="value")


def test_a_table_tells_its_entries_and_collisions() -> None:
    position = after(OTHELLO, SMALL, "a2", "c1", "d4", "a3", "a1", "c4")
    whole = search("table").record(OTHELLO, position, {"depth": 6, "slots": 0}, setup=SMALL)
    assert set(kinds(whole, "table")) == {""}
    assert kinds(whole, "store").count("over") == 0
    few = search("table").record(OTHELLO, position, {"depth": 5, "slots": 5}, setup=SMALL)
    assert "over" in kinds(few, "store")
    assert "other" in kinds(few, "entry")
    confused = search("table").record(OTHELLO, position, {"depth": 0, "slots": 5, "keys": False}, setup=SMALL)
    assert "false" in kinds(confused, "table")
    assert confused.steps[-1].value != whole.steps[-1].value
    for trace in (whole, few, confused):
        every_sentence_is_true(trace)


def test_sound_refinements_find_what_minimax_finds() -> None:
    for name in ("killers", "null_windows", "aspiration", "mtdf", "parallel"):
        finds_what_minimax_finds(name)
    finds_what_minimax_finds("mtdf", guess=40)
    finds_what_minimax_finds("parallel", workers=3, wait=False)


def quiet(game: Any, position: Any, seat: int, left: int, beyond: int, scale: Scale, ply: int = 0) -> float:
    """Minimax with a quiescence search, as plainly as it can be said; margin 3."""
    if game.returns(position) is not None:
        return scale.end(game.returns(position), seat, ply)
    own, stand = game.to_move(position) == seat, scale.estimate(position, seat)
    below = [game.play(position, move) for move in game.legal_moves(position)]
    values = []
    if left == 0:
        loud = [each for each in below if abs(scale.static(each, seat, ply + 1) - stand) > 3 or game.returns(each)]
        if not beyond or not loud:
            return stand
        values, below = [stand], loud
    for each in below:
        values.append(quiet(game, each, seat, max(0, left - 1), beyond - (left == 0), scale, ply + 1))
    return max(values) if own else min(values)


def test_quiescence_goes_on_by_loud_moves_alone() -> None:
    for game, position, _depth in places()[:24]:
        seat = game.to_move(position)
        for depth in (1, 2):
            found = search("quiescence").start(game, position, {"depth": depth, "margin": 3, "beyond": 2}).finish()
            assert found.value == quiet(game, position, seat, depth, 2, Scale(game))


def test_what_is_no_bet_finds_the_same_and_what_is_one_may_miss() -> None:
    hidden = TREE.parse_position(
        "a 0 ( o 3 ( a 3 ( o 3 o 1 ) a 4 ( o 4 o 2 ) ) o 2 ( a 2 ( o 2 o 0 ) a 5 ( o 5 o 3 ) ) "
        "o 1 ( a -2 ( o 9 o 10 ) a -1 ( o 12 o 9 ) ) )"
    )
    for name, sound in (("reductions", {"late": 9}), ("probcut", {"deep": 9})):
        finds_what_minimax_finds(name, **sound)
        bet = search(name).record(TREE, hidden, {"depth": 3})
        assert (bet.steps[-1].value, search("minimax").start(TREE, hidden, {"depth": 3}).finish().value) == (3, 10)
        every_sentence_is_true(bet)


def test_windows_are_told() -> None:
    position = TREE.parse_position(
        "a 0 ( o 0 ( a 0 ( a 5 a 2 ) a 0 ( a 6 a 1 ) ) o 0 ( a 0 ( a 7 a 9 ) a 0 ( a 8 a 10 ) ) "
        "o 0 ( a 0 ( a 3 a 1 ) a 0 ( a 12 a 4 ) ) )"
    )
    assert kinds(search("null_windows").record(TREE, position, {"depth": 0}), "window").count("again") == 1
    assert len(kinds(search("mtdf").record(TREE, position, {"depth": 0, "guess": 9}), "window")) == 2
    fell = search("aspiration").record(OTHELLO, OTHELLO.initial(), {"depth": 3, "width": 2})
    assert {"low", "high"} & set(kinds(fell, "window"))
    every_sentence_is_true(fell)


def test_one_worker_is_alpha_beta_by_the_clock() -> None:
    position = TREE.initial({"seed": 4, "plies": 5})
    alone = search("alphabeta").start(TREE, position, {"depth": 0}).finish()
    ticks = {}
    for workers in (1, 2, 4):
        trace = search("parallel").record(TREE, position, {"depth": 0, "workers": workers, "wait": False})
        clock = next(step for step in trace.steps if step.kind == "clock")
        ticks[workers] = clock.items[0]
        assert clock.items[1] >= alone.entered
    assert ticks[1] == alone.entered > ticks[2] >= ticks[4]


def test_a_uniform_tree_cuts_as_theory_says() -> None:
    for branching, plies in ((2, 5), (3, 4), (4, 3)):
        tree = TREE.parse_position(Engine.uniform(branching, plies))
        leaves = search("alphabeta").record(TREE, tree, {"depth": 0})
        assert kinds(leaves, "leaf").count("over") == branching ** -(-plies // 2) + branching ** (plies // 2) - 1
        assert len(kinds(search("minimax").record(TREE, tree, {"depth": 0}), "leaf")) == branching**plies
