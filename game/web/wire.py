"""What comes in over a socket, before anybody looks at it: too long or malformed messages become ordinary refusals.

Left alone, the transport would drop a connection over a single bad frame. Here each bad frame is turned into a small
event of its own, ``malformed`` or ``oversized``, which keeps the sender's acknowledgement number where it can be
read, so that the sender is told what was wrong and the connection lives on.
"""

from __future__ import annotations

import io
import json
import re
import threading
from collections.abc import Callable
from typing import Any

from socketio import packet

from plyground.core import json_text
from plyground.web import transport
from plyground.web.transport import LONGEST_FRAME

LONGEST_MESSAGE = 16 * 1024

_BETWEEN, _MOST_FRAMES = "\x1e", 16
"""What stands between frames in a body of polling, and how many frames the library takes of one."""
_PART, _MOST_DROPPED = 64 * 1024, 8 * 1024 * 1024

MALFORMED, OVERSIZED = "malformed", "oversized"

RESERVED = {"connect", "disconnect", "connect_error", "*"}
"""Names that the library gives to its own events; a client may not send them."""

_NUMBERED = re.compile(r"2(\d{1,15})(?=\[)")
_SOUND_FRAME = re.compile(r"4.+|1|2probe|3.*|5|6", re.DOTALL)
"""Engine.IO packets that a client may send, whole: a message with content, close, the ping that tries an upgrade, pong,
upgrade, nothing."""


class Json:
    """JSON as the sockets read and write it: no NaN, and nesting too deep is an error like any other."""

    @staticmethod
    def dumps(value: Any, **settings: Any) -> str:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)

    @staticmethod
    def loads(text: str | bytes, **settings: Any) -> Any:
        """Read JSON; raises ``ValueError`` for anything else."""
        return json_text.read(text)


def screened(frame: str | bytes) -> str | bytes:
    """The frame itself if the transport can take it apart, else an event that stands for it."""
    if isinstance(frame, bytes) or _SOUND_FRAME.fullmatch(frame):
        return frame
    return f'42["{MALFORMED}"]'


class ScreenedWebSocket(transport.WebSocket):
    """The transport's websocket, with every incoming frame screened."""

    def wait(self) -> str | bytes | None:
        """The next frame, None when the connection is closed."""
        frame: str | bytes | None = super().wait()
        return None if frame is None else screened(frame)


class Packet(packet.Packet):  # type: ignore[misc]
    """A Socket.IO packet that reads whatever it is given; there are no binary events here."""

    json = Json
    uses_binary_events = False

    def __init__(self, *given: Any, encoded_packet: Any = None, **settings: Any) -> None:
        super().__init__(*given, encoded_packet="?" if encoded_packet in ("", b"") else encoded_packet, **settings)

    def decode(self, encoded_packet: Any) -> int:
        """Read the packet; one that cannot be read becomes an event that says so."""
        if isinstance(encoded_packet, str) and len(encoded_packet) > LONGEST_MESSAGE:
            number = _NUMBERED.match(encoded_packet)
            self._stand_in(OVERSIZED, int(number[1]) if number else None)
            return 0
        try:
            sound = not super().decode(encoded_packet) and self._sound()
        except (ValueError, TypeError, AttributeError, IndexError, KeyError):
            sound = False
        if not sound:
            self._stand_in(MALFORMED, self.id if self.packet_type == packet.EVENT else None)
        return 0

    def _stand_in(self, event: str, number: int | None) -> None:
        self.packet_type, self.namespace, self.id, self.data = packet.EVENT, None, number, [event]

    def _sound(self) -> bool:
        if self.packet_type == packet.EVENT:
            named = isinstance(self.data, list) and bool(self.data) and isinstance(self.data[0], str)
            return named and self.data[0] not in RESERVED
        return self.packet_type in {packet.CONNECT, packet.DISCONNECT, packet.ACK}


class AfterAnswer:
    """Tasks that wait until the message now being handled has been answered, one list for each thread."""

    def __init__(self, server: Any) -> None:
        self._local = threading.local()
        self._handle = server._handle_event_internal
        server._handle_event_internal = self._handled

    def add(self, task: Callable[[], None]) -> None:
        """Have a task done once the acknowledgement of this thread's message is on its way."""
        self._tasks().append(task)

    def _tasks(self) -> list[Callable[[], None]]:
        if not hasattr(self._local, "tasks"):
            self._local.tasks = []
        tasks: list[Callable[[], None]] = self._local.tasks
        return tasks

    def _handled(self, *given: Any) -> None:
        try:
            self._handle(*given)
        finally:
            tasks = self._tasks()
            while tasks:
                tasks.pop()()


def screen(server: Any) -> None:
    """Have a Socket.IO server read through the screen, websockets and polling alike."""
    transport.install(server, ScreenedWebSocket)
    handle = server.eio.handle_request

    def screening(environ: dict[str, Any], start: Any) -> Any:
        if environ.get("REQUEST_METHOD") != "POST":
            return handle(environ, start)
        length = environ.get("CONTENT_LENGTH") or "0"
        if not (length.isdecimal() and length.isascii() and len(length) < 9 and int(length) <= LONGEST_FRAME):
            _drop(environ["wsgi.input"], length)
            start("413 REQUEST ENTITY TOO LARGE", [("Content-Type", "text/plain; charset=UTF-8")])
            return [b"A message is too long."]
        return handle(_screened_body(environ, int(length)), start)

    server.eio.handle_request = screening


def _screened_body(environ: dict[str, Any], length: int) -> dict[str, Any]:
    """The request with each frame of its body screened: those of polling come together."""
    body = environ["wsgi.input"].read(length).decode("utf-8", errors="replace")
    frames = body.split(_BETWEEN, _MOST_FRAMES)[:_MOST_FRAMES]
    sound = _BETWEEN.join(str(screened(frame)) for frame in frames).encode()
    return {**environ, "wsgi.input": io.BytesIO(sound), "CONTENT_LENGTH": str(len(sound))}


def _drop(body: Any, length: str) -> None:
    """Read a body that is refused, as far as it may be read: a sender who is still at it listens only afterwards."""
    left = min(int(length), _MOST_DROPPED) if length.isdecimal() and len(length) < 9 else 0
    while left > 0 and (part := body.read(min(left, _PART))):
        left -= len(part)
