"""Moves that a declared engine is asked for, as the program asks it."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path
from typing import Any

from plyground.core import registry
from plyground.core.bot import Choice, Limits, Way
from plyground.engines import finding
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.speaking import Place
from tests.engines.strict import CONVERSATIONS, PROGRAM
from tests.waiting import until


class Asked:
    """An engine in one game; ``reports`` is what it told while it thought of its last move."""

    def __init__(self, protocol: str, words: tuple[str, ...], game: str = "othello", **given: Any) -> None:
        self.game = registry.game(game)
        self.bot = EngineBot(Engine("peer", protocol, (game,), title="The peer", command=words, **given))
        self.reports: list[dict[str, Any]] = []
        self._memory: dict[str, Any] = {}

    @classmethod
    def by(cls, conversation: str, protocol: str, **given: Any) -> Asked:
        """An engine that insists on a conversation."""
        words = (sys.executable, "-E", "-S", str(PROGRAM), str(CONVERSATIONS / f"{conversation}.txt"))
        return cls(protocol, words, folder=str(Path(PROGRAM).parent), **given)

    def choose(self, *moves: str, start: str | None = None, options: Any = None, **limits: Any) -> Choice:
        """Its choice after moves."""
        chosen = self.game.options(options)
        begin = self.game.initial(chosen) if start is None else self.game.parse_position(start)
        position = self.game.replay(begin, moves)[-1]
        self.bot.follow(self.game, self._memory, Way(chosen, begin, moves))
        self.reports.clear()
        asked = Limits(**({"seconds": 60.0} | limits))
        rng = random.Random(1)
        return self.bot.choose(self.game, position, {}, asked, rng, self.reports.append, self._memory)


class Said(io.StringIO):
    """What our end of a protocol says to lines; after a line ``(X)`` the next is sent once a line that begins with X
    was said."""

    def __init__(self, protocol: str, bot: str, lines: str, game: str = "othello", **given: Any) -> None:
        super().__init__()
        rules = registry.game(game)
        reader: Any = _Reader(self, lines)
        place = Place(bot, rules.options({}), seed=3, read_from=reader, write_to=self, **given)
        finding.protocol(game, protocol).speak(rules, place)

    @property
    def lines(self) -> list[str]:
        """Line by line."""
        return self.getvalue().split("\n")[:-1]


class _Reader:
    def __init__(self, said: Said, lines: str) -> None:
        self._lines, self._said, self._seen = io.StringIO(lines), said, 0

    def readline(self) -> str:
        line = self._lines.readline()
        if not line.startswith("("):
            return line
        until(lambda: self._heard(line.strip()[1:-1]))
        return self.readline()

    def _heard(self, wanted: str) -> bool:
        for number, line in enumerate(self._said.lines):
            if number >= self._seen and line.startswith(wanted):
                self._seen = number + 1
                return True
        return False
