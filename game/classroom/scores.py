"""The results of a class as a table to take home."""

from __future__ import annotations

from plyground.classroom.room import Room
from plyground.core import registry
from plyground.core.messages import _

_WORDS = {True: _("right"), False: _("wrong"), None: ""}
_PARTLY = _("partly right")
KIND_WORDS = {
    "simul": _("Simultaneous match"),
    "swiss": _("Swiss tournament"),
    "round_robin": _("Round robin"),
    "ladder": _("Ladder"),
}


def table(room: Room) -> list[list[str]]:
    """A header; then a row for each student, best first: nickname, score, and for each question the answer and whether
    it was right; then what came of each match and tournament.

    The row after the header has the right answers.
    """
    with room.lock:
        questions = list(room.asked)
        students = sorted(
            (each for each in room.students.values() if not each.waits),
            key=lambda each: (-each.points, each.nickname.casefold()),
        )
        head, right = [_("nickname"), _("score"), _("of")], [_("(right answers)"), "", ""]
        for number, question in enumerate(questions, 1):
            head += [_("{number}. {question}", number=number, question=question.prompt)]
            head.append(_("{number}. right?", number=number))
            right += [question.answer.label if question.answer is not None else "", ""]
        for match in room.matches:
            title = registry.game(match["game"]).spec.title
            head.append(_("{kind}: {game}", kind=KIND_WORDS[match["kind"]], game=title))
            right.append("")
        rows = [head, right]
        for student in students:
            row = [student.nickname, str(student.points), str(student.asked)]
            for question in questions:
                given = student.given.get(question.id)
                if given is None:
                    row += ["", ""]
                    continue
                partly = given.correct is False and question.part(question.answers[student.key])
                row += [given.label, _PARTLY if partly else _WORDS[given.correct]]
            rows.append(row + [_came_to(match["results"].get(student.key)) for match in room.matches])
    return rows


def _came_to(result: list[float] | None) -> str:
    """What a student has won in a match or a tournament: points, games, and the place there where there is one."""
    if result is None:
        return ""
    points, games, place = result
    if not place:
        return _("{points} of {games}", points=points, games=games)
    return _("{points} of {games}, place {place}", points=points, games=games, place=place)
