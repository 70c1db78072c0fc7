"""Traces: what is recorded, that it travels unchanged, and that it can be walked forwards and backwards."""

from __future__ import annotations

import json
import random
import re
import sys
import zlib
from typing import Any
from unittest.mock import Mock

import pytest

from plyground.core import registry
from plyground.search.teaching import columns, words
from plyground.search.teaching.events import KINDS
from plyground.search.teaching.pseudocode import CODES, line_of
from plyground.search.teaching.replay import Replay
from plyground.search.teaching.searches import UnknownSearch, fitting, search, searches
from plyground.search.teaching.trace import Trace
from tests.search.support import OTHELLO

TREE = registry.game("tree")
EXAMPLE = "a 0 ( o 0 ( a 6 a 0 ( a 7 a 3 ) ) )"


def traced(name: str, text: str = EXAMPLE, **given: Any) -> Trace:
    return search(name).record(TREE, TREE.parse_position(text), given)


STARTS = {"tree": TREE.initial({"seed": 5, "turns": "free"}), "othello": OTHELLO.initial()}


@pytest.fixture(scope="module")
def trace(request: pytest.FixtureRequest) -> Trace:
    """A trace of the search, on a random tree or on a board."""
    game, name = request.param
    return search(name).record(registry.game(game), STARTS[game], seed=1, most_nodes=700)


FITTING = [(game, each.spec.id) for game, start in STARTS.items() for each in fitting(registry.game(game), start)]
every = pytest.mark.parametrize("trace", FITTING, indirect=True, ids="-".join)


def test_nodes_and_steps_of_a_small_search() -> None:
    trace = traced("alphabeta", depth=0)
    assert trace.parents == [-1, 0, 1, 1, 3]
    assert trace.moves == ["", "0", "0", "1", "0"]
    assert trace.movers == [0, 1, -1, 0, -1]
    assert [trace.path(node) for node in range(5)] == [(), (0,), (0, 0), (0, 1), (0, 1, 0)]
    assert trace.families == {0: ("0",), 1: ("0", "1"), 3: ("0", "1")}
    assert [step.kind for step in trace.steps[:6]] == ["enter", "children", "enter", "children", "enter", "leaf"]
    assert (trace.child(1, 1), trace.child(3, 1), trace.line(4)) == (3, -1, ("0", "1", "0"))
    assert trace.cut_short is None


def test_the_words_of_a_cut() -> None:
    trace = traced("alphabeta", depth=0)
    at = next(number for number, step in enumerate(trace.steps) if step.kind == "cut")
    assert words.sentence(trace, at) == "Cut: 1 move is not looked at."
    assert words.sentence(trace, at, long=True).endswith("will not let it come to this (7 > 6).")
    assert words.sentence(trace, at - 1) == "Alpha rises to 7."
    assert words.sentence(trace, at + 1) == "The position after 0, 1 is worth at least 7 for Max by 0."


def test_each_step_is_put_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = traced("alphabeta", depth=0)
    steps = range(1, len(trace.steps))
    asked = {
        "short": [words.sentence(trace, at) for at in steps],
        "long": [words.sentence(trace, at, long=True) for at in steps],
    }
    put = {kind: Mock(wraps=say) for kind, say in words._SAY.items()}
    monkeypatch.setattr(words, "_SAY", put)
    assert words.sentences(trace, steps) == asked
    assert sum(each.call_count for each in put.values()) == len(steps)


def test_negamax_names_the_movers_view() -> None:
    trace = traced("negamax", depth=0)
    told = [words.sentence(trace, at) for at in range(len(trace.steps))]
    assert "The position after 0 is worth -6 for Min by 0." in told
    assert "The position after 0, 1 is worth 7 for Max by 0." in told


def test_wins_and_losses_have_words() -> None:
    assert [words.number(value) for value in (3.0, -2.5, 1_000.0, 999_999.0, -999_998.0, float("inf"))] == [
        "3", "-2.5", "1,000", "a win in 1 ply", "a loss in 2 plies", "a win",
    ]  # fmt: skip


@every
def test_every_step_has_sentences_and_a_line(trace: Trace) -> None:
    code = CODES[trace.head.search]
    lit = set()
    for at, step in enumerate(trace.steps):
        short, long = words.sentence(trace, at), words.sentence(trace, at, long=True)
        assert short[0].isupper()
        assert short[-1] in ".?"
        assert long.startswith(short)
        assert "{" not in long
        line = line_of(trace, step)
        assert line is not None, step
        assert 0 <= line < len(code.lines)
        lit.add(line)
    assert len(lit) > 2


@every
def test_a_trace_travels_unchanged(trace: Trace) -> None:
    data = columns.packed(trace)
    assert columns.unpacked(data) == trace
    plain = columns.as_json(trace)
    json.dumps(plain, allow_nan=False)
    assert columns.from_json(json.loads(json.dumps(plain))) == trace
    assert len(data) < 25 * len(trace.steps) + 1000


def test_other_threads_have_their_turns_while_numbers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = columns.packed(traced("minimax"))
    numbers = len(re.findall(rb"(?<=[\[,:])-?[0-9]", zlib.decompress(data)))
    monkeypatch.setattr(columns, "from_json", lambda read: read)
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(frame.f_code) if event == "call" else None)
    try:
        columns.unpacked(data)
    finally:
        sys.setprofile(None)
    assert len(calls) > numbers > 100


@every
def test_a_trace_walks_both_ways(trace: Trace) -> None:
    replay = Replay(trace)
    nodes = range(len(trace.parents))

    def seen() -> list[Any]:
        return [
            replay.current, replay.iteration, replay.counts, replay.table(), [replay.node(node) for node in nodes]
        ]  # fmt: skip

    rng = random.Random(0)
    count = len(trace.steps)
    marks = sorted({0, count, *(rng.randrange(count + 1) for _ in range(6))})
    known = {}
    for mark in marks:
        replay.go(mark)
        known[mark] = seen()
    for mark in rng.sample(marks, len(marks)):
        replay.go(mark)
        assert replay.at == mark
        assert seen() == known[mark]
    assert replay.forward() is None or replay.at <= count
    replay.go(0)
    assert replay.back() is None
    assert seen() == known[0]


@every
def test_every_node_is_met_before_its_children(trace: Trace) -> None:
    for node, parent in enumerate(trace.parents):
        assert -1 <= parent < node or node == 0
        assert trace.met[node] <= len(trace.steps)
        if node:
            assert trace.met[parent] <= trace.met[node]
            if parent in trace.families:
                assert trace.moves[node] == trace.families[parent][trace.indices[node]]
    assert {step.kind for step in trace.steps} <= set(KINDS)


def test_steps_to_the_next_cut_leaf_and_back() -> None:
    replay = Replay(traced("alphabeta", depth=0))
    at = replay.next({"leaf"})
    assert at is not None
    replay.go(at)
    assert replay.node(replay.current)["value"] == 6
    cut = replay.next({"cut"})
    assert cut is not None
    replay.go(cut)
    assert (replay.counts.cuts, replay.counts.skipped, replay.node(replay.current)["cut"]) == (1, 1, (1,))
    assert replay.next({"cut"}) is None
    back = replay.next({"leaf"}, forwards=False)
    assert back is not None
    assert at < back < cut
    replay.go(back)
    assert replay.counts.cuts == 0


def test_a_trace_that_is_full_says_so() -> None:
    trace = search("minimax").record(OTHELLO, OTHELLO.initial(), {"depth": 5}, most_nodes=100)
    assert len(trace.parents) == 100
    assert trace.cut_short == "The search goes on; a trace holds at most 100 nodes."
    assert columns.unpacked(columns.packed(trace)).cut_short == trace.cut_short


def test_what_is_no_trace_is_refused() -> None:
    good = columns.as_json(traced("minimax"))
    for bad in (None, {}, {**good, "version": 2}, {**good, "nodes": {}}, {**good, "texts": []}):
        with pytest.raises(columns.MalformedTrace):
            columns.from_json(bad)
    with pytest.raises(columns.MalformedTrace):
        columns.unpacked(b"no zlib")
    with pytest.raises(UnknownSearch, match="alphabeta"):
        search("magic")


def test_estimates_come_before_the_search() -> None:
    for game, position in ((TREE, TREE.initial({"seed": 5})), (OTHELLO, OTHELLO.initial())):
        for each in fitting(game, position):
            options = {option.name: option.default for option in each.options(game)}
            estimate = each.estimate(game, position, options)
            assert 0 < estimate.low <= estimate.high
            assert estimate.sentence.endswith(".")
            if estimate.exact:
                run = each.start(game, position, options)
                assert run.finish().entered == estimate.low
    near = search("minimax").estimate(OTHELLO, OTHELLO.initial(), {"depth": 6})
    assert 5_000 < near.low < 20_000  # the exact count is 1 + 4 + 12 + 56 + 244 + 1,396 + 8,200


def test_all_searches_have_pseudo_code_and_summaries() -> None:
    assert set(CODES) == set(searches())
    for each in searches().values():
        assert each.spec.summary.endswith(".")
        assert all(line and not line.rstrip().endswith("#") for line in CODES[each.spec.id].lines)
