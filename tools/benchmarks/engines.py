"""How fast the compiled rules are: perft of each game, against plain C where there is a compiler, and move lists."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from plyground.core import entries, registry
from plyground.search.perft import perft
from tools.benchmarks._registry import Row, benchmark

_SOURCE = Path(__file__).with_name("othello_perft.c")
_ROUNDS = 5


def leaves_per_second(game: Any, position: Any, depth: int) -> tuple[int, float]:
    """The leaves of one perft, and how many of them a second."""
    begun = time.perf_counter()
    leaves = perft(game, position, depth)
    return leaves, leaves / (time.perf_counter() - begun)


@benchmark("othello-perft", measures="game/games/othello game/search")
def othello_perft() -> list[Row]:
    """Perft 10 of Othello from the start, the last ply counted, on one core, in turn with a C program.

    The C program (`tools/benchmarks/othello_perft.c`, -O3 -march=native) has the same algorithm.
    Medians of five rounds.
    """
    game: Any = registry.game("othello")
    start = game.initial()
    entries.use_compiled(True)
    perft(game, start, 3)
    ours: list[float] = []
    theirs: list[float] = []
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "othello_perft"
        if compiler:
            subprocess.run([compiler, "-O3", "-march=native", "-o", program, _SOURCE], check=True)
        for _ in range(_ROUNDS):
            leaves, speed = leaves_per_second(game, start, 10)
            ours.append(speed)
            if compiler:
                answer = subprocess.run([program, "10"], check=True, capture_output=True, text=True).stdout.split()
                theirs.append(int(answer[0]) / float(answer[1]))
    rows = [
        Row("leaves of perft 10", leaves, "sequences", "24,571,284"),
        Row("Numba", statistics.median(ours) / 1e6, "million leaves/s"),
    ]
    if theirs:
        ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
        rows += [
            Row("C", statistics.median(theirs) / 1e6, "million leaves/s"),
            Row("Numba against C", ratio, "times", "at least 0.5"),
        ]
    return rows


@benchmark("camel-perft", measures="game/games/camel game/search")
def camel_perft() -> list[Row]:
    """Perft 4 and 5 of Crazy Camel from the 7x7 start, the last ply counted, on one core (perft 5: median of three).

    Beside it, how many lists of the legal moves at the start Python gets in a second, one compiled call each.
    """
    game: Any = registry.game("camel")
    start = game.initial()
    entries.use_compiled(True)
    perft(game, start, 2)
    four, _ = leaves_per_second(game, start, 4)
    speeds = []
    for _ in range(3):
        five, speed = leaves_per_second(game, start, 5)
        speeds.append(speed)
    game.legal_moves(start)
    begun, lists = time.perf_counter(), 50_000
    for _ in range(lists):
        game.legal_moves(start)
    per_second = lists / (time.perf_counter() - begun)
    return [
        Row("leaves of perft 4", four, "sequences", "23,458,826"),
        Row("leaves of perft 5", five, "sequences", "1,433,048,112"),
        Row("perft 5", statistics.median(speeds) / 1e6, "million leaves/s", "at least 60"),
        Row("lists of 75 legal moves, from Python", per_second, "lists/s", "at least 30,000"),
    ]
