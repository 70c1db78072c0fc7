"""How fast the Hare searches in each game, how deep it comes, and what it and the solvers solve."""

from __future__ import annotations

import json
import random
import statistics
import time
from dataclasses import replace
from typing import Any

from plyground.bots import _thinking, _warming
from plyground.core import knowledge, registry
from plyground.core.bot import Limits, Player
from plyground.games.punter import charts, map_library
from plyground.games.punter.position import Position, pack, start
from plyground.search.pvs import search as pvs
from tools.benchmarks._measuring import SHARED, spread
from tools.benchmarks._registry import Row, benchmark

_SOLVED = {
    "3x3/0": -1, "3x3/1": -1, "3x3/2": -1, "5x5/0": -1, "5x5/1": -1, "7x7/0": -1, "7x7/1": -1,
    "4x4/1": 1, "4x4/2": 1, "6x6/1": 1,
}  # fmt: skip
"""Values for the first player that independent programs agree on; a board is its size and the camels of each."""
_MIDDLES, _NODES = 12, 500_000
_LIGHT = 2_000
_LARGEST = "random-6200-1"
"""A map of the library with just under 10,000 rivers and 32 mines."""
_AIMS = ((2, 14, 20, "at most 0.3"), (2, 17, 20, "at most 3"), (3, 11, 20, "at most 1"), (4, 10, 20, "at most 1"))


def _board(game: Any, board: str) -> Any:
    size, camels = board.split("/")
    width, height = map(int, size.split("x"))
    return game.initial({"board_width": width, "board_height": height, "starting_camels": int(camels)})


def _positions(game: Any) -> dict[str, Any]:
    """The start, and two positions in the middle of a game."""
    middle = "7x7 4,2,4 4,5,3 H0,2;H2,0;H3,4;V0,5;V1,2;V1,5;V4,3;V5,2;V5,4 0 14"
    open_board = "7x7 6,2,7 1,4,4 H2,4;H3,3;V0,3;V1,2;V2,2 0 16"
    return {
        "start": game.initial(),
        "nine camels placed": game.parse_position(middle, {}),
        "five camels placed": game.parse_position(open_board, {}),
    }


@benchmark("camel-hare", measures="game/games/camel game/search/pvs")
def camel_hare() -> list[Row]:
    """The Hare for one second a move from three positions (medians of three), and the solver on boards of known value.

    Positions analysed a second are by the process's processor time; depths are of the last finished iteration.
    """
    game: Any = registry.game("camel")
    player = registry.parse_player("hare:seconds=1", game)
    rows: list[Row] = []
    for title, position in _positions(game).items():
        _warming.load(player, position)
        speeds, depths = [], []
        for seed in range(3):
            begun = time.process_time()
            choice = _thinking.think(player, position, random.Random(seed))
            speeds.append(choice.nodes / (time.process_time() - begun) / 1e6)
            depths.append(choice.depth)
        goal = "at least 7" if title == "start" else ""
        rows += [
            Row(f"{title}: depth after 1 s", statistics.median(depths), "plies", goal),
            Row(f"{title}: speed", statistics.median(speeds), "million positions/s", "at least 1"),
        ]
    strength = knowledge.of(game).strength
    assert strength is not None
    assert strength.solve is not None
    strength.solve(game, _board(game, "3x3/1"), Limits())
    for board, value in _SOLVED.items():
        begun = time.process_time()
        solved = strength.solve(game, _board(game, board), Limits())
        spent = time.process_time() - begun
        right = solved is not None and solved.value == value
        rows.append(Row(f"{board} solved, {'as known' if right else 'WRONG'}", spent, "s"))
    return rows


def _middle(game: Any, size: int, seed: int) -> Any:
    """A middle position: some random plies, then quick searches for both; None if the game ended before."""
    rng, position = random.Random(seed), game.initial({"size": size})
    player = registry.parse_player("hare", game)
    for ply in range(rng.randint(10, 4 * size)):
        if game.returns(position) is not None:
            return None
        if ply < 4:
            move = rng.choice(game.legal_moves(position))
        else:
            move = game.parse_move(position, player.choose(position, Limits(nodes=_LIGHT), rng).move)
        position = game.play(position, move)
    return position if game.returns(position) is None else None


def _speed(game: Any, size: int) -> float:
    """Positions searched per second of processor time over the middle positions that no search finishes early."""
    strength = knowledge.of(game).strength
    assert strength is not None
    weights, nodes, seconds, seed, found = strength.weights(), 0, 0.0, 0, 0
    while found < _MIDDLES:
        position = _middle(game, size, seed)
        seed += 1
        if position is None:
            continue
        begun = time.process_time()
        finding = pvs.search(game, position, weights, Limits(nodes=_NODES))
        used = time.process_time() - begun
        if finding.nodes >= _NODES:
            nodes, seconds, found = nodes + finding.nodes, seconds + used, found + 1
    return nodes / seconds


def _solves(game: Any, player: Player, case: dict[str, Any]) -> bool:
    """Whether the bot's move after a second is one of the case's (none of them where they are to be avoided)."""
    position = game.parse_position(case["tps"], {"size": case["size"], "komi": case["komi"]})
    move = player.choose(position, Limits(seconds=1.0), random.Random(0)).move
    return bool((move in case["moves"]) == (case["kind"] == "best"))


@benchmark("tak-hare", measures="game/games/tak game/search/pvs")
def tak_hare() -> list[Row]:
    """The Hare in Tak: positions a second with the full evaluation, and published tactics solved within a second each.

    Speed: processor time of searches of 500,000 positions each from 12 middle positions a size, made by quick searches
    after four random plies, without those that end early. A tactic counts if the move is one of the listed ones; some
    positions have further winning moves, which do not count.
    """
    game: Any = registry.game("tak")
    player = registry.parse_player("hare", game)
    player.choose(game.initial(), Limits(nodes=_LIGHT), random.Random(0))
    rows = [Row(f"search on {size}x{size}", _speed(game, size) / 1e6, "million positions/s", "at least 1")
            for size in (5, 6)]  # fmt: skip
    tactics = SHARED / "data" / "tak_tactics.json"
    if tactics.exists():
        cases = json.loads(tactics.read_text(encoding="utf-8"))["positions"]
        solved = [_solves(game, player, case) for case in cases]
        rows.append(Row(f"tactics solved within 1 s each, of {len(cases)}", sum(solved), "positions", "at least 11"))
        rows += [Row(case["name"], float(each), "solved") for case, each in zip(cases, solved, strict=True)]
    return rows


def _drawn(rivers: int, count: int, punters: int) -> list[Position]:
    """Starts on planar random maps of the library with so many rivers, and 2 to 3 mines drawn by the map's seed."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        seed += 1
        for size in range(6, 14):
            file = map_library.draw(f"random-{size}-{seed}")
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
    player: Any = knowledge.of(game).exact
    player(game, game.initial({"map": "path-3"}), True, Limits())
    rows = []
    for punters, rivers, count, aim in _AIMS:
        seconds = []
        for position in _drawn(rivers, count, punters):
            begun = time.process_time()
            found = player(game, position, True, Limits())
            seconds.append(time.process_time() - begun)
            assert found.exact
        what = f"Tortoise, {punters} punters, {rivers} rivers"
        rows += [*spread(f"{what}: ", seconds, "s", median=aim), Row(f"{what}: most", max(seconds), "s")]
    hare = registry.parse_player("hare", game)
    begun = time.perf_counter()
    position = game.initial({"map": _LARGEST, "punters": 16})
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
