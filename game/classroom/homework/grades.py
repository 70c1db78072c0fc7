"""What a teacher sees of homework: who did what, which question fails most, and the tables for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from plyground.classroom.homework.store import Given, Homework, Person
from plyground.classroom.homework.work import Task, best, by_entry
from plyground.core import name_lists
from plyground.core.messages import _
from plyground.core.spreadsheets import csv_text

_COMMON = 3
"""Wrong answers that are named of a question, the most frequent ones."""
Answers = dict[int, dict[int, list[Given]]]
"""By person and entry."""


def by_person(given: Iterable[Given]) -> Answers:
    """Answers by who gave them, and to what."""
    own: dict[int, list[Given]] = {}
    for each in given:
        own.setdefault(each.person, []).append(each)
    return {person: by_entry(answers) for person, answers in own.items()}


def table(tasks: Sequence[Task], people: Sequence[Person], answers: Answers) -> dict[str, Any]:
    """The ``questions`` with how they went, and the ``people`` with a cell for each of them."""
    asked = [task for task in tasks if task.number is not None]
    return {
        "of": sum(task.points for task in asked),
        "questions": [_question(task, people, answers) for task in asked],
        "people": [_person(person, asked, answers.get(person.number, {})) for person in people],
    }


def _question(task: Task, people: Sequence[Person], answers: Answers) -> dict[str, Any]:
    given = [answers.get(person.number, {}).get(task.at, []) for person in people]
    given = [each for each in given if each]
    parts = [part for part in map(best, given) if part is not None]
    tried = [task.tries(each) for each in given]
    wrong = Counter(one.text for each in tried for one in each if one.part is not None and one.part < 1.0)
    return {
        "at": task.at,
        "number": task.number,
        "heading": task.heading,
        "points": task.points,
        "answered": len(given),
        "right": sum(part == 1.0 for part in parts),
        "mean": round(sum(parts) / len(parts), 4) if parts else None,
        "tries": round(sum(map(len, tried)) / len(given), 2) if given else None,
        "wrong": [
            {"label": task.label(text), "count": count}
            for text, count in (wrong.most_common(_COMMON) if task.question is not None else ())
        ],
        "to_read": sum(each[-1].part is None for each in given) if task.is_read else 0,
    }


def _person(person: Person, asked: Sequence[Task], own: dict[int, list[Given]]) -> dict[str, Any]:
    last = max((each.at for given in own.values() for each in given), default=None)
    return {
        "number": person.number,
        "name": person.name,
        "sign": person.sign,
        "points": _points(asked, own),
        "late": sum(_is_late(own.get(task.at, [])) for task in asked),
        "last": last,
        "cells": [_cell(task, own.get(task.at, [])) for task in asked],
    }


def _cell(task: Task, given: list[Given]) -> dict[str, Any] | None:
    if not given:
        return None
    return {
        "at": task.at,
        "part": best(given),
        "tries": len(task.tries(given)),
        "late": _is_late(given),
        "to_read": task.is_read and given[-1].part is None,
    }


def _is_late(given: Sequence[Given]) -> bool:
    """Whether the answer that counts came late: the first of the best ones, or the last where none is judged."""
    if not given:
        return False
    part = best(given)
    return given[-1].late if part is None else next(each.late for each in given if each.part == part)


def _points(asked: Sequence[Task], own: dict[int, list[Given]]) -> float:
    return round(sum(task.points * (best(own.get(task.at, [])) or 0.0) for task in asked), 2)


def path(tasks: Sequence[Task], given: Iterable[Given]) -> list[dict[str, Any]]:
    """What one person did, in order."""
    known = {task.at: task for task in tasks}
    return [
        {"entry": each.entry, "number": known[each.entry].number, "heading": known[each.entry].heading,
         "attempt": number, "text": each.text, "label": known[each.entry].label(each.text), "part": each.part,
         "late": each.late, "at": each.at, "to_read": known[each.entry].is_read}
        for number, each in _numbered(known, given)
    ]  # fmt: skip


def _numbered(known: Mapping[int, Task], given: Iterable[Given]) -> Iterator[tuple[int, Given]]:
    """Answers to what is known, each with the number of its try; a step of a puzzle belongs to the try after it."""
    tries = Counter[tuple[int, int]]()
    for each in given:
        if each.entry in known:
            yield tries[each.person, each.entry] + 1, each
            tries[each.person, each.entry] += not known[each.entry].is_step(each)


def results(tasks: Sequence[Task], people: Sequence[Person], answers: Answers) -> list[list[Any]]:
    """A header, and the points of each person for each question, with all points, those to be had, and how many came
    late."""
    asked = [task for task in tasks if task.number is not None]
    header = [_("name"), _("identifier"), _("points"), _("of"), _("late")]
    header += [_("{number}. {question}", number=each.number, question=each.heading) for each in asked]
    told = table(tasks, people, answers)
    rows = [
        [row["name"], row["sign"], row["points"], told["of"], row["late"],
         *(_worth(task, answers.get(row["number"], {}).get(task.at, [])) for task in asked)]
        for row in told["people"]
    ]  # fmt: skip
    return [header, *rows]


def _worth(task: Task, given: Sequence[Given]) -> float | None:
    part = best(given)
    return None if part is None else round(task.points * part, 2)


def every_answer(tasks: Sequence[Task], people: Sequence[Person], given: Iterable[Given]) -> list[list[Any]]:
    """A header, and every answer in the order in which they came, with its time (UTC)."""
    names = {each.number: each for each in people}
    known = {task.at: task for task in tasks}
    header = [
        _("time"), _("name"), _("identifier"), _("question"), _("heading"), _("try"), _("answer"), _("part"),
        _("late"),
    ]  # fmt: skip
    rows = [
        [datetime.fromtimestamp(each.at, UTC).isoformat(timespec="seconds"), names[each.person].name,
         names[each.person].sign, known[each.entry].number, known[each.entry].heading, number,
         known[each.entry].label(each.text), each.part, _("late") if each.late else ""]
        for number, each in _numbered(known, given) if each.person in names
    ]  # fmt: skip
    return [header, *rows]


def gradebook(homework: Sequence[tuple[Homework, Sequence[Task], Sequence[Person], Answers]]) -> str:
    """A file that Moodle's gradebook imports: a line for each person and a column for each homework, in per cent,
    which is what Moodle's new grade items count in. Cells are empty where nothing was answered.

    People are the same where name and sign are. The column of signs is called as Moodle calls it, which finds its users
    by that: Moodle 4, Grades, Import, CSV file ("Map from", "Map to"). Since Moodle takes no line of a file in which it
    does not find one of the users, people without a sign are left out where others have one.
    """
    cells: dict[tuple[str, str], list[float | None]] = {}
    titles: list[str] = []
    for column, (work, tasks, people, answers) in enumerate(homework):
        titles.append(_unlike(work.title or f"Homework {column + 1}", titles))
        asked = [task for task in tasks if task.number is not None]
        most = sum(task.points for task in asked)
        for person in people:
            own = answers.get(person.number)
            row = cells.setdefault((person.name, person.sign), [None] * len(homework))
            if own and most:
                row[column] = round(100 * _points(asked, own) / most, 2)
    signs = [sign for _name, sign in cells if sign]
    kind = "Email address" if signs and all("@" in sign for sign in signs) else "ID number"
    rows = ([*key, *row] for key, row in cells.items() if key[1] or not signs)
    return csv_text(["Name", kind, *titles], rows)


def _unlike(title: str, others: Sequence[str]) -> str:
    found, number = title, 1
    while found in others:
        number += 1
        found = f"{title} ({number})"
    return found


def codes(people: Sequence[Person], address: str) -> list[list[Any]]:
    """A header, and the list with its codes; ``address`` is where they are typed, and with the code behind it opens by
    itself."""
    rows = ([each.name, each.sign, name_lists.shown(each.code), f"{address}#code={each.code}"] for each in people)
    return [[_("name"), _("identifier"), _("code"), _("link")], *rows]
