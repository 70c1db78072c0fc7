"""Exercises in code over http: what cannot be checked is refused, a check is told in one's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.exercises import asking, catalogue
from plyground.sandbox.probe import choose
from plyground.web.application import create_app

MINIMAX = catalogue.exercise("minimax").solution


class Here:
    """Stands for the application's service: computes at once, in the sandbox."""

    def plays_event(self) -> bool:
        return False

    def compute(self, function: str, arguments: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
        assert function == asking.FUNCTION
        return asking.checked(**arguments, sandbox=choose().name)

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1))
    app.extensions["competition_service"] = Here()
    yield app.test_client()
    app.extensions["contests"].close()


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"exercise": "minimax", "source": ""}, 400, "nothing to check"),
        ({"exercise": "minimax", "source": 3}, 400, "nothing to check"),
        ({"exercise": "minimax", "source": "\ud800"}, 400, "a character that is none"),
        ({"exercise": "minimax", "source": "x" * 200_001}, 413, "at most 200 kB"),
        ({"exercise": "no such", "source": "x"}, 404, "no exercise called no such"),
        ({"exercise": "negamax", "source": "x", "game": "tree"}, 404, "does not fit"),
        ({"exercise": "minimax", "source": "x", "game": "chess"}, 404, "chess"),
    ],
)
def test_what_cannot_be_checked_is_said(client: FlaskClient, body: dict[str, Any], status: int, says: str) -> None:
    answer = client.post("/api/exercises", json={"game": "othello", **body})
    assert answer.status_code == status
    assert says in answer.get_json()["error"]["sentence"]


def test_a_check_is_told_in_the_readers_language(client: FlaskClient) -> None:
    body = {"game": "othello", "exercise": "minimax", "source": MINIMAX.replace("depth == 0", "depth <= 1")}
    german = client.post("/api/exercises", json=body, headers={"Accept-Language": "de"}).get_json()
    failed = german["checks"][-1]
    assert not german["passed"]
    assert failed["sentence"].startswith("Hier hast du nicht weiter gesehen")
    assert MINIMAX.splitlines()[failed["line"] - 1].strip() == "return state.evaluate(seat)"
    own = german["shown"]["own"]
    assert len(own["short"]) == len(own["long"]) == len(own["lines"])
    assert "lines" not in german["shown"]["right"]


def test_pages_list_what_there_is(client: FlaskClient) -> None:
    chosen = client.get("/exercises").get_data(as_text=True)
    assert "/exercises/othello" in chosen
    page = client.get("/exercises/tak").get_data(as_text=True)
    assert all(each.id in page for each in catalogue.EXERCISES)
    assert client.get("/exercises/chess").status_code == 404
