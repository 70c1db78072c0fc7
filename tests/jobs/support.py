"""Helps tests of jobs: a listener that notes all it hears, bots that misbehave, and a dask cluster of a course."""

from __future__ import annotations

import sys
from typing import Any

from plyground.core import registry
from plyground.jobs import requests
from plyground.jobs.requests import News, SearchRequest

OTHELLO = registry.game("othello")
START = OTHELLO.position_text(OTHELLO.initial())


class Waiter(requests.Waiter):
    """Waits for an answer that must come, and notes what else is said."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[int] = []
        self.told: list[dict[str, Any]] = []
        self.starts = 0

    def __call__(self, what: News, value: Any) -> None:
        """Note places in the queue, that workers began, and progress."""
        self.starts += what == "started"
        self.places += [value] if what == "waiting" else []
        self.told += [value] if what == "progress" else []
        super().__call__(what, value)

    def wait(self, seconds: float = 60.0) -> dict[str, Any]:
        """The choice; raises ``RuntimeError`` if there is none."""
        choice = super().wait(seconds)
        if choice is None:
            raise RuntimeError(f"the bot failed: {self.error}")
        return choice


def a_request(
    bot: str = "random", moves: tuple[str, ...] = (), seconds: float = 20.0, **fields: object
) -> SearchRequest:
    """A bot's move at Othello."""
    return SearchRequest("othello", {}, START, moves, bot, 7, seconds, **fields)  # type: ignore[arg-type]


def endless(seconds: float = 20.0, **fields: object) -> SearchRequest:
    """A request that is thought about until it is stopped, or for so long."""
    return a_request("sleeper", (), seconds, **fields)


SLEEPER = '''
import random, sys, time
from plyground.core import registry
from plyground.core.bot import Bot, BotSpec, Choice
from plyground.jobs import worker

class Sleeper(Bot):
    """Thinks until it is stopped; misbehaves on request."""
    spec = BotSpec("sleeper", "Sleeper", "Thinks until it is stopped.")
    def refuses(self, game):
        return None
    def choose(self, game, position, options, limits, rng, report=lambda progress: None, memory=None):
        move = game.move_text(position, game.legal_moves(position)[0])
        memory["times"] = memory.get("times", 0) + 1
        print("a bot that prints must not disturb the lines")
        while not limits.expired():
            report({"depth": 1, "value": float("inf"), "line": [move]})
            time.sleep(0.01)
        return Choice(move, value=float("nan"), depth=memory["times"])

class Broken(Sleeper):
    spec = BotSpec("broken", "Broken", "Breaks down.")
    def choose(self, *given, **named):
        raise RuntimeError("no idea")

class Crashing(Sleeper):
    spec = BotSpec("crashing", "Crashing", "Takes its process with it.")
    def choose(self, *given, **named):
        import os
        os._exit(3)

bots = registry.own_bots()
for bot in (Sleeper(), Broken(), Crashing()):
    bots[bot.spec.id] = bot
from plyground.bots import _warming
_warming.steps = lambda: []
worker.main()
'''
COMMAND_WITH_SLEEPER = (sys.executable, "-c", SLEEPER)
"""A real worker that has three ill-behaved bots besides the real ones."""
