"""The one place from which messages go out to connections, and where connections enter and leave rooms.

Sessions hand their messages on while they are locked; sending may find that a connection has died, and clearing that
up asks sessions in turn. So messages pass through one queue and are sent by one thread, in the order given.

A connection that enters a room is owed an answer (a game's snapshot, say) that must reach it before the room's
messages do. Until ``release`` the room's messages are kept back for it, and for it alone.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol

log = logging.getLogger(__name__)

Payload = dict[str, Any]


class Wire(Protocol):
    """What actually reaches connections; a Socket.IO server has these methods."""

    def emit(self, event: str, data: Payload, *, room: str, skip_sid: list[str] | None = None) -> None:
        """Send to all in a room but those to be skipped."""

    def enter_room(self, sid: str, room: str) -> None:
        """Put a connection into a room; raises ``ValueError`` or ``KeyError`` if it is gone."""

    def leave_room(self, sid: str, room: str) -> None:
        """Take a connection out of a room."""


class Broadcaster:
    """Sends messages in order. All methods return at once and may be called from any thread."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._kept: dict[str, dict[str, list[tuple[str, Payload]]]] = {}
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    def publish(self, room: str, event: str, payload: Payload) -> None:
        """Send a message to all connections in a room (a connection's own id is a room too)."""
        self._waiting.put(lambda: self._send(room, event, payload))

    def enter(self, connection: str, room: str) -> None:
        """Let a connection hear what is published to a room from now on, but not before ``release``."""
        self._waiting.put(lambda: self._enter(connection, room))

    def release(self, connection: str, room: str) -> None:
        """The connection has its answer: send what was kept back, and all that follows."""
        self._waiting.put(lambda: self._release(connection, room))

    def leave(self, connection: str, room: str) -> None:
        """Let a connection hear no more of a room."""
        self._waiting.put(lambda: self._leave(connection, room))

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join(2)

    def _run(self) -> None:
        while (task := self._waiting.get()) is not None:
            try:
                task()
            except Exception:  # one message that cannot be sent must not silence all games
                log.exception("A message could not be sent.")

    def _send(self, room: str, event: str, payload: Payload) -> None:
        kept = self._kept.get(room)
        if not kept:
            self._wire.emit(event, payload, room=room)
            return
        for messages in kept.values():
            messages.append((event, payload))
        self._wire.emit(event, payload, room=room, skip_sid=list(kept))

    def _enter(self, connection: str, room: str) -> None:
        try:
            self._wire.enter_room(connection, room)
        except (KeyError, ValueError):  # gone in the meantime
            return
        self._kept.setdefault(room, {}).setdefault(connection, [])

    def _release(self, connection: str, room: str) -> None:
        kept = self._kept.get(room, {})
        for event, payload in kept.pop(connection, []):
            self._wire.emit(event, payload, room=connection)
        if not kept:
            self._kept.pop(room, None)

    def _leave(self, connection: str, room: str) -> None:
        self._release(connection, room)
        try:
            self._wire.leave_room(connection, room)
        except (KeyError, ValueError):
            return
