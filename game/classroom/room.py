"""One class: who is there, and the question that is asked; what is known and told of it is its ``RoomState``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.classroom.contests.contest import TEACHER
from plyground.classroom.pacing import for_students
from plyground.classroom.register import Given, Student
from plyground.classroom.room_state import RoomState
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import (
    ClassPaused,
    Closing,
    NameWaits,
    NicknameNeeded,
    NoQuestion,
    NoSuchClass,
    NoSuchStudent,
    NotStudent,
    NotTeacher,
    QuestionClosed,
    TooManyQuestions,
)
from plyground.sessions import filling, reading
from plyground.sessions.keys import digest, is_key
from plyground.sessions.question import LONGEST_ANSWER, WELCOME, Answer, Question

MOST_QUESTIONS = 300
LONGEST_CLASS = 3 * 3600.0
"""Seconds after the teacher's last command at which a class ends by itself."""
_REMEMBERED_FOR_LATER = 20


class Room(RoomState):
    """One class, and what is done in it."""

    # Coming and going

    def renew_student(self, student: Student, token: str) -> None:
        """A student has a new token; every page that came by the old one has to show the new one."""
        with self.lock:
            old, student.token = student.token, digest(token)
            if student.token == old:  # it was done, and the answer to that was lost
                return
            try:
                self.save()()
            except Refusal:
                student.token = old
                raise
            student.worn.add(old)
            if self.held is not None:
                self.held.renewed(student.key, token)
            pages, student.connections = student.connections, set()
            for connection in pages:
                self.services.listeners.publish(connection, "again", {})
            self.changed()

    def renew_teacher(self, token: str) -> None:
        """The teacher has a new token; every page that came by the old one has to show the new one."""
        with self.lock:
            pages, self.teachers = self.teachers, set()
            self.teacher = digest(token)
            if self.held is not None:
                self.held.renewed(TEACHER, token)
            for connection in pages:
                self.services.listeners.publish(connection, "again", {})
            self.changed()

    def is_teacher(self, token: str) -> bool:
        return is_key(token, self.teacher)

    def opened_by(self, token: str) -> bool:
        with self.lock:
            return self.is_teacher(token) or self.students.of(token) is not None

    def join(
        self, connection: str, role: str, token: str, nickname: str, enter: Callable[[str], None],
        admit: Callable[[], None],
    ) -> dict[str, Any]:  # fmt: skip
        """Let a connection in; returns the fields of the acknowledgement. ``enter(room)`` is called with the class
        locked, before its state is taken; ``admit()`` before a new student is kept, and may raise a refusal."""
        with self.lock:
            self._check_open()
            self.forget(connection)
            if role == "teacher":
                if not self.is_teacher(token):
                    raise NotTeacher(_("This link is not the teacher’s of this class."))
                self.teachers.add(connection)
                enter(self.room)
                enter(self.screens)
                enter(self.desk)
                self.changed()
                return {"state": self.state(), "teacher": self.for_teacher(), **self._contest(enter)}
            if role == "wall":
                self.walls.add(connection)
                enter(self.room)
                enter(self.screens)
                return {"state": self.state(), **self._contest(enter)}
            student = self.students.of(token) if token else None
            fresh = ""
            if student is None:
                if self.students.renewed(token) and not nickname:
                    raise NoSuchStudent(
                        _("Your link to this class was renewed on another device; open the new one here.")
                    )
                if token and not nickname:
                    raise NoSuchStudent(_("You are not in this class, or no longer; give a nickname to join."))
                if not nickname:
                    raise NicknameNeeded(_("Please give a nickname to join the class."))
                student, fresh = self.students.enrol(nickname, self.approval)
                try:
                    admit()
                    self.save()()
                except Refusal:
                    self.students.send_out(student.key)
                    raise
            student.connections.add(connection)
            enter(self.room)
            enter(self.seats)
            enter(self.place(student.key))
            self._takes_part(student)
            self.changed()
            looks = self.held is not None and self.held.is_one(student.key)
            told = {"state": for_students(self.state()), "you": self.for_student(student), "token": fresh or token}
            return {**told, **self._contest(enter if looks else None)}

    def _contest(self, enter: Callable[[str], None] | None) -> dict[str, Any]:
        """What whoever comes is told of a match or a tournament; ``enter`` is given for a page that shows all boards,
        which hears of the next one too."""
        if enter is not None:
            enter(self.boards)
        if self.held is None:
            return {"contest": None}
        return {"contest": self.held.told(), **({} if enter is None else {"boards": self.held.cards()})}

    def _takes_part(self, student: Student) -> None:
        """Whoever is in the class is in its match or tournament."""
        if self.held is not None and not student.waits:
            self.held.came(student.key)

    def forget(self, connection: str) -> list[str]:
        """A connection leaves; returns the rooms that it was in."""
        with self.lock:
            rooms: list[str] = []
            if connection in self.teachers:
                rooms.append(self.desk)
            for student in self.students.values():
                if connection in student.connections:
                    student.connections.discard(connection)
                    rooms.append(self.place(student.key))
            if rooms:
                self.changed()
            if rooms or connection in self.walls:
                rooms += [self.room, self.screens, self.seats, self.boards]
            self.teachers.discard(connection)
            self.walls.discard(connection)
            self.seen_at = self.services.monotonic()
            return rooms

    @property
    def deserted(self) -> bool:
        with self.lock:
            return not (self.teachers or self.walls or self.students.connected)

    def standing(self, now: float) -> dict[str, Any]:
        """Counts of who is here, and the seconds since the teacher's last command."""
        with self.lock:
            return {
                "students": len(self.students.present),
                "members": len(self.students),
                "walls": len(self.walls),
                "asked": len(self.asked),
                "game": self.game,
                "idle": round(now - self.taught_at),
            }

    def approve(self, key: str = "") -> None:
        """Let a student take part whose name waits, or all of them."""
        with self.lock:
            for student in self.students.waiting(key):
                self.students.insist_room()
                student.waits = False
                self._takes_part(student)
                self.changed(student)

    def refuse(self, key: str = "") -> None:
        """Send a student out whose name waits, or all of them."""
        with self.lock:
            for student in self.students.waiting(key):
                self.students.refused.add(student.nickname)
                self.remove(student.key)

    def remove(self, key: str) -> None:
        """Send a student out; all that is kept of them goes."""
        with self.lock:
            place = self.place(key) if key in self.students else ""
            if self.held is not None and key in self.students:
                self.held.gone(key)
            self.students.send_out(key)
            for match in self.matches:
                match["results"].pop(key, None)
            for question in [*self.asked, *([] if self.question is None else [self.question])]:
                question.answers.pop(key, None)
            self.services.listeners.publish(place, "class_you", {"you": None})
            self.changed()

    # The student's side

    def answer(self, token: str, own_id: str, message: Mapping[str, Any]) -> dict[str, Any]:
        """A student answers; a second answer replaces the first. The class is not locked while the answer is written,
        so that those of many are written together."""
        name = f"{digest(token)[:16]}:{own_id}"
        with self.lock:
            if name in self._done:
                return self._done[name]
            self._check_open()
            student = self.students.of(token)
            if student is None:
                raise NotStudent(_("Only a student of this class answers; you are none, or no longer."))
            if student.waits:
                raise NameWaits(_("Your name waits for the teacher’s approval; wait a moment."))
            question = self.question
            asked = reading.a_text(message, "question", 40, required=True)
            fills = question is not None and question.kind == "fill"
            longest = filling.LONGEST if fills else LONGEST_ANSWER
            text = reading.a_text(message, "text", longest, required=True)
            if question is None:
                raise NoQuestion(_("No question is asked now."))
            if self.paused:
                raise ClassPaused(_("The teacher has paused the class; wait a moment."))
            if question.id == asked and question.answers.get(student.key) == text:
                return {"text": text}  # it was taken, and the answer to that was lost
            late = question.ends is not None and self.services.monotonic() >= question.ends
            late = late or (self.play is not None and self.play.late())
            if question.id != asked or question.state != "open" or late:
                raise QuestionClosed(_("This question takes no more answers."))
            answers, before, text = question.answers, question.answers.get(student.key), question.normal(text)
            answers[student.key] = text
            written = self.save((question.id, student.key))
            self.changed(student)
        try:
            written()
        except Refusal:
            with self.lock:
                if question.state == "open" and answers.get(student.key) == text:
                    answers.pop(student.key)
                    answers |= {} if before is None else {student.key: before}
                self.changed(student)
            raise
        with self.lock:
            self._done[name] = {"text": text}
        return {"text": text}

    # The question

    def ask(self, question: Question, seconds: float | None = None) -> Question:
        """Ask a new question in place of the old one; it gets its id here."""
        with self.lock:
            self._check_open()
            if len(self.asked) >= MOST_QUESTIONS:
                raise TooManyQuestions(
                    _(
                        "A class is asked at most {most_questions} questions; open another.",
                        most_questions=MOST_QUESTIONS,
                    )
                )
            self.clear()
            self.number += 1
            question.id = f"q{self.number}"
            self.question = question
            self.tally_shown = False
            if seconds is not None:
                self.give_time(question, seconds)
            self.changed(everybody=True)
            return question

    def give_time(self, question: Question, seconds: float) -> None:
        """Let a question take answers for so long; while the class is paused, from when it goes on."""
        with self.lock:
            if self.paused:
                question.ends, question.left = None, seconds
                return
            question.left, question.ends = None, self.services.monotonic() + seconds
            ends = question.ends
            self.services.timers.after(seconds, lambda: self._time_up(question, ends))

    def _time_up(self, question: Question, ends: float) -> None:
        with self.lock:
            if question is self.question and question.ends == ends and question.state == "open" and self.open:
                self.close_question()
                if self.play is not None:
                    self.play.time_up(question)

    def close_question(self) -> None:
        with self.lock:
            question = self._need_question()
            if question.state == "open":
                question.state, question.ends, question.left = "closed", None, None
                self.changed()

    def clear(self) -> None:
        """Put the question away; one that was not revealed counts for nobody, and its answer is looked for no more."""
        with self.lock:
            question, self.question = self.question, None
            if question is not None:
                if question.state != "revealed":
                    self._seek_no_more(question.id)
                self.changed(everybody=True)

    def _seek_no_more(self, *questions: str) -> None:
        """Let the answers to some questions not be looked for any more."""
        for cancel in [self.searches.pop(each) for each in questions if each in self.searches]:
            cancel()

    def answered(self, question: Question, answer: Answer | None) -> None:
        """What is right is known now (or, None, will not be), though the question may be put away meanwhile."""
        with self.lock:
            self.searches.pop(question.id, None)
            if not any(question is each for each in (self.question, *self.asked)):
                return
            question.thinking, question.answer = False, answer
            if question.state == "revealed":
                self._grade(question)
            self.changed()

    def reveal(self, graded: bool = True) -> None:
        """Take no more answers, show how they are spread and what is right; who was right gets a point."""
        with self.lock:
            question = self._need_question()
            if question.state == "revealed":
                return
            question.state, question.ends, question.left = "revealed", None, None
            if graded:
                self.asked.append(question)
                if not question.thinking:
                    self._grade(question)
            self.changed(everybody=True)

    def _grade(self, question: Question) -> None:
        if question.graded:
            return
        question.graded = True
        for student in self.students.values():
            if student.waits:
                continue
            text = question.answers.get(student.key)
            correct = None if text is None else question.correct(text)
            if question.answer is not None and question.answer.right:
                student.asked += 1
                student.right += correct is True
                student.parts += 0.0 if correct or text is None else question.part(text) or 0.0
            if text is not None:
                student.given[question.id] = Given(question.label(text), correct)
        self.changed(everybody=True)

    def _need_question(self) -> Question:
        if self.question is None:
            raise NoQuestion(_("No question is asked now."))
        return self.question

    # The class as a whole

    def pause(self, on: bool) -> None:
        """Let nobody answer for a while; the time of a question stands still."""
        with self.lock:
            question = self.question
            if on == self.paused:
                return
            self.paused = on
            if question is not None and question.state == "open":
                if on and question.ends is not None:
                    question.left = max(1.0, question.ends - self.services.monotonic())
                    question.ends = None
                elif not on and question.left is not None:
                    self.give_time(question, question.left)
            self.changed()

    def stop_play(self) -> None:
        """Have no more to do with a game."""
        with self.lock:
            play, self.play = self.play, None
            if play is not None:
                play.drop()

    def rest(self) -> None:
        """Do no more here, for the server ends: the class goes on at the next start."""
        with self.lock:
            self._tell_no_more()
            self._seek_no_more(*self.searches)
            self.stop_play()
            if self.held is not None:
                self.held.drop()
            self.save = _resting

    def end(self) -> None:
        """End the class: let all that is known of its students go, and tell everybody. Raises ``StorageFailed``, and
        then the class goes on."""
        with self.lock:
            if not self.open:
                return
            self.services.store.delete(self.code)
            self.save = lambda answer=None: lambda: None
            self.stop_play()
            if self.held is not None:
                self.held.drop()
            self.held = None
            self.matches.clear()
            self.clear()
            self._seek_no_more(*self.searches)
            self.open, self.paused, self.scene = False, False, WELCOME
            self._tell_no_more()
            self.students.clear()
            self.asked.clear()
            self._done.clear()
            self._tell()

    def once(self, who: str, own_id: str, do: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Carry out a command, or if the same id came from the same before, give the same answer again."""
        with self.lock:
            key = f"{who}:{own_id}"
            if key not in self._done:
                self._done[key] = do()
                try:
                    self.save()()
                except Refusal:
                    del self._done[key]
                    raise
            return self._done[key]

    def done_by_teacher(self) -> dict[str, dict[str, Any]]:
        """The answers to the teacher's last commands, which are not carried out again if they come again."""
        done = [(key, answer) for key, answer in self._done.items() if key.startswith("teacher:")]
        return dict(done[-_REMEMBERED_FOR_LATER:])

    def remember(self, done: Mapping[str, dict[str, Any]]) -> None:
        """What ``done_by_teacher`` gave before a restart."""
        for key, answer in done.items():
            self._done[key] = answer

    def _check_open(self) -> None:
        if not self.open:
            raise NoSuchClass(_("This class has ended."))


def _resting(answer: tuple[str, str] | None = None) -> Callable[[], None]:
    """What is done in a class that rests is not kept, so it must not be acknowledged."""

    def waited() -> None:
        raise Closing(_("The server is shutting down; try again in a moment."))

    return waited
