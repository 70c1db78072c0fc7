"""QTP, the Quoridor Text Protocol of the University of Athens: our end where its engines play here.

See http://quoridor.di.uoa.gr/qtp/qtp.html. A command is a line, its answer a line that begins with ``=`` or ``?``;
what else an engine prints is passed over, as the referee of that course does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from plyground.core.bot import Choice, Report
from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.commands import CommandTalk, Refused
from plyground.engines.declared import Engine
from plyground.engines.protocol import GRACE_SECONDS, Protocol, Talk, Turn
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault, Wire
from plyground.games.camel.engines import _qtp_speaking, _words
from plyground.games.camel.position import height_of, starting_camels, width_of


class QTPTalk(CommandTalk):
    """A conversation of commands. No word of QTP tells a time or stops a search: an engine has the keeper's seconds, or
    the game's where they are more."""

    def greet(self, deadline: float) -> None:
        self._told: tuple[Any, list[str]] | None = None
        self._seen: tuple[int, Any]  # the ply at which it was asked last, and the position there
        options = dict(self.engine.options)
        notation = options.pop("notation", "split")
        if notation not in ("split", "joined"):
            raise EngineFault(_("the notation of QTP is split or joined, not {name}.", name=quoted(notation)))
        self._joined = notation == "joined"
        self.facts["name"] = self._ask("name", deadline)
        for name, value in options.items():
            self._ask(f"{name} {value}".rstrip(), deadline)
        self.facts["sizes"] = [size for size in _words.SIZES if self._has(size, deadline)]

    def choose(self, turn: Turn, report: Report) -> Choice:
        legal = self.game.legal_moves(turn.position)
        if [self.game.move_text(turn.position, move) for move in legal] == ["Pass"]:
            return Choice("Pass", line=("Pass",))
        self.wire.resume()
        self._tell(turn, time.monotonic() + (turn.limits.seconds or 0.0) + self.engine.seconds + GRACE_SECONDS)
        limits = turn.limits
        if limits.left is None:
            limits = replace(limits, seconds=max(limits.seconds or 0.0, self.engine.seconds))
        self._send(f"genmove {_words.COLOURS[self.game.to_move(turn.position)]}")
        said = self._answer(self.hear(limits), "genmove")
        text = _words.read(self.game, turn.position, said)
        if text is None:
            return Choice(said)
        self._told = (turn.way.start, [*turn.way.moves, text])
        return Choice(text, line=(text,))

    def _tell(self, turn: Turn, deadline: float) -> None:
        """The moves since, or a new game with all of them."""
        start, moves = turn.way.start, list(turn.way.moves)
        if self._told is None or not turn.goes_on(self._told):
            self._ask(f"boardsize {int(width_of(start))}", deadline)
            self._ask("clear_board", deadline)
            self._ask(f"walls {int(starting_camels(start))}", deadline)
            self._told, self._seen = (start, []), (0, start)
        known, seen = self._seen
        positions = self.game.replay(seen, moves[known:])
        for number in range(len(self._told[1]), len(moves)):
            if moves[number] == "Pass":  # QTP has no word for it, and lets one side move twice
                continue
            before, after = positions[number - known], positions[number - known + 1]
            command, words = _words.written(self.game, before, after, moves[number], self._joined)
            self._ask(f"{command} {_words.COLOURS[self.game.to_move(before)]} {words}", deadline)
        self._told, self._seen = (start, moves), (len(moves), turn.position)

    def _has(self, size: int, deadline: float) -> bool:
        try:
            self._ask(f"boardsize {size}", deadline)
        except Refused:
            return False
        return True

    def _send(self, command: str) -> None:
        """Answers have no numbers: what an engine said more than once is not to be taken for this command's."""
        self.wire.drain()
        self.wire.send(command)

    def _answer(self, lines: Iterable[str], command: str) -> str:
        for line in lines:
            sign, text = line.strip()[:1], line.strip()[1:].strip()
            if sign == "?":
                raise Refused(command, text)
            if sign == "=":
                return text
        raise AssertionError("the lines end with a fault")


class QTP(Protocol):
    """The protocol ``qtp``."""

    name, title = "qtp", "QTP"
    remark = _("It knows no limit of length: a game that reaches ours, 200 plies if not set otherwise, is drawn.")

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        return QTPTalk(game, engine, start)

    def variants(self, game: Game[Any, Any]) -> list[dict[str, Any]]:
        """Quoridor itself, and this game's own board."""
        return [{"board_width": 9, "board_height": 9, "starting_camels": 10}, {}]

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        if not _words.is_start(game, position):
            return _("QTP knows Quoridor's own starts alone, on 3 x 3, 5 x 5, 7 x 7 and 9 x 9.")
        size, known = int(height_of(position)), facts.get("sizes")
        if isinstance(known, list) and size not in known:
            return _("This engine does not play on {size} x {size}.", size=size)
        return None

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        _qtp_speaking.Speaker(game, place).run()


PROTOCOL = QTP()
