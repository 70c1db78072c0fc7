"""Written games on a board: what is pasted is read in every notation, and given board by board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core import records, registry
from plyground.core.record import Record
from plyground.core.settings import Settings
from plyground.web.application import create_app
from tests.web.clients import at_an_address_of_its_own

SHARED = Path(__file__).resolve().parents[3] / "shared"
LINK = "AwcHAAIAAAAAAQIDAgAFAAMA"
"""Down, Up, H 2 3, V 0 5, Left on seven by seven tiles."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('replays') / 'games.sqlite3'}", workers=1))
    yield made
    made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor from an address of its own, who is not kept waiting for what another test has asked."""
    return at_an_address_of_its_own(app)


def read(client: FlaskClient, **body: Any) -> Any:
    answer = client.post("/api/replays", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json


def made_up(game_id: str, seed: int) -> Record:
    """A game of random moves to its end, or of its first sixty."""
    game, rng = registry.game(game_id), random.Random(seed)
    position = game.initial()
    moves: list[str] = []
    while game.returns(position) is None and len(moves) < 60:
        move = rng.choice(game.legal_moves(position))
        moves.append(game.move_text(position, move))
        position = game.play(position, move)
    return Record(game.options(), None, tuple(moves), {})


@pytest.mark.parametrize(
    "address", ["#{}", "{}", "https://contest.example/replay.html#{}", " http://10.0.0.5/r/?x=1#{}\n"]
)
def test_a_whole_replay_link_opens_and_says_of_which_game_it_is(client: FlaskClient, address: str) -> None:
    found = read(client, record=address.format(LINK))
    assert found["game"] == "camel"
    assert [move["text"] for move in found["moves"]] == ["Down", "Up", "H 2 3", "V 0 5", "Left"]
    assert [move["seat"] for move in found["moves"]] == [0, 1, 0, 1, 0]
    assert found["status"] == "live"
    assert found["result"] is None


@pytest.mark.parametrize("game_id", ["othello", "camel", "tak", "tree", "punter"])
def test_what_a_game_writes_opens_on_its_board(client: FlaskClient, game_id: str) -> None:
    game, record = registry.game(game_id), made_up(game_id, 5)
    last = game.replay(game.initial(), record.moves)[-1]
    for form in records.forms(game):
        try:
            text = records.write(game, record, form)
            moves = records.read(game, text).moves
        except Exception:  # some notations hold positions, or finished games only
            continue
        if not moves:
            continue
        found = read(client, game=game_id, record=text)
        assert [move["text"] for move in found["moves"]] == list(moves), form
        assert found["ply"] == len(moves)
        if list(moves) == list(record.moves):
            assert found["view"] == game.view(last, None), form
        body = {"game": game_id, "record": text}
        views = client.post("/api/replays/views?from=1&to=2", json=body).json
        assert views is not None
        assert len(views["views"]) == min(2, len(moves)), form
    own = read(client, record=records.write(game, record, "json"))
    assert own["game"] == game_id
    assert (own["status"] == "finished") == (game.returns(last) is not None)


def test_boards_are_given_a_number_at_a_time(client: FlaskClient) -> None:
    body = {"record": LINK}
    boards = client.post("/api/replays/views", json=body).json
    assert boards is not None
    assert len(boards["views"]) == 6
    assert boards["views"][-1] == read(client, **body)["view"]


def test_what_is_no_game_is_refused_in_a_sentence(client: FlaskClient) -> None:
    wrong = [
        ({"record": "nothing of the kind"}, "No game reads this"),
        ({"record": "", "game": "camel"}, "record is needed"),
        ({"record": "https://contest.example/replay.html#" + LINK[:-2], "game": "camel"}, "cut short"),
        ({"record": "1. Down, Down", "game": "camel"}, ""),
        ({"record": "#AwcHAAAA", "game": "camel"}, ""),
        ({"record": LINK, "game": "chess"}, ""),
        ({"record": 5}, "is a text"),
    ]
    for body, words in wrong:
        answer = client.post("/api/replays", json=body, headers={"Accept": "application/json"})
        assert 400 <= answer.status_code < 500, body
        assert answer.json is not None
        assert words in answer.json["error"]["sentence"], body


def test_pasted_games_are_read_at_a_bounded_rate(client: FlaskClient) -> None:
    from_afar = {"REMOTE_ADDR": "10.1.2.3"}
    codes = {
        client.post("/api/replays", json={"record": LINK}, environ_overrides=from_afar).status_code for _ in range(90)
    }
    assert codes == {200, 429}


def test_the_page_is_there(client: FlaskClient) -> None:
    assert "replay link" in client.get("/replay").text
    assert all(f'href="{place}"' in client.get("/").text for place in ("/replay", "/analysis", "/board"))
    assert "replay link" in client.get("/compete").text


@pytest.mark.skipif(not (SHARED / "data").is_dir(), reason="the shared data is not beside the project")
def test_a_log_of_the_contest_on_a_map_that_is_not_here_says_so(client: FlaskClient) -> None:
    log = (SHARED / "data" / "punter_logs" / "plain-circle-ae0.json").read_text(encoding="utf-8")
    log = log.replace("circle.json", "nowhere.json")  # other tests of this process may have kept the contest's map
    answer = client.post("/api/replays", json={"game": "punter", "record": log}, headers={"Accept": "application/json"})
    assert answer.json is not None
    assert "There is no map “nowhere.json”" in answer.json["error"]["sentence"]


def test_a_branch_of_a_written_game_is_a_line_of_its_own(client: FlaskClient) -> None:
    record = "1. a1 e5\n2. b1! b2 {so}\n\n{2w1}\n2. c1? {here}\n\n{2w1/2b1}\n2. -- c2\n3. a1"
    main = read(client, record=record, game="tak")
    assert [move["text"] for move in main["moves"]] == ["a1", "e5", "b1", "b2"]
    assert main["lines"][1] == {"name": "2w1/2b1", "parent": 1, "ply": 3, "moves": ["c2", "a1"]}
    assert main["remarks"] == {"3": {"marks": "!", "words": []}, "4": {"marks": "", "words": ["so"]}}
    first = read(client, record=record, game="tak", line=1)
    assert [move["text"] for move in first["moves"]] == ["a1", "e5", "c1"]
    assert first["remarks"] == {"3": {"marks": "?", "words": ["here"]}}
    for line, status in ((2, 409), (3, 400)):  # a1 is taken; there are two branches
        answer = client.post("/api/replays", json={"record": record, "game": "tak", "line": line})
        assert answer.status_code in (400, status), answer.text
        refused: Any = answer.json
        assert refused["error"]["sentence"]
    body = {"record": record, "game": "tak", "line": 1}
    boards: Any = client.post("/api/replays/views?from=2", json=body).json
    assert len(boards["views"]) == 2
