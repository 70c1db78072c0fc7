"""What is known of one class, and what its screens are told of it.

One lock guards a class. It may be held while a game is asked for something, never the other way round: games are heard
through ``listeners``. Everybody is told of changes at most four times a second, students of what only counts more
seldom where they are many (``pacing``); what changed between is told together.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import Any, Protocol

from plyground.classroom.contests.hooks import Held
from plyground.classroom.pacing import Pace, for_students
from plyground.classroom.register import Register, Student
from plyground.classroom.services import Play, Services
from plyground.classroom.staged import Shown
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import NoSuchTrace
from plyground.sessions.question import WELCOME, Question
from plyground.sessions.timers import Timer

TELL_SECONDS = 0.25
_RETRY_SECONDS = 2.0
_REMEMBERED = 1024


class Save(Protocol):
    """Has what changed in a class written: all of it, or, given a question's id and a student's key, this answer."""

    def __call__(self, answer: tuple[str, str] | None = None) -> Callable[[], None]:
        """What is returned waits until it is on the disk, and raises ``StorageFailed``."""
        ...


class RoomState:
    """What is known of one class. Public methods may be called from any thread; ``lock`` may be held around several."""

    def __init__(self, code: str, teacher: str, maker: str, seed: int, services: Services) -> None:
        """``teacher`` is the digest of the teacher's token, ``maker`` stands for the address that opened the class.

        The worksheets and their keys grow from ``seed``: nobody but the teacher is to know it.
        """
        self.code, self.maker, self.seed, self.services = code, maker, seed, services
        self.lots = int.from_bytes(hashlib.sha256(f"lots {seed}".encode()).digest()[:4], "big")
        """The seed of lots and of games, which may be seen: it does not tell ``seed``."""
        self.lock = threading.RLock()
        self.open, self.paused, self.follow = True, False, True
        self.names_shown = self.tally_shown = self.approval = False
        self.scene: dict[str, Any] = WELCOME
        self.question: Question | None = None
        self.asked: list[Question] = []
        """Every question that was revealed, in order."""
        self.play: Play | None = None
        self.held: Held | None = None
        """The match or the tournament of the class; one that is over stays until it is put away."""
        self.matches: list[dict[str, Any]] = []
        """What came of those that are over, in order."""
        self.plan: dict[str, Any] | None = None
        """The plan that the class goes through: its ``id``, its ``title``, and ``at``, the entry on screen, from 0."""
        self.students = Register()
        self.teachers: set[str] = set()
        self.walls: set[str] = set()
        self.taught_at = self.seen_at = services.monotonic()
        self.teacher = teacher
        self.number = 0
        """The number of the last question."""
        self.save: Save = lambda answer=None: lambda: None
        self._seq = 0
        self._done: Recent[str, dict[str, Any]] = Recent(_REMEMBERED)
        self._telling: Timer | None = None
        self._told_at = -TELL_SECONDS
        self._you_changed: set[str] = set()
        self._pace = Pace()
        self._counting: Timer | None = None
        self.searches: dict[str, Callable[[], None]] = {}
        """What ends the searches for an answer that are under way, by the question's id."""

    @property
    def game(self) -> str:
        """The game that the class looks at, or looked at last; "" if there was none."""
        with self.lock:
            boards = [each.board for each in (self.question, *reversed(self.asked)) if each is not None and each.board]
            return str(self.scene.get("game") or (boards[0].rules.spec.id if boards and boards[0] else ""))

    # What is told

    @property
    def room(self) -> str:
        return f"class/{self.code}"

    def state(self) -> dict[str, Any]:
        """What everybody may see."""
        with self.lock:
            shown = [student.nickname for student in self.students.present]
            question = self.question
            return {
                "code": self.code,
                "seq": self._seq,
                "open": self.open,
                "paused": self.paused,
                "follow": self.follow,
                "count": len(shown),
                "names": sorted(shown, key=str.casefold) if self.names_shown else None,
                "scene": self._told_scene(),
                "question": None if question is None else self._told_question(question),
                "now": self.services.monotonic(),
            }

    def _told_question(self, question: Question) -> dict[str, Any]:
        """The question as all may see it; what is asked about a stage has no board beside it."""
        told = question.as_json(self.tally_shown)
        if not question.stage:
            return told
        shown = Shown(question.stage)
        stage = shown.as_json(self.seed, self._veil)
        return {**told, "stage": stage, "game": None, "options": None, "position": None, "view": None}

    def _told_scene(self) -> dict[str, Any]:
        """The scene as all may see it; the link of a stage is for those who may look around."""
        scene = self.scene
        if scene["kind"] != "stage":
            return scene
        told = {**scene, "stage": Shown(scene["link"]).as_json(self.seed, self._veil), "link": ""}
        return told if self.follow or self._veil else {**told, "link": scene["link"]}

    @property
    def _veil(self) -> str:
        """The question on whose account something is hidden."""
        question = self.question
        return question.id if question is not None and question.stage and question.state != "revealed" else ""

    def _stages(self) -> dict[str, Shown]:
        """The stages on screen, by their names."""
        question, kind = self.question, self.question.kind if self.question is not None and self._veil else ""
        links = [self.scene["link"]] if self.scene["kind"] == "stage" else []
        links += [question.stage] if question is not None and question.stage else []
        return {shown.name(self.seed): shown for shown in (Shown(link, kind) for link in links)}

    def stage(self, name: str) -> Shown:
        """The stage of this name, if it is on screen; raises ``NoSuchTrace``."""
        with self.lock:
            found = self._stages().get(name)
        if found is None:
            raise NoSuchTrace(_("This search is not on screen any more."))
        return found

    def for_teacher(self) -> dict[str, Any]:
        """What the teacher alone may see."""
        with self.lock:
            question = self.question
            answered = set() if question is None else set(question.answers)
            return {
                "students": [each.for_teacher(each.key in answered) for each in self.students.values()],
                "answer": question.answer.as_json() if question is not None and question.answer is not None else None,
                "tally": None if question is None else question.tally(),
                "in_words": question.in_words() if question is not None and question.kind == "text" else None,
                "tally_shown": self.tally_shown,
                "names_shown": self.names_shown,
                "approval": self.approval,
                "asked": len(self.asked),
                "play": None if self.play is None else self.play.as_json(),
                "seed": self.seed,
                "plan": self.plan,
                "links": {name: shown.link for name, shown in self._stages().items()},
            }

    def for_student(self, student: Student) -> dict[str, Any]:
        question = self.question
        text = None if question is None else question.answers.get(student.key)
        graded = text is not None and question is not None and question.state == "revealed"
        return {
            "nickname": student.nickname,
            "waits": student.waits,
            "score": student.points,
            "right": student.points,
            "asked": student.asked,
            "answered": text,
            "correct": question.correct(text) if graded and question is not None and text is not None else None,
            "part": question.part(text) if graded and question is not None and text is not None else None,
            "said": question.said(text) if graded and question is not None and text is not None else "",
            **({} if self.held is None else {"contest": self.held.board_of(student.key)}),
        }

    def changed(self, student: Student | None = None, everybody: bool = False) -> None:
        """Something changed: tell soon. The lock is held."""
        if everybody:
            self._you_changed.update(self.students)
        elif student is not None:
            self._you_changed.add(student.key)
        if self._telling is None:
            wait = self._told_at + TELL_SECONDS - self.services.monotonic()
            self._telling = self.services.timers.after(wait, self._tell)

    def _tell(self) -> None:
        with self.lock:
            self._telling = None
            self._told_at = self.services.monotonic()
            try:
                self.save()()  # what the class did by itself is on the disk before anybody hears of it
            except Refusal:
                self._telling = self.services.timers.after(_RETRY_SECONDS, self._tell)
            self._seq += 1
            publish = self.services.listeners.publish
            state = self.state()
            publish(self.screens, "class_state", {"state": state})
            self._tell_students(for_students(state))
            for key in self._you_changed & self.students.keys():
                if self.students[key].connected:
                    publish(self.place(key), "class_you", {"you": self.for_student(self.students[key])})
            self._you_changed.clear()
            if self.held is not None:
                self.held.tell()
            if self.teachers:
                publish(self.desk, "class_teacher", {"teacher": self.for_teacher()})

    def _tell_students(self, state: dict[str, Any]) -> None:
        """Tell the students, now or, where it is only counted on, when it is their time."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        now = self.services.monotonic()
        wait = self._pace.wait(state, len(self.students.connected), now)
        if wait:
            self._counting = self.services.timers.after(wait, self._tell_counts)
        elif wait is not None:
            self._pace.told(state, now)
            self.services.listeners.publish(self.seats, "class_state", {"state": state})

    def _tell_counts(self) -> None:
        with self.lock:
            self._counting = None
            self.changed()

    def _tell_no_more(self) -> None:
        for timer in (self._telling, self._counting):
            if timer is not None:
                timer.cancel()

    @property
    def screens(self) -> str:
        """The room of walls and teachers' pages, which count as it goes."""
        return f"{self.room}/screens"

    @property
    def seats(self) -> str:
        """The room of all students' pages."""
        return f"{self.room}/students"

    @property
    def desk(self) -> str:
        """The room of the teacher's pages: another one when the teacher has another token."""
        return f"{self.room}/teacher {self.teacher[:12]}"

    @property
    def boards(self) -> str:
        """The room of the pages that show every board of a match or a tournament."""
        return f"{self.room}/boards"

    def place(self, key: str) -> str:
        """The room of a student's pages: another one when the student has another token."""
        return f"{self.room}/{key} {self.students[key].token[:12]}"
