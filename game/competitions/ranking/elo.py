"""Elo differences from match results with their 95 % intervals, and sequential tests: is one bot better than another?

A test stops as soon as the games played have decided it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.competitions.ranking.results import Result
from plyground.core.messages import _

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
        counts = _(
            "{wins} won, {draws} drawn, {losses} lost",
            wins=self.score.wins,
            draws=self.score.draws,
            losses=self.score.losses,
        )
        if self.verdict == "better":
            return _("The new version is better ({counts}).", counts=counts)
        if self.verdict == "not_better":
            return _("The new version is not better by as much as was asked ({counts}).", counts=counts)
        return (
            _("After {games} games nothing is decided ({counts}): play more.", games=games, counts=counts)
            if games
            else _("No game was played yet.")
        )

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        more = {"llr": self.ratio, "bound": Sequential.BOUND, "verdict": self.verdict, "sentence": self.sentence}
        return self.score.as_json() | more


def is_better(new: str, old: str, results: Iterable[Result], elo0: float = 0.0, elo1: float = 30.0) -> Comparison:
    """Compare two versions by the games in which both sat; ``elo0`` and ``elo1`` as in ``Sequential``."""
    score = Score.of(share - 0.5 for each in results if (share := each.score(new, old)) is not None)
    test, words = Sequential(elo0, elo1), {"elo1": "better", "elo0": "not_better", None: None}
    return Comparison(score, test.ratio(score), words[test.verdict(score)])
