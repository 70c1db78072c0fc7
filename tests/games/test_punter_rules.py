"""Lambda Punter's rules: turns, scores, extensions, and thousands of games held against a simple reference."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from plyground.core import compiled_calls, kernels
from plyground.games.punter import GAME, notation, scores
from plyground.games.punter import refusals as wrong
from plyground.games.punter.position import credits_of, options_left
from tests.games import punter_reference as reference
from tests.games.punter_reference import Map, Reference
from tests.soaking import later

SQUARE: Map = {
    "sites": [{"id": site} for site in range(6)],
    "rivers": [{"source": a, "target": b} for a, b in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0))],
    "mines": [0],
}
"""A ring of six sites with one mine."""


def begin(map_: Map | str, punters: int, *flags: str, **more: Any) -> Any:
    settings = dict.fromkeys(flags, True)
    return GAME.parse_position(json.dumps({"map": map_, "punters": punters, "settings": settings, **more}))


def after(position: Any, *texts: str) -> Any:
    return GAME.replay(position, texts)[-1]


def test_distance_is_that_of_the_whole_map() -> None:
    """Five rivers round the ring: site 1 lies one step from the mine, though the own way has five."""
    position = after(begin(SQUARE, 1), "0-5", "5-4", "4-3", "3-2", "2-1", "pass")
    assert scores.totals(position) == [1 + 4 + 9 + 4 + 1]
    assert GAME.returns(position) == (19.0,)


def test_rivers_without_a_mine_pay_nothing_until_they_are_joined_to_one() -> None:
    position = after(begin(SQUARE, 2), "2-3", "pass", "1-2", "pass")
    assert scores.totals(position) == [0, 0]
    assert scores.totals(after(position, "0-1")) == [1 + 4 + 9, 0]


def test_a_mine_that_another_reaches_counts_from_both_ends() -> None:
    line = {**SQUARE, "mines": [0, 3]}
    position = after(begin(line, 1), "0-1", "1-2", "2-3")
    assert scores.totals(position) == [(1 + 4 + 9) + (9 + 4 + 1)]
    assert position.pays.tolist() == [[14, 14]]


@pytest.mark.parametrize("punters", [1, 2, 4, 5, 17])
def test_there_are_as_many_moves_as_rivers_passes_among_them(punters: int) -> None:
    position = begin(SQUARE, punters)
    for made in range(6):
        assert GAME.returns(position) is None
        assert GAME.to_move(position) == made % punters
        position = after(position, "pass")
    assert GAME.returns(position) == (0.0,) * punters
    assert GAME.legal_moves(position) == []


def test_returns_are_leads_over_the_best_other() -> None:
    """Scores 5, 1 and 0: the first leads the second by 4, the others lie behind the first."""
    position = after(begin(SQUARE, 3), "0-1", "0-5", "pass", "1-2", "pass", "pass")
    assert scores.totals(position) == [5, 1, 0]
    assert GAME.returns(position) == (4.0, -4.0, -5.0)
    assert [kernels.outcome(position, seat) for seat in range(3)] == [kernels.WIN, kernels.LOSS, kernels.LOSS]
    assert scores.ranks([5, 1, 0]) == [1, 2, 3]
    assert scores.ranking_points([5, 5, 0, 7]) == [3, 3, 1, 4]


def test_bets_pay_the_cube_if_joined_and_cost_it_if_not() -> None:
    start = begin(SQUARE, 2, "futures")
    position = after(start, "futures 0:3", "futures 0:2")
    assert scores.totals(position) == [-27, -8]
    assert GAME.to_move(position) == 0
    position = after(position, "0-1", "pass", "1-2", "pass", "2-3", "pass")
    assert scores.totals(position) == [1 + 4 + 9 + 27, -8]
    assert scores.bets_paid(position, 0) == [27]
    assert scores.bets_paid(position, 1) == [-8]


def test_the_last_bet_of_a_mine_counts() -> None:
    position = after(begin(SQUARE, 1, "futures"), "futures 0:3,0:2")
    assert scores.totals(position) == [-8]


def test_passes_save_credits_for_a_route() -> None:
    start = begin(SQUARE, 2, "splurges")
    position = after(start, "pass", "0-5")
    assert [credits_of(position, punter) for punter in range(2)] == [1, 0]
    position = after(position, "splurge 0-1-2")
    assert [credits_of(position, punter) for punter in range(2)] == [0, 0]
    assert scores.totals(position) == [5, 1]
    single = after(start, "splurge 1-0")
    assert single == after(start, "0-1")


def test_a_route_may_pass_a_site_twice() -> None:
    eight = {
        "sites": [{"id": site} for site in range(5)],
        "rivers": [{"source": a, "target": b} for a, b in ((0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0))],
        "mines": [1],
    }
    position = after(begin(eight, 1, "splurges"), "pass", "pass", "pass", "pass", "pass", "splurge 0-1-2-0-3-4")
    assert (position.claimed >= 0).sum() == 5
    text = GAME.position_text(position)
    assert GAME.parse_position(text) == position


def test_an_option_scores_for_both_and_there_is_one_for_each_river() -> None:
    position = after(begin(SQUARE, 3, "options"), "0-1", "option 0-1")
    assert scores.totals(position) == [1, 1, 0]
    assert [options_left(position, punter) for punter in range(3)] == [1, 0, 1]
    assert "option 0-1" not in {GAME.move_text(position, move) for move in GAME.legal_moves(position)}


def test_a_route_takes_options_on_its_way() -> None:
    position = after(begin(SQUARE, 2, "splurges", "options"), "pass", "0-1", "splurge 2-1-0")
    assert scores.totals(position) == [5, 1]
    assert options_left(position, 0) == 0


def test_two_rivers_between_the_same_sites_are_claimed_one_after_the_other() -> None:
    double = {**SQUARE, "rivers": [*SQUARE["rivers"], {"source": 1, "target": 0}]}
    start = begin(double, 2)
    texts = [GAME.move_text(start, move) for move in GAME.legal_moves(start)]
    assert texts.count("0-1") == 1
    assert "1-0" not in texts
    position = after(start, "0-1", "0-1")
    assert scores.totals(position) == [1, 1]
    assert GAME.parse_position(GAME.position_text(position)) == position
    sharing = after(begin(double, 3, "options"), "0-1", "0-1", "option 0-1")
    assert scores.totals(sharing) == [1, 1, 1]


def test_rivers_between_the_same_sites_are_told_apart_by_number() -> None:
    double = {**SQUARE, "rivers": [*SQUARE["rivers"], {"source": 1, "target": 0}]}
    second = len(SQUARE["rivers"])
    start = begin(double, 2, "options")
    position = after(start, "0-1#2", "0 - 1 # 1")
    assert (position.claimed[second], position.claimed[0]) == (0, 1)
    assert json.loads(GAME.position_text(position))["moves"] == ["1-0#2", "0-1"]
    assert GAME.parse_position(GAME.position_text(position)) == position
    assert after(start, "0-1", "0-1") == after(start, "0-1#1", "1-0#2"), "without a number the first that is free"
    assert GAME.move_text(after(start, "0-1"), GAME.parse_move(after(start, "0-1"), "0-1")) == "1-0#2"
    with pytest.raises(wrong.RiverYours):
        after(position, "1-0#2")
    sharing = after(begin(double, 3, "options"), "0-1", "0-1", "option 0-1#2")
    assert sharing.shared[second] == 2
    for text, part in (("0-1#3", "There are 2 rivers"), ("1-2#2", "There is one river"), ("0-1#0", "#0 is none")):
        with pytest.raises(wrong.NoSuchRiver, match=part):
            GAME.parse_move(start, text)
    written = notation.move_json(start, GAME.parse_move(start, "0-1#2"))
    assert written == {"claim": {"punter": 0, "source": 1, "target": 0}}, "the contest's JSON knows no numbers"


def test_perft_counts_claims_alone() -> None:
    from plyground.search.perft import perft

    assert [perft(GAME, begin(SQUARE, 2), depth) for depth in range(1, 7)] == [6, 30, 120, 360, 720, 720]


def _game(rng: random.Random) -> int:
    """One random game beside the reference; every list of moves and every score must agree. Gives the plies."""
    map_ = reference.random_map(rng, rng.randint(2, 8), rng.randint(1, 11))
    punters = rng.choice((1, 2, 2, 3, 4, 6))
    flags = [name for name in ("futures", "splurges", "options") if rng.random() < 0.5]
    game = Reference(map_, punters, "splurges" in flags, "options" in flags)
    position = begin(map_, punters, *flags)
    if "futures" in flags:
        for punter in range(punters):
            game.bets[punter] = reference.random_bets(rng, map_)
            pairs = ",".join(f"{mine}:{site}" for mine, site in game.bets[punter].items())
            position = after(position, f"futures {pairs or '-'}")
    while not game.over:
        assert GAME.to_move(position) == game.mover
        legal = GAME.legal_moves(position)
        texts = [GAME.move_text(position, move) for move in legal]
        assert set(texts) == game.legal()
        assert len(set(texts)) == len(texts)
        route = reference.random_route(rng, game) if game.splurges else None
        text = rng.choice(texts) if route is None else "splurge " + "-".join(map(str, route))
        sites = route or [int(word) for word in text.removeprefix("option ").split("-")] if text != "pass" else []
        game.take([frozenset(ends) for ends in itertools.pairwise(sites)])
        position = after(position, text)
        if rng.random() < 0.3 or game.over:
            assert scores.totals(position) == game.scores()
            assert [credits_of(position, punter) for punter in range(punters)] == [*map(game.credits, range(punters))]
    assert position.pays.sum(axis=1).tolist() == [
        reference.score(map_, game.own(punter), {}) for punter in range(punters)
    ]
    returns = GAME.returns(position)
    assert returns is not None
    for punter, total in enumerate(game.scores()):
        others = [other for seat, other in enumerate(game.scores()) if seat != punter]
        assert returns[punter] == total - max(others, default=0)
    return game.turn


@pytest.mark.soak
@pytest.mark.parametrize("seed", [*range(4), *later(range(4, 8))])
def test_thousands_of_random_games_agree_with_the_reference(seed: int) -> None:
    rng = random.Random(f"punter {seed}")
    compiled_calls.use_compiled(seed % 4 == 0)
    try:
        assert sum(_game(rng) for _ in range(250)) > 500
    finally:
        compiled_calls.use_compiled(False)


def test_a_move_leaves_the_position_before_it_unchanged() -> None:
    position = begin(SQUARE, 2, "splurges", "options")
    position = after(position, "pass", "0-1")
    before = GAME.position_text(position)
    arrays = [array.copy() for array in (position.claimed, position.shared, position.tally, position.pays)]
    for text in ("1-2", "option 0-1", "pass", "splurge 0-1-2", "splurge 3-4-5"):
        after(position, text)
    assert GAME.position_text(position) == before
    now = (position.claimed, position.shared, position.tally, position.pays)
    assert all((old == new).all() for old, new in zip(arrays, now, strict=True))
