"""Reads the English sentences of a trace's steps and says which are false, without the program that wrote them.

It walks the bare steps once, keeps its own account of windows, values, choices, visits and lists, and holds every
number, name, place and comparison of a sentence against that account. A sentence that it cannot read is a complaint
too.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from plyground.core import registry
from plyground.search.teaching.trace import Step, Trace

WIN = 1_000_000
FEW = 6
CUTTING = (
    "alphabeta", "paranoid", "best_reply", "table", "killers", "null_windows", "aspiration", "mtdf", "quiescence",
    "reductions", "probcut", "parallel",
)  # fmt: skip
GROWN = ("mcts", "puct")


class Complaint(Exception):
    """What is false about a sentence."""


def need(right: Any, what: str) -> None:
    if not right:
        raise Complaint(what)


@dataclass
class Visit:
    """What is known of a node since it was entered last."""

    alpha: float = -math.inf
    beta: float = math.inf
    before: tuple[float, float] = (-math.inf, math.inf)
    best: int = -1
    value: Step | None = None
    held: float | None = None
    order: tuple[int, ...] = ()
    tried: list[int] = field(default_factory=list)
    estimated: bool = False
    closed: bool = True


@dataclass
class Account:
    """What is true after a step; the walk goes on, so sentences are checked as it goes."""

    visits: dict[int, Visit] = field(default_factory=lambda: defaultdict(Visit))
    done: dict[int, Step] = field(default_factory=dict)
    entered: int = 0
    iteration: int = -1
    counted: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    sums: dict[int, list[float]] = field(default_factory=dict)
    result: tuple[float, ...] = ()
    filed: dict[int, Step] = field(default_factory=dict)
    open_best: float | None = None
    finished_best: float | None = None
    last: Step | None = None
    kept: dict[int, Step] = field(default_factory=dict)
    lost: Step | None = None
    left: dict[int, int] = field(default_factory=dict)
    entered_with: tuple[float, float] = (-math.inf, math.inf)
    passes: int = 0
    limits: tuple[float, ...] = ()
    trusted: float = 0.0
    killers: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    history: dict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    windows: dict[int, tuple[float, ...]] = field(default_factory=dict)


class Checker:
    """Walks one trace; ``complaint`` judges what is said of the step that was taken last."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.head = trace, trace.head
        self.now = Account()
        self.at = 0

    # Facts

    def mover(self, node: int) -> int:
        seat = self.trace.movers[node]
        return seat if seat >= 0 else -1 - seat

    def name(self, node: int) -> str:
        return self.head.seats[self.mover(node)] if self.trace.movers[node] >= 0 else "nobody"

    def own(self, node: int) -> bool:
        return self.mover(node) == self.head.seat

    def place(self, node: int) -> str:
        moves: list[str] = []
        while node > 0:
            moves.insert(0, self.trace.moves[node])
            node = self.trace.parents[node]
        if not moves:
            return "the root"
        return "the position after " + ", ".join(moves if len(moves) <= FEW else ["…", *moves[-FEW:]])

    def named(self, node: int, items: tuple[float, ...]) -> str:
        family = self.trace.families[node]
        texts = ", ".join(family[int(item)] for item in items[:FEW])
        return texts if len(items) <= FEW else f"{texts} and {len(items) - FEW} more"

    def seen_from(self, node: int, step: Step) -> Any:
        """A value as whoever moves at a node compares it: higher is better for the mover."""
        if self.head.view == "each":
            return step.values[self.mover(node)] if step.values else step.value
        value = step.value or 0.0
        if self.head.view == "mover":
            return value if self.mover(step.node) == self.mover(node) else -value
        return value if self.own(node) else -value

    def below(self, top: int) -> int:
        """How many nodes lie below a node."""
        under = {top}
        for each in range(top + 1, len(self.trace.parents)):
            if self.trace.parents[each] in under:
                under.add(each)
        return len(under) - 1

    def text(self, node: int) -> str:
        """A node's position as its game writes it, by playing its moves."""
        game = registry.game(self.head.game)
        position = game.parse_position(self.head.position, dict(self.head.setup))
        for index in self.trace.path(node):
            position = game.play(position, game.legal_moves(position)[index])
        return game.position_text(position)

    # The walk

    def take(self) -> Step:
        """Take the next step into the account."""
        step, now = self.trace.steps[self.at], self.now
        self.at += 1
        node = step.node
        if step.kind == "iteration":
            now.iteration, now.open_best = int(step.number or 0), None
        elif step.kind == "enter":
            self._enter(step)
        elif step.kind == "children":
            now.visits[node].order = tuple(int(item) for item in step.items)
        elif step.kind in ("best", "worse"):
            self._returned(step)
        elif step.kind == "weigh":
            self._heard(step)
        elif step.kind in ("leaf", "table", "value", "playout", "trust"):
            self._valued(step)
        elif step.kind == "store":
            now.lost, now.kept[int(step.number or 0)] = now.kept.get(int(step.number or 0)), step
        elif step.kind == "limits":
            now.passes, now.limits = now.passes + 1, step.items
        elif step.kind == "note":
            self._noted(step)
        elif step.kind == "stand":
            self._stood(step)
        elif step.kind in ("window", "worker"):
            now.windows[step.child if step.child >= 0 else node] = step.items
        elif step.kind == "backup":
            now.counted[node] += 1
            sums = now.sums.get(node, [0.0] * len(now.result))
            now.sums[node] = [a + b for a, b in zip(sums, now.result, strict=True)]
        elif step.kind == "file" and step.value is not None:
            now.filed[node] = step
            if step.reason == "finished":
                known = now.finished_best
                now.finished_best = step.value if known is None else max(known, step.value)
        return step

    def _noted(self, step: Step) -> None:
        text, now = self.trace.moves[step.child], self.now
        if step.reason == "killer":
            ply = len(self.trace.path(step.node))
            now.killers[ply] = [text, *(each for each in now.killers[ply] if each != text)][:2]
        else:
            left = now.left[step.node]
            now.history[self.mover(step.node), text] += left * left if left <= 200 else 1

    def promise(self, node: int, index: int) -> tuple[int, int]:
        """What a killer or the history promises of a move; less is better."""
        text = self.trace.families[node][index]
        killers = self.now.killers[len(self.trace.path(node))]
        return killers.index(text) if text in killers else 2, -self.now.history[self.mover(node), text]

    def _stood(self, step: Step) -> None:
        visit, value = self.now.visits[step.node], float(step.value or 0)
        visit.held, visit.estimated = value, True
        if self.own(step.node):
            visit.alpha = max(visit.alpha, value)
        else:
            visit.beta = min(visit.beta, value)

    def _enter(self, step: Step) -> None:
        now, parent = self.now, self.trace.parents[step.node]
        now.entered += 1
        now.left[step.node] = int(step.number or 0)
        visit = now.visits[step.node] = Visit()
        if self.head.search in CUTTING and parent >= 0:
            visit.alpha, visit.beta = now.visits[parent].alpha, now.visits[parent].beta
        if step.node in now.windows:
            visit.alpha, visit.beta = now.windows.pop(step.node)
            now.entered_with = (visit.alpha, visit.beta) if step.node == 0 else now.entered_with
        elif self.head.search == "deepening" and parent == 0:
            low = now.open_best if now.open_best is not None else now.finished_best
            visit.alpha = -math.inf if low is None else low
        elif self.head.search == "deepening":
            visit.alpha, visit.beta = now.visits[parent].alpha, now.visits[parent].beta

    def _returned(self, step: Step) -> None:
        visit = self.now.visits[step.node]
        visit.tried.append(step.child)
        visit.before = (visit.alpha, visit.beta)
        self._heard(step)
        if step.kind == "best":
            visit.best, visit.value = step.child, step
            if self.head.search == "deepening" and step.node == 0:
                self.now.open_best = None if step.closed else step.value
        if self.head.search not in CUTTING and (self.head.search != "deepening" or step.node == 0):
            return
        bound = "at_least" if self.own(step.node) else "at_most"
        certain = self.head.search in CUTTING or step.sure in ("exact", bound)
        value = float(step.value or 0)
        if certain and step.kind == "best":
            visit.held = value
        if certain and self.own(step.node):
            visit.alpha = max(visit.alpha, value)
        elif certain:
            visit.beta = min(visit.beta, value)

    def _heard(self, step: Step) -> None:
        """A child came back: what rests on static values goes up with it."""
        visit, child = self.now.visits[step.node], self.now.visits.get(step.child)
        visit.estimated = visit.estimated or bool(child and child.estimated) or self._static(step.child)

    def _static(self, node: int) -> bool:
        done = self.now.done.get(node)
        if done is not None and done.kind in ("table", "trust"):
            return not done.closed
        return done is not None and done.kind == "leaf" and done.reason != "over"

    def _valued(self, step: Step) -> None:
        if step.kind == "trust":
            self.now.trusted = float(self.now.done[step.node].value or 0)
        self.now.done[step.node] = step
        self.now.result = step.values
        if step.kind == "value" and step.child >= 0 and self._static(step.child):
            self.now.visits[step.node].estimated = True

    # What sentences name

    def same(self, said: str, number: float | None) -> None:
        """A number, win, loss or bound as it is written."""
        need(number is not None and near(read(said), number), f"{said} is not {number}")

    def worth(self, said: str, step: Step, sure: str | None = None) -> None:
        """The value of a step as it is written, with whose it is and how sure."""
        if step.values:
            pairs = zip(self.head.seats, step.values, strict=False)
            parts = re.split(r", (?=(?:" + "|".join(map(re.escape, self.head.seats)) + ") )", said)
            for part, (name, value) in zip(parts, pairs, strict=True):
                need(part.startswith(name + " "), f"{part} is not {name}'s")
                self.same(part[len(name) + 1 :], value)
            return
        match = re.fullmatch(r"(at least |at most |about |)(.+) for (.+)", said)
        need(match, f"{said} is no value")
        assert match is not None
        kinds = {"at_least": "at least ", "at_most": "at most ", "estimate": "about "}
        need(match[1] == kinds.get(step.sure if sure is None else sure, ""), f"{said} is not so sure")
        self.same(match[2], step.value)
        whose = self.mover(step.node) if self.head.view == "mover" else self.head.seat
        need(match[3] == self.head.seats[whose], f"{match[3]} is not whose view it is")

    def at_place(self, said: str, node: int) -> None:
        need(said[0].lower() + said[1:] == self.place(node), f"{said} is not {self.place(node)}")

    def moved(self, said: str, node: int) -> None:
        need(node > 0 and said == self.trace.moves[node], f"{said} is not the move")

    def bound(self, said: str, number: float) -> None:
        if math.isinf(number):
            need(said == "none yet", f"{said}, but there is none yet")
        else:
            self.same(said, number)

    def above(self, node: int) -> float:
        """What the other side has for itself above a node, as the number that the mover here compares with."""
        here, search = node, self.head.search
        found: list[float] = []
        while here > 0:
            parent = self.trace.parents[here]
            visit = self.now.visits[parent]
            if visit.held is not None and self.own(parent) != self.own(node):
                found.append(visit.held)
            here = parent
        if search == "deepening" and not self.own(node):
            top = self.now.open_best if self.now.open_best is not None else self.now.finished_best
            found += [] if top is None else [top]
        need(found, "the other side has nothing above")
        return min(found) if self.own(node) else max(found)


def near(a: float, b: float) -> bool:
    return a == b or math.isclose(a, b, rel_tol=6e-4, abs_tol=1e-4)


def read(said: str) -> float:
    """A number as the sentences write it."""
    match = re.fullmatch(r"a (win|loss)(?: in ([\d,]+) pl(?:y|ies))?", said)
    if match:
        if match[2] is None:
            return math.inf if match[1] == "win" else -math.inf
        return (WIN - int(match[2])) * (1 if match[1] == "win" else -1)
    try:
        return float(said.replace(",", ""))
    except ValueError:
        raise Complaint(f"{said} is no number") from None
