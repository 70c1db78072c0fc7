"""Bots of lessons that think in the test's own process, so that pages are made without workers."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from plyground.core import registry
from plyground.core.bot import Choice, Limits
from plyground.sessions.setup import read_position
from plyground.web.lesson_bots import MOST_THOUGHT


@cache
def _thought(asked: str, bot: str) -> Choice:
    read = read_position(json.loads(asked))
    limits = Limits(nodes=MOST_THOUGHT)
    return registry.parse_player(bot, read.rules).choose(read.position, limits, random.Random(0))


@cache
def _called(function: str, arguments: str) -> dict[str, Any]:
    module, name = function.split(":")
    found: dict[str, Any] = getattr(import_module(module), name)(**json.loads(arguments))
    return found


class _Here:
    def __call__(self, asked: str, bot: str, until: float) -> Choice:
        """The answer of a bot, as a worker would give it (``plyground.web.lesson_bots.Think``)."""
        return _thought(asked, bot)

    def call(self, function: str, arguments: Mapping[str, Any], until: float, visitor: str = "") -> dict[str, Any]:
        """What a function gives, as a worker would have it."""
        return _called(function, json.dumps(arguments))


think_here = _Here()
