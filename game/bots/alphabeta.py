"""The bot that plays by alpha-beta as it is taught, a ply deeper with every round until its budget is used up."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import Seen, Teller, deeper_and_deeper, two_sided_refusal
from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, silent
from plyground.core.game import Game
from plyground.core.options import Option, Values
from plyground.search.teaching.alphabeta import AlphaBetaRun
from plyground.search.teaching.scores import Scale, score_option
from plyground.search.teaching.two_sided import ORDERS


def budget_option(default: int) -> Option:
    """Positions that may be analysed in all."""
    return Option("budget", "int", default, "Positions that may be analysed for a move.", low=1, high=10_000_000)


class AlphaBetaBot(Bot):
    """Interpreted and told step by step elsewhere, so it is slow; it finds what minimax finds at its depth."""

    spec = BotSpec(
        "alphabeta", "Alpha-beta", "Looks a ply further in every round and leaves out what cannot change its choice."
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return two_sided_refusal(self.spec.title, game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        order = Option(
            "order", "choice", "rank",
            "The order of moves: as the game lists them, by static value, or by the game's own rank.", choices=ORDERS,
        )  # fmt: skip
        return (budget_option(1_000), order, *score_option(game))

    def choose(
        self,
        game: Game[Any, Any],
        position: Any,
        options: Values,
        limits: Limits,
        rng: random.Random,
        report: Report = silent,
        memory: dict[str, Any] | None = None,
    ) -> Choice:
        seat, counts, teller = game.to_move(position), Scale(game, options).counts, Teller(report)
        best, nodes, depth = deeper_and_deeper(
            lambda plies: AlphaBetaRun(game, position, {**options, "depth": plies}, seat),
            int(options["budget"]),
            limits,
            lambda found, nodes, depth: teller.tell(Seen(game, position, counts, found, nodes, depth)),
        )
        return Seen(game, position, counts, best, nodes, depth).choice()


BOT = AlphaBetaBot()
