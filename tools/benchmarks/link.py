"""A client of the socket for measurements and tests: one websocket, requests with their acknowledgements, events."""

from __future__ import annotations

import json
import time
from collections import deque
from contextlib import AbstractContextManager
from typing import Any

from websocket import WebSocketTimeoutException, create_connection


class Link(AbstractContextManager["Link"]):
    """One connection to a server on this machine; raises ``OSError`` or ``WebSocketException`` when it is lost."""

    def __init__(self, port: int, patience: float = 10.0, cookie: str = "") -> None:
        """``cookie`` is what a browser has of the server."""
        self._patience = patience
        self._events: deque[tuple[float, str, dict[str, Any]]] = deque()
        self._acknowledged: dict[int, dict[str, Any]] = {}
        self._number = 0
        self.came = 0.0
        """When the event that was taken last came, in monotonic seconds."""
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.line = create_connection(address, timeout=patience, cookie=cookie or None)
        self.line.recv()
        self.line.send("40")
        while not self._take(patience).startswith("40"):
            pass

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.line.close()

    def ask(self, event: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its acknowledgement; events that come meanwhile are kept."""
        self._number += 1
        number = self._number
        self.line.send(f"42{number}{json.dumps([event, message])}")
        end = time.monotonic() + self._patience
        while number not in self._acknowledged:
            self._take(end - time.monotonic())
        return self._acknowledged.pop(number)

    def next_event(self, seconds: float) -> tuple[str, dict[str, Any]] | None:
        """The next event, None if none comes in that time."""
        end = time.monotonic() + seconds
        while not self._events:
            try:
                self._take(end - time.monotonic())
            except WebSocketTimeoutException:
                return None
        self.came, name, payload = self._events.popleft()
        return name, payload

    def _take(self, seconds: float) -> str:
        """Read one packet and sort it."""
        if seconds <= 0:
            raise WebSocketTimeoutException("nothing came in time")
        self.line.settimeout(seconds)
        packet, came = str(self.line.recv()), time.monotonic()
        if packet == "2":
            self.line.send("3")
        elif packet.startswith("43"):
            digits = packet[2 : packet.index("[")]
            self._acknowledged[int(digits)] = json.loads(packet[2 + len(digits) :])[0]
        elif packet.startswith("42"):
            name, payload = json.loads(packet[2:])
            self._events.append((came, name, payload))
        elif not packet:
            raise ConnectionError("the server closed the connection")
        return packet
