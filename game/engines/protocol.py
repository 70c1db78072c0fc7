"""What a protocol of engines has to offer for one game, both ends of it.

``Talk`` is our end where an engine of others plays here; ``Protocol.speak`` is the other end, a bot
of ours in a program of others.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plyground.core.bot import Choice, Limits, Report, Way
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.declared import Engine
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault, Wire

START_SECONDS = 30.0
"""How long an engine may take to start and to greet."""
GRACE_SECONDS = 2.0
"""How much longer than its time an engine may take, for the way of the messages; a clock counts all of it."""
STOP_SECONDS = 2.0
"""How soon after it was told to stop an engine answers."""
_LOOK_SECONDS = 0.02
_AGAIN_SECONDS = 0.25


@dataclass(frozen=True)
class Turn:
    """A turn for which an engine is asked.

    ``way`` leads to ``position``; where it is not known it begins there. ``limits`` are started; ``limits.seconds`` is
    always there (on a clock all that is left, if nothing else bounds it), ``left`` and ``increment`` only on a clock.
    """

    way: Way
    position: Any
    limits: Limits
    seed: int = 0

    def goes_on(self, told: tuple[Any, Sequence[str]] | None) -> bool:
        """Whether this is the game that an engine was told of, by its start and first moves, or what came of it."""
        if told is None:
            return False
        start, moves = told
        alike = type(start) is type(self.way.start) and start == self.way.start  # boards of other sizes are of others
        return bool(alike) and list(self.way.moves[: len(moves)]) == list(moves)


@dataclass
class Talk(ABC):
    """A conversation with one engine about one game. ``start`` gives a line to the engine, a new one with each call.

    What an engine says wrong raises ``EngineFault``; the conversation is then over.
    """

    game: Game[Any, Any]
    engine: Engine
    start: Callable[..., Wire]
    facts: dict[str, Any] = field(default_factory=dict)

    @abstractmethod
    def open(self) -> None:
        """Start and greet; ``facts`` then has what the engine said of itself, ``name`` where it did."""

    def probe(self) -> None:  # noqa: B027
        """Find out more for ``facts`` when the engine is tested; the conversation is over then."""

    def prepare(self, turn: Turn, seat: int) -> None:  # noqa: B027  (most engines need only their turns)
        """Told before the first turn of a game, as whom the engine plays it; ``turn`` has the game's start."""

    @abstractmethod
    def choose(self, turn: Turn, report: Report) -> Choice:
        """The engine's move, which is not checked here."""

    def pause(self) -> None:  # noqa: B027  (who has no program of its own has nothing to pause)
        """The turn is over: keep the engine from thinking on."""

    def close(self) -> None:  # noqa: B027
        """End it."""


class LineTalk(Talk):
    """A conversation of lines over one line that lasts for the whole game."""

    wire: Wire

    def open(self) -> None:
        self.wire = self.start()
        self.greet(time.monotonic() + START_SECONDS)

    @abstractmethod
    def greet(self, deadline: float) -> None:
        """Say hello and set the engine's options."""

    def pause(self) -> None:
        self.wire.pause()

    def close(self) -> None:
        if hasattr(self, "wire"):
            self.wire.close()

    def hear(
        self, limits: Limits, stop: Callable[[], object] | None = None, grace: float | None = None
    ) -> Iterator[str]:
        """What the engine says until its time is up, as it comes; who has the answer stops listening.

        ``stop``, where the protocol has such a word, is called when the search is to end: ``grace`` seconds after its
        time, 0 where the engine is not told its time but stopped; and again a while after, since some engines miss a
        stop that comes as their search begins. Raises ``EngineFault`` if no answer has come.
        """
        self.wire.resume()
        seconds = limits.seconds or self.engine.seconds
        deadline, told, again = time.monotonic() + max(0.0, seconds - limits.used()), False, 0.0
        deadline += GRACE_SECONDS if grace is None else grace
        while True:
            now = time.monotonic()
            if not told and (limits.stopped() or now >= deadline):
                told, deadline, again = True, now + STOP_SECONDS, now
            if told and stop is not None and now >= again:
                again = now + _AGAIN_SECONDS
                stop()
            line = self.wire.receive(min(deadline, now + _LOOK_SECONDS))
            if line is not None:
                yield line
            if told and time.monotonic() >= deadline:
                raise EngineFault(_("it did not answer within {seconds} s.", seconds=round(limits.used(), 1)), "time")


class Protocol(ABC):
    """One protocol for one game, or for every game. ``name`` is what the keeper writes, ``title`` what people read;
    ``remark`` says which rule holds where its engines know another, and is told before a game."""

    name: ClassVar[str]
    title: ClassVar[str]
    remark: ClassVar[str] = ""

    @abstractmethod
    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        """A conversation that is to be opened."""

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        """None if an engine that said this of itself can play a game that begins in a position, else the sentence that
        says why not. By default it can."""
        return None

    def variants(self, game: Game[Any, Any]) -> list[dict[str, Any]]:
        """The options of the game with which an engine is tested, each by one game or more."""
        return [{}]

    @abstractmethod
    def speak(self, game: Game[Any, Any], place: Place) -> None:
        """Answer in the protocol as a bot of ours until the other side has done."""
