"""What every class of a server is given, and what a game is to a class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.classroom.listeners import Listeners
from plyground.classroom.question import Question
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby
from plyground.sessions.timers import Timers


@dataclass(frozen=True)
class Services:
    """What every class of a server is given."""

    lobby: Lobby
    lab: Lab
    listeners: Listeners
    timers: Timers
    monotonic: Callable[[], float]


class Play(Protocol):
    """A game that the class has to do with: one that it plays, or one that it predicts."""

    def pause(self, on: bool) -> None:
        """The class is paused, or goes on."""

    def time_up(self, question: Question) -> None:
        """The time of a question is up."""

    def late(self) -> bool:
        """Whether what the question asks about has happened already."""

    def drop(self) -> None:
        """It is over with."""

    def as_json(self) -> dict[str, Any]:
        """What the teacher is told of it."""
