"""The fast search's knowledge of Tak: the evaluation's symmetries and terms, keys, wins in one, threats, order."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels, knowledge
from plyground.games.tak import GAME
from plyground.games.tak.knowledge import evaluation, features, hare, learnt_order, winning
from plyground.games.tak.position import TakPosition
from plyground.search.learning import model
from plyground.search.pvs import contract
from tests.games.learnt_orders import seen
from tests.games.tak_positions import lively, recoloured, symmetric

WEIGHTS = evaluation.weights()


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compiled_calls.use_compiled(True)


@kernels.compiled
def _static(position: Any, weights: Any) -> Any:
    return contract.static(position, weights)


@kernels.compiled
def _worth(position: Any, weights: Any) -> Any:
    return model.worth(position, weights)


@kernels.compiled
def _key(position: Any) -> Any:
    return contract.key(position)


@kernels.compiled
def _known(position: Any, weights: Any) -> Any:
    return contract.known(position, weights)


@kernels.compiled
def _extension(position: Any, weights: Any) -> Any:
    return contract.extension(position, weights)


@kernels.compiled
def _wins_in_one(position: Any, seat: Any) -> Any:
    return winning.wins_in_one(position, seat)


@kernels.compiled
def _tops_after(position: Any, move: Any) -> Any:
    return winning.tops_after(position, move)


@kernels.compiled
def _count_wins(position: Any, moves: Any, winners: Any) -> Any:
    """Write every move that wins at once into ``winners``, found by playing all; how many there are."""
    mover = kernels.to_move(position)
    found = 0
    for index in range(kernels.legal_moves(position, moves)):
        move: Any = np.int64(moves[index])
        if kernels.outcome(kernels.play(position, move), mover) == kernels.WIN:
            winners[found] = move
            found += 1
    return found


@kernels.compiled
def _rate(position: Any, moves: Any, count: Any, scores: Any, weights: Any) -> None:
    contract.rate(position, moves, count, scores, weights)


def winners_of(position: TakPosition) -> list[int]:
    moves, winners = np.empty((2, GAME.spec.most_moves), dtype=np.int32)
    listed: list[int] = winners[: _count_wins(position, moves, winners)].tolist()
    return listed


def passed(position: TakPosition) -> TakPosition:
    """The same position with the other side to move (not on the first two plies)."""
    return position._replace(ply=position.ply + 1)


def at(text: str, **options: Any) -> TakPosition:
    return GAME.parse_position(text, options)


@pytest.mark.parametrize("size", range(3, 9))
def test_the_evaluation_is_the_same_for_both_colours_and_all_turns_of_the_board(size: int) -> None:
    for position in lively(size, 60, size):
        if position.ply < 2:
            continue
        value = _static(position, WEIGHTS)
        assert value == _static(recoloured(position), WEIGHTS)
        assert [_static(symmetric(position, turn), WEIGHTS) for turn in range(1, 8)] == [value] * 7
        assert abs(value) < contract.SURE


def test_the_terms_for_people_add_up_to_the_evaluation() -> None:
    strength = knowledge.of(GAME).strength
    assert strength is not None
    for position in lively(6, 20, 1, komi=2.0):
        for seat in range(2):
            terms = strength.terms(position, seat)
            static = _static(position, strength.weights()) / 100
            assert sum(term.value for term in terms) == pytest.approx(static if seat == position.ply % 2 else -static)
            assert all(term.title and term.help.endswith(".") for term in terms)


@pytest.mark.parametrize("size", [3, 5, 8])
def test_interpreted_and_compiled_agree(size: int) -> None:
    for position in lively(size, 25, size, komi=1.5):
        assert contract.static(position, WEIGHTS) == _static(position, WEIGHTS)
        assert model.worth(position, WEIGHTS) == _worth(position, WEIGHTS) == _static(position, WEIGHTS)
        assert int(contract.key(position)) == int(_key(position))
        assert contract.known(position, WEIGHTS) == _known(position, WEIGHTS)
        assert contract.extension(position, WEIGHTS) == _extension(position, WEIGHTS)
        moves = np.empty(GAME.spec.most_moves, dtype=np.int32)
        count = kernels.legal_moves(position, moves)
        here, there = np.zeros((2, count), dtype=np.int32)
        contract.rate(position, moves, count, here, WEIGHTS)
        _rate(position, moves, count, there, WEIGHTS)
        assert here.tolist() == there.tolist()
        assert max(map(abs, here.tolist())) <= 1_000_000


@pytest.mark.parametrize(("size", "count"), [(3, 3000), (4, 3000), (5, 3000), (6, 2000), (7, 300), (8, 200)])
def test_wins_in_one_are_those_that_playing_every_move_finds(size: int, count: int) -> None:
    """Also for the side not to move: a threat is a win in one if it were to move."""
    wins = spreads = 0
    for position in lively(size, count, 10 * size, komi=0.5 * (size % 2)):
        if position.ply < 2:
            assert contract.known(position, WEIGHTS) == contract.UNKNOWN
            continue
        winners = winners_of(position)
        move = _wins_in_one(position, position.ply & 1)
        assert (move in winners) if winners else move == winning.NO_MOVE
        assert _known(position, WEIGHTS) == (contract.WIN - 1 if winners else contract.UNKNOWN)
        assert _extension(position, WEIGHTS) == bool(winners_of(passed(position)))
        wins += bool(winners)
        spreads += bool(winners) and min(winners) >= 256
    assert wins > count / 100
    assert spreads > count / 400 or size == 8


@pytest.mark.parametrize("size", [4, 6, 8])
def test_tops_after_a_stack_move_are_those_of_the_position_after_it(size: int) -> None:
    rng = random.Random(size)
    for position in lively(size, 150, 3 * size):
        spreads = [move for move in GAME.legal_moves(position) if move >= 256]
        for move in rng.sample(spreads, min(10, len(spreads))):
            after = GAME.play(position, move)
            assert _tops_after(position, move) == (after.white, after.black, after.walls, after.caps)


ENDS = {
    # a capstone flattens the wall that stands in the road
    "x5/x5/1,1,11C,2S,1/x5/2,2,x3 1 9": {"c3>"},
    # nothing beside the wall flattens it
    "x5/x5/1,1,x,2S,1/x2,11C,x2/2,x4 1 9": set(),
    # both roads at once count for the mover
    "1,1,1,1,x/2,2,2,2,21/x5/x5/x5 1 9": {"e5", "e4+"},
    # the wall steps off its own flat, which then completes the road
    "x5/x5/1,1,11S,1,1/x5/2,2,x3 1 9": {"c3+", "c3-"},
}


@pytest.mark.parametrize("text", ENDS)
def test_odd_wins(text: str) -> None:
    position = at(text)
    winners = {GAME.move_text(position, move) for move in winners_of(position)}
    assert ENDS[text] <= winners if ENDS[text] else not winners
    assert (_wins_in_one(position, 0) != winning.NO_MOVE) == bool(winners)


def test_keys_are_shared_by_orders_of_moves_and_by_nothing_else() -> None:
    start = GAME.initial({"size": 5})
    one = GAME.replay(start, ["a1", "e5", "c3", "b2", "d4"])[-1]
    other = GAME.replay(start, ["a1", "e5", "d4", "b2", "c3"])[-1]
    assert _key(one) == _key(other)
    assert _key(one) != _key(passed(one))
    assert _key(one._replace(quiet=10)) == _key(one)
    assert _key(one._replace(quiet=45)) != _key(one._replace(quiet=44))


@pytest.mark.parametrize(("size", "count"), [(4, 40_000), (5, 40_000), (8, 20_000)])
def test_a_hundred_thousand_positions_have_as_many_keys(size: int, count: int) -> None:
    seen: dict[int, bytes] = {}
    for position in lively(size, count, size):
        words = np.array([position.white, position.black, position.walls, position.caps], dtype=np.uint64)
        history = position.quiet if position.quiet >= hare.QUIET_IN_KEY else 0
        known = bytes([position.ply & 1, history]) + words.tobytes() + position.buried.tobytes()
        assert seen.setdefault(int(_key(position)), known) == known
    assert len(seen) > count / 2


def test_the_order_puts_wins_first_and_blocks_before_other_placements() -> None:
    position = at("x5/x5/1,1,1,1,x/x5/2,2,2,2,x 1 9")
    assert _best(position) == "e3"
    blocked = at("x5/x5/1,1,1,2,x/x5/2,2,2,2,x 1 9")
    assert _best(blocked) == "e1"


def _best(position: TakPosition) -> str:
    moves = np.empty(GAME.spec.most_moves, dtype=np.int32)
    count = kernels.legal_moves(position, moves)
    scores = np.zeros(count, dtype=np.int32)
    _rate(position, moves, count, scores, WEIGHTS)
    return GAME.move_text(position, int(moves[int(scores.argmax())]))


def test_the_shipped_weights_are_those_of_their_record() -> None:
    record = json.loads(model.record_path(evaluation.FILE).read_text(encoding="utf-8"))
    assert hashlib.sha256(WEIGHTS.astype("<i8").tobytes()).hexdigest() == record["checksum"]
    assert record["losses"]["learnt"] < record["losses"]["present"], "the order of moves came last"
    matches = [match for each in record["began_with"]["rounds"] for match in each["matches"]]
    assert {match["board"][:1] for match in matches} == set("45678"), "every board that was learnt"
    assert all(match["wins"] > match["losses"] for match in matches)
    assert len(WEIGHTS) == 6 * (features.STAGES * features.FEATURES + learnt_order.FEATURES)
    assert features.FEATURES > 500


def _seen(position: TakPosition) -> tuple[list[tuple[int, ...]], list[int]]:
    """The features of each legal move, sorted, and the moves' scores."""
    rows, scores = seen(position, GAME.spec.most_moves, WEIGHTS)
    return sorted(rows), scores


@pytest.mark.parametrize("size", range(3, 9))
def test_the_learnt_order_is_the_same_for_both_colours_and_all_turns_of_the_board(size: int) -> None:
    begin = learnt_order.begin_of(size)
    for position in lively(size, 12, size):
        rows, scores = _seen(position)
        if position.ply >= 2:
            assert rows == _seen(recoloured(position))[0]
        assert [_seen(symmetric(position, turn))[0] for turn in range(1, 8)] == [rows] * 7
        assert all(begin <= place < begin + learnt_order.FEATURES for row in rows for place in row)
        assert {len(row) for row in rows} == ({1} if position.ply < 2 else {5})
        by_features = sorted(sum(int(WEIGHTS[evaluation.EVALUATION + place]) for place in row) for row in rows)
        if learnt_order.is_learnt(position, WEIGHTS[evaluation.EVALUATION :]):
            assert sorted(scores) == by_features
        else:
            assert size == 3, "all others were learnt"


@pytest.mark.parametrize("size", [3, 5, 8])
def test_the_learnt_order_is_the_same_interpreted(size: int) -> None:
    for position in lively(size, 4, size):
        moves, scores = np.empty((2, GAME.spec.most_moves), dtype=np.int32)
        count = int(kernels.legal_moves(position, moves))
        contract.prior(position, moves, count, scores, WEIGHTS)
        assert scores[:count].tolist() == _seen(position)[1]
