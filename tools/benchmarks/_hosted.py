"""Our bots behind each protocol, hosted as engines of others are, in games against a random mover."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from plyground.bots import _warming
from plyground.core import registry
from plyground.core.bot import Choice, Limits, Way
from plyground.core.game import Game
from plyground.engines import finding
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.own import OWN
from plyground.engines.protocol import LineTalk, Protocol
from plyground.engines.wire import Wire

Receive = Callable[[Wire, float], str | None]
"""As ``Wire.receive``."""


@contextmanager
def listening(heard: Callable[[Receive, Wire, float], str | None]) -> Iterator[None]:
    """Whatever the other side says is taken by ``heard``, which is handed what takes it else."""
    receive = Wire.receive
    Wire.receive = lambda wire, deadline: heard(receive, wire, deadline)  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Wire.receive = receive  # type: ignore[method-assign]


@dataclass
class Hosted:
    """A bot of ours that answers in a protocol of a game, by `plyground speak`; one process goes on from game to game
    where the protocol begins games anew."""

    game: Game[Any, Any]
    protocol: Protocol
    bot: EngineBot
    _memory: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The game and the protocol."""
        return f"{self.game.spec.title}, {self.protocol.name}"

    def play(
        self,
        number: int,
        limits: Limits,
        most: int | None = None,
        asked: Callable[[int, Callable[[], Choice]], Choice] = lambda turn, ask: ask(),
    ) -> bool:
        """Play a game, of ``most`` plies, in one form of the game that the protocol knows and one seat after the other.

        ``asked`` gives the choice of each of its turns, counted from 0, which it has by a call. Says whether the game
        came to its end; raises ``EngineFault``.
        """
        variants, rng, moves = self.protocol.variants(self.game), random.Random(number), list[str]()
        turn = 0
        options = self.game.options(variants[number % len(variants)])
        start = position = self.game.initial(options)
        seat = number // len(variants) % self.game.seats_at(start)
        while self.game.returns(position) is None and (most is None or len(moves) < most):
            if self.game.to_move(position) == seat:
                self.bot.follow(self.game, self._memory, Way(options, start, tuple(moves)))
                ask = partial(self.bot.choose, self.game, position, {}, limits.started(), rng, memory=self._memory)
                move = self.game.require(position, asked(turn, ask).move)
                turn += 1
            else:
                move = rng.choice(self.game.legal_moves(position))
            moves.append(self.game.move_text(position, move))
            position = self.game.play(position, move)
        return self.game.returns(position) is not None


def hosted(bot: Callable[[Game[Any, Any]], str]) -> Iterator[Hosted]:
    """The text's ``bot`` of each game behind each of its protocols, compiled for what it will play."""
    for game_id, game in registry.games().items():
        for name, protocol in finding.protocols(game_id).items():
            words = (sys.executable, "-m", "plyground", "speak", name, "--game", game_id, "--bot", bot(game))
            options = {"games": "many"} if protocol is OWN else {}
            engine = Engine("ours", name, (game_id,), "Ours", words, options=options)
            if not isinstance(protocol.talk(game, engine, Wire), LineTalk):  # else it would start for each message
                engine = Engine("ours", name, (game_id,), "Ours", (*words, "--host", "{host}", "--port", "{port}"))
            for variant in protocol.variants(game):
                _warming.load(registry.parse_player(bot(game), game), game.initial(game.options(variant)))
            yield Hosted(game, protocol, EngineBot(engine))
