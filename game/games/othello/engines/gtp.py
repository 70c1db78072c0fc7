"""GTP, the Go Text Protocol version 2, as engines of Othello speak it: our end where they play here.

The rows are counted from the top and no letter is left out, as in Othello. See http://www.lysator.liu.se/~gunnar/gtp/.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from plyground.core.bot import Choice, Limits, Report
from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.commands import CommandTalk, Refused
from plyground.engines.declared import Engine
from plyground.engines.protocol import GRACE_SECONDS, Protocol, Talk, Turn
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault, Wire
from plyground.games.othello.engines import _gtp_speaking, _lines
from plyground.games.othello.position import OthelloPosition, start_position

_ANSWER = re.compile(r"([=?])\s*([0-9]{1,9}\b)?\s*(.*)", re.DOTALL)
_LONGEST_ANSWER = 1000
"""Lines; an answer of more has no end."""


class GTPTalk(CommandTalk):
    """A conversation of commands, each with its answer. Commands are numbered if the engine numbers its answers."""

    def greet(self, deadline: float) -> None:
        self._number: int | None = 0
        self._told: tuple[OthelloPosition, list[str]] | None = None
        self._decimals, self._passes = True, True
        self._ask("protocol_version", deadline)
        for name in ("name", "version"):
            self.facts[name] = self._ask(name, deadline)
        self.facts["name"] = f"{self.facts['name']} {self.facts.pop('version')}".strip()
        self._commands = set(self._ask("list_commands", deadline).split())
        if "set_game" in self._commands:
            self._ask("set_game Othello", deadline)
        self._ask(f"boardsize {_lines.SIZE}", deadline)
        for name, value in self.engine.options.items():
            self._ask(f"{name} {value}".rstrip(), deadline)

    def choose(self, turn: Turn, report: Report) -> Choice:
        if _lines.forced_pass(self.game, turn.position):  # type: ignore[arg-type]
            return Choice("pass", line=("pass",))
        self.wire.resume()
        deadline = time.monotonic() + (turn.limits.seconds or self.engine.seconds) + GRACE_SECONDS
        colour = _lines.COLOURS[turn.position.mover]
        self._tell(turn, deadline)
        self._tell_time(turn.limits, colour, deadline)
        self._send(f"genmove {colour}")
        said = self._answer(self.hear(turn.limits), "genmove").split() or [""]
        if said[0].lower() == "resign":
            raise EngineFault(_("it resigned."))
        found = _lines.line_of(self.game, turn.position, said[0])  # type: ignore[arg-type]
        if not found or len(found) > 1 or len(said[0]) > 4:
            return Choice(said[0])
        self._told = (turn.way.start, [*turn.way.moves, found[0]])
        return Choice(found[0], line=found)

    def _tell(self, turn: Turn, deadline: float) -> None:
        """The moves since, or a new game with all of them."""
        start, moves = turn.way.start, list(turn.way.moves)
        if self._told is None or not turn.goes_on(self._told):
            self._ask("clear_board", deadline)
            self._told = (start, [])
        positions = self.game.replay(start, moves)
        for number in range(len(self._told[1]), len(moves)):
            colour = _lines.COLOURS[positions[number].mover]
            if moves[number] != "pass":
                self._ask(f"play {colour} {moves[number].upper()}", deadline)
            elif self._passes:
                try:
                    self._ask(f"play {colour} PASS", deadline)
                except Refused:  # the next move's colour says that there was a pass
                    self._passes = False
        self._told = (start, moves)

    def _tell_time(self, limits: Limits, colour: str, deadline: float) -> None:
        """The clock, or the seconds of this move as a period of its own for it."""
        if not {"time_settings", "time_left"} <= self._commands:
            return
        seconds = limits.seconds if limits.left is None else _lines.left_of(limits)
        seconds = self.engine.seconds if seconds is None else seconds
        if limits.left is None:
            whole = max(1, round(seconds))
            self._ask(f"time_settings {math.floor(seconds)} {whole} 1", deadline)
        else:
            self._ask(f"time_settings {math.ceil(seconds)} 0 0", deadline)
        stones = int(limits.left is None)
        if self._decimals and seconds != int(seconds):
            try:
                self._ask(f"time_left {colour} {seconds:.2f} {stones}", deadline)
                return
            except Refused:
                self._decimals = False
        self._ask(f"time_left {colour} {max(1, math.floor(seconds))} {stones}", deadline)

    def _send(self, command: str) -> None:
        if self._number is None:
            self.wire.drain()
            self.wire.send(command)
            return
        self._number += 1
        self.wire.send(f"{self._number} {command}")

    def _answer(self, lines: Iterable[str], command: str) -> str:
        """The next answer that is to the last command; what stands outside answers is passed over."""
        said: list[str] = []
        for line in lines:
            if said and line:
                said.append(line)
                if len(said) > _LONGEST_ANSWER:
                    raise EngineFault(_("its answer to {command} has no end.", command=quoted(command)), "output")
            elif said:
                match = _ANSWER.fullmatch("\n".join(said))
                said = []
                if match is None or not self._is_next(match[1], match[2]):
                    continue
                text = match[3] if self._number is not None else f"{match[2] or ''} {match[3]}"
                if match[1] == "?":
                    raise Refused(command, text)
                return text.strip()
            elif line.startswith(("=", "?")):
                said.append(line)
        raise AssertionError("the lines end with a fault")

    def _is_next(self, sign: str, number: str | None) -> bool:
        """Whether an answer of this number is to the last command; the first shows whether the engine counts. Edax
        numbers its errors wrongly."""
        if self._number == 1 and number != "1":
            self._number = None
        return self._number is None or sign == "?" or number == str(self._number)


class GTP(Protocol):
    """The protocol ``gtp``."""

    name, title = "gtp", "GTP 2"

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        return GTPTalk(game, engine, start)

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        if (why := _lines.refuses_size(position)) is not None:
            return why
        if position == start_position(_lines.SIZE, "standard"):
            return None
        return _("GTP has no word for a position: its engines play from the standard start alone.")

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        _gtp_speaking.Speaker(game, place).run()


PROTOCOL = GTP()
