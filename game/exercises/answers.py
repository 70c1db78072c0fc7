"""What is wrong with the answer of a search whose nodes are right, or that gives no values at its nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core.exercising import Round, Task
from plyground.exercises.findings import Finding, near
from plyground.exercises.plain import Plain, worded
from plyground.exercises.reference import Reference
from plyground.exercises.views import sign_at
from plyground.exercises.visits import asked
from plyground.exercises.watching import Watched


def answered(watched: Watched, reference: Reference, task: Task, exact: Mapping[int, float]) -> Finding | None:
    """What is wrong with the answers where ``exact`` has the value of the root for each number of plies."""
    line = next((row.line for row in reversed(watched.rows) if row.line), 0)
    if task.answer == "move":
        return _move(watched.answer or {}, reference, task, exact[task.depth], line)
    found = (
        _value(answer, watched, reference, task, asked, exact[asked.depth], line)
        for answer, asked in zip(watched.answers or [{}], task.asked, strict=False)
    )
    return next((each for each in found if each is not None), None)


def _value(
    answer: Plain, watched: Watched, reference: Reference, task: Task, asked: Round, exact: float, line: int
) -> Finding | None:
    given = answer.get("number")
    if given is None:
        listed = [each["number"] for each in answer.get("list", ()) if "number" in each]
        given = listed[0] if listed else None
    if given is None:
        return Finding("no_number", 0, line, {"told": worded(answer)})
    sign = sign_at(0, task.view, reference, task.seat)
    told = float(given) * sign
    if near(told, exact) or asked.beta <= told <= exact or exact <= told <= asked.alpha:
        return None
    unseen = _unseen(watched, reference)
    facts = {"told": told, "exact": exact, **({"move": unseen} if unseen else {})}
    return Finding("unseen" if unseen else "answer", 0, line, facts, sign=sign)


def _move(answer: Mapping[str, Any], reference: Reference, task: Task, exact: float, line: int) -> Finding | None:
    texts = [answer.get("text"), *(each.get("text") for each in answer.get("list", ()))]
    move = next((each for each in texts if each), None)
    root = reference.root
    if move is None:
        return Finding("no_move", 0, line, {"told": worded(answer)})
    if move not in root.moves:
        return Finding("illegal", 0, line, {"move": move})
    value = reference.exact(root.play(move), task.depth - 1, task.seat)
    if near(value, exact):
        return None
    return Finding("worse_move", 0, line, {"move": move, "value": value, "exact": exact})


def _unseen(watched: Watched, reference: Reference) -> str | None:
    """A move of the root below which no score was asked for, if there is one."""
    met = {watched.path(each.node)[:1] for each in asked(watched)}
    for move in reference.root.moves:
        if (move,) not in met and reference.root.play(move).returns is None:
            return move
    return None
