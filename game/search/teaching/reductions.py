"""Late move reductions: what comes late in the order is looked at less deep, unless it surprises.

A late move is asked by a null window, some plies less deep, whether it is better than the best. Only if it is, it is
searched in full. The answer may be wrong: what lies behind the reduced horizon is not seen. Where there is no horizon
nothing is reduced.
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.null_windows import STEP
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import DEEPEST, TwoSidedSearch


class ReductionsRun(AlphaBetaRun):
    """One search."""

    own_windows = True

    def below(self, node: Node, child: Node, place: int, left: int, alpha: float, beta: float) -> Told:
        own, less = self.own(node), int(self.options["less"])
        bound = alpha if own else beta
        if place < int(self.options["late"]) or not less < left <= DEEPEST or math.isinf(bound):
            return (yield from self.look(child, left - 1, alpha, beta))
        window = (alpha, alpha + STEP) if own else (beta - STEP, beta)
        yield Event("window", node, child, items=window, number=left - 1 - less, reason="reduced")
        found = yield from self.look(child, left - 1 - less, *window)
        value, sure = found[:2]
        if value <= alpha if own else value >= beta:
            return found
        yield Event(
            "window", node, child, items=(alpha, beta), number=left - 1, value=value, sure=sure,
            reason="deeper",
        )  # fmt: skip
        return (yield from self.look(child, left - 1, alpha, beta))


class Reductions(AlphaBeta):
    """Alpha-beta that trusts its order."""

    spec = SearchSpec(
        "reductions",
        _("Late move reductions"),
        _("Looks less deep at moves that come late in the order, unless they surprise."),
    )
    kind = ReductionsRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option(
                "late", "int", 2, _("So many moves of a node are searched in full; those behind them come late."),
                low=1, high=1_000, title=_("Moves in full"),
            ),
            Option("less", "int", 1, _("How many plies less deep late moves are looked at."), low=1, high=10,
                   title=_("Plies less")),
        )  # fmt: skip


SEARCHES = (Reductions(),)
