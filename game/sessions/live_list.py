"""The list of games being played now, and the news of it for those who look in at the lobby."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

from plyground.sessions.services import Publish
from plyground.sessions.session import Session
from plyground.sessions.timers import Timers

RECENT_SECONDS = 900.0
"""A game counts as being played now if something happened in it, or somebody was there, in this time."""
NEWS_SECONDS = 1.0
"""A game's card is sent at most once in this time."""


class LiveList:
    """Cards of live games. ``changed`` may be called with a session's lock held: it only sets a timer."""

    def __init__(self, publish: Publish, room: str, timers: Timers) -> None:
        self._publish, self._room, self._timers = publish, room, timers
        self._lock = threading.Lock()
        self._lookers: set[str] = set()
        self._due: set[str] = set()

    def liveliest(self, sessions: Iterable[Session], most: int) -> list[Session]:
        """The live ones, those in which something happened last before others."""
        now = time.time()
        live = [session for session in sessions if session.is_live(now, RECENT_SECONDS)]
        live.sort(key=lambda session: (session.touched, session.id), reverse=True)
        return live[:most]

    def look_in(self, connection: str) -> None:
        """Begin to send news for this connection's sake."""
        with self._lock:
            self._lookers.add(connection)

    @property
    def looked_at(self) -> bool:
        """Whether a connection of this server wants news."""
        with self._lock:
            return any("|" not in looker for looker in self._lookers)

    def look_away(self, connection: str) -> None:
        """End it; with nobody looking, nothing is sent."""
        with self._lock:
            self._lookers.discard(connection)

    def changed(self, session: Session) -> None:
        """A session changed: send its card soon, if anybody looks."""
        with self._lock:
            if not self._lookers or session.id in self._due:
                return
            self._due.add(session.id)
        self._timers.after(NEWS_SECONDS, lambda: self._tell(session))

    def gone(self, game_id: str) -> None:
        """A game is out of memory and so no longer among those being played."""
        with self._lock:
            looked_at = bool(self._lookers)
        if looked_at:
            self._publish(self._room, "lobby", {"gone": game_id})

    def _tell(self, session: Session) -> None:
        with self._lock:
            self._due.discard(session.id)
        if session.ended:
            self.gone(session.id)
        else:
            self._publish(self._room, "lobby", {"card": session.card()})
