"""Clients for tests: of an application in this process, of the socket as a browser speaks, and of whatever bytes it is
told."""

from __future__ import annotations

import itertools
import json
import queue
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import socketio
from flask import Flask
from flask.testing import FlaskClient
from websocket import WebSocket, create_connection

_visitors = itertools.count(1)


def at_an_address_of_its_own(app: Flask) -> FlaskClient:
    """A client whose requests are limited apart from those of all others."""
    client, number = app.test_client(), next(_visitors)
    client.environ_base["REMOTE_ADDR"] = f"198.18.{number // 250}.{1 + number % 250}"
    return client


class Client:
    """A Socket.IO connection, by websocket unless told otherwise, that keeps the messages it hears."""

    def __init__(
        self, url: str, transports: Sequence[str] = ("websocket",), headers: dict[str, str] | None = None
    ) -> None:
        self.heard: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self._line = socketio.Client(reconnection=False)
        for event in (
            "event",
            "thinking",
            "hint",
            "watchers",
            "lobby",
            "class_state",
            "class_you",
            "class_teacher",
            "contest_state",
            "contest_game",
            "contest_move",
            "again",
        ):
            self._line.on(event, lambda payload, event=event: self.heard.put((event, payload)))
        self._line.connect(url, headers or {}, transports=list(transports), wait_timeout=10)

    @property
    def transport(self) -> str:
        """How the connection travels."""
        return str(self._line.transport())

    @property
    def connected(self) -> bool:
        """Whether the connection lives."""
        return bool(self._line.connected)

    def ask(self, event: str, *given: Any) -> Any:
        """Send a message and return its acknowledgement."""
        payload = given[0] if len(given) == 1 else given if given else None
        return self._line.call(event, payload, timeout=10)

    def hear(self, event: str, kind: str = "", patience: float = 20) -> dict[str, Any]:
        """The next message of this name (and kind); others are dropped."""
        until = time.monotonic() + patience
        while True:
            name, payload = self.heard.get(timeout=max(0.01, until - time.monotonic()))
            if name == event and (not kind or payload.get("kind") == kind):
                return payload

    def close(self) -> None:
        """End the connection."""
        if self._line.connected and self.transport == "websocket":
            # The library's own reader takes the server's farewell, for which its close would then wait three seconds.
            socket = self._line.eio.ws
            socket.close = partial(type(socket).close, socket, timeout=0)
        self._line.disconnect()


class RawClient:
    """A Socket.IO connection made by hand, to send what no library would."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.line: WebSocket = create_connection(
            url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket", timeout=10, cookie=cookie
        )
        assert str(self.line.recv()).startswith("0")
        self.line.send("40")
        assert str(self.line.recv()).startswith("40")

    def send(self, frame: str) -> None:
        """Send a text frame as it is."""
        self.line.send(frame)

    def answer(self, number: int) -> dict[str, Any]:
        """The acknowledgement with this number; pings are answered, other messages dropped."""
        while True:
            frame = str(self.line.recv())
            if frame == "2":
                self.line.send("3")
            elif frame.startswith(f"43{number}["):
                found: dict[str, Any] = json.loads(frame[len(f"43{number}") :])[0]
                return found

    def ask(self, number: int, event: str, *given: Any) -> dict[str, Any]:
        """Send a well-formed message and return its acknowledgement."""
        self.send(f"42{number}{json.dumps([event, *given])}")
        return self.answer(number)

    def lives(self) -> bool:
        """Whether an ordinary message is still answered."""
        return self.ask(987654, "ping_clock", {})["ok"] is True

    def break_off(self) -> None:
        """Lose the connection without a farewell."""
        assert self.line.sock is not None
        self.line.sock.close()

    def close(self) -> None:
        """End the connection."""
        self.line.close()


@contextmanager
def connected(url: str, transports: Sequence[str] = ("websocket",)) -> Iterator[Client]:
    """A client that is closed afterwards."""
    client = Client(url, transports)
    try:
        yield client
    finally:
        client.close()


@contextmanager
def raw(url: str, cookie: str | None = None) -> Iterator[RawClient]:
    """A raw client that is closed afterwards."""
    client = RawClient(url, cookie)
    try:
        yield client
    finally:
        client.close()
