"""Events: the entries of a game's append-only log, and the answers to the commands that caused them.

A game's state is a function of its setup and its events. A command that comes again does nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plyground.core.recent import Recent


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


_MOST_UNLOGGED = 256


class Answers:
    """One game's, by the names of commands; those in the log are known from there. Not locked: the session locks."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._logged = {event.command: _answer_of(event) for event in events if event.command is not None}
        self._unlogged: Recent[str, dict[str, Any]] = Recent(_MOST_UNLOGGED)

    def known(self, command: str) -> dict[str, Any] | None:
        """The answer that was given before, None if there was none."""
        found = self._logged.get(command) or self._unlogged.get(command)
        return None if found is None else dict(found)

    def keep(self, command: str, answer: dict[str, Any], logged: bool) -> dict[str, Any]:
        """Keep an answer and return it; of those that leave no trace in the log only the last ones are kept."""
        if logged:
            return self._logged.setdefault(command, answer)
        self._unlogged[command] = answer
        return answer


def _answer_of(event: Event) -> dict[str, Any]:
    answer = {"seq": event.seq}
    return answer | ({"next": event.data["next"]} if event.kind == "rematch" else {})
