"""A class as rows of the store, and back: what has to be kept of it so that it goes on after a restart.

Nothing here asks the time of day. The time that a question has left, and the time since the teacher's last command,
stand still while no server runs.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from plyground.classroom.commands import seek_again
from plyground.classroom.contests.contest import Contest
from plyground.classroom.contests.running import Running
from plyground.classroom.match import Match
from plyground.classroom.register import Given, Student
from plyground.classroom.room import Room
from plyground.classroom.services import Services
from plyground.classroom.store import Change, Rows
from plyground.classroom.vote import Vote
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import from_parts, with_parts
from plyground.core.refusals import Closing, StorageFailed
from plyground.sessions.question import WELCOME, Answer, Board, Option, Question

log = logging.getLogger(__name__)

_FLAGS = ("paused", "follow", "names_shown", "tally_shown", "approval")
IDLE_STEP = 900.0
"""Seconds without a command of the teacher after which that is written."""
_PASSING = ("idle", "question_left")
"""Columns that change with time alone; they are written with what else changes."""


class Keeping:
    """What of one class is on the disk, so that only what changed is written. Used with the class locked."""

    def __init__(self, room: Room, known: Rows | None = None) -> None:
        """``known`` are the rows that the store has; without them the class is new to it."""
        self._room = room
        self._known: Rows = known or {}
        self._whole = known is not None
        """Whether ``_known`` is surely what the store has; if not, everything is written."""
        self._final: set[str] = set()
        """Questions that will change no more, which need not be compared."""
        self._answered = False
        """Whether an answer was written since, without the class's own row."""

    def save(self, answer: tuple[str, str] | None = None) -> Callable[[], None]:
        """Have what changed written; what is returned waits until it is on the disk and raises ``StorageFailed``.

        Given an ``answer``, by its question and student, this alone is compared and written, so that answering takes
        as long in a large class as in a small one. After a failure everything is written the next time.
        """
        if answer is not None and self._stands_alone(*answer):
            return self._save_answer(*answer)
        room, anew = self._room, not self._whole
        if anew:
            self._final.clear()
        rows = rows_of(room, self._final)
        known = self._known
        changed = {name: row for name, row in rows.items() if anew or _differ(known.get(name), row)}
        gone = [name for name in self._known if name not in rows and not self._is_final(*name)]
        if not (changed or gone or self._answered):
            return lambda: None
        changed.setdefault(("class",), rows["class",])
        self._known, self._whole, self._answered = rows, True, False
        self._final |= {q.id for q in room.asked if q is not room.question and not q.thinking}
        return self._begin(Change(changed, gone, anew))

    def _stands_alone(self, question: str, student: str) -> bool:
        """Whether an answer can be written by itself, since the store has its question and its student."""
        return self._whole and ("question", question) in self._known and ("student", student) in self._known

    def _save_answer(self, question: str, student: str) -> Callable[[], None]:
        asked, name = self._room.question, ("answer", question, student)
        assert asked is not None
        assert asked.id == question
        self._answered = True
        self._known[name] = row = _answer_row(self._room, asked, student)
        return self._begin(Change({name: row}))

    def _begin(self, change: Change) -> Callable[[], None]:
        begun: Callable[[], None] | Refusal
        try:
            begun = self._room.services.store.begin(self._room.code, change)
        except Refusal as refusal:
            begun = refusal

        def waited() -> None:
            try:
                if isinstance(begun, Refusal):
                    raise begun
                begun()
            except Refusal:
                self._whole = False
                raise

        return waited

    def _is_final(self, kind: str, own_id: str = "", *_more: str) -> bool:
        """Whether a row belongs to a question that will change no more, though it is kept."""
        return kind in ("question", "answer") and own_id in self._final


def _differ(known: dict[str, Any] | None, row: dict[str, Any]) -> bool:
    """Whether a row has changed by more than what time alone changes."""
    return known != row and _lasting(known) != _lasting(row)


def _lasting(row: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if row is None else {name: value for name, value in row.items() if name not in _PASSING}


def _text(value: Any) -> str:
    return json.dumps(with_parts(value), ensure_ascii=False, separators=(",", ":"))


def _fields(question: Question) -> dict[str, Any]:
    """The fields of a question as they are now, whatever becomes of it."""
    return {**vars(question), "answers": dict(question.answers), "heaps": dict(question.heaps)}


@contextmanager
def written_or_undone(room: Room) -> Iterator[None]:
    """Around what changes a class and writes it, with the class locked: what cannot be written is undone."""
    with room.lock:
        back = _undo(room)
        try:
            yield
        except (StorageFailed, Closing):
            back()
            raise


def _undo(room: Room) -> Callable[[], None]:
    """What makes a class again what it is now."""
    question, play, asked = room.question, room.play, list(room.asked)
    held, contest = room.held, None if room.held is None else room.held.contest
    matches = [{**each, "results": dict(each["results"])} for each in room.matches]
    fields = {name: getattr(room, name) for name in (*_FLAGS, "scene", "plan", "number", "taught_at", "teacher")}
    question_fields = {} if question is None else _fields(question)
    students = [(each, {**vars(each), "given": dict(each.given)}) for each in room.students.values()]

    def back() -> None:
        if room.play is not play:
            room.stop_play()
        if room.held is not None and room.held is not held:
            room.held.drop()
        vars(room).update(fields)
        room.held, room.matches[:] = held, matches
        if held is not None and contest is not None:
            held.put_back(contest)
        room.question, room.asked[:] = question, asked
        if question is not None:
            vars(question).update(question_fields)
        room.students.clear()
        for student, was in students:
            vars(student).update(was)
            room.students[student.key] = student
        if room.play is not play and play is not None:
            room.play = play
            play.go_on()
        room.changed(everybody=True)

    return back


def rows_of(room: Room, without: set[str] | frozenset[str] = frozenset()) -> Rows:
    """All rows of a class but those of some questions."""
    now, question = room.services.monotonic(), room.question
    left = None if question is None else question.left
    if question is not None and question.ends is not None:
        left = max(1.0, question.ends - now)
    state = {
        **{name: getattr(room, name) for name in _FLAGS},
        "scene": room.scene,
        "plan": room.plan,
        "play": None if room.play is None else room.play.kept(),
        "contest": None if room.held is None else room.held.contest.as_json(),
        "matches": room.matches,
        "question": None if question is None else question.id,
        "asked": [each.id for each in room.asked],
        "students": list(room.students),
        "waiting": [each.key for each in room.students.waiting()],
        "numbers": [room.number, room.students.number],
        "done": room.done_by_teacher(),
        "idle": int((now - room.taught_at) // IDLE_STEP),
    }
    rows: Rows = {
        ("class",): {
            "teacher": room.teacher, "maker": room.maker, "seed": room.seed, "state": _text(state),
            "idle": now - room.taught_at, "question_left": left,
        }
    }  # fmt: skip
    for student in room.students.values():
        rows["student", student.key] = {
            "nickname": student.nickname, "token": student.token, "asked": student.asked, "score": student.right,
        }  # fmt: skip
    for each in {q.id: q for q in (*room.asked, *([] if question is None else [question]))}.values():
        if each.id in without:
            continue
        rows["question", each.id] = {"data": _text(_question_as_json(each))}
        for key in each.answers:
            rows["answer", each.id, key] = _answer_row(room, each, key)
    return rows


def _answer_row(room: Room, question: Question, student: str) -> dict[str, Any]:
    given = room.students[student].given.get(question.id) if student in room.students else None
    label, correct = (None, None) if given is None else (given.label, given.correct)
    return {"text": question.answers[student], "label": label, "correct": correct}


def restored(code: str, rows: Rows, services: Services) -> Room:
    """The class that the rows tell of, which goes on."""
    row = rows["class",]
    room = Room(code, row["teacher"], row["maker"], row["seed"], services)
    state = from_parts(json.loads(row["state"]))
    with room.lock:
        _fill(room, rows, state)
        keeping = Keeping(room, rows)
        _go_on(room, state["play"])
        if state.get("contest") is not None:
            room.held = held = Running(room, Contest.from_json(state["contest"]))
            held.go_on()
        room.save = keeping.save
    return room


def _go_on(room: Room, play: dict[str, Any] | None) -> None:
    """Let clocks, searches and games of a class run again. What is gone meanwhile is put away."""
    question = room.question
    try:
        if question is not None and question.left is not None and not room.paused:
            room.give_time(question, question.left)
        seek_again(room)
        if play is not None:
            fields = {name: play[name] for name in ("seat", "seconds", "what", "prompt", "ply") if name in play}
            room.play = (Vote if play["kind"] == "vote" else Match)(room, play["id"], **fields)
            room.play.go_on()
    except Refusal as refusal:
        log.warning("A class could not go on with its question: %s", refusal.sentence)
        room.stop_play()
        room.clear()
        room.scene = WELCOME


def _fill(room: Room, rows: Rows, state: dict[str, Any]) -> None:
    row = rows["class",]
    for flag in _FLAGS:
        setattr(room, flag, state.get(flag, False))
    room.scene = state["scene"]
    room.plan = state.get("plan")
    room.matches = state.get("matches", [])
    room.taught_at = room.services.monotonic() - row["idle"]
    room.number, room.students.number = state["numbers"]
    room.remember(state["done"])
    for key in state["students"]:
        kept = rows["student", key]
        room.students[key] = Student(
            key, kept["nickname"], kept["token"], asked=kept["asked"], right=kept["score"], given={},
            waits=key in state.get("waiting", ()),
        )  # fmt: skip
    questions = {
        name[1]: _question_from_json(name[1], from_parts(json.loads(kept["data"])))
        for name, kept in rows.items()
        if name[0] == "question"
    }
    for name, kept in rows.items():
        if name[0] == "answer" and name[1] in questions and name[2] in room.students:
            _, question, student = name
            questions[question].answers[student] = kept["text"]
            if kept["label"] is not None:
                room.students[student].given[question] = Given(kept["label"], kept["correct"])
                part = 0.0 if kept["correct"] is not False else questions[question].part(kept["text"])
                room.students[student].parts += part or 0.0
    room.asked = [questions[each] for each in state["asked"] if each in questions]
    room.question = questions.get(state["question"])
    if room.question is not None and room.question.state == "open":
        room.question.left = row["question_left"]


def _question_as_json(question: Question) -> dict[str, Any]:
    answer = question.answer
    return {
        "kind": question.kind,
        "prompt": question.prompt,
        "board": None if question.board is None else {**question.board.as_json(), "last": question.board.last},
        "stage": question.stage,
        "choices": [option.as_json() for option in question.choices],
        "source": question.source,
        "answer": None if answer is None else answer.as_json(),
        "thinking": question.thinking,
        "state": question.state,
        "graded": question.graded,
        "heaps": question.heaps,
        "cuts": question.cuts,
    }


def _question_from_json(own_id: str, data: dict[str, Any]) -> Question:
    answer = data["answer"]
    if answer is not None:
        answer = Answer(**{**answer, "right": frozenset(answer["right"])})
    return Question(
        kind=data["kind"],
        prompt=data["prompt"],
        board=None if data["board"] is None else _board(data["board"]),
        stage=data["stage"],
        choices=tuple(Option(each["text"], each["label"]) for each in data["choices"]),
        source=data["source"],
        answer=answer,
        thinking=data["thinking"],
        state=data["state"],
        graded=data["graded"],
        heaps=data.get("heaps", {}),
        cuts=data.get("cuts", False),
        id=own_id,
    )


def _board(data: dict[str, Any]) -> Board | None:
    """The board, whose position is unknown where the text hides some of it; None if there is no such game any more."""
    try:
        rules = registry.game(data["game"])
    except Refusal:
        log.warning("A class was asked about the game %s, which is not here any more.", data["game"])
        return None
    try:
        position = rules.parse_position(data["position"], data["options"])
    except Refusal:
        position = None
    return Board(rules, data["options"], position, data["position"], data["view"], data.get("last"))
