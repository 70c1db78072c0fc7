"""The strong player of Lambda Punter: expected scores against counting, bets, options, routes, exact ends, limits."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from plyground.core import knowledge, registry
from plyground.core.bot import Limits
from plyground.games.punter import GAME, moves, scores
from plyground.games.punter.kernels import lead
from plyground.games.punter.knowledge.chances import best_bets, outlook
from plyground.games.punter.knowledge.exact import play_exactly
from plyground.games.punter.knowledge.ordering import terms
from plyground.games.punter.position import SCORE
from tests.games import punter_reference as reference
from tests.games.punter_exact import position_of

HARE = registry.parse_player("hare", GAME)
EVERYTHING = {"futures": True, "splurges": True, "options": True}


def site(number: int) -> dict[str, int]:
    return {"id": number}


LINE: dict[str, Any] = {
    "sites": [site(number) for number in range(4)],
    "rivers": [{"source": a, "target": a + 1} for a in range(3)],
    "mines": [0],
}
"""A mine at the end of a row of three rivers."""


def choose(position: Any, nodes: int = 500, seed: int = 0) -> Any:
    choice = HARE.choose(position, Limits(nodes=nodes), random.Random(seed))
    return GAME.require(position, choice.move)


def test_expected_scores_are_those_of_all_maps_counted() -> None:
    """Every set of free rivers, weighed by its probability, on small maps in the middle of a game."""
    rng = random.Random(2)
    for _ in range(6):
        map_ = reference.random_map(rng, 6, 8)
        position = position_of(map_, 2)
        for _ in range(2):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
        free = (position.claimed < 0).nonzero()[0].astype(np.int64)
        own = [river for river, at in enumerate(position.claimed.tolist()) if at >= 0 and at % 2 == 0]
        pairs = [reference.pair(river) for river in map_["rivers"]]

        def worth(rivers: tuple[int, ...], pairs: Any = pairs, map_: Any = map_, own: Any = own) -> int:
            return reference.score(map_, {pairs[river] for river in (*own, *rivers)}, {})

        def mean(rivers: list[int], sure: tuple[int, ...], worth: Any = worth) -> float:
            total = 0.0
            for chosen in itertools.product((False, True), repeat=len(rivers)):
                picked = tuple(itertools.compress(rivers, chosen))
                total += 0.4 ** len(picked) * 0.6 ** (len(rivers) - len(picked)) * worth((*picked, *sure))
            return total

        found = outlook(position, 0, 0.4, free, 20_000, 7)
        assert found.expected == pytest.approx(mean(free.tolist(), ()), rel=0.03, abs=0.1)
        for index, river in enumerate(free.tolist()):
            rest = [each for each in free.tolist() if each != river]
            adds = mean(rest, (river,)) - mean(rest, ())
            assert found.adds[index] == pytest.approx(adds, rel=0.05, abs=0.15)


def test_the_chance_that_a_site_is_reached() -> None:
    position = position_of(LINE, 2, "0-1", "pass")
    asked = np.array([1, 2], dtype=np.int64)
    found = outlook(position, 0, 0.5, asked, 20_000, 1, reaching=True)
    assert found.reach[0] == pytest.approx([1.0, 1.0, 0.5, 0.25], abs=0.02)
    assert (outlook(position, 0, 0.5, asked, 300, 5).adds == outlook(position, 0, 0.5, asked, 300, 5).adds).all()


def test_chances_that_differ_from_draw_to_draw_make_long_ways_likelier() -> None:
    """Both of two rivers: the mean of p squared, a third for chances between none and certainty, not a quarter."""
    position = position_of(LINE, 2, "0-1", "pass")
    found = outlook(position, 0, 0.5, np.array([1, 2], dtype=np.int64), 20_000, 1, reaching=True, spread=0.5)
    assert found.reach[0] == pytest.approx([1.0, 1.0, 1 / 2, 1 / 3], abs=0.02)


def test_bets_are_laid_only_where_they_are_expected_to_win() -> None:
    position = position_of(LINE, 2, futures=True)
    assert best_bets(position, np.array([[1.0, 0.9, 0.7, 0.65]])) == moves.Bets(((0, 3),))
    assert best_bets(position, np.array([[1.0, 0.9, 0.9, 0.62]])) == moves.Bets(((0, 3),))
    assert best_bets(position, np.array([[1.0, 0.9, 0.9, 0.55]])) == moves.Bets(((0, 2),))
    assert best_bets(position, np.array([[1.0, 0.55, 0.3, 0.2]])) == moves.Bets(())
    assert choose(position) == moves.no_bets(position)


def test_a_lone_punter_bets_on_the_furthest_site_it_is_sure_of() -> None:
    ring = {**LINE, "rivers": [*LINE["rivers"], {"source": 0, "target": 2}, {"source": 1, "target": 3}]}
    position = position_of(ring, 1, futures=True)
    move = choose(position)
    assert isinstance(move, moves.Bets)
    end = GAME.play(position, move)
    while legal := GAME.legal_moves(end):
        end = GAME.play(end, legal[0])
    assert scores.totals(end)[0] > scores.without_bets(end)[0]


def test_the_last_rivers_are_played_exactly() -> None:
    position = GAME.initial({"map": "grid-3x3"})
    choice = HARE.choose(position, Limits(), random.Random(0))
    exact = play_exactly(GAME, position, True, Limits())
    assert choice.kind == "exact"
    assert exact.returns is not None
    assert (choice.value, choice.move) == (exact.returns[0], GAME.move_text(position, exact.move))


def test_saved_credits_are_spent_on_a_route() -> None:
    position = position_of(LINE, 2, "pass", "pass", splurges=True)
    move = choose(position)
    assert isinstance(move, moves.Route)
    assert len(moves.taken(position, move).rivers) == 2
    assert scores.totals(GAME.play(position, move))[0] > 1


def test_an_option_waits_until_nothing_else_is_worth_more() -> None:
    ring = {**LINE, "rivers": [*LINE["rivers"], {"source": 3, "target": 0}], "mines": [0]}
    position = position_of(ring, 2, "0-1", "pass", "3-0", options=True)
    assert GAME.move_text(position, choose(position)).startswith("option")
    early = position_of(ring, 2, "0-1", options=True)
    assert GAME.move_text(early, choose(early)) == "3-0"


@pytest.mark.parametrize("punters", [1, 2, 3, 7, 16])
def test_whole_games_with_all_extensions_are_legal(punters: int) -> None:
    rng = random.Random(punters)
    kinds = set()
    for seed in range(3):
        position = GAME.initial({"map": f"random-14-{seed}", "punters": punters, **EVERYTHING})
        while GAME.returns(position) is None:
            if rng.random() < 0.25 and GAME.to_move(position) != 0:
                move: Any = GAME.legal_moves(position)[-1]
            else:
                move = choose(position, nodes=30, seed=seed)
            kinds.add(type(move).__name__)
            position = GAME.play(position, move)
    assert "int" in kinds


@pytest.mark.parametrize("nodes", [1, 6, 400])
def test_no_more_draws_are_made_than_are_allowed(nodes: int) -> None:
    choice = HARE.choose(GAME.initial({"map": "city-60-1", "punters": 3}), Limits(nodes=nodes), random.Random(0))
    assert choice.nodes == nodes
    assert choice.details["terms"]
    assert choice.details["moves"][0]["text"] == choice.move


@pytest.mark.parametrize("nodes", [1, 5, 300])
def test_any_limit_leaves_a_legal_move_on_a_large_map(nodes: int) -> None:
    rng = random.Random(nodes)
    position = GAME.initial({"map": "city-900-1", "punters": 16, "options": True})
    for _ in range(200):
        position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    assert GAME.check(position, choose(position, nodes)) is None
    stopped = HARE.choose(position, Limits(stopped=lambda: True), random.Random(0))
    assert GAME.check(position, GAME.parse_move(position, stopped.move)) is None


def test_it_beats_the_greedy_player() -> None:
    greedy = registry.parse_player("intuition", GAME)
    for number, map_ in enumerate(("triangle-5", "circle-16", "random-40-2", "city-40-3")):
        position, rng = GAME.initial({"map": map_}), random.Random(number)
        while GAME.returns(position) is None:
            own = GAME.to_move(position) == number % 2
            choice = HARE.choose(position, Limits(nodes=200), rng) if own else greedy.choose(position, Limits(), rng)
            position = GAME.play(position, GAME.require(position, choice.move))
        assert position.tally[number % 2, SCORE] > position.tally[1 - number % 2, SCORE]


def test_the_terms_add_up_to_the_lead() -> None:
    rng = random.Random(6)
    for punters in (1, 2, 5):
        position = GAME.initial({"map": "city-60-1", "punters": punters, "futures": True})
        for _ in range(punters):
            position = GAME.play(position, choose(position, 40))
        for _ in range(40):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        for seat in range(punters):
            assert sum(term.value for term in terms(position, seat)) == lead(position, seat)
            assert all(term.title and term.help for term in terms(position, seat))


def test_the_strength_is_declared() -> None:
    strength = knowledge.of(GAME).strength
    assert strength is not None
    assert strength.counts == "points"
    assert strength.solve is not None
    solved = strength.solve(GAME, GAME.initial({"map": "grid-3x2"}), Limits(), lambda told: None)
    assert solved is not None
    assert solved.returns == (4.0, -4.0)
