"""The bot that plays what looks best at first sight: a win in one if there is one, else by the game's own order.

It looks one move ahead for wins and two for losses, and not at all beyond that.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from game.core import kernels
from game.core.bot import Bot, BotSpec, Choice, Limits, Report, silent
from game.core.game import Game
from game.core.options import Values


@dataclass(frozen=True)
class Ranked:
    """A legal move, its text, how good it looks, and the position after it."""

    move: Any
    text: str
    rank: float
    after: Any


def ranked_moves(game: Game[Any, Any], position: Any) -> list[Ranked]:
    """All legal moves, the best looking first; equals, and moves of a game without an order, in the game's order."""
    ordered = kernels.has(kernels.rank, type(position))
    found = [
        Ranked(
            move,
            game.move_text(position, move),
            float(kernels.rank(position, move)) if ordered else 0.0,
            game.play(position, move),
        )
        for move in game.legal_moves(position)
    ]
    return sorted(found, key=lambda each: -each.rank)


def wins(game: Game[Any, Any], position: Any, seat: int) -> bool:
    """Whether the game is over here and ``seat`` has the most of it."""
    returns = game.returns(position)
    return returns is not None and returns[seat] > 0 and returns[seat] == max(returns)


def exposes(game: Game[Any, Any], position: Any, seat: int) -> bool:
    """Whether ``seat`` has lost here, or another seat is to move and wins with one move."""
    returns = game.returns(position)
    if returns is not None:
        return returns[seat] < max(returns)
    other = game.to_move(position)
    if other == seat:
        return False
    return any(wins(game, game.play(position, reply), other) for reply in game.legal_moves(position))


class Intuition(Bot):
    """Takes a win in one, leaves no win in one where it can, and otherwise trusts the game's order of moves."""

    spec = BotSpec("intuition", "Intuition", "Plays what looks best at first sight, and sees wins and losses in one.")

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
        seat = game.to_move(position)
        ranked = ranked_moves(game, position)
        winning = next((each for each in ranked if wins(game, each.after, seat)), None)
        if winning is not None:
            return self._win(game, seat, winning, ranked)
        exposed = 0
        for each in ranked:
            if limits.expired() or not exposes(game, each.after, seat):
                break
            exposed += 1
        chosen = ranked[exposed if exposed < len(ranked) else 0]
        return Choice(chosen.text, line=(chosen.text,), nodes=len(ranked), depth=1, details=_details(ranked, exposed))

    def _win(self, game: Game[Any, Any], seat: int, winning: Ranked, ranked: list[Ranked]) -> Choice:
        returns = game.returns(winning.after)
        assert returns is not None
        return Choice(
            winning.text,
            value=returns[seat],
            kind="at_least" if game.spec.unit else "exact",
            outcome="win",
            unit=game.spec.unit,
            line=(winning.text,),
            nodes=len(ranked),
            depth=1,
            details=_details(ranked, 0),
        )


def _details(ranked: list[Ranked], exposed: int) -> dict[str, Any]:
    """The moves in the order in which they were considered; the first ``exposed`` of them lose at once."""
    return {
        "ranked": [
            {"text": each.text, "rank": each.rank, "exposed": place < exposed} for place, each in enumerate(ranked)
        ]
    }


BOT = Intuition()
