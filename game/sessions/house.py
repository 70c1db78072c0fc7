"""What every session is given by the house it plays in: log, workers, timers, broadcasting, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from plyground.sessions.events import Event

if TYPE_CHECKING:
    from plyground.jobs.requests import Jobs
    from plyground.sessions.session import Session
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


@dataclass(frozen=True)
class House:
    """One for all sessions of a process.

    ``adopt`` takes a new game (a rematch) into memory; ``changed`` is told of every change of a session that a card
    shows. ``think_seconds`` bounds a bot's move where no clock does.
    """

    store: Log
    pool: Jobs
    timers: Timers
    publish: Publish
    monotonic: Callable[[], float]
    adopt: Callable[[Setup, Iterable[Event]], Session]
    changed: Callable[[Session], None]
    think_seconds: float = 60.0
