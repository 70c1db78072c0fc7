"""Files of games that are sent: listed with what a page shows of each, written in another form, or refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.sessions import files
from plyground.web.application import create_app
from tests.games.test_collections import PASSES, wthor, wthor_game


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('files') / 'games.sqlite3'}", workers=1))
    yield app.test_client()
    app.extensions["contests"].close()


def sent(client: FlaskClient, content: bytes, **asked: str) -> Any:
    return client.post("/api/collections", data=content, query_string=asked, headers={"Accept": "application/json"})


def test_a_file_is_listed_and_each_game_opens(client: FlaskClient) -> None:
    found = sent(client, wthor(wthor_game(PASSES), wthor_game("f5a1"), wthor_game("f5d6", 9, 7, 10))).json
    assert (found["game"], found["more"]) == ("othello", False)
    assert [(game["number"], game["winner"], game["about"]["seat0"]) for game in found["games"]] == [
        (1, 0, "#7"),
        (3, 1, "#9"),
    ]
    assert found["problems"] == ["Game 2: Move 2, a1, cannot be played there."]
    assert "wthor" in found["forms"]
    opened = client.post("/api/replays", json={"record": json.dumps(found["games"][0]["record"])}).json
    assert opened is not None
    assert opened["ply"] == 10
    assert opened["seats"][0]["name"] == "#7"


def test_all_games_are_saved_in_another_form(client: FlaskClient) -> None:
    answer = sent(client, b"f5d6c4\nf5f4e3", game="othello", form="ggf")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="plyground-games.ggf"'
    assert answer.data.count(b"(;GM[Othello]") == 2
    refused = sent(client, b"f5d6c4\nf5f4e3", game="othello", form='"x')
    assert refused.status_code == 400
    assert "there is no form" in refused.json["error"]["sentence"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "No game reads"), (b"\xff\xfe\x00nonsense", "No game reads"), (b"1. zz\n2. yy", "No game reads")],
)
def test_what_is_no_file_of_games_is_refused(client: FlaskClient, content: bytes, said: str) -> None:
    refused = sent(client, content)
    assert refused.status_code == 400
    assert said in refused.json["error"]["sentence"]


PTN = '[Size "5"]\n\n1. a1 e5\n2. b1 c1\n\n'
"""Its last line is an opening of Othello on 4 x 4, too."""


@pytest.mark.parametrize(
    ("content", "asked", "game", "numbers", "problem"),
    [
        (f"{PTN}{PTN[:-3]}".encode(), "", "tak", [1], "Game 2: from line 6 on: Move 4: A move is a placement"),
        (wthor(wthor_game("f5d6"), wthor_game("f5"))[:-20], "", "othello", [1], "Game 2: The file of WTHOR says that"),
        (b"(;GM[Othello]B[F5];)(;GM[Othello]B[D3]", "", "othello", [1], "Game 2: The GGF game is cut off"),
        (b'{"plyground": 1, "game": "othello", "moves": ["f5"]}\n{"plyground": 1, "ga', "", "othello", [1], "Game 2: "),
        (wthor(wthor_game("f5d6")), "tak", "tak", [], "Game 1: Move 1"),
    ],
    ids=["half wrong", "cut WTHOR", "cut GGF", "cut lines", "of another game"],
)
def test_of_a_file_that_is_cut_or_wrong_the_good_games_are_there(
    client: FlaskClient, content: bytes, asked: str, game: str, numbers: list[int], problem: str
) -> None:
    found = sent(client, content, game=asked).json
    assert found["game"] == game
    assert [each["number"] for each in found["games"]] == numbers
    assert len(found["problems"]) == 1
    assert found["problems"][0].startswith(problem)


def test_a_file_of_another_game_than_was_named_says_what_that_reads(client: FlaskClient) -> None:
    refused = sent(client, PTN.encode(), game="punter")
    assert refused.status_code == 400
    assert "JSON" in refused.json["error"]["sentence"]


def test_a_file_that_is_too_large_is_refused_with_what_may_be(client: FlaskClient) -> None:
    refused = sent(client, b"f5d6\n" * 500_000)
    assert refused.status_code == 413
    assert "at most 2 MB" in refused.json["error"]["sentence"]


def test_the_list_of_a_large_file_ends(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_LISTED", 3)
    found = sent(client, b"f5d6\n" * 5).json
    assert (len(found["games"]), found["more"]) == (3, True)


def test_several_pasted_games_are_named_so(client: FlaskClient) -> None:
    refused: Any = client.post("/api/replays", json={"record": "f5d6c4\nf5f4e3"})
    assert refused.json["error"]["code"] == "several_games"
