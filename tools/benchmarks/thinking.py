"""How long the default bot thinks: at its budgets, and how constant its time a move is over whole games."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

from plyground.core import entries, registry
from plyground.core.bot import Limits
from tools.benchmarks._registry import Row, benchmark

_GAMES = ("othello", "camel")


def whole_game(game: Any, player: str, seed: int) -> list[float]:
    """Seconds of each move of a player against itself from a random opening of four plies, to the end."""
    bot = registry.parse_player(player, game)
    rng = random.Random(seed)
    position = game.initial()
    seconds = []
    for ply in range(game.spec.longest):
        if game.returns(position) is not None:
            break
        if ply < 4:
            move = rng.choice(game.legal_moves(position))
        else:
            begun = time.perf_counter()
            choice = bot.choose(position, Limits(), rng)
            seconds.append(time.perf_counter() - begun)
            move = game.parse_move(position, choice.move)
        position = game.play(position, move)
    return seconds


def answer_rows(game: Any, budget: int, games: int, goal: float) -> list[Row]:
    """Rows on the time a move takes at this budget over whole games."""
    player = f"minimax:budget={budget}"
    seconds = [1000 * second for seed in range(games) for second in whole_game(game, player, seed)]
    title = f"{game.spec.title}, budget {budget:,}"
    middle = statistics.median(seconds)
    return [
        Row(f"{title}: moves", len(seconds), "moves"),
        Row(f"{title}: median", middle, "ms"),
        Row(f"{title}: 90 of 100 within", sorted(seconds)[int(0.9 * len(seconds))], "ms"),
        Row(f"{title}: slowest", max(seconds), "ms", f"at most {goal:,.0f}"),
        Row(f"{title}: slowest against median", max(seconds) / middle, "times"),
    ]


@benchmark("minimax-time", measures="game/search game/bots")
def minimax_time() -> list[Row]:
    """Seconds a move of minimax against itself over whole games, kernels loaded, root moves not divided.

    Ten games at a budget of 3,000, three at 100,000, from random openings of four plies. The tutorial promises a
    constant time, since the budget is divided by the branching factor; “slowest against median” shows how constant.
    """
    entries.use_compiled(True)
    rows: list[Row] = []
    for name in _GAMES:
        game: Any = registry.game(name)
        whole_game(game, "minimax:budget=10", 0)
        rows += answer_rows(game, 3_000, 10, 300)
        rows += answer_rows(game, 100_000, 3, 5_000)
    return rows


@benchmark("minimax-constancy", measures="game/search game/bots")
def minimax_constancy() -> list[Row]:
    """Positions analysed a move by minimax at 3,000 against itself, over ten whole games, by stage of the game.

    With `divide_root` the budget bounds the positions; without it each root move has the whole budget.
    """
    entries.use_compiled(True)
    rows: list[Row] = []
    for name in _GAMES:
        game: Any = registry.game(name)
        for divided in (False, True):
            bot = registry.parse_player(f"minimax:budget=3000,divide_root={str(divided).lower()}", game)
            stages: dict[str, list[int]] = {"first third": [], "middle third": [], "last third": []}
            for seed in range(10):
                nodes = _nodes_of_game(game, bot, random.Random(seed))
                for index, count in enumerate(nodes):
                    stages[list(stages)[3 * index // len(nodes)]].append(count)
            way = "root divided" if divided else "root not divided"
            rows += [
                Row(f"{game.spec.title}, {way}, {stage}: median", statistics.median(counts), "positions")
                for stage, counts in stages.items()
            ]
    return rows


def _nodes_of_game(game: Any, bot: Any, rng: random.Random) -> list[int]:
    position = game.initial()
    nodes = []
    while game.returns(position) is None:
        choice = bot.choose(position, Limits(), rng)
        nodes.append(choice.nodes)
        position = game.play(position, game.parse_move(position, choice.move))
    return nodes
