"""Parallel alpha-beta at the root: workers search different moves at the same time, step by step in turn.

With ``wait`` the first move is searched alone, so that the others begin with a bound ("young brothers wait",
Feldmann, 1993). A worker knows the bound of the moment in which it took its move; what others find meanwhile does not
help it, so all of them together enter more nodes than one alone. Workers that are busy enter a node each in one tick
of the clock: a model, which leaves out what talking to each other costs.
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import RootValue, SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedSearch


class ParallelRun(AlphaBetaRun):
    """One search."""

    own_windows = True
    _alpha = -math.inf
    _line: tuple[Node, ...] = ()
    _sure, _closed = "", True

    def search(self) -> Told:
        root = self.root
        self.enter(root)
        yield Event("enter", root, alpha=-math.inf, beta=math.inf, number=min(self.depth, 10**6))
        leaf = self.leaf(root, self.depth)
        if leaf is not None:
            yield leaf
            return
        waiting = self.ordered(root)
        yield self.listed(root, waiting)
        ticks, workers = 1, int(self.options["workers"])
        busy: dict[int, tuple[Node, Told]] = {}
        alone = bool(self.options["wait"])
        while waiting or busy:
            before = self.result.entered
            for worker in range(1, workers + 1):
                found = None
                while worker in busy or (waiting and not (alone and busy)):
                    if worker not in busy:
                        child = waiting.pop(0)
                        yield Event("worker", root, child, number=worker, items=(self._alpha, math.inf))
                        busy[worker] = child, self.look(child, self.depth - 1, self._alpha, math.inf)
                    child, steps = busy[worker]
                    found = yield from self._advance(steps)
                    if found is None:
                        break
                    del busy[worker]
                    alone = False
                    yield from self._back(child, found, tuple(each.index for each in waiting))
            ticks += self.result.entered > before
        result = self.result
        result.closed = self._closed
        yield Event("value", root, self._line[0], value=result.value, sure=self._sure, closed=self._closed)
        yield Event("clock", root, items=(ticks, result.entered, workers))

    def _advance(self, steps: Told) -> Told:
        """Let a worker go on until it has entered a node; what it found once it is done, else None."""
        try:
            while True:
                event = next(steps)
                yield event
                if event.kind == "enter":
                    return None
        except StopIteration as end:
            return end.value

    def _back(self, child: Node, found: tuple[Any, ...], waiting: tuple[int, ...]) -> Told:
        """A worker comes back to the root with what it found."""
        root, result = self.root, self.result
        value, sure, closed, rest = found
        self._closed = self._closed and closed
        better = not self._line or value > (result.value or 0)
        if better or (value == result.value and sure == "exact" and self._sure != "exact"):
            self._line, self._sure = (child, *rest), sure
            result.value, result.sure, result.line = value, sure, self._line
            yield Event("best", root, child, value=value, sure=sure)
        else:
            yield Event("worse", root, child, value=value, sure=sure, items=(self._line[0].index,))
        result.roots.append(RootValue(child, value, sure, closed))
        if value > self._alpha:
            self._alpha = value
            yield Event("bound", root, child, alpha=value, beta=math.inf, reason="alpha")


class Parallel(AlphaBeta):
    """Alpha-beta by several workers."""

    spec = SearchSpec(
        "parallel",
        _("Parallel search"),
        _("Several workers search the root's moves at the same time; the clock and the nodes are counted."),
    )
    kind = ParallelRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option("workers", "int", 2, _("How many search at the same time."), low=1, high=16, title=_("Workers")),
            Option(
                "wait", "bool", True, _("The first move is searched alone, so that the others begin with its value."),
                title=_("Young brothers wait"),
            ),
        )  # fmt: skip


SEARCHES = (Parallel(),)
