"""Principal variation search: after the first move, each is only asked whether it is better than the best.

A window with no room between its bounds cuts most and answers with yes or no. Where the answer is yes the move is
searched again with the open window (Pearl, 1980, as Scout; Marsland and Campbell, 1982; Reinefeld, 1983).
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
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedSearch

STEP = 1.0
"""How wide a null window is. A value inside of it, in a game with decimals, is exact."""


def null_window(own: bool, alpha: float, beta: float) -> tuple[float, float] | None:
    """The window that asks whether a move is better than the mover's bound; None where there is no such bound, or the
    window is no wider than that already."""
    bound = alpha if own else beta
    if math.isinf(bound) or beta - alpha <= STEP:
        return None
    return (alpha, alpha + STEP) if own else (beta - STEP, beta)


class NullWindowsRun(AlphaBetaRun):
    """One search."""

    own_windows = True

    def below(self, node: Node, child: Node, place: int, left: int, alpha: float, beta: float) -> Told:
        own = self.own(node)
        window = null_window(own, alpha, beta) if place else None
        if window is None:
            return (yield from self.look(child, left - 1, alpha, beta))
        yield Event("window", node, child, items=window, number=min(left - 1, 10**6), reason="null")
        found = yield from self.look(child, left - 1, *window)
        value, sure = found[:2]
        if sure == "exact" or (value <= alpha if own else value >= beta) or (value >= beta if own else value <= alpha):
            return found
        yield Event(
            "window", node, child, items=(alpha, beta), number=min(left - 1, 10**6), value=value, sure=sure,
            reason="again",
        )  # fmt: skip
        return (yield from self.look(child, left - 1, alpha, beta))


class NullWindows(AlphaBeta):
    """Alpha-beta with null windows."""

    spec = SearchSpec(
        "null_windows",
        _("Principal variation search"),
        _("Asks of every move but the first only whether it is better, and searches again what is."),
    )
    kind = NullWindowsRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return TwoSidedSearch.options(self, game)


SEARCHES = (NullWindows(),)
