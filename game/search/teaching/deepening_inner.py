"""The inner search of iterative deepening with partial termination: one node, so many plies, between two bounds.

What it finds of a node is a statement (exact, at least or at most a value), and whether looking deeper can no longer
change it (``closed``). After the engine of rubot 0.3.0, whose documents describe it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import Scale
from plyground.search.teaching.two_sided import TwoSidedRun


class Found(NamedTuple):
    """What is known of a node: the value, the kind of it, whether it is closed, and the line below the node."""

    value: float
    sure: str
    closed: bool
    line: tuple[Node, ...]


Looking = Generator[Event, None, Found | None]
"""None: the node has no moves."""


class InnerSearch(TwoSidedRun):
    """A run whose ``look`` searches a node. Values are for the searching side."""

    scale: Scale
    looked = 0
    """Positions whose static value was looked at."""

    def follow(self, node: Node, left: int, low: float, high: float, line: tuple[int, ...]) -> Looking:
        """Search a node whose remembered line comes first; at the line's end the node is counted once more."""
        self.enter(node)
        yield Event("enter", node, alpha=low, beta=high, number=left, reason="line")
        if not line:
            return (yield from self.look(node, left, low, high, "again"))
        return (yield from self._search(node, left, low, high, line))

    def look(self, node: Node, left: int, low: float, high: float, reason: str = "") -> Looking:
        """Search a node ``left`` plies below its moves."""
        self.enter(node)
        yield Event("enter", node, alpha=low, beta=high, number=left, reason=reason)
        return (yield from self._search(node, left, low, high, ()))

    def _search(self, node: Node, left: int, low: float, high: float, line: tuple[int, ...]) -> Looking:
        if not self.moves(node):
            value = self.scale.static(node.position, self.seat, node.ply)
            yield Event("leaf", node, value=value, sure="exact", closed=True, reason="over")
            return None
        children, static = self.sorted_by_value(node)
        self.looked += len(static)
        if left == 0:
            return (yield from self._at_a_glance(node, children, static))
        if line:
            first = next(child for child in children if child.index == line[0])
            children.remove(first)
            children.insert(0, first)
        yield Event(
            "children", node, reason="line" if line else self.reason(node, "value"),
            items=tuple(child.index for child in children), values=tuple(static[child.index] for child in children),
        )  # fmt: skip
        return (yield from self._inside(node, children, static, left, low, high, line))

    def _at_a_glance(self, node: Node, children: list[Node], static: tuple[float, ...]) -> Looking:
        """Only the children's static values: the last of the largest, or the first of the smallest."""
        own = self.own(node)
        best = 0
        yield Event("children", node, reason="written", items=tuple(range(len(static))), values=static)
        children.sort(key=lambda child: child.index)
        for index, value in enumerate(static):
            yield Event("leaf", children[index], value=value, sure="exact", reason="static")
            if value >= static[best] if own else value < static[best]:
                best = index
        chosen = children[best]
        self.result.deepest = max(self.result.deepest, chosen.ply)
        yield Event("value", node, chosen, value=static[best], sure="exact")
        return Found(static[best], "exact", False, (chosen,))

    def _inside(
        self, node: Node, children: list[Node], static: tuple[float, ...], left: int, low: float, high: float,
        line: tuple[int, ...],
    ) -> Looking:  # fmt: skip
        own = self.own(node)
        sign = 1.0 if own else -1.0
        bound = "at_least" if own else "at_most"
        early = bool(self.options.get("ceiling_early", False))
        utmost = self.scale.highest if own else self.scale.lowest
        best: Found | None = None
        closed = True
        for place, child in enumerate(children):
            if place == 0 and line:
                seen = yield from self.follow(child, left - 1, low, high, line[1:])
            else:
                seen = yield from self.look(child, left - 1, low, high)
            if seen is None:
                seen = Found(static[child.index], "exact", True, ())
            closed = closed and seen.closed
            deciding = seen.closed
            found = Found(seen.value, seen.sure, seen.closed, (child, *seen.line))
            better = best is None or sign * found.value > sign * best.value
            if (found.sure in ("exact", bound) and (better or (best and found.value == best.value))) or better:
                best = found
                yield Event("best", node, child, value=found.value, sure=found.sure)
            else:
                assert best is not None
                items = (best.line[0].index,)
                yield Event("worse", node, child, value=found.value, sure=found.sure, items=items)
            moved = False
            if found.sure in ("exact", bound):
                if own and found.value > low:
                    low, moved = found.value, True
                    yield Event("bound", node, child, alpha=low, beta=high, reason="alpha")
                elif not own and found.value < high:
                    high, moved = found.value, True
                    yield Event("bound", node, child, alpha=low, beta=high, reason="beta")
            assert best is not None
            rest = tuple(other.index for other in children[place + 1 :])
            done: Found | None = None
            reason = "best"
            if found.sure == "exact" and found.closed and found.value == utmost:
                done = Found(found.value, "exact", True, best.line)
            elif best.sure in ("exact", bound) and best.value == utmost:
                done = Found(best.value, "exact", closed, best.line)
            elif low >= high:
                value = low if own else high
                done = Found(value, bound, deciding if early else closed, best.line)
                reason = "alpha" if own else "beta"
            if done is not None:
                if rest:
                    yield Event("cut", node, child, alpha=low, beta=high, items=rest, reason=reason)
                yield self._valued(node, done)
                return done
            if moved and rest:
                yield Event("test", node, child, alpha=low, beta=high, items=rest)
        assert best is not None
        if early and best.sure == bound:
            closed = best.closed
        done = best._replace(closed=closed)
        yield self._valued(node, done)
        return done

    def _valued(self, node: Node, found: Found) -> Event:
        return Event("value", node, found.line[0], value=found.value, sure=found.sure, closed=found.closed)
