"""Sequential tests: is one bot better than another? They stop as soon as the games played have decided it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.competitions.ranking.elo import Score, expected
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

    def ratio(self, score: Score) -> float:
        """The log-likelihood ratio: above ``BOUND`` speaks for ``elo1``, below its negative for ``elo0``."""
        low, high = expected(self.elo0), expected(self.elo1)
        middle = (low + high) / 2
        variance = max(middle * (1 - middle) - score.draws / (score.games + 1) / 4, _LEAST_VARIANCE)
        return (high - low) * (score.wins + score.draws / 2 - score.games * middle) / variance

    def verdict(self, score: Score) -> str | None:
        """``elo0`` or ``elo1`` once the test is decided, else None."""
        ratio = self.ratio(score)
        return "elo1" if ratio >= self.BOUND else "elo0" if ratio <= -self.BOUND else None


@dataclass(frozen=True)
class Comparison:
    """What the games between a new and an old version say so far: the new one's ``score`` against the old one.

    ``verdict`` is ``better`` when the new one was shown to be at least ``Sequential.elo1`` better, ``not_better`` when
    it was shown not to be, None while more games are needed.
    """

    score: Score
    ratio: float
    verdict: str | None

    @property
    def sentence(self) -> str:
        """The finding for people."""
        games = self.score.games
        counts = f"{self.score.wins} won, {self.score.draws} drawn, {self.score.losses} lost"
        if self.verdict == "better":
            return f"The new version is better ({counts})."
        if self.verdict == "not_better":
            return f"The new version is not better by as much as was asked ({counts})."
        return f"After {games} games nothing is decided ({counts}): play more." if games else "No game was played yet."

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        more = {"llr": self.ratio, "bound": Sequential.BOUND, "verdict": self.verdict, "sentence": self.sentence}
        return self.score.as_json() | more


def is_better(new: str, old: str, results: Iterable[Result], elo0: float = 0.0, elo1: float = 30.0) -> Comparison:
    """Compare two versions by the games in which both sat; ``elo0`` and ``elo1`` as in ``Sequential``."""
    score = Score.of(share - 0.5 for each in results if (share := each.score(new, old)) is not None)
    test, words = Sequential(elo0, elo1), {"elo1": "better", "elo0": "not_better", None: None}
    return Comparison(score, test.ratio(score), words[test.verdict(score)])
