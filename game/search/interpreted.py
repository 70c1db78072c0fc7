"""The divided-budget searches for games without kernels: the narrated ones, run to their end or until they are stopped.

They are some hundred times slower than the compiled ones and find the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core import kernels
from game.core.bot import Limits
from game.core.game import Game
from game.search import narrated
from game.search.minimax import Minimax, deepest_ply, fits, root_budget

_STEPS_BETWEEN_REPORTS = 4_000


def search(
    game: Game[Any, Any],
    position: Any,
    budget: int,
    unit: int = 0,
    divide_root: bool = False,
    limits: Limits | None = None,
    report: Callable[[Minimax], None] | None = None,
) -> Minimax:
    """Value every legal move of an unfinished position for the seat to move.

    Minimax in games of two sides, max^n in others and in those whose ends are graded; ``kernels.evaluate`` scores.
    """
    limits = limits or Limits()
    count = len(game.legal_moves(position))
    deepest = deepest_ply(game, root_budget(budget, count, divide_root, limits.nodes), limits)
    tell = narrated.tell if fits(game) else narrated.tell_maxn
    tally = narrated.Tally()

    def evaluate(here: Any, seat: int) -> float:
        return float(kernels.evaluate(here, seat, unit))

    def so_far() -> Minimax:
        return Minimax(tuple(tally.roots), len(tally.roots) == count, tally.nodes, tally.deepest, tally.visits)

    steps = tell(game, position, budget, evaluate, divide_root, tally, limits.nodes, deepest)
    for number, _ in enumerate(steps):
        if limits.expired():
            break
        if report is not None and number % _STEPS_BETWEEN_REPORTS == _STEPS_BETWEEN_REPORTS - 1:
            report(so_far())
    return so_far()
