"""Iterative deepening with aspiration windows: the next value is expected close to the last one.

Each iteration begins with a window around the value of the one before. A value that falls out of it is only a bound,
and the iteration is done again with that side of the window open.
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import DEEPEST, TwoSidedSearch


class AspirationRun(AlphaBetaRun):
    """One search. What the last finished iteration found is the answer of one that is stopped."""

    own_windows = True

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self._finished: tuple[Any, ...] | None = None

    def search(self) -> Told:
        width = float(options_width(self.options))
        for plies in range(1, min(self.depth, DEEPEST) + 1):
            yield Event("iteration", self.root, number=plies, items=(plies,))
            low, high = -math.inf, math.inf
            if self._finished is not None:
                value = self._finished[0]
                low, high = value - width, value + width
                yield Event("window", self.root, items=(low, high), number=plies, value=value, reason="guess")
            found = yield from self._iteration(plies, low, high)
            self._finished = found
            self.settle()
            value, sure, closed, line = found
            if not line:
                return
            yield Event("finished", self.root, line[0], number=plies, value=value, sure=sure)
            if closed:
                return
            self.first = line[0].index

    def _iteration(self, plies: int, low: float, high: float) -> Told:
        """Search until the value lies within the window."""
        while True:
            self.result.roots.clear()
            found = yield from self.look(self.root, plies, low, high)
            value, sure = found[:2]
            if sure == "exact":
                return found
            if sure == "at_most":
                low, reason = -math.inf, "low"
            else:
                high, reason = math.inf, "high"
            yield Event("window", self.root, items=(low, high), number=plies, value=value, sure=sure, reason=reason)

    def reason(self, node: Node, otherwise: str) -> str:
        return "line" if node is self.root and self.first is not None else super().reason(node, otherwise)

    def settle(self) -> None:
        found = self.result
        if self._finished is not None and self._finished[3]:
            found.value, found.sure, found.closed, found.line = self._finished


def options_width(options: Values) -> int:
    """Half the width of the window, in the unit of the scores."""
    return int(options.get("width", 2))


class Aspiration(AlphaBeta):
    """Deepening with windows."""

    spec = SearchSpec(
        "aspiration",
        _("Aspiration windows"),
        _("Deepens with a window around the last value, and searches again where the value falls out of it."),
    )
    kind = AspirationRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option(
                "width", "int", 2, _("How far the value may lie from that of the last iteration before it falls out."),
                low=1, high=1_000, title=_("Half the window"),
            ),
        )  # fmt: skip


SEARCHES = (Aspiration(),)
