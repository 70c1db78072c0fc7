"""What every session of a process is given: the log, workers, timers, broadcasting, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from plyground.jobs.pool import Pool
from plyground.sessions.events import Event
from plyground.sessions.setup import Setup
from plyground.sessions.store import Store
from plyground.sessions.timers import Timers

Publish = Callable[[str, str, dict[str, Any]], None]
"""``publish(room, event, payload)``."""


@dataclass(frozen=True)
class Services:
    """One for all sessions of a process.

    ``adopt`` takes a new game (a rematch) into memory; ``changed`` is given each session in which something
    changed that a card shows, ``lost`` each that another server carries on by now.
    ``think_seconds`` bounds a bot's move where no clock does; ``began`` is when the server did, by its monotonic clock.
    """

    store: Store
    jobs: Pool
    timers: Timers
    publish: Publish
    monotonic: Callable[[], float]
    adopt: Callable[[Setup, Iterable[Event]], object]
    changed: Callable[[Any], None]
    lost: Callable[[Any], None]
    think_seconds: float = 60.0
    began: float = float("-inf")
