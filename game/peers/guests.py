"""The connections of other servers' visitors that follow what is carried on here, by the rooms that they are in."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable


def server_of(guest: str) -> str:
    """The server at which a guest, ``SERVER|CONNECTION``, is connected."""
    return guest.partition("|")[0]


class Guests:
    """May be used from any thread; nothing here waits."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._guests: dict[str, set[str]] = defaultdict(set)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._guests)

    def __contains__(self, guest: str) -> bool:
        return guest in self._guests

    def enter(self, guest: str, room: str) -> None:
        """A guest is in a room from now on."""
        with self._lock:
            self._rooms[room][server_of(guest)].add(guest)
            self._guests[guest].add(room)

    def leave(self, guest: str, room: str) -> None:
        """A guest is in a room no more."""
        with self._lock:
            self._leave(guest, room)
            self._guests.get(guest, set()).discard(room)
            if not self._guests.get(guest, True):
                del self._guests[guest]

    def drop(self, guest: str) -> None:
        """A guest is in no room any more."""
        with self._lock:
            for room in self._guests.pop(guest, set()):
                self._leave(guest, room)

    def servers(self, room: str) -> frozenset[str]:
        """The servers that have somebody in a room."""
        with self._lock:
            return frozenset(self._rooms.get(room, ()))

    def of(self, server: str) -> list[str]:
        """All guests of a server."""
        with self._lock:
            return [guest for guest in self._guests if server_of(guest) == server]

    def hosts(self) -> set[str]:
        """All servers that have guests here."""
        with self._lock:
            return {server_of(guest) for guest in self._guests}

    def all(self) -> Iterable[str]:
        """All guests."""
        with self._lock:
            return list(self._guests)

    def _leave(self, guest: str, room: str) -> None:
        there = self._rooms.get(room, {})
        there.get(server_of(guest), set()).discard(guest)
        if not there.get(server_of(guest), True):
            del there[server_of(guest)]
        if room in self._rooms and not there:
            del self._rooms[room]
