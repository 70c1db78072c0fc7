"""What a class asks of the contest that it holds. Called with the class locked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from plyground.classroom.contests.contest import Contest


class Held(ABC):
    """A match or a tournament of a class; ``contest`` is how it stands."""

    contest: Contest

    @abstractmethod
    def told(self) -> dict[str, Any]:
        """What everybody in the class may know of it."""

    @abstractmethod
    def cards(self) -> list[dict[str, Any]]:
        """Every board of the round, as whoever watches may see it."""

    @abstractmethod
    def board_of(self, key: str) -> dict[str, Any] | None:
        """A student's own part."""

    @abstractmethod
    def is_one(self, player: str) -> bool:
        """Whether this is who plays against all others."""

    @abstractmethod
    def tell(self) -> None:
        """Tell what changed since the last time."""

    @abstractmethod
    def came(self, key: str) -> None:
        """A student takes part in the class from now on."""

    @abstractmethod
    def gone(self, key: str) -> None:
        """A student is sent out."""

    @abstractmethod
    def renewed(self, player: str, token: str) -> None:
        """Somebody has another token, which has to open the seats as well."""

    @abstractmethod
    def put_back(self, contest: Contest) -> None:
        """Stand again as before: what came after could not be kept."""

    @abstractmethod
    def drop(self) -> None:
        """Follow the games no more; they stay as they are."""
