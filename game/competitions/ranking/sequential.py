"""Sequential tests: is one bot better than another? They stop as soon as the games played have decided it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.competitions.ranking.elo import elo, expected
from plyground.competitions.ranking.results import Result

_LEAST_VARIANCE = 0.01


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


@dataclass(frozen=True)
class Comparison:
    """What the games between a new and an old version say so far.

    ``verdict`` is ``better`` when the new one was shown to be at least ``Sequential.elo1`` better, ``not_better`` when
    it was shown not to be, None while more games are needed. ``elo`` with its 95 % half-width is the new one's lead.
    """

    wins: int
    draws: int
    losses: int
    ratio: float
    verdict: str | None

    @property
    def elo(self) -> tuple[float, float] | tuple[None, None]:
        """The lead of the new version in Elo and the half-width of its 95 % interval; None without games."""
        return elo(self.wins, self.draws, self.losses)

    @property
    def sentence(self) -> str:
        """The finding for people."""
        games = self.wins + self.draws + self.losses
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        if self.verdict == "better":
            return f"The new version is better ({counts})."
        if self.verdict == "not_better":
            return f"The new version is not better by as much as was asked ({counts})."
        return f"After {games} games nothing is decided ({counts}): play more." if games else "No game was played yet."

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        lead, error = self.elo
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "elo": lead,
            "elo_error": error,
            "llr": self.ratio,
            "bound": Sequential.BOUND,
            "verdict": self.verdict,
            "sentence": self.sentence,
        }


def is_better(new: str, old: str, results: Iterable[Result], elo0: float = 0.0, elo1: float = 30.0) -> Comparison:
    """Compare two versions by the games in which both sat; ``elo0`` and ``elo1`` as in ``Sequential``."""
    scores = [score for each in results if (score := each.score(new, old)) is not None]
    wins, losses = scores.count(1.0), scores.count(0.0)
    draws = len(scores) - wins - losses
    test = Sequential(elo0, elo1)
    words = {"elo1": "better", "elo0": "not_better", None: None}
    return Comparison(wins, draws, losses, test.ratio(wins, draws, losses), words[test.verdict(wins, draws, losses)])
