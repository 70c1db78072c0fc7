"""What a student has to do and may see: the plan's entries as tasks, what was answered, and the check of an answer.

Answers are checked by the questions of the plan, as in class: by the same normal forms, the same right answers and the
same parts of the points. What is right is told to who has found it, and to all when no answer is taken any more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyground.classroom.homework.store import Given, Homework, HomeworkStore, Person
from plyground.classroom.homework.terms import ENOUGH
from plyground.classroom.plans.asking import heading, needs_search, question_of, scene_of
from plyground.classroom.plans.entries import Entry, is_asked
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import AnsweredElsewhere, HomeworkOver, LabBusy, Malformed, NoMoreTries
from plyground.exercises import asking
from plyground.sessions.question import Answer, Board, Question

_KEPT = 50
"""Homework whose questions are kept ready."""
Look = Callable[[Board], Answer | None]
"""What a search says is right on a board; None if it had no time."""
Run = Callable[[Entry, str], tuple[bool, str]]
"""Whether a program does what an exercise asks for, and a sentence on what it does wrong."""


@dataclass(frozen=True)
class Task:
    """An entry of the plan: its place, the number of what is asked (None where nothing is), the question that it asks
    (none where it asks for a program), and what keeps it from being shown here."""

    at: int
    number: int | None
    entry: Entry
    heading: str
    question: Question | None = None
    problem: str = ""

    @property
    def points(self) -> int:
        return int(self.entry["points"]) if self.number is not None else 0

    @property
    def is_read(self) -> bool:
        """Whether people say what an answer is worth."""
        question = self.question
        return question is not None and question.answer is None and not needs_search(question)

    def label(self, text: str) -> str:
        """What people read for an answer's text."""
        return self.question.label(text) if self.question is not None else text


class Desk:
    """The homework of a server, for those who do it. May be used from any thread."""

    def __init__(self, store: HomeworkStore) -> None:
        self._store = store
        self._tasks: Recent[str, list[Task]] = Recent(_KEPT)
        self._lock = threading.Lock()

    def tasks(self, work: Homework) -> list[Task]:
        """The entries of homework, which stay as they were set."""
        with self._lock:
            found = self._tasks.find(work.id)
        if found is None:
            found = _tasks(work.entries)
            with self._lock:
                self._tasks[work.id] = found
        return found

    def state(self, work: Homework, person: Person) -> dict[str, Any]:
        """What one person sees: ``title``, the dates, ``points`` so far ``of`` all, and the ``tasks``."""
        now, tasks = self._store.now(), self.tasks(work)
        given = by_entry(self._store.answers(work.id, person.number))
        over = now > work.terms.until
        shown = [self._shown(work, task, given.get(task.at, []), over) for task in tasks]
        return {
            "title": work.title, "due": work.terms.due, "until": work.terms.until, "gone": work.terms.gone,
            "over": over, "late": now > work.terms.due, "name": person.name, "code": person.code,
            "points": round(sum(task.points * (best(given.get(task.at, [])) or 0.0) for task in tasks), 2),
            "of": sum(task.points for task in tasks), "tasks": shown,
        }  # fmt: skip

    def _shown(self, work: Homework, task: Task, given: list[Given], over: bool) -> dict[str, Any]:
        told: dict[str, Any] = {"at": task.at, "number": task.number, "heading": task.heading, "problem": task.problem}
        if task.number is None:
            return told | {"scene": None if task.problem else scene_of(task.entry)}
        right = best(given) == 1.0
        answer = self.right(work, task) if right or over else None
        wrong = sum(each.part is not None and each.part < 1.0 for each in given)
        tries = work.terms.tries
        return told | {
            "points": task.points,
            "question": None if task.question is None else task.question.as_json(False),
            "exercise": None if task.entry["kind"] != "exercise" or task.problem else _exercise(task.entry),
            "read": task.is_read,
            "given": [
                {"attempt": each.attempt, "text": each.text, "label": task.label(each.text), "part": each.part,
                 "late": each.late} for each in given
            ],
            "left": max(0, tries - sum(each.part is not None for each in given)) if tries else None,
            "hints": list(task.entry["hints"][:wrong]),
            "more_hints": len(task.entry["hints"]) > wrong,
            "part": best(given),
            "done": over or is_done(given, tries),
            "answer": None if answer is None else {"label": answer.label, "why": answer.why, "text": answer.text},
        }  # fmt: skip

    def right(self, work: Homework, task: Task) -> Answer | None:
        """What is right, as far as it is known."""
        if task.question is None:
            return None
        return self._store.found(work.id, task.at) if needs_search(task.question) else task.question.answer

    def answer(
        self, work: Homework, person: Person, at: int, attempt: int, text: str, look: Look, run: Run
    ) -> tuple[Given, str]:
        """Take an answer, the person's ``attempt`` by number at this entry: gives it as it is kept, and what a check
        of a program says. The same answer once more counts as one. Raises a refusal, and then nothing is kept."""
        now, tries = self._store.now(), work.terms.tries
        if now > work.terms.until:
            raise HomeworkOver(_("The time for this homework is over; no more answers are taken."))
        task = next((each for each in self.tasks(work) if each.at == at and each.number is not None), None)
        if task is None:
            raise Malformed(_("Nothing is asked there."))
        if task.problem:
            raise Malformed(task.problem)
        normal = text if task.question is None else task.question.normal(text)

        def check(before: list[Given]) -> Given | None:
            same = next((each for each in before if each.text == normal), None)
            if same is not None:
                return same
            if attempt != len(before) + 1:
                raise AnsweredElsewhere(_("You have answered this on another device meanwhile; look at it first."))
            if is_done(before, tries):
                raise NoMoreTries(_("This question takes no more answers of yours."))
            return None

        repeated = check([each for each in self._store.answers(work.id, person.number) if each.entry == at])
        if repeated is not None:
            return repeated, ""
        part, said = self._judged(work, task, normal, look, run)
        given = Given(person.number, at, attempt, normal, part, now > work.terms.due, now)
        return self._store.answer(work.id, given, check), said

    def _judged(self, work: Homework, task: Task, text: str, look: Look, run: Run) -> tuple[float | None, str]:
        question = task.question
        if question is None:
            passed, said = run(task.entry, text)
            return float(passed), said
        if not needs_search(question):
            return question.part(text), ""
        answer = self._store.found(work.id, task.at)
        if answer is None:
            sought = look(question.board) if question.board is not None else None
            if sought is None:
                raise LabBusy(_("The search had no time for this question now; try again in a moment."))
            answer = self._store.keep_found(work.id, task.at, sought)
        return replace(question, answer=answer).part(text), ""

    def searched(self, work: Homework) -> list[Board]:
        """The boards on which a search has to say what is right."""
        questions = [task.question for task in self.tasks(work)]
        return [each.board for each in questions if each is not None and needs_search(each) and each.board is not None]


def by_entry(given: Sequence[Given]) -> dict[int, list[Given]]:
    """Answers of one person by the entry that they answer."""
    found: dict[int, list[Given]] = {}
    for each in given:
        found.setdefault(each.entry, []).append(each)
    return found


def best(given: Sequence[Given]) -> float | None:
    """What part of the points answers are worth: that of the best; None where nothing is judged yet."""
    return max((each.part for each in given if each.part is not None), default=None)


def is_done(given: Sequence[Given], tries: int) -> bool:
    """Whether no more answers are taken: one was right, or the tries are used up."""
    judged = sum(each.part is not None for each in given)
    return best(given) == 1.0 or judged >= (tries or ENOUGH) or len(given) >= ENOUGH


def _tasks(entries: Sequence[Entry]) -> list[Task]:
    found, number = [], 0
    for at, entry in enumerate(entries):
        asked = is_asked(entry)
        number += asked
        try:
            task = Task(at, number if asked else None, entry, heading(entry), question_of(entry))
            if not asked:
                scene_of(entry)
        except Refusal as refusal:  # of a game that is no longer here
            task = Task(at, number if asked else None, entry, _("Task {number}", number=at + 1), None, refusal.sentence)
        found.append(task)
    return found


def _exercise(entry: Entry) -> dict[str, Any]:
    game = registry.game(entry["game"])
    found = next(each for each in asking.listed(game) if each["id"] == entry["exercise"])
    return {name: found[name] for name in ("title", "text", "template")}
