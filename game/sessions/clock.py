"""Clocks: how much time each seat has, as plain arithmetic on seconds, and how long a bot may think by them.

A clock gives nothing by itself: the session says when a turn begins and how long it took, on the server's monotonic
clock, and keeps what is left in the log. An increment is added when the turn begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from plyground.core.bot import Player
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.sessions.reading import a_whole_number

Left = tuple[float, ...]
"""Seconds left for each seat."""

FIRST_MOVE = "first_move"
DAY = 86_400.0
MOST_DAYS = 14
_LONGEST = DAY
_LEAST, _MOST_OF_CLOCK = 0.01, 0.8


@dataclass(frozen=True)
class ClockRule:
    """``none``; ``move``: ``seconds`` for each move; ``game``: ``base`` for the game and ``increment`` a turn.

    ``days``: whole days for each move, as ``seconds``, by correspondence; they run on while a game is out of memory."""

    kind: Literal["none", "move", "game", "days"] = "none"
    seconds: float = 0.0
    base: float = 0.0
    increment: float = 0.0
    first_free: bool = False
    """Whether a person's clock starts with their first move; in games of before it ran at once."""

    @classmethod
    def read(cls, given: Any) -> ClockRule:
        """Read the protocol's JSON (None is no clock); raises ``Malformed``."""
        if given is None:
            return cls()
        if not isinstance(given, dict):
            raise Malformed(_("A clock is an object with a kind: none, move, game or days."))
        match given.get("kind", None if given else "none"):
            case "none":
                return cls()
            case "move":
                return cls("move", seconds=_seconds(given, "seconds", 1.0), first_free=_first_free(given))
            case "game":
                base, increment = _seconds(given, "base", 1.0), _seconds(given, "increment", 0.0)
                return cls("game", base=base, increment=increment, first_free=_first_free(given))
            case "days":
                days = a_whole_number(given, "days", 1, MOST_DAYS)
                return cls("days", seconds=days * DAY, first_free=_first_free(given))
        raise Malformed(_("A clock's kind is none, move, game or days."))

    def as_json(self) -> dict[str, Any]:
        starts = {"starts": FIRST_MOVE} if self.first_free else {}
        if self.kind == "move":
            return {"kind": "move", "seconds": self.seconds, **starts}
        if self.kind == "game":
            return {"kind": "game", "base": self.base, "increment": self.increment, **starts}
        if self.kind == "days":
            return {"kind": "days", "days": int(self.seconds / DAY), **starts}
        return {"kind": "none"}

    def of_new_game(self) -> ClockRule:
        """The same rule in a game that is made now: each person's clock starts with their first move."""
        return self if self.kind == "none" else replace(self, first_free=True)

    @property
    def a_move(self) -> bool:
        """Whether each move has its own time, whatever the others took."""
        return self.kind in ("move", "days")

    def initial(self, seats: int, first: int) -> Left | None:
        """What each seat has when the first turn, of seat ``first``, has begun; None without a clock."""
        if self.kind == "none":
            return None
        return self.begin(((self.base if self.kind == "game" else self.seconds),) * seats, first)

    def begin(self, left: Left, seat: int) -> Left:
        """What is left when a turn of ``seat`` has begun."""
        mine = self.seconds if self.a_move else left[seat] + self.increment
        return (*left[:seat], mine, *left[seat + 1 :])

    def allowance(self, left: Left | None, seat: int, most: float) -> float:
        """How many seconds a bot should think, so that its time lasts: at most ``most``."""
        if left is None:
            return most
        share = left[seat] * 0.9 if self.a_move else left[seat] / 25 + 0.8 * self.increment
        return max(_LEAST, min(most, share, left[seat] * _MOST_OF_CLOCK))


def use(left: Left, seat: int, seconds: float) -> Left:
    """What is left after ``seat`` has used ``seconds``, never less than 0."""
    return (*left[:seat], max(0.0, left[seat] - seconds), *left[seat + 1 :])


def _first_free(given: dict[str, Any]) -> bool:
    return given.get("starts") == FIRST_MOVE


def _seconds(given: dict[str, Any], name: str, low: float) -> float:
    value = given.get(name, None if low else 0)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Malformed(_("A clock needs {name}, a number of seconds.", name=name))
    if not low <= value <= _LONGEST:
        raise Malformed(
            _("A clock's {name} goes from {low:g} to {longest:,g} seconds.", name=name, low=low, longest=_LONGEST)
        )
    return float(value)


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
