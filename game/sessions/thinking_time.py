"""How long a bot may think about its move, from the clock of the game and from what kind of bot it is."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.bot import Player
from plyground.sessions.clock import ClockRule, Left

_LEAST = 0.01
_MOST_OF_CLOCK = 0.8


@dataclass(frozen=True)
class ThinkingTime:
    """``seconds`` bound the search. A bot that plans its time is told what is ``left`` on its clock, and the
    ``increment``; for other bots, and without such a clock, ``left`` is None."""

    seconds: float
    left: float | None = None
    increment: float = 0.0


def thinking_time(rule: ClockRule, left: Left | None, seat: int, most: float, player: Player) -> ThinkingTime:
    """The time of a turn that has begun: no more than ``most``, and without a clock no more than is usual for the bot,
    unless its own limits say how long."""
    if rule.kind == "game" and left is not None and player.bot.plans:
        bound = max(_LEAST, min(most, left[seat] * _MOST_OF_CLOCK))
        return ThinkingTime(bound, left[seat], rule.increment)
    usual = player.bot.usual_seconds
    if left is None and usual is not None and "seconds" not in player.limits:
        most = min(most, usual)
    return ThinkingTime(rule.allowance(left, seat, most))
