"""How strong and how fast Lambda Punter's strong players are: exact play, large maps, games against the greedy bot."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.bots import _thinking
from plyground.core import entries, registry
from plyground.core.bot import Limits, Player
from plyground.core.knowledge import exact_of
from plyground.games.punter import charts, mapfile, shelf
from plyground.games.punter.position import Position, pack, start
from tools.benchmarks._registry import Row, benchmark

LARGEST = "random-6200-1"
"""A map of the shelf with just under 10,000 rivers and 32 mines."""
_AIMS = ((2, 14, 20, "at most 0.3"), (2, 17, 20, "at most 3"), (3, 11, 20, "at most 1"), (4, 10, 20, "at most 1"))
_MAPS = Path(__file__).resolve().parents[2].parent / "shared" / "maps"
_NAMES = {"lambda": "city-30-1", "circle": "circle-40", "triangle": "sierpinski-3", "randomMedium": "random-100-1"}
"""The contest's maps, and what of the shelf stands in where they are not beside the project."""


def drawn(rivers: int, count: int, punters: int) -> list[Position]:
    """Starts on planar random maps of the shelf with so many rivers, and 2 to 3 mines drawn by the map's seed."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        seed += 1
        for size in range(6, 14):
            file = shelf.draw(f"random-{size}-{seed}")
            if file is not None and len(file.rivers) == rivers:
                rng = random.Random(seed)
                mines = tuple(sorted(rng.sample(file.sites, rng.choice((2, 3)))))
                board = charts.chart_of(replace(file, mines=mines)).board
                found.append(start(board, pack(punters, False, False, False)))
                break
    return found


@benchmark("punter-hare", measures="game/games/punter game/search")
def punter_hare() -> list[Row]:
    """Exact play from the start of 20 planar random maps with 2 to 3 mines, tables and search, in processor time.

    Then the Hare on a map of just under 10,000 rivers with 32 mines and 16 punters: the map drawn and made ready with
    the first move, and 30 moves at a limit of 1 s spread over a random game, wall clock.
    """
    game: Any = registry.game("punter")
    entries.use_compiled(True)
    player: Any = exact_of(game.position_classes)
    player(game, game.initial({"map": "path-3"}), True, Limits())
    rows = []
    for punters, rivers, count, aim in _AIMS:
        seconds = []
        for position in drawn(rivers, count, punters):
            begun = time.process_time()
            found = player(game, position, True, Limits())
            seconds.append(time.process_time() - begun)
            assert found.exact
        what = f"Tortoise, {punters} punters, {rivers} rivers"
        rows += [Row(f"{what}: median", statistics.median(seconds), "s", aim), Row(f"{what}: most", max(seconds), "s")]
    hare = registry.parse_player("hare", game)
    begun = time.perf_counter()
    position = game.initial({"map": LARGEST, "punters": 16})
    _thinking.think(hare, position, random.Random(0), {"seconds": 1})
    setup = time.perf_counter() - begun
    moves, rng = [], random.Random(1)
    for turn in range(9_000):
        if turn % 300 == 0:
            moves.append(_thinking.think(hare, position, rng, {"seconds": 1}).seconds)
        position = game.play(position, rng.choice(game.legal_moves(position)[:-1]))
    return [
        *rows,
        Row(f"setup and first move, {len(position.claimed):,} rivers, 16 punters", setup, "s", "at most 10"),
        Row("a move there: median", statistics.median(moves), "s", "at most 1"),
        Row("a move there: slowest of 30", max(moves), "s", "at most 1"),
    ]


def _board(name: str) -> Any:
    file = _MAPS / f"{name}.json"
    if file.exists():
        return charts.chart_of(mapfile.parse(file.read_text(encoding="utf-8"))).board
    return charts.find(_NAMES[name]).board


def _first(hare: Player, others: Player, position: Position, seat: int, seed: int) -> float:
    """1 if the Hare in this seat ends ahead of all, 0.5 if it shares the lead, else 0."""
    game, rng = hare.game, random.Random(seed)
    memory: dict[str, Any] = {}
    while game.returns(position) is None:
        own = game.to_move(position) == seat
        choice = hare.choose(position, Limits(), rng, memory=memory) if own else others.choose(position, Limits(), rng)
        position = game.play(position, game.require(position, choice.move))
    lead = (game.returns(position) or ())[seat]
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@benchmark("punter-strength", measures="game/games/punter game/bots")
def punter_strength() -> list[Row]:
    """Games of the Hare (2,000 draws a move) against intuition: 20 for two, both seats by turns, and 20 against three.

    On the contest's maps where they lie beside the project, else on maps of the shelf. A shared first place is half.
    """
    game: Any = registry.game("punter")
    entries.use_compiled(True)
    hare, others = registry.parse_player("hare:budget=2000", game), registry.parse_player("intuition", game)
    rows = []
    for punters, aim in ((2, "at least 95"), (4, "at least 80")):
        for name in _NAMES:
            begin = start(_board(name), pack(punters, False, False, False))
            won = sum(_first(hare, others, begin, number % punters, number) for number in range(20))
            rows.append(Row(f"{punters} punters on {name}: first place", 100 * won / 20, "%", aim))
    return rows
