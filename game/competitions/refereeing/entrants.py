"""Who sits at a table: what the referee asks of every player, and the bots of the program's own."""

from __future__ import annotations

import math
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from plyground.bots import _thinking, _warming
from plyground.competitions.refereeing.verdicts import Verdict
from plyground.core import registry
from plyground.core.bot import Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.bot_lines import printable
from plyground.engines.wire import EngineFault
from plyground.sessions.secrecy import hides

_CLOCK_SHARE, _INCREMENT_SHARE = 1 / 30, 0.8  # of a clock, for one move of a bot of ours that cannot plan its time


class ServerFault(Exception):
    """Something of the server's own failed; nobody loses by it and the game is played again."""


@dataclass(frozen=True)
class Asked:
    """A turn as a bot is told of it. ``left`` is in seconds; ``legal`` is None where there are too many."""

    game: Game[Any, Any]
    position: Any
    options: Mapping[str, Any]
    seat: int
    moves: Sequence[str]
    left: float
    increment: float
    legal: Sequence[str] | None


class Used(NamedTuple):
    """What a program used for a move: processor seconds; and since it began, the bytes that it holds in memory, and
    that it has written to its standard output and its standard error."""

    processor: float
    memory: int
    said: int
    complained: int


@dataclass(frozen=True)
class Answer:
    """What a bot answered: a move's text that has yet to be checked, or the verdict on its failure, and the seconds to
    charge. ``mind`` is what it told of its search: ``depth``, ``value`` for itself, ``nodes`` and ``line``; ``waited``
    are the seconds for which it had no core, which are not charged; ``used`` is what a program used for it."""

    seconds: float
    text: str = ""
    verdict: Verdict | None = None
    mind: Mapping[str, Any] | None = None
    waited: float = 0.0
    used: Used | None = None


class Entrant(ABC):
    """One seat's player. Every call comes back by its deadline; failures of the bot are answers, never raised."""

    def open(self) -> None:  # noqa: B027  (most need nothing)
        """Start what is needed; charged to nobody. Raises ``ServerFault``."""

    @abstractmethod
    def begin(self, facts: Mapping[str, Any], left: float) -> Answer:
        """The start of the game: the bot may prepare within its clock."""

    @abstractmethod
    def turn(self, asked: Asked) -> Answer:
        """The bot's move."""

    def end(self, result: Mapping[str, Any]) -> None:  # noqa: B027
        """The game is over; nothing is waited for."""

    def close(self) -> str:
        """End all of it; returns its log."""
        return ""


class BuiltIn(Entrant):
    """A bot of the program's own. It is given time by the clock if it needs any, and never loses by it, unless it is an
    engine of others.

    One that is bounded by positions, budget or depth gets no time limit, and so plays the same game for the same seed.
    """

    def __init__(self, text: str, game: Game[Any, Any], seed: str) -> None:
        self._player = registry.parse_player(text, game)
        self._rng, self._memory = random.Random(seed), dict[str, Any]()
        self._moves, self._asked = list[str](), 0
        self._timeless = self._player.bot.usual_seconds is None or bool({"nodes", "depth"} & set(self._player.limits))

    def begin(self, facts: Mapping[str, Any], left: float) -> Answer:
        game = self._player.game
        self._start = game.parse_position(str(facts["position"]), facts["options"])
        if game.returns(self._start) is None:
            _warming.load(self._player, self._start)
        return Answer(0.0)

    def turn(self, asked: Asked) -> Answer:
        position, game = asked.position, asked.game
        if hides(game) and game.position_text_for(position, asked.seat) != game.position_text(position):
            position = game.parse_position(game.position_text_for(position, asked.seat), asked.options)
        self._moves += asked.moves
        self._asked += 1
        way, limits = Way(asked.options, self._start, tuple(self._moves)), self._limits(asked)
        begun = time.monotonic()
        try:
            choice = _thinking.think(self._player, position, self._rng, limits, memory=self._memory, way=way)
        except EngineFault as fault:
            return Answer(time.monotonic() - begun, verdict=Verdict(fault.verdict, fault.sentence, self._asked))
        self._moves.append(choice.move)
        used = choice.seconds  # without what an engine takes to start
        if used > asked.left and self._player.bot.spec.id not in registry.own_bots():
            return Answer(used, verdict=Verdict("time", _("It ran out of time."), self._asked))
        return Answer(min(used, asked.left), choice.move, mind=mind(choice.progress()))

    def _limits(self, asked: Asked) -> dict[str, Any]:
        if self._timeless:
            return {}
        if self._player.bot.plans:
            return {"left": asked.left, "increment": asked.increment}
        return {"seconds": (asked.left - asked.increment) * _CLOCK_SHARE + asked.increment * _INCREMENT_SHARE}


LONGEST_LINE = 12
"""Moves of a line that are kept of what a bot told of its search."""


def mind(told: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is kept of a bot's search and shown beside its move, None if it told nothing."""
    numbers = {name: told[name] for name in ("depth", "value", "nodes") if told.get(name) is not None}
    found: dict[str, Any] = {name: round(value, 3) for name, value in numbers.items() if math.isfinite(value)}
    if told.get("line"):
        found["line"] = list(told["line"])[:LONGEST_LINE]
    return found or None


def readable(asked: Asked, text: str) -> bool:
    """Whether the text has the form of a move of the game."""
    try:
        asked.game.parse_move(asked.position, text)
    except Exception:  # whatever a bot's text does to a reader, it is no move
        return False
    return True


def reading(game: Game[Any, Any], position: Any, text: str) -> tuple[Any, str]:
    """The legal move that a text stands for and "", or None and why it is not to be had."""
    try:
        return game.require(position, text), ""
    except Refusal as refusal:
        return None, printable(refusal.sentence)  # which may quote the text
    except Exception:  # a text that breaks a reader is a bot's doing too, never the server's
        return None, _("It cannot be read.")
