"""The bot that plays by tree search guided by an order of moves and an evaluation."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots._teaching import smaller
from plyground.core import knowledge
from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, outcome_of, silent
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search import guided
from plyground.search.teaching.puct import guidance, refusal


class PuctBot(Bot):
    """Its value is the mean worth of the positions that it appraised below the chosen move, from -1 to 1; or, where its
    line leads to a proven end, that of the end."""

    spec = BotSpec(
        "puct", _("Guided tree search"), _("Grows a tree where moves look good at first sight or turn out well.")
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return refusal(game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option("iterations", "int", 3000, _("Positions that are appraised for a move."), low=1, high=10_000_000),
            *guidance(game),
        )

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
        strength = knowledge.of(game).strength
        assert strength is not None
        iterations = int(options["iterations"])

        def told(found: guided.Found) -> None:
            if found.moves:
                report(_choice(game, position, found).progress())

        found = guided.search(
            game,  # type: ignore[arg-type]  # ``refusal`` has seen that it is one with kernels
            position,
            strength.weights(),
            smaller(iterations, limits.nodes) or 1,
            float(options["curiosity"]),
            limits,
            told,
            int(options["scale"]),
        )
        return _choice(game, position, found)


def _choice(game: Game[Any, Any], position: Any, found: guided.Found) -> Choice:
    if not found.moves:
        move = game.move_text(position, game.legal_moves(position)[0])
        return Choice(move, line=(move,), nodes=found.nodes)
    chosen = found.moves[0]
    texts, end = game.line_texts(position, chosen.line)
    returns = game.returns(end)
    value, outcome, unit = chosen.mean, None, "results"
    if chosen.proven != guided.UNPROVEN and returns is not None:
        value, unit = float(returns[game.to_move(position)]), game.spec.unit
        outcome = outcome_of(value)
    rows = [
        {"text": game.move_text(position, each.move), "value": each.mean, "kind": "estimate", "visits": each.visits}
        for each in found.moves
    ]
    return Choice(
        texts[0], value, "estimate", outcome, unit, line=texts, nodes=found.nodes, depth=found.deepest,
        details={"moves": rows},
    )  # fmt: skip


BOT = PuctBot()
