"""Our end of a protocol: a bot of ours that answers in a program of others, over its standard input and output."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TextIO

from plyground.core import registry
from plyground.core.bot import Choice, Limits, Player, Report, Way, silent
from plyground.core.errors import Refusal
from plyground.core.game import Game

Done = Callable[[Choice | None, str], object]
"""Hears the choice, or None and a sentence."""


@dataclass
class Place:
    """Where a bot of ours speaks, and which it is: ``bot`` is its text, ``limits`` are what it has where the other side
    names none (``seconds``, ``nodes``, ``depth``, those alone that are not None), ``options`` are those of the game.
    ``address`` is where it connects to, in protocols that do."""

    bot: str
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    address: tuple[str, int] | None = None
    read_from: TextIO = field(default_factory=lambda: sys.stdin)
    write_to: TextIO = field(default_factory=lambda: sys.stdout)

    def __post_init__(self) -> None:
        self.limits = {name: value for name, value in self.limits.items() if value is not None}

    def lines(self) -> Iterator[str]:
        """What the other side says, line by line, to its end."""
        for line in iter(self.read_from.readline, ""):
            yield line.strip("\r\n\0\ufeff ")

    def say(self, *lines: str) -> None:
        """Write lines at once; an other side that is gone hears nothing."""
        self.write_to.write("".join(f"{line}\n" for line in lines))
        self.write_to.flush()

    def player(self, game: Game[Any, Any]) -> Player:
        """The bot; raises ``UnknownBot``, ``UnfitBot`` or ``BadOption``."""
        return registry.parse_player(self.bot, game)


class Thinker:
    """Lets a bot think in a thread of its own, so that it can be told to stop."""

    def __init__(self, player: Player, seed: int) -> None:
        self._player, self.rng = player, random.Random(seed)
        self._memory: dict[str, Any] = {}
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def new_game(self) -> None:
        """Forget the game before."""
        self.stop()
        self._memory = {}

    def begin(
        self,
        way: Way,
        limits: Limits,
        done: Done,
        report: Report = silent,
        player: Player | None = None,
    ) -> None:
        """Think about the move after a way, as another ``player`` if one is given; ``done`` is called once, from the
        thinking thread."""
        self.run(
            lambda stopped: self._think(player or self._player, way, replace(limits, stopped=stopped), done, report)
        )

    def ask(self, way: Way, limits: Limits, report: Report = silent) -> tuple[Choice | None, str]:
        """Think about the move after a way and wait for it: the choice, or None and a sentence."""
        found: list[tuple[Choice | None, str]] = []
        self.begin(way, limits, lambda choice, sentence: found.append((choice, sentence)), report)
        self.wait()
        return found[0]

    def run(self, work: Callable[[Callable[[], bool]], object]) -> None:
        """Do something else in the thinking thread; it is handed what tells it to stop."""
        self.stop()
        self._stop.clear()
        self._thread = threading.Thread(target=work, args=(self._stop.is_set,))
        self._thread.start()

    def stop(self) -> None:
        """Have it answer with what it has, and wait until it did."""
        self._stop.set()
        self.wait()

    def wait(self) -> None:
        """Wait until it has answered."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None

    def _think(self, player: Player, way: Way, limits: Limits, done: Done, report: Report) -> None:
        try:
            position = player.game.replay(way.start, way.moves)[-1]
            player.bot.follow(player.game, self._memory, way)
            choice = player.choose(position, limits, self.rng, report, self._memory)
        except Refusal as refusal:
            done(None, refusal.sentence)
        except Exception as error:  # whatever a bot does wrong, the other side is told
            done(None, f"{type(error).__name__}: {error}")
        else:
            done(choice, "")


def limits(place: Place, **given: Any) -> Limits:
    """Limits of a move: what the other side named, else those of the place."""
    known = {name: value for name, value in given.items() if value is not None}
    return Limits(**(known or place.limits))
