"""NBoard, the protocol of Chris Welty's program of that name, version 2: our end where its engines play here.

The description is ``instructions/Protocol.htm`` of NTest. Values are for the side to move, in discs.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from plyground.core.bot import Choice, Limits, Report, outcome_of
from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.engines.declared import Engine
from plyground.engines.protocol import GRACE_SECONDS, START_SECONDS, LineTalk, Protocol, Talk, Turn
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault, Wire
from plyground.games.othello.engines import _lines, _nboard_speaking
from plyground.games.othello.position import OthelloPosition
from plyground.games.othello.records import ggf
from plyground.games.othello.records.replay import record_at

DEEPEST = "60"
"""The depth that an engine is given where nobody names one: its time ends its search."""
_UNSET = ("", "-")


class NBoardTalk(LineTalk):
    """A conversation with an engine. It is told its time by the game's clock, and stopped by ``ping``."""

    def greet(self, deadline: float) -> None:
        self._pings = 0
        self._depth = ""
        self._told: tuple[OthelloPosition, list[str]] | None = None
        options = dict(self.engine.options)
        self._usual_depth = options.pop("depth", DEEPEST)
        self.wire.send("nboard 2", *(f"set {name} {value}" for name, value in options.items()))
        self._set_depth(self._usual_depth)
        self._tell_game(self.game.initial({}), [])
        self._synchronize(deadline)

    def choose(self, turn: Turn, report: Report) -> Choice:
        position = turn.position
        if _lines.forced_pass(self.game, position):  # type: ignore[arg-type]
            return Choice("pass", line=("pass",))
        limits = turn.limits
        if limits.left is not None:
            planned = limits.used() + _lines.share(limits, position)
            limits = replace(limits, seconds=min(limits.seconds or limits.left, planned))
        self.wire.resume()
        patience = limits.seconds or self.engine.seconds
        patience += START_SECONDS if self._set_depth(self._depth_of(turn.limits)) else GRACE_SECONDS
        self._tell(turn)
        self._synchronize(time.monotonic() + patience)
        self.wire.send("go")
        search, stopped = _Search(self.game, position), list[int]()

        def stop() -> None:
            self._pings += 1
            stopped.append(self._pings)
            self.wire.send(f"ping {self._pings}")

        for line in self.hear(limits, stop, grace=0.0):
            if line.startswith("==="):
                return search.choice(line[3:])
            if stopped and line.split() == ["pong", str(stopped[0])]:
                return search.best()
            progress = search.read(line)
            if progress:
                report(progress)
        raise AssertionError("hear ends with an answer or a fault")

    def _depth_of(self, limits: Limits) -> str:
        return self._usual_depth if limits.depth is None else str(limits.depth)

    def _set_depth(self, depth: str) -> bool:
        """Whether the depth is another one; some engines take a while to change it."""
        if depth == self._depth:
            return False
        self._depth = depth
        self.wire.send(f"set depth {depth}")
        return True

    def _tell(self, turn: Turn) -> None:
        """The position: the whole game on a clock or where another game went before, else the moves since."""
        start, moves, limits = turn.way.start, list(turn.way.moves), turn.limits
        if self._told is None or limits.left is not None or not turn.goes_on(self._told):
            clock = None if limits.left is None else (_lines.left_of(limits), limits.increment)
            self._tell_game(start, moves, clock)
            return
        for text in moves[len(self._told[1]) :]:
            self.wire.send(f"move {_nboard_speaking.word(text)}")
        self._told = (start, moves)

    def _tell_game(self, start: Any, moves: list[str], clock: tuple[float, float] | None = None) -> None:
        tags = {"place": "Plyground", "dark": "?", "light": "?", "result": "?"}
        if clock is not None:
            left, increment = clock
            tags["TI"] = _lines.clock_text(left) + (f"/{_lines.clock_text(increment)}" if increment else "")
        bare: Record = record_at(self.game, start, moves, tags)  # type: ignore[arg-type]
        text = ggf.write(self.game, bare, self.game.replay(start, moves))  # type: ignore[arg-type]
        self.wire.send(f"set game {text}")
        self._told = (start, moves)

    def _synchronize(self, deadline: float) -> None:
        """Wait until the engine has read all; what it said before is of no account, but its name."""
        self._pings += 1
        self.wire.send(f"ping {self._pings}")
        pong = ["pong", str(self._pings)]

        def wanted(line: str) -> bool:
            if line.startswith("set myname "):
                self.facts["name"] = line[len("set myname ") :].strip()
            return line.split() == pong

        self.wire.wait_for(deadline, wanted, " ".join(pong))


class _Search:
    """What an engine says of one search."""

    def __init__(self, game: Any, position: OthelloPosition) -> None:
        self._game, self._position = game, position
        self._last: dict[str, Any] = {}
        self._nodes = 0

    def read(self, line: str) -> dict[str, Any]:
        """A line that reports: what is new, empty for any other line."""
        kind, *words = line.split()[:6] or [""]
        if kind == "nodestats" and words:
            nodes = _lines.number(words[0])
            if nodes is None or nodes < 0:
                return {}
            self._nodes = int(nodes)
            return {"nodes": self._nodes}
        if kind not in ("search", "book") or len(words) < 2:
            return {}
        found, value = _lines.line_of(self._game, self._position, words[0]), _lines.number(words[1])
        if not found or value is None:
            return {}
        told: dict[str, Any] = {"value": value, "kind": "estimate", "outcome": None, "unit": "discs", "line": found}
        told |= self._depth(words[3] if len(words) > 3 else "", value)
        self._last = told
        return told | {"line": list(found)}

    def _depth(self, code: str, value: float) -> dict[str, Any]:
        """A depth is a number of plies, or a share of certainty about the end: ``100%`` is exact, ``100%W`` says who
        wins."""
        digits = re.match(r"([0-9]{1,3})(%?)", code)
        if digits is None:
            return {}
        if not digits[2]:
            return {"depth": int(digits[1])}
        told: dict[str, Any] = {"depth": 64 - int(self._position.own | self._position.other).bit_count()}
        if code == "100%":
            return told | {"kind": "exact", "outcome": outcome_of(value)}
        return told | ({"outcome": outcome_of(value)} if code.upper().startswith("100%W") else {})

    def choice(self, said: str) -> Choice:
        """The answer, ``F5/1.25/0.3``, ``F5 1.25 0.3`` or less; raises ``EngineFault`` if there is no move in it."""
        words = [word.strip() for word in said.split("/")] if "/" in said else said.split()
        if not words or not words[0] or any(_lines.number(word) is None for word in words[1:3] if word not in _UNSET):
            why = _("it answered {line}, which is no move with its value and its seconds.", line=quoted(f"==={said}"))
            raise EngineFault(why)
        value = _lines.number(words[1]) if len(words) > 1 else None
        line = _lines.line_of(self._game, self._position, words[0])
        if not line or len(words[0]) != 2:
            return Choice(words[0], value)
        if line[0] != self._last.get("line", ("",))[0]:
            return Choice(line[0], value, unit="discs", line=line, nodes=self._nodes)
        last = self._last if value is None else self._last | {"value": value}
        return Choice(line[0], nodes=self._nodes, **last)

    def best(self) -> Choice:
        """What it had found when it was stopped and said no more."""
        if not self._last:
            raise EngineFault(_("it was stopped and named no move."), "silent")
        return Choice(self._last["line"][0], nodes=self._nodes, **self._last)


class NBoard(Protocol):
    """The protocol ``nboard``."""

    name, title = "nboard", "NBoard 2"

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        return NBoardTalk(game, engine, start)

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        return _lines.refuses_size(position)

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        _nboard_speaking.Speaker(game, place).run()


PROTOCOL = NBoard()
