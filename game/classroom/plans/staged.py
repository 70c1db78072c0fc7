"""Questions of a plan on a search: what the stage of the lab's link is asked, answered by the search itself.

The link names the search and a step; the question is the first of its kind at that step or after it. What came of a
link is kept, also that there is nothing to ask.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from plyground.classroom import traced
from plyground.core import json_text
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import Malformed, NothingToAsk, NothingToSearch
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.sessions import reading
from plyground.sessions.question import Board, Question
from plyground.sessions.setup import read_position

ABOUT = ("cut", "value", "next")
"""What is asked: is the rest cut, which value comes back, where does the search go next?"""
MOST_NODES, MOST_STEPS, MOST_SECONDS = 400, 4_000, 2.0
"""How far a search is recorded for a question, and what that may take of a processor."""
_ASKS: dict[str, Callable[[Trace, int, int | None], traced.Asked]] = {
    "cut": traced.ask_cut, "value": traced.ask_value, "next": traced.ask_next,
}  # fmt: skip
_TOLD = {"cut": "bound", "value": "value", "next": "select"}
_KEPT = 500
_RECORDING = threading.Lock()
"""One at a time, so that they take no more than their part of a server."""


def staged(link: str, about: str) -> Question:
    """The question about the search of a link; to be copied, not changed. Raises a refusal."""
    question = _found(link, about)
    if question is None:
        raise _nothing()
    return question


def _nothing() -> Refusal:
    return NothingToAsk(
        _("At this step of the search, and up to {most} nodes, there is nothing of the kind to ask.", most=MOST_NODES)
    )


@lru_cache(_KEPT)
def _found(link: str, about: str) -> Question | None:
    """As ``staged``; None where nothing of the kind is to be asked. That is raised where the time was over, so that it
    is not kept: in a process that was just started all takes longer."""
    fields = _fields(link)
    step = reading.a_whole_number(fields, "step", 0, MOST_STEPS, default=0)
    trace, late = _recorded(fields)
    for at in range(max(0, step - (about == "cut")), len(trace.steps)):
        told = trace.steps[at]
        if told.kind != _TOLD[about]:
            continue
        try:
            found = _ASKS[about](trace, told.node, at + (about == "cut"))
        except NothingToAsk:
            continue
        return _question(trace, told.node, found, about, link)
    if late:
        raise _nothing()
    return None


def _fields(link: str) -> dict[str, Any]:
    """What the link asks the lab for, as the lab reads it."""
    given: dict[str, Any] = dict(traced.link_fields(link))
    for name in ("options", "moves", "settings"):
        if name in given:
            try:
                given[name] = json_text.read(given[name])
            except ValueError:
                raise Malformed(_("That link of the lab is damaged; copy it once more.")) from None
    for name in ("step", "seed"):
        if name in given:
            given[name] = int(given[name]) if given[name].isdecimal() and len(given[name]) < 11 else given[name]
    return given


def _recorded(fields: dict[str, Any]) -> tuple[Trace, bool]:
    """The search, and whether it was stopped because its time was over."""
    read = read_position(fields, looked_at=True)
    if read.rules.returns(read.position) is not None:
        raise NothingToSearch(_("The game is over in this position: there is nothing to search."))
    found = search(reading.a_text(fields, "search", 40, required=True))
    settings = found.checked(read.rules, reading.an_object(fields.get("settings") or {}))
    if settings.get("guide") == "learnt":
        raise NothingToAsk(_("In a plan no search is asked about that learns before it begins; that takes too long."))
    seed = reading.a_whole_number(fields, "seed", 0, 2**32, default=0)
    steps, late, begun = 0, False, time.thread_time()

    def stopped() -> bool:
        nonlocal steps, late
        steps += 1
        late = time.thread_time() - begun > MOST_SECONDS
        return late or steps >= MOST_STEPS

    with _RECORDING:
        trace = found.record(
            read.rules, read.position, settings, seed=seed, setup=read.options, most_nodes=MOST_NODES, stopped=stopped
        )
    return trace, late


def _question(trace: Trace, node: int, found: traced.Asked, about: Any, link: str) -> Question:
    read = read_position(_fields(link), looked_at=True)
    position = read.position
    for text in trace.line(node):
        position = read.rules.play(position, read.rules.require(position, text))
    board = Board.at(read.rules, dict(read.options), position)
    stage = traced.stage_link(trace, found.step, link)
    return Question(about, found.prompt, board, stage, found.choices, answer=found.answer)
