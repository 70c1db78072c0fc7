"""The door to all games in progress: make one, look at it, join it, command it. The web calls this and nothing else.

Everything here is plain data in and out: texts, numbers, dictionaries ready for JSON, as ``docs/protocol.md``
describes them. All methods may be called from any thread. Refusals are raised as ``Refusal`` (those of
``plyground.core.refusals`` carry an http ``status``), except by ``command``, which answers with an acknowledgement.

Broadcasting: the lobby calls ``publish(room, event, payload)``. A room is a text; a connection is put into rooms by
the ``enter`` function that the caller hands over with ``join`` and ``look_in``, and a connection's own id is a room
too. ``publish`` is called with the game locked, in the order of events: it must only hand the message on.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from plyground.bots import _warming
from plyground.core import compiled_calls, registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import Malformed, TooOften
from plyground.core.settings import Settings
from plyground.jobs.pool import Pool
from plyground.jobs.process import bot_worker
from plyground.sessions import reading, records
from plyground.sessions.device_games import Handovers
from plyground.sessions.in_memory import IDLE_SECONDS, InMemory
from plyground.sessions.limits import Buckets, OfConnections
from plyground.sessions.live_list import RECENT_SECONDS, LiveList
from plyground.sessions.open_games import OpenGames
from plyground.sessions.plans import premove_view
from plyground.sessions.services import Publish
from plyground.sessions.session import Session
from plyground.sessions.setup import Created, Seat, Setup, continuation, read_position, read_spec
from plyground.sessions.store import Store
from plyground.sessions.timers import Timers
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import address_of
from plyground.storage.engine import sentence

log = logging.getLogger(__name__)
T = TypeVar("T")

LOBBY_ROOM = "lobby"
_NOBODY: Mapping[int, Seat] = {}


class Lobby:
    """All games of one server process. Call ``start`` once and ``shutdown`` at the end."""

    def __init__(
        self,
        publish: Publish,
        settings: Settings | None = None,
        store: Store | None = None,
        pool: Pool | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``store`` and ``pool`` are made from ``settings`` (the environment's by default) unless given."""
        self.settings = settings or Settings.from_environment()
        self.store = store or Store(self.settings)
        self.pool = pool or _pool(self.settings)
        self.monotonic = monotonic
        self._publish = publish
        self._timers = Timers()
        self._live = LiveList(publish, LOBBY_ROOM, self._timers)
        self.open_games = OpenGames(self.store.database, self._timers)
        self.handovers = Handovers(self.store.database)
        shown = (self._live, self.open_games)
        self._games = InMemory(self.settings, self.store, self.pool, self._timers, publish, monotonic, shown)
        self._lock = threading.Lock()
        self._joined: dict[str, set[str]] = {}
        games = self.settings.games_per_minute
        sentence = _("That is more than twenty commands a second; slow down a little.")
        self._commands = OfConnections(20, 40, sentence, monotonic=monotonic)
        sentence = _("Positions are checked at most twenty times a second; slow down a little.")
        self._checks = Buckets(20, 60, sentence, monotonic=monotonic)
        sentence = _("You have made many games in the last minute; wait a moment before the next.")
        self._makers = Buckets(games / 60, games, sentence, TooOften, monotonic)

    # Starting and ending

    def start(self) -> None:
        """Start the workers and go on with every unfinished game: bots think again, clocks run again."""
        self.pool.when_warm(partial(_settle, bool(self.settings.preload)))
        self.pool.start()
        self._timers.start()
        self._games.start()
        self._timers.every(60.0, self._housekeeping)

    def resume(self, recent: float = RECENT_SECONDS) -> None:
        """Go on with the games that nobody carries on, in a thread of its own: with those that go on by themselves, and
        those in which something happened in the last ``recent`` seconds."""
        self._games.resume(recent)

    def rest(self) -> None:
        """Begin nothing any more, before ``shutdown``: other servers, if there are any, go on with the games."""
        self._games.closing = True

    def shutdown(self) -> None:
        """Stop the workers, write everything out, close the log. Games go on at the next start."""
        self._games.closing = True
        self._timers.close()
        self._games.stop_resuming()
        self.pool.close()
        for session in self._games.all():
            session.close()
        self.store.close()

    def health(self) -> dict[str, Any]:
        """``{"ok", "kernels": {"done", "of", "title"}, "workers"}``; ``workers`` counts those that are ready."""
        return {"ok": not self._games.closing, **self.pool.health()}

    def standing(self) -> dict[str, int]:
        """How many games are ``in_memory``, ``followed`` by somebody, and wait for a ``thinking`` bot."""
        sessions = self._games.all()
        return {
            "in_memory": len(sessions),
            "followed": sum(session.followed for session in sessions),
            "thinking": sum(session.bot_to_move and not session.ended for session in sessions),
        }

    # Making games

    def create(
        self,
        spec: Mapping[str, Any],
        who: str = "",
        held: Mapping[int, Seat] = _NOBODY,
        also: Callable[[Connection, str], None] | None = None,
    ) -> Created:
        """Make a game from the JSON of ``POST /games``.

        ``who`` names the visitor (an address): it is limited in games a minute and in searches at a time, and is kept
        as a hash only. ``held`` are seats that are taken already; ``also`` is done, with the game's id, in the very
        transaction that writes it. Returns the id, the fragment and the tokens; raises a refusal.
        """
        self._admit(who)
        setup, created = read_spec(spec, who, held)
        if reading.a_flag(spec, "listed", False):
            also = self.open_games.listing(setup, created.tokens)
        self._open(setup, also)
        return created

    def continue_from(self, game_id: str, body: Mapping[str, Any], who: str = "") -> Created:
        """Make a game that goes on from a ply of this one: ``{"ply": 12, "bot": TEXT}`` or ``level`` for ``bot``."""
        self._admit(who)
        return Created(**self._at(game_id, Lobby.continue_here, dict(body), who))

    def check_position(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """``{"view", "text", "moves"}`` of what an editor or a paste holds; raises a refusal.

        With ``premove_of`` a seat the view is as it would have the next move.

        ``who`` (an address) may have twenty positions checked a second.
        """
        self._checks.take(who)
        read = read_position(body)
        seat = reading.a_whole_number(body, "premove_of", -1, 15, default=-1)
        return read.as_json() | (
            {"view": premove_view(read, seat)} if seat in range(read.rules.seats_at(read.position)) else {}
        )

    # Looking at games

    def get(self, game_id: str) -> Session:
        """The session of a game, from memory or rebuilt from the log.

        Raises ``NoSuchGame``, or ``Elsewhere`` if another server carries it on.
        """
        return self._games.get(game_id)

    def hold(self, game_id: str) -> Session:
        """The session of a game, which is carried on here from now on; raises ``NoSuchGame``."""
        return self.get(game_id)

    def snapshot(self, game_id: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """The snapshot as the holder of these tokens sees it; without tokens, as a watcher does."""
        return self._at(game_id, Lobby.snapshot_here, tuple(tokens))

    def known(self, game_id: str, seat: int, first: int = 0) -> dict[str, Any]:
        """What a program that plays this seat needs to go on, as ``Session.known`` has it."""
        return self._at(game_id, Lobby.known_here, seat, first)

    def views(self, game_id: str, first: int = 0, last: int | None = None) -> Iterator[dict[str, Any]]:
        """The watcher's views after ``first`` to ``last`` plies, at most 64, made as they are taken."""
        return self._games.look(game_id, lambda session: session.views(first, last))

    def record(self, game_id: str) -> dict[str, Any]:
        return self._at(game_id, Lobby.record_here)

    def notation(self, game_id: str, form: str) -> str:
        """The game in one of its own notations (``spec.records``); raises ``MalformedRecord``."""
        return self._at(game_id, Lobby.notation_here, form)

    def live(self, most: int = 24) -> list[dict[str, Any]]:
        """Cards of the games being played now, the liveliest first."""
        return [session.card() for session in self._live.liveliest(self._games.all(), most)]

    # Connections

    def join(
        self,
        game_id: str,
        tokens: Iterable[Any],
        connection: str,
        enter: Callable[[str], None],
        seats: tuple[int, ...] = (),
    ) -> dict[str, Any]:
        """Let a connection follow a game; returns the snapshot for its tokens (unknown tokens count for nothing).

        ``enter(room)`` is called before the snapshot is made, with the game locked, so that no event is missed. A
        connection that joins again changes its seats. ``seats`` are held without tokens, by the program itself.
        """
        held = tuple(tokens) if isinstance(tokens, list | tuple) else ()
        if len(held) > 40 or not all(isinstance(token, str) for token in held):
            raise Malformed(_("The tokens are a list of at most 40 texts."))
        self._commands.take(connection)
        return self._at(game_id, Lobby.join_here, connection, held, tuple(seats), enter=enter)

    def leave(self, game_id: str, connection: str) -> str | None:
        """Let a connection leave a game; returns the room that it must leave, or None if it was not there."""
        return self.leave_here(game_id, connection)

    def leave_here(self, game_id: str, connection: str) -> str | None:
        """As ``leave``, where the game is."""
        with self._lock:
            self._joined.get(connection, set()).discard(game_id)
        session = self._games.here(game_id)
        return session.leave(connection) if session is not None else None

    def drop(self, connection: str) -> None:
        self.drop_here(connection)
        self._live.look_away(connection)
        self._commands.forget(connection)

    def drop_here(self, connection: str) -> None:
        """Let a connection leave all games that are carried on here."""
        with self._lock:
            games = self._joined.pop(connection, set())
        for game_id in games:
            session = self._games.here(game_id)
            if session is not None:
                session.leave(connection)

    def now(self, connection: str) -> float:
        """The clock, in seconds, by which the times in a connection's messages are told."""
        return self.monotonic()

    def look_in(self, connection: str, on: bool, enter: Callable[[str], None]) -> list[dict[str, Any]]:
        """Begin or end sending ``lobby`` events to a connection; returns the cards of the games being played now.

        ``enter(room)`` is called when it begins; leaving the room ``LOBBY_ROOM`` is the caller's when it ends.
        """
        self._commands.take(connection)
        if not on:
            self._live.look_away(connection)
            return []
        enter(LOBBY_ROOM)
        self._live.look_in(connection)
        return self.live()

    def command(self, message: Any, connection: str = "", seat: int | None = None, who: str = "") -> dict[str, Any]:
        """Carry out one ``command`` message; never raises a refusal, always returns the acknowledgement.

        ``connection`` is where a hint is sent, and what is limited to 20 commands a second with bursts of 40. The
        program itself plays a ``seat`` without a token. ``who`` names the visitor, whose rematches are limited.
        """
        try:
            self._commands.take(connection)
            if not isinstance(message, dict):
                raise Malformed(_("A command is an object with game, token, id, ply and do."))
            if not isinstance(message.get("game", ""), str):
                raise Malformed(_("A game's id is a text."))
            message = message | {"who": visitor_digest(who)}
            return self._at(message.get("game", ""), Lobby.command_here, connection, message, seat)
        except Refusal as refusal:
            return {"ok": False, "error": refusal.as_json()}

    # What is done where the game is carried on: plain data in and out

    def _at(self, game_id: str, do: Callable[..., T], *given: Any, **more: Any) -> T:
        """Do one of the following for a game, wherever it is carried on: here."""
        return do(self, game_id, *given, **more)

    def snapshot_here(self, game_id: str, tokens: tuple[str, ...]) -> dict[str, Any]:
        """As ``snapshot``."""
        return self._games.look(game_id, lambda session: session.snapshot(tuple(tokens)))

    def known_here(self, game_id: str, seat: int, first: int) -> dict[str, Any]:
        """As ``known``."""

        def look(session: Session) -> dict[str, Any]:
            self._check_use(session)
            return session.known(seat, first)

        return self._games.look(game_id, look)

    def record_here(self, game_id: str) -> dict[str, Any]:
        """As ``record``."""
        return self._games.look(game_id, lambda s: records.write(s.setup, s.state, s.known_start(), s.known_moves()))

    def notation_here(self, game_id: str, form: str) -> str:
        """As ``notation``."""
        return self._games.look(
            game_id, lambda s: records.notation(s.setup, s.state, s.known_start(), s.known_moves(), form)
        )

    def join_here(
        self,
        game_id: str,
        connection: str,
        tokens: tuple[str, ...],
        seats: tuple[int, ...],
        enter: Callable[[str], None],
    ) -> dict[str, Any]:
        """As ``join``, but for its limits."""
        self.get(game_id)

        def entering(room: str) -> None:  # not before: who was said to be gone meanwhile must be let go again
            with self._lock:
                self._joined.setdefault(connection, set()).add(game_id)
            enter(room)

        def join(session: Session) -> dict[str, Any]:
            if tokens:
                self._check_use(session)
            return session.join(connection, tuple(tokens), entering, tuple(seats))

        return self._games.look(game_id, join)

    def continue_here(self, game_id: str, body: dict[str, Any], who: str) -> dict[str, Any]:
        """As ``continue_from``, but for its limits; gives the fields of ``Created``."""
        session = self.get(game_id)
        with session.lock:
            start, moves = session.known_start(), [made.text for made in session.known_moves()]
        setup, created = continuation(session.setup, start, moves, body, who)
        self._open(setup)
        return {"id": created.id, "tokens": created.tokens}

    def command_here(self, game_id: str, connection: str, message: dict[str, Any], seat: int | None) -> dict[str, Any]:
        """As ``command``, but for its limits."""
        session: Session | None = None
        try:

            def carry_out(found: Session) -> dict[str, Any]:
                nonlocal session
                session = found
                self._check_use(found)
                self.store.check_share(found.setup.maker, found.setup.home)
                if message.get("do") == "rematch":
                    self._games.make_room()  # which would wait for other games when this one is locked
                return {"ok": True, **found.command(message, connection, seat, partial(self._check_rematch, message))}

            return self._games.look(game_id, carry_out)
        except Refusal as refusal:
            answer: dict[str, Any] = {"ok": False, "error": refusal.as_json()}
            if session is not None:
                answer |= {"seq": session.state.seq, "ply": session.state.ply}
            return answer

    # Inside

    def _admit(self, who: str) -> None:
        maker, home = visitor_digest(who), visitor_digest(address_of(who))
        self._check_new(maker, maker, home)
        self._games.make_room()

    def _check_new(self, who: str, maker: str, home: str) -> None:
        """Count a game that ``who`` makes; raises the refusal if it is one too many for them, or for its maker."""
        self._games.require_open()
        self._makers.take(who)
        self.store.check_room(maker, home)
        self._games.check_share(maker, home)

    def _check_rematch(self, message: Mapping[str, Any], opened: Setup) -> None:
        self._check_new(message.get("who") or opened.maker, opened.maker, opened.home)

    def _check_use(self, session: Session) -> None:
        """Raise ``TooManyGames`` if a game is not in use and may not be, for too many others of its maker are."""
        if not session.in_use:
            self._games.check_share(session.setup.maker, session.setup.home)

    def _open(self, setup: Setup, also: Callable[[Connection, str], None] | None = None) -> None:
        self.store.append(setup.id, (), opens=setup, also=also)
        self._games.adopt(setup, ())

    def _housekeeping(self) -> None:
        self._games.evict(IDLE_SECONDS)
        try:
            self.open_games.sweep()
            self.handovers.sweep()
            self._games.go_on_with(self.store.due())
            self._sweep()
        except SQLAlchemyError as failure:  # what this was to do waits for the next time
            log.warning("What is too old was not cleared away: %s", sentence(failure))

    def _sweep(self) -> None:
        for game_id in self.store.sweep(kept=frozenset(session.id for session in self._games.all())):
            log.info("The game %s is no longer kept.", game_id)


def _pool(settings: Settings) -> Pool:
    """The workers of this machine, or of the cluster that the settings name."""
    if not settings.scheduler:
        return Pool(settings)
    from plyground.jobs.cluster import Cluster  # its libraries are large, and most servers never need it

    return Pool(settings, places=Cluster(settings.scheduler, bot_worker(settings)))


def _settle(preload: bool) -> None:
    """From now on the process plays by compiled rules, and what has been loaded is no more looked through for garbage,
    which held everybody up for a fifth of a second now and then."""
    if _warming.is_warm():  # else the workers are elsewhere
        _use_compiled_rules(preload)
    gc.collect()
    gc.freeze()


def _use_compiled_rules(preload: bool) -> None:
    """Loading the rules here spares the first visitors the wait."""
    compiled_calls.use_compiled(True)
    for game in registry.games().values() if preload else ():
        for position in _warming.examples(game):
            game.view(position, game.to_move(position))
            game.returns(game.play(position, game.legal_moves(position)[0]))
