"""Sequential tests and intervals from rounds of games, in each of which everybody had every seat of one opening.

With two seats a round is a pair of games and its score one of five, which is why the model is called pentanomial. The
test is the generalised likelihood ratio of the multinomial distribution (M. Van den Bergh, "The generalized maximum
likelihood ratio for the expectation value of a distribution"), the one with which Stockfish accepts its changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from plyground.competitions.ranking.elo import NORMAL_95, difference, expected

Counts = Mapping[float, int]
"""How many rounds ended with each score from 0 to 1, the share of the round's points."""
FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair of games."""
_UNSEEN = 1e-3
_STEPS = 60


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the share that of ``elo0`` or that of ``elo1`` (logistic Elo)?

    ``alpha`` is the chance to accept ``elo1`` where ``elo0`` is true, ``beta`` that of the other error.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends, for ``elo0`` and for ``elo1``."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Counts) -> float:
        """The generalised log-likelihood ratio of ``elo1`` against ``elo0``; scores that were not seen count as a
        thousandth of a round."""
        total, shares = _distribution(counts)
        if total == 0:
            return 0.0
        one, other = (_likeliest(shares, expected(elo)) for elo in (self.elo1, self.elo0))
        return total * sum(share * math.log(one[score] / other[score]) for score, share in shares.items())

    def verdict(self, counts: Counts) -> str | None:
        """``elo0`` or ``elo1`` once the test is decided, else None."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def _distribution(counts: Counts) -> tuple[float, dict[float, float]]:
    """The number of rounds and the share of each score, of those seen and of the five of pairs."""
    if not sum(counts.values()):
        return 0.0, {}
    seen = {score: float(counts.get(score, 0) or _UNSEEN) for score in sorted({*counts, *FIVE})}
    total = sum(seen.values())
    return total, {score: count / total for score, count in seen.items()}


def _likeliest(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """The distribution of this mean, strictly between 0 and 1, under which what was seen is likeliest."""
    low, high = -1 / (1 - mean), 1 / mean  # where no share is negative; the sum falls from the one to the other
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = sum(share * (score - mean) / (1 + middle * (score - mean)) for score, share in shares.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return {score: share / (1 + middle * (score - mean)) for score, share in shares.items()}


@dataclass(frozen=True)
class Measured:
    """The share of the points that rounds gave, its 95 % interval, and both as a difference in Elo."""

    rounds: int
    share: float
    low: float
    high: float

    @property
    def elo(self) -> float:
        """The difference at the share; a clean sweep counts as if half a point of one round more had been dropped."""
        edge = 0.5 / (self.rounds + 1)
        return difference(min(max(self.share, edge), 1 - edge))

    @property
    def elo_error(self) -> float:
        """Half the width of the interval in Elo."""
        edge = 0.25 / (self.rounds + 1)
        return (difference(min(self.high, 1 - edge)) - difference(max(self.low, edge))) / 2


def measured(counts: Counts) -> Measured:
    """What rounds say; the interval is Wilson's, widened or narrowed by how much rounds scatter against single games.

    That is Wilson's for as many independent games as would scatter as the rounds do.
    """
    total = sum(counts.values())
    if not total:
        return Measured(0, 0.5, 0.0, 1.0)
    share = sum(score * count for score, count in counts.items()) / total
    variance = sum(count * (score - share) ** 2 for score, count in counts.items()) / total
    fallback = share * (1 - share)
    games = total * fallback / variance if variance > 0 and fallback > 0 else float(total)
    games = min(games, 4.0 * total)
    squared = NORMAL_95**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    half = NORMAL_95 / (1 + squared / games) * math.sqrt(fallback / games + squared / (4 * games**2))
    return Measured(total, share, middle - half, middle + half)
