"""Messages on a websocket: at once and in order, whatever the reader takes; a reader too slow is let go."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import psutil  # type: ignore[import-untyped]
import pytest
import requests
from engineio.packet import MESSAGE, Packet
from flask import Flask
from simple_websocket import ConnectionClosed

from plyground.core.refusals import Malformed
from plyground.web import transport
from plyground.web.bots_api import ladder
from plyground.web.transport import Outgoing, _Rest, _Socket, frame_of
from tests.waiting import until
from tests.web.clients import connected
from tests.web.test_addresses import make
from tests.web.test_socket_refusals import polling
from tools.benchmarks.link import Link
from tools.benchmarks.serving import Server
from tools.benchmarks.watching import watch


def packet(text: str) -> Packet:
    return Packet(MESSAGE, text)


@pytest.mark.parametrize("size", [0, 124, 125, 65_534, 65_535, 70_000])
def test_a_frame_says_its_length(size: int) -> None:
    made = packet("é" + "x" * size)
    frame = frame_of(made)
    assert frame.endswith(b"x" * size)
    lengths = {126: (2, 4), 127: (2, 10)}
    begin, start = lengths.get(frame[1], (1, 2))
    assert int.from_bytes(frame[begin:start]) == len(frame) - start == size + 3
    assert frame_of(made) is frame  # once for all who get it


class Line:
    """Both ends of a connection with a short buffer, and the writer's thread as the library runs it."""

    def __init__(self) -> None:
        ours, self.theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.theirs.settimeout(20)
        self.socket, self._ours = _Socket(ours), ours
        self.queue = Outgoing()
        self.queue.line = lambda: self.socket
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def _write(self) -> None:
        while (item := self.queue.get(timeout=0.01)) is not None:
            try:
                self.socket.send(item.left if isinstance(item, _Rest) else frame_of(item))
            except OSError:
                return

    def close(self) -> None:
        self.queue.put(None)
        self.theirs.close()
        self._writer.join(20)
        self._ours.close()


def asked_over(line: socket.socket, **more: str) -> dict[str, Any]:
    """The environment of a request for a websocket over this line, with ``more`` headers."""
    headers = {"HOST": "h", "CONNECTION": "Upgrade", "UPGRADE": "websocket"}
    headers |= {"SEC_WEBSOCKET_VERSION": "13", "SEC_WEBSOCKET_KEY": f"{'A' * 22}=="}
    named = {f"HTTP_{name}": said for name, said in (headers | more).items()}
    return {"PATH_INFO": "/", "werkzeug.socket": line, **named}


def test_nothing_follows_a_goodbye() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reading = transport.Reading(asked_over(ours))
        theirs.recv(10_000)
        assert reading.sock.send_at_once(b"before") == b""
        theirs.sendall(bytes((0x88, 0x80, 0, 0, 0, 0)))  # the browser goes
        with pytest.raises(ConnectionClosed):
            reading.receive()
        assert reading.sock.send_at_once(b"after") == b""
        theirs.settimeout(20)
        said = theirs.recv(100)
        while not said.startswith(b"before\x88"):
            said += theirs.recv(100)
        ours.shutdown(socket.SHUT_WR)
        assert said + theirs.recv(100) == b"before\x88\x00"


@pytest.mark.parametrize(
    "said",
    [
        {"SEC_WEBSOCKET_VERSION": "99"},
        {"SEC_WEBSOCKET_PROTOCOL": "\xff,,"},
        {"CONNECTION": "x"},
        {"UPGRADE": "x"},
    ],
)
def test_what_opens_no_websocket_is_refused(said: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "seasons", Mock())
    ours, theirs = socket.socketpair()
    start, handler = Mock(), Mock()
    with ours, theirs:
        transport.WebSocket(handler, Mock())(asked_over(ours, **said), start)
        assert start.call_args.args[0] == "400 Bad Request"
        handler.assert_not_called()
        with Flask("here").test_request_context(environ_overrides=asked_over(ours, **said)), pytest.raises(Malformed):
            ladder.Ladder(Mock(), Mock()).serve(Mock(), "event")


def test_who_is_silent_is_waited_for_and_pinged_and_then_gone() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reading = transport.Reading(asked_over(ours), ping_interval=0.05)
        theirs.recv(10_000)
        assert reading.receive(0.01) is None
        theirs.sendall(bytes((0x8A, 0x80, 0, 0, 0, 0, 0x81, 0x81, 0, 0, 0, 0)) + b"x")  # a pong, and a message
        assert reading.receive(20) == "x"
        with pytest.raises(ConnectionClosed):
            reading.receive()
        assert theirs.recv(100) == b"\x89\x00"


def test_who_sends_much_waits_whatever_the_number_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", slept := Mock())
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reading = transport.Reading(asked_over(ours))
        for length, waits in ((1, 0), (transport.LONGEST_FRAME, 0), (int(transport.FRAMES_AT_ONCE) * 16 * 1024, 1)):
            reading.input_buffer.append("x" * length)
            assert len(reading.receive()) == length
            assert slept.call_count == waits


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.close()


def test_messages_keep_their_order_when_the_line_is_full_now_and_then(line: Line) -> None:
    texts = [f"{number}:" + "x" * (number * 37 % 3000) for number in range(400)]
    got: list[bytes] = []

    def read() -> None:
        missing = sum(len(frame_of(packet(text))) for text in texts)
        while missing:
            got.append(line.theirs.recv(2000))
            missing -= len(got[-1])

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    for text in texts:
        line.queue.put(packet(text))
    reader.join(30)
    assert b"".join(got) == b"".join(frame_of(packet(text)) for text in texts)


def test_no_message_overtakes_the_one_that_the_writer_takes(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, own, whole = packet("first"), packet("second"), Outgoing(), queue.Queue.get
    own.put(first)
    own.line = lambda: line.socket

    def interrupted(self: Outgoing, *given: Any, **named: Any) -> Any:
        taken = whole(self, *given, **named)
        own.put(second)  # in another thread, before the one that takes has gone on
        return taken

    with monkeypatch.context() as patched:
        patched.setattr(queue.Queue, "get", interrupted)
        assert own.get() is first
    assert own.get(block=False) is second


def test_a_message_goes_out_in_the_thread_that_gives_it(line: Line) -> None:
    line.queue.put(packet("now"))
    assert line.theirs.recv(100) == frame_of(packet("now"))
    assert line.queue.unfinished_tasks == 0  # it never waited


def test_whoever_does_not_read_is_let_go_and_costs_no_more(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MOST_WAITING", 20)
    ended = threading.Event()
    monkeypatch.setattr(line.socket, "end", ended.set)
    for _ in range(200):
        line.queue.put(packet("x" * 3000))
    assert ended.is_set()
    assert line.queue.qsize() <= 20


def test_a_watcher_takes_two_threads(server: Server) -> None:
    process = psutil.Process(server.pid)
    made = make(server, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    before = process.num_threads()
    links = [Link(server.port, 30) for _ in range(20)]
    try:
        for link in links:
            link.ask("join", {"game": made["id"], "tokens": []})
        until(lambda: process.num_threads() <= before + 2 * len(links) + 5)
    finally:
        for link in links:
            link.close()
    until(lambda: process.num_threads() <= before + 5)  # and gives them back


def test_many_watchers_hear_every_move_in_its_order(server: Server) -> None:
    import asyncio

    bots = [{"kind": "bot", "bot": "random"}] * 2
    games = [make(server, game=game, seats=bots, pace=0.3, seed=1)["id"] for game in ("othello", "camel")]
    found: dict[str, Any] = asyncio.run(watch([server.port], 5, 60, games))
    assert (found["joined"], found["lost"], found["gaps"]) == (60, 0, 0)
    assert found["messages"] >= 60


def test_polling_goes_on_beside(server: Server) -> None:
    with connected(server.url, transports=["polling"]) as client:
        assert client.transport == "polling"
        assert client.ask("ping_clock", {})["ok"]


def test_a_page_that_polls_and_does_not_ask_is_let_go_and_costs_no_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Outgoing()
    for number in range(transport.MOST_WAITING):
        waiting.put(packet(str(number)))
    assert waiting.get().data == "0"
    for _ in range(3):
        waiting.put(packet("x"))
    assert waiting.overrun
    assert waiting.qsize() == 0
    with pytest.raises(queue.Empty):
        waiting.get(block=False)
    address = polling(server)
    for _ in range(transport.MOST_WAITING // 10 + 2):
        requests.post(address, data="\x1e".join(['427["ping_clock",{}]'] * 10), timeout=10)

    def refused() -> bool:
        return requests.get(address, timeout=20).status_code == 400

    assert refused()
    assert requests.post(address, data='427["ping_clock",{}]', timeout=10).status_code == 400


def test_who_is_overrun_or_has_not_joined_is_closed_with_its_next_ping() -> None:
    eio = Mock(ping_interval=0)
    start = eio.start_background_task
    pings = transport.Pings(eio, lambda connection: connection != "nobody")
    slow, unused, live = (Mock(sid=name, closing=False, closed=False) for name in ("slow", "nobody", "live"))
    slow.queue.overrun, unused.queue.overrun, live.queue.overrun = True, False, False
    for each in (slow, unused, live):
        each._send_ping.__name__, each._send_ping.__self__ = "_send_ping", each
        pings.start_background_task(each._send_ping)
    end: Any = ()
    live.send.side_effect = lambda _: pings._due.put(end)  # which ends the thread's loop
    with pytest.raises(ValueError, match="unpack"):
        start.call_args.args[0]()
    assert [given.args for given in start.call_args_list[1:]] == [(slow.close, False), (unused.close, False)]
    live.send.assert_called_once()


def test_a_goodbye_to_a_line_that_was_reset_is_no_error() -> None:
    """A proxy that goes away resets its lines, and each one's writer says goodbye in a thread of its own."""
    ended: list[bool] = []

    class Reset:
        def send(self, data: bytes) -> None:
            raise ConnectionResetError

        def end(self) -> None:
            ended.append(True)

    class Frames:
        def send(self, event: Any) -> bytes:
            return b"bye"

    reading: Any = object.__new__(transport.Reading)
    reading.connected, reading.sock, reading.ws = True, Reset(), Frames()
    reading.close()
    assert ended == [True]
