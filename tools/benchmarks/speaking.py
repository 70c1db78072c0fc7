"""Our bots behind each protocol, a hundred games under a peer that takes no line but those of the protocol."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.core.game import Game
from plyground.engines.wire import EngineFault, Wire
from tools.benchmarks._hosted import Hosted, Receive, hosted, listening
from tools.benchmarks._registry import Row, benchmark

_GAMES = 100
_BOT = "hare:budget=200"
"""Bounded by positions, since it is told the time of a move."""
_SQUARE = "[A-H][1-8]|PA"
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
GRAMMAR = {
    "gtp": re.compile(r"[=?]\d*(?: .*)?|[a-z][a-z_-]*|"),
    "qtp": re.compile(r"[=?](?: .*)?|"),
    "nboard": re.compile(
        rf"set myname \S.*|status.*|pong \d+|=== (?:{_SQUARE})(?:/(?:{_NUMBER})?/{_NUMBER})?"
        rf"|search (?:{_SQUARE})+ {_NUMBER} 0 \d+%?W?|nodestats \d+ {_NUMBER}"
    ),
    "tei": re.compile(
        r"id (?:name|author) \S.*|option name \S+ type \S+.*|teiok|readyok"
        r"|bestmove [1-8]?[SC]?[a-h][1-8](?:[<>+-][1-8]*)?"
        rf"|info (?:(?:depth|time|nodes|nps) \d+ ?|score cp {_NUMBER} ?)*(?:pv \S.*)?"
    ),
}
"""What a line may be, whole, in each protocol whose lines are words."""
WORDS = {
    "plyground": {"ready", "info", "move", "note"},
    "icfp": {"me", "ready", "claim", "option", "splurge", "pass"},
}
"""What a message of JSON may say, one of them, in the others."""


def is_sound(protocol: str, line: str) -> bool:
    """Whether a line, or a message without its frame, is one of the protocol's."""
    if protocol in GRAMMAR:
        return GRAMMAR[protocol].fullmatch(line) is not None
    try:
        said = json.loads(line)
    except ValueError:
        return False
    return isinstance(said, dict) and len(WORDS[protocol] & said.keys()) == 1


class Strict:
    """Reads along: counts the lines, and raises for one that is none of the protocol's."""

    def __init__(self, protocol: str) -> None:
        self.lines, self._protocol = 0, protocol

    def __call__(self, receive: Receive, wire: Wire, deadline: float) -> str | None:
        line = receive(wire, deadline)
        if line is not None:
            self.lines += 1
            if not is_sound(self._protocol, line):
                raise EngineFault(f"it said {line[:200]!r}, which is not {self._protocol}.")
        return line


def _bot(game: Game[Any, Any]) -> str:
    return _BOT if registry.bots()["hare"].refuses(game) is None else "intuition"


@benchmark("speaking", measures="game/engines game/games/*/engines")
def speaking() -> list[Row]:
    """The Hare, by `plyground speak` with 200 positions a move, plays 100 games in each protocol of each game against a
    random mover, in all forms of the game that the protocol knows and in each seat by turns. Each line that it says
    must be the protocol's, whole, and each move legal; a game counts that came to its end so. A game that knows no Hare
    is played by the bot Intuition. One process speaks through all games of a protocol that begins games anew; ICFP is
    spoken online, a connection for each game.
    """
    rows = []
    for each in hosted(_bot):
        strict = Strict(each.protocol.name)
        with listening(strict):
            ended = sum(_ends(each, number) for number in range(_GAMES))
        rows.append(Row(f"{each.title}: games to the end without a fault", ended, "games", str(_GAMES)))
        rows.append(Row(f"{each.title}: lines that were read", strict.lines, "lines"))
    return rows


def _ends(each: Hosted, number: int) -> bool:
    try:
        return each.play(number, Limits(seconds=60.0))
    except EngineFault as fault:
        print(f"{each.title}, game {number}: {fault.sentence}", file=sys.stderr)
        return False
