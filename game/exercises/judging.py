"""Where a student's search first goes wrong, told by what it gave back at each node; sound differences are counted.

Every visit is held against what it saw itself: a leaf against its score, an inner node against the values that its own
visits of the moves gave back. So the first visit to return something wrong is where the mistake is, whatever the search
looks like elsewhere. What may be left out, and which values may stand for a cut, follows from the bounds that the
visits above it had shown by then (Knuth and Moore, 1975), so that fail-hard and fail-soft, any order of moves and cuts
at equality are all right. A search that gives no values at its nodes is held against its leaves and its answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from plyground.core.exercising import Task
from plyground.exercises import windows
from plyground.exercises.answers import answered
from plyground.exercises.findings import UNSET, Finding, Judgement, near
from plyground.exercises.options import Option, Options
from plyground.exercises.reference import Reference, Unfinished
from plyground.exercises.views import Views
from plyground.exercises.visits import Visit, visits
from plyground.exercises.watching import Watched
from plyground.exercises.windows import Known, Window


def judge(watched: Watched, reference: Reference, task: Task) -> Judgement:
    """Hold a run against what is right."""
    runs = [run for run in visits(watched) if run.node == 0 or run.children]
    judge_ = _Judge(watched, reference, task, runs)
    mistake = first(list(judge_.mistakes()))
    waste = min(judge_.waste, key=lambda finding: finding.at, default=None)
    judgement = Judgement(mistake, waste, sum(1 for run in runs for _visit in run.walk()) or len(watched.nodes))
    try:
        depths = dict.fromkeys(asked.depth for asked in task.asked)
        exact = {depth: reference.exact(reference.root, depth, task.seat) for depth in depths}
    except Unfinished:
        return judgement
    judgement.reference = reference.entered
    if mistake is None and watched.problem is None and not watched.full:
        judgement.mistake = answered(watched, reference, task, exact)
    return judgement


def first(mistakes: Sequence[Finding]) -> Finding | None:
    """The first of some mistakes. Where more than one kind would give its value, it has the one that tells most of the
    others, too."""
    found = min(mistakes, key=lambda finding: finding.at, default=None)
    if found is None or len(found.kinds) < 2:
        return found
    often = Counter(kind for each in mistakes for kind in each.kinds or (each.kind,))
    return replace(found, kind=max(found.kinds, key=lambda kind: often[kind]))


def _settled(child: Visit, sign: int, given: Window | None, window: Window, own: bool) -> bool:
    """Whether a visit with narrower bounds than those at hand has shown that its move is no better than another."""
    if given is None or child.value is None:
        return False
    told = child.value * sign
    return told <= given[0] <= window[0] if own else told >= given[1] >= window[1]


class _Judge:
    def __init__(self, watched: Watched, reference: Reference, task: Task, runs: list[Visit]) -> None:
        self.watched, self.reference, self.task, self.runs = watched, reference, task, runs
        self.waste: list[Finding] = []
        self._views = Views(watched, reference, task, runs)
        self._known = Known(reference, self._views, task.cuts)
        self._begun = [at for at, row in enumerate(watched.rows) if row.kind == "c"]

    def mistakes(self) -> Iterator[Finding]:
        """All that is wrong, in no order of time between runs."""
        for number, run in enumerate(self.runs):
            asked = self.task.asked[self._call(run)]
            window = (asked.alpha, asked.beta)
            yield from self._judged(run, self._horizon(run, number, asked.depth), window, window)

    def _call(self, run: Visit) -> int:
        """The number of the call to which an outermost visit belongs."""
        return min(sum(at < run.at for at in self._begun), len(self.task.asked) - 1)

    def _horizon(self, run: Visit, number: int, depth: int) -> int:
        """The ply that the search from this outermost visit sees: the one asked for, but for earlier iterations."""
        last = number == len(self.runs) - 1 or self._call(self.runs[number + 1]) != self._call(run)
        if last or run.node != 0:
            return depth
        deepest = max((self.reference.ply(visit.node) for visit in run.walk()), default=0)
        seen = max((self.reference.ply(each.node) for visit in run.walk() for each in visit.seen), default=0)
        return min(depth, max(deepest, seen, 1))

    def _found(self, kind: str, visit: Visit, **facts: Any) -> Finding:
        """What shows when a visit ends."""
        sign = self._views.sign(visit)
        return Finding(kind, visit.node, visit.returned or visit.line, facts, visit.end, sign)

    def _judged(self, visit: Visit, horizon: int, shown: Window, sure: Window) -> Iterator[Finding]:
        """Judge the visits within this one and then it. ``shown`` are the bounds that the visits above it have shown,
        which its search has at hand; ``sure`` those that hold, with what equal positions have shown."""
        node, state = visit.node, self.reference.state(visit.node)
        left = horizon - self.reference.ply(node)
        if left < 0:
            yield Finding("deep", node, visit.line, {"plies": horizon}, visit.at)
            return
        sure = self._known.tightened(node, left, *sure)
        options = Options(state.seat == self.task.seat)
        before: dict[int, Visit] = {}
        last = {child.node: child.at for child in visit.children}
        for child in visit.children:
            if self.watched.nodes[child.node][0] != node:
                yield Finding("astray", child.node, child.line, {"parent": node}, child.at)
                return
            window, within = options.narrowed(*shown), options.narrowed(*sure)
            if options and self.task.cuts and window[0] > window[1] and child.node not in before:
                self._wasted(visit, options, window)
            if child.node in before and windows.same(before[child.node], child):
                self.waste.append(Finding("twice", child.node, child.line, {}, child.at))
            sign = self._views.sign(child)
            narrow = windows.given(child, sign)
            if last[child.node] <= child.at and not _settled(child, sign, narrow, window, options.own):
                narrow = None
            yield from self._judged(child, horizon, narrow or window, narrow or within)
            before[child.node] = child
            if child.value is not None:
                options.put(Option(child.node, child.value * sign, child.at, sign != self._views.sign(visit)))
        if visit.open and visit.refused not in (None, node):
            yield Finding("stale", int(visit.refused or 0), self.watched.line, {"parent": node}, visit.end)
        if visit.open or visit.walks:
            return
        self._add_seen(visit, options, left)
        yield from self._valued(visit, state, left, options, sure)
        if options or left == 0 or state.returns is not None:
            self._known.remember(visit, left, sure)

    def _add_seen(self, visit: Visit, options: Options, left: int) -> None:
        """Children whose score was asked for, and those that are known from an equal position, count as valued."""
        seat = self.task.seat
        for seen in visit.seen:
            if seen.node in options or self.watched.nodes[seen.node][0] != visit.node:
                continue
            if left == 1 or self.reference.state(seen.node).returns is not None:
                options.put(Option(seen.node, self.reference.score(seen.node, seat), seen.at))
        for node in visit.played:
            if node in options or self.watched.nodes[node][0] != visit.node:
                continue
            known = self._known.exact(node, left - 1)
            if known is not None:
                options.put(Option(node, known, visit.end))
            elif self.reference.state(node).returns is not None:
                options.put(Option(node, self.reference.score(node, seat), visit.end))

    def _valued(self, visit: Visit, state: Any, left: int, options: Options, window: Window) -> Iterator[Finding]:
        """What is wrong with the value of one visit."""
        over = state.returns is not None
        if over or left == 0:
            if over or not visit.children:  # else it is told below it
                yield from self._leaf(visit, over)
            return
        if not options:
            if not self._known.repeated(visit, left):
                yield self._stopped(visit, left) or self._early(visit, state, left)
            return
        met = {self.watched.nodes[option.node][1] for option in options.in_order()}
        missed = [move for move in state.moves if move not in met]
        if missed:
            yield from self._left_out(visit, missed, options, window)
        if visit.node == 0 and self.task.answer == "move":
            return
        if visit.value is None:
            yield self._nothing(visit)
        elif not self._fits(visit, options, window):
            yield self._combined(visit, options)

    def _nothing(self, visit: Visit) -> Finding:
        return self._found("no_value", visit, told=visit.other) if visit.other else self._found("nothing", visit)

    def _leaf(self, visit: Visit, over: bool) -> Iterator[Finding]:
        sign = self._views.sign(visit)
        score = self.reference.score(visit.node, self.task.seat)
        if visit.value is None:
            yield self._nothing(visit)
            return
        told = visit.value * sign
        if near(told, score):
            return
        if over and visit.listed and abs(told) >= UNSET:
            yield self._found("went_on", visit)
            return
        kinds = (*(["leaf_side"] if near(told, -score) else []), "leaf_end" if over else "leaf")
        yield replace(self._found(kinds[0], visit, told=told, score=score), kinds=kinds)

    def _stopped(self, visit: Visit, left: int) -> Finding | None:
        """A move after which the search stopped too early, if it scored the moves and looked no further."""
        for seen in visit.seen:
            if self.watched.nodes[seen.node][0] == visit.node:
                moves = len(self.reference.state(seen.node).moves)
                facts = {"left": left - 1, "moves": moves}
                return Finding("early_pass" if moves == 1 else "early", seen.node, seen.line, facts, visit.end)
        return None

    def _early(self, visit: Visit, state: Any, left: int) -> Finding:
        """A node that was not looked into though the horizon is not reached."""
        told = (visit.value or 0.0) * self._views.sign(visit)
        misread = self._known.misread(visit)
        if any(depth >= left for depth in misread):
            return self._found("bound_as_exact", visit, told=told)
        if misread and not near(told, self.reference.score(visit.node, self.task.seat)):
            return self._found("shallow_entry", visit, told=told, left=left)
        moves = len(state.moves)
        return self._found("early_pass" if moves == 1 else "early", visit, left=left, moves=moves)

    def _left_out(self, visit: Visit, missed: list[str], options: Options, window: Window) -> Iterator[Finding]:
        """Moves that were not looked at, though nothing above allows it."""
        cuts = self.task.cuts
        if options.beyond(*window):
            if not cuts:
                yield self._found("cut_in_minimax", visit, missed=missed)
            return
        if self._won(options):
            return
        after = self.watched.nodes[options.in_order()[-1].node][1]
        facts = {"after": after, "best": options.best, "alpha": window[0], "beta": window[1], "own": options.own}
        given = windows.given(visit, self._views.sign(visit))
        kind, kinds = "unsound_cut" if cuts else "left_out", tuple[str, ...]()
        if cuts and given is not None and options.beyond(*given):
            kind = "swapped_bounds" if given[0] > given[1] else "unsound_window"
            facts |= {"low": given[0], "high": given[1]}
        elif cuts and options.short_of(*(given or window)):
            kind, kinds = "wrong_bound", ("wrong_bound", "unsound_cut")
        yield replace(self._found(kind, visit, missed=missed, **facts), kinds=kinds)

    def _won(self, options: Options) -> bool:
        """Whether a move was found than which none can be better: it wins a game that is only won or lost."""
        if self.reference.game.spec.graded:
            return False
        for option in options.in_order():
            returns = self.reference.state(option.node).returns
            if returns is not None and returns[self.task.seat] * (1 if options.own else -1) > 0:
                return True
        return False

    def _fits(self, visit: Visit, options: Options, ideal: Window) -> bool:
        """Whether a value may stand for a node: the best of its moves, or what a window makes of that."""
        sign, best = self._views.sign(visit), options.best
        assert visit.value is not None
        assert best is not None
        told = visit.value * sign
        if near(told, best):
            return True
        for alpha, beta in (ideal, windows.given(visit, sign) or ideal):
            if best >= beta and beta - 1e-9 <= told <= best:
                return True
            if best <= alpha and best <= told <= alpha + 1e-9:
                return True
        return False

    def _combined(self, visit: Visit, options: Options) -> Finding:
        """A value that does not follow from those of the moves."""
        told = (visit.value or 0.0) * self._views.sign(visit)
        values = [(self.watched.nodes[option.node][1], option.value) for option in options.in_order()]
        kinds = options.rules_of(told)
        facts = {"values": values, "told": told, "best": options.best, "own": options.own}
        return replace(self._found(kinds[0], visit, **facts), kinds=kinds)

    def _wasted(self, visit: Visit, options: Options, window: Window) -> None:
        last = options.in_order()[-1]
        facts = {"after": self.watched.nodes[last.node][1], "best": options.best, "own": options.own}
        facts["bound"] = window[1] if options.own else window[0]
        self.waste.append(Finding("no_cut", visit.node, visit.line, facts, last.at, self._views.sign(visit)))
