"""Negamax: minimax with one rule for both sides. A value is for the side to move, and a child's changes its sign.

Where the same side moves again the sign stays. It walks the tree of minimax and finds the same, seen from each node's
own mover (Knuth and Moore, 1975).
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.minimax import MinimaxRun
from plyground.search.teaching.search import SearchSpec
from plyground.search.teaching.two_sided import TwoSidedSearch


class NegamaxRun(MinimaxRun):
    """One negamax search. The events' values are for each node's mover, the result's for the searching side, which
    is always the one to move at the root."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, game.to_move(position))

    def leaf(self, node: Node, left: int, seat: int | None = None) -> Event | None:
        return super().leaf(node, left, self.game.to_move(node.position))

    def high(self, node: Node) -> bool:
        return True

    def from_below(self, node: Node, child: Node, value: float) -> float:
        same = self.game.to_move(child.position) == self.game.to_move(node.position)
        return value if same else -value


class Negamax(TwoSidedSearch):
    """Minimax in the view of the side to move."""

    spec = SearchSpec(
        "negamax", _("Negamax"), _("Minimax with one rule for both sides: the value is the mover's."), "mover"
    )
    kind = NegamaxRun


SEARCHES = (Negamax(),)
