"""One's own finished games as a list: they are those of the browser that made them and of nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.sessions import own_games
from plyground.web.application import create_app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('own') / 'games.sqlite3'}", workers=1))
    yield made
    made.extensions["contests"].close()


def browser(app: Flask) -> FlaskClient:
    """Somebody who has opened a page, and so has a key."""
    client = app.test_client()
    assert client.get("/replay").status_code == 200
    return client


def play(client: FlaskClient, app: Flask, game: str, moves: tuple[str, ...], ends: bool = True) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    made = client.post("/games", json={"game": game, "seats": seats, "moves": list(moves)}).get_json()
    if not ends:
        return
    lobby = app.extensions["lobby"]
    token = made["tokens"]["s0"]
    message = {"game": made["id"], "token": token, "id": "end", "ply": len(moves), "do": "resign"}
    lobby.command(message, "connection")


def test_the_finished_games_of_a_browser_are_a_list_that_nobody_else_gets(app: Flask) -> None:
    mine, other = browser(app), browser(app)
    assert mine.get("/api/own-games").get_json() == {"games": []}
    play(mine, app, "othello", ("f5", "d6"))
    play(mine, app, "othello", ("c4",))
    play(mine, app, "tak", ("a1",))
    play(mine, app, "tak", ("a1", "b2"), ends=False)
    counts = {each["game"]: each["count"] for each in mine.get("/api/own-games").get_json()["games"]}
    assert counts == {"othello": 2, "tak": 1}
    written = mine.get("/api/own-games?game=othello")
    assert written.mimetype == "application/x-ndjson"
    listed = mine.post("/api/collections?game=othello", data=written.data).get_json()
    assert [game["record"]["moves"] for game in listed["games"]] == [["c4"], ["f5", "d6"]]
    assert [game["winner"] for game in listed["games"]] == [1, 1]
    assert listed["games"][0]["about"]["seat0"] == "Ada"
    assert listed["problems"] == []
    assert other.get("/api/own-games").get_json() == {"games": []}
    assert other.get("/api/own-games?game=othello").data == b""


def test_a_list_takes_so_much_time_and_no_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = browser(app)
    for move in ("f5", "c4", "d3"):
        play(mine, app, "othello", (move,))
    assert mine.get("/api/own-games?game=othello").data.count(b"\n") == 3
    monkeypatch.setattr(own_games, "_MOST_SECONDS", 0.0)
    listed = mine.get("/api/own-games?game=othello").data
    assert listed.count(b"\n") == 1
    assert b"d3" in listed, "the last that ended"


def test_who_keeps_no_key_is_told_so(app: Flask) -> None:
    refused = app.test_client().get("/api/own-games")
    assert refused.status_code == 403
    assert "keeps no key" in refused.get_json()["error"]["sentence"]
    assert browser(app).get("/api/own-games?game=chess").status_code == 404
