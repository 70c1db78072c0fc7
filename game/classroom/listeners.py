"""Lets classes hear what games tell their rooms, beside the connections that are there.

Games publish while they are locked, so what is heard is handed to a thread of its own, in the order given.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import Any

from plyground.sessions.services import Publish

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
