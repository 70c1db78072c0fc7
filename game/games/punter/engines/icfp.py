"""ICFP 2017 for programs of others here: offline with one process for each message, or online over TCP.

A program is offline unless a word of its command holds ``{port}``: then this host listens, and starts the command with
``{host}`` and ``{port}`` filled in. What an engine says wrong is a fault; what it says too late is a pass, as it was in
the contest, and ten times too late makes it pass to the end.
"""

from __future__ import annotations

import json
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from plyground.core.bot import Choice, Limits, Report
from plyground.core.errors import Refusal, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.declared import Engine
from plyground.engines.protocol import GRACE_SECONDS, Protocol, Talk, Turn
from plyground.engines.speaking import Place
from plyground.engines.wire import TURN_BYTES, EngineFault, Wire, accepted
from plyground.games.punter import charts, moves, notation, texts
from plyground.games.punter.engines import messages, playing
from plyground.games.punter.position import Position, punters
from plyground.games.punter.position import turn as turn_of


@dataclass
class _Game:
    """A game that an engine was set up for. ``since`` is how many turns it has been told, None before the first
    prompt; ``before`` are the turns that ``start`` already has."""

    start: Position
    seat: int
    before: list[str]
    laid: str
    since: int | None = None
    late: int = 0


class IcfpTalk(Talk):
    """What both modes share: the set-up, the prompts, and what lateness leads to."""

    _game: _Game | None = None

    def open(self) -> None:
        """Read what the keeper says of it, ``extensions``: names with blanks between, or nothing for none."""
        given = self.engine.options.get("extensions")
        if given is not None:
            named = [name for name in given.replace(",", " ").split() if name != "none"]
            for name in named:
                if name not in texts.FLAGS:
                    raise EngineFault(_("there is no extension called {name}.", name=quoted(name)))
            self.facts["extensions"] = named

    def choose(self, turn: Turn, report: Report) -> Choice:
        seat, position = self.game.to_move(turn.position), turn.position
        known = self._game
        if known is None or known.seat != seat or (known.start is not turn.way.start and known.start != turn.way.start):
            known = self._game = self._begin(turn.way.start, seat)
        if turn_of(position) < 0:
            return Choice(known.laid, line=(known.laid,))
        turns = known.before + [text for text in turn.way.moves if not text.startswith("futures")]
        if known.since is not None and known.since > len(turns):  # an earlier position of the same game
            known = self._game = self._begin(turn.way.start, seat)
        if known.late >= messages.MOST_TIMEOUTS:
            return self._passing(known)
        told = messages.told(turns, seat, int(punters(position)), known.since)
        text = self._ask_move(known, position, {"move": {"moves": told}}, _seconds(turn.limits), len(turns))
        return self._passing(known) if text is None else Choice(text, line=(text,))

    def _passing(self, known: _Game) -> Choice:
        return Choice("pass", line=("pass",), details={"timeouts": known.late})

    def _begin(self, start: Position, seat: int) -> _Game:
        begun = time.monotonic()
        answer = self._set_up(messages.setup(start, seat))
        if answer is None:
            seconds = round(time.monotonic() - begun, 1)
            raise EngineFault(_("it was not ready within {seconds} s.", seconds=seconds), "time")
        chart = charts.of_board(start.board)
        before = [texts.turn_text(chart, took, sites) for took, sites in moves.history(start)]
        return _Game(start, seat, before, messages.bets(start, seat, answer))

    def _text(self, position: Position, answer: dict[str, Any]) -> str:
        """The move of an answer in our text; the fault says what is wrong with it."""
        body = messages.body_of(answer)
        try:
            move = notation.parse_json(position, body)
            wrong = moves.check(position, move)
        except Refusal as refusal:
            wrong = refusal  # type: ignore[assignment]
        if wrong is None:
            return notation.move_text(position, move)
        said = _("it answered {move}. {why}", move=quoted(json.dumps(body)), why=wrong.sentence)
        raise EngineFault(said, "illegal")

    @abstractmethod
    def _set_up(self, setup: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to the set-up, None if it is late."""

    @abstractmethod
    def _ask_move(
        self, known: _Game, position: Position, prompt: dict[str, Any], seconds: float, turns: int
    ) -> str | None:
        """The move after a prompt that tells of the first so many ``turns``, None if it is late."""

    def _hear_name(self, wire: Wire) -> str:
        text = wire.receive(time.monotonic() + messages.HANDSHAKE_SECONDS)
        if text is None:
            raise EngineFault(_("it did not say its name in time."), "silent")
        return messages.name_in(messages.read(text))


class Offline(IcfpTalk):
    """One process for each message; the state that it gives is handed to the next.

    The next one is started, and says its name, while others move, unless the keeper set ``fresh=true``.
    """

    _state: dict[str, Any] | None = None
    _next: Future[tuple[Wire, str]] | None = None

    def open(self) -> None:
        super().open()
        self._next = _starting.submit(self._greeted)
        self.facts["name"] = self._next.result()[1]

    def close(self) -> None:
        if self._next is not None:
            with suppress(EngineFault):
                self._next.result()[0].close()
            self._next = None

    def _greeted(self, before: Wire | None = None) -> tuple[Wire, str]:
        """A new process, and its name; the one ``before`` is ended."""
        if before is not None:
            before.close()
        wire = self.start(split=messages.frames, most=TURN_BYTES)
        try:
            return wire, self._hear_name(wire)
        except BaseException:
            wire.close()
            raise

    def _set_up(self, setup: dict[str, Any]) -> dict[str, Any] | None:
        self._state = None
        return self._ask(setup, messages.SETUP_SECONDS)

    def _ask_move(
        self, known: _Game, position: Position, prompt: dict[str, Any], seconds: float, turns: int
    ) -> str | None:
        answer = self._ask(prompt, seconds)
        if answer is None:
            known.late += 1  # what it has not heard is told with the next prompt
            return None
        known.since = turns
        return self._text(position, answer)

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        wire, name = self._next.result() if self._next is not None else self._greeted()
        self._next = None
        try:
            state = {} if self._state is None else self._state
            wire.send_bytes(messages.frame({"you": name}) + messages.frame({**message, **state}))
            wire.finish()
            text = wire.receive(time.monotonic() + seconds)
        except BaseException:
            wire.close()
            raise
        if self.engine.options.get("fresh") == "true":
            wire.close()
        else:
            self._next = _starting.submit(self._greeted, wire)
        if text is None:
            return None
        answer = messages.read(text)
        self._state = {"state": answer.get("state")}
        return answer


_starting = ThreadPoolExecutor(4, "icfp")


class Online(IcfpTalk):
    """One connection for the whole game."""

    _wire: Wire | None = None

    def open(self) -> None:
        super().open()
        if self.engine.address:
            self._wire = self.start(split=messages.frames)
        else:
            self._wire = accepted(self.start, messages.HANDSHAKE_SECONDS, messages.frames)
        name = self.facts["name"] = self._hear_name(self._wire)
        self._wire.send_bytes(messages.frame({"you": name}))

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()

    def pause(self) -> None:
        if self._wire is not None:
            self._wire.pause()

    def _set_up(self, setup: dict[str, Any]) -> dict[str, Any] | None:
        if self._game is not None or self._wire is None:  # a connection serves for one game
            self.close()
            self.open()
        assert self._wire is not None
        self._wire.resume()
        self._wire.send_bytes(messages.frame(setup))
        text = self._wire.receive(time.monotonic() + messages.SETUP_SECONDS)
        return None if text is None else messages.read(text)

    def _ask_move(
        self, known: _Game, position: Position, prompt: dict[str, Any], seconds: float, turns: int
    ) -> str | None:
        wire = self._wire
        assert wire is not None
        wire.resume()
        excused = known.late
        while (text := wire.receive(0.0)) is not None:  # answers to the prompts for which it was late
            if excused == 0:
                raise EngineFault(_("it wrote {text} without being asked.", text=quoted(text[:60])))
            excused -= 1
        wire.send_bytes(messages.frame(prompt))
        known.since = turns
        deadline = time.monotonic() + seconds
        while (text := wire.receive(deadline)) is not None:
            try:
                return self._text(position, messages.read(text))
            except EngineFault:
                if excused == 0:
                    raise
                excused -= 1
        known.late += 1
        wire.send_bytes(messages.frame({"timeout": seconds}))
        if known.late >= messages.MOST_TIMEOUTS:
            self.close()
        return None


def _seconds(limits: Limits) -> float:
    """How long a move may take: what the contest gave, or more where the game gives more, and never beyond a clock."""
    given = max(messages.MOVE_SECONDS, (limits.seconds or 0.0) - limits.used())
    return given if limits.left is None else min(given, max(0.0, limits.left - limits.used()) + GRACE_SECONDS)


class Icfp(Protocol):
    """The protocol ``icfp``."""

    name, title = "icfp", _("ICFP Programming Contest 2017")

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        online = engine.address or any("{port}" in word for word in engine.command)
        return (Online if online else Offline)(game, engine, start)

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        """An engine whose keeper named its ``extensions`` plays with no others."""
        known = facts.get("extensions")
        if isinstance(known, list):
            for name in texts.settings_json(position):
                if name not in known:
                    return _("This engine does not play with {extension}.", extension=name)
        return None

    def variants(self, game: Game[Any, Any]) -> list[dict[str, Any]]:
        """The contest's own map forms in small: without extensions, and with all."""
        everything = {"futures": True, "splurges": True, "options": True}
        return [{"map": "triangle-4"}, {"map": "random-40-1", "punters": 4, **everything}]

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        playing.play(game, place)


PROTOCOL = Icfp()
