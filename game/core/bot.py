"""The contract of a bot: it is handed a position and limits, and gives back a choice. It carries nothing over.

A bot never reads a clock, prints or emits: it asks ``limits`` whether to stop and calls ``report`` with what it has
so far. Randomness is the seeded ``rng``. ``memory`` is the bot's own dictionary for this game alone; it may be lost
at any time.
"""

from __future__ import annotations

import functools
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from plyground.core.errors import UnfitBot
from plyground.core.game import Game
from plyground.core.options import Option, Values, complete, format_pairs

Kind = Literal["exact", "at_least", "at_most", "estimate"]
Outcome = Literal["win", "draw", "loss"]


def outcome_of(value: float) -> Outcome:
    """How a game ended that was worth this to a seat."""
    return "win" if value > 0 else "loss" if value < 0 else "draw"


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
        return {**vars(self), "line": list(self.line)}

    def progress(self) -> dict[str, Any]:
        """What is streamed of a search that found this so far."""
        told = self.as_json()
        return {name: told[name] for name in ("depth", "value", "kind", "outcome", "unit", "nodes", "line")}


Report = Callable[[dict[str, Any]], None]
"""Called with any of ``depth``, ``value``, ``kind``, ``outcome``, ``unit``, ``nodes``, ``nodes_per_second``, ``line``,
``lines`` (the best few, each a dictionary with ``value``, ``kind``, ``outcome``, ``unit``, ``line``) while thinking."""


def silent(progress: dict[str, Any]) -> None:
    """A report that goes nowhere."""


def never() -> bool:
    """A stop that never comes."""
    return False


@dataclass
class Limits:
    """What a search may use; None is no limit. Every bot and search asks ``expired`` whether to end.

    ``seconds`` bounds the time of one search, ``nodes`` the positions it analyses, ``depth`` the plies it looks ahead;
    ``stopped`` is asked too, and ends it at once. On a clock ``left`` is what the mover has for the rest of the game
    and ``increment`` what each turn adds, in seconds; the bots that plan their time by them get no share of it as
    ``seconds``. Time is counted from the beginning of the search that the limits are given to, so one object may serve
    for many; ``started`` begins it, and limits made from started ones by ``dataclasses.replace`` share their beginning.
    ``clock`` gives the time in seconds. ``threads`` is how many a search may run side by side: more than one only where
    the clock on the wall counts, and nobody counts processor time.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    stopped: Callable[[], bool] = never
    left: float | None = None
    increment: float = 0.0
    clock: Callable[[], float] = time.perf_counter
    begun: float | None = None
    threads: int = 1

    def started(self) -> Limits:
        """These limits if their time is running, else the same with a time that begins now."""
        return self if self.begun is not None else replace(self, begun=self.clock())

    def used(self) -> float:
        """The seconds since the beginning, which is now if nothing has begun."""
        if self.begun is None:
            self.begun = self.clock()
        return self.clock() - self.begun

    def expired(self) -> bool:
        """Whether the time is up, or a stop has come."""
        return self.stopped() or (self.seconds is not None and self.used() >= self.seconds)


@dataclass(frozen=True)
class Way:
    """How a game came to a position: its options, the position in which it began, and the texts of the moves since."""

    options: Mapping[str, Any]
    start: Any
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class BotSpec:
    """A bot's declared facts. Options may depend on the game: see ``Bot.options``."""

    id: str
    title: str
    summary: str


def _on_the_clock(choose: Callable[..., Choice]) -> Callable[..., Choice]:
    @functools.wraps(choose)
    def timed(self: Bot, game: Any, position: Any, options: Any, limits: Limits, *others: Any, **named: Any) -> Choice:
        return choose(self, game, position, options, limits.started(), *others, **named)

    return timed


class Bot(ABC):
    """One kind of bot; the module gives one instance as ``BOT``. Stateless: options come with each call.

    ``plans`` says that the bot shares out the time of its clock by itself. ``usual_seconds`` is how long it thinks
    about a move in a game without a clock, None if it ends by itself. ``elsewhere`` says that it thinks in another
    process, whose processor time this one does not see as its own; ``lasting`` that its memory serves game after game.
    """

    spec: BotSpec
    plans: bool = False
    usual_seconds: float | None = None
    elsewhere: bool = False
    lasting: bool = False

    def __init_subclass__(cls, **given: Any) -> None:
        """Let the time of the limits begin where a bot is asked, whoever asks it."""
        super().__init_subclass__(**given)
        if "choose" in vars(cls):
            cls.choose = _on_the_clock(vars(cls)["choose"])  # type: ignore[method-assign]

    @abstractmethod
    def refuses(self, game: Game[Any, Any]) -> str | None:
        """None if this bot can play the game, else the sentence that says why not."""

    def refuses_position(self, game: Game[Any, Any], position: Any) -> str | None:
        """None if this bot, which plays the game, can play it from a position, else the sentence that says why not."""
        return None

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        """The options that this bot has in this game."""
        return ()

    def follow(self, game: Game[Any, Any], memory: dict[str, Any], way: Way) -> None:  # noqa: B027
        """Told before ``choose``, where it is known, how the game came to the position that will be asked about; what
        must be started first is started here, before any time is counted. Raises what ``choose`` may raise."""

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

    def require_fit(self, position: Any) -> None:
        """Raises ``UnfitBot`` if the bot cannot play from this position."""
        sentence = self.bot.refuses_position(self.game, position)
        if sentence is not None:
            raise UnfitBot(sentence)

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
