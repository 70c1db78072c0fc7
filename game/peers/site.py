"""This server as one of a site: it calls what others carry on, answers for what it carries on, tells their visitors.

A connection of another server's visitor is called ``SERVER|CONNECTION`` here. Which of another server's connections are
in a room is known where the room's messages come from; they are sent to each such server once, on the same line as the
answers, so that each visitor's snapshot and what follows it come in order.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from redis.exceptions import RedisError

from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import Busy, CarriedElsewhere
from plyground.peers.bus import Bus
from plyground.peers.calls import CALL_SECONDS, Calls, Enter, Unreachable
from plyground.peers.guests import Guests
from plyground.peers.membership import Membership
from plyground.peers.owners import Owners
from plyground.sessions.lobby import LOBBY_ROOM
from plyground.sessions.ownership import Elsewhere
from plyground.sessions.services import Publish

log = logging.getLogger(__name__)

T = TypeVar("T")
_LIST_PATIENCE, _PATIENCE, _PAUSE = 1.0, 10.0, 0.1
_JOIN_PATIENCE = 4.0
"""Less than pages have: one that is told to ask again need not throw its line away."""
_KNOWN = 10_000
_GREET_SECONDS = 1.0
AGAIN = "again"
"""The event that has a page join again what it follows."""


class Site:
    """All that this server has to do with the others. All methods may be called from any thread."""

    def __init__(self, membership: Membership, owners: Owners, bus: Bus, publish_here: Publish) -> None:
        """``publish_here`` sends a message to this server's own visitors."""
        self.membership, self.owners, self._bus = membership, owners, bus
        self._publish_here = publish_here
        self._guests = Guests()
        self._calls = Calls(bus, self._guests.enter, self._strayed)
        self.serve, self.call = self._calls.serve, self._calls.call
        self._follows: dict[str, dict[str, str]] = defaultdict(dict)
        self._hosts: dict[str, set[str]] = defaultdict(set)
        self._offsets: dict[str, float] = {}
        self._carriers: Recent[str, str] = Recent(_KNOWN)
        self._lock = threading.Lock()
        self._moved = threading.Condition()
        self._moves = 0
        self._tidying = ThreadPoolExecutor(1, "peer guests")  # in order, and never in the way of calls
        self._greeted = 0.0
        self.looks: Callable[[], bool] = bool
        """Whether a visitor of this server follows the list of all games."""
        self.dropped: list[Callable[[str], None]] = []
        """Called with a connection of another server's that is gone."""
        self.looked_in: Callable[[str], None] = lambda guest: None
        """Called when another server's visitors begin to follow the list of all games; ``dropped`` when they cease."""
        self.left: Callable[[], None] = lambda: None
        """Called when another server gave its games back."""
        self.expelled_parts: list[Callable[[], None]] = []
        """Called when this server was taken for dead and owns nothing any more."""
        self.changed: list[Callable[[bool], None]] = []
        """Called now and then, in the thread that watches the others, with whether one of them has gone just now."""
        self._around: frozenset[str] = frozenset()

    # Beginning and ending

    def start(self, about: Callable[[], dict[str, Any]] = dict) -> None:
        """Be one of the site's servers; raises as the drivers do."""
        self._bus.start(self.membership.id, self)
        self.membership.start(self, about)

    def rest(self) -> None:
        """Have the others go on with the games that this server gave back, while it sees to the rest."""
        with suppress(Refusal):  # then they find out when it has ended
            self.owners.settle()
        self._bus.send(self.membership.others, "resting", None)

    def close(self) -> None:
        """Leave the site: what this server carried on goes on elsewhere."""
        self.membership.close()
        self._bus.send(self.membership.others, "bye", None)
        self._calls.close()
        self._tidying.shutdown(wait=False, cancel_futures=True)
        self._bus.close()

    def unheard(self) -> tuple[frozenset[str], int]:
        """Those of the servers that live which do not listen on this Redis, of how many; raises as its driver does."""
        servers = self.membership.others | {self.membership.id}
        return self._bus.unheard(servers), len(servers)

    def told(self) -> list[dict[str, Any]]:
        """What each server that lives says of itself."""
        return list(self.membership.told.values())

    # Calling

    def carried(
        self,
        thing: str,
        here: Callable[[], T],
        service: str,
        name: str,
        *given: Any,
        enter: Enter | None = None,
        follower: str = "",
        patience: float = CALL_SECONDS,
        once: bool = False,
    ) -> T:
        """Do something where the thing is carried on: ``here``, or by a call of that name, thing and ``given``.

        ``here`` raises ``Elsewhere`` with the server that carries it on. While the thing goes from one to another this
        waits. ``follower`` is a connection that follows the thing from now on. What makes something is done ``once``,
        also if an answer is lost. Raises what is raised there, or ``Busy``.
        """
        patience = min(_JOIN_PATIENCE if follower else _PATIENCE, patience)
        until = time.monotonic() + patience
        key = secrets.token_hex(8) if once else ""
        with self._lock:
            server = self._carriers.find(thing)
        if server not in self.membership.others:
            server = None
        while True:
            moves = self._moves
            try:
                self._followed(follower, thing, server)
                if server is None:
                    return here()
                made: T = self.call(server, service, name, thing, *given, enter=enter, patience=patience, once=key)
                self._followed(follower, thing, server)  # also if it was dropped meanwhile: then it is so once more
                return made
            except Elsewhere as found:
                server = found.server if server is None else None
                if server is not None:
                    with self._lock:
                        self._carriers[thing] = server
            except (Unreachable, CarriedElsewhere) as lost:
                self._followed(follower, thing, None)  # who waits here need not be told to join again
                server = self._next_carrier(thing, server, lost, moves, until)
            if time.monotonic() > until:
                raise Busy(_("Another server goes on with this; try again in a moment."))

    def _next_carrier(self, thing: str, server: str | None, lost: Exception, moves: int, until: float) -> str | None:
        """Who may carry a thing on by now, None for this server; waits as long as that cannot have changed."""
        if isinstance(lost, Unreachable) and not lost.heard and server in self.membership.others:
            with self._moved:  # it has died, and nobody has found that yet
                self._moved.wait_for(lambda: self._moves != moves, min(_LIST_PATIENCE, until - time.monotonic()))
        else:
            time.sleep(_PAUSE)
        if server is not None and server not in self.membership.others:
            return None
        owner = self.owners.owner(thing)
        return owner if owner in self.membership.others else None

    def everywhere(self, service: str, name: str, *given: Any) -> list[Any]:
        """What each other server answers, without those that do not within a second."""
        found = []
        for server in self.membership.others:
            try:
                found.append(self.call(server, service, name, *given, patience=_LIST_PATIENCE))
            except (Unreachable, Elsewhere, Refusal, RuntimeError):
                log.info("The server %s did not answer to %s.", server, name)
        return found

    # Visitors

    def named(self, connection: str) -> str:
        """What a connection of this server is called at the others."""
        return f"{self.membership.id}|{connection}"

    def _followed(self, connection: str, thing: str, server: str | None) -> None:
        if connection:
            with self._lock:
                self._follows[connection][thing] = server or ""
                self._hosts[connection].add(server or "")

    def follows(self, connection: str, thing: str) -> str:
        """The server at which a connection follows something; empty if it does not follow it elsewhere."""
        with self._lock:
            return self._follows.get(connection, {}).get(thing, "")

    def unfollowed(self, connection: str, thing: str) -> None:
        """A connection follows something no more."""
        with self._lock:
            self._follows.get(connection, {}).pop(thing, None)

    def drop(self, connection: str) -> None:
        """A connection of this server is gone."""
        with self._lock:
            self._follows.pop(connection, None)
            servers = self.membership.others & self._hosts.pop(connection, set())
        if servers:
            self._bus.send(servers, "drop", self.named(connection))

    def now(self, connection: str) -> float:
        """The monotonic clock by which a connection's game runs: that of the server that carries it on."""
        with self._lock:
            server = next(iter(self._follows.get(connection, {}).values()), "")
        return time.monotonic() + self._offsets.get(server, 0.0)

    def publish(self, room: str, event: str, payload: dict[str, Any]) -> None:
        """Send a message to a room, wherever its connections are; returns at once, the order stays."""
        server, bar, connection = room.partition("|")
        if bar:
            self._bus.send(frozenset([server]), "event", [connection, event, payload])
            return
        self._publish_here(room, event, payload)
        servers = self._guests.servers(room)
        if servers:
            self._bus.send(servers, "event", [room, event, payload])

    def have_asked_again(self, room: str) -> None:
        """This server's own connections in a room join or ask again."""
        self._publish_here(room, AGAIN, {})

    def leave(self, guest: str, room: str) -> None:
        """A connection of another server's is in a room no more."""
        self._guests.leave(guest, room)

    def _forget_guests(self, guests: Iterable[str]) -> None:
        """Connections of other servers are gone, or not to be relied on."""
        for guest in guests:
            self._guests.drop(guest)
            for tell in self.dropped:
                tell(guest)

    def _join_again(self, server: str) -> None:
        """This server's visitors may have missed something of what that server carries on."""
        with self._lock:
            deaf = [each for each, things in self._follows.items() if server in things.values()]
        self._calls.fail(server)
        for connection in deaf:
            self._publish_here(connection, AGAIN, {})

    def _strayed(self, server: str, guest: str) -> None:
        """A call was done after it had been given up: who is gone meanwhile has nobody else to say so."""
        connection = guest.partition("|")[2]
        with self._lock:
            follows = server in self._follows.get(connection, {}).values()
        if connection and not follows:
            self._bus.send(frozenset([server]), "drop", guest)

    def _look_anew(self) -> None:
        """Things have moved: whoever waits for one looks for it again."""
        with self._moved:
            self._moves += 1
            self._moved.notify_all()

    # What comes in over the bus: in its one thread, which must not wait

    def missed(self, sender: str) -> None:
        """Messages were lost: both sides begin anew with what they have of each other."""
        log.warning("Messages of the server %s were lost.", sender)
        self._tidy(self._forget_all_of, sender, "lost")

    def _forget_all_of(self, server: str, then: str) -> None:
        """Forget the guests of a server, and only then tell it: its visitors join again, and are not forgotten."""
        self._forget_guests(self._guests.of(server))
        self._bus.send(frozenset([server]), then, None)

    def _begin_anew(self, server: str) -> None:
        self._forget_all_of(server, "anew")
        self._join_again(server)

    def heard(self, sender: str, kind: str, body: Any) -> None:
        """A message of another server; those of kinds that are not known here come from newer ones."""
        if kind == "event":
            self._publish_here(*body[:3])
        elif kind == "call":
            self._calls.asked(sender, *body)
        elif kind == "enter":
            self._calls.enter(sender, *body)
        elif kind == "answer":
            self._calls.settle(*body)
        elif kind == "drop":
            self._tidy(self._forget_guests, [body])
        elif kind == "greeting":
            if sender != self.membership.id:
                self._greet(sender, **body)
        elif kind == "lost":
            self._tidy(self._begin_anew, sender)
        elif kind == "anew":
            self._tidy(self._join_again, sender)
        elif kind == "resting":
            self._tidy(self._rested, sender)
        elif kind == "bye":
            self._tidy(self._ended, sender)

    def _greet(self, sender: str, now: float, looks: bool = False, **newer: Any) -> None:
        offset = now - time.monotonic()  # too small by as much as the greeting was under way
        self._offsets[sender] = max(offset, self._offsets.get(sender, offset) - 0.001)
        self._look_in(sender, looks)

    def _look_in(self, server: str, looks: bool) -> None:
        """Another server's visitors begin or cease to follow the list of all games."""
        guest = f"{server}|"
        if looks and guest not in self._guests:
            self._guests.enter(guest, LOBBY_ROOM)
            self.looked_in(guest)
        elif not looks and guest in self._guests:
            self._tidy(self._forget_guests, [guest])

    # What the membership tells

    def silent(self, servers: frozenset[str]) -> frozenset[str]:
        """See ``Membership``."""
        try:
            return self._bus.unheard(servers)
        except RedisError:
            return frozenset()

    def present(self, servers: frozenset[str]) -> None:
        """See ``Membership``: these other servers live."""
        with self._lock:
            known = {*self._offsets, *self._guests.hosts()}
            known |= {server for things in self._follows.values() for server in things.values()}
        known |= self._calls.asked_of()
        for server in known - servers - {self.membership.id, ""}:
            self._tidy(self._ended, server)
        now = time.monotonic()
        if now >= self._greeted + _GREET_SECONDS:
            self._greeted = now
            self._bus.send(servers | {self.membership.id}, "greeting", {"now": now, "looks": self.looks()})
        gone, self._around = bool(self._around - servers), servers
        if gone:
            self._look_anew()
        for tell in self.changed:
            tell(gone)

    def _rested(self, server: str) -> None:
        self._look_anew()
        self._join_again(server)
        self.left()

    def _ended(self, server: str) -> None:
        """A server is gone: its visitors come back elsewhere, and ours join again what it carried on."""
        self._look_anew()
        self._forget_guests(self._guests.of(server))
        self._join_again(server)
        with self._lock:
            self._offsets.pop(server, None)
            for things in self._follows.values():
                for thing in [thing for thing, at in things.items() if at == server]:
                    things[thing] = ""
        self._bus.forget(server)

    def expelled(self) -> None:
        """See ``Membership``: nothing is carried on here any more."""
        self.owners.forget()
        self._bus.become(self.membership.id)
        self._tidy(self._lose_all)

    def _lose_all(self) -> None:
        with self._lock:
            connections = list(self._follows)
        self._forget_guests(self._guests.all())
        for tell in self.expelled_parts:
            tell()
        for connection in connections:
            self._publish_here(connection, AGAIN, {})

    def _tidy(self, work: Callable[..., None], *given: Any) -> None:
        def guarded() -> None:
            try:
                work(*given)
            except Exception:
                log.exception("What another server left could not be tidied up.")

        with suppress(RuntimeError):  # this server ends
            self._tidying.submit(guarded)
