"""The results of a class as a table to take home, in CSV that spreadsheets read and never run."""

from __future__ import annotations

import csv
import io

from plyground.classroom.room import Room

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_WORDS = {True: "right", False: "wrong", None: ""}


def harmless(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula: after an apostrophe where it might."""
    return f"'{text}" if text.lstrip().startswith(_DANGEROUS) else text


def as_csv(room: Room) -> str:
    """A row for each student, best first: nickname, score, and for each question the answer and whether it was right.

    The second row has the right answers.
    """
    with room.lock:
        questions = list(room.asked)
        students = sorted(room.students.values(), key=lambda each: (-each.right, each.nickname.casefold()))
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\r\n")
        head, right = ["nickname", "score", "of"], ["(right answers)", "", ""]
        for number, question in enumerate(questions, 1):
            head += [harmless(f"{number}. {question.prompt}"), f"{number}. right?"]
            right += [harmless(question.answer.label if question.answer is not None else ""), ""]
        write.writerow(head)
        write.writerow(right)
        for student in students:
            row = [harmless(student.nickname), str(student.right), str(student.asked)]
            for question in questions:
                given = student.given.get(question.id)
                row += [harmless(given.label), _WORDS[given.correct]] if given is not None else ["", ""]
            write.writerow(row)
    return "\ufeff" + out.getvalue()
