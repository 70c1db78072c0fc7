"""Games played on from a move: final scores against counting, the replies of others, and which moves are tried on."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.games.punter import GAME, moves
from plyground.games.punter.knowledge.hare import trying_pays, weigh
from plyground.games.punter.knowledge.playouts import play_out
from plyground.games.punter.knowledge.trying import try_moves, turns_played
from plyground.games.punter.position import SCORE, punters, turn
from plyground.search import running
from tests.games import punter_reference as reference
from tests.games.punter_exact import position_of
from tests.games.test_punter_hare import LINE

HARE = registry.parse_player("hare", GAME)
WORD = np.uint64(77)


def played(
    position: Any, listed: list[int], weights: Any, horizon: int, chance: float, playouts: int = 1, spread: float = 0.0
) -> Any:
    scores = np.empty((playouts, len(listed), int(punters(position))))
    candidates = np.array(listed, dtype=np.int64)
    made = play_out(position, candidates, weights, 0.0, horizon, chance, spread, WORD, scores, running.shared_state())
    assert made == playouts
    return scores


def some_position(rng: random.Random, **extensions: bool) -> tuple[dict[str, Any], Any]:
    map_ = reference.random_map(rng, 7, 10)
    position = position_of(map_, 3, **extensions)
    while turn(position) < 4:
        if turn(position) < 0:
            seat = moves.seat_of(position)
            reached = (position.board.reach[0] > 0) & (position.board.mine_at < 0)
            targets = reached.nonzero()[0]
            bets = moves.Bets(((0, int(targets[seat % len(targets)])),)) if len(targets) else None
            position = GAME.play(position, bets or moves.no_bets(position))
        else:
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
    return map_, position


@pytest.mark.parametrize("extensions", [{}, {"options": True}, {"options": True, "futures": True}])
def test_a_move_alone_scores_as_by_the_rules(extensions: dict[str, bool]) -> None:
    """Claims, options and bets; nobody plays on, and nothing falls to anybody."""
    rng = random.Random(3)
    for _ in range(8):
        _, position = some_position(rng, **extensions)
        listed = GAME.legal_moves(position)[:-1]
        scores = played(position, listed, np.zeros((3, len(position.claimed))), 1, 0.0)
        for place, move in enumerate(listed):
            assert scores[0, place].tolist() == GAME.play(position, move).tally[:, SCORE].tolist()


def test_free_rivers_may_fall_to_everybody() -> None:
    rng = random.Random(4)
    for _ in range(8):
        map_, position = some_position(rng)
        pairs = [reference.pair(river) for river in map_["rivers"]]
        move = int(GAME.legal_moves(position)[0])
        after = GAME.play(position, move)
        scores = played(position, [move], np.zeros((3, len(pairs))), 1, 1.0)
        for seat in range(3):
            own = {pairs[river] for river, at in enumerate(after.claimed.tolist()) if at < 0 or at % 3 == seat}
            assert scores[0, 0, seat] == reference.score(map_, own, {})


def test_chances_that_differ_from_playout_to_playout_are_shared_by_all_rivers() -> None:
    """Of the row 0-1-2-3 the last two rivers lead on to 2 and 3. Chances between none and certainty, alike for both,
    give both in a third of the playouts (the mean of p squared), where even chances give both in a quarter."""
    position = position_of(LINE, 2)
    both, none, one = 14.0, 1.0, 5.0
    even = played(position, [0], np.zeros((2, 3)), 1, 0.5, 4_000)[:, 0, 0]
    assert np.mean(even == one) == pytest.approx(0.25, abs=0.03)
    assert np.mean(even == both) == pytest.approx(0.25, abs=0.03)
    spread = played(position, [0], np.zeros((2, 3)), 1, 0.5, 4_000, 0.5)[:, 0, 0]
    assert np.mean(spread == one) == pytest.approx(1 / 6, abs=0.03)
    assert np.mean(spread == both) == pytest.approx(1 / 3, abs=0.03)
    assert set(spread) == {none, one, both}


def test_others_go_where_it_pays_by_the_river_that_matters_most() -> None:
    """Of the row 0-1-2-3 with the mine at 0 the last river is taken. To 2 it pays 5 for two rivers, to 1 only 1."""
    position = position_of(LINE, 2)
    at_once, later = np.array([[0.0] * 3, [5.0, 1.0, 0.0]]), np.array([[0.0] * 3, [1.0, 5.0, 0.0]])
    assert played(position, [2], at_once, 2, 0.0).tolist() == [[[0.0, 1.0]]]
    assert played(position, [2], later, 2, 0.0).tolist() == [[[0.0, 0.0]]]
    assert played(position, [0], later, 2, 0.0).tolist() == [[[1.0, 0.0]]]


def test_options_are_played_on_with() -> None:
    """Of the row 0-1-2-3 punter 0 has the river at the mine, and shares the next one when it is taken away."""
    position = position_of(LINE, 2, "0-1", options=True)
    scores = played(position, [1, 3], np.zeros((2, 3)), 3, 0.0)
    assert scores[0, 0].tolist() == [5.0, 0.0]
    assert scores[0, 1].tolist() == [5.0, 1.0]


def test_moves_are_tried_where_that_can_be_afforded() -> None:
    """Against several, on maps of hundreds of rivers, with more than a handful of positions."""

    def pays(map_: str, count: int, nodes: int | None = None) -> bool:
        return trying_pays(GAME.initial({"map": map_, "punters": count}), Limits(nodes=nodes))

    assert pays("random-40-1", 3)
    assert pays("city-200-1", 4)
    assert not pays("random-40-1", 2)
    assert not pays("city-900-1", 16)
    assert not pays("random-40-1", 4, 150)


def test_playing_on_to_the_end_shares_all_rivers() -> None:
    """Nobody can have more than with every river, and one who has all turns has exactly that."""
    map_ = reference.random_map(random.Random(5), 7, 10)
    position = position_of(map_, 4)
    every = reference.score(map_, {reference.pair(river) for river in map_["rivers"]}, {})
    weights = np.ones((4, 10))
    scores = played(position, [0, 1, 2], weights, 10, 0.4, 5)
    assert (scores >= 0).all()
    assert (scores <= every).all()
    alone = position_of(map_, 1)
    assert played(alone, [0], weights[:1], 10, 0.4).tolist() == [[[every]]]


def test_the_best_move_is_found_and_limits_are_kept() -> None:
    """The river at the mine decides; positions are counted; nothing is tried once a stop has come."""
    position = position_of(LINE, 2)
    weights = np.ones((2, 3))
    found = try_moves(position, np.array([2, 1, 0]), weights, 600, 5, running.shared_state())
    again = try_moves(position, np.array([2, 1, 0]), weights, 600, 5, running.shared_state())
    assert found.best == 2
    assert found.values.tolist() == again.values.tolist()
    assert 0 < found.positions <= 600
    assert found.positions == found.playouts * turns_played(position)
    state = running.shared_state()
    state[running.STOP] = 1
    stopped = try_moves(position, np.array([2, 1, 0]), weights, None, 5, state)
    assert (stopped.playouts, stopped.best) == (0, 0)
    few = try_moves(position, np.array([2, 1, 0]), weights, 90, 5, running.shared_state())
    assert (few.positions, few.best) == (90, 0)


def test_threads_draw_the_same_maps_and_play_on_with_more_games() -> None:
    position = GAME.initial({"map": "random-40-1", "punters": 4})
    before = threading.active_count()
    weighed = [weigh(position, Limits(nodes=4_000, threads=threads), 5) for threads in (1, 2, 4)]
    for each in weighed[1:]:
        assert each.worths.tolist() == weighed[0].worths.tolist()
        assert (each.adds == weighed[0].adds).all()
    rivers = weighed[0].rivers[np.argsort(-weighed[0].worths)][[0, 1, -1]]
    found = []
    for threads in (1, 3):
        state = running.shared_state()
        stopper = threading.Timer(0.3, state.__setitem__, (running.STOP, 1))
        stopper.start()
        found.append(try_moves(position, rivers, weighed[0].adds, None, 5, state, threads))
        stopper.join()
    assert {each.best for each in found} <= {0, 1}, "what is worth least is not the best"
    assert all(each.playouts > 100 for each in found)
    limited = [try_moves(position, rivers, weighed[0].adds, 900, 5, running.shared_state(), each) for each in (1, 3)]
    assert limited[0].values.tolist() == limited[1].values.tolist(), "a limit of positions is kept by one thread"
    assert threading.active_count() == before


@pytest.mark.parametrize("options", [False, True])
def test_the_hare_plays_on_within_its_positions(options: bool) -> None:
    position = GAME.initial({"map": "random-40-1", "punters": 4, "options": options})
    for nodes in (1_600, 4_000):
        choice = HARE.choose(position, Limits(nodes=nodes), random.Random(1))
        assert 1_500 <= choice.nodes <= nodes
        assert GAME.check(position, GAME.parse_move(position, choice.move)) is None
    assert choice.nodes > 1_600
