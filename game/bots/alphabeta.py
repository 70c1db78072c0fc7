"""The bot that plays by alpha-beta as it is taught, a ply deeper with every round until its budget is used up."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import TeachingBot, Tell, budget_option, deeper_and_deeper, two_sided_refusal
from plyground.core.bot import BotSpec, Limits
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.alphabeta import AlphaBetaRun
from plyground.search.teaching.scores import score_option
from plyground.search.teaching.search import Result
from plyground.search.teaching.two_sided import ORDERS


class AlphaBetaBot(TeachingBot):
    """Interpreted and told step by step elsewhere, so it is slow; it finds what minimax finds at its depth."""

    spec = BotSpec(
        "alphabeta",
        _("Alpha-beta"),
        _("Looks a ply further in every round and leaves out what cannot change its choice."),
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return two_sided_refusal(self.spec.title, game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        order = Option(
            "order", "choice", "rank",
            _("The order of moves: as the game lists them, by static value, "
              "or by the game's own rank."), choices=ORDERS,
        )  # fmt: skip
        return (budget_option(1_000), order, *score_option(game))

    def search(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random, tell: Tell
    ) -> tuple[Result, int, int]:
        seat = game.to_move(position)
        return deeper_and_deeper(
            lambda plies: AlphaBetaRun(game, position, {**options, "depth": plies}, seat),
            int(options["budget"]),
            limits,
            tell,
        )


BOT = AlphaBetaBot()
