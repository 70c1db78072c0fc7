"""The contract of a bot: it is handed a position and limits, and gives back a choice. It carries nothing over.

A bot never reads a clock, prints or emits: it asks ``limits`` whether to stop and calls ``report`` with what it has
so far. Randomness is the seeded ``rng``. ``memory`` is the bot's own dictionary for this game alone; it may be lost
at any time.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from plyground.core.errors import UnfitBot
from plyground.core.game import Game
from plyground.core.options import Option, Values, complete, format_pairs

Kind = Literal["exact", "at_least", "at_most", "estimate"]
Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class Choice:
    """What a bot decided, and what it saw.

    ``move`` and ``line`` are texts (the line starts with the move). ``value`` is for the seat to move, None when the
    bot does not score; ``unit`` says what it counts ("discs"; empty where it is only won, drawn or lost). ``outcome``
    is set when the value stands for a finished game. ``nodes`` counts positions analysed, ``depth`` is the deepest ply
    seen; ``seconds`` is filled in by whoever timed the search.
    """

    move: str
    value: float | None = None
    kind: Kind = "estimate"
    outcome: Outcome | None = None
    unit: str = ""
    line: tuple[str, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    details: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON with the names of the command line and the protocol."""
        return {
            "move": self.move,
            "value": self.value,
            "kind": self.kind,
            "outcome": self.outcome,
            "unit": self.unit,
            "line": list(self.line),
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": self.seconds,
            "details": self.details,
        }


Report = Callable[[dict[str, Any]], None]
"""Called with any of ``depth``, ``value``, ``kind``, ``outcome``, ``unit``, ``nodes``, ``nodes_per_second``, ``line``,
``lines`` (the best few, each a dictionary with ``value``, ``kind``, ``outcome``, ``unit``, ``line``) while thinking."""


def silent(progress: dict[str, Any]) -> None:
    """A report that goes nowhere."""


@dataclass
class Limits:
    """What a search may use; None is no limit. ``expired`` is asked from Python and answers for clock and stop alike.

    ``seconds`` is there to be read by searches that plan their time; whoever makes the limits arms ``expired``. On a
    clock ``left`` is what the mover has for the rest of the game and ``increment`` what each turn adds, in seconds; the
    bots that plan their time by them get no share of it as ``seconds``. ``used`` says how many seconds of this turn are
    gone.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    expired: Callable[[], bool] = lambda: False
    left: float | None = None
    increment: float = 0.0
    used: Callable[[], float] = lambda: 0.0


@dataclass(frozen=True)
class BotSpec:
    """A bot's declared facts. Options may depend on the game: see ``Bot.options``."""

    id: str
    title: str
    summary: str


class Bot(ABC):
    """One kind of bot; the module gives one instance as ``BOT``. Stateless: options come with each call.

    ``plans`` says that the bot shares out the time of its clock by itself. ``usual_seconds`` is how long it thinks
    about a move in a game without a clock, None if it ends by itself.
    """

    spec: ClassVar[BotSpec]
    plans: ClassVar[bool] = False
    usual_seconds: ClassVar[float | None] = None

    @abstractmethod
    def refuses(self, game: Game[Any, Any]) -> str | None:
        """None if this bot can play the game, else the sentence that says why not."""

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        """The options that this bot has in this game."""
        return ()

    def load(self, game: Game[Any, Any], position: Any, options: Values) -> None:
        """Load, or compile, what a move of a game with unfinished positions like this one may need."""
        self.choose(game, position, options, Limits(nodes=1), random.Random(0))

    @abstractmethod
    def choose(
        self,
        game: Game[Any, Any],
        position: Any,
        options: Values,
        limits: Limits,
        rng: random.Random,
        report: Report = silent,
        memory: dict[str, Any] | None = None,
    ) -> Choice:
        """One choice at an unfinished position. Stopped at any moment, it still gives a legal move."""


@dataclass(frozen=True)
class Player:
    """A bot with its options settled for one game; its text form is ``id`` or ``id:name=value,name=value``.

    ``limits`` are limits of its own, which override the common ones of a match or a game.
    """

    bot: Bot
    game: Game[Any, Any]
    options: Values
    limits: Values = field(default_factory=dict)

    @classmethod
    def make(
        cls, bot: Bot, game: Game[Any, Any], given: dict[str, Any] | None = None, limits: Values | None = None
    ) -> Player:
        """Check fitness and options; raises ``UnfitBot`` or ``BadOption``."""
        sentence = bot.refuses(game)
        if sentence is not None:
            raise UnfitBot(sentence)
        return cls(bot, game, complete(bot.options(game), given), limits or {})

    @property
    def text(self) -> str:
        """The text form that parses back to this player."""
        shown = [format_pairs(self.bot.options(self.game), self.options)]
        shown += [f"{name}={value}" for name, value in self.limits.items()]
        pairs = ",".join(filter(None, shown))
        return f"{self.bot.spec.id}:{pairs}" if pairs else self.bot.spec.id

    def choose(
        self,
        position: Any,
        limits: Limits,
        rng: random.Random,
        report: Report = silent,
        memory: dict[str, Any] | None = None,
    ) -> Choice:
        """Ask the bot."""
        return self.bot.choose(self.game, position, self.options, limits, rng, report, memory)
