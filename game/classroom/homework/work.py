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
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import AnsweredElsewhere, HomeworkOver, LabBusy, Malformed, NoMoreTries
from plyground.exercises import asking, catalogue
from plyground.puzzles import keeping, walking
from plyground.puzzles.keeping import Puzzle
from plyground.sessions.question import Answer, Board, Question

_KEPT = 50
"""Homework whose questions are kept ready."""
BETWEEN = "|"
"""What stands between the moves of a puzzle's answer."""
Look = Callable[[Board], Answer | None]
"""What a search says is right on a board; None if it had no time."""
Run = Callable[[Entry, str], tuple[bool, str]]
"""Whether a program does what an exercise asks for, and a sentence on what it does wrong."""


@dataclass(frozen=True)
class Task:
    """An entry of the plan: its place, the number of what is asked (None where nothing is), the question that it asks
    (none where it asks for a program), and what keeps it from being shown here.

    A puzzle is answered by its whole line: an answer's text has the moves found so far with the replies to them, one
    more, and the reply to that if it is right (``BETWEEN`` them). A right one is a step, which uses up no try.
    """

    at: int
    number: int | None
    entry: Entry
    heading: str
    question: Question | None = None
    problem: str = ""
    puzzle: Puzzle | None = None

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
        if self.puzzle is not None:
            return text.replace(BETWEEN, ", ")
        return self.question.label(text) if self.question is not None else text

    def normal(self, text: str, before: Sequence[Given]) -> str:
        """The normal text of an answer, after those that the same person gave; raises a refusal."""
        if self.puzzle is None:
            return text if self.question is None else self.question.normal(text)
        *made, move = text.split(BETWEEN)
        if tuple(made) != self.found(before)[: len(made)]:  # said of any other, so that nobody may try them out
            raise _elsewhere()
        return BETWEEN.join(walking.tried(self.puzzle, made, move).moves)

    def found(self, given: Sequence[Given]) -> tuple[str, ...]:
        """How far a puzzle was solved: the moves that stand there."""
        moves = self.puzzle.moves if self.puzzle is not None else ()
        lines = (tuple(each.text.split(BETWEEN)) for each in given)
        return max((each for each in lines if each == moves[: len(each)]), key=len, default=())

    def is_step(self, given: Given) -> bool:
        """Whether an answer is a right move of a puzzle that goes on after it."""
        return self.puzzle is not None and given.part != 1.0 and bool(self.found([given]))

    def tries(self, given: Sequence[Given]) -> list[Given]:
        """The answers without the steps."""
        return [each for each in given if not self.is_step(each)]

    def is_done(self, given: Sequence[Given], tries: int) -> bool:
        """Whether no more answers are taken: one was right, or the tries are used up."""
        judged = sum(each.part is not None for each in self.tries(given))
        return best(given) == 1.0 or judged >= (tries or ENOUGH) or len(given) >= ENOUGH

    def asked(self, given: Sequence[Given]) -> dict[str, Any] | None:
        """The question as it is shown. Of a puzzle that is the position that was reached by ``moves``, with how many
        are ``found``, how many there are ``to_find``, and the boards of the last step, move by move (``played``)."""
        question, puzzle = self.question, self.puzzle
        if question is None or question.board is None or puzzle is None:
            return None if question is None else question.as_json(False)
        moves, seats = self.found(given), walking.movers(puzzle)
        game, positions = walking.line(puzzle, moves)
        boards = [Board.at(game, question.board.options, each) for each in positions]
        own = [number for number, seat in enumerate(seats) if seat == seats[0]]
        played = [
            {"view": boards[number + 1].view, "last": _effect(game, positions[number], moves[number])}
            for number in range(max((each for each in own if each < len(moves)), default=0), len(moves))
        ]
        way = {"moves": moves, "found": sum(each < len(moves) for each in own), "to_find": len(own), "played": played}
        return question.as_json(False) | boards[-1].as_json() | way


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
        spent = [each for each in task.tries(given) if each.part is not None]
        wrong = sum(each.part != 1.0 for each in spent)
        tries = work.terms.tries
        return told | {
            "points": task.points,
            "question": task.asked(given),
            "exercise": None if task.entry["kind"] != "exercise" or task.problem else _exercise(task.entry, over),
            "read": task.is_read,
            "staged": task.entry.get("asked") == "stage",
            "given": [
                {"attempt": each.attempt, "text": each.text, "label": task.label(each.text), "part": each.part,
                 "late": each.late, "step": task.is_step(each),
                 "said": "" if task.question is None else task.question.said(each.text)} for each in given
            ],
            "left": max(0, tries - len(spent)) if tries else None,
            "hints": list(task.entry["hints"][:wrong]),
            "more_hints": len(task.entry["hints"]) > wrong,
            "part": best(given),
            "done": over or task.is_done(given, tries),
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
        own = [each for each in self._store.answers(work.id, person.number) if each.entry == at]
        normal = task.normal(text, own)

        def check(before: list[Given]) -> Given | None:
            same = next((each for each in before if each.text == normal), None)
            if same is not None:
                return same
            if attempt != len(before) + 1:
                raise _elsewhere()
            if task.is_done(before, tries):
                raise NoMoreTries(_("This question takes no more answers of yours."))
            return None

        repeated = check(own)
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
        if task.puzzle is not None:
            return walking.found(task.puzzle, text.split(BETWEEN)) / walking.to_find(task.puzzle), ""
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


def _elsewhere() -> Refusal:
    return AnsweredElsewhere(_("You have answered this on another device meanwhile; look at it first."))


def _effect(game: Game[Any, Any], position: Any, move: str) -> dict[str, Any]:
    return game.effect(position, game.require(position, move))


def _tasks(entries: Sequence[Entry]) -> list[Task]:
    found, number = [], 0
    for at, entry in enumerate(entries):
        asked = is_asked(entry)
        number += asked
        try:
            puzzle = keeping.find(entry["game"], entry["puzzle"]) if entry["kind"] == "puzzle" else None
            task = Task(at, number if asked else None, entry, heading(entry), question_of(entry), puzzle=puzzle)
            if not asked:
                scene_of(entry)
        except Refusal as refusal:  # of a game that is no longer here
            task = Task(at, number if asked else None, entry, _("Task {number}", number=at + 1), None, refusal.sentence)
        found.append(task)
    return found


def _exercise(entry: Entry, over: bool) -> dict[str, Any]:
    """What is told of an exercise; its reference once all is over."""
    game = registry.game(entry["game"])
    found = next(each for each in asking.listed(game) if each["id"] == entry["exercise"])
    told = {name: found[name] for name in ("text", "template")}
    return told | ({"reference": catalogue.exercise(found["id"], game).solution} if over else {})
