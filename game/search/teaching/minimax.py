"""Minimax to a fixed depth: every node is looked at, the searching side takes the highest value, the other the lowest.

Of equal moves the first is taken. This is the oracle that cutting searches are held against.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.core.game import Game
from plyground.core.options import Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import RootValue, Run, SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedRun, TwoSidedSearch


class MinimaxRun(TwoSidedRun):
    """One minimax search."""

    def search(self) -> Told:
        value, closed, line = yield from self._search(self.root, self.depth)
        if line:
            self.result.value, self.result.closed, self.result.line = value, closed, line

    def _search(self, node: Node, left: int) -> Told:
        self.enter(node)
        yield Event("enter", node, number=min(left, 10**6))
        leaf = self.leaf(node, left)
        if leaf is not None:
            yield leaf
            return leaf.value, leaf.closed, ()
        own = self.own(node)
        children = self.ordered(node)
        yield self.listed(node, children)
        best: float | None = None
        line: tuple[Node, ...] = ()
        closed = True
        for child in children:
            value, child_closed, rest = yield from self._search(child, left - 1)
            closed = closed and child_closed
            if best is None or (value > best if own else value < best):
                best, line = value, (child, *rest)
                yield Event("best", node, child, value=value, sure="exact")
            if node is self.root:
                self.result.roots.append(RootValue(child, value, "exact", child_closed))
                self.result.value, self.result.line = best, line
        yield Event("value", node, line[0], value=best, sure="exact", closed=closed)
        return best, closed, line


class Minimax(TwoSidedSearch):
    """Looks at every line to the horizon."""

    spec = SearchSpec("minimax", "Minimax", "Looks at every line to the horizon; the sides choose in turn.")

    def run(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> Run:
        return MinimaxRun(game, position, options, seat)


SEARCHES = (Minimax(),)
