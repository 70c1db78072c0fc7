"""A lobby as the contest's server had it: on each port a game with its map, seats and extensions, again and again.

A game begins when its seats are taken, or some time after its first guest came: then bots of ours take those left.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plyground.core import registry
from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.engines.wire import EngineFault, over
from plyground.games.punter import charts, mapfile, texts
from plyground.games.punter.engines import messages, table
from plyground.games.punter.engines.table import Guest, Ours, Seated, Told
from plyground.games.punter.position import MOST_PUNTERS, Position

MOST_GREETED = 64
"""Connections to one port that may be about to say their names; for one more, the one that has said nothing longest
goes."""
_LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Offer:
    """What is played on a port. ``bots`` seats are for bots of ours from the beginning; ``patience`` is how many
    seconds after the first guest they take all that are left."""

    port: int
    map: str
    seats: int
    extensions: tuple[str, ...] = ()
    bot: str = "hare"
    bots: int = 0
    seconds: float = 0.5
    patience: float = 30.0

    @property
    def options(self) -> dict[str, Any]:
        """The game's options."""
        flags = {name: name in self.extensions for name in texts.FLAGS}
        values: dict[str, Any] = registry.game("punter").options({"map": self.map, "punters": self.seats, **flags})
        return values

    @property
    def words(self) -> str:
        """What is offered, in a few words."""
        extensions = f", {', '.join(self.extensions)}" if self.extensions else ""
        return f"port {self.port}: {self.map}, {self.seats} punters{extensions}"


_LONGEST = 250


def parse(text: str, **others: Any) -> Offer:
    """An offer written PORT:MAP:SEATS[:EXTENSION+EXTENSION]; a map is a file, or a name. Raises ``BadOption``."""
    parts = text.split(":")
    if (
        len(text) > _LONGEST
        or not 3 <= len(parts) <= 4
        or not (parts[0].isdecimal() and parts[2].isdecimal() and int(parts[0]) < 65536)
    ):
        raise BadOption(_("A table is written PORT:MAP:SEATS[:EXTENSIONS], not “{text}”.", text=text[:60]))
    extensions = tuple(filter(None, parts[3].split("+"))) if len(parts) > 3 else ()
    for name in extensions:
        if name not in texts.FLAGS:
            known = ", ".join(texts.FLAGS)
            raise BadOption(_("There is no extension called “{name}”; there are: {known}.", name=name, known=known))
    if not 1 <= int(parts[2]) <= MOST_PUNTERS:
        raise BadOption(_("A table has 1 to {most_punters} seats.", most_punters=MOST_PUNTERS))
    path = Path(parts[1])
    if path.is_file():
        charts.keep(mapfile.parse(path.read_text(encoding="utf-8")), path.name)
    name = path.name if path.is_file() else parts[1]
    charts.find(name)
    return Offer(int(parts[0]), name, int(parts[2]), extensions, **others)


@dataclass
class Port:
    """One port: greets whoever connects, and plays with them. ``told`` hears what happens, ``ended`` each game."""

    offer: Offer
    host: str = "127.0.0.1"
    told: Told = print
    ended: Callable[[table.Ended], object] = lambda ended: None
    _guests: list[Guest] = field(default_factory=list)
    _greeted: dict[int, socket.socket] = field(default_factory=dict)
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.start: Position = registry.game("punter").initial(self.offer.options)
        self.listening = socket.create_server((self.host, self.offer.port), backlog=128)
        self.port: int = self.listening.getsockname()[1]
        self.listening.settimeout(_LOOK_SECONDS)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Listen no more; a game that is played is played on."""
        self._over.set()
        self._listener.join()
        self.listening.close()
        for guest in self._guests:
            guest.wire.close()

    def play(self, number: int) -> bool:
        """Wait for punters, and play the game of this number; false if the port closed before it began."""
        seated = self._gather(number)
        if seated is None:
            return False
        self.told(f"{self.offer.words}: game {number} begins: {', '.join(one.name for one in seated)}")
        ended = table.play(self.start, seated, lambda line: self.told(f"port {self.port}: {line}"))
        points = ", ".join(f"{one.name} {score}" for one, score in zip(seated, ended.scores, strict=True))
        self.told(f"{self.offer.words}: game {number} is over: {points}")
        self.ended(ended)
        return True

    def _gather(self, number: int) -> list[Seated] | None:
        wanted = self.offer.seats - self.offer.bots
        until: float | None = None
        while not self._over.is_set():
            with self._lock:
                self._guests = [guest for guest in self._guests if self._waits(guest)]
                if len(self._guests) >= wanted or (until is not None and time.monotonic() >= until):
                    taken: list[Seated] = [*self._guests[:wanted]]
                    self._guests = self._guests[wanted:]
                    return taken + self._bots(self.offer.seats - len(taken), number)
                if not self._guests:
                    until = None
                elif until is None:
                    until = time.monotonic() + self.offer.patience
            self._over.wait(0.02)
        return None

    def _bots(self, count: int, number: int) -> list[Seated]:
        player = registry.parse_player(self.offer.bot, registry.game("punter")) if count else None
        return [Ours(player, self.offer.seconds, 100 * number + seat) for seat in range(count) if player is not None]

    def _waits(self, guest: Guest) -> bool:
        try:
            guest.check_waiting()
        except EngineFault as fault:
            self.told(f"port {self.port}: {guest.name} leaves: {fault.sentence}")
            guest.wire.close()
            return False
        return True

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                line, address = self.listening.accept()
            except OSError:  # nobody has come yet, or no more descriptors are left
                self._over.wait(0.01)
                continue
            with self._lock:
                if len(self._guests) >= 4 * self.offer.seats:
                    line.close()
                    continue
                if len(self._greeted) >= MOST_GREETED:
                    with suppress(OSError):
                        self._greeted.pop(next(iter(self._greeted))).shutdown(socket.SHUT_RDWR)
                self._greeted[id(line)] = line
            threading.Thread(target=self._greet, args=(line, address), daemon=True).start()

    def _greet(self, line: socket.socket, address: Any) -> None:
        wire = over(line, messages.frames)
        try:
            text = wire.receive(time.monotonic() + messages.HANDSHAKE_SECONDS)
            if text is None:
                raise EngineFault(_("it did not say its name in time."))
            name = messages.name_in(messages.read(text))
            wire.send_bytes(messages.frame({"you": name}))
            with self._lock:
                self._guests.append(Guest(wire, name))
            self.told(f"port {self.port}: {name} comes from {address[0]}")
        except EngineFault as fault:
            wire.close()
            self.told(f"port {self.port}: {address[0]} is turned away: {fault.sentence}")
        finally:
            with self._lock:
                self._greeted.pop(id(line), None)


def log_file(folder: Path, port: int, number: int) -> Path:
    """Where the log of a game goes."""
    return folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{port}-{number}.json"
