"""What the fast search is told of the toy game, and its scores by brute force.

Rows whose worths add up to an even number end by the lead, the others are won or lost.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import implements
from plyground.search.pvs import contract
from plyground.search.pvs.contract import SURE, WIN
from tests.search.toys import CELLS, Cells

EMPTY = np.zeros(1)
_FACTOR, _NEXT = np.uint64(0x9E3779B97F4A7C15), np.uint64(1)


@kernels.jitable
def _total(position: Any) -> Any:
    total = 0
    for cell in range(len(position.owners)):
        total += position.row.worth[cell]
    return total


@implements(contract.static, Cells)
def _static(position: Cells, weights: Any) -> int:
    return 100 * kernels.margin(position, position.mover) + 7


@implements(contract.key, Cells)
def _key(position: Cells) -> Any:
    word = np.uint64(position.mover + 1)
    for cell in range(len(position.owners)):
        word = (word + np.uint64(position.owners[cell] + 2)) * _FACTOR
        word ^= word >> np.uint64(29)
    return word


@implements(contract.final, Cells)
def _final(position: Cells) -> int:
    if _total(position) % 2 == 0:
        return 100 * kernels.margin(position, position.mover)
    return WIN * kernels.outcome(position, position.mover)


@implements(contract.rate, Cells)
def _rate(position: Cells, moves: Any, count: int, scores: Any, weights: Any) -> None:
    for index in range(count):
        scores[index] = position.row.worth[moves[index]]


@implements(contract.null_sound, Cells)
def _null_sound(position: Cells, weights: Any) -> bool:
    return position.taken % 3 != 0  # often it is not: only what is called sure must be right all the same


@implements(contract.null_move, Cells)
def _null_move(position: Cells) -> Cells:
    return Cells(position.row, position.owners, position.taken, position.seats, 1 - position.mover)


@implements(contract.probcut, Cells)
def _probcut(position: Cells, depth: int, trial: int, weights: Any) -> tuple[int, float, float, float]:
    if trial > 1 or depth < 3 or depth >= len(position.owners) - position.taken:
        return -1, 1.0, 0.0, 0.0
    return trial + 1, 1.0, 0.0, 150.0


@implements(contract.swing, Cells)
def _swing(position: Cells, depth: int, weights: Any) -> tuple[int, int]:
    return 100 * depth, 200 * depth  # often a search differs by more: only what is called sure must be right


def brute(position: Cells) -> int:
    """The score of a position with two seats, by looking at everything."""
    return _brute(position)


@cache
def _brute(position: Cells) -> int:
    moves = CELLS.legal_moves(position)
    if not moves:
        return int(contract.final(position))
    best = -WIN
    for move in moves:
        child = CELLS.play(position, move)
        score = _brute(child)
        score = score - (score >= SURE) + (score <= -SURE)
        best = max(best, score if child.mover == position.mover else -score)
    return best


def to_depth(position: Cells, depth: int) -> int:
    """The score by plain negamax to a depth, where unfinished positions are estimated."""
    moves = CELLS.legal_moves(position)
    if not moves:
        return int(contract.final(position))
    if depth == 0:
        return int(contract.static(position, EMPTY))
    best = -WIN
    for move in moves:
        child = CELLS.play(position, move)
        score = to_depth(child, depth - 1)
        score = score - (score >= SURE) + (score <= -SURE)
        best = max(best, score if child.mover == position.mover else -score)
    return best
