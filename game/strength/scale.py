"""Ratings of all who met in matches on one scale, by maximum likelihood (R. A. Bradley and M. E. Terry, 1952), against
one anchor whose rating is 0.

An interval is that of the difference to the anchor. It rests on how rounds scatter and not on single games, since the
games of a round hang together (the sandwich estimate of Huber and White, one cluster a round). Everybody is taken to
have drawn one round against each whom it met, so that a clean sweep stays finite.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from plyground.competitions.ranking.elo import NORMAL_95
from plyground.strength.sequential import Counts

_SCALE = math.log(10) / 400
_STEPS, _NEAR, _LONGEST_STEP = 200, 1e-9, 2.0
Meeting = tuple[str, str, Counts]
"""Two who met, and how many rounds the first ended with each share of the points."""


@dataclass(frozen=True)
class Rated:
    """A rating in Elo against the anchor, the half-width of its 95 % interval, and the rounds that it rests on."""

    elo: float
    error: float
    rounds: int


def rated(meetings: Iterable[Meeting], anchor: str) -> dict[str, Rated]:
    """The ratings of all who are joined to the anchor by matches, which itself has 0."""
    found = [meeting for meeting in meetings if meeting[0] != meeting[1]]
    names = _joined(found, anchor)
    number = {name: index for index, name in enumerate(names)}
    found = [meeting for meeting in found if meeting[0] in number]
    strengths = np.zeros(len(names))
    information, scatter = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for _ in range(_STEPS):
        slope, information, scatter = np.zeros(len(names)), np.zeros_like(information), np.zeros_like(scatter)
        for one, other, counts in found:
            first, second = number[one], number[other]
            chance = 1 / (1 + math.exp(strengths[second] - strengths[first]))
            rows: Mapping[float, float] = {**counts, 0.5: counts.get(0.5, 0) + 1}
            total = sum(rows.values())
            gain = sum(count * (score - chance) for score, count in rows.items())
            square = sum(count * (score - chance) ** 2 for score, count in rows.items())
            slope[first] += gain
            slope[second] -= gain
            for matrix, value in ((information, total * chance * (1 - chance)), (scatter, square)):
                matrix[first, first] += value
                matrix[second, second] += value
                matrix[first, second] -= value
                matrix[second, first] -= value
        if len(names) < 2:
            break
        step = np.zeros(len(names))
        step[1:] = np.linalg.solve(information[1:, 1:], slope[1:])
        longest = float(np.abs(step).max())
        strengths = strengths + step * min(1.0, _LONGEST_STEP / max(longest, _NEAR))
        if longest < _NEAR:
            break
    errors = np.zeros(len(names))
    if len(names) > 1:
        inverse = np.linalg.inv(information[1:, 1:])
        errors[1:] = NORMAL_95 * np.sqrt(np.maximum(np.diag(inverse @ scatter[1:, 1:] @ inverse), 0.0))
    rounds = {name: sum(sum(counts.values()) for *two, counts in found if name in two) for name in names}
    return {
        name: Rated(float(strengths[index] / _SCALE), float(errors[index] / _SCALE), rounds[name])
        for name, index in number.items()
    }


def _joined(meetings: list[Meeting], anchor: str) -> list[str]:
    """The anchor, and after it all who are joined to it by matches."""
    names = [anchor]
    for name in names:
        for one, other, _counts in meetings:
            for near, far in ((one, other), (other, one)):
                if near == name and far not in names:
                    names.append(far)
    return names
