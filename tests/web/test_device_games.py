"""The games of one device: how they stand, and their way to another device by a code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core.refusals import TooFast
from plyground.core.settings import Settings
from plyground.sessions import device_games
from plyground.sessions.device_games import LARGEST, MOST_AT_ONCE, MOST_OF_VISITOR, SECONDS, Handovers
from plyground.sessions.limits import Buckets
from plyground.sessions.visitors import Visitor
from plyground.storage import Database
from plyground.storage.schema.games import handovers
from plyground.web.application import create_app

SEATS = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
INSIST = Buckets._insist


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('device') / 'games.sqlite3'}"))
        yield made
        made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_games_are_looked_up_with_what_their_tokens_open(app: Flask, client: FlaskClient) -> None:
    made = client.post("/games", json={"game": "othello", "seats": SEATS}).get_json()
    asked = [{"id": made["id"], "tokens": [made["tokens"]["s0"]]}, {"id": made["id"]}, {"id": "nothing"}]
    mine, watched, gone = client.post("/api/games/cards", json={"games": asked}).get_json()["games"]
    assert (mine["yours"], mine["your_turn"], mine["waiting"]) == ([0], True, [1])
    assert [seat["name"] for seat in mine["seats"]] == ["Ada", "Ben"]
    assert (watched["yours"], watched["your_turn"]) == ([], False)
    assert gone == {"id": "nothing", "gone": True}
    lobby = app.extensions["lobby"]
    lobby.command({"game": made["id"], "token": made["tokens"]["s0"], "id": "a", "ply": 0, "do": "resign"})
    (ended,) = client.post("/api/games/cards", json={"games": asked[:1]}).get_json()["games"]
    assert (ended["status"], ended["result"]["reason"], ended["your_turn"]) == ("finished", "called_off", False)


def test_a_list_comes_over_by_its_code_once(app: Flask, client: FlaskClient) -> None:
    given = {"games": {"abc": {"tokens": {"s0": "secret-token"}}}, "nickname": "Ådâ"}
    answer = client.post("/api/handovers", json={"list": given})
    assert answer.status_code == 201
    code = answer.get_json()["code"]
    with app.extensions["lobby"].store.database.read() as connection:
        kept = str(connection.execute(handovers.select()).all())
    assert "secret" not in kept
    assert code not in kept
    typed = f" {code[:5].upper()}-{code[5:]} "
    assert client.post("/api/handovers/take", json={"code": typed}).get_json() == {"list": given}
    again = client.post("/api/handovers/take", json={"code": code})
    assert again.status_code == 404
    assert "used once" in again.get_json()["error"]["sentence"]


def test_a_code_is_good_for_some_minutes(app: Flask) -> None:
    now = [1_000.0]
    places = Handovers(app.extensions["lobby"].store.database, now=lambda: now[0])
    code = places.give({"list": {}})["code"]
    now[0] += SECONDS + 1
    with pytest.raises(Exception, match="no longer"):
        places.take({"code": code})


def test_lists_on_their_way_are_bounded_and_go_with_their_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, school, database = [1_000.0], "192.0.2.1", Database(f"sqlite:///{tmp_path}/games.sqlite3")
    places = Handovers(database, now=lambda: now[0])
    monkeypatch.setattr(Buckets, "_insist", INSIST)

    def sent(who: str, times: int) -> int:
        for number in range(times):
            try:
                places.give({"list": {}}, who)
            except TooFast:
                return number
        return times

    assert sent(Visitor("v0", school, school), 20) == MOST_OF_VISITOR
    assert sum(sent(Visitor(f"v{number}", f"class {number}", school), 3) for number in range(1, 41)) == 90
    assert sent("192.0.2.2", 1) == 1
    monkeypatch.setattr(device_games, "MOST_KEPT", 105)
    assert sum(sent(f"192.0.2.{number}", 1) for number in range(3, 20)) == 4
    now[0] += SECONDS + 1
    places.sweep()
    with database.read() as connection:
        assert connection.execute(handovers.select()).all() == []


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/api/games/cards", {}, 400),
        ("/api/games/cards", {"games": ["abc"]}, 400),
        ("/api/games/cards", {"games": [{"id": "abc"}] * (MOST_AT_ONCE + 1)}, 413),
        ("/api/handovers", {"list": "all"}, 400),
        ("/api/handovers", {"list": {"a": "x" * LARGEST}}, 413),
        ("/api/handovers/take", {}, 400),
        ("/api/handovers/take", {"code": "\ud800"}, 400),
        ("/api/handovers/take", {"code": "wrong"}, 404),
    ],
)
def test_what_is_no_list_and_no_code_is_refused(client: FlaskClient, address: str, body: object, status: int) -> None:
    refused = client.post(address, json=body)
    assert refused.status_code == status
    assert refused.get_json()["error"]["sentence"]


def test_the_page_of_games_shows_what_is_open(client: FlaskClient) -> None:
    client.post("/games", json={"game": "tak", "seats": SEATS, "listed": True})
    page = client.get("/games").text
    assert "Ada" in page
    assert client.get("/api/open").get_json()["games"][0]["title"] == "Tak"
