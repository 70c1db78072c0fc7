"""The students of one class: who is in it, found by their secret, taken in and sent out."""

from __future__ import annotations

import hmac

from plyground.classroom import nicknames
from plyground.classroom.member import Student
from plyground.core.refusals import ClassFull, NicknameTaken, NotInClass
from plyground.sessions.tokens import digest, new_token

MOST_STUDENTS = 100


class Register(dict[str, Student]):
    """Students by key, in the order in which they came. Not locked: the class locks."""

    def __init__(self) -> None:
        super().__init__()
        self._number = 0

    def enrol(self, nickname: str) -> tuple[Student, str]:
        """Take a new student in; returns them and their token. Raises a refusal."""
        if len(self) >= MOST_STUDENTS:
            raise ClassFull(f"The class is full: it has {MOST_STUDENTS} students.")
        shown = nicknames.checked(nickname)
        if any(nicknames.folded(each.nickname) == nicknames.folded(shown) for each in self.values()):
            raise NicknameTaken("Somebody in this class has this nickname already; choose another.")
        self._number += 1
        token = new_token()
        student = Student(f"n{self._number}", shown, digest(token))
        self[student.key] = student
        return student, token

    def of(self, token: str) -> Student | None:
        """The student whose token this is."""
        wanted = digest(token)
        return next((each for each in self.values() if hmac.compare_digest(each.token, wanted)), None)

    def send_out(self, key: str) -> None:
        """Forget a student; raises ``NotInClass``."""
        if self.pop(key, None) is None:
            raise NotInClass("There is no such student in this class.")

    @property
    def connected(self) -> list[Student]:
        """Those who are there."""
        return [each for each in self.values() if each.connected]
