"""Several threads at one table of positions: what is read is whole, and what is exact is the same."""

from __future__ import annotations

import os
import random
import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import njit

from plyground.core import knowledge, processors, registry
from plyground.core.bot import Limits, Player
from plyground.core.game import KernelGame
from plyground.search import running
from plyground.search.pvs import contract, entries, places, table
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE
from plyground.search.pvs.search import EXACT, Finding, Settings, search
from tests.search.pvs_toys import EMPTY, brute
from tests.search.toys import CELLS, scattered_cells, start
from tests.soaking import more

KEYS = 1 << 10


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others begin with the second iteration, however small the tree is."""
    monkeypatch.setattr(pvs, "_ALONE", 0)


EPOCH = 5 << 8


@njit(nogil=True)  # type: ignore[untyped-decorator]
def _hammer(words: Any, state: Any, seed: Any, rounds: Any, told: Any) -> None:
    """Write entries whose score and packed word follow from key and move, and check all that are read."""
    chance = np.uint64(seed)
    for _ in range(rounds):
        chance = chance * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        key = ((chance >> np.uint64(33)) % np.uint64(KEYS) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        move, score, packed = entries.table_entry(key, words, state)
        if packed != 0:
            told[0] += 1
            part = packed & 0x7FFFF
            if part != (move * 5 + np.int64(key & np.uint64(1023))) % 1021 + 1 or score != move * 977 - 400_000:
                told[1] += 1
        move = np.int64((chance >> np.uint64(20)) & np.uint64(1023))
        part = (move * 5 + np.int64(key & np.uint64(1023))) % 1021 + 1
        entries.keep_entry(key, move, move * 977 - 400_000, part, words, state)


_kept, _entry = njit(entries.keep_entry), njit(entries.table_entry)
_place = njit(entries.claim_place)


@njit  # type: ignore[untyped-decorator]
def _claim(position: Any, move: Any) -> Any:
    return entries.claim_of(contract.key(position), move)


def _state(groups: int) -> Any:
    state = np.zeros(places.STATE_SIZE, dtype=np.int64)
    state[places.EPOCH], state[places.MASK] = EPOCH, groups - 1
    return state


@pytest.mark.soak
def test_threads_that_hammer_one_table_read_nothing_torn() -> None:
    groups = 256
    words = table.Table(groups).words
    told = np.zeros((4, 2), dtype=np.int64)
    _hammer(words, _state(groups), 1, 1, np.zeros(2, dtype=np.int64))
    rounds = more(1_500_000, 60_000_000)
    with running.shared_out(len(told)) as each:
        each(lambda number: _hammer(words, _state(groups), 7 + number, rounds, told[number]), range(len(told)))
    assert told[:, 0].min() > 100_000
    assert told[:, 1].sum() == 0


def test_an_entry_that_two_have_written_is_none() -> None:
    words, state, key = table.Table(4).words, _state(4), np.uint64(12345)
    _kept(key, 5, 6, 1 << places.BOUND_SHIFT, words, state)
    first = words.copy()
    _kept(key, 6, 5, 1 << places.BOUND_SHIFT, words, state)
    assert _entry(key, words, state)[:2] == (6, 5)
    [begin] = np.flatnonzero(words == 6)
    for place in (begin - 1, begin, begin + 1):
        torn = words.copy()
        torn[place] = first[place]
        assert _entry(key, torn, state)[2] == 0


def beside(position: Any, threads: int, limits: Limits | None = None, settings: Settings = EXACT) -> Finding:
    """A search of the toy game."""
    return search(CELLS, position, EMPTY, limits or Limits(), settings=settings, threads=threads)


@pytest.mark.parametrize("threads", [2, 4])
def test_exact_results_of_several_threads_are_those_of_brute_force(threads: int) -> None:
    for position in scattered_cells(60, 21, seats=2):
        [line] = beside(position, threads).lines
        expected = brute(position)
        assert line.sure
        assert line.score == expected or (abs(expected) >= SURE and line.score * expected > 0)


def test_moves_that_another_thread_is_searching_are_searched_last_and_not_left_out() -> None:
    let_go = 0
    for position in scattered_cells(40, 22, seats=2):
        lent = table.Table(table.SMALLEST)
        work = pvs._Work(CELLS, position, EMPTY, Limits(), EXACT, 1, lent)
        work.order(None)
        work.state[places.SHARING] = 1
        claimed = set()
        for move in work.rows[1:, places.MOVE].tolist():
            claim = _claim(position, move)
            claimed.add(_place(claim, lent.words))
            lent.words[_place(claim, lent.words)] = claim
        work.deepen(None)
        [line] = work.finding.lines
        expected = brute(position)
        assert line.score == expected or (abs(expected) >= SURE and line.score * expected > 0)
        let_go += len(claimed) > 1 and not any(lent.words[place] for place in claimed)
    assert let_go > 5, "what is searched in the end is claimed and let go, but where an earlier move cuts"


SOLVED = [
    ("othello", {"size": "4"}, 0, 1),
    ("othello", {"size": "6"}, 22, 3),
    ("tak", {"size": "3"}, 10, 3),
    ("camel", {"board_width": 5, "board_height": 5, "starting_camels": 1, "max_plies": 20}, 4, 2),
]


@pytest.mark.parametrize(
    ("name", "options", "plies", "count"), SOLVED, ids=[f"{name}-{plies}" for name, _, plies, _ in SOLVED]
)
def test_solved_positions_have_the_same_values_on_one_two_and_four_threads(
    name: str, options: dict[str, str], plies: int, count: int
) -> None:
    game = registry.game(name)
    rng = random.Random(5)
    for _ in range(count):
        position = game.initial(game.options(options))
        for _ in range(plies):
            moves = game.legal_moves(position)
            position = game.play(position, rng.choice(moves)) if moves else position
        if game.returns(position) is not None:
            continue
        strength = knowledge.of(game).strength
        assert strength is not None
        assert isinstance(game, KernelGame)
        weights = strength.weights()
        found = [search(game, position, weights, Limits(), settings=EXACT, threads=threads) for threads in (1, 2, 4)]
        assert all(each.ended for each in found)
        scores = [each.lines[0].score for each in found]
        if abs(scores[0]) < SURE:
            assert scores[1:] == scores[:1] * 2
        else:
            assert all(score * scores[0] > 0 and abs(score) >= SURE for score in scores)


def test_a_limit_of_positions_is_kept_by_one_thread() -> None:
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2))
    alone = beside(position, 1, Limits(nodes=500), Settings())
    assert beside(position, 4, Limits(nodes=500), Settings()) == alone
    assert alone.nodes == 500


def test_positions_of_all_threads_are_counted_and_all_threads_end() -> None:
    before = threading.active_count()
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2, 6, 5))
    alone = beside(position, 1, Limits(depth=7), EXACT).nodes
    several = (beside(position, 4, Limits(depth=7), EXACT).nodes for _ in range(100))
    assert any(each > alone for each in several), "a busy machine may begin the others when the first is done"
    assert threading.active_count() == before


def test_a_short_search_is_one_threads_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pvs, "_ALONE", 1 << 60)
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2, 6, 5))
    assert beside(position, 4, Limits(depth=5)) == beside(position, 1, Limits(depth=5))


def test_whoever_has_looked_deeper_than_the_first_has_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2, 6, 5))
    shallow, deep = (beside(position, 1, Limits(depth=depth), EXACT) for depth in (2, 6))

    def follow(self: Any, first: Any) -> None:
        first.under_way.wait()
        self.finding = deep

    monkeypatch.setattr(pvs._Work, "follow", follow)
    found = beside(position, 3, Limits(depth=2), EXACT)
    assert (found.lines, found.depth) == (deep.lines, 6)
    deep = replace(deep, depth=1)
    assert beside(position, 3, Limits(depth=2), EXACT).lines == shallow.lines


@pytest.mark.parametrize("allowed", [[4, 7], [4, 7, 9]])
def test_threads_begin_on_processors_of_their_own_where_they_have_them_all(
    allowed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system keeps them on one of two else, for milliseconds. After a while it may do with them what it likes."""
    state, done, placed = running.shared_state(), threading.Event(), list[tuple[int, set[int]]]()
    monkeypatch.setattr(processors, "allowed", lambda: allowed)
    monkeypatch.setattr(os, "sched_setaffinity", lambda *each: placed.append(each), raising=False)
    monkeypatch.setattr(running, "_PAUSES_BETWEEN_REPORTS", 2)
    with running.beside([done.wait], [state]) as others:
        own = list[int]()

        def search() -> None:
            own.append(threading.get_native_id())
            done.wait()

        running.run(search, state, Limits(), done.set, others)
    first, other = own[0], others[0].native_id
    whole = [(first, {4}), (other, {7}), (first, {4, 7}), (other, {4, 7})]
    assert placed == (whole if len(allowed) == 2 else [])


def test_threads_are_spared_where_processors_are_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "count", lambda: 8)
    for busy, threads in ((1, 8), (2, 7), (7, 2), (8, 1), (30, 1)):
        monkeypatch.setattr(running, "busy", lambda busy=busy: busy)
        assert running.spare(99) == threads
        assert running.spare(3) == min(3, threads)
        assert running.spare(1) == 1


def test_an_exception_beside_is_raised_after_all_have_ended() -> None:
    state = running.shared_state()

    def fails() -> None:
        raise ValueError("beside")

    def waits() -> None:
        while not state[running.STOP]:
            threading.Event().wait(0.001)

    with pytest.raises(ValueError, match="beside"), running.beside([fails, waits], [state]):
        pass
    assert state[running.STOP] == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_works_that_are_shared_out_come_back_in_their_order(threads: int) -> None:
    before, together = threading.active_count(), threading.Barrier(threads)

    def work(number: int) -> int:
        if number < threads:
            together.wait(20)
        return number * number

    with running.shared_out(threads) as each:
        assert each(work, range(9)) == [number * number for number in range(9)]
        with pytest.raises(ZeroDivisionError):
            each(lambda number: 1 // number, [1, 0])
    assert threading.active_count() == before


def test_the_hare_takes_more_threads_only_where_the_clock_on_the_wall_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def noted(*given: Any) -> Finding:
        seen.append(given[-1])
        return search(*given[:-1])

    monkeypatch.setattr(pvs, "search", noted)
    monkeypatch.setattr(processors, "count", lambda: 4)
    monkeypatch.setattr(running, "busy", lambda: 2)
    game = registry.game("othello")
    position = game.initial()
    for options, limits, threads in (
        ({}, Limits(seconds=0.01), 1),
        ({}, Limits(seconds=0.01, threads=4), 3),
        ({}, Limits(seconds=0.01, threads=2), 2),
        ({}, Limits(nodes=50, threads=4), 1),
        ({}, Limits(seconds=0.01, depth=2, threads=4), 1),
        ({"threads": 2}, Limits(seconds=0.01), 2),
        ({"threads": 9}, Limits(seconds=0.01), 4),
    ):
        Player.make(registry.bot("hare"), game, {**options, "book": False}).choose(position, limits, random.Random(0))
        assert seen.pop() == threads
