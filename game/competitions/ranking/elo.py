"""Elo differences from match results with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

NORMAL_95 = 1.959964
"""Standard deviations on each side of a 95 % interval."""


def difference(score: float) -> float:
    """The Elo difference at which this share of the points (strictly between 0 and 1) is expected."""
    return 400.0 * (math.log10(score) - math.log10(1.0 - score))


def expected(elo: float) -> float:
    """The share of the points that is expected at this Elo difference."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo(wins: int, draws: int, losses: int) -> tuple[float, float] | tuple[None, None]:
    """The Elo difference to the average opponent and the half-width of its 95 % interval; None without games.

    Games are taken as independent with the variance that was observed (the usual trinomial model). A clean sweep has
    no finite difference: it is counted as if half a point of one game more had been dropped.
    """
    games = wins + draws + losses
    if games == 0:
        return None, None
    edge = 0.5 / (games + 1)
    score = min(max((wins + draws / 2) / games, edge), 1 - edge)
    squares = wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2
    spread = NORMAL_95 * max(math.sqrt(squares / games / games), edge / 2)
    low, high = max(score - spread, edge / 2), min(score + spread, 1 - edge / 2)
    return difference(score), (difference(high) - difference(low)) / 2


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost against others."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, leads: Iterable[float]) -> Score:
        """The score of games from what one had more than the other in each."""
        found = list(leads)
        wins, losses = sum(lead > 0 for lead in found), sum(lead < 0 for lead in found)
        return cls(wins, len(found) - wins - losses, losses)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points that were won, of at least one game."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def elo(self) -> tuple[float, float] | tuple[None, None]:
        """The difference in Elo and the half-width of its 95 % interval; None without games."""
        return elo(self.wins, self.draws, self.losses)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        lead, error = self.elo
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses, "elo": lead, "elo_error": error}
