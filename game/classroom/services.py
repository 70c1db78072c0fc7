"""What every class of a server is given, and how a class follows a game.

Games publish while they are locked, so what is heard of them is handed to a thread of its own, in the order given.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.classroom.question import Question
from plyground.core.game import Game
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby
from plyground.sessions.services import Publish
from plyground.sessions.timers import Timers

log = logging.getLogger(__name__)

Hearing = Callable[[str, dict[str, Any]], None]
"""Called with the name of the event and its payload."""


class Listeners:
    """Stands between the lobby and the wire: ``publish`` passes everything on, and to who listens to the room."""

    def __init__(self, publish: Publish) -> None:
        self._publish = publish
        self._listeners: dict[str, list[Hearing]] = {}
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def publish(self, room: str, event: str, payload: dict[str, Any]) -> None:
        """Pass a message on; returns at once."""
        self._publish(room, event, payload)
        with self._lock:
            heard_by = tuple(self._listeners.get(room, ()))
        for call in heard_by:
            self._waiting.put(lambda call=call: call(event, payload))  # type: ignore[misc]

    def listen(self, room: str, call: Hearing) -> None:
        """Have every later message to a room heard, by one thread, in order."""
        with self._lock:
            self._listeners.setdefault(room, []).append(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="classes", daemon=True)
                self._thread.start()

    def ignore(self, room: str, call: Hearing) -> None:
        """Hear no more of a room; what waits already may still come."""
        with self._lock:
            left = [each for each in self._listeners.get(room, ()) if each != call]
            if left:
                self._listeners[room] = left
            else:
                self._listeners.pop(room, None)

    def close(self) -> None:
        """End the thread."""
        self._waiting.put(None)

    def _run(self) -> None:
        while (task := self._waiting.get()) is not None:
            try:
                task()
            except Exception:  # one class that fails must not deafen the others
                log.exception("A class could not follow its game.")


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


class Followed:
    """Joined under a name of its own; each change of the state is handed to ``heard`` by the listeners' thread."""

    def __init__(
        self, services: Services, game_id: str, name: str, token: str | None, heard: Callable[[dict[str, Any]], None]
    ):
        self.game_id, self._services, self._name, self._heard = game_id, services, name, heard
        self._tokens = [] if token is None else [token]
        self._rooms: list[str] = []

    def join(self) -> dict[str, Any]:
        """Follow from now on; returns the snapshot."""
        return self._services.lobby.join(self.game_id, self._tokens, self._name, self._enter)

    def leave(self) -> None:
        """Follow no more."""
        for room in self._rooms:
            self._services.listeners.ignore(room, self._event)
        self._rooms.clear()
        self._services.lobby.drop(self._name)

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self._services.lobby.get(self.game_id).rules

    @property
    def position(self) -> Any:
        """The position now."""
        return self._services.lobby.get(self.game_id).state.position

    @property
    def ply(self) -> int:
        """The ply now."""
        return self._services.lobby.get(self.game_id).state.ply

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._services.lobby.get(self.game_id).state.result is not None

    def _enter(self, room: str) -> None:
        if room not in self._rooms:
            self._rooms.append(room)
            self._services.listeners.listen(room, self._event)

    def _event(self, event: str, payload: dict[str, Any]) -> None:
        if event == "event" and "view" in payload.get("state", {}):
            self._heard(payload)
