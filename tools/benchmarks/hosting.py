"""What it costs to host an engine of others: our own part of each of its moves, in every protocol."""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.engines import finding
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.protocol import LineTalk
from plyground.engines.wire import Wire
from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark

_GAMES, _MOVES = 4, 60


class _Waiting:
    """Counts the seconds that are spent waiting for the other side."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._receive = Wire.receive

    def __enter__(self) -> _Waiting:
        counted = self

        def receive(wire: Wire, deadline: float) -> str | None:
            begun = time.perf_counter()
            try:
                return counted._receive(wire, deadline)
            finally:
                counted.seconds += time.perf_counter() - begun

        Wire.receive = receive  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_raised: object) -> None:
        Wire.receive = self._receive  # type: ignore[method-assign]


@benchmark("hosting", measures="game/engines game/sandbox")
def hosting() -> list[Row]:
    """A random mover of our own behind each protocol is hosted for four games against another one: the time of a move
    less the time spent waiting for what it says, which a direct conversation waits for as well. The first move of each
    game, which starts the program, is left out, and so are protocols that start it for every move."""
    rows = []
    for game_id in registry.games():
        for name, protocol in finding.protocols(game_id).items():
            engine = _engine(game_id, name)
            if isinstance(protocol.talk(registry.game(game_id), engine, Wire), LineTalk):
                title = f"{registry.game(game_id).spec.title}, {name}: our part of a move, "
                rows += spread(title, _measured(game_id, engine), "ms", median="at most 2", p99="")
    return rows


def _engine(game_id: str, protocol: str) -> Engine:
    words = (sys.executable, "-m", "plyground", "speak", protocol, "--game", game_id, "--bot", "random")
    return Engine("ours", protocol, (game_id,), "Ours", words)


def _measured(game_id: str, engine: Engine) -> list[float]:
    """Milliseconds of our own, move by move."""
    game, bot, found = registry.game(game_id), EngineBot(engine), list[float]()
    with _Waiting() as waiting:
        for number in range(_GAMES):
            rng, memory, moves = random.Random(number), dict[str, Any](), list[str]()
            options = game.options({})
            start = position = game.initial(options)
            seat = number % game.seats_at(start)
            while game.returns(position) is None and len(moves) < _MOVES:
                move = rng.choice(game.legal_moves(position))
                if game.to_move(position) == seat:
                    bot.follow(game, memory, Way(options, start, tuple(moves)))
                    before, begun = waiting.seconds, time.perf_counter()
                    choice = bot.choose(game, position, {}, Limits(seconds=1.0).started(), rng, memory=memory)
                    used = time.perf_counter() - begun - (waiting.seconds - before)
                    if len(moves) >= game.seats_at(start):
                        found.append(1000 * used)
                    move = game.require(position, choice.move)
                moves.append(game.move_text(position, move))
                position = game.play(position, move)
    return found
