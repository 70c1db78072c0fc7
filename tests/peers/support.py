"""Servers of one site in one process: lobbies with pools that never answer, on a real PostgreSQL and a real Redis."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from typing import Any

from plyground.classroom.services import Listeners
from plyground.core.settings import Settings
from plyground.peers import joining
from plyground.peers.classes import SharedClasses
from plyground.peers.lobby import SharedLobby
from plyground.sessions.lab import Lab
from plyground.sessions.setup import Created
from plyground.sessions.store import Store
from plyground.storage import Database
from tests.sessions.test_lobby import QuietPool
from tests.waiting import until

PEOPLE: dict[str, Any] = {"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]}


_ids = itertools.count()


class Server:
    """One server without the web: what it published to its own visitors stands in ``told``, by room."""

    def __init__(self, database: str, redis: str) -> None:
        self.database = Database(database)
        self.told: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
        self.site = joining.site(self.database, redis, self.publish_here)
        settings = Settings(database=database, redis_url=redis)
        store = Store(settings, database=self.database, ownership=self.site.owners)
        pool = QuietPool()
        listeners = Listeners(self.site.publish)
        self.lobby = SharedLobby(self.site, listeners.publish, settings, store, pool=pool)
        lab = Lab(pool, self.lobby.monotonic)  # type: ignore[arg-type]
        self.classes = SharedClasses(self.site, self.lobby, lab, listeners)
        self.site.start()
        self.lobby.start()
        self.classes.start()

    @property
    def id(self) -> str:
        return self.site.membership.id

    def publish_here(self, room: str, event: str, payload: dict[str, Any]) -> None:
        """Note it."""
        self.told[room].append((event, payload))

    def carries(self, game_id: str) -> bool:
        """Whether the game is in this server's memory."""
        return game_id in self.lobby._games._sessions

    def join(self, game_id: str, connection: str, *tokens: str) -> tuple[dict[str, Any], list[str]]:
        """Let a connection follow a game; the snapshot and the rooms."""
        rooms: list[str] = []
        return self.lobby.join(game_id, tokens, connection, rooms.append), rooms

    def play(self, made: Created, seat: int, move: str, ply: int, own_id: str = "") -> dict[str, Any]:
        """Play a move of a person."""
        message = {"game": made.id, "token": made.tokens[f"s{seat}"], "id": own_id or f"m{ply}", "ply": ply}
        return self.lobby.command(message | {"do": "move", "move": move}, "c")

    def die(self) -> None:
        """End without a word: no more heartbeats, nothing heard, nothing sent."""
        self.site.membership._end.set()
        self.site.membership._thread.join(5)
        self.site._bus.close()
        self.lobby._timers.close()

    def close(self) -> None:
        """End in order."""
        self.classes.close()
        self.lobby.shutdown()

    # Classes

    def enter_class(self, code: str, connection: str, role: str = "student", **fields: str) -> dict[str, Any]:
        """Let a connection into a class."""
        return self.classes.join(connection, {"code": code, "role": role, **fields}, "me", lambda room: None)

    def say(self, code: str, connection: str, token: str, do: str, **fields: Any) -> dict[str, Any]:
        """Send a command of a class."""
        own = {"code": code, "token": token, "id": f"i{next(_ids)}", "do": do}
        return self.classes.command(connection, own | fields, "me")


def know_each_other(*servers: Server) -> None:
    """Wait until each server has seen all others."""
    wanted = {server.id for server in servers}
    until(lambda: all({*server.site.membership.others, server.id} >= wanted for server in servers))


def pause() -> None:
    """Long enough for a message that is not wanted to come."""
    time.sleep(0.2)
