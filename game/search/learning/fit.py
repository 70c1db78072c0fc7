"""The weights that fit rows of sparse features: logistic regression or least squares, leaning on the present weights.

A new weight is the present one, plus what all stages of its family have learnt together, plus what its own stage has
learnt; both additions are held at 0 by ``firmness`` positions each, so that what is seldom met stays near its kin and
what never is keeps its present weight. Newton's steps are solved by conjugate gradients, scaled by how often each
weight is used (Nocedal and Wright, *Numerical Optimization*, chapter 7). Rows are added up in parts of a fixed
number, in a fixed order, so any number of threads finds the same.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.kernels import compiled
from plyground.search.learning import net
from plyground.search.learning.gather import Rows
from plyground.search.learning.model import Model

NEWTON_STEPS = 5
PASSES = 12
"""Conjugate gradients for each of Newton's steps; more change the error in the fifth decimal."""
_STEADY = 0.02
"""The least curvature of a row, so that rows that are nearly sure do not make steps too long."""
_LARGEST = 100_000


@compiled
def _slopes(begins: Any, places: Any, amounts: Any, targets: Any, values: Any, logistic: Any, slopes: Any,
            counts: Any, bends: Any) -> Any:  # fmt: skip
    """Add to ``slopes`` the features times the errors of ``values``, to ``counts`` their curvatures; ``bends`` gets the
    curvature of each row. Returns the sum of the losses."""
    loss = 0.0
    for row in range(len(targets)):
        value = 0.0
        for index in range(begins[row], begins[row + 1]):
            value += values[places[index]] * amounts[index]
        bend = 1.0
        if logistic:
            expected = 1.0 / (1.0 + np.exp(-value))
            error = targets[row] - expected
            bend = max(expected * (1.0 - expected), _STEADY)
            loss += np.log1p(np.exp(-abs(value))) + max(value, 0.0) - targets[row] * value
        else:
            error = targets[row] - value
            loss += error * error / 2
        bends[row] = bend
        for index in range(begins[row], begins[row + 1]):
            slopes[places[index]] += error * amounts[index]
            counts[places[index]] += bend * amounts[index] * amounts[index]
    return loss


@compiled
def _products(begins: Any, places: Any, amounts: Any, bends: Any, values: Any, products: Any) -> Any:
    """Add to ``products`` what the matrix of curvatures makes of ``values``."""
    for row in range(len(bends)):
        value = 0.0
        for index in range(begins[row], begins[row + 1]):
            value += values[places[index]] * amounts[index]
        value *= bends[row]
        for index in range(begins[row], begins[row + 1]):
            products[places[index]] += value * amounts[index]


@compiled
def _values(begins: Any, places: Any, amounts: Any, weights: Any, values: Any) -> Any:
    """The sum of the weights of each row's features."""
    for row in range(len(values)):
        value = np.int64(0)
        for index in range(begins[row], begins[row + 1]):
            value += np.int64(weights[places[index]]) * amounts[index]
        values[row] = value


def _all_values(model: Model, held_out: Rows, weights: NDArray[Any]) -> NDArray[np.float64]:
    if model.net:
        return net.values(model, held_out, weights)
    values = np.empty(len(held_out), dtype=np.float64)
    _values(held_out.begins, held_out.places, held_out.amounts, weights, values)
    return values


def error(model: Model, held_out: Rows, weights: NDArray[Any]) -> float:
    """The mean absolute error of the weights: of the probability to win, or in hundredths."""
    values = _all_values(model, held_out, weights)
    return float(np.abs(_expected(model, values) - held_out.targets).mean()) if len(held_out) else float("nan")


def loss(model: Model, held_out: Rows, weights: NDArray[Any]) -> float:
    """What the fit makes small: the mean cross-entropy in nats, or half the mean square in hundredths."""
    values = _all_values(model, held_out, weights)
    expected, targets = _expected(model, values), held_out.targets
    if not model.scale:
        return float(((expected - targets) ** 2).mean() / 2)
    expected = np.clip(expected, 1e-9, 1 - 1e-9)
    return float(-(targets * np.log(expected) + (1 - targets) * np.log(1 - expected)).mean())


def _expected(model: Model, values: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-values / model.scale)) if model.scale else values


class _Fit:
    """The parts of the rows, and what is summed up over them."""

    def __init__(self, model: Model, parts: list[Rows], pool: Executor) -> None:
        self._parts, self._pool, self._logistic = parts, pool, model.scale > 0
        self._unit = model.scale or 1.0
        self._firmness = model.firmness * (0.25 if self._logistic else 1.0)
        self._shape = (model.stages // (model.family or model.stages), model.family or model.stages, model.features)
        self.size = model.evaluation
        self._bends = [np.ones(len(part)) for part in parts]

    def spread(self, given: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the families and the stages have learnt, added up for each weight."""
        shared, own = given[: -self.size], given[-self.size :]
        families, _, each = self._shape
        added: NDArray[np.float64] = own.reshape(self._shape) + shared.reshape(families, 1, each)
        return added.ravel()

    def _folded(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same sums for families, then for stages."""
        return np.concatenate([sums.reshape(self._shape).sum(axis=1).ravel(), sums])

    def slopes(
        self, present: NDArray[np.float64], given: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """The negative gradient, the diagonal of the curvature, and the loss, firmness included."""
        values = present + self.spread(given)

        def work(number: int) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
            slopes, counts = np.zeros(self.size), np.zeros(self.size)
            part = self._parts[number]
            lost = _slopes(*part, values, self._logistic, slopes, counts, self._bends[number])
            return slopes, counts, float(lost)

        found = list(self._pool.map(work, range(len(self._parts))))
        slopes, counts = _total([one[0] for one in found]), _total([one[1] for one in found])
        lost = sum(one[2] for one in found) + self._firmness / 2 * float(given @ given)
        return self._folded(slopes) - self._firmness * given, self._folded(counts) + self._firmness, lost

    def products(self, direction: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the matrix of curvatures, firmness included, makes of a direction."""
        values = self.spread(direction)

        def work(number: int) -> NDArray[np.float64]:
            products = np.zeros(self.size)
            part = self._parts[number]
            _products(part.begins, part.places, part.amounts, self._bends[number], values, products)
            return products

        total = _total(list(self._pool.map(work, range(len(self._parts)))))
        return self._folded(total) + self._firmness * direction


def _total(parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The sum of some arrays, always in one order."""
    total = np.zeros_like(parts[0])
    for part in parts:
        total += part
    return total


def fit(
    model: Model, parts: list[Rows], present: NDArray[Any], pool: Executor, report: Callable[[int, int], None]
) -> NDArray[np.int64]:
    """The weights that fit these rows, in hundredths; ``report(done, of)`` hears of Newton's steps, or of passes."""
    if model.net:
        return net.fit(model, [part for part in parts if len(part)], present, report)
    rows = _Fit(model, [part for part in parts if len(part)], pool)
    unit = model.scale or 1.0
    begin = present / unit
    given = np.zeros(len(rows._folded(np.zeros(rows.size))))
    steps = NEWTON_STEPS if model.scale else 1
    slope, scale, lost = rows.slopes(begin, given)
    for step in range(steps):
        report(step, steps)
        change = _solved(rows, slope, scale)
        length = 1.0
        while True:
            tried = rows.slopes(begin, given + length * change)
            if tried[2] <= lost or length < 0.1:
                break
            length /= 2
        if tried[2] > lost:
            break
        given = given + length * change
        slope, scale, lost = tried
    report(steps, steps)
    learnt = np.rint(present + unit * rows.spread(given))
    return np.clip(learnt, -_LARGEST, _LARGEST).astype(np.int64)


def _solved(rows: _Fit, slope: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """About the step at whose end the slope is level, by conjugate gradients."""
    change, residual = np.zeros_like(slope), slope.copy()
    scaled = residual / scale
    direction, strength = scaled, float(residual @ scaled)
    for _ in range(PASSES):
        if strength <= 0:
            break
        product = rows.products(direction)
        length = strength / float(direction @ product)
        change += length * direction
        residual -= length * product
        scaled = residual / scale
        previous, strength = strength, float(residual @ scaled)
        direction = scaled + strength / previous * direction
    return change
