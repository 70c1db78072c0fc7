"""The HTTP server with strangers who hold on: silent, slow, too long, too many; the others are served meanwhile."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests

from plyground.web import http_server
from plyground.web.http_server import BoundedWorker, bounded_server
from tests.soaking import more
from tests.waiting import until
from tools.benchmarks.hardship import DESCRIPTORS, HALF_OPEN, Table, WithFewDescriptors, held, room_for

ASK = b"GET /%b HTTP/1.1\r\nHost: here\r\n\r\n"


class Toy:
    """An application: ``/hold`` waits until it is let go, ``/big`` answers much, anything else with its own words."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.holding = 0
        self.ended = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        body = environ["wsgi.input"].read() if environ["REQUEST_METHOD"] == "POST" else b""
        if path == "/hold":
            self.holding += 1
            self.go.wait(20)
        content = b"x" * 50_000_000 if path == "/big" else path.encode() + b" " + body
        start_response("200 OK", [("Content-Length", str(len(content)))])
        try:
            yield content
        finally:
            if path in {"/big", "/body"}:
                self.ended.set()


class Handing(Toy):
    """One that hands the socket of ``/socket`` to another thread, as a websocket does."""

    socket: socket.socket

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/socket":
            return super().__call__(environ, start_response)
        self.socket = environ["gunicorn.socket"]
        raise StopIteration  # by which gunicorn knows that nothing is left to be answered


class Running:
    """A server in a thread, and connections to it."""

    def __init__(self, app: Toy, connections: int, stack: ExitStack) -> None:
        self.listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=256))
        self.server: BoundedWorker = bounded_server(self.listener, app, connections, "<h1>Full</h1>")
        self._stack = stack
        thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        thread.start()
        stack.callback(thread.join, 10)
        stack.callback(self.server.stop)
        stack.callback(app.go.set)

    def connect(self) -> socket.socket:
        """One more connection."""
        made = socket.create_connection(self.listener.getsockname(), timeout=20)
        return self._stack.enter_context(made)

    def ask(self, path: str = "") -> bytes:
        """What a connection of its own is answered."""
        with self.connect() as line:
            line.sendall(ASK % path.encode())
            return answer(line)


def answer(line: socket.socket) -> bytes:
    """One answer with its head, as its length says."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = line.recv(65536)
        if not more:
            return got
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    (length,) = (int(each.split(b":")[1]) for each in head.split(b"\r\n") if each.lower().startswith(b"content-length"))
    while len(body) < length:
        body += line.recv(65536)
    return head + b"\r\n\r\n" + body


def ended(line: socket.socket) -> bool:
    """Whether the other side ends the connection, having said no more."""
    try:
        return line.recv(65536) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def serve() -> Iterator[Callable[[Toy, int], Running]]:
    with ExitStack() as stack:
        yield lambda app, connections: Running(app, connections, stack)


Serve = Callable[[Toy, int], Running]


def test_a_head_may_come_byte_by_byte_and_two_at_once(serve: Serve) -> None:
    here = serve(Toy(), 8)
    line = here.connect()
    for byte in ASK % b"slow":
        line.sendall(bytes([byte]))
    assert answer(line).endswith(b"/slow ")
    line.sendall(ASK % b"one" + ASK % b"two" + b"POST /three HTTP/1.1\r\nHost: here\r\nContent-Le")
    got = b""
    while b"/two " not in got:
        got += line.recv(65536)
    assert got.index(b"/one ") < got.index(b"/two ")
    line.sendall(b"ngth: 4\r\n\r\nbo")
    line.sendall(b"dy")
    assert answer(line).endswith(b"/three body")


def test_the_server_does_not_tell_its_version(serve: Serve) -> None:
    (told,) = [each for each in serve(Toy(), 8).ask().split(b"\r\n") if each.startswith(b"Server:")]
    assert not any(chr(byte).isdigit() for byte in told)


def test_silent_and_half_open_connections_take_no_thread_and_are_dropped(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "HEAD_SECONDS", 1.0)
    here = serve(Toy(), 100)
    before = threading.active_count()
    silent = [here.connect() for _ in range(30)]
    half = [here.connect() for _ in range(30)]
    for line in half:
        line.sendall(b"GET / HTTP/1.1\r\nHo")
    assert here.ask("others").endswith(b"/others ")
    assert threading.active_count() <= before + 1
    assert all(ended(line) for line in (*silent, *half))


def test_whoever_asks_for_nothing_makes_room_for_newcomers(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_server, "_YOUNG_SECONDS", 0.0)
    here = serve(Toy(), 8)
    places = here.server.worker_connections
    kept = here.connect()
    kept.sendall(ASK % b"kept")
    answer(kept)
    silent = [here.connect() for _ in range(3 * places)]
    assert here.ask("new").endswith(b"/new ")
    assert sum(ended(line) for line in silent[:places]) == places  # the oldest went first
    (said,) = [record.getMessage() for record in caplog.records]
    assert "newcomers wait" in said


def test_newcomers_need_not_wait_for_the_heads_of_those_who_hold_all_places(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever has come a moment ago may keep the place at first, and gives it up soon."""
    monkeypatch.setattr(http_server, "HEAD_SECONDS", 1000.0)
    here = serve(Toy(), 8)
    for _ in range(here.server.worker_connections):
        here.connect()
    until(lambda: "newcomers wait" in caplog.text)
    assert here.ask("new").endswith(b"/new ")


def test_a_head_without_end_is_refused(serve: Serve) -> None:
    line = serve(Toy(), 8).connect()
    line.sendall(b"GET / HTTP/1.1\r\n" + b"X: yyyyyyyyyyyy\r\n" * 3000)
    assert line.recv(100).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "head", [b"\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n: :\r\n\r\n"]
)
def test_what_is_no_request_is_refused_and_others_are_served(serve: Serve, head: bytes) -> None:
    here = serve(Toy(), 8)
    line = here.connect()
    line.sendall(head)
    assert line.recv(100).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert here.ask("others").endswith(b"/others ")


def test_a_body_that_does_not_come_gives_its_thread_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "BODY_SECONDS", 0.5)
    app = Toy()
    here = serve(app, 8)
    line = here.connect()
    line.sendall(b"POST /body HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nthe begin")
    line.settimeout(20)
    while line.recv(65536):  # whatever is said, the connection ends
        pass
    until(lambda: not here.server._busy)


def test_nothing_is_kept_of_a_request_that_was_answered(serve: Serve) -> None:
    here = serve(Toy(), 8)
    for path in ("one", "two"):
        here.ask(path)
    until(lambda: not here.server._bodies)


def test_a_kept_connection_outlives_the_deadline_of_an_earlier_body(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "BODY_SECONDS", 0.3)
    here = serve(Toy(), 8)
    line = here.connect()
    line.sendall(ASK % b"first")
    answer(line)
    time.sleep(1.5)
    line.sendall(ASK % b"second")
    assert answer(line).endswith(b"/second ")


def test_whoever_does_not_read_gives_the_thread_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "SEND_SECONDS", 1.0)
    app = Toy()
    here = serve(app, 8)
    line = here.connect()
    line.sendall(ASK % b"big")
    assert app.ended.wait(20)
    until(lambda: not here.server._busy)


def test_who_finds_all_threads_taken_is_told_to_come_back(serve: Serve) -> None:
    app = Toy()
    here = serve(app, 2)
    held = [here.connect() for _ in range(2)]
    for line in held:
        line.sendall(ASK % b"hold")
    until(lambda: app.holding == 2)
    told = here.ask()
    assert told.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After: 10" in told
    assert told.endswith(b"<h1>Full</h1>")
    app.go.set()
    assert all(answer(line).endswith(b"/hold ") for line in held)
    until(lambda: not here.server._busy)
    assert here.ask("again").endswith(b"/again ")


def of(address: str, path: str, body: str | None = None) -> bytes:
    """A request that a proxy passes on for this address; with the beginning of a ``body`` that does not come."""
    kind, length = ("GET", "") if body is None else ("POST", "Content-Length: 1000\r\n")
    return f"{kind} /{path} HTTP/1.1\r\nHost: here\r\n{length}X-Forwarded-For: {address}\r\n\r\n{body or ''}".encode()


@pytest.fixture
def shared(serve: Serve) -> tuple[Toy, Running]:
    """A server behind a proxy that handles eight requests at a time, six of them for one address."""
    app = Toy()
    here = serve(app, 8)
    here.server._home = lambda _peer, forwarded: forwarded.strip()
    return app, here


def test_one_address_does_not_take_all_threads(shared: tuple[Toy, Running]) -> None:
    app, here = shared
    held = [here.connect() for _ in range(6)]
    for line in held:
        line.sendall(of("a", "hold"))
    until(lambda: app.holding == 6)
    more, other = here.connect(), here.connect()
    more.sendall(of("a", "more"))
    assert answer(more).startswith(b"HTTP/1.1 503 ")
    other.sendall(of("b", "other"))
    assert answer(other).endswith(b"/other ")
    app.go.set()
    assert all(answer(line).endswith(b"/hold ") for line in held)
    until(lambda: not here.server._busy_of)


def test_who_waits_for_a_body_gives_the_thread_to_newcomers_of_the_address(
    shared: tuple[Toy, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "_YOUNG_SECONDS", 0.0)
    _app, here = shared
    held = [here.connect() for _ in range(6)]
    bodies = here.server._bodies
    for count, line in enumerate(held, 1):
        line.sendall(of("a", "body", "\r\nX-Forwarded-For: b\r\n"))
        until(lambda: len(bodies) == count and all(conn.awaits_body for conn in bodies))  # noqa: B023
    line = here.connect()
    line.sendall(of("a", "new"))
    assert answer(line).endswith(b"/new ")
    held[0].settimeout(20)
    while held[0].recv(65536):  # whatever is said, the connection ends
        pass
    until(lambda: here.server._busy_of == {"a": 5})


@pytest.mark.soak
def test_people_play_on_while_all_descriptors_are_held_by_silent_connections(tmp_path: Path) -> None:
    count = more(400, HALF_OPEN)
    server = WithFewDescriptors(tmp_path, PLYGROUND_WORKERS="1")
    server.descriptors = more(256, DESCRIPTORS)
    with room_for(count), ExitStack() as stack:
        stack.callback(server.stop)
        server.start().wait_until_warm()
        table = Table(server, bot=True)
        stack.callback(table.over)
        stack.enter_context(held(server.port, count))
        until(lambda: "newcomers wait" in server.log.read_text())
        table.move()  # and the bot answers
        assert requests.get(server.url, timeout=60).ok  # newcomers come in too
        assert not table.refused


def test_what_is_being_answered_at_the_end_is_answered(serve: Serve) -> None:
    app = Toy()
    here = serve(app, 8)
    line = here.connect()
    line.sendall(ASK % b"hold")
    until(lambda: app.holding == 1)
    here.server.stop()
    time.sleep(0.2)
    app.go.set()
    assert answer(line).endswith(b"/hold ")


def test_a_websocket_that_is_closed_by_its_own_thread_ends_nothing_else(serve: Serve) -> None:
    app = Handing()
    here = serve(app, 8)
    line = here.connect()
    line.sendall(b"GET /socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    assert ended(line)  # the request is over
    with socket.socket() as newcomer:
        newcomer.settimeout(20)
        app.socket.close()  # its descriptor is the next to be given, to the newcomer's connection
        newcomer.connect(here.listener.getsockname())
        newcomer.sendall(ASK % b"newcomer")
        assert answer(newcomer).endswith(b"/newcomer ")
    assert here.ask("others").endswith(b"/others ")


def test_who_comes_when_no_thread_can_be_started_is_told_to_come_back(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = serve(Toy(), 8)
    with monkeypatch.context() as patched:
        patched.setattr(http_server.Threads, "submit", Mock(side_effect=RuntimeError("can't start new thread")))
        assert here.ask("early").startswith(b"HTTP/1.1 503 ")
    assert here.ask("later").endswith(b"/later ")


def test_what_goes_wrong_with_one_connection_ends_nothing_else(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(_worker: BoundedWorker, conn: http_server.Connection) -> None:
        conn.close()
        raise KeyError("is already registered")

    here = serve(Toy(), 8)
    with monkeypatch.context() as patched:
        patched.setattr(BoundedWorker, "_await_head", failing)
        assert ended(here.connect())
    assert here.ask("others").endswith(b"/others ")
    assert "is already registered" in caplog.text
