"""How far a shallow search of Othello is from a deep one: the figures of multi-ProbCut, and which searches they join.

After the trained weights follow the standard deviations, in hundredths of a disc, of the difference between a search of
``depth`` plies and one of ``fewer(depth)`` plies: a row for each stage of the game, a column for each depth. A last
row, by the number of empty squares, has the deviations of exact results from the searches of ``fewer`` plies
than there are squares. How they came to be: ``training.deviations``. The method is M. Buro's, "Experiments with
multi-ProbCut and a new high-quality evaluation function for Othello" (1997).
"""

from __future__ import annotations

from typing import Any

from plyground.core.bits import count_ones
from plyground.core.kernels import implements, jitable
from plyground.games.othello.knowledge import patterns
from plyground.games.othello.position import OthelloPosition
from plyground.search.pvs import contract

DEPTHS = 32
ROWS = patterns.STAGES + 1
ENDS = patterns.STAGES
"""The row of the deviations from exact results."""
SHALLOWEST = 3
"""Searches of fewer plies are not foretold."""
WIDER, SELECTIVE = 0.55, 3
"""Endings are selective at first: each of so many iterations beyond the end of the game has margins that are by so much
of the usual ones wider, and what follows is exact."""

FALLS, RISES = (200, 480), (800, 600)
"""In about a tenth of 300 positions a search of one and of two plies differed by more from the estimate, in hundredths
of a disc. Whoever has moved last looks better, so these are not alike."""


@jitable
def fewer(depth: int) -> int:
    """How many plies foretell the score of ``depth`` plies: about half as many, even or odd as they are."""
    return 2 * (depth // 4) + (depth & 1)


@implements(contract.probcut, OthelloPosition)
def probcut(position: OthelloPosition, depth: int, trial: int, weights: Any) -> tuple[int, float, float, float]:
    """On 8 x 8 from three plies on, one try; where the game ends within the depth, the error is that to exact results.

    It won 62 % [55, 69] of 80 games at 0.03 s of processor time (seed 11) against the search without it, with 1.1
    deviations and without late move reductions; 1.5 and with them, 58 % [49, 67] of 100 of 40,000 positions (seed 1).
    """
    if position.size != 8 or depth < SHALLOWEST or trial > 0:
        return -1, 1.0, 0.0, 0.0
    discs = count_ones(position.own | position.other)
    row, column, wider = (discs - 4) >> 2, depth, 1.0
    beyond = depth - (64 - discs)
    if beyond >= 0:
        row, column, wider = ENDS, 64 - discs, 1.0 + WIDER * beyond
    if beyond >= SELECTIVE or column < SHALLOWEST:
        return -1, 1.0, 0.0, 0.0
    return fewer(column), 1.0, 0.0, wider * weights[patterns.WEIGHTS + DEPTHS * row + min(column, DEPTHS - 1)]


@implements(contract.swing, OthelloPosition)
def swing(position: OthelloPosition, depth: int, weights: Any) -> tuple[int, int]:
    """On 8 x 8 with one and two plies left, while the game goes on behind them: ``FALLS`` and ``RISES``."""
    if position.size != 8 or depth > 2 or depth >= 64 - count_ones(position.own | position.other):
        return 0, 0
    return FALLS[depth - 1], RISES[depth - 1]
