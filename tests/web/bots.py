"""A bot over the network for tests: its token, and requests by it to a real server."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import requests

_numbers = itertools.count()


class NetworkBot:
    """One account at a server."""

    def __init__(self, url: str, name: str = "", **fields: Any) -> None:
        self.url = url
        made = requests.post(f"{url}/api/bots", json={"name": name or f"Bot {next(_numbers)}", **fields}, timeout=30)
        assert made.status_code == 201, made.text
        self.about = made.json()
        self.id, self.token = self.about["id"], self.about["token"]

    def ask(self, method: str, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        """The JSON of the answer to a request below ``/api/bot``, which has this status."""
        answer = requests.request(
            method, f"{self.url}/api/bot{path}", json=body, headers=self.headers, timeout=30, **more
        )
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    def refused(self, status: int, code: str, method: str, path: str, body: Any = None) -> str:
        """The sentence with which a request is refused."""
        error = self.ask(method, path, body, status)["error"]
        assert error["code"] == code, error
        assert error["sentence"]
        return str(error["sentence"])

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """The lines of a stream but for heartbeats."""
        answer = requests.get(f"{self.url}/api/bot{path}", headers=self.headers, stream=True, timeout=30)
        assert answer.status_code == 200, answer.text
        with answer:
            for line in answer.iter_lines(1):
                message = json.loads(line)
                if message["type"] != "heartbeat":
                    yield message

    def offer(self, game: str, *seats: dict[str, Any], **fields: Any) -> Any:
        """Offer a game, the first seat one's own; the answer."""
        return self.ask("POST", "/challenges", {"game": game, "seats": [{"kind": "me"}, *seats], **fields}, 201)

    def play_against(self, other: NetworkBot, game: str = "othello", **fields: Any) -> str:
        """Begin a game with another bot, oneself first; its id."""
        offered = self.offer(game, {"kind": "network", "bot": other.id}, **fields)["challenge"]
        return str(other.ask("POST", f"/challenges/{offered['id']}/accept")["game_id"])

    def state(self, game_id: str) -> Any:
        """How a game stands."""
        return self.ask("GET", f"/games/{game_id}")

    def move(self, game_id: str, move: str, **fields: Any) -> Any:
        """Make a move."""
        return self.ask("POST", f"/games/{game_id}/move", {"move": move, **fields})
