"""Our bots behind each protocol, a hundred games under a peer that takes no line but those of the protocol."""

from __future__ import annotations

import json
import random
import re
import sys
from typing import Any

from plyground.bots import _warming
from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.engines import finding
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.protocol import LineTalk
from plyground.engines.wire import EngineFault, Wire
from tools.benchmarks._registry import Row, benchmark

_GAMES, _OWN_GAMES = 100, 20
_NODES = 200
"""Positions that the bot looks at for a move."""
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
"""What a line may be, whole, in each protocol of lines but our own."""
_OWN = {"ready", "info", "move", "note"}


def is_sound(protocol: str, line: str) -> bool:
    """Whether a line is one of the protocol's."""
    if protocol in GRAMMAR:
        return GRAMMAR[protocol].fullmatch(line) is not None
    try:
        said = json.loads(line)
    except ValueError:
        return False
    return isinstance(said, dict) and len(_OWN & said.keys()) == 1


class _Strict:
    """Reads along: counts the lines, and raises for one that is none of the protocol's."""

    def __init__(self, protocol: str) -> None:
        self.lines, self._protocol, self._receive = 0, protocol, Wire.receive

    def __enter__(self) -> _Strict:
        strict = self

        def receive(wire: Wire, deadline: float) -> str | None:
            line = strict._receive(wire, deadline)
            if line is not None:
                strict.lines += 1
                if not is_sound(strict._protocol, line):
                    raise EngineFault(f"it said {line[:200]!r}, which is not {strict._protocol}.")
            return line

        Wire.receive = receive  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_raised: object) -> None:
        Wire.receive = self._receive  # type: ignore[method-assign]


@benchmark(
    "speaking", measures="game/engines game/games/camel/engines game/games/othello/engines game/games/tak/engines"
)
def speaking() -> list[Row]:
    """The Hare, by `plyground speak` with 200 positions a move, plays 100 games in each protocol of lines against a
    random mover, in either seat by turns; in our own protocol, which every game has, 20 games of each. Each line that
    it says must be the protocol's, whole, and each move legal; a game counts that came to its end so. A game that knows
    no Hare is played by the bot Intuition. One process speaks through all games of a protocol that begins games anew.
    """
    rows = []
    for game_id, game in registry.games().items():
        for name, protocol in finding.protocols(game_id).items():
            bot = "hare" if registry.bots()["hare"].refuses(game) is None else "intuition"
            words = ("-m", "plyground", "speak", name, "--game", game_id, "--bot", bot, "--nodes", str(_NODES))
            engine = Engine("ours", name, (game_id,), "Ours", (sys.executable, *words))
            if not isinstance(protocol.talk(game, engine, Wire), LineTalk):
                continue
            _warming.load(registry.parse_player(bot, game), game.initial(game.options(protocol.variants(game)[0])))
            count, memory = _GAMES if name in GRAMMAR else _OWN_GAMES, dict[str, Any]()
            with _Strict(name) as strict:
                ended = sum(_plays(EngineBot(engine), game_id, number, memory) for number in range(count))
            title = f"{game.spec.title}, {name}: "
            rows.append(Row(f"{title}games to the end without a fault", ended, "games", str(count)))
            rows.append(Row(f"{title}lines that were read", strict.lines, "lines"))
    return rows


def _plays(bot: EngineBot, game_id: str, number: int, memory: dict[str, Any]) -> bool:
    """Play a game; whether it came to its end."""
    game = registry.game(game_id)
    variants = finding.protocol(game_id, bot.engine.protocol).variants(game)
    options = game.options(variants[0])
    rng, moves = random.Random(number), list[str]()
    start = position = game.initial(options)
    seat = number % game.seats_at(start)
    try:
        while game.returns(position) is None:
            move = rng.choice(game.legal_moves(position))
            if game.to_move(position) == seat:
                bot.follow(game, memory, Way(options, start, tuple(moves)))
                limits = Limits(seconds=60.0).started()
                move = game.require(position, bot.choose(game, position, {}, limits, rng, memory=memory).move)
            moves.append(game.move_text(position, move))
            position = game.play(position, move)
    except EngineFault as fault:
        print(f"{game_id}, {bot.engine.protocol}, game {number}: {fault.sentence}", file=sys.stderr)
        return False
    return True
