"""Best-reply search, for many seats: between two turns of the searching seat one other alone plays its best reply.

The rest play the move that looks best at first sight, so that every position is one of the real game. So the tree is
far narrower than that of paranoid search, and cuts as alpha-beta does (Schadd and Winands, 2011, in the form of Esser
and others, 2013). With two seats it is alpha-beta.
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.alphabeta import FAIL_OPTION, AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Node
from plyground.search.teaching.maxn import ManySeats
from plyground.search.teaching.search import Estimate, SearchSpec
from plyground.search.teaching.two_sided import ranks


class BestReplyRun(AlphaBetaRun):
    """One search. A node is marked once somebody chose freely since the searching seat moved."""

    def ordered(self, node: Node) -> list[Node]:
        if self.own(node) or self.game.seats_at(node.position) == 2:
            return super().ordered(node)
        usual = self._usual(node)
        if node.mark:
            child = self.child(node, usual)
            child.mark = not self.own(child)
            return [child]
        children = super().ordered(node)
        for child in children:
            child.mark = child.index != usual and not self.own(child)
        return children

    def _usual(self, node: Node) -> int:
        """The index of the move that looks best at first sight; the first where the game has no order."""
        rank = ranks(self.game, node.position, self.moves(node))
        return rank.index(max(rank))


class BestReply(ManySeats):
    """One other at a time against the searching seat."""

    spec = SearchSpec(
        "best_reply",
        _("Best reply"),
        _("Between two own moves one other plays its best reply, the rest what looks good."),
    )
    kind = BestReplyRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (*super().options(game), FAIL_OPTION)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        whole = AlphaBeta().estimate(game, position, options)
        if game.seats_at(position) == 2:
            return whole
        return Estimate(
            min(whole.low, 2),
            whole.high,
            _("Less than the {high:,.0f} nodes of all lines, often far less.", high=whole.high),
        )


SEARCHES = (BestReply(),)
