"""Alpha-beta with a quiescence search: at the horizon the mover may stand still, or go on by loud moves.

A move is loud if it ends the game or changes the static value by more than a margin, so nothing has to be known of the
game. Standing still is worth the static value (Beal, 1990): a side that would lose by every loud move need not make
one. That is wrong where a side has to move and every move harms it.
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedSearch


class QuiescenceRun(AlphaBetaRun):
    """One search. Beyond the horizon the plies that are left count below 0."""

    def stopped_at(self, leaf: Event, left: int, alpha: float, beta: float) -> Told:
        if leaf.reason != "horizon" or -left >= int(self.options["beyond"]):
            yield leaf
            return leaf.value, leaf.sure, leaf.closed, ()
        assert leaf.value is not None
        loud = self._loud(leaf.node, leaf.value)
        if not loud:
            yield leaf._replace(reason="quiet")
            return leaf.value, leaf.sure, leaf.closed, ()
        return (yield from self._beyond(leaf.node, loud, leaf.value, left, alpha, beta))

    def _loud(self, node: Node, stand: float) -> list[Node]:
        """The loud moves, the best for the mover by static value first."""
        children, static = self.sorted_by_value(node)
        margin = float(self.options["margin"])
        return [
            child
            for child in children
            if abs(static[child.index] - stand) > margin or self.game.returns(child.position) is not None
        ]

    def _beyond(self, node: Node, loud: list[Node], stand: float, left: int, alpha: float, beta: float) -> Told:
        own = self.own(node)
        alpha, beta = (max(alpha, stand), beta) if own else (alpha, min(beta, stand))
        yield Event("stand", node, alpha=alpha, beta=beta, value=stand, sure="exact")
        yield Event("children", node, reason="loud", items=tuple(child.index for child in loud))
        best, sure, cut = stand, "exact", alpha >= beta
        line: tuple[Node, ...] = ()
        if cut:
            items = tuple(child.index for child in loud)
            yield Event("cut", node, alpha=alpha, beta=beta, items=items, reason="stand")
        for place, child in enumerate(() if cut else loud):
            value, child_sure, _closed, rest = yield from self.look(child, left - 1, alpha, beta)
            if value > best if own else value < best:
                best, sure, line = value, child_sure, (child, *rest)
                yield Event("best", node, child, value=value, sure=child_sure)
            else:
                items = (line[0].index,) if line else ()
                yield Event("worse", node, child, value=value, sure=child_sure, items=items)
            remaining = loud[place + 1 :]
            alpha, beta, cut = yield from self.narrowed(node, child, value, remaining, left, alpha, beta)
            if cut:
                break
        if cut:
            sure = "at_least" if own else "at_most"
        yield Event("value", node, line[0] if line else None, value=best, sure=sure)
        return best, sure, False, line


class Quiescence(AlphaBeta):
    """Alpha-beta that stops in quiet positions."""

    spec = SearchSpec(
        "quiescence",
        _("Alpha-beta with quiescence search"),
        _("Goes on beyond the horizon while moves change the static value much."),
    )
    kind = QuiescenceRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option(
                "margin", "int", 3, _("A move is loud if it changes the static value by more than this."),
                low=0, high=1_000_000, title=_("Margin"),
            ),
            Option(
                "beyond", "int", 4, _("Plies beyond the horizon at most."), low=0, high=20,
                title=_("Plies beyond the horizon"),
            ),
        )  # fmt: skip


SEARCHES = (Quiescence(),)
