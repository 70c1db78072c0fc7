"""Othello's knowledge: how far the trained evaluation is from exact scores, and how fast the endgame solver is."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import numpy as np

from plyground.core import kernels, registry
from plyground.core.kernels import compiled
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.knowledge.training import fit, run, selfplay
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from tools.benchmarks._measuring import SHARED
from tools.benchmarks._registry import Row, benchmark

SUITE = SHARED / "data" / "othello_endgames.json"
_TOGETHER = (40, 42, 44)
_ENDINGS, _EMPTIES = 100, 16
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
    found: list[Any] = []
    batch = 0
    while len(found) < count:
        state = np.random.SeedSequence((seed, empties, batch)).generate_state(1, np.uint64)
        boards, _, _ = selfplay.play_games(state, _BATCH, run.DEPTH, min(run.SOLVED_AT, empties - 1), table)
        discs = fit.discs(boards)
        starts = np.flatnonzero(np.diff(discs, prepend=65) < 0)  # the discs only fall where a game begins
        for start, end in zip(starts, [*starts[1:], len(boards)], strict=True):
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


def _solved(position: OthelloPosition) -> tuple[float, int, int, list[int]]:
    """Seconds of processor time, positions analysed, the value and every best move; the line is found as well."""
    begun = time.process_time()
    solver = Solver(position.size, empties_of(position), running.shared_state(), None)
    value, best = solver.best(position, True)
    solver.line(position, value, best[0])
    return time.process_time() - begun, solver.work.nodes, value, best


def ending(seed: int, empties: int) -> OthelloPosition:
    """A position after ten random plies and then play by the order of moves, with a little chance in it."""
    game: Any = registry.game("othello")
    chance = random.Random(seed)
    while True:
        position = game.initial()
        moves = game.legal_moves(position)
        while moves and empties_of(position) > empties:
            if empties_of(position) > 50:
                move = chance.choice(moves)
            else:
                scores = {each: kernels.rank(position, each) + 20 * chance.random() for each in moves}
                move = max(moves, key=scores.__getitem__)
            position = game.play(position, move)
            moves = game.legal_moves(position)
        if moves and empties_of(position) == empties:
            return position  # type: ignore[no-any-return]


@benchmark("othello-solver", measures="game/games/othello/knowledge/endgame")
def othello_solver() -> list[Row]:
    """Endings of 8 x 8 Othello solved exactly with every best move and a line to the end, on one core.

    Seconds of processor time. FFO numbers are those of the public endgame suite, present where its data is; our own
    endings come from random openings and play by mobility, with 16 empty squares. Positions are counted where a disc is
    placed or a turn is passed, those of the short searches that order moves included.
    """
    game: Any = registry.game("othello")
    _solved(ending(0, 12))
    rows = []
    if SUITE.exists():
        rows += _suite(game)
    times, nodes = [], 0
    for seed in range(_ENDINGS):
        seconds, analysed, _, _ = _solved(ending(seed, _EMPTIES))
        times.append(seconds)
        nodes += analysed
    return [
        *rows,
        Row(f"mean of {_ENDINGS} endings with {_EMPTIES} empty squares", sum(times) / _ENDINGS, "s", "at most 0.15"),
        Row("the slowest of them", max(times), "s"),
        Row("their positions", nodes / sum(times) / 1e6, "million positions/s"),
    ]


def _suite(game: Any) -> list[Row]:
    rows: list[Row] = []
    together = analysed = right = 0.0
    cases = json.loads(SUITE.read_text(encoding="utf-8"))["positions"]
    for case in cases:
        position = game.parse_position(case["position"])
        seconds, nodes, value, best = _solved(position)
        names = [game.move_text(position, move) for move in best]
        right += value == case["score"] and names == case["best_moves"]
        if case["number"] in _TOGETHER:
            together += seconds
            analysed += nodes
        rows.append(Row(f"FFO {case['number']}, {case['empties']} empty squares", seconds, "s"))
    return [
        *rows,
        Row("values and best moves that are right", right, f"of {len(cases)}", f"{len(cases)}"),
        Row("FFO 40, 42 and 44 together", together, "s", "at most 10"),
        Row("their positions", analysed / together / 1e6, "million positions/s", "at least 8"),
    ]
