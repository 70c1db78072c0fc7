"""How fast the compiled rules are: perft, whole random games, and lists of moves."""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.games.punter.charts import chart_of
from plyground.games.punter.mapfile import read
from plyground.games.punter.position import pack
from plyground.games.punter.position import start as position_of
from plyground.search.perft import perft
from plyground.search.playouts import random_games
from tools.benchmarks._measuring import timed
from tools.benchmarks._registry import Row, benchmark

_SOURCE = Path(__file__).with_name("othello_perft.c")
_ROUNDS = 5
_SECONDS = 2.0
_LARGEST = "grid-72x70"
"""A map of the library with 9,938 rivers."""
_TABLE = (150, 60)
"""A grid with 17,790 rivers, more than the contest's largest map had; its games sat 17."""


def _perft(game: Any, position: Any, depth: int, rounds: int = 1) -> tuple[int, list[float]]:
    """The leaves of a perft, and how many of them a second in each round."""
    speeds = []
    for _ in range(rounds):
        leaves, seconds = timed(lambda: perft(game, position, depth), time.perf_counter)
        speeds.append(leaves / seconds)
    return leaves, speeds


def _perft_rows(game: Any, start: Any, depth: int, rounds: int, leaves: str, speed: str) -> list[Row]:
    """The leaves of a perft and how many a second, the median of some rounds, with what they should be."""
    perft(game, start, 2)
    found, speeds = _perft(game, start, depth, rounds)
    return [
        Row(f"leaves of perft {depth}", found, "sequences", leaves),
        Row(f"perft {depth}", statistics.median(speeds) / 1e6, "million leaves/s", speed),
    ]


@benchmark("othello-perft", measures="game/games/othello game/search")
def othello_perft() -> list[Row]:
    """Perft 10 of Othello from the start, the last ply counted, on one core, in turn with a C program.

    The C program (`tools/benchmarks/othello_perft.c`, -O3 -march=native) has the same algorithm, vectors included.
    Medians of five rounds.
    """
    game: Any = registry.game("othello")
    start = game.initial()
    perft(game, start, 3)
    ours: list[float] = []
    theirs: list[float] = []
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "othello_perft"
        if compiler:
            subprocess.run([compiler, "-O3", "-march=native", "-o", program, _SOURCE], check=True)
        for _ in range(_ROUNDS):
            leaves, speeds = _perft(game, start, 10)
            ours += speeds
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
    rows = _perft_rows(game, start, 5, 3, "1,433,048,112", "at least 60")
    four, _ = _perft(game, start, 4)
    game.legal_moves(start)
    begun, lists = time.perf_counter(), 50_000
    for _ in range(lists):
        game.legal_moves(start)
    per_second = lists / (time.perf_counter() - begun)
    return [
        Row("leaves of perft 4", four, "sequences", "23,458,826"),
        *rows,
        Row("lists of 75 legal moves, from Python", per_second, "lists/s", "at least 30,000"),
    ]


@benchmark("tak-perft", measures="game/games/tak game/search")
def tak_perft() -> list[Row]:
    """Perft 5 of Tak from the 5x5 start, the last ply counted without playing it, on one core.

    Median of five rounds.
    """
    game: Any = registry.game("tak")
    return _perft_rows(game, game.initial({"size": 5}), 5, _ROUNDS, "187,855,252", "at least 100")


@benchmark("tak-games", measures="game/games/tak game/bots")
def tak_games() -> list[Row]:
    """Games of Tak from the start to the end, every move drawn from the list of all legal moves, on one core.

    Per second of processor time; median of five rounds of about two seconds.
    """
    game: Any = registry.game("tak")
    rows = []
    for size, goal in ((5, "at least 10,000"), (6, "at least 5,000")):
        start = game.initial({"size": size})
        random_games(game, start, 1, 0)
        count = int(2000 * _SECONDS / timed(lambda at=start: random_games(game, at, 2000, 1))[1])  # type: ignore[misc]
        speeds, plies = [], 0
        for seed in range(_ROUNDS):
            begun = time.process_time()
            plies = random_games(game, start, count, seed).plies
            speeds.append(count / (time.process_time() - begun))
        rows += [
            Row(f"random games on {size}x{size}", statistics.median(speeds), "games/s", goal),
            Row(f"their length on {size}x{size}", plies / count, "plies"),
        ]
    return rows


def _random_game(game: Any, position: Any, rng: random.Random) -> tuple[Any, float]:
    """A random game to its end through the same calls that sessions make: the end, and seconds of processor time."""
    begun = time.process_time()
    while moves := game.legal_moves(position):
        position = game.play(position, rng.choice(moves))
    game.returns(position)
    return position, time.process_time() - begun


def _largest_table(game: Any) -> list[Row]:
    """A random game of 17 on the largest map, and how long the Hare takes there that is given half a second."""
    wide, high = _TABLE
    places = [wide * y + x for y in range(high) for x in range(wide)]
    ends = [(place, place + 1) for place in places if (place + 1) % wide]
    ends += [(place, place + wide) for place in places[: wide * (high - 1)]]
    data = {
        "sites": [{"id": place} for place in places],
        "rivers": [{"source": source, "target": target} for source, target in ends],
        "mines": [0, 60, 4000, 8000],
    }
    begin = position_of(chart_of(read(data)).board, pack(17, False, False, False))
    end, seconds = _random_game(game, begin, random.Random(1))
    hare = registry.parse_player("hare", game)
    hare.choose(begin, Limits(seconds=0.1), random.Random(1))
    _, answer = timed(lambda: hare.choose(begin, Limits(seconds=0.5), random.Random(1)), time.perf_counter)
    return [
        Row(f"random game of 17 punters, {end.ply:,} moves", seconds, "s"),
        Row("the Hare's answer there, given 0.5 s", answer, "s", "at most 0.6"),
    ]


@benchmark("punter", measures="game/games/punter game/search")
def punter() -> list[Row]:
    """Random games on a map of nearly 10,000 rivers, each move through Python, scores kept up as rivers are taken; and
    on one of 17,790, where the Hare is asked too. Seconds of processor time, but for the Hare's answer.

    Beside them perft, which counts claims alone, from the start of the usual map on one core.
    """
    game: Any = registry.game("punter")
    _random_game(game, game.initial(), random.Random(0))
    rows = []
    for punters, options in ((16, {}), (2, {}), (16, {"splurges": True, "options": True})):
        start = game.initial({"map": _LARGEST, "punters": punters, **options})
        end, seconds = _random_game(game, start, random.Random(1))
        what = f"random game of {punters} punters" + (", with options" if options else "")
        rows.append(Row(f"{what}, {end.ply:,} moves", seconds, "s", "at most 2"))
    rows += _largest_table(game)
    start = game.initial()
    perft(game, start, 2)
    leaves, seconds = timed(lambda: perft(game, start, 6))
    return [*rows, Row("perft 6, counting claims", leaves / seconds / 1e6, "million leaves/s")]
