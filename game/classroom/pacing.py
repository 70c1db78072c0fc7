"""When the students of a class are told of what only counts: who has joined, how many have answered, and what.

A question, its end and what is right they are told as soon as everybody. But if each of three hundred phones heard of
each answer of the others, answering once would be ninety thousand messages; the wall and the teacher's page count on,
and the phones follow as often as a bound on all their messages allows. Nothing here is locked: the class locks.
"""

from __future__ import annotations

from typing import Any

COUNTS_A_SECOND = 160.0
"""Messages a second to all students of a class together that bring new counts alone."""
_PASSING = ("seq", "now")

State = dict[str, Any]


def for_students(state: State) -> State:
    """What students' pages are told of a state: all but the names, which stand on the wall."""
    return {**state, "names": None}


class Pace:
    """What the students of a class were told last, and when."""

    def __init__(self) -> None:
        self._told: State | None = None
        self._at = 0.0

    def wait(self, state: State, students: int, now: float) -> float | None:
        """Seconds until so many students may be told of this state; None if there is nothing new in it for them."""
        told = self._told
        if told is None or _lasting(state) != _lasting(told):
            return 0.0
        if _counts(state) == _counts(told):
            return None
        return max(0.0, self._at + students / COUNTS_A_SECOND - now)

    def told(self, state: State, now: float) -> None:
        """They are told of this state now."""
        self._told, self._at = state, now


def _lasting(state: State) -> State:
    """What does more than count."""
    question = state["question"]
    if question is not None:
        question = {**question, "answers": 0, "tally": question["tally"] is None}
    return {name: value for name, value in state.items() if name not in (*_PASSING, "count")} | {"question": question}


def _counts(state: State) -> tuple[Any, ...]:
    question = state["question"] or {"answers": 0, "tally": None}
    return state["count"], question["answers"], question["tally"]
