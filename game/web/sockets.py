"""The socket: a table from the kind of message to its handler, and nothing that a game would know.

Every message is acknowledged, whatever it holds: ``{"ok": true, …}`` or ``{"ok": false, "error": …}``.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from flask import request
from flask_socketio import ConnectionRefusedError, SocketIO

from plyground.classroom.register import normal_code
from plyground.classroom.registry import Classes
from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import Malformed, Oversized, TooFast, TooManyGames
from plyground.sessions import reading
from plyground.sessions.in_memory import MOST_OF_VISITOR, most_of_home
from plyground.sessions.limits import Buckets
from plyground.sessions.lobby import LOBBY_ROOM, Lobby
from plyground.sessions.visitors import address_of, crowd_of
from plyground.web.broadcast import Broadcaster
from plyground.web.exchange import who
from plyground.web.languages import Languages, TranslatingWire
from plyground.web.operating.metrics import Metrics
from plyground.web.operating.requests import WatchedMessages
from plyground.web.transport import LONGEST_FRAME
from plyground.web.wire import LONGEST_MESSAGE, MALFORMED, OVERSIZED, AfterAnswer, Json, Packet, screen

log = logging.getLogger(__name__)

PING_SECONDS, PATIENCE_SECONDS = 5, 8
"""A silent connection is noticed within the sum of both, on either side: 13 s."""
CONNECTIONS_OF_VISITOR, CONNECTIONS_OF_CROWD = 100, 1000
"""Pages that one browser may have connected, and a crowd (``plyground.sessions.visitors``) together. All of an address
who show no key are such a crowd too."""
_TOGETHER = _("There are too many connections from this address.")
_OWN = _("This browser has too many pages open; close some of them.")

OPENED_A_SECOND = 20
"""How fast lines may be opened by one visitor, ``CONNECTIONS_OF_CROWD`` at once: until a page has joined over its line,
which ends otherwise with the first ping, it is not counted with the connections."""

Message = dict[str, Any]


def make_socketio() -> SocketIO:
    """The Socket.IO server, not yet bound to an application."""
    return SocketIO(
        async_mode="threading",
        async_handlers=False,  # messages of one connection are handled in their order
        ping_interval=PING_SECONDS,
        ping_timeout=PATIENCE_SECONDS,
        max_http_buffer_size=LONGEST_FRAME,
        manage_session=False,
        serializer=Packet,
        json=Json,
        logger=False,
        engineio_logger=False,
    )


class Dispatcher:
    """Answers the messages of all connections on behalf of a lobby."""

    def __init__(
        self,
        lobby: Lobby,
        broadcaster: Broadcaster,
        after_answer: AfterAnswer,
        classes: Classes,
        finals_broadcast: FinalsBroadcast,
    ) -> None:
        self._lobby, self._broadcaster, self._after_answer = lobby, broadcaster, after_answer
        self._classes, self._finals_broadcast = classes, finals_broadcast
        self._rooms: dict[str, dict[str, str]] = defaultdict(dict)
        self._visitors: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.table: dict[str, Callable[[str, Any], Message]] = {
            "join": self.join,
            "leave": self.leave,
            "command": self.command,
            "lobby": self.lobby,
            "ping_clock": self.ping_clock,
            "class_join": self.class_join,
            "class_command": self.class_command,
            "class_leave": self.class_leave,
            "contest_join": self.contest_join,
            "contest_leave": self.contest_leave,
            "contest_follow": self.contest_follow,
            "contest_unfollow": self.contest_unfollow,
            "contest_predict": self.contest_predict,
            "contest_judge": self.contest_judge,
            MALFORMED: self.malformed,
            OVERSIZED: self.oversized,
        }

    def open(self, connection: str, visitor: str) -> None:
        """Admit a connection; raises ``ConnectionRefusedError``."""
        counted = _counted(visitor)
        with self._lock:
            for name, most, sentence in counted:
                if self._counts[name] >= most:
                    raise ConnectionRefusedError(sentence)
            self._counts.update(name for name, *_more in counted)
            self._visitors[connection] = visitor

    def close(self, connection: str) -> None:
        with self._lock:
            visitor = self._visitors.pop(connection, None)
            self._rooms.pop(connection, None)
            if visitor is not None:
                self._counts -= Counter(name for name, *_more in _counted(visitor))  # which drops what is zero
        self._drop(connection)

    def _drop(self, connection: str) -> None:
        for each in (self._lobby, self._classes, self._finals_broadcast):
            each.drop(connection)

    def answer(self, event: str, connection: str, given: tuple[Any, ...]) -> Message:
        """The acknowledgement of one message. Never raises."""
        try:
            handler = self.table.get(event)
            if handler is None:
                known = ", ".join(name for name in self.table if name not in (MALFORMED, OVERSIZED))
                raise Malformed(
                    _("There is no message called “{event}”; there are: {known}.", event=event[:40], known=known)
                )
            message = given[0] if given else {}
            if not isinstance(message, dict) or len(given) > 1:
                raise Malformed(_("A message carries one object."))
            return handler(connection, message)
        except Refusal as refusal:
            return {"ok": False, "error": refusal.as_json()}
        except Exception:
            log.exception("The message %s failed.", event[:40])
            failure = {"code": "failed", "sentence": _("Something went wrong on the server; all is as it was.")}
            return {"ok": False, "error": failure}
        finally:
            self._forget_if_gone(connection)

    def _forget_if_gone(self, connection: str) -> None:
        """The transport may find a connection lost, from another thread, while its last message is handled."""
        with self._lock:
            if connection in self._visitors:
                return
            self._rooms.pop(connection, None)
        self._drop(connection)

    def join(self, connection: str, message: Message) -> Message:
        """Follow a game; joining again changes the seats."""
        game_id = message.get("game")
        if not isinstance(game_id, str):
            raise Malformed(_("To join, name the game by its id."))
        self._check_followed(connection, game_id)

        def enter(room: str) -> None:
            before = self._rooms[connection].get(game_id)
            if before is not None and before != room:
                self._broadcaster.leave(connection, before)
            self._rooms[connection][game_id] = room
            enter_room(room)

        with self._entering(connection) as enter_room:
            snapshot = self._lobby.join(game_id, message.get("tokens", []), connection, enter)
        return {"ok": True, "snapshot": snapshot}

    def _check_followed(self, connection: str, game_id: str) -> None:
        """Raise ``TooManyGames`` if a game is one too many for the visitor to follow, or for all at their address: each
        is kept in memory for them."""
        visitor = self._visitors.get(connection, "")
        home = address_of(visitor)
        own, together = set[str](), set[str]()
        for each, name in list(self._visitors.items()):
            if address_of(name) == home:
                games = {*self._rooms.get(each, ())}
                if game_id in games:
                    return
                together |= games
                if name == visitor:
                    own |= games
        if len(together) >= most_of_home(self._lobby.settings):
            raise TooManyGames(_TOGETHER)
        if visitor != home and len(own) >= MOST_OF_VISITOR:
            raise TooManyGames(_OWN)

    def leave(self, connection: str, message: Message) -> Message:
        game_id = message.get("game")
        if not isinstance(game_id, str):
            raise Malformed(_("To leave, name the game by its id."))
        room = self._rooms[connection].pop(game_id, None)
        left = self._lobby.leave(game_id, connection)
        for each in {room, left}:
            if each is not None:
                self._broadcaster.leave(connection, each)
        return {"ok": True}

    @contextmanager
    def _entering(self, connection: str) -> Iterator[Callable[[str], None]]:
        """What enters a room, from any thread, whose messages come after the answer to the message now handled."""
        entered: list[str] = []

        def enter(room: str) -> None:
            self._broadcaster.enter(connection, room)
            entered.append(room)

        try:
            yield enter
        finally:
            for room in entered:
                self._after_answer.add(partial(self._broadcaster.release, connection, room))

    def command(self, connection: str, message: Message) -> Message:
        return self._lobby.command(message, connection, who=self._visitors.get(connection, ""))

    def lobby(self, connection: str, message: Message) -> Message:
        """Begin or end following the list of games being played."""
        on = reading.a_flag(message, "on", True)
        with self._entering(connection) as enter:
            cards = self._lobby.look_in(connection, on, enter)
        if not on:
            self._broadcaster.leave(connection, LOBBY_ROOM)
        return {"ok": True, "games": cards}

    def ping_clock(self, connection: str, message: Message) -> Message:
        """The server's clock, so that a page can show the time left."""
        return {"ok": True, "now": self._lobby.now(connection)}

    def class_join(self, connection: str, message: Message) -> Message:
        """Come into a class, or come back to it."""
        self.class_leave(connection, message)
        with self._entering(connection) as enter:
            joined = self._classes.join(connection, message, self._visitors.get(connection, ""), enter)
        who(f"class {normal_code(message['code'])}")  # a class brings an allowance of its own
        return {"ok": True, **joined}

    def class_command(self, connection: str, message: Message) -> Message:
        return {"ok": True, **self._classes.command(connection, message, self._visitors.get(connection, ""))}

    def class_leave(self, connection: str, message: Message) -> Message:
        """Leave a class; a student can come back with the same token."""
        for room in self._classes.leave(connection, message.get("code")):
            self._broadcaster.leave(connection, room)
        return {"ok": True}

    def contest_join(self, connection: str, message: Message) -> Message:
        """Watch the final of a competition."""
        visitor = self._visitors.get(connection, "")
        with self._entering(connection) as enter:
            return {"ok": True, **self._finals_broadcast.join(connection, message.get("competition"), visitor, enter)}

    def contest_leave(self, connection: str, message: Message) -> Message:
        room = self._finals_broadcast.leave(connection, message.get("competition"))
        if room is not None:
            self._broadcaster.leave(connection, room)
        return {"ok": True}

    def contest_follow(self, connection: str, message: Message) -> Message:
        """Follow one game of a competition."""
        visitor, asked = self._visitors.get(connection, ""), (message.get("competition"), message.get("game"))
        with self._entering(connection) as enter:
            return {"ok": True, **self._finals_broadcast.follow(connection, *asked, visitor, enter)}

    def contest_unfollow(self, connection: str, message: Message) -> Message:
        room = self._finals_broadcast.unfollow(connection, message.get("game"))
        if room is not None:
            self._broadcaster.leave(connection, room)
        return {"ok": True}

    def contest_predict(self, connection: str, message: Message) -> Message:
        """Predict the next move of a game that is followed."""
        asked = (message.get("game"), message.get("ply"), message.get("move"))
        found = self._finals_broadcast.predict(connection, *asked, self._visitors.get(connection, ""))
        return {"ok": True, **found}

    def contest_judge(self, connection: str, message: Message) -> Message:
        """Want a game that is followed judged by a neutral engine, or no more."""
        self._finals_broadcast.judge(connection, message.get("game"), reading.a_flag(message, "on", True))
        return {"ok": True}

    def malformed(self, connection: str, message: Message) -> Message:
        raise Malformed(_("That message cannot be read; a message is a JSON event with one object."))

    def oversized(self, connection: str, message: Message) -> Message:
        raise Oversized(_("A message is at most {longest_message} kB long.", longest_message=LONGEST_MESSAGE // 1024))


def limit_opening(eio: Any) -> None:
    """Turn away who opens lines too fast."""
    opened = Buckets(OPENED_A_SECOND, CONNECTIONS_OF_CROWD, _("There are too many connections from this address."))
    begin = eio.handlers["connect"]

    def connect(line: str, environ: dict[str, Any]) -> Any:
        with environ["flask.app"].request_context(environ):
            try:
                opened.take(who())
            except TooFast as refusal:
                return refusal.sentence
        return begin(line, environ)

    eio.on("connect", connect)


def _counted(visitor: str) -> list[tuple[str, int, str]]:
    """Under which names a visitor's connections are counted, how many may be, and what is said beyond that."""
    crowd = crowd_of(visitor)
    if not crowd:
        return [(f"without a key {visitor}", CONNECTIONS_OF_CROWD, _TOGETHER)]
    return [(f"crowd {crowd}", CONNECTIONS_OF_CROWD, _TOGETHER), (visitor, CONNECTIONS_OF_VISITOR, _OWN)]


def bind(
    socketio: SocketIO,
    lobby: Lobby,
    broadcaster: Broadcaster,
    classes: Classes,
    finals_broadcast: FinalsBroadcast,
    languages: Languages,
    wire: TranslatingWire,
    metrics: Metrics,
) -> Dispatcher:
    """Register the table with the Socket.IO server."""
    dispatcher = Dispatcher(lobby, broadcaster, AfterAnswer(socketio.server), classes, finals_broadcast)
    watched = WatchedMessages(dispatcher.answer, metrics)

    def connect(auth: Any = None) -> None:
        sid = request.sid  # type: ignore[attr-defined]
        dispatcher.open(sid, who())
        wire.admit(sid, languages.current())

    def disconnect(*reason: Any) -> None:
        dispatcher.close(request.sid)  # type: ignore[attr-defined]
        wire.forget(request.sid)  # type: ignore[attr-defined]
        watched.forget(request.sid)  # type: ignore[attr-defined]

    def answer(event: str, *given: Any) -> Message:
        said = watched(event, request.sid, given)  # type: ignore[attr-defined]
        translated: Message = languages.translated(said)
        return translated

    socketio.on_event("connect", connect)
    socketio.on_event("disconnect", disconnect)
    for event in dispatcher.table:
        socketio.on_event(event, partial(answer, event))
    socketio.on_event("*", answer)
    screen(socketio.server)
    limit_opening(socketio.server.eio)
    return dispatcher
