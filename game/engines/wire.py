"""The line to one engine: a program that was started here, or an address that answers; each wait has an end."""

from __future__ import annotations

import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path

from plyground.core.errors import Refusal, quoted
from plyground.core.messages import _
from plyground.sandbox.channel import Channel, Split, lines
from plyground.sandbox.contract import Bounds, Ending, NotStarted
from plyground.sandbox.running import Confinement, Running, readable

LINE_BYTES = 1024 * 1024
TURN_BYTES = 16 * 1024 * 1024
"""The longest message that an engine may send, and all that it may send between two questions."""
_SHOWN = 60
_MOMENT = 1.0


class EngineFault(Refusal, status=502):
    """An engine did not keep its side of the conversation; the sentence begins in lower case, after its name.

    ``verdict`` is the code of the verdict that falls on it in a competition.
    """

    def __init__(self, sentence: str, verdict: str = "protocol") -> None:
        super().__init__(sentence)
        self.verdict = verdict


class Wire:
    """Messages to and from an engine, lines unless ``split`` cuts otherwise, of at most ``most`` bytes each.

    Used by one thread at a time.

    It is closed, and a program that was started for it ended, by ``close`` or when nobody holds it any more.
    """

    def __init__(
        self,
        write_to: int,
        read_from: int,
        leave: Callable[[], object],
        split: Split = lines,
        running: Running | None = None,
        most: int = LINE_BYTES,
    ) -> None:
        self._channel = Channel(write_to, read_from, most, TURN_BYTES, split)
        self._running = running
        self.close = weakref.finalize(self, leave)

    def send(self, *messages: str) -> None:
        """Write lines, each without its end. What the other side does not read waits here."""
        self.send_bytes("".join(f"{message}\n" for message in messages).encode())

    def send_bytes(self, content: bytes) -> None:
        """Write a message that has its frame already; another one may then be asked for."""
        self._channel.renew()
        self._channel.send(content)

    def flush(self, deadline: float) -> None:
        """Wait until what was sent is written, or ``deadline`` (of ``time.monotonic``)."""
        self._channel.flush(deadline)

    def finish(self) -> None:
        """Nothing more will be sent: a program that was started reads the end of its input after what was sent."""
        self._channel.finish()

    def receive(self, deadline: float) -> str | None:
        """The next message without its frame, None if there is none by ``deadline`` (of ``time.monotonic``).

        Raises ``EngineFault`` if the other side closed, or wrote more than it may.
        """
        got = self._channel.receive(deadline)
        if got.kind == "line":
            return got.line.decode("utf-8", errors="replace").strip("\r\0\ufeff ")
        if got.kind == "late":
            return None
        if got.kind == "flood":
            raise EngineFault(_("it wrote more than it may."), "output")
        raise EngineFault(self._ended(), "crash")

    def wait_for(self, deadline: float, wanted: Callable[[str], bool], what: str) -> str:
        """The first message that is ``wanted``; others are passed over. ``what`` is told where none comes."""
        while (message := self.receive(deadline)) is not None:
            if wanted(message):
                return message
            if time.monotonic() >= deadline:
                break
        raise EngineFault(_("it did not say {what} in time.", what=quoted(what)), "silent")

    def drain(self) -> int:
        """Pass over what has come without being asked for, as far as it came within a moment: how many messages."""
        until, count = time.monotonic() + _MOMENT, 0
        while self.receive(0.0) is not None:
            count += 1
            if time.monotonic() >= until:
                raise EngineFault(_("it wrote more than it may."), "output")
        return count

    def pause(self) -> None:
        """Keep a program that was started here from thinking in the time of others."""
        if self._running is not None:
            self._running.pause()

    def resume(self) -> None:
        """Let it go on."""
        if self._running is not None:
            self._running.resume()

    def check_alive(self) -> None:
        """Raises ``EngineFault`` if a program that was started here has ended."""
        if self._running is not None and self._running.poll() is not None:
            raise EngineFault(self._ended(), "crash")

    def instead(self, line: socket.socket, split: Split) -> Wire:
        """A line over a connection that this program made; what it prints is passed over from now on."""
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        running = self._running
        if running is not None:
            threading.Thread(target=_pass_over, args=(os.dup(running.stdout),), daemon=True).start()

        def leave() -> None:
            line.close()
            self.close()

        return Wire(line.fileno(), line.fileno(), leave, split, running)

    def errors(self) -> str:
        """The last part of what a program that was started here wrote to its standard error so far."""
        return "" if self._running is None else self._running.errors().decode("utf-8", errors="replace")

    def _ended(self) -> str:
        if self._running is None:
            return _("it closed the connection.")
        until = time.monotonic() + 1.0
        ending: Ending | None = None
        while ending is None and time.monotonic() < until:
            ending = self._running.poll()
            time.sleep(0.01)
        said = self.errors().strip().splitlines()
        last = " " + _("Its last words: {words}", words=quoted(said[-1], _SHOWN)) if said else ""
        if ending is None:
            return _("it closed its output.") + last
        return _("it is not there any more. {ending}", ending=ending.sentence) + last


def started(
    confinement: Confinement,
    folder: Path,
    words: Sequence[str],
    bounds: Bounds,
    split: Split = lines,
    most: int = LINE_BYTES,
) -> Wire:
    """A line to a program that is started now; raises ``EngineFault`` if it cannot be."""
    try:
        running = confinement.start(folder, words, bounds)
    except (NotStarted, OSError) as error:
        raise EngineFault(_("it could not be started: {why}.", why=str(error)[:200].rstrip(".")), "crash") from None
    return Wire(running.stdin, running.stdout, running.kill, split, running, most)


def connected(host: str, port: int, seconds: float, split: Split = lines, most: int = LINE_BYTES) -> Wire:
    """A line to an address; raises ``EngineFault`` if nobody answers there."""
    try:
        line = socket.create_connection((host, port), timeout=seconds)
    except OSError as error:
        why = error.strerror or str(error)
        raise EngineFault(_("nobody answers at {host}:{port} ({why}).", host=host, port=port, why=why)) from None
    return over(line, split, most)


def over(line: socket.socket, split: Split = lines, most: int = LINE_BYTES) -> Wire:
    """A line over a connection that is there."""
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Wire(line.fileno(), line.fileno(), line.close, split, most=most)


def accepted(start: Callable[..., Wire], seconds: float, split: Split = lines) -> Wire:
    """A line to a program that connects to this host; raises ``EngineFault`` if it does not within ``seconds``.

    ``start`` starts it, with the ``host`` and ``port`` on which is listened; what it prints is passed over.
    """
    until = time.monotonic() + seconds
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        program = start(host="127.0.0.1", port=str(listening.getsockname()[1]))
        try:
            while True:
                try:
                    line, _address = listening.accept()
                    break
                except TimeoutError:
                    program.check_alive()
                if time.monotonic() > until:
                    raise EngineFault(_("it did not connect in time."), "silent")
        except BaseException:
            program.close()
            raise
    return program.instead(line, split)


def _pass_over(output: int) -> None:
    """Read what a program prints until it ends."""
    try:
        while not readable(output, 60.0) or os.read(output, 65_536):
            pass
    finally:
        os.close(output)
