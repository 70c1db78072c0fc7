"""Iterative deepening with partial termination: each iteration sees a ply more, and what is settled stays settled.

Iteration n sees n + 2 plies; before the first, the moves stand by their static values. A table keeps every root move:
*open* moves are limited by the horizon; a *finished* move was seen to the end and is never searched again, and the best
finished value is the initial alpha of every later iteration; a *ceiling* is a move with a finished reply that holds it
to a value, whatever else is below: it sleeps while that does not beat the best move, wakes when the best sinks below
it, and is deleted once a finished move reaches it. It may be worth less than its ceiling, so it is never played for it.

If every move loses, the longest resistance is chosen. A search that is stopped answers no worse than its last finished
iteration. After the engine of rubot 0.3.0, whose documents describe it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching import arranged
from plyground.search.teaching.deepening_inner import Found, InnerSearch
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import Scale, score_option
from plyground.search.teaching.search import Estimate, Result, RootValue, SearchSpec, Stopped, Told
from plyground.search.teaching.two_sided import DEEPEST, WHOLE, TwoSidedSearch, tree_size


@dataclass(frozen=True)
class Move:
    """A root move on one of the lists: its value there and the line that it begins (the move itself first)."""

    node: Node
    value: float
    line: tuple[Node, ...]
    sure: str = "exact"
    closed: bool = False


@dataclass
class Table:
    """The root moves: the best of this iteration, those without an end in sight, the best finished one, those that
    have a ceiling, and the longest of those known to lose. ``open_next`` are those for the next iteration."""

    best: Move | None = None
    unfinished: list[Move] = field(default_factory=list)
    open_next: list[Move] = field(default_factory=list)
    closed: Move | None = None
    partial: list[Move] = field(default_factory=list)
    losing: Move | None = None

    def answer(self) -> Move | None:
        """What is chosen if the search ends now."""
        waiting = [*self.unfinished, *self.open_next]
        highest = max(waiting, key=lambda move: move.value) if waiting else None
        return self.best or self.closed or highest or self.losing

    @property
    def low(self) -> float:
        """The initial alpha of a root move."""
        known = self.best or self.closed
        return known.value if known else -math.inf


class DeepeningRun(InnerSearch):
    """One search by deepening. ``table`` is the root table, ``iterations`` how many were finished."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, game.to_move(position))
        self.scale = Scale(game, options, by_distance=False)
        self.table = Table()
        self.iterations = 0

    def search(self) -> Told:
        table = self.table
        if not self.moves(self.root):
            return
        children, static = self.sorted_by_value(self.root)
        self.looked += len(static)
        yield Event(
            "children", self.root, reason=self.reason(self.root, "value"),
            items=tuple(child.index for child in children), values=tuple(static[child.index] for child in children),
        )  # fmt: skip
        for child in children:
            table.unfinished.append(Move(child, static[child.index], (child,)))
            yield Event("file", child, value=static[child.index], sure="exact", reason="open")
        self._answer()
        while self.iterations < self.depth - 1 and (table.best or table.unfinished):
            number = self.iterations
            yield Event("iteration", self.root, number=number, items=(number + 2,))
            settled = yield from self._iteration(number)
            if settled:
                self._answer()
                return
            self.iterations += 1
            table.unfinished = sorted(table.open_next, key=lambda move: -move.value)
            wished = self._by_hand.get(())
            if wished:
                places = arranged.first([move.node.index for move in table.unfinished], wished)
                table.unfinished.sort(key=lambda move: places.index(move.node.index))
            table.open_next = []
            answer = self._answer()
            yield Event("finished", self.root, answer.node, number=number, value=answer.value, sure=answer.sure)

    def settle(self) -> None:
        self._answer()

    def _answer(self) -> Move:
        """Bring the result to what would be chosen now."""
        found: Result = self.result
        move = self.table.answer()
        assert move is not None
        found.value, found.sure, found.closed, found.line = move.value, move.sure, move.closed, move.line
        return move

    def _iteration(self, number: int) -> Told:
        """Search every move that may matter; True once nothing better can be found."""
        table = self.table
        if table.best is not None:
            old, table.best = table.best, None
            try:
                settled = yield from self._search_move(number, old)
            except Stopped:
                table.best = old
                yield Event("file", old.node, reason="stopped")
                raise
            if settled:
                return True
        while table.unfinished:
            move = table.unfinished.pop(0)
            try:
                settled = yield from self._search_move(number, move)
            except Stopped:
                table.unfinished.insert(0, move)
                yield Event("file", move.node, reason="stopped")
                raise
            if settled:
                return True
        return (yield from self._wake(number))

    def _wake(self, number: int) -> Told:
        """Search the moves whose ceiling is above the best; the others sleep."""
        table = self.table
        asleep: list[Move] = []
        table.partial.sort(key=lambda move: move.value)
        while table.partial:
            move = table.partial.pop(0)
            if table.best is not None and move.value <= table.best.value:
                asleep.append(move)
                yield self._filed(number, move, "asleep", "at_most")
                continue
            yield self._filed(number, move, "woken", "at_most")
            kept, table.partial = table.partial, []
            try:
                settled = yield from self._search_move(number, move)
            except Stopped:
                table.partial = [move, *kept, *asleep]
                yield Event("file", move.node, reason="stopped")
                raise
            asleep += table.partial
            table.partial = kept
            if settled:
                return True
        table.partial = asleep
        return False

    def _search_move(self, number: int, move: Move) -> Told:
        """Search a root move and file what was found; True if nothing can be better."""
        line = tuple(node.index for node in move.line[1:])
        seen = yield from self.follow(move.node, number, self.table.low, math.inf, line)
        if seen is None:
            seen = Found(self.scale.static(move.node.position, self.seat, 1), "exact", True, ())
        found = Move(move.node, seen.value, (move.node, *seen.line), seen.sure, seen.closed)
        self.result.roots.append(RootValue(found.node, found.value, found.sure, found.closed))
        if found.closed and found.sure == "exact":
            return (yield from self._file_closed(number, found))
        if found.closed:
            if self.table.closed is None or found.value > self.table.closed.value:
                self.table.partial.append(found)
                yield self._filed(number, found, "ceiling", "at_most")
            else:
                yield self._filed(number, found, "dropped", "at_most")
            return False
        yield self._filed(number, found, "open", found.sure)
        known = self.table.best or self.table.closed
        if found.sure == "exact" and (known is None or found.value > known.value):
            if self.table.best is not None:
                self._reopen(self.table.best)
            self.table.best = found
            yield Event("best", self.root, found.node, value=found.value, sure="exact")
        else:
            self._reopen(found)
        return False

    def _file_closed(self, number: int, found: Move) -> Told:
        table = self.table
        if found.value == self.scale.lowest:
            yield self._filed(number, found, "losing", "exact")
            if table.losing is None or len(found.line) > len(table.losing.line):
                table.losing = found
            return False
        yield self._filed(number, found, "finished", "exact")
        if table.closed is not None and found.value <= table.closed.value:
            return False
        table.closed = found
        if found.value == self.scale.highest:
            table.best = None
            return True
        reached = [move for move in table.partial if move.value <= found.value]
        table.partial = [move for move in table.partial if move.value > found.value]
        for move in reached:
            yield self._filed(number, move, "deleted", "at_most")
        if table.best is not None and table.best.value <= found.value:
            self._reopen(table.best)
            table.best = None
        if table.best is None:
            yield Event("best", self.root, found.node, value=found.value, sure="exact", closed=True)
        return False

    def _reopen(self, move: Move) -> None:
        """Put a move among those of the next iteration, with as much of its line as is remembered."""
        kept = 2 if self.options.get("remember_replies", False) else 1
        self.table.open_next.append(replace(move, line=move.line[:kept]))

    def _filed(self, number: int, move: Move, where: str, sure: str) -> Event:
        return Event("file", move.node, value=move.value, sure=sure, closed=move.closed, reason=where, number=number)


class Deepening(TwoSidedSearch):
    """Looks further with every iteration."""

    spec = SearchSpec(
        "deepening",
        _("Deepening with partial termination"),
        _("Looks a ply further with every iteration, and never again at what is settled."),
    )
    kind = DeepeningRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option(
                "depth", "int", 5, _("Plies that the last iteration sees; 0 goes on until all is settled."),
                low=WHOLE, high=DEEPEST,
            ),
            Option(
                "remember_replies", "bool", False, _("Begin each root move with the reply that refuted it last time.")
            ),
            Option(
                "ceiling_early", "bool", False,
                _("A ceiling needs only its deciding reply to be finished, not all that were looked at."),
            ),
            arranged.OPTION,
            *score_option(game),
        )  # fmt: skip

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        depth = int(options.get("depth", WHOLE)) or DEEPEST
        high, _unused = tree_size(game, position, depth)
        low = min(high, 2 * high**0.5)
        return Estimate(
            low,
            high,
            _(
                "From about {low:,.0f} nodes in the tree to {high:,.0f}; a node counts once, however often met.",
                low=low,
                high=high,
            ),
        )


SEARCHES = (Deepening(),)
