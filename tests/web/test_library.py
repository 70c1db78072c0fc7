"""Libraries over http: what there is, what a position came to, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core import compiled_calls, registry
from plyground.core.settings import Settings
from plyground.library.importing import import_files
from plyground.web.application import create_app
from tests.web.clients import at_an_address_of_its_own

GAMES = "(;GM[Othello]PB[{}]PW[Ben]RE[{}]B[F5]W[{}];)\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_DATA", str(folder))
        made = create_app(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}", workers=1))
    yield made
    made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor from an address of its own, who is not kept waiting for what another test has asked."""
    return at_an_address_of_its_own(app)


def make(folder: Path, *games: tuple[str, str, str]) -> None:
    """Import these games, of a first player, a result and an answer to f5 each."""
    (folder / "games.ggf").write_text("".join(GAMES.format(*game) for game in games))
    compiled_calls.use_compiled(True)
    try:
        import_files(registry.game("othello"), [folder / "games.ggf"], folder / "library", print)
    finally:
        compiled_calls.use_compiled(False)


def test_books_are_listed_and_asked(client: FlaskClient) -> None:
    listed = client.get("/api/books").get_json()["books"]
    forms = [(each["game"], each["title"], each["options"]) for each in listed if each["open"] > 100]
    assert ("othello", "Othello", {}) in forms
    found = client.post("/api/books", json={"game": "othello", "moves": ["f5"]}).get_json()["moves"]
    assert found[0]["line"][0] == found[0]["move"]
    assert [each["value"] for each in found] == sorted((each["value"] for each in found), reverse=True)
    assert client.post("/api/books", json={"game": "othello", "options": {"size": "4"}}).get_json() == {"moves": []}
    refused = client.post("/api/books", json={"game": "othello", "moves": ["a1"]})
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (400, "flips_nothing")
    ended = {"game": "othello", "moves": ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]}
    assert client.post("/api/books", json=ended).get_json() == {"moves": []}


def asked(client: FlaskClient, **fields: Any) -> Any:
    return client.post("/api/library", json=fields)


def test_a_library_is_listed_asked_and_exchanged_while_the_server_runs(client: FlaskClient, folder: Path) -> None:
    assert client.get("/api/library").get_json() == {"libraries": []}
    none = asked(client, game="othello", moves=["f5"])
    assert (none.status_code, none.get_json()["error"]["code"]) == (404, "no_library")
    make(folder, ("Ada", "+4", "D6"), ("Eve", "-2", "D6"), ("Ada", "0", "F4"))
    listed = client.get("/api/library")
    assert listed.get_json() == {"libraries": [{"game": "othello", "title": "Othello", "games": 3}]}
    tag = listed.headers["ETag"]
    assert client.get("/api/library", headers={"If-None-Match": tag}).status_code == 304
    found = asked(client, game="othello", moves=["f5"]).get_json()
    assert found["count"] == {"games": 3, "won": 1, "drawn": 1, "lost": 1}
    assert [(each["move"], each["games"]) for each in found["moves"]] == [("d6", 2), ("f4", 1)]
    assert found["games"][0]["about"]["seat0"] == "Ada"
    assert found["games"][0]["moves"] == ["f5", "d6"]
    assert asked(client, game="othello", moves=["c4"]).get_json()["count"]["games"] == 3, "one by symmetry"
    assert asked(client, game="othello", options={"size": "6"}).get_json()["count"]["games"] == 0
    make(folder, ("Ada", "+4", "D6"))
    assert asked(client, game="othello", moves=["f5"]).get_json()["count"]["games"] == 1
    assert client.get("/api/library", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"game": "othello", "moves": ["a1"]}, 400, "flips_nothing"),
        ({"game": "othello", "position": "XX"}, 400, "malformed_position"),
        ({"game": "tak"}, 404, "no_library"),
        ({}, 400, "malformed"),
    ],
)
def test_what_cannot_be_looked_up_is_refused_in_words(
    client: FlaskClient, fields: dict[str, Any], status: int, code: str
) -> None:
    refused = asked(client, **fields)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (status, code)
    assert refused.get_json()["error"]["sentence"].endswith(".")


def test_a_visitor_who_asks_too_often_is_told_to_wait(client: FlaskClient) -> None:
    answers = [asked(client, game="tak").status_code for _unused in range(90)]
    assert set(answers) == {404, 429}
