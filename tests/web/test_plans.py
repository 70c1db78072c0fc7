"""Plans over http: kept under a key, read by a link, changed by two, and printed with their answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from plyground.core.settings import Settings
from plyground.sessions.limits import Buckets
from plyground.web.application import create_app

ENTRIES: list[dict[str, Any]] = [
    {"kind": "text", "title": "Today", "text": "<b>Cuts</b>"},
    {"kind": "position", "game": "othello"},
    {"kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": [1], "why": "So."},
    {"kind": "question", "asked": "move", "game": "othello", "right": ["d3"]},
    {"kind": "question", "asked": "text", "prompt": "Why?"},
    {"kind": "question", "asked": "made", "game": "tree", "seed": 3, "number": 1},
]
PLAN = {"title": "Week 3", "entries": ENTRIES}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('plans') / 'games.sqlite3'}"))
        yield made
        made.extensions["contests"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def bearer(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['key']}"}


def test_a_plan_is_kept_changed_and_deleted(client: FlaskClient) -> None:
    answer = client.post("/api/plans", json={"plan": PLAN})
    assert answer.status_code == 201
    made = answer.get_json()
    address = f"/api/plans/{made['id']}"
    assert made["url"] == f"/class/plans/{made['id']}#k={made['key']}"
    found = client.get(address)
    assert found.headers["Cache-Control"] == "no-store"
    told = found.get_json()
    assert [told["revision"], told["plan"]["title"], len(told["headings"])] == [1, "Week 3", len(ENTRIES)]
    assert made["key"] not in found.text
    for title, status in (("mine", 200), ("theirs", 409)):  # both had the first revision
        answer = client.post(address, json={"plan": {**PLAN, "title": title}, "revision": 1}, headers=bearer(made))
        assert answer.status_code == status
    error = answer.get_json()["error"]
    assert (error["code"], error["plan"]["title"], error["revision"]) == ("plan_changed", "mine", 2)
    assert client.post(address, json={"plan": PLAN, "revision": 2}).get_json()["error"]["code"] == "not_author"
    assert client.post(f"{address}/delete").status_code == 403
    assert client.post(f"{address}/delete", headers=bearer(made)).status_code == 200
    assert client.get(address).get_json()["error"]["code"] == "no_such_plan"


def test_a_file_is_read_or_refused(client: FlaskClient) -> None:
    file = json.dumps({"plyground plan": 1, **PLAN})
    plan = client.post("/api/plans/read", data=file.encode()).get_json()["plan"]
    assert plan["entries"][3]["right"] == ["d3"]
    for data, status in ((file[:50].encode(), 400), (b"\xff\xfe", 400), (b"x" * 400_000, 413)):
        answer = client.post("/api/plans/read", data=data)
        assert answer.status_code == status
        assert answer.get_json()["error"]["sentence"].endswith(".")
    broken = client.post("/api/plans", json={"plan": {"entries": [*ENTRIES, {"kind": "film"}]}})
    assert broken.get_json()["error"]["sentence"].startswith(f"Entry {len(ENTRIES) + 1}: ")


def test_questions_go_to_moodle_and_come_back(client: FlaskClient) -> None:
    answer = client.post("/api/plans/moodle", json={"plan": PLAN})
    assert (answer.status_code, answer.mimetype) == (200, "application/xml")
    back = client.post("/api/plans/read", data=answer.data).get_json()
    own = client.post("/api/plans/read", data=json.dumps({"plyground plan": 1, **PLAN}).encode()).get_json()
    assert back == own
    german = client.post("/api/plans/moodle", json={"plan": PLAN}, headers={"Accept-Language": "de"})
    assert "Was ist die Wurzel für Max wert" in german.text
    assert client.post("/api/plans/read", data=german.data).get_json() == own, "in whichever language it was written"
    assert client.post("/api/plans/read", data=b"<quiz>").get_json()["error"]["code"] == "bad_plan"


def test_an_entry_is_shown(client: FlaskClient) -> None:
    told = client.post("/api/plans/entry", json={"entry": ENTRIES[3]}).get_json()
    assert told["shown"]["board"]["game"] == "othello"
    assert told["shown"]["right"]["right"] == ["d3"]
    assert told["entry"]["points"] == 1


def test_the_sheet_has_no_answers_and_its_key_all(client: FlaskClient) -> None:
    plan = json.dumps({"plyground plan": 1, **PLAN})
    sheet, key = (client.post("/class/plans/sheet", data={"plan": plan, **more}) for more in ({}, {"key": "1"}))
    assert (sheet.status_code, key.status_code) == (200, 200)
    assert "&lt;b&gt;Cuts" in sheet.text
    assert "worksheet-answer" not in sheet.text
    assert key.text.count('class="worksheet-answer') == 4
    for text in ("<strong>two</strong>", "<p>So.</p>", "<strong>d3</strong>"):
        assert text in key.text
    assert client.post("/class/plans/sheet", data={"plan": "{"}).status_code == 400
    assert client.get("/class/plans/anything").status_code == 200


def test_a_sheet_that_is_given_away_has_no_answer_in_it(client: FlaskClient) -> None:
    """Its page is the same whatever is right."""

    def sheet(choice: int, move: str, why: str) -> str:
        entries: list[dict[str, Any]] = [dict(each) for each in ENTRIES]
        entries[2] |= {"right": [choice], "why": why}
        entries[3] |= {"right": [move], "why": why}
        entries[4] |= {"why": why}
        plan = {"title": "Week 3", "entries": entries}
        page = client.post("/class/plans/sheet", data={"plan": json.dumps(plan)}).text
        return re.sub(r'nonce="[^"]*"', "", page)

    first = sheet(0, "d3", "Since")
    assert "Which?" in first
    assert first == sheet(1, "c4", "As")
