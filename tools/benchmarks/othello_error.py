"""How far Othello's trained evaluation is from exact scores, on positions that no training has seen, and its speed."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from plyground.core.kernels import compiled
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.endgame.solver import Solver
from plyground.games.othello.knowledge.training import fit, run, selfplay
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from tools.benchmarks._registry import Row, benchmark

SEED = 20_000_003
"""No training has this seed."""
POSITIONS = {12: 2000, 16: 2000, 20: 200}
"""How many positions are solved, by empty squares, each from a game of its own."""
_AIMS = {16: "at most 7.5, better 6.6"}
_BATCH = 100
_ROUNDS = 20


def fresh(count: int, empties: int, seed: int) -> Any:
    """The boards of ``count`` positions with so many empty squares, played as for the training, a game for each."""
    table = weights.load()
    orders = np.empty((selfplay.LONGEST, 64), dtype=np.int64)
    found: list[Any] = []
    batch = 0
    while len(found) < count:
        state = np.random.SeedSequence((seed, empties, batch)).generate_state(1, np.uint64)
        boards = np.empty((_BATCH * selfplay.LONGEST, 2), dtype=np.uint64)
        results = np.empty(len(boards), dtype=np.int8)
        solved_at = min(run.SOLVED_AT, empties - 1)
        written = selfplay.play_games(state, _BATCH, run.DEPTH, solved_at, table, True, boards, results, orders)
        discs = fit.discs(boards[:written])
        starts = np.flatnonzero(np.diff(discs, prepend=65) < 0)  # the discs only fall where a game begins
        for start, end in zip(starts, [*starts[1:], written], strict=True):
            found += [boards[start + place] for place in np.flatnonzero(discs[start:end] == 64 - empties)[:1]]
        batch += 1
    return np.array(found[:count])


def exact_scores(boards: Any) -> Any:
    """The disc difference of each position under perfect play, for the side to move."""
    scores = []
    for own, other in boards:
        position = OthelloPosition(own, other, 8, 0)
        empties = 64 - int(np.bitwise_count(own | other))
        scores.append(Solver(8, empties, running.shared_state(), None).exact(position, 0))
    return np.array(scores)


def estimates(boards: Any) -> Any:
    """The trained value of each position in discs, never more than all of them."""
    values = np.zeros(len(boards), dtype=np.int64)
    fit.sums(boards, weights.load(), values)
    return np.clip(values / 100, -64, 64)


@compiled
def _evaluate(boards: Any, table: Any, rounds: Any) -> Any:
    total = 0
    for _ in range(rounds):
        for row in range(len(boards)):
            total += patterns.total(boards[row, 0], boards[row, 1], table)
    return total


@benchmark("othello-error", measures="game/games/othello/knowledge")
def othello_error() -> list[Row]:
    """The trained evaluation against exact scores: mean absolute difference in discs, without any search.

    The positions come from games played as in the training (openings of random plies, then searches), with a seed of
    their own; one from each game, solved exactly. Beside it, evaluations a second of processor time, on one core.
    """
    rows = []
    for empties, count in POSITIONS.items():
        boards = fresh(count, empties, SEED)
        wrong = np.abs(estimates(boards) - exact_scores(boards))
        name = f"mean absolute error at {empties} empty squares, {count:,} positions"
        rows.append(Row(name, float(wrong.mean()), "discs", _AIMS.get(empties, "")))
    boards = fresh(2000, 30, SEED)
    table, rounds = weights.load(), _ROUNDS
    _evaluate(boards, table, rounds)
    begun = time.process_time()
    _evaluate(boards, table, rounds)
    speed = rounds * len(boards) / (time.process_time() - begun)
    return [*rows, Row("evaluations", speed / 1e6, "million/s", "at least 1.5")]
