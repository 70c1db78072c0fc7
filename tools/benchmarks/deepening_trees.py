"""Holds iterative deepening against brute force on many random trees: to the end, at every depth, at every stop."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.search.teaching import brute
from plyground.search.teaching.scores import Scale
from plyground.search.teaching.searches import search
from tools.benchmarks._registry import Row, benchmark

TREES = 20_000


def random_tree(seed: int, most: int = 26) -> str:
    """A tree of at most about ``most`` nodes, the root Max's: any turn order, values close together or at the ends."""
    rng = random.Random(seed)
    spread = rng.choice((2, 4, 12, 40))
    left = rng.randint(4, most)

    def value() -> int:
        return rng.choice((-128, 127)) if rng.random() < 0.06 else rng.randint(-spread, spread)

    def node(depth: int) -> str:
        nonlocal left
        text = f"{'a' if depth == 0 or rng.random() < 0.45 else 'o'} {value()}"
        count = 0 if depth and (depth >= 5 or rng.random() < 0.25) else rng.randint(1, 4)
        count = min(count, left) or int(depth == 0)
        left -= count
        return text + (f" ( {' '.join(node(depth + 1) for _ in range(count))} )" if count else "")

    return node(0)


def height(game: Game[Any, Any], position: Any) -> int:
    """Plies to the deepest leaf."""
    return max((1 + height(game, game.play(position, move)) for move in game.legal_moves(position)), default=0)


def faults(game: Game[Any, Any], position: Any, given: dict[str, Any]) -> Counter[str]:
    """How often deepening with these options disagrees with brute force on a tree: at its ``end``, at a ``depth``, at
    a ``stop``; and the numbers of ``depths`` and ``stops`` that were tried.

    Stopped in an iteration, it may answer any move that is worth in that iteration at least the least of what the best
    moves of the last finished one are worth there.
    """
    deepest, scale = height(game, position), Scale(game, by_distance=False)
    seat = game.to_move(position)
    truth = {plies: brute.root_values(game, position, plies, seat, scale) for plies in range(1, deepest + 2)}
    found: Counter[str] = Counter()
    run = search("deepening").start(game, position, {**given, "depth": 0})
    whole = run.finish()
    last = truth[deepest + 1]
    found["end"] += not _agrees(whole, last)
    for plies in range(1, deepest + 1):
        run = search("deepening").start(game, position, {**given, "depth": plies})
        found["depth"] += not _agrees(run.finish(), truth[plies])
        found["depths"] += 1
    for steps in range(whole.entered):
        stopped = search("deepening").start(game, position, {**given, "depth": 0})
        stopped.most_entered = steps
        answer = stopped.finish()
        done: int = getattr(stopped, "iterations")  # noqa: B009  (a run of deepening has it)
        before, after = truth[min(done + 1, deepest)], truth[min(done + 2, deepest)]
        floor = min(now for then, now in zip(before, after, strict=True) if then == max(before))
        found["stop"] += answer.complete or after[answer.line[0].index] < floor
        found["stops"] += 1
    return found


def _agrees(answer: Any, values: list[float]) -> bool:
    best = max(values)
    return bool(answer.value == best and values[answer.line[0].index] == best)


def count_faults(first: int, count: int, given: dict[str, Any]) -> Counter[str]:
    """The faults over so many random trees."""
    game = registry.game("tree")
    total: Counter[str] = Counter()
    for seed in range(first, first + count):
        total += faults(game, game.parse_position(random_tree(seed)), given)
    return total


@benchmark("deepening-trees", measures="game/search/teaching")
def deepening_trees() -> list[Row]:
    """Iterative deepening with partial termination against brute force on 20,000 random trees.

    Each tree is searched to its end, at every depth and with every budget of steps; a stopped search must reach the
    floor that its last finished iteration sets. The last quarter is searched with both options on.
    """
    begin = time.process_time()
    total = count_faults(0, 3 * TREES // 4, {})
    total += count_faults(3 * TREES // 4, TREES // 4, {"remember_replies": True, "ceiling_early": True})
    seconds = time.process_time() - begin
    return [
        Row("trees", TREES, "trees"),
        Row("wrong at the end", total["end"], "trees", "0"),
        Row(f"wrong at one of {total['depths']:,} depths", total["depth"], "searches", "0"),
        Row(f"below the floor at one of {total['stops']:,} stops", total["stop"], "searches", "0"),
        Row("processor time", seconds, "s"),
    ]
