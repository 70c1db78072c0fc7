"""An evaluation fitted by gradient descent."""

from collections.abc import Sequence

RATE, ROUNDS = 0.5, 1000


def fit(rows: Sequence[Sequence[float]], results: Sequence[float]) -> list[float]:
    """The weights with the least mean squared error, one for each number of a row."""
    weights = [0.0] * len(rows[0])
    for _round in range(ROUNDS):
        errors = [
            sum(weight * each for weight, each in zip(weights, row, strict=True)) - result
            for row, result in zip(rows, results, strict=True)
        ]
        for column in range(len(weights)):
            part = sum(error * row[column] for error, row in zip(errors, rows, strict=True)) / len(rows)
            weights[column] -= RATE * part
    return weights
