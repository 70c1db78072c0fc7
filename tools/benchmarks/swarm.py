"""Cheap clients of the socket for loads: hundreds of them in one thread, each of which comes back as a page does.

A ``Line`` is one websocket. A ``Page`` is what ``static/js/lib/line.js`` is: it keeps a line up, joins, notices a dead
line, joins again when it is told to, and sends what was not acknowledged again.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
import time
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Answered = Callable[[Json], None]

_PAUSE, _LONGEST_PAUSE, _SPREAD = 0.15, 0.9, 0.3
_OPENING, _HEARTBEAT, _PATIENCE, _REST, _FIRST_REST = 4.0, 1.0, 5.0, 1.0, 0.125
"""Seconds, as the pages have them."""
_QUIET, _UNASKED = 1.5, 8
_SOON = ("busy", "closing", "carried_elsewhere", "storage_failed")
"""Refusals after which a page joins again, as the pages have them."""
"""Heartbeats, as the pages have them."""


class Line(asyncio.Protocol):
    """One websocket of Socket.IO: messages with their acknowledgements, and what the server says."""

    def __init__(self, headers: str = "") -> None:
        """``headers`` are further lines of the request, each with its line end."""
        self._headers = headers
        self._buffer = bytearray()
        self._upgraded = False
        self._number = 0
        self._asked: dict[str, Answered] = {}
        self.lost = False
        self.transport: Any = None

    # What one who follows something says of it

    def opened(self) -> None:
        """Messages may be sent from now on."""

    def hear(self, event: str, payload: Json, came: float) -> None:
        """The server told something; it came at this monotonic time."""

    def ended(self) -> None:
        """The connection is gone; called once, also when it never was."""

    # The connection

    def ask(self, event: str, message: Json, answered: Answered) -> str:
        """Send a message; what is called with its acknowledgement. Gives its number, by which it can be forgotten."""
        self._number += 1
        number = str(self._number)
        self._asked[number] = answered
        self._say(f"42{number}{json.dumps([event, message])}")
        return number

    def forget(self, number: str) -> bool:
        """Wait for an acknowledgement no more; whether it had yet to come."""
        return self._asked.pop(number, None) is not None

    def close(self) -> None:
        """End the connection."""
        if self.transport is not None:
            self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: "
            f"websocket\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{self._headers}\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.lost:
            self.lost = True
            self._asked.clear()
            self.ended()

    def data_received(self, data: bytes) -> None:
        came = time.monotonic()
        self._buffer += data
        if not self._upgraded:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            self._upgraded, self._buffer = b" 101 " in head.partition(b"\r\n")[0], bytearray(rest)
            if not self._upgraded:
                self.close()
                return
        while not self.lost and (text := self._next_frame()) is not None:
            self._take(text, came)

    def _next_frame(self) -> str | None:
        """The text of the next whole frame; those of a server are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            (length,), start = struct.unpack_from(">H", buffer, 2), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            (length,), start = struct.unpack_from(">Q", buffer, 2), 10
        if len(buffer) < start + length:
            return None
        if buffer[0] & 15 == 8:  # a farewell
            self.close()
        text = buffer[start : start + length].decode() if buffer[0] & 15 == 1 else ""
        del buffer[: start + length]
        return text

    def _say(self, text: str) -> None:
        data = text.encode()
        size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + struct.pack(">H", len(data))
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def _take(self, text: str, came: float) -> None:
        if text == "2":
            self._say("3")
        elif text.startswith("42"):
            event, payload = json.loads(text[2:])
            self.hear(event, payload, came)
        elif text.startswith("43"):
            number = text[2 : text.index("[")]
            answered = self._asked.pop(number, None)
            if answered is not None:
                answered(json.loads(text[2 + len(number) :])[0])
        elif text.startswith("40"):
            self.opened()
        elif text.startswith("0"):
            self._say("40")
        elif text.startswith(("1", "41", "44")):
            self.close()


class Page:
    """Keeps a line to one address up and joins over it; a subclass says what it joins and what it makes of it.

    All is done in the thread of the running event loop.
    """

    def __init__(self, port: int, headers: str = "", rng: random.Random | None = None) -> None:
        self._port, self._headers = port, headers
        self._rng = rng or random.Random()
        self._line: _PageLine | None = None
        self._opening: Any = None
        self._tries = self._refusals = 0
        self._asked_again = False
        self._over = self._proven = False
        self.joining = False
        self.joined = False
        self._heard_at = self._checked_at = 0.0
        self._checking = False
        self.asked_at = 0.0
        """When the joining began that was answered last, or is going on (monotonic)."""
        self.story: list[tuple[float, str]] = []
        """What befell the line and its joinings, and when (monotonic)."""

    # What a page of a kind says

    def knock(self) -> Json:
        """The message by which the page joins."""
        raise NotImplementedError

    def settle(self, answer: Json, came: float) -> None:
        """It has joined."""

    def refused(self, error: Json) -> None:
        """It was not let in."""

    def hear(self, event: str, payload: Json, came: float) -> None:
        """The server told something."""

    def lost(self) -> None:
        """The line is gone, or silent."""

    # What it does by itself

    def note(self, what: str) -> None:
        """Add to the story."""
        self.story.append((time.monotonic(), what))

    def start(self) -> None:
        """Open the line; it stays open, and comes back by itself, until ``stop``."""
        self._opening = asyncio.ensure_future(self._open())

    def stop(self) -> None:
        """Close the line for good."""
        self._over = True
        if self._opening is not None:
            self._opening.cancel()
        if self._line is not None:
            self._line.close()

    async def _open(self) -> None:
        line: _PageLine | None = None
        patience = _OPENING / 2 if self._proven and self._tries < 2 else _OPENING  # as the pages have it
        try:
            line = self._line = _PageLine(self, self._headers)
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(patience):
                await loop.create_connection(lambda: line, "127.0.0.1", self._port)
                await line.ready.wait()
        except (OSError, TimeoutError) as failure:
            self.note(f"no line within {patience:g} s" if isinstance(failure, TimeoutError) else f"no line: {failure}")
            if line is not None:
                line.close()
                line.connection_lost(None)

    def _opened(self) -> None:
        self.note("line open")
        self._proven = True
        self._tries = 0
        self.joining = self._checking = False
        self.join()
        self._beat()

    def _ended(self) -> None:
        if self._over:
            return
        self.note("line gone")
        was = self.joined
        self.joined = self.joining = False
        if was:
            self.lost()
        pause = min(_LONGEST_PAUSE, _PAUSE * 2**self._tries) * self._rng.uniform(1 - _SPREAD, 1 + _SPREAD)
        self._tries = min(self._tries + 1, 9)
        asyncio.get_running_loop().call_later(pause, lambda: None if self._over else self.start())

    def _renew(self) -> None:
        """The line is silent: throw it away."""
        self.note("no answer in time")
        if self._line is not None:
            self._line.close()

    def ask(
        self,
        event: str,
        message: Json,
        answered: Answered,
        late: Callable[[], None] | None = None,
        patience: float = _PATIENCE,
    ) -> bool:
        """Send a message if the line is up; ``late`` is called if no answer comes in time. Whether it was sent."""
        line = self._line
        if line is None or line.lost or not line.ready.is_set():
            return False
        number = line.ask(event, message, answered)
        if late is not None:
            asyncio.get_running_loop().call_later(patience, lambda: late() if line.forget(number) else None)
        return True

    def join(self) -> None:
        """Join, or join again."""
        if self.joining:
            self._asked_again = True
            return
        self.note("joins")
        self.joining, self._asked_again, self.asked_at = True, False, time.monotonic()
        if not self.ask("join", self.knock(), self._answered, self._renew):
            self.joining = False

    def _answered(self, answer: Json) -> None:
        self.joining = False
        self.note("joined" if answer["ok"] else f"refused: {answer['error']['code']}")
        if not answer["ok"]:
            code = answer["error"]["code"]
            rest = min(_REST, _FIRST_REST * 2**self._refusals) if code in _SOON else _REST
            self._refusals += 1
            if code == "too_fast" or code in _SOON:
                asyncio.get_running_loop().call_later(rest, self.join)
            if code != "too_fast":
                self.refused(answer["error"])
            return
        self._refusals = 0
        if self._asked_again:
            self.join()
            return
        self.joined = True
        self.settle(answer, time.monotonic())

    def _heard(self, event: str, payload: Json, came: float) -> None:
        self._heard_at = came
        if event == "again":
            self.note("told to join again")
            self.join()
        else:
            self.hear(event, payload, came)

    def _beat(self) -> None:
        line = self._line

        def again() -> None:
            if line is not self._line or line is None or line.lost or self._over:
                return
            now = time.monotonic()
            if now - self._heard_at >= _QUIET * _HEARTBEAT or now - self._checked_at >= _UNASKED * _HEARTBEAT:
                self._check(now)
            asyncio.get_running_loop().call_later(_HEARTBEAT, again)

        asyncio.get_running_loop().call_later(self._rng.uniform(0, _HEARTBEAT), again)

    def _check(self, asked: float) -> None:
        def answered(answer: Json) -> None:
            self._checking, self._heard_at = False, time.monotonic()

        def late() -> None:
            self._checking = False
            if self._heard_at < asked and not self.joining:
                self._renew()

        if not self._checking and not self.joining and self.ask("ping_clock", {}, answered, late, _PATIENCE / 2):
            self._checking, self._checked_at = True, asked


class _PageLine(Line):
    """The line of a page."""

    def __init__(self, page: Page, headers: str) -> None:
        super().__init__(headers)
        self._page = page
        self.ready = asyncio.Event()

    def opened(self) -> None:
        self.ready.set()
        self._page._opened()

    def hear(self, event: str, payload: Json, came: float) -> None:
        self._page._heard(event, payload, came)

    def ended(self) -> None:
        self.ready.set()
        self._page._ended()
