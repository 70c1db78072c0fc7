"""What the sentences of proof-number search claim: the numbers are counted again from those of the moves below."""

from __future__ import annotations

import math

from plyground.search.teaching.trace import Step
from tests.search.sentence_checker import Checker, need
from tests.search.sentence_patterns import claims

Numbers = tuple[float, float]


def told(checker: Checker, node: int, before: int) -> Numbers:
    """The proof and the disproof number that a node had last."""
    seat = checker.head.seat
    for step in reversed(checker.trace.steps[:before]):
        if step.node == node and step.kind in ("leaf", "needs"):
            return step.values[seat], step.values[1 - seat]
    raise AssertionError(node)


def below(checker: Checker, node: int, before: int) -> list[tuple[int, Numbers]]:
    """The moves of a node that were met, with their numbers."""
    rows = [row for row, parent in enumerate(checker.trace.parents) if parent == node]
    return [(row, told(checker, row, before)) for row in rows if checker.trace.met[row] < before]


def counted(checker: Checker, node: int) -> Numbers:
    numbers = [each for _row, each in below(checker, node, checker.at)]
    if checker.own(node):
        return min(proof for proof, _ in numbers), sum(disproof for _, disproof in numbers)
    return sum(proof for proof, _ in numbers), min(disproof for _, disproof in numbers)


def read(said: str) -> float:
    return math.inf if said == "∞" else int(said.replace(",", ""))


def attacks(checker: Checker, name: str) -> None:
    need(name == checker.head.seats[checker.head.seat], f"{name} does not attack")


@claims(r"(The .+?) has proof number (\S+), disproof number (\S+)\.", "leaf", "needs")
def _has(checker: Checker, step: Step, place: str, proof: str, disproof: str) -> None:
    checker.at_place(place, step.node)
    expected = counted(checker, step.node) if step.kind == "needs" else told(checker, step.node, checker.at)
    need((read(proof), read(disproof)) == expected, f"the numbers are {expected}")


@claims(r"The game is over, and (.+) has (not )?won\.", "leaf")
def _over(checker: Checker, step: Step, name: str, lost: str | None) -> None:
    attacks(checker, name)
    need(checker.trace.movers[step.node] < 0, "the game is not over")
    need(step.values[checker.head.seat] == (math.inf if lost else 0), "it ended otherwise")


@claims(r"(.+) wins with the next move, as is seen at first sight\.", "leaf")
def _wins(checker: Checker, step: Step, name: str) -> None:
    attacks(checker, name)
    need(checker.own(step.node) and step.values[checker.head.seat] == 0, "it does not win")


@claims(r"The other side ends the game with its next move, so (.+) does not win here\.", "leaf")
def _ends(checker: Checker, step: Step, name: str) -> None:
    attacks(checker, name)
    need(not checker.own(step.node) and step.values[checker.head.seat] == math.inf, "the other side ends nothing")


@claims(r"Nobody has looked below it, so one position is needed either way\.", "leaf")
def _open(checker: Checker, step: Step) -> None:
    need(checker.trace.movers[step.node] >= 0 and step.values == (1, 1), "it is settled")


@claims(
    r"(.+) moves here, and one good move is enough: the least proof number below is (\S+), all disproof numbers "
    r"together make (\S+)\.", "needs",
)  # fmt: skip
def _one(checker: Checker, step: Step, name: str, proof: str, disproof: str) -> None:
    attacks(checker, name)
    need(checker.own(step.node), f"{name} does not move here")
    need((read(proof), read(disproof)) == counted(checker, step.node), "the numbers are others")


@claims(
    r"(.+) moves here, and every move must be answered: all proof numbers below together make (\S+), the least "
    r"disproof number is (\S+)\.", "needs",
)  # fmt: skip
def _all(checker: Checker, step: Step, name: str, proof: str, disproof: str) -> None:
    need(name == checker.name(step.node) and not checker.own(step.node), f"{name} does not move here")
    need((read(proof), read(disproof)) == counted(checker, step.node), "the numbers are others")


@claims(r"From (the .+?) go on to (.+)\.", "toward")
def _on(checker: Checker, step: Step, place: str, move: str) -> None:
    checker.at_place(place, step.node)
    checker.moved(move, step.child)
    need(checker.trace.parents[step.child] == step.node, "that is no move of this node")


@claims(r"(.+) moves there, and its (proof|disproof) number is the least: (\S+)\.", "toward")
def _least(checker: Checker, step: Step, name: str, which: str, number: str) -> None:
    need(name == checker.name(step.node), f"{name} does not move there")
    need((which == "proof") == checker.own(step.node), "the other number counts here")
    at = 0 if which == "proof" else 1
    numbers = {row: each[at] for row, each in below(checker, step.node, checker.at - 1)}
    need(read(number) == numbers[step.child] == min(numbers.values()), "it is not the least")


@claims(r"(.+) cannot win by force\.", "answer")
def _cannot(checker: Checker, step: Step, name: str) -> None:
    attacks(checker, name)
    need(told(checker, 0, checker.at)[1] == 0, "nothing was disproven")


@claims(r"Whether (.+) wins by force is not decided yet\.", "answer")
def _undecided(checker: Checker, step: Step, name: str) -> None:
    attacks(checker, name)
    need(0 not in told(checker, 0, checker.at), "it is decided")


@claims(r"(.+) wins by force, beginning with (.+)\.", "answer")
def _forced(checker: Checker, step: Step, name: str, move: str) -> None:
    attacks(checker, name)
    checker.moved(move, step.child)
    need(told(checker, 0, checker.at)[0] == 0, "nothing was proven")
    need(told(checker, step.child, checker.at)[0] == 0, "that move is not proven")


@claims(r"The (disproof) number of the root is (\S+)\.", "answer")
@claims(r"The proof number of the root is (\S+), its disproof number (\S+)\.", "answer")
def _root(checker: Checker, step: Step, one: str, other: str) -> None:
    proof, disproof = told(checker, 0, checker.at)
    need(read(other) == disproof and (one == "disproof" or read(one) == proof), "the root has other numbers")
