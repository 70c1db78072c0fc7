"""How the teaching searches score positions: by ends of the game where they see them, else by a static score.

Where a game says that its ends are graded, an end counts by its returns, in the unit of the scores. In any other game
a win beats any score: it counts ``WIN`` less the plies until it is there, so that sooner wins and later losses are
better; a draw is 0.
"""

from __future__ import annotations

from typing import Any

from plyground.core import knowledge
from plyground.core.game import Game
from plyground.core.messages import _, joined
from plyground.core.options import Option, Values
from plyground.search.teaching import heuristics

WIN = 1_000_000.0
SURE = 900_000.0
"""A value of at least this, or at most its negative, stands for a game that is won or lost."""


def score_option(game: Game[Any, Any]) -> tuple[Option, ...]:
    """The option that says what is counted, where there is a choice."""
    units = knowledge.of(game).units
    if len(units) < 2:
        return ()
    names = tuple(unit.name for unit in units)
    scores = joined(*(_("{name}: {help}", name=unit.name, help=_(unit.help)) for unit in units))
    return (
        Option(
            "score", "choice", names[0], _("What is counted at the horizon. {scores}", scores=scores), choices=names
        ),
    )


class Scale:
    """The values of positions for a seat. ``lowest`` and ``highest`` are the worst and best that an end can be."""

    def __init__(self, game: Game[Any, Any], options: Values | None = None, by_distance: bool = True) -> None:
        units = knowledge.of(game).units
        wanted = (options or {}).get("score", units[0].name if units else "")
        self._unit = next((number for number, unit in enumerate(units) if unit.name == wanted), 0)
        self._game, self._by_distance = game, by_distance
        self.counts = units[self._unit].counts if units else "points"
        self.lowest, self.highest = -WIN, WIN
        if game.spec.graded:
            unit = units[self._unit] if units else None
            self.lowest = unit.lowest if unit else -float("inf")
            self.highest = unit.highest if unit else float("inf")

    def end(self, returns: tuple[float, ...], seat: int, ply: int) -> float:
        """The value of an end that was reached at ``ply``."""
        value = returns[seat]
        if self._game.spec.graded or not value:
            return float(value)
        won = WIN - ply if self._by_distance else WIN
        return won if value > 0 else -won

    def static(self, position: Any, seat: int, ply: int) -> float:
        """The value at first sight: the end's where the game is over, else the static score."""
        returns = self._game.returns(position)
        return self.estimate(position, seat) if returns is None else self.end(returns, seat, ply)

    def estimate(self, position: Any, seat: int) -> float:
        """The static score of an unfinished position."""
        return heuristics.evaluate(position, seat, self._unit)
