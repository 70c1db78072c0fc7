"""The scripts of rules come from the server, with their sentences in the visitor's language and their maps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from plyground.core import registry
from plyground.core.settings import Settings
from plyground.web.application import create_app
from plyground.web.local_rules import making


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('rules') / 'games.sqlite3'}"))
    yield app.test_client()
    app.extensions["contests"].close()


def test_every_game_has_its_rules_as_a_script(client: FlaskClient) -> None:
    for game in registry.games():
        answer = client.get(f"/rules/{game}.js")
        assert (answer.status_code, answer.mimetype) == (200, "text/javascript"), game
        assert answer.text == making.script(game).text
        again = client.get(f"/rules/{game}.js", headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
        packed = client.get(f"/rules/{game}.js", headers={"Accept-Encoding": "gzip"})
        assert packed.content_length is not None
        assert packed.content_length < 24_000, game


def test_the_sentences_of_the_rules_are_there_in_german(client: FlaskClient) -> None:
    for game in registry.games():
        said = client.get(f"/rules/{game}.de.json").json
        assert said is not None
        assert set(said["texts"]) == set(making.script(game).messages), game
        assert said["signs"] == ",."
        assert said["forms"][:3] == [1, 0, 1]


def test_what_is_not_there_is_refused(client: FlaskClient) -> None:
    assert client.get("/rules/chess.js").status_code == 404
    assert client.get("/rules/othello.xx.json").status_code == 404
    assert client.get("/rules/chess.de.json").status_code == 404


def test_a_map_comes_with_its_hash_whatever_it_is_called(client: FlaskClient) -> None:
    named = client.get("/api/maps/triangle-4")
    content = named.headers["ETag"].strip('W/"')
    assert content == hashlib.sha256(named.data).hexdigest()[:32]
    assert named.headers["Cache-Control"] == "no-cache"
    hashed = client.get(f"/api/maps/{content}")
    assert json.loads(hashed.data) == json.loads(named.data)
    assert "immutable" in hashed.headers["Cache-Control"]
