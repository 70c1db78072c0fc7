"""Walks through a trace forwards and backwards: what is known of every node after any number of steps.

The rule is simple enough to be written again elsewhere: ``enter`` clears what was known of its node's bounds and value
in an earlier visit, and then every event sets those fields of its node that it carries. To come back it walks anew from
the beginning: a page keeps what each step changed, which is most of what it holds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from plyground.search.teaching.trace import Step, Trace

_UNSET: dict[str, Any] = {
    "status": "unseen",
    "alpha": None,
    "beta": None,
    "value": None,
    "sure": "",
    "closed": False,
    "values": (),
    "best": -1,
    "order": (),
    "cut": (),
    "budget": (),
    "visits": 0,
    "rows": (),
    "shares": (),
    "filed": "",
    "filed_value": None,
    "filed_sure": "",
}
"""What is known of a node, and what of one that was not met. ``status`` is ``unseen``, ``open`` or ``done``; ``order``
are the indices of its moves as the search takes them, ``cut`` those that were cut; ``budget`` its division; ``rows``
the children's visits, means and bounds, ``shares`` their shares of attention; ``filed`` the list on which a root move
stands, with its value there."""

_CLEARED = ("value", "sure", "closed", "values", "best", "cut", "budget")


@dataclass(frozen=True)
class Counts:
    """How often something happened so far; ``looked`` counts the static values that an order of moves looked at."""

    entered: int = 0
    leaves: int = 0
    cuts: int = 0
    skipped: int = 0
    playouts: int = 0
    looked: int = 0


class Replay:
    """A place in a trace: ``at`` steps were taken."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._begin()

    def _begin(self) -> None:
        self.at = 0
        self._nodes: dict[int, dict[str, Any]] = {}
        self._other: dict[str, Any] = {"current": 0, "iteration": None, "entered": 0, "leaves": 0, "cuts": 0}
        self._other |= {"skipped": 0, "playouts": 0, "looked": 0}

    @property
    def current(self) -> int:
        """The node of the last step."""
        return int(self._other["current"])

    @property
    def iteration(self) -> int | None:
        """The iteration that is running or was the last."""
        number: int | None = self._other["iteration"]
        return number

    @property
    def counts(self) -> Counts:
        """The counts so far."""
        return Counts(*(self._other[name] for name in ("entered", "leaves", "cuts", "skipped", "playouts", "looked")))

    def node(self, number: int) -> dict[str, Any]:
        """What is known of a node now: the fields of ``_UNSET``."""
        return {**_UNSET, **self._nodes.get(number, {})}

    def table(self) -> dict[int, tuple[str, float | None, str]]:
        """The root moves that were filed: the list, the value there and its kind, by node."""
        return {
            number: (known["filed"], known.get("filed_value"), known.get("filed_sure", ""))
            for number, known in self._nodes.items()
            if known.get("filed")
        }

    def forward(self) -> Step | None:
        """Take a step and return it; None at the end."""
        if self.at >= len(self.trace.steps):
            return None
        step = self.trace.steps[self.at]
        self._apply(step)
        self.at += 1
        return step

    def back(self) -> Step | None:
        """Take a step back and return the one that was undone; None at the beginning."""
        if self.at == 0:
            return None
        self.go(self.at - 1)
        return self.trace.steps[self.at]

    def go(self, at: int) -> None:
        """Go to a place, forwards or backwards; beyond the ends is at the end."""
        at = max(0, min(at, len(self.trace.steps)))
        if at < self.at:
            self._begin()
        while self.at < at:
            self.forward()

    def next(self, kinds: Collection[str], forwards: bool = True) -> int | None:
        """The place just after the next (or the last before the present) step of these kinds; None if there is none."""
        steps = self.trace.steps
        places = range(self.at, len(steps)) if forwards else range(self.at - 2, -1, -1)
        return next((place + 1 for place in places if steps[place].kind in kinds), None)

    def _set(self, node: int, name: str, value: Any) -> None:
        self._nodes.setdefault(node, {})[name] = value

    def _apply(self, step: Step) -> None:
        node, kind = step.node, step.kind
        self._other["current"] = node
        if kind == "enter":
            for name in _CLEARED:
                self._set(node, name, _UNSET[name])
            self._other["entered"] += 1
            self._set(node, "status", "open")
        if step.alpha is not None:
            self._set(node, "alpha", step.alpha)
        if step.beta is not None:
            self._set(node, "beta", step.beta)
        if kind in ("leaf", "table", "best", "value", "answer", "backup", "playout", "needs"):
            self._value(step)
        self._special(step)

    def _value(self, step: Step) -> None:
        node = step.node
        for name in ("value", "sure", "closed", "values"):
            self._set(node, name, getattr(step, name))
        if step.kind in ("leaf", "table", "value"):
            self._set(node, "status", "done")
        if step.kind in ("leaf", "table"):
            self._other["leaves"] += 1
        if step.child >= 0:
            self._set(node, "best", step.child)

    def _special(self, step: Step) -> None:
        node = step.node
        if step.kind == "iteration":
            self._other["iteration"] = step.number
        elif step.kind == "children":
            self._set(node, "order", step.items)
            if step.values:
                self._other["looked"] += len(step.values)
        elif step.kind == "divide":
            self._set(node, "budget", step.items)
        elif step.kind == "cut":
            self._set(node, "cut", step.items)
            self._other["cuts"] += 1
            self._other["skipped"] += len(step.items)
        elif step.kind == "playout":
            self._other["playouts"] += 1
        elif step.kind == "toward":
            self._set(node, "best", step.child)
        elif step.kind == "select":
            self._set(node, "rows", step.items)
            self._set(node, "shares", step.values)
        elif step.kind == "backup":
            self._set(node, "visits", step.number)
        elif step.kind == "file":
            self._set(node, "filed", step.reason)
            self._set(node, "filed_value", step.value)
            self._set(node, "filed_sure", step.sure)
