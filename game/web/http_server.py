"""The HTTP server: gunicorn's threaded worker in this process, with bounds on what strangers can hold.

A thread is spent on a request only when its head has come whole, so that connections which say nothing, or a byte now
and then, cost a descriptor each and no thread; they are dropped when their time is over, or at once when newcomers need
their place. Bodies have a deadline too, and so has whoever does not read the answer. When all threads are taken, or
those that one address may have, whoever has waited longest for a body gives one up, or else a request is answered by a
page that says so and comes back by itself.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import resource
import selectors
import socket
import struct
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import takewhile
from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn, ThreadWorker

log = logging.getLogger(__name__)

HEAD_SECONDS, BODY_SECONDS, SEND_SECONDS, KEEP_SECONDS = 10.0, 60.0, 20.0, 15.0
"""How long a head and a body may take to come, an answer to be taken, and a connection may stay without a request."""
LONGEST_HEAD = 32 * 1024
_SPARE_DESCRIPTORS = 128
"""What the program needs besides connections: the database, pipes to workers, files."""
_WANTED_DESCRIPTORS = 65536
_YOUNG_SECONDS = 1.0
_FULL_LOOK_SECONDS = 0.1
"""How often somebody is looked for who could give up a place while newcomers wait."""
_LINGER_SECONDS = 2.0
AGAIN_SECONDS = 10
"""When somebody who found the server full may ask again."""
END_SECONDS = 2.0
"""How long requests that are being handled are waited for at the end."""
_SAID_EACH = 60.0

_FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)

App = Callable[..., Any]
Home = Callable[[str, str], str]
"""Gives for a peer, and what its ``X-Forwarded-For`` says, the address that is counted; empty for one that is not."""


class Threads:
    """A daemon thread for each request: cheap beside a request, and none is kept or awaited at the end."""

    def submit(self, work: Callable[[Any], Any], conn: Any) -> Future[Any]:
        """Do the work in a thread of its own."""
        done: Future[Any] = Future()

        def run() -> None:
            try:
                done.set_result(work(conn))
            except BaseException as error:
                done.set_exception(error)

        threading.Thread(target=run, name="request", daemon=True).start()
        return done

    def shutdown(self, wait: bool = True) -> None:
        """Leave the threads to themselves."""


class Connection(TConn):  # type: ignore[misc]
    """A connection with the head of its next request, as far as it has come."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.head = bytearray()
        self.since = time.monotonic()
        self.home = ""
        """The address with which the request now handled is counted."""
        self.websocket = False
        """Whether the request now handled asks for one: it need not end by a deadline, and whoever carries it may close
        the socket at any time, also when the request is over."""

    def take_head(self) -> None:
        """Give what was read to the parser."""
        self.init()
        self.parser.unreader.unread(bytes(self.head))
        self.websocket = self.head.startswith(b"GET ") and b"upgrade: websocket" in self.head.lower()
        self.head.clear()
        self.data_ready = True

    @property
    def awaits_body(self) -> bool:
        """Whether more of the body of the request now handled is to be read: by its length, or by its chunks."""
        reader = self.parser.mesg and self.parser.mesg.body.reader
        return bool(getattr(reader, "length", 0) or getattr(reader, "parser", None))


class BoundedWorker(ThreadWorker):  # type: ignore[misc]
    """Accepts, waits for heads, hands requests to threads, and drops who takes too long."""

    def __init__(self, sockets: list[socket.socket], app: App, cfg: Config, full: bytes, home: Home) -> None:
        """``full`` is what is answered when all threads are taken, with its head."""
        super().__init__(0, 0, sockets, _App(app), 0, cfg, _Log(cfg))
        self._full, self._home = full, home
        self._busy: set[Connection] = set()
        self._busy_of: Counter[str] = Counter()
        self._share = max(1, cfg.threads * 3 // 4)
        """How many requests and websockets of one address are handled at a time."""
        self._bodies: dict[Connection, float] = {}
        """Requests that are no websockets, the oldest first, with the time by which their bodies have to have come."""
        self._ending: deque[Connection] = deque()
        self._said = 0.0

    def get_thread_pool(self) -> Threads:
        return Threads()

    def init_signals(self) -> None:
        """They are the program's."""

    def is_parent_alive(self) -> bool:
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept, or leave newcomers waiting; before that, whoever holds a place without a request gives it up."""
        if self.alive and not enabled:
            self._say(f"All {self.worker_connections} connections are taken; newcomers wait until one ends.")
            if self._make_room():
                return
        super().set_accept_enabled(enabled)
        until = time.monotonic() + END_SECONDS  # at the end what is being answered is awaited, and websockets are not
        while not self.alive and not all(conn.websocket for conn in self._busy) and time.monotonic() < until:
            self.wait_for_and_dispatch_events(0.05)

    def _say(self, sentence: str) -> None:
        """Put a sentence into the log, seldom."""
        if time.monotonic() > self._said:
            self._said = time.monotonic() + _SAID_EACH
            log.warning(
                "%s %d of them make no request.", sentence, len(self.pending_conns) + len(self.keepalived_conns)
            )

    def _make_room(self) -> bool:
        """Drop the connection that has waited longest without a whole request; whether there was one."""
        for waiting in (self.pending_conns, self.keepalived_conns):
            if waiting and time.monotonic() - waiting[0].since > _YOUNG_SECONDS:
                self._drop(waiting.popleft())
                return True
        return False

    def _drop(self, conn: Connection) -> None:
        """Close a connection that waits in the poller, or for its time to be over."""
        with contextlib.suppress(KeyError, ValueError):  # a websocket's is not there
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """See to what has come; what goes wrong with one connection ends nothing else."""
        for key, _ in self.poller.select(timeout if self._accepting else min(timeout, _FULL_LOOK_SECONDS)):
            try:
                key.data(key.fileobj)
            except Exception:
                log.exception("A connection could not be seen to.")
                time.sleep(0.05)  # or else one that stays would fill the log

    def accept(self, listener: socket.socket) -> None:
        """Take in those who have come, and wait for what they ask."""
        while self.nr_conns < self.worker_connections:
            try:
                sock, address = listener.accept()
            except OSError as error:
                if error.errno in {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}:
                    self._say(f"No more connections can be taken ({error.strerror}); newcomers wait.")
                    if not self._make_room():
                        time.sleep(0.05)  # or else this would turn on the spot
                return  # nobody is there any more, or he has gone
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(SEND_SECONDS), 0))
            if sock.family != socket.AF_UNIX:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.nr_conns += 1
            self._await_head(Connection(self.cfg, sock, address, listener.getsockname()))

    def _await_head(self, conn: Connection) -> None:
        conn.since = time.monotonic()
        conn.timeout = conn.since + HEAD_SECONDS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """A connection that was kept has the next request."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await_head(conn)
        self.on_pending_socket_readable(conn, client)

    def on_pending_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """More of a head has come; when it is whole, the request is handled."""
        try:
            read = client.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            read = b""
        if read:
            self._read(conn, read)
        else:
            self.pending_conns.remove(conn)
            self._drop(conn)

    def _read(self, conn: Connection, more: bytes) -> None:
        """Take in more of the head of a connection that waits in the poller."""
        looked = max(0, len(conn.head) - 3)
        conn.head += more
        end = conn.head.find(b"\r\n\r\n", looked)
        whole = end >= 0
        if not whole and len(conn.head) <= LONGEST_HEAD:
            return
        self.pending_conns.remove(conn)
        self.poller.unregister(conn.sock)
        if not whole:
            _say_at_once(conn.sock, b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n")
            self._linger(conn)
            return
        peer = conn.client[0] if isinstance(conn.client, tuple) else ""
        conn.home = self._home(peer, b",".join(_FORWARDED.findall(conn.head, 0, end)).decode("latin-1"))
        if conn.home and self._busy_of[conn.home] >= self._share and not self._end_a_body(conn.home):
            self._refuse(conn, f"All {self._share} requests at a time that one address may make are being handled")
            return
        if len(self._busy) >= self.cfg.threads and not self._end_a_body():
            self._refuse(conn, f"All {self.cfg.threads} requests at a time are being handled")
            return
        conn.take_head()
        self.enqueue_req(conn)

    def _end_a_body(self, home: str = "") -> bool:
        """Let the body that has been awaited longest end, of all or of this address; whether there was one."""
        old = time.monotonic() + BODY_SECONDS - _YOUNG_SECONDS
        for conn, until in self._bodies.items():
            if until > old:
                break
            if home in {"", conn.home} and conn.awaits_body:
                self._end_body(conn)
                self._let_go(conn)
                return True
        return False

    def _end_body(self, conn: Connection) -> None:
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_RD)  # what is still to be read ends here; an answer can be sent

    def _let_go(self, conn: Connection) -> None:
        """Count a request no more."""
        if conn in self._busy:
            self._busy.discard(conn)
            self._bodies.pop(conn, None)
            self._busy_of[conn.home] -= 1
            if not self._busy_of[conn.home]:
                del self._busy_of[conn.home]

    def _refuse(self, conn: Connection, why: str) -> None:
        """Tell somebody to come back."""
        self._say(f"{why}; newcomers are told to wait.")
        _say_at_once(conn.sock, self._full)
        self._linger(conn)

    def enqueue_req(self, conn: Connection) -> None:
        self._busy.add(conn)
        self._busy_of[conn.home] += 1
        if not conn.websocket:
            self._bodies[conn] = time.monotonic() + BODY_SECONDS
        try:
            super().enqueue_req(conn)
        except RuntimeError as error:  # as many threads run as the system lets the program have
            self._let_go(conn)
            self._refuse(conn, f"No thread can be started ({error})")

    def finish_request(self, conn: Connection, fs: Future[Any]) -> None:
        """A request has been answered: keep the connection, or end it."""
        self._let_go(conn)
        if fs.exception() is None and fs.result() and self.alive:
            begun = conn.parser.unreader.take_buffered()
            conn.sock.setblocking(False)
            if begun:  # the next request, perhaps not whole
                self._await_head(conn)
                self._read(conn, begun)
                return
            conn.since = time.monotonic()
            conn.set_timeout()
            self.keepalived_conns.append(conn)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))
        else:
            self._linger(conn)

    def _linger(self, conn: Connection) -> None:
        """End a connection: it is closed when the other side has seen the end, or a little later.

        The poller never has a websocket's socket: were it closed by another thread, its number would be given to a
        newcomer while the poller still had it for this one.
        """
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            if not conn.websocket:
                self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._discard, conn))
        except (OSError, ValueError):  # it is closed already, as that of a websocket
            self.nr_conns -= 1
            conn.close()
            return
        conn.timeout = time.monotonic() + _LINGER_SECONDS
        self._ending.append(conn)

    def _discard(self, conn: Connection, client: socket.socket) -> None:
        try:
            if client.recv(65536):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._ending.remove(conn)
        self._drop(conn)

    def murder_pending(self) -> None:
        """Drop who took too long with a head, with a body, or with going, and whoever holds a place that is needed."""
        if not self._accepting:
            self._make_room()
        now = time.monotonic()
        for waiting in (self.pending_conns, self._ending):
            while waiting and waiting[0].timeout < now:
                self._drop(waiting.popleft())
        for conn in list(takewhile(lambda conn: self._bodies[conn] < now, self._bodies)):
            del self._bodies[conn]
            self._end_body(conn)

    def serve_forever(self) -> None:
        """Serve until ``stop``."""
        try:
            self.init_process()
        finally:
            for conn in (*self.pending_conns, *self._ending, *self.keepalived_conns, *self._busy):
                with contextlib.suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RDWR)  # whoever reads it in another thread sees the end
                conn.close()
            self.tmp.close()
            for end in self.PIPE:
                os.close(end)

    def stop(self) -> None:
        """End ``serve_forever`` soon; may be called from a signal's handler."""
        self.handle_exit(0, None)


class _App:
    """What gunicorn asks for the application."""

    def __init__(self, app: App) -> None:
        self._app = app

    def wsgi(self) -> App:
        return self._app


class _Log(Logger):  # type: ignore[misc]
    """What gunicorn has to say goes into the program's log."""

    def setup(self, cfg: Config) -> None:
        self._access_log_enabled = False
        self.error_log.propagate = True
        self.error_log.setLevel(logging.ERROR)  # of malformed requests strangers can make as many as they like


def _say_at_once(client: socket.socket, answer: bytes) -> None:
    """Send a short answer without waiting; who cannot take it goes without."""
    with contextlib.suppress(OSError):
        client.send(answer)


def raise_descriptors() -> int:
    """Let this process have as many descriptors as it may, up to 65,536; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def full_page(body: str) -> bytes:
    """The answer to a request for which there is no thread."""
    content = body.encode()
    head = (
        f"HTTP/1.1 503 Service Unavailable\r\nRetry-After: {AGAIN_SECONDS}\r\nCache-Control: no-store\r\n"
        f"Content-Type: text/html; charset=utf-8\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + content


def bounded_server(
    listener: socket.socket, app: App, connections: int, full: str, home: Home = lambda *given: ""
) -> BoundedWorker:
    """A server at this socket that handles ``connections`` requests and websockets at a time, of one address three
    quarters of them."""
    room = raise_descriptors() - _SPARE_DESCRIPTORS
    cfg = Config()
    cfg.set("threads", max(1, min(connections, room * 3 // 4)))
    cfg.set("worker_connections", max(2, min(2 * connections, room)))
    cfg.set("keepalive", int(KEEP_SECONDS))
    cfg.set("limit_request_line", 8190)
    cfg.set("limit_request_fields", 64)
    cfg.set("forwarded_allow_ips", "")  # what proxies say is looked at in one place, and not here
    cfg.set("graceful_timeout", 0)
    return BoundedWorker([listener], app, cfg, full_page(full), home)
