"""Parts of sentences about a trace: numbers, values with their viewer, places, moves and bounds in words."""

from __future__ import annotations

import math
from functools import lru_cache

from plyground.core.messages import _, figure, ngettext
from plyground.search.teaching.scores import SURE, WIN
from plyground.search.teaching.trace import Step, Trace

MANY = 6


@lru_cache(1_000)
def number(value: float) -> str:
    """A value as people read it: a number, or a win or loss in so many plies."""
    if abs(value) < SURE:
        return figure(value)
    plies = WIN - abs(value)
    if math.isinf(value) or plies <= 0:
        return _("a win") if value > 0 else _("a loss")
    if value > 0:
        return ngettext("a win in {count:.0f} ply", "a win in {count:.0f} plies", plies)
    return ngettext("a loss in {count:.0f} ply", "a loss in {count:.0f} plies", plies)


def value(trace: Trace, step: Step) -> str:
    """The value of a step: its kind, the number and whose view; the vector of all seats where there is one."""
    if step.values:
        pairs = zip(trace.head.seats, step.values, strict=False)
        return ", ".join(f"{name} {number(each)}" for name, each in pairs)
    if step.value is None:
        return _("no value")
    known = {"number": number(step.value), "viewer": viewer(trace, step)}
    match step.sure:
        case "at_least":
            return _("at least {number} for {viewer}", **known)
        case "at_most":
            return _("at most {number} for {viewer}", **known)
        case "estimate":
            return _("about {number} for {viewer}", **known)
        case _exact:
            return _("{number} for {viewer}", **known)


def viewer(trace: Trace, step: Step) -> str:
    """The seat from whose view a step's value is."""
    if trace.head.view == "mover":
        seat = trace.movers[step.node]
        return trace.head.seats[seat if seat >= 0 else -1 - seat]
    return trace.head.seats[trace.head.seat]


def place(trace: Trace, node: int, first: bool = False) -> str:
    """A node in words, the ``first`` of a sentence or within it: the root, or the moves that lead to it."""
    if node <= 0:
        return _("The root") if first else _("the root")
    line = trace.line(node)
    shown = ", ".join(line if len(line) <= MANY else ["…", *line[-MANY:]])
    return _("The position after {moves}", moves=shown) if first else _("the position after {moves}", moves=shown)


def move(trace: Trace, node: int) -> str:
    """The move that leads to a node."""
    return trace.moves[node] if node > 0 else _("nothing")


def mover(trace: Trace, node: int) -> str:
    """Who moves at a node."""
    seat = trace.movers[node]
    return trace.head.seats[seat] if 0 <= seat < len(trace.head.seats) else _("nobody")


def named(trace: Trace, node: int, indices: tuple[float, ...]) -> str:
    texts = ", ".join(trace.move_text(node, int(index)) for index in indices[:MANY])
    more = len(indices) - MANY
    return _("{moves} and {count} more", moves=texts, count=more) if more > 0 else texts


def counted_moves(count: int) -> str:
    return ngettext("{count:,} move", "{count:,} moves", count)


def bound(bound: float | None) -> str:
    return _("none yet") if bound is None or math.isinf(bound) else number(bound)
