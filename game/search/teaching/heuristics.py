"""Scores and ranks for the teaching searches: compiled where the process runs compiled rules, else interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels


@kernels.compiled
def _evaluate(position: Any, seat: Any, unit: Any) -> Any:
    return float(kernels.evaluate(position, seat, unit))


@kernels.compiled
def _rank(position: Any, moves: Any, ranks: Any) -> Any:
    for index in range(len(moves)):
        move: Any = np.int64(moves[index])
        ranks[index] = kernels.rank(position, move)


def evaluate(position: Any, seat: int, unit: int) -> float:
    """The static score of an unfinished position for a seat."""
    return float((_evaluate if compiled_calls.compiled_in_use() else kernels.evaluate)(position, seat, unit))


def rank(position: Any, moves: list[Any]) -> list[float]:
    """How good each move looks at first sight; higher is better."""
    if not compiled_calls.compiled_in_use():
        return [float(kernels.rank(position, move)) for move in moves]
    found = np.zeros(len(moves), dtype=np.float64)
    _rank(position, np.array(moves, dtype=np.int64), found)
    ranked: list[float] = found.tolist()
    return ranked
