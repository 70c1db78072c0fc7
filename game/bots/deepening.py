"""The bot that plays by iterative deepening with partial termination: what is settled is never searched again."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import TeachingBot, Tell, budget_option, smaller, two_sided_refusal
from plyground.core.bot import BotSpec, Limits
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.deepening import DeepeningRun
from plyground.search.teaching.scores import score_option
from plyground.search.teaching.search import Result
from plyground.search.teaching.two_sided import DEEPEST


class DeepeningBot(TeachingBot):
    """It can be stopped at any point and answers no worse than its last finished iteration. The budget counts every
    position whose static value was looked at."""

    spec = BotSpec(
        "deepening",
        _("Deepening"),
        _("Looks further with every iteration, the best line first, and drops what is settled."),
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return two_sided_refusal(self.spec.title, game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            budget_option(2_000),
            Option("remember_replies", "bool", False, _("Begin each first move with the reply that refuted it.")),
            Option("ceiling_early", "bool", False, _("A ceiling needs only its deciding reply to be finished.")),
            *score_option(game),
        )

    def search(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random, tell: Tell
    ) -> tuple[Result, int, int]:
        depth = smaller(limits.depth, DEEPEST) or DEEPEST
        most = smaller(int(options["budget"]), limits.nodes)
        run = DeepeningRun(game, position, {**options, "depth": depth}, game.to_move(position))
        run.expired = lambda: (most is not None and run.looked >= most) or limits.expired()
        for event in run.events():
            if event.kind == "finished":
                tell(run.result, run.looked, max(run.result.deepest, 1))
            elif event.kind == "iteration":  # what is told of the moves is of the last iteration
                run.result.roots.clear()
        return run.result, run.looked, max(run.result.deepest, 1)


BOT = DeepeningBot()
