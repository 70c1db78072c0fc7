"""Minimax to a fixed depth: every node is looked at, the searching side takes the highest value, the other the lowest.

Of equal moves the first is taken. This is the oracle that cutting searches are held against.
"""

from __future__ import annotations

from plyground.core.messages import _
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import RootValue, SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedRun, TwoSidedSearch


class MinimaxRun(TwoSidedRun):
    """One minimax search."""

    def high(self, node: Node) -> bool:
        """Whether the mover of a node takes the highest value, or else the lowest."""
        return self.own(node)

    def from_below(self, node: Node, child: Node, value: float) -> float:
        """A child's value as its parent sees it."""
        return value

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
        high = self.high(node)
        children = self.ordered(node)
        yield self.listed(node, children)
        best: float | None = None
        line: tuple[Node, ...] = ()
        closed = True
        for child in children:
            value, child_closed, rest = yield from self._search(child, left - 1)
            value = self.from_below(node, child, value)
            closed = closed and child_closed
            if best is None or (value > best if high else value < best):
                best, line = value, (child, *rest)
                yield Event("best", node, child, value=value, sure="exact")
            else:
                yield Event("worse", node, child, value=value, sure="exact", items=(line[0].index,))
            if node is self.root:
                self.result.roots.append(RootValue(child, value, "exact", child_closed))
                self.result.value, self.result.line = best, line
        yield Event("value", node, line[0], value=best, sure="exact", closed=closed)
        return best, closed, line


class Minimax(TwoSidedSearch):
    """Looks at every line to the horizon."""

    spec = SearchSpec("minimax", _("Minimax"), _("Looks at every line to the horizon; the sides choose in turn."))
    kind = MinimaxRun


SEARCHES = (Minimax(),)
