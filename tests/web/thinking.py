"""Bots of lessons that think in the test's own process, so that pages are made without workers."""

from __future__ import annotations

import json
import random
from functools import cache

from plyground.core import registry
from plyground.core.bot import Choice, Limits
from plyground.sessions.setup import read_position
from plyground.web.lesson_bots import MOST_THOUGHT


@cache
def _thought(asked: str, bot: str) -> Choice:
    read = read_position(json.loads(asked))
    limits = Limits(nodes=MOST_THOUGHT)
    return registry.parse_player(bot, read.rules).choose(read.position, limits, random.Random(0))


def think_here(asked: str, bot: str, until: float) -> Choice:
    """The answer of a bot, as a worker would give it (``plyground.web.lesson_bots.Think``)."""
    return _thought(asked, bot)
