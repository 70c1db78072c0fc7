"""Negamax: minimax with one rule for both sides. A value is for the side to move, and a child's changes its sign.

Where the same side moves again the sign stays. It walks the tree of minimax and finds the same, seen from each node's
own mover (Knuth and Moore, 1975).
"""

from __future__ import annotations

import random
from typing import Any

from plyground.core.game import Game
from plyground.core.options import Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import RootValue, Run, SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedRun, TwoSidedSearch


class NegamaxRun(TwoSidedRun):
    """One negamax search. The events' values are for each node's mover, the result's for the searching side, which
    is always the one to move at the root."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, game.to_move(position))

    def search(self) -> Told:
        value, closed, line = yield from self._search(self.root, self.depth)
        if line:
            found = self.result
            found.value, found.closed, found.line = value, closed, line

    def _search(self, node: Node, left: int) -> Told:
        self.enter(node)
        yield Event("enter", node, number=min(left, 10**6))
        mover = self.game.to_move(node.position)
        leaf = self.leaf(node, left, mover)
        if leaf is not None:
            yield leaf
            return leaf.value, leaf.closed, ()
        children = self.ordered(node)
        yield self.listed(node, children)
        best: float | None = None
        line: tuple[Node, ...] = ()
        closed = True
        for child in children:
            theirs, child_closed, rest = yield from self._search(child, left - 1)
            value = theirs if self.game.to_move(child.position) == mover else -theirs
            closed = closed and child_closed
            if best is None or value > best:
                best, line = value, (child, *rest)
                yield Event("best", node, child, value=value, sure="exact")
            if node is self.root:
                self.result.roots.append(RootValue(child, value, "exact", child_closed))
                self.result.value, self.result.line = best, line
        yield Event("value", node, line[0], value=best, sure="exact", closed=closed)
        return best, closed, line


class Negamax(TwoSidedSearch):
    """Minimax in the view of the side to move."""

    spec = SearchSpec("negamax", "Negamax", "Minimax with one rule for both sides: the value is the mover's.", "mover")

    def run(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> Run:
        return NegamaxRun(game, position, options, seat)


SEARCHES = (Negamax(),)
