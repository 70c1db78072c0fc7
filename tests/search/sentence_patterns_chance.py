"""What the sentences of expectimax claim where chance decides: the mean is added up again from what came back."""

from __future__ import annotations

from fractions import Fraction

from plyground.search.teaching.trace import Step
from tests.search.sentence_checker import Checker, need
from tests.search.sentence_patterns import claims


def weighed(checker: Checker, node: int) -> float:
    """The sum of chance times value of the moves of a node that came back so far."""
    steps = checker.trace.steps[: checker.at]
    return sum(
        float(Fraction(int(each.items[0]), int(each.items[1]))) * float(each.value or 0)
        for each in steps
        if each.kind == "weigh" and each.node == node
    )


@claims(r"Chance brings (.+) with (\d+/\d+|1): (.+)\.", "weigh")
def _brings(checker: Checker, step: Step, move: str, chance: str, value: str) -> None:
    checker.moved(move, step.child)
    checker.worth(value, step)
    need(checker.name(step.node) == "Chance", "chance does not decide here")
    need(Fraction(chance) == Fraction(int(step.items[0]), int(step.items[1])), "its chance is another")
    came = checker.now.done[step.child]
    need(came.value == step.value, "another value came back")


@claims(r"That far the mean is (.+); what is left adds its part\.", "weigh")
def _so_far(checker: Checker, step: Step, mean: str) -> None:
    checker.same(mean, weighed(checker, step.node))


@claims(r"Chance decides at the root, which is worth (.+)\.", "answer")
def _at_the_root(checker: Checker, step: Step, value: str) -> None:
    checker.worth(value, step)
    need(checker.name(0) == "Chance", "chance does not decide there")
    checker.same(value.split(" for ")[0], weighed(checker, 0))
