"""The first node at which a search gives back something else than the reference's search does there."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.messages import _
from plyground.exercises.findings import near
from plyground.exercises.sentences import Sentences, listed, number
from plyground.exercises.visits import Visit, visits
from plyground.exercises.watching import Watched


@dataclass(frozen=True)
class Difference:
    """Where two searches part: a sentence, the line of the student's file, and the node."""

    sentence: str
    line: int
    node: int


def first_difference(own: Watched, right: Watched, tell: Sentences) -> Difference | None:
    """The first visit to return another value than the reference's visit of the same node; None where none does.

    As a visit returns after those within it, what it is made of was right. Only visits by the function that was asked
    for count: those of helpers may see values from another side.
    """
    known = {right.path(visit.node): visit for visit in _own_visits(right)}
    for visit in _own_visits(own):
        path = own.path(visit.node)
        theirs = known.get(path)
        if theirs is None or visit.open or _same(visit, theirs):
            continue
        place, line = tell.place(visit.node), visit.returned or visit.line
        looked, wanted = _moves(own, visit), _moves(right, theirs)
        facts = {"place": place, "told": _value(visit), "right": _value(theirs)}
        missed = [move for move in wanted if move not in looked]
        more = [move for move in looked if move not in wanted]
        if missed:
            facts["missed"] = listed(missed)
            sentence = _("At {place} you gave back {told}; right is {right}. You did not look at {missed}.", **facts)
        elif more:
            facts["more"] = listed(more)
            sentence = _("At {place} you gave back {told}; right is {right}. You looked at {more} as well.", **facts)
        else:
            sentence = _("At {place} you gave back {told}; right is {right}.", **facts)
        return Difference(sentence, line, visit.node)
    return None


def _own_visits(watched: Watched) -> list[Visit]:
    """The visits by the function that was called first, in the order in which they returned."""
    entry = next((int(row.more[0]) for row in watched.rows if row.kind == "e"), -1)
    return [visit for run in visits(watched) for visit in run.walk() if visit.function == entry]


def _moves(watched: Watched, visit: Visit) -> list[str]:
    """The moves that a visit looked into."""
    return [watched.nodes[child.node][1] for child in visit.children]


def _same(one: Visit, other: Visit) -> bool:
    own, theirs = _numbers(one), _numbers(other)
    return len(own) == len(theirs) and all(map(near, own, theirs))


def _numbers(visit: Visit) -> tuple[float, ...]:
    return visit.values or (() if visit.value is None else (visit.value,))


def _value(visit: Visit) -> str:
    found = [number(each) for each in _numbers(visit)]
    return found[0] if len(found) == 1 else f"({', '.join(found)})" if found else "None"
