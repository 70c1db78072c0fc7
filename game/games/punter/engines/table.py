"""A game of the contest among punters elsewhere and bots of ours, as the contest's server held it.

What a punter says that is no legal move is a pass; who closes, floods or breaks the frames, or is late ten times, is a
zombie: its connection is closed, and it passes to the end.
"""

from __future__ import annotations

import json
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from plyground.core.bot import Limits, Player
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.engines.wire import EngineFault, Wire
from plyground.games.punter import moves, notation, records, scores, texts
from plyground.games.punter.engines import messages
from plyground.games.punter.position import FUTURES, Position, is_over, punters

Told = Callable[[str], object]
"""Hears what happens, a sentence at a time."""


class Seated(ABC):
    """Who has a seat."""

    name: str
    zombie = False
    remark = ""
    """Why the last move was a pass, if that was not its wish."""

    def begin(self, position: Position, seat: int) -> None:  # noqa: B027  (a bot of ours needs no telling)
        """Tell of the game before anything else; ``bets`` is asked when all have been told."""

    @abstractmethod
    def bets(self, position: Position, seat: int) -> moves.Move:
        """The bets, or none. Raises ``EngineFault``."""

    @abstractmethod
    def move(self, position: Position, turns: Sequence[str]) -> moves.Move | None:
        """The move after these turns; None if it came too late. Raises ``EngineFault``."""

    def end(self, turns: Sequence[str], seat: int, count: int, totals: Sequence[int]) -> None:  # noqa: B027
        """Tell how it ended."""


class Ours(Seated):
    """A bot of ours."""

    def __init__(self, player: Player, seconds: float, seed: int) -> None:
        self.name = player.bot.spec.title
        self._player, self._seconds, self._rng = player, seconds, random.Random(seed)
        self._memory: dict[str, Any] = {}

    def bets(self, position: Position, seat: int) -> moves.Move:
        return self._chosen(position) if position.settings & FUTURES else moves.no_bets(position)

    def move(self, position: Position, turns: Sequence[str]) -> moves.Move | None:
        return self._chosen(position)

    def _chosen(self, position: Position) -> moves.Move:
        choice = self._player.choose(position, Limits(seconds=self._seconds), self._rng, memory=self._memory)
        found: moves.Move = notation.parse_move(position, choice.move)
        return found


class Guest(Seated):
    """A punter elsewhere that has said its name."""

    def __init__(self, wire: Wire, name: str) -> None:
        self.wire, self.name = wire, name
        self._since: int | None = None
        self._late, self._ready_by = 0, 0.0
        self._owed = 0  # answers to prompts for which it was late, which may still come

    def check_waiting(self) -> None:
        """Raises ``EngineFault`` if it has gone, or speaks before the game begins."""
        text = self.wire.receive(0.0)
        if text is not None:
            raise EngineFault(_("it spoke before the game began."))

    def begin(self, position: Position, seat: int) -> None:
        self.wire.send_bytes(messages.frame(messages.setup(position, seat)))
        self._ready_by = time.monotonic() + messages.SETUP_SECONDS

    def bets(self, position: Position, seat: int) -> moves.Move:
        text = self.wire.receive(self._ready_by)
        if text is None:
            raise EngineFault(_("it was not ready in time."))
        found: moves.Move = notation.parse_move(position, messages.bets(position, seat, messages.read(text)))
        return found

    def move(self, position: Position, turns: Sequence[str]) -> moves.Move | None:
        self._owed = max(0, self._owed - self.wire.drain())
        prompt = messages.told(turns, moves.seat_of(position), int(punters(position)), self._since)
        self._since = len(turns)
        self.wire.send_bytes(messages.frame({"move": {"moves": prompt}}))
        deadline = time.monotonic() + messages.MOVE_SECONDS
        while (text := self.wire.receive(deadline)) is not None:
            self.remark = ""
            found = self._read(position, text)
            if not (self.remark and self._owed):
                return found
            self._owed -= 1  # what is no move now was an answer to an earlier prompt
        self._late, self._owed, self.remark = self._late + 1, self._owed + 1, ""
        self.wire.send_bytes(messages.frame({"timeout": messages.MOVE_SECONDS}))
        if self._late >= messages.MOST_TIMEOUTS:
            raise EngineFault(_("it was late {count} times.", count=self._late))
        return None

    def _read(self, position: Position, text: str) -> moves.Move:
        """The move of an answer; what is none is a pass, and remarked on."""
        try:
            body = messages.body_of(messages.read(text))
        except EngineFault as fault:
            self.remark = fault.sentence
            return moves.a_pass(position)
        found: moves.Move = records.lenient(position, body)
        if found == moves.a_pass(position) and "pass" not in body:
            self.remark = f"{json.dumps(body)[:100]} is not legal."
        return found

    def end(self, turns: Sequence[str], seat: int, count: int, totals: Sequence[int]) -> None:
        told = messages.told(turns, seat, count, self._since)
        points = [{"punter": punter, "score": score} for punter, score in enumerate(totals)]
        self.wire.drain()
        self.wire.send_bytes(messages.frame({"stop": {"moves": told, "scores": points}}))
        self.wire.flush(time.monotonic() + 2.0)
        self.wire.close()


@dataclass(frozen=True)
class Ended:
    """A game that is over: the scores, and its record."""

    scores: list[int]
    record: Record


def play(start: Position, seated: Sequence[Seated], told: Told) -> Ended:
    """Play a game to its end, whatever the punters do."""
    return _Playing(start, seated, told).to_the_end()


class _Playing:
    def __init__(self, start: Position, seated: Sequence[Seated], told: Told) -> None:
        self._start, self._position, self._seated, self._told = start, start, seated, told
        self._turns: list[str] = []
        self._late: list[int] = []
        self._zombies: list[int] = []

    def to_the_end(self) -> Ended:
        for seat, one in enumerate(self._seated):
            one.begin(self._start, seat)
        laid = [self._bets(seat) for seat in range(len(self._seated))]
        while not is_over(self._position):
            self._turn()
        totals = scores.totals(self._position)
        for seat, one in enumerate(self._seated):
            self._or_zombie(seat, partial(one.end, self._turns, seat, len(totals), totals))
        return Ended(totals, self._record(laid))

    def _bets(self, seat: int) -> str:
        position = self._position
        found = self._or_zombie(seat, partial(self._seated[seat].bets, position, seat))
        laid = moves.no_bets(position) if found is None else found
        if not position.settings & FUTURES:
            return ""
        text = notation.move_text(position, laid)
        self._position = moves.play(position, laid)
        return text

    def _turn(self) -> None:
        position, number = self._position, len(self._turns)
        seat = moves.seat_of(position)
        one = self._seated[seat]
        found = self._or_zombie(seat, partial(one.move, position, self._turns))
        if one.zombie:
            self._zombies.append(number)
        elif found is None:
            self._late.append(number)
        if one.remark:
            self._told(f"{one.name} (punter {seat}) passes in turn {number}: {one.remark}")
            one.remark = ""
        move = moves.a_pass(position) if found is None else found
        self._turns.append(notation.move_text(position, move))
        self._position = moves.play(position, move)

    def _or_zombie(self, seat: int, act: Callable[[], Any]) -> Any:
        one = self._seated[seat]
        try:
            return None if one.zombie else act()
        except EngineFault as fault:
            one.zombie = True
            self._told(f"{one.name} (punter {seat}) is a zombie: {fault.sentence}")
            if isinstance(one, Guest):
                one.wire.close()
            return None

    def _record(self, laid: list[str]) -> Record:
        tags = {f"team_{seat}": one.name for seat, one in enumerate(self._seated)}
        for name, found in (("zombies", self._zombies), ("timeouts", self._late)):
            if found:
                tags[name] = " ".join(map(str, found))
        return Record(texts.option_values(self._start), None, (*filter(None, laid), *self._turns), tags)


def log_of(ended: Ended, options: dict[str, Any]) -> str:
    """The game as the organisers' log."""
    return records.write(ended.record, options, "log")
