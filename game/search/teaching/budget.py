"""Minimax and max^n with the budget that is divided by the branching factor, told step by step.

The rule is that of ``plyground.search.minimax`` and ``plyground.search.maxn``: the very positions that the compiled
searches analyse, in the same order, with the same values. At the root each of n moves gets B - n (or (B - n) // n where
the root divides too); below it a node with budget b and n moves gives each (b - n) // n, and is scored itself when that
is negative or the game is over. Games without kernels are played by this search.
"""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

from plyground.core import knowledge
from plyground.core.game import Game
from plyground.core.knowledge import unscored
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.minimax import MOST_PLIES, VISIT_FACTOR, VISIT_MASK, RootMove, nicer_end, root_budget
from plyground.search.teaching import arranged
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import Scale, score_option
from plyground.search.teaching.search import Estimate, RootValue, Run, Search, SearchSpec, Told
from plyground.search.teaching.two_sided import opposed


class _Found(NamedTuple):
    """What is known of a node: a value for each seat that is kept, whether they rest on ends alone, the line below."""

    values: tuple[float, ...]
    proven: bool
    line: tuple[Node, ...]


class BudgetRun(Run):
    """One search. ``roots`` are the root moves that were valued, ``visits`` the checksum of the visits in their order,
    both as the compiled searches have them. With ``vector`` a value has a component for each seat and every mover
    takes what is best for itself."""

    def __init__(
        self, game: Game[Any, Any], position: Any, options: Values, seat: int, vector: bool,
        most_nodes: int | None = None, deepest: int = MOST_PLIES,
    ) -> None:  # fmt: skip
        super().__init__(game, position, options, seat)
        self.scale = Scale(game, options)
        self.vector, self.limit, self.deepest = vector, most_nodes, deepest
        self.kept = tuple(range(game.seats_at(position))) if vector else (seat,)
        self.roots: list[RootMove] = []
        self.visits = 0
        self._by_hand = arranged.read(str(options.get(arranged.NAME, "")))

    def _order(self, node: Node, count: int) -> list[int]:
        """The indices of a node's moves as they are taken."""
        return arranged.first(list(range(count)), self._by_hand.get(node.path) if self._by_hand else None)

    def _listed(self, node: Node, order: list[int]) -> Event:
        how = "hand" if self._by_hand and node.path in self._by_hand else "written"
        return Event("children", node, reason=how, items=tuple(order))

    def search(self) -> Told:
        root, moves = self.root, self.moves(self.root)
        if not moves:
            return
        budget, divided = int(self.options["budget"]), bool(self.options["divide_root"])
        each = root_budget(budget, len(moves), divided, self.limit)
        order = self._order(root, len(moves))
        yield self._listed(root, order)
        yield Event("divide", root, items=(budget, len(moves), each), reason="" if divided else "root")
        best: _Found | None = None
        for index in order:
            child = self.child(root, index)
            before = self.result.entered
            seen = yield from self._search(child, each)
            found = seen._replace(line=(child, *seen.line))
            self._keep(child, found, self.result.entered - before)
            if best is None or self._better(root, found, best):
                best = found
                self._tell(found)
                yield self._event("best", root, found, child)
            else:
                yield self._event("worse", root, found, child, items=(best.line[0].index,))
        assert best is not None
        self.result.closed = all(move.proven for move in self.roots)

    def _keep(self, child: Node, found: _Found, nodes: int) -> None:
        own = found.values[self._place(self.seat)]
        values = found.values if len(found.values) > 1 else ()
        line = tuple(node.move for node in found.line)
        self.roots.append(RootMove(child.move, own, found.proven, nodes, line, values))
        self.result.roots.append(RootValue(child, own, "exact", found.proven, values))

    def _tell(self, found: _Found) -> None:
        told = self.result
        told.value, told.line = found.values[self._place(self.seat)], found.line
        told.values = found.values if self.vector else ()

    def _place(self, seat: int) -> int:
        return seat if self.vector else 0

    def _event(
        self, kind: str, node: Node, found: _Found, child: Node | None = None, reason: str = "",
        items: tuple[int, ...] = (),
    ) -> Event:  # fmt: skip
        value = found.values[self._place(self.seat)]
        values = found.values if self.vector else ()
        closed = found.proven and kind not in ("best", "worse")
        return Event(
            kind, node, child, value=value, sure="exact", closed=closed, values=values, reason=reason, items=items
        )

    def _visit(self, node: Node, budget: int) -> Event:
        self.enter(node)
        self.visits = (self.visits * VISIT_FACTOR + 256 * node.index + node.ply) & VISIT_MASK
        return Event("enter", node, number=budget)

    def _search(self, node: Node, budget: int) -> Told:
        yield self._visit(node, budget)
        position = node.position
        returns = self.game.returns(position)
        if returns is not None:
            found = _Found(tuple(self._end(returns, seat) for seat in self.kept), True, ())
            yield self._event("leaf", node, found, reason="over")
            return found
        count = len(self.moves(node)) if budget > 0 and node.ply < self.deepest else 0
        given = (budget - count) // count if count else -1
        if count:
            yield Event("divide", node, items=(budget, count, given))
        if given < 0:
            found = _Found(tuple(self.scale.estimate(position, seat) for seat in self.kept), False, ())
            yield self._event("leaf", node, found, reason="budget")
            return found
        order = self._order(node, count)
        yield self._listed(node, order)
        best: _Found | None = None
        all_proven = True
        for index in order:
            child = self.child(node, index)
            seen = yield from self._search(child, given)
            found = seen._replace(line=(child, *seen.line))
            all_proven = all_proven and found.proven
            if best is None or self._better(node, found, best):
                best = found
                yield self._event("best", node, found, child)
            else:
                yield self._event("worse", node, found, child, items=(best.line[0].index,))
        assert best is not None
        place, high = self._chooser(node)
        unbeatable = best.values[place] == (math.inf if high else -math.inf)
        best = best._replace(proven=best.proven if unbeatable else all_proven)
        yield self._event("value", node, best, best.line[0])
        return best

    def _end(self, returns: tuple[float, ...], seat: int) -> float:
        value = returns[seat]
        if self.game.spec.graded:
            return float(value)
        return math.copysign(math.inf, value) if value else 0.0

    def _chooser(self, node: Node) -> tuple[int, bool]:
        """Which component the mover looks at, and whether it wants it high."""
        mover = self.game.to_move(node.position)
        return (mover, True) if self.vector else (0, mover == self.seat)

    def _better(self, node: Node, found: _Found, best: _Found) -> bool:
        place, high = self._chooser(node)
        value, known = found.values[place], best.values[place]
        if value != known:
            return (value > known) == high
        return bool(nicer_end(value, high, len(found.line), len(best.line)))


class Budget(Search):
    """Minimax under the divided budget; with ``vector`` its max^n."""

    vector = False
    spec = SearchSpec(
        "budget",
        _("Minimax with a divided budget"),
        _("Minimax whose depth is set by a budget that is divided by the number of moves at every node."),
    )

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option("budget", "int", 300, _("Positions that may be analysed below a first move."), low=1, high=100_000),
            Option(
                "divide_root", "bool", False,
                _("Divide the budget among the first moves too, so that it bounds all positions analysed."),
            ),
            arranged.OPTION,
            *score_option(game),
        )  # fmt: skip

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        refusal = unscored(self.spec.title, game)
        if refusal is None and not self.vector and not opposed(game, position):
            return _(
                "{title} needs two opposite sides; {game} is no such game here.",
                title=self.spec.title,
                game=game.spec.title,
            )
        return refusal

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return Scale(game, options).counts if knowledge.of(game).units else super().counts(game, options)

    def run(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> Run:
        return BudgetRun(game, position, options, seat, self.vector)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        """The arithmetic down the first moves, and how many nodes the budget allows at most."""
        rows: list[tuple[int, int, int]] = []
        budget, here = int(options["budget"]), position
        count = len(game.legal_moves(here))
        each = root_budget(budget, count, bool(options["divide_root"])) if count else -1
        most = count * (1 + max(each, 0))
        while count:
            rows.append((budget, count, each))
            if each < 0 or len(rows) >= MOST_PLIES:
                break
            here, budget = game.play(here, game.legal_moves(here)[0]), each
            count = len(game.legal_moves(here))
            each = (budget - count) // count if count else -1
        sentence = _(
            "From {count:,} to {most:,} nodes: the budget allows no more.",
            count=count if not rows else rows[0][1],
            most=most,
        )
        return Estimate(rows[0][1] if rows else 0, most, sentence, rows=tuple(rows))


class BudgetMaxn(Budget):
    """Every mover for itself."""

    vector = True
    spec = SearchSpec(
        "budget_maxn",
        _("Max^n with a divided budget"),
        _("Every seat takes what is best for itself, under a budget that is divided at every node."),
        "each",
    )


SEARCHES = (Budget(), BudgetMaxn())
