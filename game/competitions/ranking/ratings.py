"""Ratings of all bots of a competition from all their games at once, with 95 % intervals.

The model is Elo's: the expected score rests on the difference of two ratings (Bradley and Terry, 1952). The ratings are
those under which the results seen are likeliest, so the order of the games does not matter; every bot is taken to have
drawn one game more against an average one, which keeps the figures finite after a clean sweep (a weak prior, as in
Coulom's Bayeselo). The interval is that of the likelihood's curvature there; with three or more at a table, whose
pairs hang together, it is at least as wide as the scatter from table to table says (the sandwich estimate of Huber and
White, one cluster for each game).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.competitions.ranking.elo import NORMAL_95
from plyground.competitions.ranking.results import Result

_SCALE = math.log(10) / 400
_STEPS, _NEAR = 100, 1e-9
_LONGEST_STEP = 2.0


@dataclass(frozen=True)
class Rating:
    """A bot's Elo (0 is the average of the field), the half-width of its 95 % interval, and its number of games."""

    elo: float
    error: float
    games: int

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"elo": self.elo, "elo_error": self.error, "games": self.games}


def ratings(entrants: Collection[str], results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of every entrant; at a table of several each two of it count as a pair.

    Where both failed nothing was measured. A bot without games has the rating 0 and the interval that the prior leaves.
    """
    names = list(entrants)
    number = {name: index for index, name in enumerate(names)}
    games: Counter[str] = Counter()
    scores = np.zeros(len(names))
    met = np.zeros((len(names), len(names)))
    tables: list[list[tuple[int, int, float]]] = []
    for result in results:
        table = []
        games.update(set(result.entrants))
        for one, other, score, other_score in result.pairs():
            if one != other and one in number and other in number and score + other_score:
                first, second = number[one], number[other]
                scores[first] += score
                scores[second] += other_score
                met[first, second] += 1
                met[second, first] += 1
                table.append((first, second, score))
        tables.append(table)
    if not names:
        return {}
    strengths, information = _likeliest(scores, met)
    # Only differences are measured: the level of the whole field is fixed at 0 and takes no part in the intervals.
    centred = np.eye(len(names)) - 1 / len(names)
    strengths = strengths - strengths.mean()
    inverse = np.linalg.inv(information)
    variance = np.diag(centred @ inverse @ centred)
    if any(len(table) > 1 for table in tables):
        scatter = inverse @ _scatter(strengths, tables) @ inverse
        variance = np.maximum(variance, np.diag(centred @ scatter @ centred))
    errors = NORMAL_95 * np.sqrt(variance)
    return {
        name: Rating(float(strength / _SCALE), float(error / _SCALE), games[name])
        for name, strength, error in zip(names, strengths, errors, strict=True)
    }


def _likeliest(scores: Any, met: Any) -> tuple[Any, Any]:
    """The strengths (logistic units) of greatest likelihood, by Newton's method, and the information there."""
    strengths = np.zeros(len(scores))
    information = np.eye(len(scores))
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        against_average = 1 / (1 + np.exp(-strengths))
        slope = scores + 0.5 - (met * chances).sum(axis=1) - against_average
        weights = met * chances * (1 - chances)
        information = np.diag(weights.sum(axis=1) + against_average * (1 - against_average)) - weights
        step = np.linalg.solve(information, slope)
        longest = float(np.abs(step).max(initial=0.0))
        strengths = strengths + step * min(1.0, _LONGEST_STEP / max(longest, _NEAR))
        if longest < _NEAR:
            break
    return strengths, information


def _scatter(strengths: Any, tables: list[list[tuple[int, int, float]]]) -> Any:
    """How much the slopes of single tables scatter, corrected for their number."""
    scatter = np.zeros((len(strengths), len(strengths)))
    for table in tables:
        slope = np.zeros(len(strengths))
        for first, second, score in table:
            surprise = score - 1 / (1 + math.exp(strengths[second] - strengths[first]))
            slope[first] += surprise
            slope[second] -= surprise
        scatter += np.outer(slope, slope)
    return scatter * len(tables) / max(len(tables) - 1, 1)


@dataclass(frozen=True)
class Cell:
    """What one bot did against another: games sat first and later, points of each, and draws of both."""

    first_games: int = 0
    first_points: float = 0.0
    later_games: int = 0
    later_points: float = 0.0

    @property
    def games(self) -> int:
        """All games of the two."""
        return self.first_games + self.later_games

    @property
    def points(self) -> float:
        """All points against the other: 1 a win, half a draw."""
        return self.first_points + self.later_points

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**vars(self), "games": self.games, "points": self.points}


def cross_table(entrants: Collection[str], results: Iterable[Result]) -> Mapping[str, Mapping[str, Cell]]:
    """What each entrant did against each other that it met: ``table[one][other]``."""
    sums: dict[tuple[str, str], list[float]] = {}
    for result in results:
        for one, other, score, other_score in result.pairs():
            if one != other and one in entrants and other in entrants:
                first = sums.setdefault((one, other), [0, 0.0, 0, 0.0])
                first[0] += 1
                first[1] += score
                later = sums.setdefault((other, one), [0, 0.0, 0, 0.0])
                later[2] += 1
                later[3] += other_score
    table: dict[str, dict[str, Cell]] = {one: {} for one in entrants}
    for (one, other), (games, points, later_games, later_points) in sums.items():
        table[one][other] = Cell(int(games), points, int(later_games), later_points)
    return table
