"""Least squares for the weights of one stage of the game, over millions of positions.

The fitted weights minimise the sum of squared errors plus ``FIRMNESS`` times the squared distance to a first guess (the
weights of the next stage, which has been fitted before), so that arrangements that are seldom met keep sensible values.
The normal equations are solved by conjugate gradients, scaled by how often each weight is used; features are computed
anew in each pass, which is quicker than to read them from memory.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.kernels import compiled
from plyground.games.othello.knowledge import patterns, weights

FIRMNESS = 30.0
"""How many positions it takes to move a weight half way from the first guess to what they say."""
PASSES = 20
"""Steps of conjugate gradients; more change the error in the third decimal."""
LEANING_PASSES = 12
"""The same where the first guess is already good."""
OVERLAP = 3
"""How many discs beyond its own, on both sides, a stage learns from."""
_MOST = 32_000


@compiled
def _add_products(boards: Any, places: Any, values: Any, products: Any, found: Any) -> Any:
    """Add to ``products`` what the square of the matrix of features makes of ``values``."""
    for row in range(len(boards)):
        patterns.features(boards[row, 0], boards[row, 1], found)
        total = 0.0
        for place in range(patterns.FEATURES):
            found[place] = places[found[place]]
            total += values[found[place]]
        for place in range(patterns.FEATURES):
            products[found[place]] += total


@compiled
def _add_targets(boards: Any, results: Any, places: Any, values: Any, products: Any, counts: Any, found: Any) -> Any:
    """Add to ``products`` the features times the error of ``values``, and to ``counts`` how often each is used."""
    for row in range(len(boards)):
        patterns.features(boards[row, 0], boards[row, 1], found)
        error = float(results[row])
        for place in range(patterns.FEATURES):
            found[place] = places[found[place]]
            error -= values[found[place]]
        for place in range(patterns.FEATURES):
            products[found[place]] += error
            counts[found[place]] += 1.0


@compiled
def sums(boards: Any, table: Any, values: Any) -> Any:
    """Write the value of each position, in hundredths of a disc, into ``values``."""
    for row in range(len(boards)):
        values[row] = patterns.total(boards[row, 0], boards[row, 1], table)


def discs(boards: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many discs each position has."""
    counts: NDArray[np.int64] = np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(np.int64)
    return counts


def fit_stages(
    boards: NDArray[np.uint64],
    results: NDArray[np.float32],
    pool: Executor,
    report: Callable[[int], None],
    present: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:
    """The free weights of all stages in hundredths of a disc, a row for each; ``report`` hears how many are done.

    Stages are fitted from the last to the first, each to its own positions and those a few discs before and after.
    With ``present`` weights each stage leans on those, else on the stage after it.
    """
    places, count = weights.sharing()
    passes = PASSES if present is None else LEANING_PASSES
    free = np.zeros((patterns.STAGES, count))
    guess = np.zeros(count)
    many = discs(boards)
    for done, stage in enumerate(reversed(range(patterns.STAGES))):
        report(done)
        first = 4 + 4 * stage
        chosen = (many >= first - OVERLAP) & (many < first + 4 + OVERLAP)
        if present is not None:
            guess = present[stage] / 100.0
        if chosen.any():
            guess = fit(boards[chosen], results[chosen], places, guess, pool, FIRMNESS, passes)
        free[stage] = guess
    report(patterns.STAGES)
    return np.clip(np.rint(100 * free), -_MOST, _MOST).astype(np.int16)


def fit(
    boards: NDArray[np.uint64],
    results: NDArray[np.float32],
    places: NDArray[np.int32],
    guess: NDArray[np.float64],
    pool: Executor,
    firmness: float,
    passes: int,
) -> NDArray[np.float64]:
    """The free weights, in discs, that fit the results of these positions, which all belong to one stage.

    ``places`` says which free weight stands for each weight of a stage, ``guess`` are the free weights to lean on.
    """
    middle = len(boards) // 2
    halves = [(boards[:middle], results[:middle]), (boards[middle:], results[middle:])]

    def together(work: Callable[..., Any], *sums: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Run ``work`` on both halves at once, each with sums of its own, and add these up, always in one order."""
        parts = [[np.zeros_like(one) for one in sums] for _ in halves]
        list(pool.map(work, halves, parts))
        return [first + second for first, second in zip(*parts, strict=True)]

    def targets(half: Any, sums: Any) -> None:
        found = np.zeros(patterns.FEATURES, dtype=np.uint32)
        _add_targets(half[0], half[1], places, guess, sums[0], sums[1], found)

    def products(half: Any, sums: Any) -> None:
        found = np.zeros(patterns.FEATURES, dtype=np.uint32)
        _add_products(half[0], places, direction, sums[0], found)

    residual, counts = together(targets, guess, guess)
    scale = 1.0 / (counts + firmness)
    change = np.zeros_like(guess)
    step = scale * residual
    direction = step
    strength = float(residual @ step)
    for _ in range(passes):
        if strength <= 0:
            break
        product = firmness * direction + together(products, guess)[0]
        length = strength / float(direction @ product)
        change += length * direction
        residual -= length * product
        step = scale * residual
        previous, strength = strength, float(residual @ step)
        direction = step + strength / previous * direction
    return guess + change
