"""Reviews over http: asked for by a record, made by the workers in parts, kept, and refused with a sentence."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import requests

from plyground.core.refusals import TooOften
from plyground.sessions.reviews import Reviews
from tests.waiting import PATIENCE
from tools.benchmarks.serving import Server

RECORD = {"plyground": 1, "game": "othello", "options": {"size": "4"}, "moves": ["b1", "a1", "d4", "c1"]}


def legal_game() -> str:
    from plyground.core import registry

    game = registry.game("othello")
    position, moves = game.initial({"size": "4"}), []
    while game.returns(position) is None:
        move = game.legal_moves(position)[0]
        moves.append(game.move_text(position, move))
        position = game.play(position, move)
    return json.dumps({**RECORD, "moves": moves})


def ask(server: Server, **body: Any) -> requests.Response:
    return requests.post(f"{server.url}/api/reviews", json=body, timeout=60)


def test_a_game_is_reviewed_in_the_background_and_kept(server: Server) -> None:
    record = legal_game()
    told = ask(server, record=record, game="othello").json()
    key, end = told["key"], time.monotonic() + PATIENCE
    while told["state"] == "running" and time.monotonic() < end:
        time.sleep(0.1)
        told = requests.get(f"{server.url}/api/reviews/{key}", timeout=60).json()
    assert told["state"] == "done"
    review = told["review"]
    assert [ply["move"] for ply in review["plies"]] == json.loads(record)["moves"]
    assert review["exact_from"] == 1
    again = ask(server, record=record, game="othello").json()
    assert (again["key"], again["state"], again["review"]) == (key, "done", review)
    ply = next(each for each in review["plies"] if each["mark"] in ("missed", "blunder", "mistake", "inaccuracy"))
    why = requests.get(f"{server.url}/api/reviews/{key}/{ply['ply']}", timeout=60).json()
    assert set(why) == {"sentence", "claims", "forced", "stage"}
    assert requests.get(f"{server.url}/api/reviews/{key}/99", timeout=60).status_code == 404


def test_one_visitor_has_a_few_reviews_at_a_time_and_leaves_room(tmp_path: Path) -> None:
    pool = SimpleNamespace(submit=lambda request, listener: waiting.append(listener))
    waiting: list[Any] = []
    reviews = Reviews(cast(Any, pool), tmp_path, time.monotonic)

    def asked(who: str, size: int) -> str:
        record = {"plyground": 1, "game": "tak", "options": {"size": size}, "moves": ["a1"]}
        return str(reviews.ask({"record": json.dumps(record), "game": "tak"}, who)["state"])

    assert [asked("one", size) for size in range(3, 8)] == ["running"] * 5
    with pytest.raises(TooOften, match="Five games of yours"):
        asked("one", 8)
    assert asked("two", 8) == "running"
    waiting[0]("failed", {"code": "bot_failed", "sentence": "it broke down"})
    assert asked("one", 8) == "running", "which is kept already"
    record = {"plyground": 1, "game": "othello", "moves": ["f5"]}
    assert reviews.ask({"record": json.dumps(record), "game": "othello"}, "one")["state"] == "running"


def test_refusals_name_what_is_wrong(server: Server) -> None:
    nothing = ask(server, record=json.dumps({**RECORD, "moves": []}), game="othello")
    assert (nothing.status_code, nothing.json()["error"]["code"]) == (400, "nothing_to_review")
    missing = requests.get(f"{server.url}/api/reviews/{'0' * 24}", timeout=60)
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "no_such_review")
    assert requests.get(f"{server.url}/api/reviews/..%2fx", timeout=60).status_code == 404
    assert ask(server, record="no game at all").status_code == 400


def test_the_page_is_there(server: Server) -> None:
    page = requests.get(f"{server.url}/review", timeout=60)
    assert page.status_code == 200
    assert "js/review/main.js" in page.text


def test_a_move_is_tried_and_answered_and_bad_ones_are_refused(server: Server) -> None:
    def tried(**body: Any) -> requests.Response:
        given: dict[str, Any] = {"game": "othello", "options": {"size": "4"}, "moves": ["c4", "b4"], **body}
        return requests.post(f"{server.url}/api/reviews/tries", json=given, timeout=60)

    german = {"Accept-Language": "de"}
    body: dict[str, Any] = {"game": "othello", "options": {"size": "4"}, "moves": ["c4", "b4"], "move": "a1"}
    lost = requests.post(f"{server.url}/api/reviews/tries", json=body, headers=german, timeout=60).json()
    assert (lost["mark"], lost["best"]["exact"], lost["moves"][:3]) == ("missed", True, ["c4", "b4", "a1"])
    assert lost["sentence"].count("Nach ") == 1  # said in the reader's language, though a worker has found it
    assert len(lost["replies"]) == 1
    assert lost["stage"]["line"][0] == "a1"
    assert tried(move="a4").json()["lost"]["chance"] == 0
    for wrong in (
        {"move": "z9"},
        {"move": "d1"},
        {"move": ""},
        {"moves": ["a1"], "move": "a4"},
        {"game": "x", "move": "a4"},
    ):
        refused = tried(**wrong)
        assert 400 <= refused.status_code < 500, wrong
        assert refused.json()["error"]["sentence"]
