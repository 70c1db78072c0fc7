"""The dispatcher: what it knows of a connection goes with it, however the going falls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from flask_socketio import ConnectionRefusedError
from werkzeug.test import create_environ

from plyground.core.settings import Settings
from plyground.sessions.lobby import Lobby
from plyground.sessions.visitors import Visitor
from plyground.web import sockets
from plyground.web.broadcast import Broadcaster
from plyground.web.sockets import CONNECTIONS_OF_CROWD, CONNECTIONS_OF_VISITOR, Dispatcher
from tests.sessions.test_lobby import QuietPool
from tests.web.test_broadcast import Wire


class AtOnce:
    """Does what should wait for an answer at once."""

    def add(self, task: Any) -> None:
        """Do it."""
        task()


class Nobody:
    """Stands for classes and finals that nobody follows."""

    def drop(self, connection: str) -> None:
        """There is none."""


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Lobby]:
    made = Lobby(lambda *given: None, Settings(database=f"sqlite:///{tmp_path}/games.sqlite3"), pool=QuietPool())  # type: ignore[arg-type]
    made.start()
    yield made
    made.shutdown()


def test_a_connection_that_is_lost_while_it_joins_does_not_stay_a_watcher(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The transport notices a lost connection in another thread than the one that handles its message."""
    broadcaster = Broadcaster(Wire())
    dispatcher = Dispatcher(lobby, broadcaster, AtOnce(), Nobody(), Nobody())  # type: ignore[arg-type]
    game = lobby.create({"game": "othello"}).id
    join = lobby.join

    def lost_meanwhile(*given: Any) -> dict[str, Any]:
        dispatcher.close("here")
        return join(*given)

    dispatcher.open("here", "127.0.0.1")
    monkeypatch.setattr(lobby, "join", lost_meanwhile)
    dispatcher.answer("join", "here", ({"game": game, "tokens": []},))
    broadcaster.close()
    assert lobby.snapshot(game)["watchers"] == 0
    assert not lobby.get(game).followed
    assert not dispatcher._rooms


def admitted(dispatcher: Dispatcher, visitor: str, times: int) -> list[str]:
    """The connections that a visitor opens in so many attempts."""
    opened = []
    for number in range(times):
        connection = f"{visitor} {getattr(visitor, 'crowd', '')} {number}"
        try:
            dispatcher.open(connection, visitor)
        except ConnectionRefusedError:
            continue
        opened.append(connection)
    return opened


def test_a_flood_of_connections_takes_room_from_its_own_visitor_and_crowd(lobby: Lobby) -> None:
    broadcaster = Broadcaster(Wire())
    dispatcher = Dispatcher(lobby, broadcaster, AtOnce(), Nobody(), Nobody())  # type: ignore[arg-type]
    school, most = "192.0.2.1", CONNECTIONS_OF_CROWD
    assert len(admitted(dispatcher, school, most + 5)) == most, "who show no key"
    flood = admitted(dispatcher, Visitor("v0", school, school), most)
    assert len(flood) == CONNECTIONS_OF_VISITOR
    assert len(admitted(dispatcher, Visitor("v1", school, school), 3)) == 3, "another one behind the address"
    for number in range(2, most // CONNECTIONS_OF_VISITOR + 2):
        admitted(dispatcher, Visitor(f"v{number}", school, school), most)
    late = Visitor("v99", school, school)
    assert admitted(dispatcher, late, 1) == [], "one who collects keys uses up what the crowd has"
    assert len(admitted(dispatcher, Visitor("v98", "class ABC", school), 3)) == 3
    dispatcher.close(flood[0])
    dispatcher.close(flood[0])
    assert len(admitted(dispatcher, late, 3)) == 1
    for connection in list(dispatcher._visitors):
        dispatcher.close(connection)
    assert dispatcher._counts == {}
    broadcaster.close()


def test_lines_that_nobody_joins_over_are_not_opened_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "CONNECTIONS_OF_CROWD", 3)
    begun: list[str] = []
    eio = Mock(handlers={"connect": lambda line, environ: begun.append(line)})
    sockets.limit_opening(eio)
    (_event, connect), app = eio.on.call_args.args, Flask("here")

    def opened(line: str, address: str) -> str | None:
        found: str | None = connect(line, create_environ() | {"flask.app": app, "REMOTE_ADDR": address})
        return found

    refused = [opened(f"line {number}", "192.0.2.1") for number in range(4)]
    assert refused == [None, None, None, "There are too many connections from this address."]
    assert opened("other", "192.0.2.2") is None
    assert begun == ["line 0", "line 1", "line 2", "other"]


def test_who_follows_many_games_keeps_no_more_in_memory_than_leaves_room(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.sockets.MOST_OF_VISITOR", 3)
    monkeypatch.setattr("plyground.web.sockets.most_of_home", lambda settings: 5)
    broadcaster = Broadcaster(Wire())
    dispatcher = Dispatcher(lobby, broadcaster, AtOnce(), Nobody(), Nobody())  # type: ignore[arg-type]
    games = [lobby.create({"game": "othello"}, f"maker {number}").id for number in range(8)]
    school = "192.0.2.1"
    for number in range(9):
        dispatcher.open(str(number), Visitor(f"v{number // 2}", f"class {number}", school))
    dispatcher.open("elsewhere", Visitor("v9", "192.0.2.2", "192.0.2.2"))

    def follows(connection: str, game: str) -> bool:
        return bool(dispatcher.answer("join", connection, ({"game": game, "tokens": []},))["ok"])

    assert [follows(str(number % 2), games[number]) for number in range(4)] == [True, True, True, False]
    assert follows("0", games[0]), "again"
    assert [follows("2", game) for game in games[3:6]] == [True, True, False]
    assert follows("4", games[0]), "which somebody beside them follows already"
    assert follows("elsewhere", games[7])
    dispatcher.answer("leave", "2", ({"game": games[4]},))
    assert follows("4", games[7])
    broadcaster.close()
