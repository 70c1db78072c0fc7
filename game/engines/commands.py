"""Protocols of commands, as GTP and those of its shape have them: a line asks, an answer begins with ``=`` or ``?``."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from plyground.core.bot import Choice, Limits, Way
from plyground.core.errors import Refusal, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.protocol import LineTalk
from plyground.engines.speaking import Place, Thinker
from plyground.engines.wire import EngineFault

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile("[0-9]{1,9}")


class Refused(EngineFault):
    """An engine answered a command with ``?``."""

    def __init__(self, command: str, why: str) -> None:
        super().__init__(_("it answered {command} with an error: {why}.", command=quoted(command), why=quoted(why)))


class CommandTalk(LineTalk):
    """Our end where an engine answers commands."""

    @abstractmethod
    def _send(self, command: str) -> None:
        """Write a command."""

    @abstractmethod
    def _answer(self, lines: Iterable[str], command: str) -> str:
        """The answer to the last command; raises ``Refused`` where it is an error. The lines end with a fault."""

    def _ask(self, command: str, deadline: float) -> str:
        """The answer to a command; raises ``Refused`` where it is an error, else ``EngineFault`` if there is none."""
        self._send(command)

        def lines() -> Iterable[str]:
            while (line := self.wire.receive(deadline)) is not None:
                yield line
            raise EngineFault(_("it did not answer {command} in time.", command=quoted(command)), "silent")

        return self._answer(lines(), command)


class Wrong(Exception):
    """A command that cannot be done; its text is the answer."""


class CommandSpeaker:
    """A bot of ours that answers each command before it reads the next. ``numbered`` commands may begin with a number,
    which their answer then has too."""

    numbered: ClassVar[bool] = False
    _commands: Mapping[str, Callable[[list[str]], str]]

    def __init__(self, game: Game[Any, Any], place: Place) -> None:
        self._game, self._place = game, place
        self._player = place.player(game)
        self._thinker = Thinker(self._player, place.seed)

    def run(self) -> None:
        """Read to the end, or to ``quit``."""
        for line in self._place.lines():
            words = _CONTROLS.sub("", line.partition("#")[0]).split()
            number = words.pop(0) if self.numbered and words and _NUMBER.fullmatch(words[0]) else ""
            if not words:
                continue
            name, *given = words
            try:
                if name not in self._commands:
                    raise Wrong("unknown command")
                sign, text = "=", self._commands[name](given)
            except Wrong as error:
                sign, text = "?", str(error)
            except Refusal as refusal:
                sign, text = "?", refusal.sentence
            self._place.say(*(each.rstrip() for each in f"{sign}{number} {text}".rstrip().splitlines()), "")
            if name == "quit":
                break
        self._thinker.stop()

    def _is_known(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self._commands).lower()

    def _think(self, way: Way, limits: Limits) -> Choice:
        """The bot's choice after a way; raises ``Wrong`` where there is none."""
        choice, sentence = self._thinker.ask(way, limits)
        if choice is None:
            raise Wrong(sentence)
        return choice
