"""What searches know of Lambda Punter: leads, gains, and the order of moves, each held against playing them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from plyground.core import compiled_calls, kernels, knowledge, registry
from plyground.core.bot import Limits
from plyground.games.punter import GAME, scores
from plyground.games.punter.knowledge import ordering
from plyground.games.punter.knowledge.kernels import LEAD
from tests.games import punter_reference as reference
from tests.games.test_punter_rules import SQUARE, after, begin


def _positions(count: int) -> list[Any]:
    rng = random.Random(11)
    found: list[Any] = []
    while len(found) < count:
        map_ = reference.random_map(rng, rng.randint(3, 9), rng.randint(3, 14))
        position = begin(map_, rng.randint(1, 4), "futures", "options")
        for _ in range(int(GAME.seats_at(position))):
            pairs = ",".join(f"{mine}:{site}" for mine, site in reference.random_bets(rng, map_).items())
            position = after(position, f"futures {pairs or '-'}")
        for _ in range(rng.randrange(len(map_["rivers"]))):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        found.append(position)
    return found


@pytest.mark.parametrize("compiled", [False, True])
def test_ranks_are_what_moves_add_to_the_lead(compiled: bool) -> None:
    compiled_calls.use_compiled(compiled)
    try:
        for position in _positions(60):
            seat = GAME.to_move(position)
            before = scores.totals(position)[seat]
            for move in GAME.legal_moves(position):
                parts = ordering.parts(position, move, {})
                now = scores.totals(GAME.play(position, move))[seat]
                assert parts.get("lead", 0) == now - before
                assert sum(parts.values()) == kernels.rank(position, move)
    finally:
        compiled_calls.use_compiled(False)


def test_the_score_is_the_lead() -> None:
    position = after(begin(SQUARE, 3), "0-1", "0-5", "pass", "1-2")
    assert [kernels.evaluate(position, seat, LEAD) for seat in range(3)] == [4.0, -4.0, -5.0]
    assert kernels.evaluate(begin(SQUARE, 1), 0, LEAD) == 0.0


def test_an_option_and_a_pass_come_after_claims_that_add_as_much() -> None:
    position = after(begin({**SQUARE, "mines": [3]}, 2, "options"), "0-1")
    order = sorted(GAME.legal_moves(position), key=lambda move: -kernels.rank(position, move))
    texts = [GAME.move_text(position, move) for move in order]
    assert texts == ["2-3", "3-4", "1-2", "4-5", "5-0", "option 0-1", "pass"]


def test_intuition_takes_the_river_that_adds_most() -> None:
    known = knowledge.of(GAME).ordering
    assert known is not None
    assert known.looks_ahead is False
    position = after(begin(SQUARE, 2), "0-1", "pass")
    player = registry.parse_player("intuition", GAME)
    assert player.choose(position, Limits(), random.Random(0)).move == "1-2"


def test_intuition_beats_random() -> None:
    best, other = registry.parse_player("intuition", GAME), registry.parse_player("random", GAME)
    won = 0
    for seed in range(10):
        position, rng = GAME.initial({"map": f"random-30-{seed}"}), random.Random(seed)
        while GAME.returns(position) is None:
            player = best if GAME.to_move(position) == seed % 2 else other
            choice = player.choose(position, Limits(), rng)
            position = GAME.play(position, GAME.require(position, choice.move))
        returns = GAME.returns(position)
        assert returns is not None
        won += returns[seed % 2] > 0
    assert won == 10


def test_small_games_are_solved_by_a_search_to_the_end() -> None:
    """Exact leads with nobody passing: path of three sites, and the house with the mine at its roof."""
    path: dict[str, Any] = {
        "sites": [{"id": site} for site in range(3)],
        "rivers": [{"source": 0, "target": 1}, {"source": 1, "target": 2}],
        "mines": [0],
    }
    house: dict[str, Any] = {
        "sites": [{"id": site} for site in range(5)],
        "rivers": [{"source": a, "target": b} for a, b in ((0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4))],
        "mines": [0],
    }
    assert _leads(GAME.for_counting(begin(path, 2))) == (1.0, -1.0)
    assert _leads(GAME.for_counting(begin(path, 3))) == (1.0, -1.0, -1.0)
    assert _leads(GAME.for_counting(begin(house, 2))) == (3.0, -3.0)
    assert json.loads(GAME.position_text(begin(path, 2)))["punters"] == 2


def _leads(position: Any) -> tuple[float, ...]:
    """Max^n to the end: every mover takes the last of the moves that are best for it."""
    returns = GAME.returns(position)
    if returns is not None:
        return returns
    seat = GAME.to_move(position)
    best: tuple[float, ...] | None = None
    for move in GAME.legal_moves(position):
        value = _leads(GAME.play(position, move))
        if best is None or value[seat] >= best[seat]:
            best = value
    assert best is not None
    return best
