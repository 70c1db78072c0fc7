"""A small net over a model's features: what a position is worth is more than the sum of what is there.

Each feature adds to the sums of 15 hidden units, and directly to the value; a unit counts the square of its sum, cut to
0 to 1, times a weight of its own (a perceptron of one hidden layer; the activation is what chess programs of today call
SCReLU). Sums are whole numbers of 16 bits, four to a word of 64, so that a feature is added with four additions, and
carries between the lanes are taken back when they are read. Each stage of a model has a net of its own; the last four
of its features stand for the weights of the units.

Fitted is by stochastic gradients in a fixed order (Duchi, Hazan and Singer, "Adaptive subgradient methods for online
learning", 2011), from the present weights where there are any, so the same rows give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.kernels import compiled, jitable
from plyground.search.learning.gather import Rows
from plyground.search.learning.model import NET_WORDS, Model

UNITS, WORDS, OUTPUT = 15, NET_WORDS, 4
"""Hidden units; words of a feature's weights, whose last lane counts directly; features that the units' weights take
the place of."""
_LANES = UNITS + 1
_ONE, _QUARTERS, _FINE = 256, 4, 22
"""What a unit's sum of 1 counts; direct weights are in quarters of a hundredth; values have so many bits too many."""
_HALF, _LANE, _TOP = 1 << 15, (1 << 16) - 1, (1 << 15) - 1

PASSES, RATE = 5, 0.03
_CURVATURE = 0.1
_FIRST = 0.3, 0.1


@jitable
def _counted(total: Any, weights: Any, place: Any, units: Any) -> Any:
    """What some units of a word count, and the word's sums beyond them."""
    value = np.int64(0)
    for unit in range(units):
        amount = ((total + _HALF) & _LANE) - _HALF
        total = (total - amount) >> 16
        amount = min(max(amount, 0), _ONE)
        value += amount * amount * weights[place + np.uint64(unit)]
    return value, total


@jitable
def worth(places: Any, count: Any, weights: Any, output: Any) -> Any:
    """The value of a position with these features, in hundredths; ``output`` is the first of the features that the
    weights of the units take the place of."""
    one = two = three = four = np.int64(0)
    for index in range(count):
        place = np.uint64(places[index]) * np.uint64(WORDS)
        one += weights[place]
        two += weights[place + np.uint64(1)]
        three += weights[place + np.uint64(2)]
        four += weights[place + np.uint64(3)]
    place = np.uint64(WORDS * output)
    value, direct = _counted(four, weights, place + np.uint64(12), 3)
    value += _counted(one, weights, place, 4)[0] + _counted(two, weights, place + np.uint64(4), 4)[0]
    value += _counted(three, weights, place + np.uint64(8), 4)[0]
    return (value + (direct << (_FINE - 2))) >> _FINE


@jitable
def is_there(weights: Any, output: Any) -> Any:
    """Whether a stage has learnt anything; ``output`` as in ``worth``."""
    return len(weights) > 0 and weights[WORDS * output + UNITS] != 0


@compiled
def _values(begins: Any, places: Any, weights: Any, features: Any, values: Any) -> Any:
    """The value of each row."""
    for row in range(len(values)):
        found = places[begins[row] : begins[row + 1]]
        stage = found[0] // features
        values[row] = worth(found, len(found), weights, (stage + 1) * features - OUTPUT)
    return len(values)


def values(model: Model, rows: Rows, weights: NDArray[Any]) -> NDArray[np.float64]:
    """The value of each row, in hundredths."""
    found = np.zeros(len(rows))
    _values(rows.begins, rows.places, weights, model.features, found)
    return found


@compiled
def _pass(
    order: Any, begins: Any, places: Any, first: Any, targets: Any, rate: Any, inner: Any, outer: Any, direct: Any,
    inner_bends: Any, outer_bends: Any, direct_bends: Any,
) -> Any:  # fmt: skip
    """A step for each row; returns the mean loss on the way. The last row of ``inner`` belongs to all positions."""
    loss = 0.0
    zero, one = np.float32(0), np.float32(1)
    units = len(outer)
    sums, slopes = np.empty(units, np.float32), np.empty(units, np.float32)
    for row in order:
        sums[:] = inner[-1]
        value = zero
        for index in range(begins[row], begins[row + 1]):
            place = places[index] - first
            value += direct[place]
            for unit in range(units):
                sums[unit] += inner[place, unit]
        for unit in range(units):
            amount = min(max(sums[unit], zero), one)
            value += outer[unit] * amount * amount
        error = np.float32(targets[row] - 1.0 / (1.0 + np.exp(-value)))
        loss += np.log1p(np.exp(-abs(value))) + max(value, zero) - targets[row] * value
        for unit in range(units):
            amount = min(max(sums[unit], zero), one)
            slopes[unit] = zero
            if zero < sums[unit] < one:
                slopes[unit] = error * outer[unit] * (amount + amount)
            slope = error * amount * amount
            outer_bends[unit] += slope * slope
            outer[unit] += rate * slope / np.sqrt(outer_bends[unit])
        for index in range(begins[row], begins[row + 1] + 1):
            place = np.int64(-1)
            if index < begins[row + 1]:
                place = np.int64(places[index] - first)
                direct_bends[place] += error * error
                direct[place] += rate * error / np.sqrt(direct_bends[place])
            for unit in range(units):
                slope = slopes[unit]
                inner_bends[place, unit] += slope * slope
                inner[place, unit] += rate * slope / np.sqrt(inner_bends[place, unit])
    return loss / max(len(order), 1)


def fit(
    model: Model, parts: list[Rows], present: NDArray[Any], report: Callable[[int, int], None]
) -> NDArray[np.int64]:
    """The weights that fit these rows, whose targets are chances to win; ``report(done, of)`` hears of the passes."""
    weights = present.astype(np.int64).reshape(model.stages, model.features, WORDS)
    made = [_fitted(model, parts, weights[stage], stage, report) for stage in range(model.stages)]
    return np.stack(made).ravel()


def _fitted(
    model: Model, parts: list[Rows], present: NDArray[np.int64], stage: int, report: Callable[[int, int], None]
) -> NDArray[np.int64]:
    """The weights of one stage; the present ones if nothing was met there."""
    rng = np.random.default_rng(stage)
    first = stage * model.features
    chosen = [np.flatnonzero(part.places[part.begins[:-1]] // model.features == stage) for part in parts]
    if not sum(len(rows) for rows in chosen):
        return present
    inner, outer, direct = _unpacked(model, present, rng)
    bends = [np.full(each.shape, _CURVATURE, np.float32) for each in (inner, outer, direct)]
    for step in range(PASSES):
        report(stage * PASSES + step, model.stages * PASSES)
        rate = np.float32(RATE * np.sqrt(1 - step / PASSES))
        for number in rng.permutation(len(parts)):
            part = parts[number]
            order = rng.permutation(chosen[number])
            _pass(order, part.begins, part.places, first, part.targets, rate, inner, outer, direct, *bends)
    return _packed(model, inner, outer, direct)


def _unpacked(model: Model, present: NDArray[np.int64], rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """A stage's weights as small floats, in odds; random ones where nothing has been learnt."""
    count = model.features - OUTPUT
    if present[-1, -1] == 0:
        inner = rng.normal(0.0, _FIRST[1], (count + 1, UNITS)).astype(np.float32)
        inner[-1] = _FIRST[0]
        return inner, rng.normal(0.0, _FIRST[0], UNITS).astype(np.float32), np.zeros(count, np.float32)
    lanes = unpacked(present[:count]).astype(np.float32)
    inner = np.concatenate([lanes[:, :UNITS] / _ONE, np.zeros((1, UNITS), np.float32)])
    outer = present[count:].ravel()[:UNITS] / (model.scale * (1 << (_FINE - 16)))
    return inner, outer.astype(np.float32), lanes[:, UNITS] / np.float32(_QUARTERS * model.scale)


def _packed(model: Model, inner: Any, outer: Any, direct: Any) -> NDArray[np.int64]:
    """A stage's weights as whole numbers."""
    lanes = np.zeros((len(direct), _LANES), dtype=np.int64)
    lanes[:, :UNITS] = np.rint(_ONE * inner[:-1])
    lanes[slice(*model.always), :UNITS] += np.rint(_ONE * inner[-1]).astype(np.int64)
    lanes[:, UNITS] = np.rint(_QUARTERS * model.scale * direct)
    output = np.ones(OUTPUT * WORDS, dtype=np.int64)
    output[:UNITS] = np.rint(model.scale * (1 << (_FINE - 16)) * outer)
    return np.concatenate([packed(np.clip(lanes, -_TOP, _TOP)), output.reshape(OUTPUT, WORDS)])


def packed(lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows of 16 numbers of 16 bits as four words each."""
    words: NDArray[np.int64] = (lanes.reshape(-1, WORDS, 4) << (16 * np.arange(4))).sum(axis=2)
    return words


def unpacked(words: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers that ``packed`` made words of."""
    rest, lanes = words.copy(), np.empty((*words.shape, 4), dtype=np.int64)
    for lane in range(4):
        lanes[..., lane] = ((rest + _HALF) & _LANE) - _HALF
        rest = (rest - lanes[..., lane]) >> 16
    return lanes.reshape(len(words), _LANES)
