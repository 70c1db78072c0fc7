"""Studies: kept by a short id for half a year, given to whoever has it, refused in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core.refusals import NoSuchStudy, TooMany
from plyground.core.settings import Settings
from plyground.sessions import studies
from plyground.sessions.limits import Buckets
from plyground.storage import Database
from plyground.web.application import create_app

BRANCHES = [{"name": "", "parent": 0, "ply": 1, "moves": ["c3"]}]
RECORD = json.dumps({"plyground": 1, "game": "othello", "moves": ["d3", "c5"], "branches": BRANCHES})


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('studies') / 'games.sqlite3'}"))
        yield made
        made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_a_study_is_given_to_whoever_has_its_link(client: FlaskClient) -> None:
    kept = client.post("/api/studies", json={"game": "othello", "record": RECORD})
    assert kept.status_code == 201
    found = client.get(f"/api/studies/{kept.get_json()['study']}").get_json()
    assert found == {"game": "othello", "record": RECORD, "until": kept.get_json()["until"]}
    again = client.post(f"/api/collections?game={found['game']}", data=found["record"]).get_json()
    assert again["games"][0]["record"]["branches"][0]["moves"] == ["c3"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400), ([], 400), ({"record": 7}, 400), ({"game": "othello", "record": "d3 d3"}, 400),
        ({"game": "nothing", "record": RECORD}, 404),
        ({"game": "othello", "record": "d3 " + " " * studies.LARGEST}, 413),
    ],
)  # fmt: skip
def test_what_is_no_study_is_refused(client: FlaskClient, body: object, status: int) -> None:
    answer = client.post("/api/studies", json=body)
    assert answer.status_code == status
    assert answer.get_json()["error"]["sentence"].endswith(".")


def test_an_unknown_study_is_not_found(client: FlaskClient) -> None:
    assert client.get("/api/studies/" + "x" * 300).get_json()["error"]["code"] == "no_such_study"


def test_a_study_has_an_end_and_there_is_room_for_so_many(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database, now = Database(address), [1_000.0]
    kept = studies.Studies(database, lambda: now[0])
    monkeypatch.setattr(studies, "MOST", 2)
    first = kept.keep({"game": "othello", "record": RECORD})["study"]
    now[0] += studies.SECONDS / 2
    kept.keep({"game": "othello", "record": RECORD})
    with pytest.raises(TooMany):
        kept.keep({"game": "othello", "record": RECORD})
    assert kept.get(first)["game"] == "othello"
    now[0] += studies.SECONDS / 2 + 1
    with pytest.raises(NoSuchStudy):
        kept.get(first)
    kept.keep({"game": "othello", "record": RECORD})  # the first has gone
