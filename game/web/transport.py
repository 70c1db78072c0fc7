"""How messages travel on a websocket: two threads for each connection, and the one that publishes sends at once.

The library spends a thread of its own on reading and one on pings for each connection, and hands each message to a
third one. Here a message goes out in the thread that publishes it, as the same bytes to all; only what a slow reader's
line does not take waits for that connection's writer, up to a bound, as does what waits for a page that polls.
"""

from __future__ import annotations

import logging
import math
import queue
import selectors
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import simple_websocket
from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING, Packet
from wsproto.connection import ConnectionState
from wsproto.events import Ping
from wsproto.utilities import ProtocolError

log = logging.getLogger(__name__)

LONGEST_FRAME = 1024 * 1024
"""Characters beyond which a connection is closed rather than answered, to bound the memory that it takes."""
MOST_WAITING = 500
"""Messages that may wait for a slow reader; then the connection ends, and its page comes back for a snapshot."""
FRAMES_A_SECOND, FRAMES_AT_ONCE = 100.0, 300.0
"""How fast a connection's frames are read, a long one as one for each 16 kB; who sends more waits, at no cost to
others. No page sends a tenth of it."""
_FRAME = 16 * 1024
_AT_ONCE = getattr(socket, "MSG_DONTWAIT", 0)
"""Missing on systems where every message then waits for its connection's writer."""


def frame_of(packet: Any) -> bytes:
    """The packet as one unmasked text frame (RFC 6455); made once for all who get it."""
    made: bytes | None = getattr(packet, "frame", None)
    if made is None:
        data = packet.encode().encode()
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = struct.pack(">BBH", 0x81, 126, size)
        else:
            head = struct.pack(">BBQ", 0x81, 127, size)
        packet.frame = made = head + data
    return made


class Outgoing(queue.Queue[Any]):
    """The messages that wait for one connection; most never do, as they go out at once."""

    def __init__(self) -> None:
        super().__init__()
        self.line: Callable[[], _Socket | None] = lambda: None
        """The socket, once messages may go out over it."""
        self.overrun = False
        """Whether a page that polls has not asked for too long: it gets nothing more, and has to come anew."""
        self._taken = False

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Send a packet, or let it wait behind those that do; None ends the connection."""
        with self.mutex:
            waiting = self._qsize()
            line = self.line()
            if self.overrun or (item is not None and waiting >= MOST_WAITING):
                self._let_go(line)
                return
            if item is not None and line is not None and not waiting and not self._taken:
                left = line.send_at_once(frame_of(item))
                if not left:
                    return
                item = _Rest(left)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def _let_go(self, line: _Socket | None) -> None:
        """Take no more: whoever reads the line sees its end, a page that polls with the next time it asks."""
        if line is not None:
            line.end()
        else:
            self.overrun = True
            self.queue.clear()

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """The next that waits; until this is called again, it counts as on its way. For one that is overrun it raises
        ``queue.Empty``, by which the library ends the connection."""
        if self.overrun:
            raise queue.Empty
        if block:
            with self.mutex:
                self._taken = False
            timeout = timeout if self.line() is None else None  # that nothing had to wait is no sign of a lost line
        return super().get(block, timeout)

    def _get(self) -> Any:
        self._taken = True  # with the queue locked, or else a message would go out before the one that is taken here
        return super()._get()


class _Rest(str):
    """What is left of a frame, in place of a packet."""

    left: bytes

    def __new__(cls, left: bytes) -> _Rest:
        made = super().__new__(cls)
        made.left = left
        return made

    def encode(self, *given: Any, **named: Any) -> Any:
        """Itself, for ``send``."""
        return self


class WebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """The transport's websocket."""

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Serve the connection until it ends."""
        try:
            self.ws = Reading(environ, max_message_size=LONGEST_FRAME)
        except RuntimeError:  # a web server that lets nobody at the connection: the page goes on by polling
            start_response("501 Not Implemented", [("Content-Type", "text/plain")])
            return (b"This web server carries no websockets.",)  # the library would take a list for its packets
        except ValueError:
            start_response("400 Bad Request", [("Content-Type", "text/plain")])
            return (b"That opens no websocket.",)
        connection = self.app.__self__
        connection.queue.line = lambda: self.ws.sock if connection.upgraded else None
        self.app(self)
        raise over(self.ws)


def over(line: Reading) -> Exception:
    """What is to be raised when a websocket has ended: by it the servers know that there is nothing more to send."""
    return ConnectionError() if line.mode == "werkzeug" else StopIteration()


class _NoThread:
    """In place of a thread that reads."""

    name = ""

    def __init__(self, target: Callable[[], None]) -> None:
        pass

    def start(self) -> None:
        pass


class _Socket:
    """A socket that several threads send whole frames through."""

    def __init__(self, sock: socket.socket, is_open: Callable[[], bool] = lambda: True) -> None:
        """``is_open`` ceases before a goodbye is sent."""
        self._sock, self._lock, self._is_open = sock, threading.Lock(), is_open
        self.recv = sock.recv

    def send(self, data: bytes) -> None:
        """Send all of it; raises ``OSError``."""
        with self._lock:
            self._sock.sendall(data)

    def send_at_once(self, data: bytes) -> bytes:
        """Send what the line takes without waiting; what is left. Nothing follows a goodbye: browsers
        complain of it."""
        if not _AT_ONCE or not self._lock.acquire(blocking=False):
            return data
        try:
            return data[self._sock.send(data, _AT_ONCE) :] if self._is_open() else b""
        except OSError:  # full; or broken, as the writer will find
            return data
        finally:
            self._lock.release()

    def readable(self, seconds: float) -> bool:
        """Wait so long for something to read, or the end; whether it came."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, selectors.EVENT_READ)
            return bool(selector.select(seconds))

    def end(self) -> None:
        """Let whoever reads see the end."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RD)


class Reading(simple_websocket.Server):  # type: ignore[misc]
    """Reads in the thread that waits for the next message, not in one of its own, and no faster than it should."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self._level, self._at = FRAMES_AT_ONCE, time.monotonic()
        super().__init__(*given, **named, thread_class=_NoThread)

    def _pace(self, length: int) -> None:
        """Let a connection that sends too fast wait: its own line fills up, and nothing else."""
        now = time.monotonic()
        self._level = min(FRAMES_AT_ONCE, self._level + (now - self._at) * FRAMES_A_SECOND) - 1 - length // _FRAME
        self._at = now
        if self._level < 0:
            time.sleep(-self._level / FRAMES_A_SECOND)

    def handshake(self) -> None:
        """Accept the request, but no compression: it costs each watcher memory, and time for each message. Raises
        ``ValueError`` for a request that opens no websocket."""
        self.sock: Any = _Socket(self.sock, lambda: self.ws.state is ConnectionState.OPEN)
        self.environ: dict[str, Any] = {**self.environ}
        self.environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        try:
            super().handshake()
        except ProtocolError as error:
            raise ValueError from error

    def send(self, data: Any) -> None:
        """Send a message, or what is left of one; raises ``ConnectionClosed`` or ``OSError``."""
        if isinstance(data, _Rest):
            self.sock.send(data.left)
        else:
            super().send(data)

    def receive(self, timeout: float | None = None) -> Any:
        """The next message, None where none has come within ``timeout`` seconds; raises ``ConnectionClosed``."""
        self.connected: bool
        until = math.inf if timeout is None else time.monotonic() + timeout
        while self.connected and not self.input_buffer:
            try:
                if not self._heard(until):
                    return None
                read = self.sock.recv(self.receive_bytes)
                self.ws.receive_data(read or None)
                self.connected = bool(read) and self._handle_events()
            except (OSError, ProtocolError):
                self.connected = False
        if self.input_buffer:
            message = self.input_buffer.pop(0)
            self._pace(len(message))
            return message
        raise simple_websocket.ConnectionClosed(self.close_reason, self.close_message)

    def _heard(self, until: float) -> bool:
        """Wait for something to read; whether it came ``until`` then. With a ``ping_interval`` whoever is silent for so
        long is pinged; raises ``OSError`` where that brings nothing either."""
        patience = self.ping_interval or math.inf
        pinged = False
        while (seconds := min(until - time.monotonic(), patience)) > 0:
            if seconds == math.inf or self.sock.readable(seconds):
                return True
            if seconds == patience:
                if pinged:
                    raise TimeoutError
                pinged = True
                self.sock.send(self.ws.send(Ping()))
        return False

    def close(self, reason: int | None = None, message: str | None = None) -> None:
        """Say goodbye if anybody listens, and wait for no answer."""
        try:
            with suppress(OSError):
                super().close(reason, message)
        finally:
            self.sock.end()


class Pings:
    """One thread that pings all connections when their time has come; the library has one for each connection."""

    def __init__(self, eio: Any, is_joined: Callable[[str], bool]) -> None:
        """``is_joined`` says whether a connection's page has joined; who has not by the first ping is let go."""
        self._eio, self._is_joined = eio, is_joined
        self._due: queue.SimpleQueue[tuple[float, Any]] = queue.SimpleQueue()
        self._start = eio.start_background_task
        self._thread: Any = None
        self._lock = threading.Lock()

    def start_background_task(self, target: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """In place of the library's: a ping waits in our line, all else gets its thread."""
        if getattr(target, "__name__", "") != "_send_ping":
            return self._start(target, *given, **named)
        self._due.put((time.monotonic() + self._eio.ping_interval, target.__self__))  # type: ignore[attr-defined]  # all wait equally long
        with self._lock:
            if self._thread is None:
                self._thread = self._start(self._run)
        return self._thread

    def _run(self) -> None:
        while True:
            due, connection = self._due.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                if connection.queue.overrun or not self._is_joined(connection.sid):
                    self._start(connection.close, False)
                elif not connection.closing and not connection.closed:
                    connection.last_ping = time.time()
                    with suppress(SocketIsClosedError):
                        connection.send(Packet(PING))
            except Exception:  # one connection must not cost the others their pings
                log.exception("A ping could not be sent.")


def install(server: Any, websocket: type[WebSocket]) -> None:
    """Have a Socket.IO server send and read this way."""
    eio = server.eio
    eio._async = {**eio._async, "websocket": websocket, "queue": Outgoing}
    pings = Pings(eio, lambda connection: server.manager.sid_from_eio_sid(connection, "/") is not None)
    eio.start_background_task = pings.start_background_task
