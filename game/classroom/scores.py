"""The results of a class as a table to take home, in CSV that spreadsheets read and never run."""

from __future__ import annotations

from plyground.classroom.room import Room
from plyground.core.messages import _
from plyground.core.spreadsheets import csv_text

_WORDS = {True: "right", False: "wrong", None: ""}
_PARTLY = "partly"


def as_csv(room: Room) -> str:
    """A row for each student, best first: nickname, score, and for each question the answer and whether it was right.

    The second row has the right answers.
    """
    with room.lock:
        questions = list(room.asked)
        students = sorted(
            (each for each in room.students.values() if not each.waits),
            key=lambda each: (-each.points, each.nickname.casefold()),
        )
        head, right = ["nickname", "score", "of"], [_("(right answers)"), "", ""]
        for number, question in enumerate(questions, 1):
            head += [f"{number}. {question.prompt}", _("{number}. right?", number=number)]
            right += [question.answer.label if question.answer is not None else "", ""]
        rows = [right]
        for student in students:
            row = [student.nickname, str(student.points), str(student.asked)]
            for question in questions:
                given = student.given.get(question.id)
                if given is None:
                    row += ["", ""]
                    continue
                partly = given.correct is False and question.part(question.answers[student.key])
                row += [given.label, _PARTLY if partly else _WORDS[given.correct]]
            rows.append(row)
    return "\ufeff" + csv_text(head, rows, "\r\n")
