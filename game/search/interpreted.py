"""The divided-budget searches for games without kernels: those that are told step by step, run until they are stopped.

They are some hundred times slower than the compiled ones and find the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import knowledge
from plyground.core.bot import Limits
from plyground.core.game import Game
from plyground.search.minimax import Minimax, deepest_ply, fits, root_budget
from plyground.search.teaching.budget import BudgetRun

_STEPS_BETWEEN_REPORTS = 16_000


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
    limits = (limits or Limits()).started()
    count = len(game.legal_moves(position))
    deepest = deepest_ply(game, root_budget(budget, count, divide_root, limits.nodes), limits)
    units = knowledge.of(game).units
    options: dict[str, Any] = {"budget": budget, "divide_root": divide_root, "score": units[unit].name if units else ""}
    run = BudgetRun(game, position, options, game.to_move(position), not fits(game), limits.nodes, deepest)
    run.expired = limits.expired

    def so_far() -> Minimax:
        found = run.result
        return Minimax(tuple(run.roots), len(run.roots) == count, found.entered, found.deepest, run.visits)

    for number, _ in enumerate(run.events()):
        if report is not None and number % _STEPS_BETWEEN_REPORTS == _STEPS_BETWEEN_REPORTS - 1:
            report(so_far())
    return so_far()
