"""Matches of two bots whose true difference is known, drawn at random, and what a sequential test makes of them.

Nobody knows the true difference of two real bots, so one cannot see on them how often a test errs. Here it is given,
the games are drawn by it, and the formulas are those of competitions (``plyground.competitions.ranking.elo``).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from plyground.competitions.ranking.elo import Score, Sequential, expected

MOST_GAMES = 20_000
"""Games after which a test is given up."""
_SHOWN = 300


def drawn(elo: float, draws: float, rng: random.Random) -> int:
    """The result of one game, 1, 0 or -1, between bots so far apart; ``draws`` is their share, as far as it can be."""
    share = expected(elo)
    even = min(draws, 2 * min(share, 1 - share))
    at = rng.random()
    return 1 if at < share - even / 2 else 0 if at < share + even / 2 else -1


def run(elo: float, draws: float, seed: int, elo0: float, elo1: float, most: int = MOST_GAMES) -> dict[str, Any]:
    """A sequential test of ``elo0`` against ``elo1`` on games drawn from the true difference ``elo``: its ``verdict``
    (``elo0``, ``elo1``, or None after ``most`` games), the ``score``, and some ``points`` of its way, each with the
    games, the log-likelihood ratio, the measured difference and half the width of its 95 % interval."""
    rng, test = random.Random(seed), Sequential(elo0, elo1)
    counts = [0, 0, 0]
    ways: list[tuple[Score, float]] = []
    verdict = None
    while verdict is None and len(ways) < most:
        counts[1 - drawn(elo, draws, rng)] += 1
        score = Score(*counts)
        ways.append((score, test.ratio(score)))
        verdict = test.verdict(score)
    step = max(1, len(ways) // _SHOWN)
    kept = [*ways[step - 1 : -1 : step], ways[-1]]
    points = [[each.games, round(ratio, 4), *(round(float(part or 0), 1) for part in each.elo)] for each, ratio in kept]
    return {"verdict": verdict, "score": ways[-1][0].as_json(), "points": points, "bound": Sequential.BOUND}


@lru_cache(100)
def errors(elo: float, elo0: float, elo1: float, tests: int, draws: float = 0.3) -> dict[str, float]:
    """How so many tests end: the share of each verdict (``elo0``, ``elo1``, ``none``), and the mean number of games."""
    found = [run(elo, draws, seed, elo0, elo1) for seed in range(tests)]
    ends = [each["verdict"] or "none" for each in found]
    shares = {name: ends.count(name) / tests for name in ("elo0", "elo1", "none")}
    return {**shares, "games": sum(each["points"][-1][0] for each in found) / tests}
