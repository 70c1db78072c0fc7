"""Measures how a value becomes a chance to win: ``python -m tools.measure_chances GAME [--games N] [--write]``.

Games of self-play from random openings: what the Hare thinks of each position, beside what became of the game. One
figure is fitted, the spread of a logistic curve (``plyground.review.chances``), and written beside the game's class.
How well it fits is told by the mean points that were won in each tenth of the chances.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any

from plyground.bots import _levels
from plyground.core import compiled_calls, registry
from plyground.review import chances
from plyground.review.judging import Judge, Worth

SLIPS = 0.06
"""How often a random move is made, so that games are lost and won from values of every size."""


def play(judge: Judge, options: dict[str, Any], rng: random.Random) -> list[tuple[float, float]]:
    """One game: each estimate, in the board's scale, of the seat to move, with its points in the end (1, a half, 0)."""
    game = judge.game
    position, told = game.initial(options), list[tuple[int, Worth, float]]()
    for ply in range(game.spec.longest):
        legal = game.legal_moves(position)
        if not legal:
            break
        if ply < _levels.ladder(game).openings or len(legal) == 1 or rng.random() < SLIPS:
            position = game.play(position, rng.choice(legal))
            continue
        look = judge.look(position, 1)
        told.append((game.to_move(position), look.worth, chances.scale(game, position)))
        position = game.play(position, game.parse_move(position, look.lines[0][1][0]))
    returns = game.returns(position)
    assert returns is not None
    points = [1.0 if value > 0 else 0.5 if value == 0 else 0.0 for value in returns]
    return [
        (worth.value / scale, points[seat])
        for seat, worth, scale in told
        if worth.value is not None and not worth.exact and worth.outcome is None
    ]


def measure(game_id: str, games: int, seed: int, nodes: int, options: dict[str, Any]) -> dict[str, Any]:
    """The fitted spread with what it rests on."""
    game = registry.game(game_id)
    settled = game.options({**_levels.ladder(game).options, **options})
    judge, rng = Judge(game, game.initial(settled), nodes), random.Random(seed)
    pairs = [pair for _ in range(games) for pair in play(judge, settled, rng)]
    spread = chances.fitted(pairs)
    tenths: dict[int, list[float]] = {}
    for value, point in pairs:
        tenths.setdefault(min(9, int(10 * chances.chance(value, spread))), []).append(point)
    fit = {f"0.{tenth}": [len(found), round(sum(found) / len(found), 3)] for tenth, found in sorted(tenths.items())}
    return {
        "spread": round(spread, 3), "games": games, "positions": len(pairs), "seed": seed, "nodes": judge.nodes,
        "won_by_tenth": fit,
    }  # fmt: skip


def main() -> None:
    """Measure one game."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("game")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--nodes", type=int, default=0, help="positions that are analysed for a move")
    asked.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args()
    compiled_calls.use_compiled(True)
    found = measure(given.game, given.games, given.seed, given.nodes, dict(each.split("=", 1) for each in given.option))
    text = json.dumps(found, indent=1)
    print(text)
    if given.write:
        chances.file_of(registry.game(given.game)).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
