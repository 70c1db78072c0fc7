"""The units of the course, found by scanning ``units``: no list is edited.

A unit is a folder ``NN_id`` with ``about.json``, and two plans of the form that teachers' own have: ``class.json`` and
``homework.json``. The texts are English, and are looked up in the catalogues like all that is said; so whatever is no
text is the same in every language. ``about.json`` divides the class's plan into the parts of the 90 minutes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from plyground.core.errors import ContractBroken
from plyground.core.messages import Message, _
from plyground.core.refusals import NoSuchUnit

FOLDER = Path(__file__).parent / "units"
HANDBOOK = FOLDER.with_name("handbook.json")
MINUTES = 90
"""What a unit takes."""
TEXTS = {
    "title", "homework", "summary", "aims", "prepare", "offline", "steps", "text", "caption", "prompt", "why", "hints",
    "choices",
}  # fmt: skip
"""The fields whose strings people read."""
Which = Literal["class", "homework"]
_NAME = re.compile(r"(\d\d)_([a-z][a-z-]{1,30})")


@dataclass(frozen=True)
class Part:
    """A part of the 90 minutes: what is done in it, and the places in the class's plan that belong to it, from 0."""

    minutes: int
    title: str
    text: str
    entries: range


@dataclass(frozen=True)
class Unit:
    """A unit. ``plans`` are as in their files, with texts that are still to be said in the reader's language, and have
    not been checked (``plans.files.read_plan``); ``competition`` are fields for the form of a new one, or none."""

    id: str
    number: int
    title: str
    summary: str
    aims: tuple[str, ...]
    prepare: tuple[str, ...]
    offline: tuple[str, ...]
    lessons: tuple[str, ...]
    parts: tuple[Part, ...]
    competition: dict[str, Any]
    plans: dict[Which, dict[str, Any]]


@cache
def units() -> tuple[Unit, ...]:
    """All units in their order; raises ``ContractBroken`` with what is wrong with a folder."""
    folders = sorted(each for each in FOLDER.iterdir() if each.is_dir())
    return tuple(_unit(folder, number) for number, folder in enumerate(folders, 1))


def unit(name: str) -> Unit:
    """One unit; raises ``NoSuchUnit``."""
    found = next((each for each in units() if each.id == name), None)
    if found is None:
        raise NoSuchUnit(_("There is no such unit. The page Course lists all of them."))
    return found


def texts() -> Iterator[tuple[str, str]]:
    """The file and each of its texts, for translators."""
    for file in (*sorted(FOLDER.glob("*/*.json")), HANDBOOK):
        for text in _said(read(file)):
            yield file.relative_to(FOLDER.parent).as_posix(), text


def read(file: Path) -> Any:
    """What a file of the course holds, its texts as messages."""
    return _marked(json.loads(file.read_text(encoding="utf-8")))


def _unit(folder: Path, number: int) -> Unit:
    match = _NAME.fullmatch(folder.name)
    if match is None or int(match[1]) != number:
        raise ContractBroken(f"{folder}: a unit's folder is called like 07_tables, and units are numbered from 01 on")
    files = {file.stem: read(file) for file in folder.glob("*.json")}
    about, plans = files["about"], {which: files[which] for which in ("class", "homework")}
    parts, first = [], 0
    for each in about["parts"]:
        parts.append(Part(each["minutes"], each["title"], each["text"], range(first, first + each["entries"])))
        first += each["entries"]
    if first != len(plans["class"]["entries"]) or sum(each.minutes for each in parts) != MINUTES:
        raise ContractBroken(f"{folder}: the parts hold all entries of the class's plan, and {MINUTES} minutes")
    lists = {name: tuple(about[name]) for name in ("aims", "prepare", "offline", "lessons")}
    return Unit(
        match[2], number, about["title"], about["summary"], parts=tuple(parts), plans=plans,  # type: ignore[arg-type]
        competition=about.get("competition", {}), **lists,
    )  # fmt: skip


def _marked(given: Any, name: str = "") -> Any:
    """The same data, its texts as messages."""
    if isinstance(given, dict):
        return {each: _marked(value, each) for each, value in given.items()}
    if isinstance(given, list):
        return [_marked(each, name) for each in given]
    return Message(given, {}) if isinstance(given, str) and given and name in TEXTS else given


def _said(marked: Any) -> Iterator[str]:
    """The texts in marked data."""
    if isinstance(marked, Message):
        yield str(marked)
    elif isinstance(marked, dict | list):
        for each in marked.values() if isinstance(marked, dict) else marked:
            yield from _said(each)
