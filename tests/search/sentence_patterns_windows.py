"""What the sentences of windows claim, and those of remembered moves, standing still, trust and workers."""

from __future__ import annotations

import math

from plyground.search.teaching.trace import Step
from tests.search.sentence_checker import Checker, near, need, read
from tests.search.sentence_patterns import claims, left


def side(said: str, limit: float) -> None:
    """An end of a window as it is written."""
    if math.isinf(limit):
        need(said == ("∞" if limit > 0 else "−∞"), f"{said}, but it is open")
    else:
        need(near(read(said), limit), f"{said} is not {limit}")


def ends(checker: Checker, step: Step, low: str, high: str) -> None:
    side(low, step.items[0])
    side(high, step.items[1])


def asks_the_bound(checker: Checker, step: Step) -> None:
    """A null window stands at the mover's bound."""
    visit, own = checker.now.visits[step.node], checker.own(step.node)
    low, high = step.items
    need(high - low == 1, "the window is wider than that")
    need(low == visit.alpha if own else high == visit.beta, "it stands elsewhere")


def full(checker: Checker, step: Step) -> None:
    visit = checker.now.visits[step.node]
    need(step.items == (visit.alpha, visit.beta), "that is not the open window")


def surprised(checker: Checker, step: Step, value: str) -> None:
    """What came back from the narrow window is better than the bound."""
    checker.worth(value, step)
    done, visit = checker.now.done[step.child], checker.now.visits[step.node]
    need((done.value, done.sure) == (step.value, step.sure), "it was worth something else")
    worth = float(step.value or 0)
    need(worth > visit.alpha if checker.own(step.node) else worth < visit.beta, "it is no better")


def named_child(checker: Checker, step: Step, move: str) -> None:
    checker.moved(move, step.child)
    need(checker.trace.parents[step.child] == step.node, "that is no move of this node")


@claims(r"Is (.+?) better for (.+?) than (.+)\?", "window")
def _better(checker: Checker, step: Step, move: str, name: str, bound: str) -> None:
    named_child(checker, step, move)
    need(name == checker.name(step.node), f"{name} does not choose here")
    asks_the_bound(checker, step)
    side(bound, step.items[0 if checker.own(step.node) else 1])


@claims(r"A window from (.+) to (.+) asks no more than that\.", "window")
@claims(r"The window from (.+) to (.+) asks whether it is better than the best so far\.", "window")
def _narrow(checker: Checker, step: Step, low: str, high: str) -> None:
    need(step.reason in ("null", "reduced"), "it asks more")
    ends(checker, step, low, high)
    asks_the_bound(checker, step)


@claims(r"Move (\S.*?) comes late and is looked at ([\d,]+) pl(?:y|ies) deep only\.", "window")
def _late(checker: Checker, step: Step, move: str, plies: str) -> None:
    named_child(checker, step, move)
    tried, options = len(checker.now.visits[step.node].tried), checker.head.options
    need(tried >= options["late"], "it comes early")
    need(read(plies) == step.number == checker.now.left[step.node] - 1 - options["less"], "it is another depth")


@claims(r"It is: (.+)\. Move (\S.*?) is searched again\.", "window")
def _again(checker: Checker, step: Step, value: str, move: str) -> None:
    named_child(checker, step, move)
    surprised(checker, step, value)
    need(step.sure != "exact", "it is known exactly")


@claims(r"This time the window is open, from (.+) to (.+), to find out how much better\.", "window")
@claims(r"The window is open again, from (.+) to (.+)\.", "window")
@claims(r"The window is its own again, from (.+) to (.+)\.", "window")
def _full(checker: Checker, step: Step, low: str, high: str) -> None:
    need(step.reason in ("again", "deeper", "open"), "it is not open")
    ends(checker, step, low, high)
    full(checker, step)


@claims(r"A surprise: (.+)\. Move (\S.*?) is searched again, ([\d,]+) pl(?:y|ies) deep\.", "window")
def _surprise(checker: Checker, step: Step, value: str, move: str, plies: str) -> None:
    named_child(checker, step, move)
    surprised(checker, step, value)
    need(read(plies) == step.number == checker.now.left[step.node] - 1, "it is another depth")


@claims(r"The window goes from (.+) to (.+)\.", "window")
def _goes(checker: Checker, step: Step, low: str, high: str) -> None:
    ends(checker, step, low, high)
    width = checker.head.options["width"]
    done = checker.now.done[0]
    need(step.items == ((done.value or 0) - width, (done.value or 0) + width), "it goes elsewhere")


@claims(r"The last iteration found (.+), and the next value is expected close to it\.", "window")
def _expected(checker: Checker, step: Step, value: str) -> None:
    checker.same(value, checker.now.done[0].value)
    need(step.reason == "guess" and checker.now.done[0].sure == "exact", "nothing is expected")


@claims(r"The value fell out of the window: (.+)\.", "window")
def _fell(checker: Checker, step: Step, value: str) -> None:
    checker.worth(value, step)
    done, window = checker.now.done[0], checker.now.entered_with
    need((done.value, done.sure) == (step.value, step.sure), "it was worth something else")
    worth = float(step.value or 0)
    need(worth <= window[0] if step.sure == "at_most" else worth >= window[1], "it lies in the window")


@claims(r"It lies (lower|higher) than expected\. The iteration is done again, from (.+) to (.+)\.", "window")
def _once_more(checker: Checker, step: Step, where: str, low: str, high: str) -> None:
    ends(checker, step, low, high)
    need((where == "lower") == (step.sure == "at_most") == math.isinf(step.items[0]) or math.isinf(step.items[1]), "no")
    need((where == "lower") == (step.sure == "at_most"), "it lies on the other side")
    need(math.isinf(step.items[0 if where == "lower" else 1]), "that side is not open")


@claims(r"Pass (\d+): is the value at least (.+)\?", "window")
def _pass(checker: Checker, step: Step, number: str, goal: str) -> None:
    need(int(number) == step.number == checker.now.passes + 1, "it is another pass")
    side(goal, step.items[1])


@claims(r"The window from (.+) to (.+) has room for a yes or a no\.", "window")
def _room(checker: Checker, step: Step, low: str, high: str) -> None:
    ends(checker, step, low, high)
    need(step.items[1] - step.items[0] == 1 and step.reason == "zero", "it has more room")


@claims(r"First a look of ([\d,]+) pl(?:y|ies): is (.+?) worth (.+) or (more|less)\?", "window")
def _first(checker: Checker, step: Step, plies: str, move: str, goal: str, which: str) -> None:
    named_child(checker, step, move)
    need(read(plies) == step.number == checker.head.options["shallow"], "it is another depth")
    visit, margin = checker.now.visits[step.node], float(checker.head.options["margin"])
    right = visit.beta + margin if which == "more" else visit.alpha - margin
    checker.same(goal, right)
    need(step.items == ((right - 1, right) if which == "more" else (right, right + 1)), "the window is another")


@claims(r"That is (.+) (more than beta|less than alpha); then the deep search is spared\.", "window")
def _margin(checker: Checker, step: Step, margin: str, what: str) -> None:
    need(read(margin) == checker.head.options["margin"], "the margin is another")
    need((what == "more than beta") == (step.sure == "at_least"), "it is on the other side")


@claims(r"The look does not decide, so (.+?) is searched ([\d,]+) pl(?:y|ies) deep\.", "window")
def _undecided(checker: Checker, step: Step, move: str, plies: str) -> None:
    named_child(checker, step, move)
    need(read(plies) == step.number == checker.now.left[step.node] - 1, "it is another depth")


@claims(r"(The .+?) counts as (.+)\.", "trust")
def _counts(checker: Checker, step: Step, place: str, value: str) -> None:
    checker.at_place(place, step.node)
    checker.worth(value, step)
    above = checker.now.visits[checker.trace.parents[step.node]]
    need(step.value == (above.beta if step.sure == "at_least" else above.alpha), "it counts as something else")


@claims(r"A look of ([\d,]+) pl(?:y|ies) fell so far out of the window that it is believed\.", "trust")
def _believed(checker: Checker, step: Step, plies: str) -> None:
    need(read(plies) == step.number == checker.head.options["shallow"], "it is another depth")
    looked, margin = checker.now.trusted, float(checker.head.options["margin"])
    bound = float(step.value or 0)
    need(looked >= bound + margin if step.sure == "at_least" else looked <= bound - margin, "it did not")


@claims(r"The limits have met: the value is (.+)\.", "limits")
def _met(checker: Checker, step: Step, value: str) -> None:
    need(step.items[0] >= step.items[1], "they have not met")
    side(value, step.items[0])
    moved_limit(checker, step)


@claims(r"(Yes|No): the value is at (least|most) (.+)\.", "limits")
def _one_limit(checker: Checker, step: Step, answer: str, which: str, value: str) -> None:
    low, high = step.items
    need((answer == "Yes") == (which == "least") == math.isinf(high), "it is the other limit")
    need(math.isinf(high) != math.isinf(low), "there are two limits, or none")
    side(value, low if which == "least" else high)
    moved_limit(checker, step)


def moved_limit(checker: Checker, step: Step) -> None:
    """The last pass is what moved a limit."""
    done = checker.now.done[0]
    need(done.sure == "at_most" or step.items[0] == done.value, "the pass found another lower limit")
    need(done.sure == "at_least" or step.items[1] == done.value, "the pass found another upper limit")


@claims(r"Nothing is known (above|below) it yet\.", "limits")
def _nothing_beyond(checker: Checker, step: Step, where: str) -> None:
    need(math.isinf(step.items[1 if where == "above" else 0]), "something is known")


@claims(r"The value lies between (.+) and (.+)\.", "limits")
def _between(checker: Checker, step: Step, low: str, high: str) -> None:
    ends(checker, step, low, high)
    need(step.items[0] < step.items[1] and not any(map(math.isinf, step.items)), "the limits are others")
    moved_limit(checker, step)


@claims(r"Move (\S.*?) has cut and becomes a killer\.", "note")
def _killer(checker: Checker, step: Step, move: str) -> None:
    named_child(checker, step, move)
    need(checker.trace.steps[checker.at - 2].kind == "cut", "nothing was cut")
    need(step.reason == "killer", "it is no killer")


@claims(r"At the other nodes ([\d,]+) pl(?:y|ies) from the root it is tried first, where it is legal\.", "note")
def _tried_first(checker: Checker, step: Step, plies: str) -> None:
    need(read(plies) == step.number == len(checker.trace.path(step.node)), "it is another ply")
    need(step.reason == "killer", "it is no killer")


@claims(r"The history of (.+?) for (.+?) rises to ([\d,]+)\.", "note")
def _history(checker: Checker, step: Step, move: str, name: str, total: str) -> None:
    named_child(checker, step, move)
    need(name == checker.name(step.node), f"{name} does not move here")
    need(step.reason == "history", "it is no history")
    need(read(total) == checker.now.history[checker.mover(step.node), move] == step.number, "it is another sum")


@claims(r"This cut counts ([\d,]+)\.", "note")
def _cut_counts(checker: Checker, step: Step, added: str) -> None:
    left = checker.now.left[step.node]
    need(read(added) == step.items[0] == (left * left if left <= 200 else 1), "it counts otherwise")


@claims(r"Standing still here is worth (.+)\.", "stand")
def _stand(checker: Checker, step: Step, value: str) -> None:
    checker.worth(value, step)


@claims(r"That is the static value; (.+) goes on only where it pays\.", "stand")
def _goes_on(checker: Checker, step: Step, name: str) -> None:
    need(name == checker.name(step.node), f"{name} does not move here")


@claims(r"(.+): standing still is good enough already \((.+) [≥=] (.+)\)\.", "cut")
@claims(r"(.+): the window is closed, and what is left cannot open it again \((.+) [≥=] (.+)\)\.", "cut")
def _closed(checker: Checker, step: Step, moves: str, alpha: str, beta: str) -> None:
    visit = checker.now.visits[step.node]
    need(moves == checker.named(step.node, left(checker, step.node)), "other moves are left")
    need(visit.alpha >= visit.beta, "the window is open")
    need(step.reason == "window" or not visit.tried, "it did not stand still")
    checker.same(alpha, visit.alpha)
    checker.same(beta, visit.beta)


@claims(r"No move changes the static value by more than the margin: the position is quiet\.", "leaf")
def _quiet(checker: Checker, step: Step) -> None:
    need(step.reason == "quiet" and checker.trace.movers[step.node] >= 0, "it is not quiet")


@claims(r"Standing still is no worse for (.+)\.", "worse")
def _still(checker: Checker, step: Step, name: str) -> None:
    visit = checker.now.visits[step.node]
    need(name == checker.name(step.node), f"{name} does not move here")
    need(visit.best < 0 and visit.held is not None, "it does not stand still")
    still = float(visit.held or 0)
    need(checker.seen_from(step.node, step) <= (still if checker.own(step.node) else -still), "it is worse")


@claims(r"Worker (\d+) takes (.+)\.", "worker")
def _takes(checker: Checker, step: Step, worker: str, move: str) -> None:
    named_child(checker, step, move)
    need(int(worker) == step.number <= checker.head.options["workers"], "there is no such worker")


@claims(r"It knows the alpha of this moment: (.+)\.", "worker")
def _knows(checker: Checker, step: Step, alpha: str) -> None:
    checker.bound(alpha, checker.now.visits[0].alpha)
    need(step.items == (checker.now.visits[0].alpha, math.inf), "it knows another")


@claims(r"The clock shows ([\d,]+) for ([\d,]+) nodes?\.", "clock")
def _clock(checker: Checker, step: Step, ticks: str, nodes: str) -> None:
    need(read(nodes) == checker.now.entered, "another number was entered")
    workers = checker.head.options["workers"]
    need(read(ticks) == step.items[0] and (read(nodes) - 1) / workers <= read(ticks), "it cannot be so fast")
    need(workers > 1 or read(ticks) == read(nodes), "one worker enters one in a tick")


@claims(r"(\d+) workers enter up to (\d+) nodes in a tick\.", "clock")
@claims(r"One worker enters one node in a tick\.", "clock")
def _workers(checker: Checker, step: Step, one: str = "1", other: str = "1") -> None:
    need(int(one) == int(other) == checker.head.options["workers"], "there are others")
