"""How fast Othello's endgame solver is: positions of the public test suite, and endings of our own."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

from plyground.core import kernels, registry
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from tools.benchmarks._registry import Row, benchmark

SUITE = Path(__file__).resolve().parents[3] / "shared" / "data" / "othello_endgames.json"
_TOGETHER = (40, 42, 44)
_ENDINGS, _EMPTIES = 100, 16


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
