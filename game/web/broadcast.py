"""The one place from which messages go out to connections.

Sessions hand their messages on while they are locked; sending may find that a connection has died, and clearing that
up asks sessions in turn. So messages pass through one queue and are sent by one thread, in the order given.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)

Send = Callable[[str, str, dict[str, Any]], None]


class Broadcaster:
    """Sends ``(room, event, payload)`` in order; ``publish`` returns at once and may be called from any thread."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: queue.SimpleQueue[tuple[str, str, dict[str, Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    def publish(self, room: str, event: str, payload: dict[str, Any]) -> None:
        """Send a message to all connections in a room (a connection's own id is a room too)."""
        self._waiting.put((room, event, payload))

    def close(self) -> None:
        """Send what waits, then end."""
        self._waiting.put(None)
        self._thread.join(2)

    def _run(self) -> None:
        while (message := self._waiting.get()) is not None:
            try:
                self._send(*message)
            except Exception:  # one message that cannot be sent must not silence all games
                log.exception("A message to %s could not be sent.", message[0])
