"""Classes under test: real games in a log of its own, bots that answer when told to, a clock set by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from plyground.classroom.registry import ClassRegistry
from plyground.classroom.room import Room
from plyground.classroom.services import Listeners
from plyground.core.errors import Refusal
from plyground.core.settings import Settings
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby
from plyground.sessions.visitors import Visitor
from tests.sessions.support import FakeTimers
from tests.sessions.test_lobby import QuietPool

_ids = itertools.count()


def calls_of(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """What a function is called with first, from now on."""
    heard, function = list[Any](), getattr(owner, name)

    def listening(first: Any, *others: Any, **fields: Any) -> Any:
        heard.append(first)
        return function(first, *others, **fields)

    monkeypatch.setattr(owner, name, listening)
    return heard


class Clock(FakeTimers):
    """Timers by hand that repeat calls as well."""

    _closed = False


class Place:
    """A registry with one class and its teacher."""

    def __init__(self, folder: Path, seed: int = 7) -> None:
        self.told: list[tuple[str, str, dict[str, Any]]] = []
        self._settings = Settings(database=f"sqlite:///{folder}/games.sqlite3")
        self._open(Clock())
        self.made = self.classes.open("somewhere", seed)
        self.code: str = self.made["code"]
        self.join("t", "teacher", token=self.made["teacher"])

    def _open(self, timers: Clock) -> None:
        self.timers, self.pool = timers, QuietPool()
        listeners = Listeners(lambda room, event, payload: self.told.append((room, event, payload)))
        self.lobby = Lobby(listeners.publish, self._settings, pool=self.pool, monotonic=lambda: self.timers.now)  # type: ignore[arg-type]
        self.lobby.start()
        self.classes = ClassRegistry(self.lobby, Lab(self.pool, self.lobby.monotonic), listeners, self.timers)  # type: ignore[arg-type]

    def restart(self) -> None:
        """End the server, which writes nothing of classes then, and start one whose clocks count from elsewhere."""
        self.close()
        timers = Clock()
        timers.now = self.timers.now / 2 + 77.0
        self._open(timers)
        self.classes.start()

    def fail(self, fails: bool) -> None:
        """Let nothing be written from now on, or everything again."""
        self.lobby.store.database.change(text(f"PRAGMA query_only={'ON' if fails else 'OFF'}"))

    @property
    def room(self) -> Room:
        """The class itself."""
        return self.classes.find(self.code, token=self.made["teacher"])

    @property
    def state(self) -> dict[str, Any]:
        """What everybody sees now."""
        return self.room.state()

    @property
    def question(self) -> dict[str, Any]:
        """The question that is asked now."""
        question: dict[str, Any] = self.state["question"]
        return question

    def join(self, connection: str, role: str = "student", **fields: str) -> dict[str, Any]:
        """Come in."""
        message = {"code": self.code, "role": role, **fields}
        who = Visitor(f"browser of {connection}", "somewhere", "somewhere")
        return self.classes.join(connection, message, who, lambda room: None)

    def students(self, *nicknames: str) -> dict[str, str]:
        """Students who come in: their tokens by nickname."""
        return {name: self.join(f"c{name}", nickname=name)["token"] for name in nicknames}

    def teach(self, do: str, **fields: Any) -> dict[str, Any]:
        """A command of the teacher."""
        return self.command(self.made["teacher"], do, **fields)

    def command(self, token: str, do: str, **fields: Any) -> dict[str, Any]:
        """A command by the holder of a token."""
        message = {"code": self.code, "token": token, "id": f"i{next(_ids)}", "do": do, **fields}
        return self.classes.command("", message, "somewhere")

    def answer(self, token: str, text: str) -> dict[str, Any]:
        """An answer to the question that is asked now."""
        return self.command(token, "answer", question=self.question["id"], text=text)

    def refusal(self, call: Callable[..., Any], *given: Any, **fields: Any) -> str:
        """The code of the refusal of a call."""
        with pytest.raises(Refusal) as caught:
            call(*given, **fields)
        assert caught.value.sentence.endswith("."), caught.value.sentence
        return caught.value.code

    def close(self) -> None:
        """End it all."""
        self.classes.close()
        self.lobby.shutdown()
