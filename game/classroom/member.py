"""A student of a class: nickname, connections, answers, score. Kept in memory only, and gone with the class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Given:
    """An answer to a question, and whether it was right (None where nothing is right or wrong)."""

    label: str
    correct: bool | None = None


@dataclass
class Student:
    """One student. ``token`` is the digest of the secret, ``key`` the name by which the teacher's page knows them.

    ``asked`` and ``right`` count the questions that had a right answer; ``given`` keeps the answers to all questions
    that were revealed, by the question's id.
    """

    key: str
    nickname: str
    token: str
    connections: set[str] = field(default_factory=set)
    asked: int = 0
    right: int = 0
    given: dict[str, Given] = field(default_factory=dict)

    @property
    def connected(self) -> bool:
        """Whether one of their pages is there."""
        return bool(self.connections)

    def for_teacher(self, answered: bool) -> dict[str, Any]:
        """One row of the teacher's list."""
        return {
            "key": self.key,
            "nickname": self.nickname,
            "connected": self.connected,
            "score": self.right,
            "answered": answered,
        }
