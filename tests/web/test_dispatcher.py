"""The dispatcher: what it knows of a connection goes with it, however the going falls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core.settings import Settings
from plyground.sessions.lobby import Lobby
from plyground.web.broadcast import Broadcaster
from plyground.web.sockets import Dispatcher
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
