"""Whose values the functions of a search give back: the seat’s that searches, the mover’s, or their opposites.

The function that was asked for has the view that its exercise declares. A helper has the one that fits its leaves best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plyground.core.exercising import Task, View
from plyground.exercises.findings import near
from plyground.exercises.reference import Reference
from plyground.exercises.visits import Visit
from plyground.exercises.watching import Watched

OPPOSITE: Mapping[View, View] = {"seat": "mover", "mover": "seat"}


def sign_at(node: int, view: View, reference: Reference, seat: int, turned: bool = False) -> int:
    """1 where a value at a node is the seat's own, -1 where it is the other's."""
    own = view == "seat" or reference.state(node).seat == seat
    return 1 if own != turned else -1


class Views:
    """The view of each function of a run."""

    def __init__(self, watched: Watched, reference: Reference, task: Task, runs: Sequence[Visit]) -> None:
        self._reference, self._task = reference, task
        entry = next((int(row.more[0]) for row in watched.rows if row.kind == "e"), -1)
        found: dict[int, list[Visit]] = {}
        for run in runs:
            for visit in run.walk():
                found.setdefault(visit.function, []).append(visit)
        self._views = {
            function: (task.view, False) if function == entry else self._fitting(calls)
            for function, calls in found.items()
        }

    def sign(self, visit: Visit) -> int:
        """1 if a visit's value is the seat's own, -1 if it is the other's."""
        return self._sign_at(visit.node, self._views[visit.function])

    def _sign_at(self, node: int, view: tuple[View, bool]) -> int:
        return sign_at(node, view[0], self._reference, self._task.seat, turned=view[1])

    def _fitting(self, calls: list[Visit]) -> tuple[View, bool]:
        """The view that fits the leaves of a function best; of equal ones the declared one."""
        declared, other = self._task.view, OPPOSITE[self._task.view]
        order: list[tuple[View, bool]] = [(declared, False), (other, False), ("seat", True), ("mover", True)]
        return max(order, key=lambda view: self._fits(calls, view))

    def _fits(self, calls: list[Visit], view: tuple[View, bool]) -> tuple[int, int]:
        """How many leaves, and how many nodes above others of the same function, have values that are right so seen."""
        leaves = nodes = 0
        for visit in calls:
            if visit.value is None:
                continue
            sign = self._sign_at(visit.node, view)
            if not visit.children and not visit.played:
                score = self._reference.score(visit.node, self._task.seat)
                leaves += score != 0 and near(visit.value, score * sign)
            elif visit.children and all(child.function == visit.function for child in visit.children):
                values = [
                    child.value * self._sign_at(child.node, view) for child in visit.children if child.value is not None
                ]
                own = self._reference.state(visit.node).seat == self._task.seat
                nodes += bool(values) and near(visit.value * sign, max(values) if own else min(values))
        return leaves, nodes
