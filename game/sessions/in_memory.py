"""The games of one server that are in memory: each comes in once, when it is made or from the log, and leaves when it
needs nobody."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from plyground.core.json_text import is_writable
from plyground.core.messages import _
from plyground.core.refusals import Closing, Malformed, NoSuchGame, StorageFailed, TooManyGames
from plyground.core.settings import Settings
from plyground.jobs.pool import Pool
from plyground.sessions.course import Closed
from plyground.sessions.events import Event
from plyground.sessions.live_list import RECENT_SECONDS, LiveList
from plyground.sessions.open_games import OpenGames
from plyground.sessions.ownership import Elsewhere
from plyground.sessions.services import Publish, Services
from plyground.sessions.session import Session
from plyground.sessions.setup import Setup
from plyground.sessions.store import Store
from plyground.sessions.timers import Timers

log = logging.getLogger(__name__)
T = TypeVar("T")


def most_of_home(settings: Settings) -> int:
    """Games in use that may have been made from one address, and different ones that may be followed from there: two
    fifths of all each, so that whoever uses up both leaves room for others."""
    return max(1, settings.live_games * 2 // 5)


IDLE_SECONDS = 600.0
"""A game that nobody is connected to and that waits for nobody's clock is put out of memory after this time."""
_LOOKED_AT_SECONDS = 5.0
"""The same, while there are more games in memory than may be: time enough for a page to connect."""
_LOADERS = 4
"""So many games are gone on with side by side: most of the time of each passes in the database."""
MOST_OF_VISITOR = 50
"""Games in use that one browser may have made, and different ones that it may follow."""
_TOO_MANY = _("This server plays as many games as it can; try again in a few minutes.")
_ATTEMPTS = 5
"""How often a game is taken into memory anew for one request, when it has just left it."""


class InMemory:
    """All methods may be called from any thread."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        pool: Pool,
        timers: Timers,
        publish: Publish,
        monotonic: Callable[[], float],
        shown: tuple[LiveList, OpenGames],
    ) -> None:
        """``shown`` are the lists that hear of each game that comes, changes and goes."""
        self.services = Services(
            store,
            pool,
            timers,
            publish,
            monotonic,
            self.adopt,
            self._changed,
            self._move_away,
            settings.think_seconds,
            monotonic(),
        )
        self._store, self._most, self._most_of_home = store, settings.live_games, most_of_home(settings)
        self._live, self._open_games = shown
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()
        self._loadings = tuple(threading.Lock() for _ in range(64))
        self._resuming = ThreadPoolExecutor(1, "resume")
        self._loaders = ThreadPoolExecutor(_LOADERS, "resume game")
        self.closing = False
        """Whether the server ends: no game comes in any more."""

    def all(self) -> list[Session]:
        """The sessions of all games that are in memory."""
        with self._lock:
            return list(self._sessions.values())

    def here(self, game_id: str) -> Session | None:
        """The session of a game if it is in memory."""
        with self._lock:
            return self._sessions.get(game_id)

    def require_open(self) -> None:
        """Raise ``Closing`` if the server ends."""
        if self.closing:
            raise Closing(_("The server is shutting down; try again in a moment."))

    # Coming in

    def get(self, game_id: str) -> Session:
        """The session of a game, from memory or rebuilt from the log; see ``Lobby.get``."""
        if not isinstance(game_id, str):
            raise Malformed(_("A game's id is a text."))
        session = self.here(game_id)
        if session is not None:
            return session
        with self._loading(game_id):
            session = self.here(game_id)
            if session is not None:
                return session
            self.require_open()
            stored = None
            if len(game_id) <= 64 and is_writable(game_id):
                self._store.ownership.take(game_id)
                stored = self._store.load(game_id)
            if stored is None:
                raise NoSuchGame(_("There is no such game here; perhaps it is no longer kept."))
            session = self.adopt(stored[0], stored[1])
        if self._count() > self._most:  # games that are only looked at must not fill the memory either
            self.evict(_LOOKED_AT_SECONDS)
        return session

    def look(self, game_id: str, look: Callable[[Session], T]) -> T:
        """What ``look`` finds at the session of a game, which may leave memory in that moment and come in again."""
        for _attempt in range(_ATTEMPTS):
            try:
                return look(self.get(game_id))
            except Closed:
                self.require_open()
        raise StorageFailed(_("The game's log cannot be gone on with; whoever runs the server finds why."))

    def adopt(self, setup: Setup, events: Iterable[Event]) -> Session:
        """Take a game whose row is in the log into memory and let it run."""
        made = Session(setup, self.services, tuple(events))
        with self._lock:  # one that was just written may have been found in the log already
            session = self._sessions.setdefault(setup.id, made)
        if session is not made:
            return session
        session.run()
        self._open_games.adopted(session)
        self._live.changed(session)
        return session

    def _loading(self, game_id: str) -> threading.Lock:
        """What is held while a game comes into memory or leaves it; games do so side by side."""
        return self._loadings[hash(game_id) % len(self._loadings)]

    def _changed(self, session: Session) -> None:
        """A session changed, and is locked."""
        self._live.changed(session)
        self._open_games.changed(session)

    # Leaving

    def make_room(self) -> None:
        """Raise ``TooManyGames`` if one more game is too many, and none in memory can leave it."""
        if self._count() >= self._most and not self.evict(0.0):
            raise TooManyGames(_TOO_MANY)

    def check_share(self, maker: str, home: str) -> None:
        """Raise ``TooManyGames`` if as many games are in use as may be of this maker, or of all at one address."""
        used = [session.setup for session in self.all() if session.in_use]
        of_home = sum(setup.home == home for setup in used) if home else 0
        of_maker = sum(setup.maker == maker for setup in used) if maker != home else 0
        if of_home >= self._most_of_home or of_maker >= MOST_OF_VISITOR:
            raise TooManyGames(_TOO_MANY)

    def _count(self) -> int:
        with self._lock:
            return len(self._sessions)

    def evict(self, idle: float) -> int:
        """Put games out of memory that need nobody and have been idle so long, in seconds; returns how many."""
        gone = 0
        for session in self.all():
            with self._loading(session.id):
                if session.close_if_idle(idle):
                    gone += 1
                    with self._lock:
                        self._sessions.pop(session.id, None)
                    self._store.ownership.give_back(session.id)
                    self._live.gone(session.id)
        return gone

    def hand_over(self, game_id: str, hand: Callable[[], None]) -> None:
        """Let another server go on with a game; ``hand`` says so, while nothing happens in the game."""
        session = self.get(game_id)
        with self._loading(game_id):
            with self._lock:
                self._sessions.pop(game_id, None)
            with session.lock:
                hand()
                session.move_away()
        self._live.gone(game_id)

    def lose_all(self) -> None:
        """Other servers carry all games on by now."""
        with self._lock:  # all at once, so that nobody joins again what is about to leave
            lost = list(self._sessions.values())
            self._sessions.clear()
        for session in lost:
            session.move_away()

    def _move_away(self, session: Session) -> None:
        """Another server carries a game on by now."""
        with self._lock:
            if self._sessions.get(session.id) is session:
                del self._sessions[session.id]
        session.move_away()

    # Going on after a restart

    def start(self) -> None:
        """Go on with every unfinished game, in a thread of its own."""
        self.afterwards(self.go_on_with, self._store.ownership.untaken(self._store.unfinished(RECENT_SECONDS)))

    def resume(self, recent: float) -> None:
        """See ``Lobby.resume``."""
        self.afterwards(self._resume, recent)

    def afterwards(self, do: Callable[..., None], *given: object) -> None:
        """Do something in the thread in which games are gone on with, after what was asked of it before."""
        with suppress(RuntimeError):  # this server ends
            self._resuming.submit(do, *given)

    def stop_resuming(self) -> None:
        """Go on with no more games."""
        self._loaders.shutdown(cancel_futures=True)
        self._resuming.shutdown(cancel_futures=True)

    def go_on_with(self, unfinished: list[str]) -> None:
        """Take these games into memory, some at once."""
        with suppress(RuntimeError):  # this server ends
            for done in [self._loaders.submit(self._resume_one, game_id) for game_id in unfinished]:
                with suppress(CancelledError):
                    done.result()

    def _resume(self, recent: float) -> None:
        try:
            unfinished = self._store.ownership.untaken(self._store.unfinished(recent))
        except Exception as failure:
            log.warning("Games could not be gone on with: %s", failure)
        else:
            self.go_on_with(unfinished)

    def _resume_one(self, game_id: str) -> None:
        try:
            self.get(game_id)
        except (NoSuchGame, Closing, Elsewhere):
            pass
        except Exception:
            log.exception("The game %s cannot be resumed.", game_id)
