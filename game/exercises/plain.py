"""Answers as they come back from the sandbox: compared, and put into words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.exercises.findings import near

Plain = Mapping[str, Any]
"""``number``, ``text`` (perhaps None), ``flag``, ``list``, or ``type`` with perhaps ``fields``."""
_LONGEST = 160


def same(one: Plain, other: Plain) -> bool:
    """Whether two answers are the same; numbers may differ by rounding."""
    if "number" in one and "number" in other:
        return near(float(one["number"]), float(other["number"]))
    if "list" in one and "list" in other:
        return len(one["list"]) == len(other["list"]) and all(map(same, one["list"], other["list"]))
    if "fields" in one and "fields" in other:
        own, theirs = one["fields"], other["fields"]
        return own.keys() == theirs.keys() and all(same(own[name], theirs[name]) for name in own)
    return one == other


def worded(answer: Plain) -> str:
    """An answer as people write it."""
    if "number" in answer:
        value = float(answer["number"])
        return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"
    if "list" in answer:
        return _cut(f"[{', '.join(map(worded, answer['list']))}]")
    if "fields" in answer:
        return _cut(
            f"{answer['type']}({', '.join(f'{name}={worded(each)}' for name, each in answer['fields'].items())})"
        )
    for kind in ("text", "flag", "type"):
        if kind in answer:
            return str(answer[kind])
    return "?"


def apart(one: Plain, other: Plain) -> tuple[str, str, str]:
    """Where two answers differ (a field's name, or nothing), and both in words there."""
    if "fields" in one and "fields" in other:
        for name, own in one["fields"].items():
            if name in other["fields"] and not same(own, other["fields"][name]):
                return name, worded(own), worded(other["fields"][name])
    return "", worded(one), worded(other)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
