"""Who is in a class: the code by which it is entered, nicknames, and the students, found by their secret.

All of it goes with the class.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from plyground.core import join_codes
from plyground.core.look_alikes import alike
from plyground.core.messages import _
from plyground.core.nicknames import checked_nickname, fit_for_class
from plyground.core.refusals import ClassFull, NameApproved, NicknameTaken, NotInClass
from plyground.sessions.keys import LONGEST, STUDENT, digest

LENGTH = 6
"""Letters of a code: some 890 millions of codes."""


def new_code() -> str:
    """A random code."""
    return join_codes.new_code(LENGTH)


def normal_code(given: str) -> str:
    """A code as somebody typed it; "" if it cannot be one."""
    return join_codes.normal_code(given, LENGTH)


@dataclass(frozen=True)
class Given:
    """An answer to a question, and whether it was right (None where nothing is right or wrong)."""

    label: str
    correct: bool | None = None


@dataclass
class Student:
    """One student. ``token`` is the digest of the secret, ``key`` the name by which the teacher's page knows them.

    ``asked`` and ``right`` count the questions that had a right answer, ``parts`` is what answers that were not quite
    right are worth together; ``given`` keeps the answers to all questions that were revealed, by the question's id.
    ``waits`` says that the teacher has yet to approve the nickname: until then nobody else sees it, and its student
    answers nothing. ``worn`` are the digests of secrets that were renewed, while this process remembers.
    """

    key: str
    nickname: str
    token: str
    connections: set[str] = field(default_factory=set)
    asked: int = 0
    right: int = 0
    parts: float = 0.0
    given: dict[str, Given] = field(default_factory=dict)
    worn: set[str] = field(default_factory=set)
    waits: bool = False

    @property
    def connected(self) -> bool:
        return bool(self.connections)

    @property
    def points(self) -> float:
        """All points; a whole number has no fraction to show."""
        points = self.right + self.parts
        return int(points) if points == int(points) else points

    def for_teacher(self, answered: bool) -> dict[str, Any]:
        """One row of the teacher's list."""
        return {
            "key": self.key,
            "nickname": self.nickname,
            "connected": self.connected,
            "score": self.points,
            "answered": answered,
            "waits": self.waits,
        }


MOST_STUDENTS, MOST_WAITING = 400, 400
"""Who takes part at most, and names that wait besides."""


class Register(dict[str, Student]):
    """Students by key, in the order in which they came; the last got ``number``. Not locked: the class locks."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0
        self.refused: set[str] = set()
        """Names that the teacher did not approve; they are not asked for again while the server runs."""

    def enrol(self, nickname: str, waits: bool = False) -> tuple[Student, str]:
        """Take a new student in, who waits for approval where names have to; returns them and their token. Raises a
        refusal."""
        if waits and len(self.waiting()) >= MOST_WAITING:
            raise ClassFull(_("Too many names wait for the teacher; try again in a moment."))
        if not waits:
            self.insist_room()
        shown = checked_nickname(nickname)
        fit_for_class(shown)
        if any(alike(each, shown) for each in self.refused):
            raise NicknameTaken(_("The teacher did not approve this name; choose another."))
        if any(alike(each.nickname, shown) for each in self.values()):
            raise NicknameTaken(_("Somebody in this class has this nickname already; choose another."))
        self.number += 1
        token, kept = STUDENT.new()
        student = Student(f"n{self.number}", shown, kept, waits=waits)
        self[student.key] = student
        return student, token

    def insist_room(self) -> None:
        """Raises ``ClassFull`` where nobody more may take part."""
        if len(self) - len(self.waiting()) >= MOST_STUDENTS:
            raise ClassFull(_("The class is full: it has {most_students} students.", most_students=MOST_STUDENTS))

    def of(self, token: str) -> Student | None:
        """The student whose token this is."""
        kept = digest(token[:LONGEST])
        return next((each for each in self.values() if compare_digest(kept, each.token)), None)

    def renewed(self, token: str) -> bool:
        """Whether this was a student's token, in whose place they have a new one."""
        kept = digest(token)
        return any(kept in each.worn for each in self.values())

    def send_out(self, key: str) -> None:
        if self.pop(key, None) is None:
            raise NotInClass(_("There is no such student in this class."))

    @property
    def connected(self) -> list[Student]:
        return [each for each in self.values() if each.connected]

    @property
    def present(self) -> list[Student]:
        """Those who are here and take part."""
        return [each for each in self.connected if not each.waits]

    def waiting(self, key: str = "") -> list[Student]:
        """Those whose names wait for approval: all, or the one of a key; raises ``NotInClass`` or ``NameApproved``."""
        if not key:
            return [each for each in self.values() if each.waits]
        if key not in self:
            raise NotInClass(_("There is no such student in this class."))
        if not self[key].waits:
            raise NameApproved(_("This name does not wait for approval any more."))
        return [self[key]]
