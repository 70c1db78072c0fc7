"""An answer comes whatever happens: the search's own in time, else what it had told, else a move at first sight."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from plyground.bots import _thinking, _warming
from plyground.core import registry
from plyground.core.bot import Bot, BotSpec, Choice, Limits, Player, Report, Way, silent
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.options import Values

OTHELLO = registry.game("othello")
START = OTHELLO.initial({})
IN_TIME = {"within": 30.0}


class Deaf(Bot):
    """Tells a line if it has one, and then thinks until it is let go, whatever its limits say."""

    spec = BotSpec("deaf", "Deaf", "Hears nothing.")

    def __init__(self, line: tuple[str, ...] = ()) -> None:
        self.line, self.let_go, self.stopped = line, threading.Event(), threading.Event()
        self.limits: Limits | None = None
        self.memory: dict[str, Any] | None = None

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return None

    def choose(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random,
        report: Report = silent, memory: dict[str, Any] | None = None,
    ) -> Choice:  # fmt: skip
        self.limits, self.memory = limits, memory
        if self.line:
            report({"line": list(self.line), "value": 2.0, "depth": 3})
        assert self.let_go.wait(60)
        if limits.stopped():
            self.stopped.set()
        return Choice("f5")


def test_a_search_that_does_not_end_is_left_behind() -> None:
    bot, memory = Deaf(), dict[str, Any]()
    choice = _thinking.think(Player(bot, OTHELLO, {}), START, random.Random(1), {"within": 0.05}, memory=memory)
    assert not bot.let_go.is_set(), "it was not waited for"
    assert choice.move in ("d3", "c4", "f5", "e6")
    assert memory == {}, "what it may still write is no more the game's"
    bot.let_go.set()
    assert bot.stopped.wait(60), "it was told to stop"


def test_what_it_had_told_by_then_is_the_answer() -> None:
    bot = Deaf(("c4", "c3"))
    choice = _thinking.think(Player(bot, OTHELLO, {}), START, random.Random(1), {"within": 0.05})
    assert (choice.move, choice.line, choice.value, choice.depth) == ("c4", ("c4", "c3"), 2.0, 3)
    bot.let_go.set()


def test_a_search_in_time_answers_by_itself_and_keeps_its_memory() -> None:
    bot, memory = Deaf(), dict[str, Any]()
    bot.let_go.set()
    for _ in range(2):
        bot.memory = None
        choice = _thinking.think(Player(bot, OTHELLO, {}), START, random.Random(1), IN_TIME, memory=memory)
        assert choice.move == "f5"
        assert bot.memory is next(iter(memory.values()))
    assert bot.limits is not None
    assert bot.limits.seconds is not None
    assert 29 < bot.limits.seconds < 30


def test_other_limits_hold_too_and_failures_are_told() -> None:
    hare = registry.parse_player("hare:within=30,nodes=500", OTHELLO)
    _warming.load(hare, START)
    assert 0 < _thinking.think(hare, START, random.Random(1), way=Way({}, START)).nodes <= 500
    with pytest.raises(BadOption, match="within"):
        registry.parse_player("hare:within=0", OTHELLO)

    class Broken(Deaf):
        def choose(self, *given: Any, **named: Any) -> Choice:
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        _thinking.think(Player(Broken(), OTHELLO, {}), START, random.Random(1), IN_TIME)
