"""Questions about a node of a recorded search: was it cut, which value came back? The answers are the trace's own.

They are asked at the step before the one that would show the answer, as the lab's page asks them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from plyground.core.messages import _, enumerated, joined, ngettext
from plyground.core.refusals import NothingToAsk
from plyground.search.teaching import words
from plyground.search.teaching.trace import Trace
from plyground.sessions.answered_numbers import BOUNDS, number_label, number_text
from plyground.sessions.question import Answer, Option

_OFFERED = 8
"""Moves to choose from at most."""
CUT, LOOKED = Option("yes", _("Cut")), Option("no", _("Looked at"))


@dataclass(frozen=True)
class Asked:
    """A question about a trace: its words, the step at which it is asked, the choices (none: a number), the answer."""

    prompt: str
    step: int
    choices: tuple[Option, ...]
    answer: Answer


def ask_cut(trace: Trace, node: int, step: int | None = None) -> Asked:
    """Are the moves that are left at a node cut? Asked when a bound of the node has just moved: after ``step`` steps
    if they are given, else the last time before its cut, or the last time at all. Raises ``NothingToAsk``."""
    _check(trace, node)
    places = [at for at, each in enumerate(trace.steps[:-1]) if each.kind == "bound" and each.node == node]
    if step is not None:
        places = [at for at in places if at + 1 == step]
    cuts = [at for at in places if _is_cut(trace, node, at)]
    for at in reversed(cuts or places):
        left = _left(trace, node, at)
        if left > 0:
            truth = CUT if cuts else LOOKED
            prompt = ngettext(
                "{mover} has a move left at {place}. Cut, or looked at?",
                "{mover} has {count} moves left at {place}. Cut, or looked at?",
                left,
                mover=words.mover(trace, node),
                place=words.place(trace, node),
            )
            why = (
                words.sentence(trace, at + 1, long=True)
                if cuts
                else joined(*filter(None, (_("The search looks on."), _bounds(trace, at))))
            )
            answer = Answer(frozenset({truth.text}), truth.text, truth.label, why)
            return Asked(prompt, at + 1, (CUT, LOOKED), answer)
    raise NothingToAsk(_("Here no bound has moved while moves are left, so nothing can be cut; choose another node."))


def ask_value(trace: Trace, node: int, step: int | None = None) -> Asked:
    """Which value comes back from a node? Asked before it does: after ``step`` steps if they are given, else at the end
    of its last visit. Raises ``NothingToAsk``."""
    _check(trace, node)
    for at in reversed(range(len(trace.steps))) if step is None else (step,):
        told = trace.steps[at] if at < len(trace.steps) else None
        if told is None or told.kind != "value" or told.node != node:
            continue
        if told.value is None or not math.isfinite(told.value):
            continue
        place, each = words.place(trace, node), trace.head.view == "each"
        viewer = trace.head.seats[trace.head.seat] if each else words.viewer(trace, told)
        prompt = (
            _("Which value comes back from {place}?", place=place)
            if each and len(trace.head.seats) < 3
            else _("Which value comes back from {place}, for {viewer}?", place=place, viewer=viewer)
        )
        text = number_text(told.value, BOUNDS.get(told.sure, ""))
        answer = Answer(frozenset({text}), text, number_label(text), words.sentence(trace, at, long=True))
        return Asked(prompt, at, (), answer)
    raise NothingToAsk(_("Here no value comes back: the node is a leaf, or was never finished; choose another node."))


def ask_next(trace: Trace, node: int, step: int | None = None) -> Asked:
    """Which move has the highest bound, so that the search goes there from a node? Asked before it goes: after ``step``
    steps if they are given, else the last time. The choices have the visits and means, the answer has the bounds.
    Raises ``NothingToAsk``."""
    _check(trace, node)
    for at in reversed(range(len(trace.steps))) if step is None else (step,):
        told = trace.steps[at] if at < len(trace.steps) else None
        if told is None or told.kind != "select" or told.node != node or len(told.items) < 8:
            continue
        rows = [told.items[start : start + 4] for start in range(0, len(told.items), 4)]
        right = trace.indices[told.child]
        offered = [row for row in rows if int(row[0]) == right]
        offered += [row for row in rows if int(row[0]) != right][: _OFFERED - 1]
        options = tuple(
            Option(
                trace.move_text(node, int(index)),
                _(
                    "{move}: visits {count}, mean {mean}",
                    move=trace.move_text(node, int(index)),
                    count=int(visits),
                    mean=words.number(mean),
                ),
            )
            for index, visits, mean, _bound in sorted(offered)
        )
        text = trace.move_text(node, right)
        prompt = _("Where does the search go next from {place}?", place=words.place(trace, node))
        return Asked(prompt, at, options, Answer(frozenset({text}), text, text, words.sentence(trace, at, long=True)))
    raise NothingToAsk(_("Here the search chooses by no bounds; choose another node."))


def link_fields(link: str) -> dict[str, str]:
    """What stands in an address of the lab."""
    return dict(parse_qsl(link.partition("#")[2], keep_blank_values=True))


def stage_link(trace: Trace, step: int, given: str = "") -> str:
    """The address of the lab that opens this very step: the teacher's own address with the step in it, if it is of the
    same search, else one made from the trace."""
    head = trace.head
    fields: dict[str, str] = {}
    if given:
        fields = link_fields(given)
    if fields.get("game") != head.game or fields.get("search") != head.search:
        fields = {"game": head.game, "options": _json(head.setup), "position": head.position, "search": head.search}
        fields |= {"settings": _json(head.options), "seed": str(head.seed)}
    fields.pop("at", None)  # the number says it
    return f"/lab#{urlencode({**fields, 'step': str(step)})}"


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))


def _check(trace: Trace, node: int) -> None:
    if not 0 <= node < len(trace.parents):
        raise NothingToAsk(_("The trace has the nodes 0 to {parents:,}.", parents=len(trace.parents) - 1))


def _is_cut(trace: Trace, node: int, at: int) -> bool:
    after = trace.steps[at + 1]
    return after.kind == "cut" and after.node == node


def _left(trace: Trace, node: int, at: int) -> int:
    """How many moves of a node were not looked at when this step was taken."""
    order = next((s.items for s in reversed(trace.steps[:at]) if s.kind == "children" and s.node == node), ())
    entered = max((i for i in range(at) if trace.steps[i].kind == "enter" and trace.steps[i].node == node), default=0)
    tried = {step.node for step in trace.steps[entered : at + 1] if trace.parents[step.node] == node}
    return len(order) - len(tried)


def _bounds(trace: Trace, at: int) -> str:
    step = trace.steps[at]
    bounds = (("alpha", step.alpha), ("beta", step.beta))
    shown = [
        _("{name} is {value}", name=name, value=words.number(value))
        for name, value in bounds
        if value is not None and math.isfinite(value)
    ]
    return _("Here {shown}.", shown=enumerated(*shown)) if shown else ""
