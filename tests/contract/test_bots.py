"""Every bot in every game that it fits: legal, repeatable, stoppable, and carrying nothing from game to game."""

from __future__ import annotations

import copy
import json
import math
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest

from plyground.bots import _levels, _thinking
from plyground.core import registry
from plyground.core.bot import Bot, Choice, Kind, Limits, Outcome, Player
from plyground.core.errors import BadOption, UnfitBot
from plyground.core.game import Game
from tests.contract.support import FITTING, UNFIT, pair_name, unfinished
from tests.soaking import more
from tests.waiting import Effort

PROGRESS = {"depth", "value", "kind", "outcome", "unit", "nodes", "line", "lines", "nodes_per_second"}

every_pair = pytest.mark.parametrize(("game", "bot"), [pytest.param(*pair, id=pair_name(pair)) for pair in FITTING])


def choose(player: Player, position: Any, seed: int, limits: Limits | None = None) -> Choice:
    """One choice, without the seconds that it took."""
    choice = player.choose(position, limits or Limits(), random.Random(seed))
    return replace(choice, seconds=0.0)


def assert_sound(game: Game[Any, Any], position: Any, choice: Choice) -> None:
    """The move and the line are legal, and the numbers are what the contract says."""
    assert choice.move in [game.move_text(position, move) for move in game.legal_moves(position)]
    assert choice.line[:1] in ((), (choice.move,))
    end = game.replay(position, choice.line)[-1]
    assert choice.kind in get_args(Kind)
    assert choice.outcome is None or choice.outcome in get_args(Outcome)
    assert choice.nodes >= 0
    assert choice.outcome is not None or choice.depth >= len(choice.line) - 1
    json.dumps(choice.as_json(), allow_nan=False)
    if choice.value is not None:
        assert math.isfinite(choice.value)
    if choice.outcome is not None:
        returns = game.returns(end)
        assert returns is not None
        mine = returns[game.to_move(position)]
        assert choice.value == mine
        assert choice.outcome == ("win" if mine > 0 else "loss" if mine < 0 else "draw")


@pytest.mark.soak
@every_pair
def test_choices_are_legal_and_well_formed_and_the_same_for_the_same_seed(game: Game[Any, Any], bot: Bot) -> None:
    player, again = Player.make(bot, game), more(1, 50)
    for number, position in enumerate(unfinished(game, more(3, 100))):
        text = game.position_text(position)
        choice = choose(player, position, number)
        assert_sound(game, position, choice)
        assert game.position_text(position) == text
        assert number >= again or choose(player, position, number) == choice


@pytest.mark.soak
@every_pair
def test_many_games_in_a_row_carry_nothing_over(game: Game[Any, Any], bot: Bot) -> None:
    player = Player.make(bot, game, {"budget": 60} if "budget" in _names(game, bot) else None)
    asked, limits = unfinished(game, more(2, 6), seed=2), Limits(nodes=more(60, 2000))
    before = [choose(player, position, 7) for position in asked]
    for number in range(more(1, 20)):
        position, rng, memory = game.initial(), random.Random(number), dict[str, Any]()
        while game.returns(position) is None:
            choice = player.choose(position, limits, rng, memory=memory)
            position = game.play(position, game.require(position, choice.move))
    assert [choose(player, position, 7) for position in asked] == before


@every_pair
def test_a_stop_at_any_moment_still_gives_a_legal_move(game: Game[Any, Any], bot: Bot) -> None:
    player = _at_full_strength(game, bot)
    for number, position in enumerate(unfinished(game, 4, seed=3)):
        for asked_before in (0, 1, 5):
            choice = choose(player, position, number, Limits(stopped=_expiring_after(asked_before)))
            assert_sound(game, position, choice)


@every_pair
def test_the_limit_of_time_is_kept(game: Game[Any, Any], bot: Bot) -> None:
    player = _at_full_strength(game, bot)
    position = game.initial()
    choose(player, position, 0, Limits(nodes=1))
    effort = Effort()
    choice = _thinking.think(player, position, random.Random(0), {"seconds": 0.1})
    assert effort.seconds < 1.5
    assert choice.seconds > 0
    assert_sound(game, position, choice)


@pytest.mark.soak
@every_pair
def test_limits_of_positions_and_depth_leave_a_legal_move(game: Game[Any, Any], bot: Bot) -> None:
    player = Player.make(bot, game)
    for number, position in enumerate(unfinished(game, more(3, 6), seed=4)):
        for limits in (Limits(nodes=1), Limits(nodes=500), Limits(depth=1)):
            choice = choose(player, position, number, limits)
            assert_sound(game, position, choice)
            if limits.depth is not None:
                assert choice.depth <= limits.depth


@every_pair
def test_progress_is_json_with_known_names(game: Game[Any, Any], bot: Bot) -> None:
    told: list[dict[str, Any]] = []
    player = _at_full_strength(game, bot)
    end = time.perf_counter() + 0.1
    limits = Limits(stopped=lambda: time.perf_counter() > end)
    player.choose(game.initial(), limits, random.Random(0), told.append)
    for progress in told:
        assert set(progress) <= PROGRESS
        json.dumps(progress, allow_nan=False)
    assert len(told) <= 4


@every_pair
def test_the_text_form_reads_back(game: Game[Any, Any], bot: Bot) -> None:
    assert registry.parse_player(bot.spec.id, game).text == bot.spec.id
    for option in bot.options(game):
        ends = [*option.choices, *(end for end in (option.low, option.high) if end is not None)]
        for value in ends if option.kind != "bool" else [True, False]:
            player = Player.make(bot, game, {option.name: value})
            assert registry.parse_player(player.text, game) == player
    with_limits = registry.parse_player(f"{bot.spec.id}:seconds=0.5,depth=3", game)
    assert with_limits.limits == {"seconds": 0.5, "depth": 3}
    assert registry.parse_player(with_limits.text, game) == with_limits


@every_pair
def test_bad_options_are_refused(game: Game[Any, Any], bot: Bot) -> None:
    for pairs in ("no_such_option=1", "seconds=0", "nodes=x", "depth", "=", "depth=1,depth=2"):
        with pytest.raises(BadOption) as refusal:
            registry.parse_player(f"{bot.spec.id}:{pairs}", game)
        assert refusal.value.sentence.endswith(".")
    for option in bot.options(game):
        for bad in (["nothing"], "no such value", (option.high or 0) + 0.5):
            with pytest.raises(BadOption):
                Player.make(bot, game, {option.name: bad})


def test_an_unfit_bot_says_why() -> None:
    unscored = copy.copy(next(iter(registry.games().values())))
    vars(unscored).update(spec=replace(unscored.spec, title="Patience"), position_classes=(tuple,))
    for game, bot in [*UNFIT, (unscored, registry.bot("minimax"))]:
        with pytest.raises(UnfitBot) as refusal:
            Player.make(bot, game)
        assert game.spec.title in refusal.value.sentence
        assert refusal.value.sentence.endswith(".")


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in registry.games().items()])
def test_every_game_has_levels_and_a_usual_opponent(game: Game[Any, Any]) -> None:
    ladder = _levels.levels(game)
    assert len({level.id for level in ladder}) == len({level.title for level in ladder}) == len(ladder)
    assert ladder[0].id == "random"
    assert _levels.default_level(game) in ladder
    for level in ladder:
        assert registry.parse_player(level.bot, game).text == level.bot
        assert _levels.level(game, level.id) == level
    with pytest.raises(BadOption, match="no_such_level"):
        _levels.level(game, "no_such_level")


def _expiring_after(times: int) -> Callable[[], bool]:
    """Limits that have expired when they are asked for the next time after ``times``."""
    left = iter([False] * times)
    return lambda: next(left, True)


def _names(game: Game[Any, Any], bot: Bot) -> set[str]:
    return {option.name for option in bot.options(game)}


def _at_full_strength(game: Game[Any, Any], bot: Bot) -> Player:
    """The bot with every number as high as it goes, so that only a limit ends its search soon."""
    numbers = (option for option in bot.options(game) if option.kind in ("int", "float"))
    return Player.make(bot, game, {option.name: option.high for option in numbers if option.high is not None})
