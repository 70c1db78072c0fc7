"""All classes of one server process: opened, found by code, limited, ended. The web calls this and nothing else.

What is known of students is stored while their class goes on, and deleted when it ends; nothing of it is logged.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from sqlalchemy import Connection

from plyground.classroom import keeping, register, scores
from plyground.classroom.commands import COMMANDS
from plyground.classroom.homework.store import HomeworkStore
from plyground.classroom.plans.store import Plans
from plyground.classroom.room import LONGEST_CLASS, Room
from plyground.classroom.services import Listeners, Services
from plyground.classroom.staged import Shown, Staged
from plyground.classroom.store import ClassStore
from plyground.classroom.worksheet import LAST_SEED
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent, RecentBySize
from plyground.core.refusals import (
    Closing,
    Malformed,
    NoSuchClass,
    NoSuchTrace,
    NotInClass,
    NotTeacher,
    StorageFailed,
    TooManyClasses,
    TooManyGuesses,
    UnknownCommand,
)
from plyground.sessions import reading
from plyground.sessions.keys import TEACHER
from plyground.sessions.lab import KEPT_SIZE, Lab
from plyground.sessions.limits import Buckets, OfConnections
from plyground.sessions.lobby import Lobby
from plyground.sessions.timers import Timers
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import address_of, crowd_of

log = logging.getLogger(__name__)

MOST_CLASSES, MOST_OF_ONE, MOST_OF_ADDRESS = 50, 3, 20
"""Classes at a time: on the server, opened by one visitor, and opened by all behind one address."""
_DESERTED_SECONDS = 600.0
"""A class in which nobody was for so long makes room for a new one of the same address."""
_STAGES = 20
"""Stages at their steps that are kept ready for all who follow."""
_ROLES = ("student", "teacher", "wall")

Message = Mapping[str, Any]


class Classes(Protocol):
    """What the web asks of classes, whichever server they are on; each as ``ClassRegistry`` has it."""

    def open(self, who: str = "", seed: int | None = None) -> dict[str, Any]: ...

    def join(self, connection: str, message: Message, who: str, enter: Callable[[str], None]) -> dict[str, Any]: ...

    def command(self, connection: str, message: Message, who: str = "") -> dict[str, Any]: ...

    def leave(self, connection: str, code: Any) -> list[str]: ...

    def drop(self, connection: str) -> None: ...

    def scores(self, code: str, token: str, who: str = "") -> list[list[str]]: ...

    def about(self, code: str, who: str = "", token: str | None = None) -> dict[str, Any]: ...

    def stage(self, code: str, name: str, what: str, wanted: list[Any], who: str = "") -> dict[str, Any]: ...

    def standing(self) -> list[dict[str, Any]]: ...

    def change_key(self, code: str, key: str) -> None: ...


class ClassRegistry:
    """The classes. All methods may be called from any thread; refusals are raised."""

    def __init__(
        self,
        lobby: Lobby,
        lab: Lab,
        listeners: Listeners,
        timers: Timers | None = None,
        guard: Callable[[Connection], None] = lambda connection: None,
    ) -> None:
        """``guard`` is ``ClassStore``'s."""
        store = ClassStore(lobby.store.database, guard=guard)
        plans = Plans(lobby.store.database)
        self.services = Services(lobby, lab, listeners, timers or Timers(threads=2), lobby.monotonic, store, plans)
        self._homework = HomeworkStore(lobby.store.database)
        self._rooms: dict[str, Room] = {}
        self._joined: dict[str, set[str]] = {}
        self._addresses: dict[str, str] = {}
        self._staged: Recent[Shown, Staged] = RecentBySize(_STAGES, KEPT_SIZE, lambda staged: staged.whole.size)
        self._lock = threading.Lock()
        self._closing = False
        clock = lobby.monotonic
        sentence = _("That is more than twenty messages a second; slow down a little.")
        self._messages = OfConnections(20, 40, sentence, monotonic=clock)
        sentence = _("Too many wrong codes came from here; wait a moment, then look at the code again.")
        self._guesses = OfConnections(0.1, 8, sentence, TooManyGuesses, clock)
        self._guesses_of_browser = Buckets(0.1, 8, sentence, TooManyGuesses, clock)
        self._guesses_of_address = Buckets(1, 120, sentence, TooManyGuesses, clock)
        sentence = _("Many come in from here at this moment; try again in a minute.")
        self._students_of_browser = Buckets(1 / 60, 5, sentence, monotonic=clock)
        self._students_of_address = Buckets(1 / 60, 60, sentence, monotonic=clock)

    def start(self) -> None:
        """Begin to keep time, and go on with every class that has not ended."""
        self.services.timers.start()
        for code in self.services.store.codes():
            try:
                if code not in self._rooms:
                    self._take_over(code)
            except Exception:
                log.exception("A class could not go on.")
        self.services.timers.every(30.0, self._sweep)

    def close(self) -> None:
        self._closing = True
        for room in self._all():
            room.rest()
        self.services.timers.close()
        self.services.listeners.close()
        self.services.store.close()

    def open(self, who: str = "", seed: int | None = None) -> dict[str, Any]:
        """Open a class: ``{"code", "teacher", "url"}``; raises ``TooManyClasses``. ``who`` is a visitor.

        ``seed`` is that of its worksheets; without one it is drawn so that it cannot be guessed.
        """
        if self._closing:
            raise Closing(_("The server is shutting down; try again in a moment."))
        maker, (token, kept) = visitor_digest(who), TEACHER.new()
        self._make_room(maker)
        with self._lock:
            if len(self._rooms) >= MOST_CLASSES:
                raise TooManyClasses(_("This server holds as many classes as it can; try again later."))
            if sum(room.maker == maker for room in self._rooms.values()) >= MOST_OF_ONE:
                raise TooManyClasses(
                    _(
                        "From here {most_of_one} classes are open; close one before you open another.",
                        most_of_one=MOST_OF_ONE,
                    )
                )
            address = address_of(maker)
            if address and sum(each == address for each in self._addresses.values()) >= MOST_OF_ADDRESS:
                raise TooManyClasses(
                    _(
                        "From your network {most} classes are open; close one before you open another.",
                        most=MOST_OF_ADDRESS,
                    )
                )
            code = next(code for code in iter(register.new_code, "") if code not in self._rooms)
            number = secrets.randbelow(LAST_SEED + 1) if seed is None else seed
            room = self._rooms[code] = Room(code, kept, str(maker), number, self.services)
            self._addresses[code] = address
        room.save = keeping.Keeping(room).save
        try:
            with room.lock:
                room.save()()
        except Refusal:
            self._drop_room(room)
            raise
        return {"code": code, "teacher": token, "url": f"/class/{code}/teach#t={token}"}

    def find(self, code: Any, who: str = "", connection: str = "", token: str = "") -> Room:
        """The class with a code; raises ``NoSuchClass``, or ``TooManyGuesses`` if too many wrong codes came before.

        Whoever is in the class already, or holds a token of it, is not guessing.
        """
        wanted = register.normal_code(code) if isinstance(code, str) else ""
        with self._lock:
            room = self._rooms.get(wanted)
            joined = wanted in self._joined.get(connection, ())
        if room is not None and room.open and (joined or (token and room.opened_by(token))):
            return room
        # Right codes cost nothing: a whole class may sit behind one address. One student who guesses locks out nobody
        # but themselves: a browser that shows its key is counted by that, all without one by their address. Keys are
        # given out at a pace, so many of them help little in guessing.
        guesses = self._guesses_of_browser if crowd_of(who) else self._guesses_of_address
        counted = ((self._guesses, connection), (guesses, visitor_digest(who)))
        for buckets, name in counted:
            buckets.check(name)
        if room is None or not room.open:
            for buckets, name in counted:
                buckets.take(name)
            raise NoSuchClass(_("There is no class with this code; perhaps it has ended, or a character is wrong."))
        return room

    def join(self, connection: str, message: Message, who: str, enter: Callable[[str], None]) -> dict[str, Any]:
        """Let a connection into a class; returns the fields of the acknowledgement. See ``Room.join``."""
        self._messages.take(connection)
        role = reading.a_text(message, "role", 20, required=True)
        if role not in _ROLES:
            raise Malformed(_("The role is one of {roles}.", roles=", ".join(_ROLES)))
        token = reading.a_text(message, "token", 200)
        nickname = reading.a_text(message, "nickname", 1_000)
        room = self.find(message.get("code"), who, connection, token)

        def admit() -> None:
            # A whole lecture may sit behind one address, each with a browser; a few share one in turn.
            students = self._students_of_browser if crowd_of(who) else self._students_of_address
            students.take(f"class {room.code} {visitor_digest(who)}")

        done = room.join(connection, role, token, nickname, enter, admit)
        with self._lock:
            self._joined.setdefault(connection, set()).add(room.code)
        return done

    def command(self, connection: str, message: Message, who: str = "") -> dict[str, Any]:
        """Carry out a command of a teacher, or take a student's answer."""
        self._messages.take(connection)
        token = reading.a_text(message, "token", 200, required=True)
        own_id = reading.a_text(message, "id", 64, required=True)
        do = reading.a_text(message, "do", 40, required=True)
        room = self.find(message.get("code"), who, connection, token)
        teacher = room.is_teacher(token)
        if do == "answer":
            return room.answer(token, own_id, message)
        if do not in COMMANDS:
            raise UnknownCommand(
                _("There is no command “{do}”; there are: {commands}, answer.", do=do, commands=", ".join(COMMANDS))
            )
        if not teacher:
            student = room.students.of(token)
            if student is None:
                raise NotInClass(_("This token opens nothing in this class."))
            if do == "new_link":
                room.renew_student(student, reading.a_new_key(message))
                return {}
            raise NotTeacher(_("Only the teacher may do this."))
        if message.get("trace") is not None:  # made again if need be, while the class goes on
            with suppress(NoSuchTrace):
                self.services.lab.recorded(reading.a_text(message, "trace", 40), who)
        with keeping.written_or_undone(room):
            room.taught_at = self.services.monotonic()
            done = room.once("teacher", own_id, lambda: COMMANDS[do](room, message))
        if not room.open:
            self._drop_room(room)
        return done

    def leave(self, connection: str, code: Any) -> list[str]:
        """Let a connection leave a class; returns the rooms that it must leave."""
        with self._lock:
            wanted = register.normal_code(code) if isinstance(code, str) else ""
            room = self._rooms.get(wanted)
            self._joined.get(connection, set()).discard(wanted)
        return room.forget(connection) if room is not None else []

    def drop(self, connection: str) -> None:
        with self._lock:
            rooms = [self._rooms[code] for code in self._joined.pop(connection, ()) if code in self._rooms]
        for room in rooms:
            room.forget(connection)
        self._messages.forget(connection)
        self._guesses.forget(connection)

    def taught(self, code: str, token: str, who: str = "") -> Room:
        """The class with a code, for its teacher's token; raises what ``find`` does, and ``NotTeacher``."""
        room = self.find(code, who, token=token)
        if not room.is_teacher(token):
            raise NotTeacher(_("This is for the teacher of the class alone; the teacher’s page of the class opens it."))
        return room

    def about(self, code: str, who: str = "", token: str | None = None) -> dict[str, Any]:
        """What worksheets grow from: ``{"code", "seed", "game"}``; with a ``token`` only for the teacher's."""
        room = self.find(code, who) if token is None else self.taught(code, token, who)
        return {"code": room.code, "seed": room.seed, "game": room.game}

    def stage(self, code: str, name: str, what: str, wanted: list[Any], who: str = "") -> dict[str, Any]:
        """What a screen needs of a stage that is shown: its ``trace`` after so many steps, ``words`` of steps (the
        first, how many), or ``views`` of nodes. Blocks until the search is recorded; raises a refusal."""
        self.services.lab.walk(who)
        shown = self.find(code, who).stage(name)
        with self._lock:
            found = self._staged.find(shown)
        if found is None:
            found = Staged(self.services.lab, shown, who)
            with self._lock:
                self._staged[shown] = found
        if what == "views":
            return found.views(wanted)
        if what == "words":
            return found.words(*wanted)
        with self.services.lab.turns.taken(who):
            return found.as_json(*wanted)

    def scores(self, code: str, token: str, who: str = "") -> list[list[str]]:
        return scores.table(self.taught(code, token, who))

    def standing(self) -> list[dict[str, Any]]:
        """What whoever runs the server sees of each class: counts, and nobody's name."""
        now = self.services.monotonic()
        return [room.standing(now) for room in self._all()]

    def change_key(self, code: str, key: str) -> None:
        """Let this be the teacher's key from now on; the old one opens nothing any more. For whoever runs the server;
        raises what ``find`` does."""
        room = self.find(code)
        with keeping.written_or_undone(room):
            room.renew_teacher(key)
            room.save()()

    def _take_over(self, code: str) -> None:
        """Go on with a class of the store."""
        rows = self.services.store.load(code)
        if rows is not None:
            room = keeping.restored(code, rows, self.services)
            with self._lock:
                self._rooms[code] = room

    def _all(self) -> list[Room]:
        with self._lock:
            return list(self._rooms.values())

    def _drop_room(self, room: Room) -> None:
        with self._lock:
            self._rooms.pop(room.code, None)
            self._addresses.pop(room.code, None)

    def _make_room(self, maker: str) -> None:
        """End the longest deserted class of an address that has as many as it may."""
        own = [room for room in self._all() if room.maker == maker]
        if len(own) < MOST_OF_ONE:
            return
        now = self.services.monotonic()
        lost = [r for r in own if r.deserted and now - max(r.seen_at, r.taught_at) > _DESERTED_SECONDS]
        for room in sorted(lost, key=lambda room: room.seen_at)[:1]:
            self._end(room)

    def _end(self, room: Room) -> None:
        try:
            room.end()
        except Refusal as refusal:  # it ends when it can be deleted
            log.warning("A class that is over could not be deleted: %s", refusal.sentence)
            return
        self._drop_room(room)

    def _sweep(self) -> None:
        with suppress(StorageFailed):
            self._homework.forget_old()
        now = self.services.monotonic()
        for room in self._all():
            if not room.open or now - room.taught_at > LONGEST_CLASS:
                self._end(room)
            else:
                with suppress(StorageFailed), room.lock:
                    room.save()()
