"""How the Hare spends its clock, what it refuses, and how it says what it found."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from plyground.bots import _planning
from plyground.bots._planning import Spending, plan
from plyground.core import registry
from plyground.core.bot import Limits, Player
from plyground.core.errors import UnfitBot
from plyground.core.game import Game
from plyground.search.pvs.search import Finding, Line

HARE = registry.bot("hare")
PLAYED = [game for game in registry.games().values() if HARE.refuses(game) is None]

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.spec.id) for game in PLAYED])


def finding(move: int, score: int, moves: int = 5) -> Finding:
    """What a search found that would play this move."""
    return Finding((Line((move,), score, "exact", False),), tuple(range(moves)))


def spending(used: Callable[[], float], left: float = 25.0, increment: float = 0.0) -> Spending:
    """On this clock, with this much of the turn gone."""
    return Spending(Limits(left=left, increment=increment, clock=used, begun=0.0))


def test_a_clock_is_never_used_up() -> None:
    rng = random.Random(1)
    for base, increment in ((1.0, 0.05), (1.0, 0.0), (60.0, 0.0), (0.2, 0.02), (10.0, 1.0)):
        left = base
        for _ in range(400):
            left += increment
            turn = plan(left, increment)
            assert 0 < turn.aim <= turn.most < 0.8 * left
            left -= min(turn.most, turn.aim * rng.uniform(0.5, 3.0))
            assert left > 0


def test_a_plan_keeps_a_bound_and_uses_the_increment() -> None:
    assert plan(600.0, 0.0).most > 2 * plan(600.0, 0.0).aim > 30.0
    assert plan(600.0, 5.0).aim > plan(600.0, 0.0).aim + 3.0
    assert plan(600.0, 5.0, bound=1.0) == _planning.Plan(1.0, 1.0)


def test_a_reserve_that_was_drawn_on_fills_again() -> None:
    left = 0.1
    for _ in range(100):
        left += 0.05
        left -= plan(left, 0.05).aim
    assert left > 0.4


def test_a_forced_move_is_made_at_once() -> None:
    assert spending(lambda: 0.0).enough(finding(0, 0, moves=1))
    assert not spending(lambda: 0.0).enough(finding(0, 0, moves=2))


@pytest.mark.parametrize(
    ("history", "longer"),
    [
        ([(1, 10), (1, 10)], 1.0),
        ([(1, 10), (2, 12)], _planning._DOUBT),
        ([(1, 100), (1, 20)], _planning._FALL),
        ([(1, 10)] * 8, _planning._SETTLED),
    ],
    ids=["usual", "changed its mind", "score fell", "settled"],
)
def test_doubt_takes_longer(history: list[tuple[int, int]], longer: float) -> None:
    aim = plan(25.0, 0.0).aim

    def stops_at(share: float) -> bool:
        times = iter([0.0] * (len(history) - 2) + [aim * share])
        asked = spending(lambda: next(times))
        return [asked.enough(finding(*each)) for each in history][-1]

    edge = _planning._BEGUN * longer
    assert stops_at(edge + 0.01)
    assert not stops_at(edge - 0.01)


def test_the_end_of_a_turn_is_armed() -> None:
    used = iter([0.0, 100.0])
    limits = spending(lambda: next(used)).limits
    assert not limits.expired()
    assert limits.expired()


def test_games_without_knowledge_are_refused_with_a_sentence() -> None:
    unknown = [game for game in registry.games().values() if HARE.refuses(game) is not None]
    for game in unknown:
        with pytest.raises(UnfitBot, match=game.spec.title):
            Player.make(HARE, game)


@every_game
def test_the_best_lines_are_told_in_order(game: Game[Any, Any]) -> None:
    player = Player.make(HARE, game, {"lines": 3, "budget": 3000})
    position = game.initial()
    choice = player.choose(position, Limits(), random.Random(0))
    if "lines" not in choice.details:
        return
    lines = choice.details["lines"]
    assert 1 <= len(lines) <= 3
    assert (lines[0]["value"], tuple(lines[0]["line"])) == (choice.value, choice.line)
    for line in lines:
        game.replay(position, line["line"])
    if all(line["outcome"] is None for line in lines):
        values = [line["value"] for line in lines]
        assert values == sorted(values, reverse=True)


@every_game
def test_a_budget_is_the_same_as_a_limit_of_positions_and_repeatable(game: Game[Any, Any]) -> None:
    position = game.initial()
    budgeted = Player.make(HARE, game, {"budget": 700})
    first = budgeted.choose(position, Limits(), random.Random(4), memory={})
    assert first.nodes <= 700
    assert budgeted.choose(position, Limits(), random.Random(4), memory={}) == first
    limited = Player.make(HARE, game)
    assert replace(limited.choose(position, Limits(nodes=700), random.Random(4))) == first


@every_game
def test_haste_makes_its_share_of_the_moves_at_first_sight(game: Game[Any, Any]) -> None:
    position, sight = game.initial(), registry.parse_player("intuition", game)
    hasty = Player.make(HARE, game, {"budget": 300, "haste": 100})
    choice = hasty.choose(position, Limits(), random.Random(1))
    assert choice.nodes == 1
    ranked = sight.choose(position, Limits(), random.Random(1)).details["ranked"]
    assert choice.move == ranked[0]["text"]
    half = Player.make(HARE, game, {"budget": 300, "haste": 50})
    counts = [half.choose(position, Limits(), random.Random(seed)).nodes == 1 for seed in range(30)]
    assert 5 <= sum(counts) <= 25


def test_slips_are_legal_and_not_always_the_same() -> None:
    game = PLAYED[0]
    position = game.initial()
    clumsy = Player.make(HARE, game, {"budget": 300, "slips": 100})
    made = {clumsy.choose(position, Limits(), random.Random(seed)).move for seed in range(12)}
    assert 1 < len(made) <= len(game.legal_moves(position))
    for move in made:
        game.require(position, move)
