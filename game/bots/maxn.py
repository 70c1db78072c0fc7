"""The bot for any number of seats: max^n, paranoid or best-reply search, a ply deeper with every round."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import TeachingBot, Tell, budget_option, deeper_and_deeper
from plyground.core.bot import BotSpec, Limits
from plyground.core.game import Game
from plyground.core.knowledge import unscored
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.alphabeta import AlphaBetaRun
from plyground.search.teaching.best_reply import BestReplyRun
from plyground.search.teaching.maxn import MaxnRun
from plyground.search.teaching.scores import score_option
from plyground.search.teaching.search import Result
from plyground.search.teaching.two_sided import ORDERS

METHODS: dict[str, Any] = {"maxn": MaxnRun, "paranoid": AlphaBetaRun, "best_reply": BestReplyRun}


class MaxnBot(TeachingBot):
    """A value supposes that the others play as the method says: for themselves, all against this bot, or one at a
    time against it. With three or more seats it is an estimate even where every end was seen."""

    spec = BotSpec(
        "maxn", _("Max^n"), _("For any number of seats: supposes that all play for themselves, or together against it.")
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return unscored(self.spec.title, game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option(
                "method", "choice", "maxn",
                _("maxn: every seat for itself. paranoid: all against this one. best_reply: one at a time against it."),
                choices=tuple(METHODS),
            ),
            budget_option(1_000),
            Option("order", "choice", "rank", _("The order of moves."), choices=ORDERS),
            Option(
                "ties", "choice", "first", _("Which of equal moves max^n takes, in its "
                                             "order."), choices=("first", "last")
            ),
            *score_option(game),
        )  # fmt: skip

    def search(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random, tell: Tell
    ) -> tuple[Result, int, int]:
        seat, kind = game.to_move(position), METHODS[str(options["method"])]

        def heard(found: Result, nodes: int, depth: int) -> None:
            tell(_seen(found), nodes, depth)

        def _seen(found: Result) -> Result:
            if game.seats_at(position) > 2:  # others may play otherwise: nothing is certain
                found.sure = "estimate"
            return found

        best, nodes, depth = deeper_and_deeper(
            lambda plies: kind(game, position, {**options, "depth": plies}, seat), int(options["budget"]), limits, heard
        )
        return _seen(best), nodes, depth


BOT = MaxnBot()
