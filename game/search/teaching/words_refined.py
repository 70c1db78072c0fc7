"""Sentences for the steps that refinements of alpha-beta add: tables, remembered moves, windows, workers.

Reasons of a ``window``: null (is a move better than the bound?), reduced (the same, less deep), again (it was, so the
open window follows), deeper (the same after a look that was less deep), guess (around the value of the last iteration),
low and high (the value fell out of that), zero (is the value at least beta?), shallow (is beta safe by a margin?), open
(it was not).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plyground.core.messages import _, ngettext
from plyground.search.teaching.phrases import bound, place, value
from plyground.search.teaching.trace import Step, Trace


def _at(trace: Trace, path: tuple[float, ...]) -> int:
    """The number of the node that a path leads to."""
    node = 0
    for index in path:
        node = trace.child(node, int(index))
    return node


def plies(count: float | None) -> str:
    """A number of plies."""
    return ngettext("{count:,} ply", "{count:,} plies", int(count or 0))


def _table(trace: Trace, step: Step) -> tuple[str, str]:
    known = _("{place} is known: {value}.", place=place(trace, step.node, True), value=value(trace, step))
    kept = _at(trace, step.items)
    if step.reason == "false":
        return known, _(
            "Slot {slot} holds {other}, another position, and nobody noticed: this value may be wrong.",
            slot=step.number, other=place(trace, kept),
        )  # fmt: skip
    if kept == step.node:
        return known, _("It was searched before; slot {slot} kept it.", slot=step.number)
    other = place(trace, kept, True)
    return known, _("{other} is the same; slot {slot} kept what was found there.", other=other, slot=step.number)


def _entry(trace: Trace, step: Step) -> tuple[str, str]:
    if step.reason == "other":
        return _("Slot {slot} holds another position.", slot=step.number), _(
            "The key of the entry tells it, so the entry is not used."
        )
    kept = _("Slot {slot} knows {value}, which settles nothing.", slot=step.number, value=value(trace, step))
    if step.reason == "shallow":
        return kept, _("It was searched {plies} deep only.", plies=plies(step.items[0]))
    if step.sure == "at_least":
        return kept, _("“At least” would have to reach beta, {beta}.", beta=bound(step.beta))
    return kept, _("“At most” would have to be alpha, {alpha}, or less.", alpha=bound(step.alpha))


def _store(trace: Trace, step: Step) -> tuple[str, str]:
    kept = _("Slot {slot} keeps it: {value}.", slot=step.number, value=value(trace, step))
    if step.reason == "over":
        lost = place(trace, _at(trace, step.items[1:]), True)
        return kept, _("{other} stood there and is forgotten: a collision.", other=lost)
    whole = step.items[0] >= 10**6
    return kept, "" if whole else _("It was searched {plies} deep.", plies=plies(step.items[0]))


SAY: Mapping[str, Callable[[Trace, Step], tuple[str, str]]] = {
    "table": _table,
    "entry": _entry,
    "store": _store,
}
