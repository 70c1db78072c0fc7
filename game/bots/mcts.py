"""The bot that plays by Monte Carlo tree search: random games, most of them where they look promising."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import TeachingBot, Tell, smaller
from plyground.core.bot import BotSpec, Limits
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.mcts import Mcts, MctsRun, playout_options
from plyground.search.teaching.search import Result


class MctsBot(TeachingBot):
    """Its value is the mean of the games that it played: of their returns where ends are graded, else of 1, 0, -1."""

    spec = BotSpec("mcts", _("Monte Carlo"), _("Plays games at random and prefers the moves that win them most often."))

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return None

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option("iterations", "int", 200, _("Games that are played for a move."), low=1, high=10_000_000),
            Option("exploration", "float", 0.7, _("How much is given to what was tried seldom."), low=0.0, high=10.0),
            *playout_options(game),
        )

    def search(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random, tell: Tell
    ) -> tuple[Result, int, int]:
        iterations = smaller(int(options["iterations"]), limits.nodes)
        run = MctsRun(game, position, {**options, "iterations": iterations or 1}, game.to_move(position), rng)
        run.expired = limits.expired
        if limits.depth is not None:
            run.most_plies = limits.depth
        for event in run.events():
            if event.kind == "iteration":
                tell(run.result, run.tree.visits, run.result.deepest)
        run.result.roots = run.children()
        return run.result, run.tree.visits, run.result.deepest

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return Mcts().counts(game, options)


BOT = MctsBot()
