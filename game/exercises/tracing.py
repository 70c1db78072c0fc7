"""A run that was watched, as a trace that the stage can replay: visits, values and the lines that did it."""

from __future__ import annotations

import math
from typing import Any

from plyground.core.exercising import Task
from plyground.core.game import Game
from plyground.exercises.findings import UNSET
from plyground.exercises.reference import Reference
from plyground.exercises.visits import Visit, visits
from plyground.exercises.watching import Watched
from plyground.search.teaching.trace import Head, Step, Trace

MOST_STEPS = 6_000


class Full(Exception):
    """More steps than are shown."""


class Tracing:
    """Makes the trace of one run. ``lines`` has the line of the file for each step, ``rows`` the node of the trace for
    each node of the run that is in it."""

    def __init__(self, game: Game[Any, Any], watched: Watched, reference: Reference, task: Task) -> None:
        self._watched, self._reference, self._task = watched, reference, task
        state = reference.root
        seats = tuple(game.spec.seat_name(seat) for seat in range(game.seats_at(state.at)))
        head = Head(
            "alphabeta" if task.cuts else "minimax", {"depth": task.depth}, game.spec.id, dict(state.options),
            state.position, task.seat, seats, "seat", game.spec.unit or "points",
        )  # fmt: skip
        self.trace = Trace(head)
        self.lines: list[int] = []
        self.rows: dict[int, int] = {}

    def made(self) -> Trace:
        """The trace of all visits, as far as there is room."""
        runs = [run for run in visits(self._watched) if run.node == 0 or run.children]
        self._number(0)
        try:
            for number, run in enumerate(runs):
                if len(runs) > 1 and run.node == 0:
                    self._step("iteration", 0, run.line, number=number + 1)
                self._visit(run)
        except Full:
            self.trace.cut_short = "…"
        return self.trace

    def _number(self, node: int) -> int:
        """The trace's number of a node, made if it is new."""
        found = self.rows.get(node)
        if found is not None:
            return found
        parent, move = self._watched.nodes[node]
        above = self._number(parent) if node else -1
        trace, state = self.trace, self._reference.state(node)
        number = self.rows[node] = len(trace.parents)
        trace.parents.append(above)
        trace.indices.append(self._reference.state(parent).moves.index(move) if node else -1)
        trace.moves.append(move)
        trace.movers.append(-1 - state.seat if state.returns is not None else state.seat)
        trace.met.append(len(trace.steps))
        trace.families[number] = tuple(state.moves)
        return number

    def _step(self, kind: str, node: int, line: int, child: int = -1, **more: Any) -> None:
        if len(self.lines) >= MOST_STEPS:
            raise Full
        self.trace.steps.append(Step(kind, self._number(node), child if child < 0 else self._number(child), **more))
        self.lines.append(line)

    def _visit(self, visit: Visit) -> None:
        """The steps of a visit and of all within it."""
        state, seat = self._reference.state(visit.node), self._task.seat
        low, high = self._bounds(visit)
        self._step("enter", visit.node, visit.line, alpha=low, beta=high, number=self._left(visit))
        met = [child.node for child in visit.children]
        met += [each.node for each in visit.seen if each.node not in met and each.node != visit.node]
        met = [node for node in met if self._watched.nodes[node][0] == visit.node]
        order = list(dict.fromkeys(state.moves.index(self._watched.nodes[node][1]) for node in met))
        own, best = state.seat == seat, None
        if order:
            rest = [index for index in range(len(state.moves)) if index not in order]
            self._step("children", visit.node, visit.line, items=(*order, *rest), reason="written")
        for child in visit.children:
            if child.node in met:
                self._visit(child)
                best = self._better(visit, child.node, self._told(child), best, own, child.returned)
        for seen in visit.seen:
            if seen.node in met and all(child.node != seen.node for child in visit.children):
                over = self._reference.state(seen.node).returns is not None
                value = self._reference.score(seen.node, seat)
                self._step("enter", seen.node, seen.line)
                self._step("leaf", seen.node, seen.line, value=value, sure="exact", closed=over, reason=_why(over))
                best = self._better(visit, seen.node, value, best, own, seen.line)
        self._ends(visit, order, best)

    def _ends(self, visit: Visit, order: list[int], best: tuple[float, int] | None) -> None:
        state, value = self._reference.state(visit.node), self._told(visit)
        line = visit.returned or visit.line
        if not order:
            over = state.returns is not None
            if value is not None:
                self._step("leaf", visit.node, line, value=value, sure="exact", closed=over, reason=_why(over))
            return
        missed = tuple(index for index in range(len(state.moves)) if index not in order)
        if missed and not visit.open:
            self._step("cut", visit.node, line, best[1] if best else -1, items=missed, reason="best")
        if value is not None:
            self._step("value", visit.node, line, best[1] if best else -1, value=value, sure="exact")

    def _better(
        self, visit: Visit, node: int, value: float | None, best: tuple[float, int] | None, own: bool, line: int
    ) -> tuple[float, int] | None:
        """The best move so far, told when it changes."""
        if value is None or (best is not None and not (value > best[0] if own else value < best[0])):
            return best
        self._step("best", visit.node, line, node, value=value, sure="exact")
        return value, node

    def _told(self, visit: Visit) -> float | None:
        """What a visit gave back, as it gave it; none beyond what a game gives."""
        return None if visit.value is None or abs(visit.value) >= UNSET else visit.value

    def _bounds(self, visit: Visit) -> tuple[float | None, float | None]:
        return (None, None) if None in (visit.alpha, visit.beta) else (visit.alpha, visit.beta)

    def _left(self, visit: Visit) -> int | None:
        return int(visit.depth) if visit.depth is not None and math.isfinite(visit.depth) else None


def _why(over: bool) -> str:
    return "over" if over else "horizon"
