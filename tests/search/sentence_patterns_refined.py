"""What the sentences of refined alpha-beta claim: tables, remembered moves, windows, workers."""

from __future__ import annotations

from plyground.search.teaching.trace import Step
from tests.search.sentence_checker import Checker, need, read
from tests.search.sentence_patterns import claims


def kept_at(checker: Checker, path: tuple[float, ...]) -> int:
    node = 0
    for index in path:
        node = checker.trace.child(node, int(index))
    return node


def held(checker: Checker, step: Step, slot: str, node: int) -> Step:
    """What a slot holds, which is of a node."""
    need(int(slot) == step.number, "another slot")
    found = checker.now.kept.get(int(slot))
    need(found is not None and found.node == node, "the slot holds something else")
    assert found is not None
    return found


@claims(r"(The .+?) is known: (.+)\.", "table")
def _known(checker: Checker, step: Step, place: str, value: str) -> None:
    checker.at_place(place, step.node)
    checker.worth(value, step)


@claims(r"It was searched before; slot (\d+) kept it\.", "table")
def _before(checker: Checker, step: Step, slot: str) -> None:
    found = held(checker, step, slot, step.node)
    need((found.value, found.sure) == (step.value, step.sure), "it was kept with another value")


@claims(r"(The .+?) is the same; slot (\d+) kept what was found there\.", "table")
def _same(checker: Checker, step: Step, place: str, slot: str) -> None:
    node = kept_at(checker, step.items)
    held(checker, step, slot, node)
    checker.at_place(place, node)
    need(node != step.node and checker.text(node) == checker.text(step.node), "it is another position")


@claims(
    r"Slot (\d+) holds (the .+?), another position, and nobody noticed: this value may be wrong\.", "table"
)  # fmt: skip
def _false(checker: Checker, step: Step, slot: str, place: str) -> None:
    node = kept_at(checker, step.items)
    held(checker, step, slot, node)
    checker.at_place(place, node)
    need(checker.text(node) != checker.text(step.node), "it is the same position")


@claims(r"Slot (\d+) holds another position\.", "entry")
def _other(checker: Checker, step: Step, slot: str) -> None:
    found = checker.now.kept.get(int(slot))
    need(int(slot) == step.number and found is not None, "another slot")
    assert found is not None
    need(checker.text(found.node) != checker.text(step.node), "it holds this position")


@claims(r"The key of the entry tells it, so the entry is not used\.", "entry")
def _told(checker: Checker, step: Step) -> None:
    need(step.reason == "other" and checker.head.options["keys"], "entries have no key")


@claims(r"Slot (\d+) knows (.+), which settles nothing\.", "entry")
def _unsettled(checker: Checker, step: Step, slot: str, value: str) -> None:
    found = checker.now.kept.get(int(slot))
    need(int(slot) == step.number and found is not None, "another slot")
    assert found is not None
    need(found.sure == step.sure, "it knows that otherwise")
    checker.worth(value, step)


@claims(r"It was searched ([\d,]+) pl(?:y|ies) deep( only)?\.", "entry", "store")
def _deep(checker: Checker, step: Step, plies: str, only: str | None) -> None:
    need(read(plies) == step.items[0], "it was searched to another depth")
    need((step.kind == "entry") == bool(only), "that is no reason")
    if only:
        need(step.items[0] < checker.now.left[step.node], "it was searched deep enough")


@claims(r"“At least” would have to reach beta, (.+)\.", "entry")
def _too_low(checker: Checker, step: Step, beta: str) -> None:
    visit = checker.now.visits[step.node]
    checker.bound(beta, visit.beta)
    need(step.sure == "at_least" and float(step.value or 0) < visit.beta, "it settles the node")


@claims(r"“At most” would have to be alpha, (.+), or less\.", "entry")
def _too_high(checker: Checker, step: Step, alpha: str) -> None:
    visit = checker.now.visits[step.node]
    checker.bound(alpha, visit.alpha)
    need(step.sure == "at_most" and float(step.value or 0) > visit.alpha, "it settles the node")


@claims(r"Slot (\d+) keeps it: (.+)\.", "store")
def _keeps(checker: Checker, step: Step, slot: str, value: str) -> None:
    need(int(slot) == step.number, "another slot")
    checker.worth(value, step)
    done = checker.now.done.get(step.node)
    need(done is not None and (done.value, done.sure) == (step.value, step.sure), "it was not worth that")


@claims(r"(The .+?) stood there and is forgotten: a collision\.", "store")
def _forgotten(checker: Checker, step: Step, place: str) -> None:
    node, before = kept_at(checker, step.items[1:]), checker.now.lost
    checker.at_place(place, node)
    need(before is not None and before.node == node, "something else stood there")
    need(checker.text(node) != checker.text(step.node), "it is the same position")
