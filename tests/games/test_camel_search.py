"""What the fast search asks of Crazy Camel: estimates, keys, candidates and what is known, against plain programs."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from plyground.core import kernels, knowledge
from plyground.core.bot import Limits, silent
from plyground.games.camel import GAME, words
from plyground.games.camel.knowledge import learnt, learnt_order, search, shortest, solver
from plyground.games.camel.knowledge.strength import STRENGTH, terms
from plyground.games.camel.moves import PASS
from plyground.games.camel.paths import goal_row, openings
from plyground.games.camel.position import AnyPosition, Camel, build, tiles
from plyground.search.learning import net
from plyground.search.pvs import contract
from tests.games import camel_reference as reference
from tests.games.learnt_orders import seen

WEIGHTS = STRENGTH.weights()
LEARNT = [(7, 7), (9, 9)]
SIZES = [(5, 5), (7, 7), (9, 9), (4, 6)]


@kernels.compiled
def compiled_answers(position: Any, depth: Any, moves: Any, scores: Any, weights: Any) -> Any:
    count = contract.candidates(position, depth, moves)
    contract.rate(position, moves, count, scores, weights)
    return (
        count,
        contract.static(position, weights),
        contract.known(position, weights),
        contract.key(position),
        contract.extension(position, weights),
        contract.reducible(position, moves[0]),
    )


def sample(size: tuple[int, int], count: int, camels: int = 6) -> list[Any]:
    """Unfinished positions from random games."""
    rng = random.Random(str(size))
    options: dict[str, int | bool] = {
        "board_width": size[0], "board_height": size[1], "starting_camels": camels,
    }  # fmt: skip
    found = [position for _ in range(4) for position, _moves, _move in reference.random_game(options, rng, 0.6)]
    return rng.sample(found, min(count, len(found)))


def turned(position: AnyPosition) -> AnyPosition:
    """The board turned by half, with the seats exchanged."""
    layout = reference.shown(position)
    width, height = layout.width, layout.height
    places = [(width - 1 - x, height - 1 - y) for x, y in reversed(layout.masters)]
    camels = tuple(sorted(Camel(c.axis, width - 2 - c.x, height - 2 - c.y) for c in layout.camels))
    made = layout._replace(
        masters=(places[0], places[1]), in_hand=layout.in_hand[::-1], camels=camels, seat=1 - layout.seat
    )
    return build(made, True, 6, 200)


def mirrored(position: AnyPosition) -> AnyPosition:
    """The board with left and right exchanged."""
    layout = reference.shown(position)
    places = [(layout.width - 1 - x, y) for x, y in layout.masters]
    camels = tuple(sorted(Camel(c.axis, layout.width - 2 - c.x, c.y) for c in layout.camels))
    return build(layout._replace(masters=(places[0], places[1]), camels=camels), True, 6, 200)


def answers(position: Any, depth: int) -> tuple[list[int], list[int], tuple[Any, ...]]:
    """Candidates, their scores, and everything else, from plain Python."""
    moves, scores = np.zeros(133, np.int32), np.zeros(133, np.int32)
    count = int(contract.candidates(position, depth, moves))
    contract.rate(position, moves, count, scores, WEIGHTS)
    rest = (
        contract.static(position, WEIGHTS),
        contract.known(position, WEIGHTS),
        contract.key(position),
        contract.extension(position, WEIGHTS),
        contract.reducible(position, moves[0]),
    )
    return moves[:count].tolist(), scores[:count].tolist(), rest


@pytest.mark.parametrize("size", SIZES)
def test_estimates_do_not_depend_on_sides_or_seats(size: tuple[int, int]) -> None:
    for position in sample(size, 25):
        estimate = contract.static(position, WEIGHTS)
        learnt_here = learnt.is_learnt(position, WEIGHTS)
        middle = all(2 * x + 1 == size[0] for x, _y in reference.shown(position).masters)
        if not (learnt_here and middle):  # then the net may take either side for the left
            assert contract.static(turned(position), WEIGHTS) == estimate
            assert contract.static(mirrored(position), WEIGHTS) == estimate
        other = position._replace(seat=1 - position.seat)
        if not learnt_here and position.first_camels and position.second_camels:
            assert contract.static(other, WEIGHTS) - search.MOVE == search.MOVE - estimate


@pytest.mark.parametrize("size", SIZES)
def test_what_is_learnt_is_of_the_usual_boards_and_sees_what_is_there(size: tuple[int, int]) -> None:
    for position in sample(size, 15):
        assert learnt.is_learnt(position, WEIGHTS) == (size in LEARNT)
        assert not learnt.is_learnt(position, np.zeros(0, dtype=np.int64))
        if learnt.is_learnt(position, WEIGHTS):
            places, amounts = np.zeros((2, 64), np.int32)
            count = learnt.features(position, places, amounts)
            layout = reference.shown(position)
            assert count == len(set(places[:count].tolist())) == len(layout.camels) + 7
            assert set((places[:count] // learnt.FEATURES).tolist()) == {size[0] // 9}
            always = places[:count] % learnt.FEATURES
            begin, end = learnt.MODEL.always
            assert ((begin <= always) & (always < end)).sum() == 1
            assert (always < learnt.FEATURES - net.OUTPUT).all()


@pytest.mark.parametrize("size", SIZES)
def test_the_terms_add_up_to_the_estimate(size: tuple[int, int]) -> None:
    assert knowledge.of(GAME).strength is STRENGTH
    for position in sample(size, 15, camels=2):
        for seat in range(2):
            total = sum(term.value for term in terms(position, seat))
            sign = 1 if seat == position.seat else -1
            assert 100 * total == pytest.approx(sign * contract.static(position, WEIGHTS))


@pytest.mark.parametrize("size", SIZES)
def test_candidates_are_legal_and_compiled_answers_agree(size: tuple[int, int]) -> None:
    for position in sample(size, 20):
        legal = GAME.legal_moves(position)
        for depth in (1, 2, search.MOST_SELECTIVE + 1):
            moves, scores, rest = answers(position, depth)
            assert moves
            assert moves == [move for move in legal if move in moves]
            assert [move for move in legal if move <= PASS] == [move for move in moves if move <= PASS]
            assert all(abs(score) < 1_000_000 for score in scores)
            found, rates = np.zeros(133, np.int32), np.zeros(133, np.int32)
            count, *others = compiled_answers(position, depth, found, rates, WEIGHTS)
            assert (found[:count].tolist(), rates[:count].tolist()) == (moves, scores)
            assert others == list(rest)
        assert moves == legal


def test_a_master_that_cannot_step_may_place_any_camel_or_pass() -> None:
    options = {"edge_blocks_jump": False}
    stuck = GAME.parse_position("4x4 2,1,2 3,1,1 H1,1;H2,0;V1,0 0 4", options)
    for camels in (1, 0):
        position = stuck._replace(first_camels=camels)
        legal = GAME.legal_moves(position)
        assert all(move >= PASS for move in legal)
        assert answers(position, 1)[0] == legal


@pytest.mark.parametrize("size", SIZES)
def test_rates_are_gains_of_path_difference(size: tuple[int, int]) -> None:
    for position in sample(size, 8):
        moves, scores, _rest = answers(position, 9)
        for move, score in zip(moves, scores, strict=True):
            after = GAME.play(position, move)
            if GAME.returns(after) is None and move != PASS:
                gain = kernels.evaluate(after, position.seat, 0) - kernels.evaluate(position, position.seat, 0)
                assert score == 100 * gain - (search.PRICE if move > PASS else 0)


@pytest.mark.parametrize("size", SIZES)
def test_openings_on_shortest_paths(size: tuple[int, int]) -> None:
    for position in sample(size, 12):
        layout = reference.shown(position)
        closed = reference.walls(layout.camels).closed
        across, below = openings(position)
        for seat, place in enumerate((position.first, position.second)):
            start = words.tile(across, place)
            steps, right, down = shortest.shortest(start, goal_row(position, seat), across, below)
            assert steps == reference.distance(layout, closed, seat)
            wanted = openings_on_paths(layout, closed, seat, steps)
            assert {frozenset({(x, y), (x + 1, y)}) for x, y in tiles(position, right)} | {
                frozenset({(x, y), (x, y + 1)}) for x, y in tiles(position, down)
            } == wanted


def openings_on_paths(layout: Any, closed: Any, seat: int, steps: int) -> set[frozenset[tuple[int, int]]]:
    """Pairs of neighbouring tiles through which a path of this length leads."""
    found: set[frozenset[tuple[int, int]]] = set()

    def walk(path: list[tuple[int, int]]) -> bool:
        if len(path) == steps + 1:
            if path[-1][1] != (0 if seat else layout.height - 1):
                return False
            found.update(frozenset(pair) for pair in pairwise(path))
            return True
        for way in reference.WAYS:
            near = reference.beside(path[-1], way)
            master = layout._replace(masters=(near, near))
            if reference.on_board(layout, near) and frozenset({path[-1], near}) not in closed:
                left = reference.distance(master, closed, seat)
                if left == steps - len(path):
                    walk([*path, near])
        return False

    walk([layout.masters[seat]])
    return found


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (9, 4), (4, 8)])
def test_what_is_known_without_a_search_is_true(size: tuple[int, int]) -> None:
    told = 0
    for position in sample(size, 40, camels=2):
        sure = contract.known(position, WEIGHTS)
        if sure == contract.UNKNOWN:
            continue
        made = solver.plan(position, 3_000_000)
        if isinstance(made, solver.Plan):
            told += 1
            solution = solver.solve_all(made, Limits())
            assert solution is not None
            code = solution.code(position)
            assert (code > 0) == (sure > 0)
            assert code != 0
            assert abs(code) - 1 <= contract.WIN - abs(sure)
    assert told > 2


def test_what_is_known_heeds_the_length_limit() -> None:
    text = "7x7 0,3,0 6,3,0 - 0"
    assert contract.known(GAME.parse_position(f"{text} 10", {}), WEIGHTS) == contract.WIN - 5
    assert contract.known(GAME.parse_position(f"{text} 195", {}), WEIGHTS) == contract.WIN - 5
    assert contract.known(GAME.parse_position(f"{text} 196", {}), WEIGHTS) == contract.UNKNOWN


def test_making_no_move_is_only_tried_with_camels_in_hand_and_masters_apart() -> None:
    apart = GAME.initial({})
    after = contract.null_move(apart)
    assert contract.null_sound(apart, WEIGHTS)
    assert after == apart._replace(seat=1, ply=1)
    assert not contract.null_sound(apart._replace(first_camels=0), WEIGHTS)
    assert contract.null_sound(apart._replace(second_camels=0), WEIGHTS)
    for text, sound in (("7x7 3,2,8 3,5,8", False), ("7x7 3,2,8 4,4,8", False), ("7x7 3,2,8 4,5,8", True)):
        assert contract.null_sound(GAME.parse_position(f"{text} - 0 8", {}), WEIGHTS) == sound


@pytest.mark.parametrize("size", SIZES)
def test_keys_tell_positions_apart_but_for_the_ply(size: tuple[int, int]) -> None:
    seen: dict[int, Any] = {}
    for position in sample(size, 60):
        for each in (position, *(GAME.play(position, move) for move in GAME.legal_moves(position)[:30])):
            key = int(contract.key(each))
            assert seen.setdefault(key, each[:-2]) == each[:-2]
            later = each._replace(ply=each.ply + 2)
            assert (int(contract.key(later)) == key) == (each.ply + 2 < 177)
    assert len(seen) > 200


def test_a_race_without_camels_is_played_perfectly() -> None:
    rng = random.Random(5)
    for size in ((5, 5), (7, 7)):
        for position in sample(size, 12, camels=4):
            start = position._replace(first_camels=0, second_camels=0)
            if GAME.returns(start) is not None:
                continue
            solved = solver.solve(GAME, start, Limits())
            assert solved is not None
            memory: dict[str, Any] = {}
            here, mover = start, start.seat
            while GAME.returns(here) is None:
                if here.seat == mover:
                    choice = STRENGTH.advise(GAME, here, Limits(), rng, silent, memory)  # type: ignore[misc]
                    assert choice.kind == "exact"
                    here = GAME.play(here, GAME.parse_move(here, choice.move))
                else:
                    here = GAME.play(here, rng.choice(GAME.legal_moves(here)))
            returns = GAME.returns(here)
            assert returns is not None
            assert returns[mover] >= solved.value


def test_advice_stays_within_the_limits() -> None:
    rng = random.Random(1)
    advise: Any = STRENGTH.advise
    assert advise(GAME, GAME.initial({}), Limits(), rng, silent, None) is None
    race = GAME.initial({"starting_camels": 0})
    assert advise(GAME, race, Limits(nodes=100), rng, silent, None) is None
    choice = advise(GAME, race, Limits(nodes=10_000), rng, silent, None)
    assert (choice.value, choice.outcome, choice.depth) == (-1.0, "loss", 12)
    assert choice.line[0] == choice.move
    short = GAME.initial({"starting_camels": 0, "max_plies": 10})
    choice = advise(GAME, short, Limits(), rng, silent, None)
    assert (choice.value, choice.outcome, choice.depth) == (0.0, "draw", 10)


@pytest.mark.parametrize("size", LEARNT)
def test_the_learnt_order_sees_the_same_from_both_seats_and_from_left_and_right(size: tuple[int, int]) -> None:
    def told(position: Any) -> list[tuple[int, ...]]:
        return sorted(seen(position, 256, WEIGHTS)[0])

    for position in sample(size, 12):
        own = told(position)
        assert own == told(turned(position)) == told(mirrored(position))
        begin = learnt_order.begin_of(position)
        assert all(begin <= place < begin + learnt_order.FEATURES for row in own for place in row)
        assert {len(row) for row in own} <= {1, 2, 5}


@pytest.mark.parametrize("size", SIZES)
def test_the_compiled_order_is_the_interpreted_one_and_set_by_hand_where_none_was_learnt(size: tuple[int, int]) -> None:
    for position in sample(size, 12):
        moves, by_hand, plain = (np.empty(256, dtype=np.int32) for _ in range(3))
        count = int(kernels.legal_moves(position, moves))
        contract.rate(position, moves, count, by_hand, WEIGHTS)
        contract.prior(position, moves, count, plain, WEIGHTS)
        if size not in LEARNT:
            assert plain[:count].tolist() == by_hand[:count].tolist()
            continue
        rows, scores = seen(position, 256, WEIGHTS)
        assert scores == plain[:count].tolist()
        assert scores == [sum(int(WEIGHTS[learnt.EVALUATION + place]) for place in row) for row in rows]
        blank = WEIGHTS.copy()
        blank[learnt.EVALUATION :] = 0
        contract.prior(position, moves, count, plain, blank)
        assert plain[:count].tolist() == by_hand[:count].tolist()
