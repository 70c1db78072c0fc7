"""How well shallow searches foretell deep ones, measured on positions of self-play: the figures of multi-ProbCut.

Positions of all stages are searched deeper and deeper, without anything selective, and those near the end are solved.
The standard deviations of the differences are made even by two models, fitted by least squares to their logarithms:
linear and square in the stage and linear in the logarithms of the shallow depth and of the plies between the two, and
linear in the number of empty squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.bot import Limits
from plyground.games.othello.knowledge import margins, patterns
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.knowledge.training import selfplay
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from plyground.search.pvs import search

_FIRST, _LAST = 10, 54
"""The fewest and the most empty squares of positions that are searched."""
SOLVED = (10, 18)
"""The fewest and the most empty squares of positions that are solved."""
_LARGEST = 5000
"""Deviations are kept below this many hundredths."""


def measure(
    seed: int, games: int, depth: int, table: NDArray[np.int16], pool: Executor, report: Callable[[int, int], None]
) -> tuple[NDArray[np.int16], dict[str, Any]]:
    """The deviations, as ``margins`` wants them, and what was measured, for the record.

    A position of each stage is taken from each of ``games`` games and searched to ``depth`` plies with the weights
    ``table``; those that are to be solved as well.
    """
    state = np.random.SeedSequence((seed, games, depth)).generate_state(1, np.uint64)
    chance = np.random.default_rng((seed, games, depth))
    boards, _, _ = selfplay.play_games(state, games, 2, 8, table)
    empties = 64 - np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(np.int64)
    chosen: list[tuple[int, int]] = []
    for fewest in range(_FIRST, _LAST, 4):
        among = np.flatnonzero((empties >= fewest) & (empties < fewest + 4))
        picked = chance.choice(among, size=min(games, len(among)), replace=False)
        chosen += [(int(place), (64 - int(empties[place]) - 4) >> 2) for place in picked]
    weights = np.concatenate([table, np.zeros(margins.ROWS * margins.DEPTHS, dtype=np.int16)])
    found: list[tuple[int, list[int], int | None]] = []
    waiting = [pool.submit(_scores, boards[place], depth, weights) for place, _ in chosen]
    for future in waiting:
        report(len(found), len(waiting))
        found.append(future.result())
    report(len(waiting), len(waiting))
    return _evened(found, depth)


def _scores(board: Any, depth: int, weights: NDArray[np.int16]) -> tuple[int, list[int], int | None]:
    """Empty squares, the scores of all depths from 1 on, and the exact one if that is wanted, in hundredths."""
    from plyground.games.othello import GAME  # the game's knowledge imports this module's package

    position = OthelloPosition(board[0], board[1], 8, 0)
    scores: list[int] = []

    def note(found: search.Finding) -> bool:
        scores.append(found.lines[0].score)
        return False

    search.search(GAME, position, weights, Limits(depth=depth), settings=search.EXACT, enough=note)
    empties, exact = empties_of(position), None
    if SOLVED[0] <= empties <= SOLVED[1]:
        exact = 100 * Solver(8, empties, running.shared_state(), None).exact(position, scores[-1] // 200 * 2)
    return empties, scores, exact


def _fitted(terms: list[list[float]], deviations: list[float], weights: list[int]) -> NDArray[np.float64]:
    """The coefficients whose sums of ``terms`` come nearest to the logarithms of the deviations."""
    scale = np.sqrt(np.array(weights, dtype=np.float64))
    solution = np.linalg.lstsq(np.array(terms) * scale[:, None], np.log(deviations) * scale, rcond=None)
    return np.asarray(solution[0])


def _depth_terms(stage: float, depth: int) -> list[float]:
    shallow = margins.fewer(depth)
    return [1.0, stage, stage * stage, math.log(depth - shallow), math.log(shallow)]


def _evened(found: list[tuple[int, list[int], int | None]], depth: int) -> tuple[NDArray[np.int16], dict[str, Any]]:
    """The table of deviations from what was found, and what the record says of it."""
    figures = np.zeros((margins.ROWS, margins.DEPTHS), dtype=np.int16)
    measured: dict[str, dict[str, float]] = {"searches": {}, "ends": {}}
    terms, deviations, weights = [], [], []
    for stage in range(patterns.STAGES):
        for deep in range(margins.SHALLOWEST, depth + 1):
            shallow = margins.fewer(deep)
            differences = [
                scores[deep - 1] - scores[shallow - 1]
                for empties, scores, _ in found
                if (60 - empties) >> 2 == stage and empties > deep and len(scores) >= deep
            ]
            if len(differences) > 2:
                deviation = max(1.0, math.sqrt(float(np.mean(np.square(differences)))))
                measured["searches"][f"stage {stage}, {deep} by {shallow}"] = round(deviation / 100, 2)
                terms.append(_depth_terms(stage, deep))
                deviations.append(deviation)
                weights.append(len(differences))
    if len(terms) > 5:
        solved = _fitted(terms, deviations, weights)
        for stage in range(patterns.STAGES):
            for deep in range(margins.SHALLOWEST, margins.DEPTHS):
                figures[stage, deep] = min(math.exp(float(solved @ _depth_terms(stage, deep))), _LARGEST)
    ends, deviations, weights = [], [], []
    for empties in range(SOLVED[0], SOLVED[1] + 1):
        shallow = margins.fewer(empties)
        differences = [
            exact - scores[shallow - 1]
            for count, scores, exact in found
            if count == empties and exact is not None and len(scores) >= shallow
        ]
        if len(differences) > 2:
            deviation = max(1.0, math.sqrt(float(np.mean(np.square(differences)))))
            measured["ends"][f"{empties} empty squares by {shallow}"] = round(deviation / 100, 2)
            ends.append([1.0, float(empties)])
            deviations.append(deviation)
            weights.append(len(differences))
    if len(ends) > 2:
        solved = _fitted(ends, deviations, weights)
        for empties in range(margins.SHALLOWEST, margins.DEPTHS):
            figures[margins.ENDS, empties] = min(math.exp(float(solved @ [1.0, float(empties)])), _LARGEST)
    return figures, {"positions": len(found), "depth": depth, **measured}
