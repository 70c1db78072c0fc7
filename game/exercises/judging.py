"""Where a student's search first goes wrong, told by what it gave back at each node; sound differences are counted.

Every visit is held against what it saw itself: a leaf against its score, an inner node against the values that its own
visits of the moves gave back. So the first visit to return something wrong is where the mistake is, whatever the search
looks like elsewhere. What may be left out, and which values may stand for a cut, follows from the bounds that the
visits above it had shown by then (Knuth and Moore, 1975), so that fail-hard and fail-soft, any order of moves and cuts
at equality are all right. A search that gives no values at its nodes is held against its leaves and its answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.exercises.reference import Reference, Unfinished
from plyground.exercises.visits import Visit, asked, visits
from plyground.exercises.watching import Watched

View = Literal["seat", "mover"]
INF = math.inf
UNSET = 1e299
"""A number beyond this is none that a game gives."""


@dataclass(frozen=True)
class Task:
    """What is asked of a search: to look ``depth`` plies ahead for ``seat``; ``view`` says whose the value is that the
    function gives back, ``cuts`` whether it must leave out what cannot matter, ``answer`` whether it gives back the
    value or a move."""

    depth: int
    seat: int
    view: View = "seat"
    cuts: bool = False
    answer: Literal["value", "move"] = "value"


@dataclass(frozen=True)
class Finding:
    """A difference: its ``kind``, the node where it shows, the line of the file, and what the sentence tells of it.

    Values and bounds among the ``facts`` are for the seat that searches; ``sign`` is -1 where the function sees them
    from the other side. ``at`` is when it showed.
    """

    kind: str
    node: int
    line: int
    facts: dict[str, Any] = field(default_factory=dict)
    at: int = 0
    sign: int = 1


@dataclass
class Judgement:
    """``mistake`` is the first thing that is wrong, ``waste`` the first that is done for nothing, None where there is
    none. ``entered`` and ``leaves`` count the run's nodes and scores, ``reference`` those that alpha-beta enters."""

    mistake: Finding | None
    waste: Finding | None
    entered: int = 0
    leaves: int = 0
    reference: int | None = None


def judge(watched: Watched, reference: Reference, task: Task) -> Judgement:
    """Hold a run against what is right."""
    runs = [run for run in visits(watched) if run.node == 0 or run.children]
    judge_ = _Judge(watched, reference, task, runs)
    mistake = min(judge_.mistakes(), key=lambda finding: finding.at, default=None)
    if mistake is None and watched.problem is None and not watched.full:
        mistake = judge_.answered()
    waste = min(judge_.waste, key=lambda finding: finding.at, default=None)
    entered = sum(1 for run in runs for _visit in run.walk()) or len(watched.nodes)
    count: int | None = None
    try:
        reference.exact(reference.root, task.depth, task.seat)
        count = reference.entered
    except Unfinished:
        pass
    return Judgement(mistake, waste, entered, sum(row.kind == "v" for row in watched.rows), count)


def near(one: float, other: float) -> bool:
    """Whether two values are the same."""
    return one == other or abs(one - other) <= 1e-6 * max(1.0, abs(one), abs(other))


@dataclass
class _Option:
    """A move of a node as the run knows it: its value for the seat, the line, and the visit if there was one."""

    node: int
    value: float
    at: int
    visit: Visit | None


class _Judge:
    def __init__(self, watched: Watched, reference: Reference, task: Task, runs: list[Visit]) -> None:
        self.watched, self.reference, self.task, self.runs = watched, reference, task, runs
        self.waste: list[Finding] = []
        self._views: dict[int, int] = {}
        self._depths: dict[int, int] = {}
        self._ideal: dict[int, tuple[float, float]] = {}
        self._known: dict[Any, list[tuple[int, float, float]]] = {}
        for number, run in enumerate(runs):
            self._depths[id(run)] = self._horizon(run, number)
        for function in sorted({visit.function for run in runs for visit in run.walk()}):
            self._views[function] = self._view_of(function)

    # What is known of a run

    def _horizon(self, run: Visit, number: int) -> int:
        """How many plies the search from this outermost visit sees: as many as asked, but for earlier iterations."""
        base = self.reference.ply(run.node)
        if number == len(self.runs) - 1 or run.node != 0:
            return self.task.depth - base
        deepest = max((self.reference.ply(visit.node) for visit in run.walk()), default=0)
        seen = max((self.reference.ply(each.node) for visit in run.walk() for each in visit.seen), default=0)
        return min(self.task.depth, max(deepest, seen, 1))

    def _sign(self, visit: Visit) -> int:
        """1 if a visit's value is the seat's own, -1 if it is the other's."""
        return self._sign_at(visit.node, self._views[visit.function])

    def _sign_at(self, node: int, view: int) -> int:
        """View 0 is the seat's, 1 the mover's; 2 and 3 are their opposites."""
        sign = 1 if view % 2 == 0 or self.reference.state(node).seat == self.task.seat else -1
        return sign if view < 2 else -sign

    def _view_of(self, function: int) -> int:
        """Whose values a function gives back: as declared for the one that is asked for, else as fits its leaves."""
        declared = 0 if self.task.view == "seat" else 1
        names = [name for name, _line in self.watched.functions]
        roots = {run.function for run in self.runs}
        if function in roots and function < len(names) and self.watched.rows and function == self._entry():
            return declared
        order = [declared, 1 - declared, 2, 3]
        found = [visit for run in self.runs for visit in run.walk() if visit.function == function]
        fits = {view: self._fits_view(found, view) for view in order}
        return max(order, key=lambda view: (*fits[view], -order.index(view)))

    def _fits_view(self, found: list[Visit], view: int) -> tuple[int, int]:
        """How many leaves, and how many nodes above others of the same function, have values that are right so seen."""
        leaves = nodes = 0
        for visit in found:
            if visit.value is None:
                continue
            sign = self._sign_at(visit.node, view)
            if not visit.children and not visit.played:
                score = self.reference.score(visit.node, self.task.seat)
                leaves += score != 0 and near(visit.value, score * sign)
            elif visit.children and all(child.function == visit.function for child in visit.children):
                values = [
                    child.value * self._sign_at(child.node, view) for child in visit.children if child.value is not None
                ]
                own = self.reference.state(visit.node).seat == self.task.seat
                nodes += bool(values) and near(visit.value * sign, max(values) if own else min(values))
        return leaves, nodes

    def _entry(self) -> int:
        """The function that was called first."""
        return next((int(row.more[0]) for row in self.watched.rows if row.kind == "e"), -1)

    # Mistakes

    def mistakes(self) -> Iterator[Finding]:
        """All that is wrong, in no order of time between runs."""
        for run in self.runs:
            yield from self._judged(run, self.reference.ply(run.node) + self._depths[id(run)], -INF, INF)

    def _judged(self, visit: Visit, horizon: int, alpha: float, beta: float) -> Iterator[Finding]:
        """Judge the visits within this one and then it; ``alpha`` and ``beta`` are what is sure above it."""
        node, state = visit.node, self.reference.state(visit.node)
        left = horizon - self.reference.ply(node)
        alpha, beta = self._tightened(visit, left, alpha, beta)
        own = state.seat == self.task.seat
        over = state.returns is not None
        options: dict[int, _Option] = {}
        best: float | None = None
        before: dict[int, Visit] = {}
        if left < 0:
            yield Finding("deep", node, visit.line, {"plies": horizon}, visit.at)
            return
        for child in visit.children:
            if self.watched.nodes[child.node][0] != node:
                yield Finding("astray", child.node, child.line, {"parent": node}, child.at)
                return
            window = (max(alpha, best), beta) if own and best is not None else (alpha, beta)
            if not own and best is not None:
                window = (alpha, min(beta, best))
            if best is not None and self.task.cuts and window[0] > window[1] and child.node not in before:
                self._wasted(visit, options, best, window, own)
            if child.node in before and self._same_window(before[child.node], child):
                self.waste.append(Finding("twice", child.node, child.line, {}, child.at))
            searched_again = any(later.node == child.node for later in visit.children if later.at > child.at)
            narrow = self._window(child) if searched_again else None
            yield from self._judged(child, horizon, *(narrow or window))
            before[child.node] = child
            if child.value is not None:
                options[child.node] = _Option(child.node, child.value * self._sign(child), child.at, child)
                known = [each.value for each in options.values()]
                best = max(known) if own else min(known)
        if visit.open and visit.refused not in (None, node):
            yield Finding("stale", int(visit.refused or 0), self.watched.line, {"parent": node}, visit.end)
        if visit.open or visit.walks:
            return
        self._add_seen(visit, options, left)
        yield from self._valued(visit, state, left, over, own, options, (alpha, beta))
        self._remember(visit, left, alpha, beta)

    def _add_seen(self, visit: Visit, options: dict[int, _Option], left: int) -> None:
        """Children whose score was asked for, and those that are known from an equal position, count as valued."""
        seat = self.task.seat
        for seen in visit.seen:
            if seen.node == visit.node or seen.node in options or self.watched.nodes[seen.node][0] != visit.node:
                continue
            if left == 1 or self.reference.state(seen.node).returns is not None:
                options[seen.node] = _Option(seen.node, self.reference.score(seen.node, seat), seen.at, None)
        for node in visit.played:
            if node in options or self.watched.nodes[node][0] != visit.node:
                continue
            state = self.reference.state(node)
            known = [low for depth, low, high in self._known.get(state, ()) if depth >= left - 1 and low == high]
            if known:
                options[node] = _Option(node, known[-1], visit.end, None)
            elif state.returns is not None:
                options[node] = _Option(node, self.reference.score(node, seat), visit.end, None)

    def _valued(
        self, visit: Visit, state: Any, left: int, over: bool, own: bool, options: dict[int, _Option],
        window: tuple[float, float],
    ) -> Iterator[Finding]:  # fmt: skip
        """What is wrong with the value of one visit."""
        node, value = visit.node, visit.value
        line = visit.returned or visit.line
        if over or left == 0:
            if visit.children and not over:
                return  # told below it
            yield from self._leaf(visit, over, line)
            return
        legal = list(state.moves)
        if not options:
            if not self._from_table(visit, left):
                yield self._early(visit, state, left, line)
            return
        values = [option.value for option in options.values()]
        best = max(values) if own else min(values)
        met = {self.watched.nodes[each][1] for each in options}
        missed = [move for move in legal if move not in met]
        yield from self._left_out(visit, missed, best, own, window, options)
        if value is None:
            if not (self.task.answer == "move" and node == 0):
                yield Finding("nothing", node, line, {}, visit.end, self._sign(visit))
            return
        if node == 0 and visit.parent is None and self.task.answer == "move":
            return
        told = value * self._sign(visit)
        if not self._fits(told, best, window, self._window(visit)):
            yield self._combined(visit, told, best, own, options, line)

    def _leaf(self, visit: Visit, over: bool, line: int) -> Iterator[Finding]:
        node, value = visit.node, visit.value
        score = self.reference.score(node, self.task.seat) * self._sign(visit)
        if value is None:
            yield Finding("nothing", node, line, {}, visit.end, self._sign(visit))
        elif not near(value, score):
            if over and visit.listed and abs(value) >= UNSET:
                yield Finding("went_on", node, line, {}, visit.end, self._sign(visit))
                return
            kind = "leaf_side" if near(value, -score) else "leaf_end" if over else "leaf"
            facts = {"told": value * self._sign(visit), "score": score * self._sign(visit)}
            yield Finding(kind, node, line, facts, visit.end, self._sign(visit))

    def _early(self, visit: Visit, state: Any, left: int, line: int) -> Finding:
        """A node that was not looked into though the horizon is not reached."""
        moves = list(state.moves)
        score = self.reference.score(visit.node, self.task.seat) * self._sign(visit)
        stale = [
            each for each in self._known.get(state, ()) if visit.value is not None and self._told_before(visit, each)
        ]
        if any(depth >= left for depth, _low, _high in stale):
            return Finding(
                "bound_as_exact",
                visit.node,
                line,
                {"told": (visit.value or 0.0) * self._sign(visit)},
                visit.end,
                self._sign(visit),
            )
        if stale and not (visit.value is not None and near(visit.value, score)):
            return Finding(
                "shallow_entry",
                visit.node,
                line,
                {"told": (visit.value or 0.0) * self._sign(visit), "left": left},
                visit.end,
                self._sign(visit),
            )
        kind = "early_pass" if len(moves) == 1 else "early"
        return Finding(kind, visit.node, line, {"left": left, "moves": len(moves)}, visit.end, self._sign(visit))

    def _told_before(self, visit: Visit, entry: tuple[int, float, float]) -> bool:
        told = (visit.value or 0.0) * self._sign(visit)
        return near(told, entry[1]) or near(told, entry[2])

    def _left_out(
        self, visit: Visit, missed: list[str], best: float, own: bool, window: tuple[float, float],
        options: dict[int, _Option],
    ) -> Iterator[Finding]:  # fmt: skip
        """Moves that were not looked at, though nothing above allows it."""
        if not missed:
            return
        alpha, beta = window
        if (best >= beta) if own else (best <= alpha):
            if self.task.cuts:
                return
            yield Finding(
                "cut_in_minimax",
                visit.node,
                visit.returned or visit.line,
                {"missed": missed},
                visit.end,
                self._sign(visit),
            )
            return
        if self._won(own, options):
            return
        last = max(options.values(), key=lambda option: option.at)
        facts = {
            "after": self.watched.nodes[last.node][1],
            "best": best,
            "alpha": alpha,
            "beta": beta,
            "own": own,
            "missed": missed,
        }
        given = self._window(visit)
        kind = "left_out" if not self.task.cuts else "unsound_cut"
        if self.task.cuts and given is not None:
            low, high = given
            if (best >= high) if own else (best <= low):
                kind = "swapped_bounds" if low > high else "unsound_window"
                facts |= {"low": low, "high": high}
            elif (best <= low) if own else (best >= high):
                kind = "wrong_bound"
        elif self.task.cuts and ((best <= alpha) if own else (best >= beta)):
            kind = "wrong_bound"
        yield Finding(kind, visit.node, visit.returned or visit.line, facts, visit.end, self._sign(visit))

    def _won(self, own: bool, options: dict[int, _Option]) -> bool:
        """Whether a move was found than which none can be better: it wins a game that is only won or lost."""
        if self.reference.game.spec.graded:
            return False
        for option in options.values():
            returns = self.reference.state(option.node).returns
            if returns is not None and (returns[self.task.seat] > 0) == own and returns[self.task.seat] != 0:
                return True
        return False

    def _fits(self, told: float, best: float, ideal: tuple[float, float], given: tuple[float, float] | None) -> bool:
        """Whether a value may stand for a node whose moves gave ``best``: it, or what a window makes of it."""
        if near(told, best):
            return True
        for alpha, beta in (ideal, given or ideal):
            if best >= beta and beta - 1e-9 <= told <= best:
                return True
            if best <= alpha and best <= told <= alpha + 1e-9:
                return True
        return False

    def _combined(
        self, visit: Visit, told: float, best: float, own: bool, options: dict[int, _Option], line: int
    ) -> Finding:
        """A value that does not follow from those of the moves: which rule would give it?"""
        ordered = sorted(options.values(), key=lambda option: option.at)
        values = [option.value for option in ordered]
        worst = min(values) if own else max(values)
        facts = {
            "values": [(self.watched.nodes[option.node][1], option.value) for option in ordered],
            "told": told,
            "best": best,
            "own": own,
        }
        kind = "combined"
        turned = [-each if self._turns(visit, option) else each for each, option in zip(values, ordered, strict=True)]
        if turned != values and near(told, max(turned) if own else min(turned)):
            kind = "no_negation"
        elif near(told, worst) and not near(worst, best):
            kind = "wrong_choice"
        elif near(told, -best):
            kind = "wrong_sign"
        elif near(told, -worst):
            kind = "wrong_sign_choice"
        elif near(told, values[-1]):
            kind = "last"
        elif near(told, values[0]):
            kind = "first"
        elif near(told, sum(values)) or near(told, sum(values) / len(values)):
            kind = "mean"
        elif (told > best) if own else (told < best):
            kind = "floor"
        return Finding(kind, visit.node, line, facts, visit.end, self._sign(visit))

    def _turns(self, visit: Visit, option: _Option) -> bool:
        """Whether the value of a move is seen by another side than that of the node."""
        return option.visit is not None and self._sign(option.visit) != self._sign(visit)

    # Windows and what is known from before

    def _window(self, visit: Visit) -> tuple[float, float] | None:
        """The bounds in a visit's arguments, for the seat; None where it has none."""
        if visit.alpha is None or visit.beta is None:
            return None
        return (visit.alpha, visit.beta) if self._sign(visit) > 0 else (-visit.beta, -visit.alpha)

    def _same_window(self, one: Visit, other: Visit) -> bool:
        return (one.alpha, one.beta, one.depth) == (other.alpha, other.beta, other.depth)

    def _wasted(
        self, visit: Visit, options: dict[int, _Option], best: float, window: tuple[float, float], own: bool
    ) -> None:
        last = max(options.values(), key=lambda option: option.at)
        facts = {"after": self.watched.nodes[last.node][1], "best": best, "own": own}
        facts["bound"] = self._outer(window, own)
        facts["handed"] = self._window(visit)
        self.waste.append(Finding("no_cut", visit.node, visit.line, facts, last.at, self._sign(visit)))

    def _outer(self, window: tuple[float, float], own: bool) -> float:
        return window[1] if own else window[0]

    def _tightened(self, visit: Visit, left: int, alpha: float, beta: float) -> tuple[float, float]:
        """The window after what an equal position has shown before."""
        for depth, low, high in self._known.get(self.reference.state(visit.node), ()):
            if depth >= left:
                alpha, beta = max(alpha, low), min(beta, high)
        return alpha, beta

    def _remember(self, visit: Visit, left: int, alpha: float, beta: float) -> None:
        """Keep what a visit has shown of its position: a value, or a bound of it."""
        if visit.value is None:
            return
        told = visit.value * self._sign(visit)
        given = self._window(visit)
        if given is not None:
            alpha, beta = max(alpha, given[0]), min(beta, given[1])
        low = told if told > alpha or not visit.children else -INF
        high = told if told < beta or not visit.children else INF
        self._known.setdefault(self.reference.state(visit.node), []).append((left, low, high))

    def _from_table(self, visit: Visit, left: int) -> bool:
        """Whether a visit that looked at nothing gave back what an equal position had shown, as far as it may."""
        if visit.value is None:
            return False
        told = visit.value * self._sign(visit)
        given = self._window(visit)
        for depth, low, high in self._known.get(self.reference.state(visit.node), ()):
            if depth < left:
                continue
            if low == high and near(told, low):
                return True
            if given is not None and (
                (near(told, low) and told >= given[1]) or (near(told, high) and told <= given[0])
            ):
                return True
        return False

    # The answer

    def answered(self) -> Finding | None:
        """What is wrong with the answer of a search whose nodes are right, or that gives no values at its nodes."""
        answer, task, reference = self.watched.answer or {}, self.task, self.reference
        line = next((row.line for row in reversed(self.watched.rows) if row.line), 0)
        try:
            exact = reference.exact(reference.root, task.depth, task.seat)
        except Unfinished:
            return None
        if task.answer == "move":
            return self._answered_move(answer, exact, line)
        given = answer.get("number")
        if given is None:
            listed = [each["number"] for each in answer.get("list", ()) if "number" in each]
            given = listed[0] if listed else None
        if given is None:
            return Finding("no_number", 0, line, {"type": str(answer.get("type") or type(answer.get("text")).__name__)})
        sign = self._sign_at(0, 0 if task.view == "seat" else 1)
        if near(float(given) * sign, exact):
            return None
        unseen = self._unseen()
        facts = {"told": float(given) * sign, "exact": exact, **({"move": unseen} if unseen else {})}
        return Finding("unseen" if unseen else "answer", 0, line, facts, sign=sign)

    def _answered_move(self, answer: Any, exact: float, line: int) -> Finding | None:
        texts = [answer.get("text"), *(each.get("text") for each in answer.get("list", ()))]
        move = next((each for each in texts if each), None)
        root = self.reference.root
        if move is None:
            return Finding(
                "no_move", 0, line, {"type": "None" if "text" in answer else str(answer.get("type", "number"))}
            )
        if move not in root.moves:
            return Finding("illegal", 0, line, {"move": move})
        value = self.reference.exact(root.play(move), self.task.depth - 1, self.task.seat)
        if near(value, exact):
            return None
        return Finding("worse_move", 0, line, {"move": move, "value": value, "exact": exact})

    def _unseen(self) -> str | None:
        """A move of the root below which no score was asked for, if there is one."""
        met = {self.watched.path(each.node)[:1] for each in asked(self.watched)}
        for move in self.reference.root.moves:
            if (move,) not in met and self.reference.root.play(move).returns is None:
                return move
        return None
