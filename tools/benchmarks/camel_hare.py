"""How strong the Hare is in Crazy Camel: its speed and depth, boards that it solves, and matches against minimax."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

from plyground.bots import _thinking, _warming
from plyground.commands import _matches
from plyground.core import entries, registry
from plyground.core.bot import Limits
from plyground.core.knowledge import Solved, strength_of
from tools.benchmarks._registry import Row, benchmark

_SOLVED = {
    "3x3/0": -1, "3x3/1": -1, "3x3/2": -1, "5x5/0": -1, "5x5/1": -1, "7x7/0": -1, "7x7/1": -1,
    "4x4/1": 1, "4x4/2": 1, "6x6/1": 1,
}  # fmt: skip
"""Values for the first player that independent programs agree on; a board is its size and the camels of each."""
_GAMES = 60
_SECONDS = 0.3


def _start(game: Any, board: str) -> Any:
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
    entries.use_compiled(True)
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
    strength = strength_of(game.position_classes)
    assert strength is not None
    assert strength.solve is not None
    strength.solve(game, _start(game, "3x3/1"), Limits())
    for board, value in _SOLVED.items():
        begun = time.process_time()
        solved: Solved | None = strength.solve(game, _start(game, board), Limits())
        spent = time.process_time() - begun
        right = solved is not None and solved.value == value
        rows.append(Row(f"{board} solved, {'as known' if right else 'WRONG'}", spent, "s"))
    return rows


@benchmark("camel-strength", measures="game/games/camel game/search/pvs game/bots")
def camel_strength() -> list[Row]:
    """The Hare at 0.3 s a move against minimax, 60 games each, one after another, random openings of four plies.

    Minimax has the time that its budget takes. Points of the Hare in percent; a draw is half a point.
    """
    game: Any = registry.game("camel")
    start = game.position_text(game.initial())
    rows = []
    for budget, goal in ((3_000, 98), (1_000_000, 80)):
        bots = (f"hare:seconds={_SECONDS}", f"minimax:budget={budget}")
        todo = _matches.tasks("camel", {}, start, bots, _GAMES, {}, 4, 1, None)
        played = [_matches.play_one(task) for task in todo]
        returns = [each.returns[each.entrants.index(0)] for each in played]
        points = sum((value + 1) / 2 for value in returns)
        title = f"against minimax at {budget:,}"
        rows += [
            Row(f"{title}: points", 100 * points / _GAMES, "%", f"at least {goal}"),
            Row(f"{title}: draws", sum(value == 0 for value in returns), "games"),
            Row(f"{title}: refused or failed", sum(each.reason != "rules" for each in played), "games", "0"),
        ]
    return rows
