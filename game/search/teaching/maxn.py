"""Max^n to a fixed depth, for any number of seats: a value for each, and every mover takes what is best for itself.

Of equal moves the first or the last is taken, which with three or more seats can change the values of the others.
Nothing is cut (Luckhardt and Irani, 1986).
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.knowledge import unscored
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import arranged
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import score_option
from plyground.search.teaching.search import RootValue, SearchSpec, Told
from plyground.search.teaching.two_sided import ORDER, TwoSidedRun, TwoSidedSearch, depth_option


class MaxnRun(TwoSidedRun):
    """One max^n search."""

    def search(self) -> Told:
        values, closed, line = yield from self._search(self.root, self.depth)
        if line:
            self._tell(values, line)
            self.result.closed = closed

    def _tell(self, values: tuple[float, ...], line: tuple[Node, ...]) -> None:
        self.result.value, self.result.values, self.result.line = values[self.seat], values, line

    def _leaf(self, node: Node, left: int) -> Event | None:
        seats = range(self.game.seats_at(node.position))
        returns = self.game.returns(node.position)
        if returns is None and left > 0:
            return None
        if returns is None:
            values = tuple(self.scale.estimate(node.position, seat) for seat in seats)
        else:
            values = tuple(self.scale.end(returns, seat, node.ply) for seat in seats)
        over = returns is not None
        return Event(
            "leaf", node, value=values[self.seat], values=values, sure="exact", closed=over,
            reason="over" if over else "horizon",
        )  # fmt: skip

    def _search(self, node: Node, left: int) -> Told:
        self.enter(node)
        yield Event("enter", node, number=min(left, 10**6))
        leaf = self._leaf(node, left)
        if leaf is not None:
            yield leaf
            return leaf.values, leaf.closed, ()
        mover = self.game.to_move(node.position)
        last = self.options["ties"] == "last"
        children = self.ordered(node)
        yield self.listed(node, children)
        best: tuple[float, ...] = ()
        line: tuple[Node, ...] = ()
        closed = True
        for child in children:
            values, child_closed, rest = yield from self._search(child, left - 1)
            closed = closed and child_closed
            if not best or values[mover] > best[mover] or (last and values[mover] == best[mover]):
                best, line = values, (child, *rest)
                yield Event("best", node, child, value=values[self.seat], values=values, sure="exact")
            else:
                items = (line[0].index,)
                yield Event("worse", node, child, value=values[self.seat], values=values, sure="exact", items=items)
            if node is self.root:
                self.result.roots.append(RootValue(child, values[self.seat], "exact", child_closed, values))
                self._tell(best, line)
        yield Event("value", node, line[0], value=best[self.seat], values=best, sure="exact", closed=closed)
        return best, closed, line


class ManySeats(TwoSidedSearch):
    """A search for any number of seats."""

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        return unscored(self.spec.title, game)


class Maxn(ManySeats):
    """Every mover for itself."""

    spec = SearchSpec(
        "maxn", _("Max^n"), _("Every seat takes what is best for itself, whatever it does to others."), "each"
    )
    kind = MaxnRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        ties = Option(
            "ties", "choice", "first", _("Which of equal moves is taken, in the order of the search."),
            choices=("first", "last"),
        )  # fmt: skip
        return (depth_option(), ORDER, arranged.OPTION, ties, *score_option(game))


SEARCHES = (Maxn(),)
