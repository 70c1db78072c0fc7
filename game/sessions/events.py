"""Events: the entries of a game's append-only log. A game's state is a function of its setup and its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """One entry: its number in its game (from 1, without gaps), what happened, and when (Unix seconds).

    ``command`` names the command that caused it (seat and the client's id), None if none did; it is unique in a game.
    """

    seq: int
    kind: str
    data: dict[str, Any]
    at: float
    command: str | None = None
