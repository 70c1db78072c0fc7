"""The bot that plays what looks best at first sight: a win in one if there is one, else by the game's own order.

It looks one move ahead for wins and two for losses, and not at all beyond that. A game whose order has parts and
options lends them to the bot: its options are the order's, and it tells the parts of each move's rank.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, silent
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values, complete

MOST_TOLD = 100
"""How many of the ranked moves are told; the one that is played is always among them."""


@dataclass(frozen=True)
class Ranked:
    """A legal move, how good it looks, and the named parts of that where the game's order has parts."""

    move: Any
    rank: float
    parts: Mapping[str, float]


def ranked_moves(game: Game[Any, Any], position: Any, values: Values | None = None) -> list[Ranked]:
    """All legal moves, the best looking first; equals, and moves of a game without an order, in the game's order.

    ``values`` are those of the order's options, None for the defaults. The best looking moves are those of the highest
    rank, or of the lowest where the game's order says so.
    """
    ordering, moves = knowledge.of(game).ordering, game.legal_moves(position)
    if ordering is None:
        ordered = kernels.has(kernels.rank, type(position))
        found = [Ranked(move, float(kernels.rank(position, move)) if ordered else 0.0, {}) for move in moves]
        return sorted(found, key=lambda each: -each.rank)
    settled = complete(ordering.options, values)
    found = []
    for move in moves:
        parts = ordering.parts(position, move, settled)
        found.append(Ranked(move, float(sum(parts.values())), parts))
    sign = 1.0 if ordering.lowest_first(position) else -1.0
    return sorted(found, key=lambda each: sign * each.rank)


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

    spec = BotSpec(
        "intuition", _("Intuition"), _("Plays what looks best at first sight, and sees wins and losses in one.")
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return None

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        ordering = knowledge.of(game).ordering
        return ordering.options if ordering is not None else ()

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
        ranked = ranked_moves(game, position, options)
        ordering = knowledge.of(game).ordering
        place, exposed = 0, 0
        if ordering is None or ordering.looks_ahead:
            afters = [game.play(position, each.move) for each in ranked]
            winning = next((number for number, after in enumerate(afters) if wins(game, after, seat)), None)
            if winning is not None:
                return _win(game, position, seat, ranked, winning, afters[winning])
            for after in afters:
                if limits.expired() or not exposes(game, after, seat):
                    break
                exposed += 1
            place = exposed if exposed < len(ranked) else 0
        text = game.move_text(position, ranked[place].move)
        told = _details(game, position, ranked, place, exposed)
        return Choice(text, line=(text,), nodes=len(ranked), depth=1, details=told)


def _win(game: Game[Any, Any], position: Any, seat: int, ranked: list[Ranked], place: int, after: Any) -> Choice:
    returns = game.returns(after)
    assert returns is not None
    text = game.move_text(position, ranked[place].move)
    return Choice(
        text,
        value=returns[seat],
        kind="at_least" if game.spec.unit else "exact",
        outcome="win",
        unit=game.spec.unit,
        line=(text,),
        nodes=len(ranked),
        depth=1,
        details=_details(game, position, ranked, place, 0),
    )


def _details(game: Game[Any, Any], position: Any, ranked: list[Ranked], played: int, exposed: int) -> dict[str, Any]:
    """The moves in the order in which they were considered, at most ``MOST_TOLD`` and the one that is played; the first
    ``exposed`` of them lose at once. ``moves`` is how many there are."""
    told = []
    for place in [*range(min(len(ranked), MOST_TOLD)), *([played] if played >= MOST_TOLD else [])]:
        each = ranked[place]
        entry = {"text": game.move_text(position, each.move), "rank": each.rank, "exposed": place < exposed}
        told.append(entry | ({"parts": dict(each.parts)} if each.parts else {}))
    return {"ranked": told, "moves": len(ranked)}


BOT = Intuition()
