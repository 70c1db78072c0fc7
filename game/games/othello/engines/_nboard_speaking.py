"""A bot of ours as an engine of NBoard, version 2."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from plyground.core.bot import Choice, Limits, Player, Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.speaking import Place, Thinker
from plyground.games.othello.position import OthelloPosition
from plyground.games.othello.records.replay import start_of

ANALYSIS_SECONDS = 0.2
"""How long a position is looked at by ``analyze``, where the command line does not say."""
_CLOCK = re.compile(r"TI\[\s*([0-9:.]{1,12})(?:/([0-9:.]{1,12}))?[^\]]{0,40}\]")
_TIMED = re.compile(r"([BW])\[[^\]/]{0,12}/[^\]/]{0,24}/([0-9]{1,6}(?:\.[0-9]{0,6})?)\]")


def word(text: str) -> str:
    """A move as NBoard writes it: ``F5``, ``PA``."""
    return "PA" if text == "pass" else text.upper()


def clock_of(text: str) -> tuple[list[float], float] | None:
    """What both sides have left by a game's clock and the times of its moves, and the increment; None without one."""
    found = _CLOCK.search(text)
    if found is None or not _seconds(found[1]):
        return None
    increment = _seconds(found[2] or "")
    left = [_seconds(found[1])] * 2
    for side, used in _TIMED.findall(text):
        left["BW".index(side)] += increment - float(used)
    return [max(0.1, each) for each in left], increment


def _seconds(text: str) -> float:
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + (float(part) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,6})?", part) else 0.0)
    return total


class Speaker:
    """Answers line by line. A search goes on while lines are read; ``ping`` ends it."""

    def __init__(self, game: Game[Any, Any], place: Place) -> None:
        self._game, self._place, self._say = game, place, place.say
        self._player = place.player(game)
        self._title = self._player.bot.spec.title
        self._thinker = Thinker(self._player, place.seed)
        self._way = Way(place.options, game.initial(place.options))
        self._clock: tuple[list[float], float] | None = None
        self._depth: int | None = None
        self._commands: Mapping[str, Callable[[str], object]] = {
            "nboard": lambda version: self._say(f"set myname {self._title}"),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": lambda nothing: self._go(),
            "ping": self._ping,
            "learn": self._learn,
            "analyze": lambda nothing: self._thinker.run(self._analyze),
        }

    def run(self) -> None:
        """Read to the end, or to ``quit``."""
        for line in self._place.lines():
            name, _blank, rest = line.strip().partition(" ")
            if name == "quit":
                break
            if re.fullmatch("[A-Ha-h][1-8]|PA|pa", name) and not rest:  # how version 1 told a move
                name, rest = "move", name
            if name in self._commands:
                try:
                    self._commands[name](rest.strip())
                except Refusal as refusal:
                    self._status(refusal.sentence)
        self._thinker.stop()

    def _status(self, text: str = "") -> None:
        self._say(f"status {text}".rstrip())

    def _position(self) -> OthelloPosition:
        position: OthelloPosition = self._game.replay(self._way.start, self._way.moves)[-1]
        return position

    def _set(self, rest: str) -> None:
        name, _blank, value = rest.partition(" ")
        if name == "depth" and re.fullmatch("[0-9]{1,3}", value.strip()):
            self._depth = max(1, int(value))
            self._say(f"set myname {self._title}{self._depth}")
        elif name == "game":
            self._thinker.stop()
            record = self._game.read_record(value)
            start = start_of(self._game, record)  # type: ignore[arg-type]
            self._player.require_fit(start)
            self._way, self._clock = Way(record.options, start, record.moves), clock_of(value)
            self._thinker.new_game()

    def _move(self, rest: str) -> None:
        self._thinker.stop()
        text = rest.split("/")[0].strip()
        position = self._position()
        text = self._game.move_text(position, self._game.require(position, text))
        seconds = re.fullmatch(r".*/([0-9]{1,6}(?:\.[0-9]{0,6})?)", rest)
        if self._clock is not None and seconds is not None:
            left, increment = self._clock
            left[position.mover] = max(0.1, left[position.mover] - float(seconds[1]) + increment)
        self._way = Way(self._way.options, self._way.start, (*self._way.moves, text))

    def _limits(self, timed: bool) -> Limits:
        """What a search may use: the depth and, in a game, the clock; what the command line says where they do not."""
        given = dict(self._place.limits)
        if self._depth is not None:
            given["depth"] = min(self._depth, given.get("depth", self._depth))
        if timed and self._clock is not None and "seconds" not in given:
            left, increment = self._clock
            given |= {"left": left[self._position().mover], "increment": increment}
        if not given:
            given["seconds"] = self._player.bot.usual_seconds
        return Limits(**given)

    def _go(self) -> None:
        self._thinker.stop()
        if self._game.returns(self._position()) is not None:
            self._say("=== PA")
            return
        begun = time.monotonic()
        report = self._reporter()
        self._status(_("{bot} is thinking", bot=self._title))

        def done(choice: Choice | None, sentence: str) -> None:
            if choice is None:
                self._status(sentence)
                return
            report(choice.progress())
            value = "" if choice.value is None else f"{choice.value:.2f}"
            self._say(f"=== {word(choice.move)}/{value}/{time.monotonic() - begun:.2f}", "status")

        self._thinker.begin(self._way, self._limits(timed=True), done, report)

    def _hint(self, count: str) -> None:
        self._thinker.stop()
        if self._game.returns(self._position()) is not None:
            self._status(_("The game is over."))
            return
        report = self._reporter()
        self._status(_("{bot} is analyzing", bot=self._title))

        def done(choice: Choice | None, sentence: str) -> None:
            if choice is not None:
                report(choice.progress() | {"lines": choice.details.get("lines")})
            self._status(sentence)

        player = self._with_lines(int(count) if re.fullmatch("[0-9]{1,3}", count) else 1)
        self._thinker.begin(self._way, self._limits(timed=False), done, report, player)

    def _with_lines(self, count: int) -> Player:
        """The bot, told to find so many lines if it can."""
        player = self._player
        for option in player.bot.options(self._game):
            if option.name == "lines":
                lines = min(max(1, count), int(option.high or 1))
                return Player.make(player.bot, self._game, {**player.options, "lines": lines}, player.limits)
        return player

    def _reporter(self) -> Callable[[dict[str, Any]], None]:
        begun, said = time.monotonic(), list[str]()

        def report(told: dict[str, Any]) -> None:
            lines = [_found(each, told) for each in told.get("lines") or [told]]
            new = [line for line in lines if line and line not in said]
            said[:] = lines
            if told.get("nodes"):
                new.append(f"nodestats {told['nodes']} {time.monotonic() - begun:.2f}")
            self._say(*new)

        return report

    def _ping(self, number: str) -> None:
        self._thinker.stop()
        self._say(f"pong {number}".rstrip())

    def _learn(self, nothing: str) -> None:
        self._status(_("{bot} keeps no book of openings.", bot=self._title))
        self._say("learned")

    def _analyze(self, stopped: Callable[[], bool]) -> None:
        """Look at each position of the game, the last one first; values are for its side to move."""
        positions = self._game.replay(self._way.start, self._way.moves)
        self._status(_("{bot} is analyzing", bot=self._title))
        for made in reversed(range(len(positions))):
            returns = self._game.returns(positions[made])
            value = None if returns is None else returns[positions[made].mover]
            if returns is None:
                limits = replace(self._limits(timed=False), stopped=stopped)
                limits.seconds = limits.seconds if self._place.limits.get("seconds") else ANALYSIS_SECONDS
                value = self._player.choose(positions[made], limits, self._thinker.rng).value
            if stopped():
                break
            if value is not None:
                self._say(f"analysis {made} {value:.2f}")
        self._status()


def _found(line: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """A line of a search as ``search PV EVAL 0 DEPTH``; empty if it has no value."""
    moves: Sequence[str] = line.get("line") or ()
    value = line.get("value")
    if value is None or not moves:
        return ""
    depth = "100%" if line.get("kind") == "exact" else str(told.get("depth") or 1)
    return f"search {''.join(map(word, moves))} {value:+.2f} 0 {depth}"
