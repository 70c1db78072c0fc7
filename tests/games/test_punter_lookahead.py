"""Two punters of Lambda Punter looked ahead for: resistances by counting trees, what claims do to them, the search."""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any

import numpy as np
import pytest

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.games.punter import GAME
from plyground.games.punter.knowledge.duel import fresh_state
from plyground.games.punter.knowledge.lookahead import MORE, TEMPO, _room, _Thread, foresees, look_ahead
from plyground.games.punter.knowledge.network import add_swings, expected, half_of, network_of, take
from plyground.search import running

HARE = registry.parse_player("hare", GAME)


def in_the_middle(map_: str, moves: int, seed: int, **options: Any) -> Any:
    position, rng = GAME.initial({"map": map_, **options}), random.Random(seed)
    for _ in range(moves):
        position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
    return position


def with_swings(position: Any, ply: int = 0, network: Any = None) -> Any:
    network = network or network_of(position, 2)
    size = network.inverse.shape[2] * len(position.board.mines)
    room = np.empty((2, size), dtype=np.int64), np.empty((2, size)), np.empty(network.inverse.shape[2])
    network.swing[ply] = 0.0
    for seat in (0, 1):
        add_swings(network, ply, seat, *room)
    return network


def as_it_stands(network: Any, ply: int, seat: int) -> float:
    """What a punter may expect, by the resistances alone."""
    inverse, size = network.inverse[ply, seat], int(network.parts[seat])
    own = np.diag(inverse)
    total = -float(network.owed[seat])
    for at, paid in zip(network.mines[seat], network.worth[seat], strict=True):
        resistance = own + own[at] - 2 * inverse[at]
        total += float((paid / (1 + (resistance * network.scale) ** 6))[:size].sum())
    return total


def trees(rivers: list[tuple[int, int]], parts: int) -> int:
    """How many sets of rivers join all parts without a ring, by trying them all."""
    found = 0
    for chosen in itertools.combinations(rivers, parts - 1):
        label = list(range(parts))
        for one, other in chosen:
            label = [label[one] if each == label[other] else each for each in label]
        found += len(set(label)) == 1
    return found


def test_resistances_are_those_of_kirchhoff() -> None:
    """Trees in which both sites would be one, of all trees (G. Kirchhoff, 1847)."""
    compared = 0
    for seed in range(4):
        position = in_the_middle("grid-3x3", 3, seed)
        network = network_of(position, 1)
        for seat in (0, 1):
            parts, inverse = int(network.parts[seat]), network.inverse[0, seat]
            rivers = list(zip(network.near[seat].tolist(), network.far[seat].tolist(), strict=True))
            every = trees(rivers, parts)
            for one, other in itertools.combinations(range(parts if every else 0), 2):
                merged = [(one if a == other else a, one if b == other else b) for a, b in rivers]
                renamed = sorted(set(range(parts)) - {other})
                small = [(renamed.index(a), renamed.index(b)) for a, b in merged]
                found = inverse[one, one] + inverse[other, other] - 2 * inverse[one, other]
                assert found == pytest.approx(trees(small, parts - 1) / every, rel=0.01)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("options", [{}, {"futures": True}])
def test_a_claim_changes_the_networks_as_if_they_were_made_anew(options: dict[str, bool]) -> None:
    for seed in range(5):
        position = GAME.initial({"map": "random-20-2", **options})
        mine = int(position.board.mines[0])
        if options:
            for text in (f"futures {mine}:9", "futures -"):
                position = GAME.play(position, GAME.parse_move(position, text))
        rng = random.Random(seed)
        for _ in range(6):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
        seat = GAME.to_move(position)
        network = with_swings(position)
        before = network_of(position, 1)
        swings = network.swing[0].copy()
        for index, river in enumerate(network.rivers.tolist()):
            after = GAME.play(position, river)
            anew = network_of(after, 1)
            take(network, 0, seat, index, np.empty(network.inverse.shape[2]))
            swing = 0.0
            for punter in (0, 1):
                joined, lost = (expected(before, 0, punter, index, joins) for joins in (True, False))
                there = joined if punter == seat else lost
                assert as_it_stands(anew, 0, punter) == pytest.approx(there, rel=0.02, abs=0.5)
                assert as_it_stands(network, 1, punter) == pytest.approx(there, rel=0.001, abs=0.01)
                swing += joined - lost
            assert swings[index] == pytest.approx(swing, rel=0.03, abs=0.5)


def plainly(position: Any, depth: int) -> float:
    """What ``look_ahead`` finds, without windows and tables, each network made anew."""
    network = with_swings(position)
    order = np.argsort(-network.swing[0], kind="stable")[: depth + MORE].tolist()
    seat = GAME.to_move(position)
    if depth == 1:
        first, second = order[0], network.swing[0, order[1]]
        own, other = expected(network, 0, seat, first, True), expected(network, 0, 1 - seat, first, False)
        return float(own - other - TEMPO * second)
    return max(-plainly(GAME.play(position, int(network.rivers[place])), depth - 1) for place in order)


@pytest.mark.parametrize(("depth", "threads"), [(1, 1), (2, 1), (3, 1), (2, 4), (3, 4)])
def test_the_search_finds_what_all_lines_come_to(depth: int, threads: int) -> None:
    for seed, map_ in enumerate(("triangle-4", "ladder-8", "random-14-3")):
        position = in_the_middle(map_, 2, seed)
        found = look_ahead(position, None, fresh_state(None), depth, threads=threads)
        assert found.depth == depth
        assert len(found.line) == len(set(found.line)) <= depth
        assert found.value == pytest.approx(plainly(position, depth), rel=0.02, abs=0.5)


def test_dense_maps_leave_more_to_both() -> None:
    """A triangle has rivers for two trees, a grid has not."""
    assert half_of(GAME.initial({"map": "grid-6x6"})) == half_of(GAME.initial({"map": "random-40-1"}))
    assert half_of(GAME.initial({"map": "triangle-4"})) > 1.5 * half_of(GAME.initial({"map": "grid-6x6"}))


@pytest.mark.parametrize("nodes", [1, 2, 7, 300])
def test_no_more_positions_are_seen_than_are_allowed(nodes: int) -> None:
    choice = HARE.choose(GAME.initial({"map": "city-60-1"}), Limits(nodes=nodes), random.Random(0))
    assert 1 <= choice.nodes <= nodes
    assert choice.nodes == nodes or nodes == 2
    assert len(choice.details["moves"]) == 12
    assert choice.line[0] == choice.move


def test_rivers_that_are_worth_the_same_are_taken_by_chance() -> None:
    """A triangle is the same from three sides."""
    position = GAME.initial({"map": "triangle-4"})
    firsts = {HARE.choose(position, Limits(nodes=40), random.Random(seed)).move for seed in range(12)}
    assert len(firsts) > 1
    assert len({HARE.choose(position, Limits(nodes=40), random.Random(3)).move for _ in range(3)}) == 1


def test_a_search_that_is_stopped_has_a_legal_move() -> None:
    state = fresh_state(None)
    state[running.STOP] = 1
    position = in_the_middle("random-40-2", 5, 1)
    found = look_ahead(position, None, state)
    assert (found.depth, found.positions) == (1, 1)
    assert GAME.check(position, found.line[0]) is None


def test_games_with_options_or_many_punters_or_sites_are_not_looked_ahead_for() -> None:
    assert foresees(GAME.initial({"map": "random-40-1", "futures": True, "splurges": True}))
    for options in ({"options": True}, {"punters": 3}, {"map": "city-900-1"}):
        position = GAME.initial({"map": "random-40-1", **options})
        assert not foresees(position)


def test_a_few_moves_ahead_beat_one() -> None:
    points = 0
    for number in range(6):
        position, rng = in_the_middle("grid-6x6", 2, number // 2), random.Random(number)
        while GAME.returns(position) is None:
            deep = GAME.to_move(position) == number % 2
            choice = HARE.choose(position, Limits(nodes=2_000 if deep else 1), rng)
            position = GAME.play(position, GAME.require(position, choice.move))
        scores = position.tally[:, 0]
        points += int(np.sign(scores[number % 2] - scores[1 - number % 2]))
    assert points > 0


@pytest.mark.parametrize("map_", ["triangle-4", "random-40-4", "grid-6x6"])
def test_several_threads_find_the_same_as_one(map_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "crowded", lambda: False)
    before = threading.active_count()
    for seed in range(3):
        position = in_the_middle(map_, 5, seed)
        alone, *others = (look_ahead(position, None, fresh_state(None), 6, seed, threads) for threads in (1, 2, 4))
        for found in others:
            assert (found.line[0], found.depth) == (alone.line[0], alone.depth)
            assert found.value == pytest.approx(alone.value, abs=0.01)
        limited = [look_ahead(position, 500, fresh_state(None), None, seed, threads) for threads in (1, 4)]
        assert limited[0].positions == limited[1].positions == 500, "a limit of positions is kept by one thread"
        assert limited[0].line == limited[1].line
    assert threading.active_count() == before


def test_what_another_thread_looks_at_is_looked_at_last_and_not_left_out() -> None:
    network = network_of(in_the_middle("random-40-4", 5, 1), 4)
    alone, among = (
        _Thread(network, _room(network, np.random.default_rng(1), each), 0, 4, fresh_state(None)) for each in (0, 1)
    )
    room = among.room
    for key in room.marks[0].tolist():
        room.claims[(1 ^ key) & (len(room.claims) - 1)] = 1 ^ key
    claimed = np.count_nonzero(room.claims)
    for each in (alone, among):
        each.look(4)
    assert among.value == pytest.approx(alone.value, abs=0.01)
    assert among.best == alone.best
    assert np.count_nonzero(room.claims) < claimed, "what was looked at in the end is let go"


def test_an_entry_of_which_two_have_written_a_part_is_none() -> None:
    network = network_of(in_the_middle("random-40-4", 5, 1), 4)
    thread = _Thread(network, _room(network, np.random.default_rng(1), 0), 0, 4, fresh_state(None))
    table, seen = thread.room.table, list[int]()

    def look() -> float:
        before = int(thread.state[running.NODES])
        thread.look(4)
        seen.append(int(thread.state[running.NODES]) - before)
        return thread.value

    value = look()
    assert look() == value
    used = np.flatnonzero(table[:, 0])
    whole = table[used]
    for word in range(3):
        table[used] = whole
        table[used, word] = np.roll(whole[:, word], 1)
        assert look() == value
    again, torn = seen[1], seen[2:]
    assert again < seen[0] / 4
    assert min(torn) > seen[0] / 2


@pytest.mark.parametrize(("nodes", "beside"), [(None, 2), (50, 0)])
def test_the_hare_looks_ahead_on_the_threads_that_it_may_have(
    nodes: int | None, beside: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, real = list[int](), running.beside

    def seen(searches: Any, states: Any) -> Any:
        asked.append(len(searches))
        return real(searches, states)

    monkeypatch.setattr(running, "spare", lambda most: most)
    monkeypatch.setattr(running, "beside", seen)
    position = in_the_middle("random-40-1", 4, 2)
    choice = HARE.choose(position, Limits(seconds=0.1, threads=3, nodes=nodes), random.Random(1))
    assert asked == [beside]
    assert GAME.check(position, GAME.parse_move(position, choice.move)) is None
