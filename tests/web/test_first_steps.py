"""First steps over http: each stage is walked to its goal by the help that it gives, and wrong tries are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from plyground.core import compiled_calls
from plyground.core.settings import Settings
from plyground.sessions import first_steps
from plyground.web.application import create_app

GAMES = ("camel", "othello", "punter", "tak", "tree")


@pytest.fixture(scope="module", autouse=True)
def compiled_rules() -> Iterator[None]:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(before)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('first') / 'games.sqlite3'}", workers=1))
    yield app.test_client()
    app.extensions["contests"].close()


def ask(client: FlaskClient, place: str = "", status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/first-steps{place}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_help_leads_to_the_goal_of_each_stage(game: str) -> None:
    for stage in first_steps.shown(game):
        moves: list[str] = []
        found: dict[str, Any] = {"state": "open"}
        while found["state"] == "open":
            asked = {"game": game, "stage": stage["id"], "moves": moves}
            found = first_steps.played({**asked, "move": first_steps.help_with(asked)["move"]})
            moves += [step["text"] for step in found["steps"]]
        assert found["state"] == "reached"
        assert found["says"]


def test_a_wrong_try_is_told_and_refuted(client: FlaskClient) -> None:
    found = ask(client, game="othello", stage="enclose", moves=[], move="g1")
    assert (found["state"], len(found["steps"])) == ("missed", 1)
    assert found["says"].startswith("g1 flips one disc")
    found = ask(client, game="tak", stage="wall", moves=[], move="c3")
    assert found["state"] == "missed"
    assert found["says"].endswith("and wins.")
    found = ask(client, game="tak", stage="tinue", moves=[], move="d4")
    assert [found["state"], len(found["steps"])] == ["missed", 2]
    assert "Black answers" in found["says"]
    assert ask(client, "/help", game="othello", stage="enclose", moves=["g1"])["move"] is None


def test_what_cannot_be_played_is_refused_in_a_sentence(client: FlaskClient) -> None:
    refused = ask(client, game="othello", stage="enclose", moves=[], move="a8", status=400)
    assert "flip" in refused["error"]["sentence"]
    assert ask(client, game="othello", stage="none", move="a1", status=404)["error"]["code"] == "no_such_stage"
    assert ask(client, game="chess", stage="none", move="a1", status=404)["error"]["sentence"]
    ask(client, game="othello", stage="enclose", moves="e6", move="a1", status=400)
    ask(client, game="othello", stage="enclose", moves=["e6"] * 17, move="a1", status=400)


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_a_game_leads_to_its_first_steps(client: FlaskClient, game: str) -> None:
    for page in ("/", f"/new/{game}", f"/rules/{game}"):
        assert f'href="/learn/{game}"' in client.get(page).text
    assert "first-steps" in client.get(f"/learn/{game}").text
