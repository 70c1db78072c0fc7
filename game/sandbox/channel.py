"""Lines to and from one bot's process, each with a deadline, so that no bot can make the referee wait for ever.

Neither side may block: what the bot does not read waits in our buffer, and what it writes is taken up to a bound. Times
are of the monotonic clock, taken when a whole line is there.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

_CHUNK = 65_536
_MOST_PENDING = 100_000  # a paused bot's pipe holds fewer
Kind = Literal["line", "closed", "late", "flood"]


@dataclass(frozen=True)
class Received:
    """What came by the deadline: a line, or why there is none (it closed its output, nothing came in time, too much
    came). ``at`` is when."""

    kind: Kind
    at: float
    line: bytes = b""


Split = Callable[[bytes], tuple[bytes, bytes, bytes]]
"""Cuts what was read into the first message, its end (empty if it is not whole yet) and the rest. It may raise
``ValueError`` for what can be no message."""


def lines(content: bytes) -> tuple[bytes, bytes, bytes]:
    """Messages that are lines."""
    return content.partition(b"\n")


class Channel:
    """Over two file descriptors of another's. A line has at most ``line_bytes``, all that is read ``total_bytes``.

    Messages are lines unless ``split`` cuts them otherwise; "line" stands for either.
    """

    def __init__(self, write_to: int, read_from: int, line_bytes: int, total_bytes: int, split: Split = lines) -> None:
        self._in, self._out, self._split = write_to, read_from, split
        self._line_bytes, self._total_bytes = line_bytes, total_bytes
        self._waiting, self._read, self._taken = b"", b"", 0
        self._closed = self._broken = self._finishing = False
        os.set_blocking(write_to, False)
        os.set_blocking(read_from, False)

    def send(self, line: bytes) -> None:
        """Write what can be written at once; the rest goes out while answers are waited for."""
        self._waiting += line
        self._write()

    def flush(self, deadline: float) -> None:
        """Wait until all is written that was sent, or the other side reads no more, until ``deadline`` at the most."""
        while self._waiting and not self._broken and (left := deadline - time.monotonic()) > 0:
            poll = select.poll()
            poll.register(self._in, select.POLLOUT)
            poll.poll(int(left * 1000) + 1)
            self._write()

    def finish(self) -> None:
        """Nothing more will be sent: whoever reads finds the end after what is waiting. For pipes."""
        self._finishing = True
        self._write()

    @property
    def taken(self) -> int:
        """The bytes that were read, as they are counted."""
        return self._taken

    def renew(self) -> None:
        """Count what is read from here on: ``total_bytes`` then bound what comes until the next call."""
        self._taken = 0

    def receive(self, deadline: float) -> Received:
        """The next line, or what stands in its place at ``deadline`` (of ``time.monotonic``)."""
        while True:
            found = self._next()
            if found is not None:
                return found
            left = deadline - time.monotonic()
            if left <= 0:
                return Received("late", time.monotonic())
            self._wait(left)

    def pending(self) -> list[bytes]:
        """The whole lines that are there already; nothing is waited for."""
        there: list[bytes] = []
        while len(there) < _MOST_PENDING:
            found = self._next()
            if found is None or found.kind != "line":
                break
            there.append(found.line)
        return there

    def _wait(self, seconds: float) -> None:
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        if self._waiting and not self._broken:
            poll.register(self._in, select.POLLOUT)
        ready = poll.poll(max(1, min(60_000, int(seconds * 1000) + 1)))
        if any(found == self._in for found, _ in ready):
            self._write()

    def _write(self) -> None:
        while self._waiting and not self._broken:
            try:
                self._waiting = self._waiting[os.write(self._in, self._waiting[:_CHUNK]) :]
            except BlockingIOError:
                return
            except OSError:  # the bot closed its input: its output tells what became of it
                self._broken = True
        if self._finishing and not self._broken and self._in != self._out:
            nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
            os.dup2(nowhere, self._in, inheritable=False)  # closes the pipe, and keeps its number for its owner
            os.close(nowhere)
            self._broken = True

    def _next(self) -> Received | None:
        """A line that is there, the end, or a flood; None while there is neither."""
        line, end, rest = self._split(self._read)
        while not end and not self._closed and len(self._read) <= self._line_bytes:
            try:
                chunk = os.read(self._out, _CHUNK)
            except BlockingIOError:
                return None
            except OSError:
                chunk = b""
            self._read += chunk
            self._taken += len(chunk)
            self._closed = not chunk
            line, end, rest = self._split(self._read)
        if len(line) > self._line_bytes or self._taken > self._total_bytes:
            return Received("flood", time.monotonic())
        if end or line:  # a last line may end without a newline
            self._read = rest
            return Received("line", time.monotonic(), line)
        return Received("closed", time.monotonic())
