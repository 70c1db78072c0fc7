"""What every class of a server is given, and how a class follows a game.

Games publish while they are locked, so what is heard of them is handed to a thread of its own, in the order given.
"""

from __future__ import annotations

import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.classroom.plans.store import Plans
from plyground.classroom.store import ClassStore
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby
from plyground.sessions.question import Question
from plyground.sessions.services import Publish
from plyground.sessions.session import Session
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
        """Let nobody hear any more; who listens later is heard again."""
        with self._lock:
            self._listeners.clear()
            if self._thread is not None:
                self._waiting.put(None)
            self._thread = None

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
    store: ClassStore
    plans: Plans


class Follower(ABC):
    """Something of a class that follows a game under a name of its own, as a page would, with the rights of a seat or
    of none. Called with the class locked."""

    def __init__(self, services: Services, lock: threading.RLock, name: str) -> None:
        self.game_id = ""
        self._services, self._lock, self._name = services, lock, name
        self._rooms: list[str] = []

    def follow(self, game_id: str, *seats: int) -> dict[str, Any]:
        """Have each change of the game heard from now on, as these seats see it; returns the snapshot."""
        self.game_id = game_id
        self._services.lobby.hold(game_id)  # what it publishes is heard where it is carried on
        return self._services.lobby.join(game_id, (), self._name, self._enter, seats)

    @property
    def session(self) -> Session:
        """The game as it is now."""
        return self._services.lobby.hold(self.game_id)

    @abstractmethod
    def heard(self, payload: dict[str, Any]) -> None:
        """An event with a new state."""

    def drop(self) -> None:
        """Follow the game no more; it stays as it is."""
        for room in self._rooms:
            self._services.listeners.ignore(room, self._event)
        self._rooms.clear()
        self._services.lobby.drop(self._name)

    def _enter(self, room: str) -> None:
        if room not in self._rooms:
            self._rooms.append(room)
            self._services.listeners.listen(room, self._event)

    def _event(self, event: str, payload: dict[str, Any]) -> None:
        """Called by the listeners' thread."""
        with self._lock:
            if self._rooms and event == "event" and "view" in payload.get("state", {}):
                self.heard(payload)


class Play(Follower):
    """A game that the class has to do with: one that it plays, or one that it predicts."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """What the teacher is told of it."""

    @abstractmethod
    def kept(self) -> dict[str, Any]:
        """What is stored of it, to ``go_on`` from."""

    @abstractmethod
    def go_on(self) -> None:
        """Follow the game again after a restart; raises a refusal if it is gone."""

    def late(self) -> bool:
        """Whether what the question asks about has happened already."""
        return False

    def time_up(self, question: Question) -> None:
        """The time of a question is up."""
