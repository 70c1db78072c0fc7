"""What every session of a process is given: the log, workers, timers, broadcasting, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.jobs.requests import Jobs
from plyground.sessions.events import Event
from plyground.sessions.setup import Setup
from plyground.sessions.timers import Timers

Publish = Callable[[str, str, dict[str, Any]], None]
"""``publish(room, event, payload)``."""


class Log(Protocol):
    """The part of the store that a session uses."""

    def append(
        self,
        game_id: str,
        events: Iterable[Event],
        opens: Setup | None = None,
        finished: bool = False,
        active: bool = True,
    ) -> None:
        """Write events (and a new game's row) in one transaction; returns when they are durable."""


class Listed(Protocol):
    """A game as the list of live games shows it."""

    @property
    def id(self) -> str:
        """The game's id."""

    @property
    def touched(self) -> float:
        """When something happened last (Unix seconds)."""

    @property
    def ended(self) -> bool:
        """Whether it is finished or out of memory."""

    def card(self) -> dict[str, Any]:
        """Its card."""

    def is_live(self, now: float, recent: float) -> bool:
        """Whether it is being played at this time."""


@dataclass(frozen=True)
class Services:
    """One for all sessions of a process.

    ``adopt`` takes a new game (a rematch) into memory; ``changed`` is told of every change of a game that a card shows.
    ``think_seconds`` bounds a bot's move where no clock does.
    """

    store: Log
    jobs: Jobs
    timers: Timers
    publish: Publish
    monotonic: Callable[[], float]
    adopt: Callable[[Setup, Iterable[Event]], object]
    changed: Callable[[Listed], None]
    think_seconds: float = 60.0
