"""Streams of newline-separated JSON: who listens, how many may, and the lines as they are sent.

A stream takes a thread of the server, as a websocket does, so there are few for each bot and not too many in all. It
carries what is true now: of changes that come faster than they are read only the last state is sent, so nothing piles
up for a slow reader. One who keeps the server waiting all the same is told so, and dropped.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from plyground.core.messages import _
from plyground.core.refusals import TooManyStreams
from plyground.sessions.network import telling
from plyground.sessions.visitors import address_of
from plyground.storage import Database
from plyground.web.broadcast import Payload, Wire

STREAMS_OF_BOT, STREAMS_OF_ADDRESS, STREAMS = 8, 160, 400
"""Streams that a bot may have open, those at one address (a class of forty, four each), and all bots at one server."""
HEARTBEAT_SECONDS = 10.0
SLOW_SECONDS = 5.0
"""Whoever takes no line for so long is dropped."""
_LOOK_SECONDS = 0.25

Line = dict[str, Any]


class Ear:
    """Wakes a stream when there may be something new. ``again`` says that more may have changed than was heard."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._lock = threading.Lock()
        self._again = False
        self.closed = False

    def hear(self, again: bool = False) -> None:
        """There is something new."""
        with self._lock:
            self._again |= again
        self._woken.set()

    def wait(self, seconds: float) -> bool:
        """Whether there was something new within so many seconds."""
        heard = self._woken.wait(seconds)
        self._woken.clear()
        return heard

    def take_again(self) -> bool:
        """Whether all is to be looked at anew; asked once."""
        with self._lock:
            again, self._again = self._again, False
            return again

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._woken.set()


class ListeningWire:
    """A wire that reaches streams too: connections that it has made itself sit in rooms of its own."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._ears: dict[str, Ear] = {}
        self._rooms: dict[str, set[str]] = defaultdict(set)
        self._lock = threading.Lock()

    def open(self) -> tuple[str, Ear]:
        """A new connection and its ear."""
        name, ear = f"stream-{secrets.token_hex(8)}", Ear()
        with self._lock:
            self._ears[name] = ear
        return name, ear

    def close(self, name: str) -> None:
        """A connection is gone."""
        with self._lock:
            self._ears.pop(name, None)
            for room in [room for room, inside in self._rooms.items() if name in inside]:
                self._rooms[room].discard(name)
                if not self._rooms[room]:
                    del self._rooms[room]

    def emit(self, event: str, data: Payload, *, room: str, skip_sid: list[str] | None = None) -> None:
        """See ``Wire``. A message that is kept back for a stream wakes it all the same: it looks for itself."""
        with self._lock:
            inside = self._rooms.get(room, set()) | ({room} & self._ears.keys())
            ears = [self._ears[name] for name in inside]
        for ear in ears:
            if event in ("event", "again"):
                ear.hear(event == "again" or data.get("kind") == "takeback")
        self._wire.emit(event, data, room=room, skip_sid=skip_sid)

    def enter_room(self, sid: str, room: str) -> None:
        """See ``Wire``."""
        with self._lock:
            if sid in self._ears:
                self._rooms[room].add(sid)
                return
        self._wire.enter_room(sid, room)

    def leave_room(self, sid: str, room: str) -> None:
        """See ``Wire``."""
        with self._lock:
            if sid in self._ears:
                self._rooms[room].discard(sid)
                return
        self._wire.leave_room(sid, room)


class Feeds:
    """Wakes the streams of bots that were told something, by any server: the database is asked now and then while there
    are such streams, once for all of them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ears: dict[Ear, tuple[str, int]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def open(self, bot: str) -> Ear:
        """An ear that is woken by what the bot is told from now on."""
        ear = Ear()
        with self._lock:
            self._ears[ear] = bot, -1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bots' feeds", daemon=True)
                self._thread.start()
        return ear

    def close(self, ear: Ear) -> None:
        """Wake it no more."""
        with self._lock:
            self._ears.pop(ear, None)

    def _run(self) -> None:
        while True:
            time.sleep(_LOOK_SECONDS)
            with self._lock:
                ears = dict(self._ears)
                if not ears:
                    self._thread = None
                    return
            try:
                last = telling.last_told(self._database, {bot for bot, _seen in ears.values()})
            except Exception:  # the database is away: once it is back all is there
                continue
            for ear, (bot, seen) in ears.items():
                if bot not in last:
                    ear.close()  # it was deleted
                elif last[bot] != seen:
                    with self._lock:
                        if ear in self._ears:
                            self._ears[ear] = bot, last[bot]
                    ear.hear()


class Places:
    """How many streams are open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, bot: str) -> None:
        """One more, for a bot as limits see it; raises ``TooManyStreams``."""
        with self._lock:
            if self._open[bot] >= STREAMS_OF_BOT:
                raise TooManyStreams(_("A bot has at most {most} streams open; close one.", most=STREAMS_OF_BOT))
            beside = sum(many for each, many in self._open.items() if address_of(each) == address_of(bot))
            if beside >= STREAMS_OF_ADDRESS:
                raise TooManyStreams(_("There are too many connections from this address."))
            if self._open.total() >= STREAMS:
                raise TooManyStreams(_("As many streams are open here as this server carries; try again later."))
            self._open[bot] += 1

    def give_back(self, bot: str) -> None:
        """One less."""
        with self._lock:
            self._open[bot] -= 1
            self._open += Counter()  # which drops what is zero

    @contextmanager
    def taken(self, bot: str) -> Iterator[None]:
        """Around a stream for which a place was taken."""
        try:
            yield
        finally:
            self.give_back(bot)


def lines(ear: Ear, news: Callable[[], Iterable[Line]], over: Callable[[], bool]) -> Iterator[bytes]:
    """The stream: ``news`` at once and whenever the ear hears something, heartbeats between, until it is ``over``.

    It begins with a heartbeat, with which the head of the answer goes out: who reads it misses nothing from then on.
    """
    yield written({"type": "heartbeat"})
    while True:
        for line in news():
            begun = time.monotonic()
            yield written(line)
            if time.monotonic() - begun > SLOW_SECONDS:
                said = _("You took more than {seconds:g} seconds for a line; ask again.", seconds=SLOW_SECONDS)
                yield written({"type": "dropped", "sentence": said})
                return
        if over() or ear.closed:
            return
        if not ear.wait(HEARTBEAT_SECONDS):
            yield written({"type": "heartbeat"})


def written(line: Line) -> bytes:
    """A line as it is sent."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
