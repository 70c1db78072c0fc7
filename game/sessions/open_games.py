"""Open games: those whose hosts have listed them, so that anybody takes a seat with one click.

A listed seat lies in the database with its token, which whoever takes it gets; the row goes at once, so nobody takes it
twice. It also goes when a guest comes by the link, when the game ends, and with its time. Which seats are free and
whether the host is there, the server knows that carries the game on, and writes down soon after it has changed.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from plyground.core.messages import _
from plyground.core.refusals import Malformed, NotAllowed, SeatTaken, TooOften
from plyground.sessions.session import Session
from plyground.sessions.setup import Setup
from plyground.sessions.timers import Timers
from plyground.sessions.visitors import Visitor
from plyground.storage import Database
from plyground.storage.schema.games import games
from plyground.storage.schema.games import open_seats as table

MOST_LISTED = 60
MOST_OF_VISITOR = 5
"""Games that one visitor may have listed at a time."""
LIVE_SECONDS, LASTING_SECONDS = 2 * 3600.0, 14 * 86_400.0
"""How long an unclaimed seat is listed, of a game that one plays at once and of one with days for a move."""
_SOON = 0.2


class OpenGames:
    """All that are listed. May be called from any thread."""

    def __init__(self, database: Database, timers: Timers, now: Callable[[], float] = time.time) -> None:
        self._database, self._timers, self._now = database, timers, now
        self._lock = threading.Lock()
        self._followed: set[str] = set()
        self._due: set[str] = set()

    # Listing

    def listing(self, setup: Setup, tokens: Mapping[str, str]) -> Callable[[Connection, str], None]:
        """What lists a new game in the transaction that makes it; raises a refusal if it cannot be listed."""
        seats = {int(name[1:]): token for name, token in tokens.items() if name.startswith("i")}
        if not seats or not any(seat.kind == "person" for seat in setup.seats):
            raise Malformed(_("An open game has a seat for yourself and one by link, which anybody may take."))
        self._check_number(setup.maker)
        lasting = setup.clock.kind == "days"
        shown = json.dumps(_shown(setup), ensure_ascii=False)

        def write(connection: Connection, game_id: str) -> None:
            for seat, token in seats.items():
                connection.execute(
                    insert(table).values(
                        game=game_id, seat=seat, token=token, maker=setup.maker, here=True, lasting=lasting,
                        shown=shown, created=self._now(),
                    )
                )  # fmt: skip

        with self._lock:
            self._followed.add(setup.id)
        return write

    def _check_number(self, maker: str) -> None:
        mine = select(func.count(table.c.game.distinct())).where(table.c.maker == maker)
        with self._database.read() as connection:
            if connection.execute(mine).scalar_one() >= MOST_OF_VISITOR:
                raise TooOften(_("You have {most} open games already; wait until one is taken.", most=MOST_OF_VISITOR))

    def listed(self, who: str) -> list[dict[str, Any]]:
        """The open games, those that wait longest last: what was ``shown``, the ``created`` time, how many seats are
        ``free``, and whether it is ``yours``.

        If there are too many, addresses take turns, and those who made the games from one address take turns there."""
        mine = (table.c.game, table.c.maker, table.c.shown, table.c.created, games.c.home)
        found = (
            select(*mine, func.count().label("free"), _turn(table.c.maker, table.c.created.desc()).label("turn"))
            .join(games, games.c.id == table.c.game)
            .where(self._wanted())
            .group_by(*mine)
            .subquery()
        )
        newest = found.c.created.desc()
        turn = _turn(func.coalesce(found.c.home, found.c.maker), found.c.turn, newest)
        with self._database.read() as connection:
            rows = connection.execute(select(found).order_by(turn, newest).limit(MOST_LISTED)).all()
        now = self._now()
        return [
            {
                "id": row.game,
                **json.loads(row.shown),
                "free": row.free,
                "waits": max(0, round(now - row.created)),
                "yours": _is(who, row.maker),
            }
            for row in sorted(rows, key=lambda row: row.created, reverse=True)
        ]

    def _wanted(self) -> Any:
        """The condition of rows that are shown."""
        now = self._now()
        lasts = table.c.lasting.is_(True) & (table.c.created > now - LASTING_SECONDS)
        return lasts | (table.c.here.is_(True) & (table.c.created > now - LIVE_SECONDS))

    def take(self, game_id: str, who: str) -> str:
        """Take a free seat of an open game: gives the path of the seat's page. Raises ``SeatTaken``."""

        def work(connection: Connection) -> tuple[int, str] | Literal["own"] | None:
            mine = table.c.game == game_id
            query = (
                select(table.c.seat, table.c.token, table.c.maker).where(mine & self._wanted()).order_by(table.c.seat)
            )
            for row in connection.execute(query).all():
                if _is(who, row.maker):
                    return "own"
                gone = connection.execute(delete(table).where(mine & (table.c.seat == row.seat)))
                if gone.rowcount:
                    return row.seat, row.token
            return None

        found = self._database.write(work)
        if found == "own":
            raise NotAllowed(_("This is your own game; wait for somebody to join it, or send the link."))
        if found is None:
            raise SeatTaken(_("Somebody was quicker, or the host has left; choose another game."))
        return f"/g/{game_id}#s{found[0]}={found[1]}"

    def unlist(self, game_id: str, who: str) -> None:
        """The host lists a game no more; that of somebody else stays as it is."""
        if isinstance(who, Visitor):
            self._database.change(delete(table).where((table.c.game == game_id) & (table.c.maker == str(who))))

    def withdraw(self, game_id: str, seats: frozenset[int] | None = None) -> None:
        """List a game no more, or these seats of it."""
        condition = table.c.game == game_id
        if seats is not None:
            condition &= table.c.seat.in_(seats)
        self._database.write(lambda connection: connection.execute(delete(table).where(condition)))

    def sweep(self) -> None:
        """Forget what is too old to be shown."""
        old = table.c.created < self._now() - LASTING_SECONDS
        late = table.c.lasting.is_(False) & (table.c.created < self._now() - LIVE_SECONDS)
        self._database.write(lambda connection: connection.execute(delete(table).where(old | late)))

    # Following the games that this server carries on

    def adopted(self, session: Session) -> None:
        """A session was taken into memory: if guests are missing, it may be listed."""
        if session.state.result is None and len(session.state.arrived) < len(session.setup.seats):
            with self._database.read() as connection:
                found = connection.execute(select(table.c.seat).where(table.c.game == session.id)).first()
            if found is not None:
                with self._lock:
                    self._followed.add(session.id)

    def changed(self, session: Session) -> None:
        """Something changed in a session, which is locked: its row is brought up to date soon."""
        with self._lock:
            if session.id not in self._followed or session.id in self._due:
                return
            self._due.add(session.id)
        self._timers.after(_SOON, lambda: self._settle(session))

    def _settle(self, session: Session) -> None:
        with self._lock:
            self._due.discard(session.id)
        state, seats = session.state, session.setup.seats
        if state.result is not None:
            self.withdraw(session.id)
        else:
            self.withdraw(session.id, state.arrived)
            here = any(seats[seat].kind == "person" for seat in session.present)
            change = update(table).where(table.c.game == session.id).values(here=here)
            self._database.write(lambda connection: connection.execute(change))
        if state.result is not None or len(state.arrived) == len(seats):
            with self._lock:
                self._followed.discard(session.id)


def _turn(whose: Any, *order: Any) -> Any:
    """The number of a row among those of the same address or maker, from 1."""
    return func.row_number().over(partition_by=whose, order_by=order)


def _is(who: str, maker: str) -> bool:
    """Whether this is the visitor who listed the game; who shows no key shares a name with others."""
    return isinstance(who, Visitor) and str(who) == maker


def _shown(setup: Setup) -> dict[str, Any]:
    host = next((seat.name for seat in setup.seats if seat.kind == "person" and seat.name), "")
    spec = setup.rules.spec
    mine = next(number for number, seat in enumerate(setup.seats) if seat.kind == "person")
    return {
        "game": setup.game,
        "title": spec.title,
        "options": setup.options,
        "moves": len(setup.prelude),
        "host": host,
        "host_seat": mine,
        "seats": len(setup.seats),
        "clock": setup.clock.as_json(),
    }
