"""A place to hand bots in: a server whose games are played in this process, without a sandbox, as they come."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from plyground.competitions import registration
from plyground.competitions.running import tasks
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from plyground.web import application, parts
from tests.competitions.events import Deciders
from tests.waiting import until

BOT = "def make_move(random, time, configuration, game_state):\n    return game_state.moves[{}]\n"
"""A bot that plays one of the legal moves; which one makes two of them two programs."""


class AtOnce(Deciders):
    """Workers that play each game here and now."""

    def __init__(self) -> None:
        super().__init__(tasks.play)

    def play_one(self, task: Mapping[str, Any], bundles: Any, patience: float) -> Mapping[str, Any]:
        """A try."""
        return tasks.play(task, bundles)

    def close(self) -> None:
        """Nothing was started."""


@dataclass
class Bot:
    """One that takes part, with the key of its owner."""

    id: str
    key: str
    alias: str


class Place:
    """A server with a competition of two house bots in small Othello, and a client with what an owner asks for."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, sandbox: Callable[[], str] = lambda: "none") -> None:
        patch.setattr(parts, "_sandbox", sandbox)
        patch.setattr(parts, "_workers", lambda *given: AtOnce())
        settings = Settings(database=f"sqlite:///{folder / 'games.sqlite3'}", workers=1, bot_megabytes=20.0)
        app = application.create_app(settings)
        self.store: CompetitionStore = app.extensions["contests"]
        self.service: CompetitionService = app.extensions["competition_service"]
        self.client: FlaskClient = app.test_client()
        self.id = self.competition().id
        self.path = f"/api/competitions/{self.id}"

    def competition(self) -> Competition:
        """One more of them."""
        own = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
        made = self.store.create("Spring cup", "othello", {"size": 4}, own, 7)
        for number in range(2):
            entry = registration.register(self.store, made.id, f"House {number + 1}")
            registration.submit_built_in(self.store, entry, "random")
        return made

    def post(self, path: str, body: Any, key: str = "", **more: Any) -> TestResponse:
        """Ask with a key."""
        return self.client.post(path, json=body, headers=headers(key), **more)

    def get(self, path: str, key: str = "") -> TestResponse:
        """Ask with a key."""
        return self.client.get(path, headers=headers(key))

    def enter(self, **body: Any) -> Bot:
        """Take part."""
        answer = self.post(f"{self.path}/bots", body)
        assert answer.status_code == 201, answer.text
        made = answer.json or {}
        return Bot(made["bot"], made["key"], made["alias"])

    def hand_in(self, bot: Bot, source: str, note: str = "") -> TestResponse:
        """Hand in the text of a program."""
        return self.post(f"{self.path}/bots/{bot.id}/versions", {"source": source, "note": note}, bot.key)

    def upload(self, bot: Bot, name: str, data: bytes, note: str = "", key: str | None = None) -> TestResponse:
        """Hand in a file."""
        file = FileStorage(io.BytesIO(data), name, "file")
        boundary, body = encode_multipart({"file": file, "note": note})
        return self.client.post(
            f"{self.path}/bots/{bot.id}/versions",
            data=body,
            content_type=f'multipart/form-data; boundary="{boundary}"',
            headers=headers(bot.key if key is None else key),
        )

    def profile(self, bot: Bot, own: bool = False) -> Any:
        """What the bot's page shows."""
        answer = self.get(f"{self.path}/bots/{bot.id}", bot.key if own else "")
        assert answer.status_code == 200, answer.text
        return answer.json

    def decided(self, bot: Bot, number: int = 1) -> Mapping[str, Any]:
        """The version once its first games are played."""
        path = f"{self.path}/bots/{bot.id}/versions/{number}"
        until(lambda: (self.get(path).json or {})["admission"] != "waiting")
        return self.get(path).json or {}

    def close(self) -> None:
        """End it."""
        self.service.close()
        self.store.close()


def headers(key: str) -> dict[str, str]:
    """Of a program that shows a key."""
    return {"Accept": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}


def refusal(answer: TestResponse) -> str:
    """The code of a refusal, which has a sentence."""
    assert answer.json is not None, answer.text
    error = answer.json["error"]
    assert error["sentence"].endswith((".", "?")), error
    return str(error["code"])


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Place]:
    """A place to hand in, not started: what is handed in waits until ``place.service.start()``."""
    made = Place(monkeypatch, tmp_path)
    made.service.sandbox.found.set_result("none")
    yield made
    made.close()
