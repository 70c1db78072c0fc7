"""The bot that plays any legal move: the weakest opponent, the yardstick of all others, and a check of every game."""

from __future__ import annotations

import random
from typing import Any

from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, silent
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Values


class RandomMover(Bot):
    """Each legal move is as likely as any other."""

    spec = BotSpec("random", _("Random"), _("Plays any legal move, each as likely as the others."))

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return None

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
        move = game.move_text(position, rng.choice(game.legal_moves(position)))
        return Choice(move, line=(move,))


BOT = RandomMover()
