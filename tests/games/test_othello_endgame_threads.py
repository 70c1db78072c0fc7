"""Several threads at one ending of Othello: what the table says is whole, and values and best moves are the same."""

from __future__ import annotations

import random
import threading
from functools import partial
from typing import Any

import numpy as np
import pytest
from numba import njit

from plyground.core import registry
from plyground.core.bot import Limits, Player
from plyground.core.game import Game
from plyground.games.othello.knowledge.endgame import answers, search, table
from plyground.games.othello.knowledge.endgame.helpers import Helpers
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.position import board_mask
from plyground.search import running
from tests.games.test_othello_endgame import played
from tests.soaking import more

GAME: Game[Any, Any] = registry.game("othello")
BOUND = 1 << 20


@njit(nogil=True)  # type: ignore[untyped-decorator]
def _hammer(work: Any, seed: Any, rounds: Any, told: Any) -> None:
    """Store values that follow from the position, and check all that are read; few positions, few buckets."""
    chance = np.uint64(seed)
    for _ in range(rounds):
        chance = chance * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        own = (chance >> np.uint64(33) & np.uint64(31)) + np.uint64(1)
        other = (chance >> np.uint64(40) & np.uint64(31)) << np.uint64(8)
        value = np.int64(own) + np.int64(other >> np.uint64(8)) - 31
        place = table.bucket(own, other, work)
        known = table.look_up(place, own, other)
        if known != table.UNKNOWN:
            told[0] += 1
            if table.upper_of(known) != value or table.move_of(known) != own:
                told[1] += 1
        table.store(place, own, other, value, value + 1, own, 1 << (chance >> np.uint64(50) & np.uint64(7)))


_stored, _looked_up, _bucket = njit(table.store), njit(table.look_up), njit(table.bucket)


@pytest.mark.soak
def test_threads_that_hammer_one_table_read_nothing_torn() -> None:
    work = table.Work(board_mask(8), 4, running.shared_state())
    told = np.zeros((4, 2), dtype=np.int64)
    _hammer(work.address, 1, 1, np.zeros(2, dtype=np.int64))
    rounds = more(1_500_000, 60_000_000)
    with running.shared_out(len(told)) as each:
        each(lambda number: _hammer(work.address, 7 + number, rounds, told[number]), range(len(told)))
    assert told[:, 0].min() > 10_000
    assert told[:, 1].sum() == 0


def test_an_entry_that_two_have_written_is_none() -> None:
    work = table.Work(board_mask(8), 4, running.shared_state())
    own, other, later = np.uint64(5), np.uint64(1 << 20), np.uint64(1 << 21)
    place = _bucket(own, other, work.address)
    begin = int(place - table._address(work._table)) // 8
    words = work._table[begin : begin + table.BUCKET_WORDS]
    _stored(place, own, other, 4, 3, np.uint64(9), 1)
    first = words.copy()
    words[:] = 0
    _stored(place, own, later, 8, 3, np.uint64(9), 1)
    for number in np.flatnonzero(first != words):
        torn = words.copy()
        words[number] = first[number]
        assert _looked_up(place, own, other) == _looked_up(place, own, later) == table.UNKNOWN
        words[:] = torn
    assert _looked_up(place, own, later) != table.UNKNOWN


@pytest.mark.parametrize(("size", "empties", "count"), [(8, 17, 8), (6, 20, 8)])
def test_values_and_best_moves_are_the_same_on_one_two_and_four_threads(size: int, empties: int, count: int) -> None:
    chance = random.Random(size)
    for _ in range(count):
        position = played(size, empties, chance)
        if not GAME.legal_moves(position):
            continue
        found = [answers.solve(GAME, position, Limits(threads=each), lambda _: None) for each in (1, 2, 4)]
        values = [(each.value, each.best) for each in found if each is not None]
        assert values == values[:1] * 3


def test_moves_that_another_thread_is_searching_are_searched_last_and_not_left_out() -> None:
    chance = random.Random(3)
    let_go = 0
    for _ in range(20):
        position = played(8, search.SHARED + 1, chance)
        alone = Solver(8, empties_of(position), running.shared_state(), None)
        value = alone.exact(position, 0)
        solver = Solver(8, empties_of(position), running.shared_state(), None)
        solver.work.beside()
        claims = solver.work._claims
        for move in GAME.legal_moves(position):
            after = GAME.play(position, move)
            claim = int(after.own) * int(table._MIX_OTHER) ^ int(after.other) * int(table._MIX_OWN)
            claim = claim & ((1 << 64) - 1) | 1
            claims[claim >> 40 & table.CLAIM_WORDS - 1] = claim
        claimed = int(np.count_nonzero(claims))
        assert solver.exact(position, 0) == value
        let_go += int(claimed > 1 and np.count_nonzero(claims) < claimed)
    assert let_go > 5, "what is searched in the end is claimed and let go"


def test_the_answer_is_that_of_whoever_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first thread waits until the other has answered, as if it were given no processor."""
    position = played(8, 16, random.Random(4))
    solver = Solver(8, 16, running.shared_state(), None, 2)
    helpers = solver.helpers
    assert helpers is not None
    expected = search.value_against(position.own, position.other, 1, solver.work.address)
    answered = threading.Event()
    real = search.value_against

    def waiting(own: Any, other: Any, bound: int, address: Any) -> Any:
        if address != solver.work.address:
            return real(own, other, bound, address)
        while not solver.work.stopped:
            answered.wait(0.001)
        return 0

    monkeypatch.setattr(search, "value_against", waiting)
    with running.beside([lambda: helpers.follow(helpers.works[0])], []):
        try:
            assert helpers.value_against(position.own, position.other, 1) == expected
            assert not solver.work.stopped
            assert helpers.nodes == helpers.works[0].nodes > 0
        finally:
            helpers.end()


def test_helpers_that_have_ended_are_asked_nothing() -> None:
    position = played(8, 16, random.Random(4))
    solver = Solver(8, 16, running.shared_state(), None, 3)
    assert solver.helpers is not None
    solver.helpers.end()
    before = threading.active_count()
    with running.beside([partial(solver.helpers.follow, work) for work in solver.helpers.works], []):
        value = solver.exact(position, 0)
    assert threading.active_count() == before
    assert solver.helpers.nodes == 0
    assert value == Solver(8, 16, running.shared_state(), None).exact(position, 0)


def test_helpers_end_where_others_want_the_processors_and_when_the_limits_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Helpers] = []
    real = Helpers.end

    def noted(helpers: Helpers) -> None:
        ends.append(helpers)
        real(helpers)

    monkeypatch.setattr(Helpers, "end", noted)
    monkeypatch.setattr(running, "_PAUSES_BETWEEN_REPORTS", 1)
    monkeypatch.setattr(running, "crowded", lambda: True)
    position = played(8, 28, random.Random(4))
    before = threading.active_count()
    assert answers.solve(GAME, position, Limits(seconds=0.2, threads=3), lambda _: None) is None
    assert len(ends) > 2
    ends.clear()
    monkeypatch.setattr(running, "crowded", lambda: False)
    assert answers.solve(GAME, position, Limits(seconds=0.2, threads=3), lambda _: None) is None
    assert len(ends) == 1
    assert threading.active_count() == before


def test_the_hare_solves_with_the_threads_that_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def noted(*given: Any) -> Solver:
        seen.append(given[-1])
        return Solver(*given)

    monkeypatch.setattr(answers, "Solver", noted)
    monkeypatch.setattr(running, "spare", lambda most: most)
    position = played(8, 14, random.Random(4))
    for options, limits, threads in (
        ({}, Limits(seconds=1, threads=2), 2),
        ({}, Limits(seconds=1), 1),
        ({"threads": 2}, Limits(seconds=1), 2),
        ({}, Limits(nodes=10**7, threads=2), 1),
    ):
        Player.make(registry.bot("hare"), GAME, options).choose(position, limits, random.Random(0))
        assert seen.pop() == threads
