"""Elo differences from match results with their 95 % intervals, and the test that ends a match early."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

NORMAL_95 = 1.959964
"""Standard deviations on each side of a 95 % interval."""
_LEAST_VARIANCE = 0.01


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
class Sequential:
    """A sequential probability ratio test of ``elo0`` against ``elo1`` with 5 % error each way.

    The log-likelihood ratio is the normal approximation. Its variance is that of a score halfway between the two
    hypotheses at the share of draws that was seen, not the variance seen: a few equal results prove nothing.
    """

    elo0: float
    elo1: float

    BOUND: ClassVar[float] = math.log(0.95 / 0.05)

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The log-likelihood ratio: above ``BOUND`` speaks for ``elo1``, below its negative for ``elo0``."""
        games = wins + draws + losses
        low, high = expected(self.elo0), expected(self.elo1)
        middle = (low + high) / 2
        variance = max(middle * (1 - middle) - draws / (games + 1) / 4, _LEAST_VARIANCE)
        return (high - low) * (wins + draws / 2 - games * middle) / variance

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """``elo0`` or ``elo1`` once the test is decided, else None."""
        ratio = self.ratio(wins, draws, losses)
        return "elo1" if ratio >= self.BOUND else "elo0" if ratio <= -self.BOUND else None
