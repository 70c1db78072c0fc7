"""Traces as columnar JSON, for travel: repeated texts once, columns that are mostly empty as places and values.

The format, version 1. All numbers of nodes, steps and texts count from 0; ``texts`` holds every text once.

- ``head``: what the trace is of (see ``trace.Head``); ``cut_short``: null or a sentence.
- ``nodes``: columns ``parent`` (-1 for the root), ``index`` (-1 for the root), ``move`` (a text), ``mover`` (a seat; -1
  less the seat at an end) and ``met`` (a step).
- ``families``: ``node``, ``start`` and ``moves``: the moves of ``node[i]``, in the game's order, are the texts
  ``moves[start[i]:start[i + 1]]``; ``start`` has one entry more than ``node``.
- ``steps``: ``kind`` (a place in ``kinds``) and ``node`` for every step. Each other column, ``child``, ``alpha``,
  ``beta``, ``value``, ``sure`` (a place in ``sures``), ``closed`` (1), ``number``, ``reason`` (a text), ``values`` and
  ``items`` (arrays), is ``{"at": [...], "is": [...]}``: the steps that have it, as differences to the step before in
  the column (the first to 0), and what they have. A step that is not listed has none.

Infinite numbers are the strings ``"inf"`` and ``"-inf"``.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.messages import Message, _
from plyground.search.teaching.events import KINDS, SURES
from plyground.search.teaching.trace import Head, Step, Trace

FORMAT, VERSION = "plyground-trace", 1


class MalformedTrace(Refusal):
    """The data is no trace of this version."""


class _Texts:
    """Gives each text a number."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        number = self._numbers.setdefault(text, len(self.listed))
        if number == len(self.listed):
            self.listed.append(text)
        return number


def _plain(number: float | None) -> float | str | None:
    if number is None or math.isfinite(number):
        return int(number) if number is not None and number == int(number) else number
    return "inf" if number > 0 else "-inf"


def _plains(numbers: Iterable[float]) -> list[float | str | None]:
    return [_plain(number) for number in numbers]


def _sparse(steps: list[Step], pick: Callable[[Step], Any]) -> dict[str, list[Any]]:
    places, values, before = [], [], 0
    for number, step in enumerate(steps):
        value = pick(step)
        if value is not None:
            places.append(number - before)
            values.append(value)
            before = number
    return {"at": places, "is": values}


def as_json(trace: Trace) -> dict[str, Any]:
    """The trace as plain JSON (no infinite numbers)."""
    texts, head = _Texts(), trace.head
    starts, moves = [0], []
    for family in trace.families.values():
        moves += [texts.number(text) for text in family]
        starts.append(len(moves))
    steps = trace.steps
    return {
        "format": FORMAT,
        "version": VERSION,
        "head": {**vars(head), "options": dict(head.options), "setup": dict(head.setup), "seats": list(head.seats)},
        "cut_short": trace.cut_short,
        "nodes": {
            "parent": trace.parents,
            "index": trace.indices,
            "move": [texts.number(text) for text in trace.moves],
            "mover": trace.movers,
            "met": trace.met,
        },
        "families": {"node": list(trace.families), "start": starts, "moves": moves},
        "kinds": list(KINDS),
        "sures": list(SURES),
        "steps": {
            "kind": [KINDS.index(step.kind) for step in steps],
            "node": [step.node for step in steps],
            "child": _sparse(steps, lambda step: None if step.child < 0 else step.child),
            "alpha": _sparse(steps, lambda step: _plain(step.alpha)),
            "beta": _sparse(steps, lambda step: _plain(step.beta)),
            "value": _sparse(steps, lambda step: _plain(step.value)),
            "sure": _sparse(steps, lambda step: SURES.index(step.sure) or None),
            "closed": _sparse(steps, lambda step: 1 if step.closed else None),
            "number": _sparse(steps, lambda step: step.number),
            "reason": _sparse(steps, lambda step: texts.number(step.reason) if step.reason else None),
            "values": _sparse(steps, lambda step: _plains(step.values) or None),
            "items": _sparse(steps, lambda step: _plains(step.items) or None),
        },
        "texts": texts.listed,
    }


def packed(trace: Trace) -> bytes:
    """The JSON in UTF-8, compressed by zlib: what is kept and sent."""
    text = json.dumps(as_json(trace), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 6)


def unpacked(data: bytes) -> Trace:
    """The trace of what ``packed`` gave; raises ``MalformedTrace``.

    Its numbers are read by Python's own code, so that other threads have their turns meanwhile: those of a long trace
    take json alone half a second, in which nothing else would run.
    """
    try:
        return from_json(json.loads(zlib.decompress(data), parse_int=_whole, parse_float=_fraction))
    except (zlib.error, ValueError) as error:
        raise MalformedTrace(_("This is no trace: {error}.", error=error)) from None


def _whole(text: str) -> int:
    return int(text)


def _fraction(text: str) -> float:
    return float(text)


def _dense(column: dict[str, list[Any]], count: int, empty: Any) -> list[Any]:
    values = [empty] * count
    place = 0
    for gap, value in zip(column["at"], column["is"], strict=True):
        place += gap
        values[place] = value
    return values


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, str) else value


def _numbers(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(_number(value) for value in values)


def from_json(data: Any) -> Trace:
    """The trace of what ``as_json`` gave; raises ``MalformedTrace``."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise MalformedTrace(_("This is no trace of a search."))
    if data.get("version") != VERSION:
        raise MalformedTrace(
            _(
                "This trace is of version {data}; version {version} is read here.",
                data=data.get("version"),
                version=VERSION,
            )
        )
    try:
        return _read(data)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise MalformedTrace(
            _("This trace is damaged: {name__} {error}.", name__=type(error).__name__, error=error)
        ) from None


def _read(data: dict[str, Any]) -> Trace:
    texts, nodes, columns = data["texts"], data["nodes"], data["steps"]
    seats = tuple(Message(name, {}) for name in data["head"]["seats"])  # sentences say them in the reader's language
    trace = Trace(Head(**{**data["head"], "seats": seats}))
    trace.cut_short = data["cut_short"]
    trace.parents, trace.indices = list(nodes["parent"]), list(nodes["index"])
    trace.moves, trace.movers, trace.met = [texts[text] for text in nodes["move"]], nodes["mover"], nodes["met"]
    families = data["families"]
    for place, node in enumerate(families["node"]):
        start, end = families["start"][place : place + 2]
        trace.families[node] = tuple(texts[text] for text in families["moves"][start:end])
    count = len(columns["kind"])
    trace.steps = [
        Step(
            data["kinds"][kind], node, child, _number(alpha), _number(beta), _number(value), data["sures"][sure],
            bool(closed), number, reason, _numbers(values), _numbers(items),
        )
        for kind, node, child, alpha, beta, value, sure, closed, number, reason, values, items in zip(
            columns["kind"],
            columns["node"],
            _dense(columns["child"], count, -1),
            _dense(columns["alpha"], count, None),
            _dense(columns["beta"], count, None),
            _dense(columns["value"], count, None),
            _dense(columns["sure"], count, 0),
            _dense(columns["closed"], count, 0),
            _dense(columns["number"], count, None),
            [texts[text] if text is not None else "" for text in _dense(columns["reason"], count, None)],
            _dense(columns["values"], count, ()),
            _dense(columns["items"], count, ()),
            strict=True,
        )
    ]  # fmt: skip
    return trace
