"""Alpha-beta: minimax that cuts what cannot matter, with fail-soft values that say how sure they are.

Alpha is what the searching side is sure of and changes only at its own nodes, beta what the other side is sure of and
changes only at the other's; both are handed down and neither flows upwards. The rest of a node's moves is cut when
alpha reaches beta. A node's value is exact, or, after a cut, at least (own nodes) or at most (the other's) what it
says; a node whose best move is known by a bound only passes that bound on (Knuth and Moore, 1975; Fishburn, 1983).
With ``fail`` hard a node answers alpha or beta instead of what lies outside of them, as most textbooks have it: the
cuts are the same, the bounds that come back are weaker.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import Estimate, RootValue, SearchSpec, Told
from plyground.search.teaching.two_sided import DEEPEST, WHOLE, TwoSidedRun, TwoSidedSearch, tree_size

FAIL = "fail"
FAIL_OPTION = Option(
    FAIL,
    "choice",
    "soft",
    _(
        "What a node answers whose value lies outside of alpha and beta: soft, the best that was found; "
        "hard, the bound."
    ),
    choices=("soft", "hard"),
    title=_("Fail soft or hard"),
)


class AlphaBetaRun(TwoSidedRun):
    """One alpha-beta search. Refinements override ``stopped_at``, ``known``, ``below``, ``refuted`` and ``done``."""

    own_windows = False
    """Whether bounds may be other than what the two sides are sure of, so that a cut is told as a closed window."""

    def search(self) -> Told:
        result = self.result
        value, sure, closed, line = yield from self.look(self.root, self.depth, -math.inf, math.inf)
        if line:
            result.value, result.sure, result.closed, result.line = value, sure, closed, line

    def stopped_at(self, leaf: Event, left: int, alpha: float, beta: float) -> Told:
        """What a node is worth at which the search stops."""
        yield leaf
        return leaf.value, leaf.sure, leaf.closed, ()

    def known(self, node: Node, left: int, alpha: float, beta: float) -> Told:
        """What a node is worth that need not be searched, None of any other."""
        yield from ()
        return None

    def below(self, node: Node, child: Node, place: int, left: int, alpha: float, beta: float) -> Told:
        """Search the child at this place of the order."""
        return (yield from self.look(child, left - 1, alpha, beta))

    def refuted(self, node: Node, child: Node, left: int) -> Iterable[Event]:
        """Called when a child cut the rest of its node."""
        return ()

    def done(self, node: Node, left: int, found: tuple[Any, ...]) -> Iterable[Event]:
        """Called when a node was searched, with its value, how sure it is, whether it is closed, and its line."""
        return ()

    def cut_reason(self, own: bool) -> str:
        return "window" if self.own_windows else "alpha" if own else "beta"

    def narrowed(
        self, node: Node, child: Node, value: float, remaining: Sequence[Node], left: int, alpha: float, beta: float
    ) -> Generator[Event, None, tuple[float, float, bool]]:
        """What a child's value makes of its node's alpha and beta, and whether that cuts the moves that remain."""
        own, items = self.own(node), tuple(other.index for other in remaining)
        moved = value > alpha if own else value < beta
        if moved:
            alpha, beta = (value, beta) if own else (alpha, value)
            yield Event("bound", node, child, alpha=alpha, beta=beta, reason="alpha" if own else "beta")
        if items and alpha >= beta:
            yield Event("cut", node, child, alpha=alpha, beta=beta, items=items, reason=self.cut_reason(own))
            yield from self.refuted(node, child, left)
            return alpha, beta, True
        if items and moved:
            yield Event("test", node, child, alpha=alpha, beta=beta, items=items)
        return alpha, beta, False

    def look(self, node: Node, left: int, alpha: float, beta: float) -> Told:
        self.enter(node)
        yield Event("enter", node, alpha=alpha, beta=beta, number=min(left, 10**6))
        leaf = self.leaf(node, left)
        if leaf is not None:
            return (yield from self.stopped_at(leaf, left, alpha, beta))
        known = yield from self.known(node, left, alpha, beta)
        if known is not None:
            return known
        own, hard = self.own(node), self.options.get(FAIL) == "hard"
        children = self.ordered(node)
        yield self.listed(node, children)
        best, sure = -math.inf if own else math.inf, ""
        if hard:
            best, sure = (alpha, "at_most") if own else (beta, "at_least")
        line: tuple[Node, ...] = ()
        closed, cut = True, False
        for place, child in enumerate(children):
            value, child_sure, child_closed, rest = yield from self.below(node, child, place, left, alpha, beta)
            closed = closed and child_closed
            better = (value > best if own else value < best) or not (line or (hard and node is not self.root))
            if better or (value == best and child_sure == "exact" and sure != "exact" and bool(line)):
                best, sure, line = value, child_sure, (child, *rest)
                yield Event("best", node, child, value=value, sure=child_sure)
            else:
                items = (line[0].index,) if line else ()
                yield Event("worse", node, child, value=value, sure=child_sure, items=items)
            if node is self.root:
                self.result.roots.append(RootValue(child, value, child_sure, child_closed))
                self.result.value, self.result.sure, self.result.line = best, sure, line
            remaining = children[place + 1 :]
            alpha, beta, cut = yield from self.narrowed(node, child, value, remaining, left, alpha, beta)
            if cut:
                break
        if cut:
            sure = "at_least" if own else "at_most"
        if hard and alpha >= beta:
            best, sure = (beta, "at_least") if own else (alpha, "at_most")
        yield Event("value", node, line[0] if line else None, value=best, sure=sure, closed=closed)
        yield from self.done(node, left, (best, sure, closed, line))
        return best, sure, closed, line


class AlphaBeta(TwoSidedSearch):
    """Minimax that cuts."""

    spec = SearchSpec("alphabeta", _("Alpha-beta"), _("Minimax that leaves out what can no longer change the choice."))
    kind = AlphaBetaRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (*super().options(game), FAIL_OPTION)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        depth = int(options.get("depth", WHOLE)) or DEEPEST
        high, _unused = tree_size(game, position, depth)
        low = min(high, math.ceil(2 * math.sqrt(high)))
        return Estimate(
            low,
            high,
            _(
                "From about {low:,.0f} nodes, if the best moves come first, to {high:,.0f}, if they come last.",
                low=low,
                high=high,
            ),
        )


SEARCHES = (AlphaBeta(),)
