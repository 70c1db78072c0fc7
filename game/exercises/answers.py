"""What is wrong with the answer of a search whose nodes are right, or that gives no values at its nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core.exercising import Task
from plyground.exercises.findings import Finding, near
from plyground.exercises.reference import Reference
from plyground.exercises.views import sign_at
from plyground.exercises.visits import asked
from plyground.exercises.watching import Watched


def answered(watched: Watched, reference: Reference, task: Task, exact: float) -> Finding | None:
    """What is wrong with an answer where ``exact`` is the value of the root."""
    answer = watched.answer or {}
    line = next((row.line for row in reversed(watched.rows) if row.line), 0)
    if task.answer == "move":
        return _move(answer, reference, task, exact, line)
    given = answer.get("number")
    if given is None:
        listed = [each["number"] for each in answer.get("list", ()) if "number" in each]
        given = listed[0] if listed else None
    if given is None:
        return Finding("no_number", 0, line, {"type": str(answer.get("type") or type(answer.get("text")).__name__)})
    sign = sign_at(0, task.view, reference, task.seat)
    if near(float(given) * sign, exact):
        return None
    unseen = _unseen(watched, reference)
    facts = {"told": float(given) * sign, "exact": exact, **({"move": unseen} if unseen else {})}
    return Finding("unseen" if unseen else "answer", 0, line, facts, sign=sign)


def _move(answer: Mapping[str, Any], reference: Reference, task: Task, exact: float, line: int) -> Finding | None:
    texts = [answer.get("text"), *(each.get("text") for each in answer.get("list", ()))]
    move = next((each for each in texts if each), None)
    root = reference.root
    if move is None:
        return Finding("no_move", 0, line, {"type": "None" if "text" in answer else str(answer.get("type", "number"))})
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
