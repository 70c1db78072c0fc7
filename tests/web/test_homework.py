"""Homework over http: who may see what, wrong codes, a list that goes on to the next homework, and bad input."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plyground.classroom.homework import graded
from plyground.core.refusals import TooFast
from plyground.core.settings import Settings
from plyground.sessions.limits import Buckets
from plyground.sessions.question import Answer
from plyground.web.answer_keys import AnswerKeys
from plyground.web.application import create_app
from plyground.web.closing import COOKIE
from plyground.web.exercising import Checks

ENTRIES = [
    {"kind": "text", "title": "Today", "text": "Cuts"},
    {"kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": [1], "why": "So."},
    {"kind": "question", "asked": "move", "game": "othello"},
    {"kind": "question", "asked": "text", "prompt": "Why?"},
    {"kind": "exercise", "game": "othello", "exercise": "minimax"},
]
PLAN = {"title": "Week 3", "entries": ENTRIES}
DAY = 86_400


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Buckets, "_insist", lambda *given: None)
        made = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('homework') / 'games.sqlite3'}"))
        yield made
        made.extensions["contests"].close()


class Place:
    """Homework, with the ways in which its teacher, its students and strangers ask."""

    def __init__(self, client: FlaskClient, **fields: Any) -> None:
        self.client = client
        given = {"plan": PLAN, "due": time.time() + DAY, "list": "Ada; a1\nBob; b2", **fields}
        self.made = client.post("/api/homework", json=given).get_json()
        self.path = f"/api/homework/{self.made['id']}"

    def ask(self, path: str = "", body: Any = None, key: str | None = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.made['key'] if key is None else key}"}
        if body is None:
            return self.client.get(self.path + path, headers=headers)
        return self.client.post(self.path + path, json=body, headers=headers)

    @property
    def codes(self) -> dict[str, str]:
        return {row["name"]: row["code"] for row in self.ask().get_json()["people"]}


@pytest.fixture
def place(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Place:
    answer = Answer(frozenset({"d3"}), "d3", "d3", "It wins.", {"c4": 0.5})
    monkeypatch.setattr(AnswerKeys, "begin", lambda *given: [])
    monkeypatch.setattr(AnswerKeys, "of", lambda self, boards, who: [answer for _board in boards])
    return Place(app.test_client())


def code(answer: TestResponse) -> str:
    return str(answer.get_json()["error"]["code"])


def test_each_sees_their_own_and_the_teacher_all(place: Place) -> None:
    ada, bob = place.codes["Ada"], place.codes["Bob"].lower().replace("-", "")
    told = place.ask("/answer", {"entry": 2, "attempt": 1, "text": "c4"}, ada).get_json()
    assert (told["answer"]["part"], told["state"]["points"]) == (0.5, 0.5)
    assert place.ask("/answer", {"entry": 2, "attempt": 1, "text": "c4"}, ada).status_code == 200, "a repeated post"
    assert code(place.ask("/answer", {"entry": 2, "attempt": 1, "text": "d3"}, ada)) == "answered_elsewhere"
    state = place.ask("/work", key=bob)
    assert state.headers["Cache-Control"] == "no-store"
    assert (state.get_json()["name"], state.get_json()["points"]) == ("Bob", 0)
    for secret in ("Ada", ada, "a1", 'c4"}', "So.", "It wins"):
        assert secret not in state.text
    shown = place.ask().get_json()
    assert [row["points"] for row in shown["people"]] == [0.5, 0]
    assert [step["label"] for step in place.ask("/people/1").get_json()["path"]] == ["c4"]
    for path, body in (("", None), ("/people/1", None), ("/results.csv", None), ("/delete", {}), ("", {"tries": 2})):
        for key in ("", ada, "x" * 300):
            assert code(place.ask(path, body, key)) == "not_setter"
    for name in ("results", "answers", "codes", "gradebook"):
        assert "Ada" in place.ask(f"/{name}.csv").text
    page = place.client.get(f"/homework/{place.made['id']}")
    assert "Week 3" in page.text
    assert "Ada" not in page.text


def test_programs_and_words_are_handed_in(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = {"passed": False, "checks": [{"passed": False, "public": True, "sentence": "It never stops."}]}
    secrets: list[str] = []

    def of(*given: Any) -> dict[str, Any]:
        secrets.append(given[-1])
        return failed

    monkeypatch.setattr(Checks, "of", of)
    ada = place.codes["Ada"]
    told = place.ask("/answer", {"entry": 4, "attempt": 1, "text": "def best(): ..."}, ada).get_json()["answer"]
    assert (told["part"], told["said"]) == (0.0, "It never stops.")
    assert len(secrets[0]) == 64, "hidden checks are the homework's own"
    assert place.ask("/answer", {"entry": 3, "attempt": 1, "text": "So."}, ada).get_json()["answer"]["part"] is None
    assert place.ask("/mark", {"entry": 3, "person": 1, "part": 1}).get_json()["people"][0]["points"] == 1
    assert code(place.ask("/mark", {"entry": 1, "person": 1, "part": 1})) == "malformed"


def test_references_and_hints_stay_closed_where_the_homework_was_opened(
    app: Flask, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"passed": True, "checks": [], "shown": {"own": {"at": 1}, "right": {"at": 2}}}
    monkeypatch.setattr(Checks, "of", lambda *given: told)

    def seen(client: FlaskClient, game: str, exercise: str) -> tuple[bool, bool, set[str]]:
        """Whether hints are there, whether it is said to be closed, and which runs a check shows."""
        page = client.get(f"/exercises/{game}").text
        given = json.loads(page.split('id="given"')[1].split(">", 1)[1].split("</script>")[0])
        found = next(each for each in given["exercises"] if each["id"] == exercise)
        asked = {"game": game, "exercise": exercise, "source": "x"}
        answer = client.post("/api/exercises", json=asked).get_json()
        return bool(found["hints"]), found["closed"] is not None, set(answer["shown"])

    student, everybody = app.test_client(), {"own", "right"}
    place.client = student
    ada = place.codes["Ada"]
    assert seen(student, "othello", "minimax") == (True, False, everybody)
    cookie = place.ask("/work", key=ada).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert ada not in cookie
    for game in ("othello", "tak"):
        assert seen(student, game, "minimax") == (False, True, {"own"}), "it is the same search in every game"
        assert seen(student, game, "negamax") == (True, False, everybody)
    assert seen(app.test_client(), "othello", "minimax") == (True, False, everybody), "another browser"
    student.set_cookie(COOKIE, "x; " + "y" * 12 + " " + place.made["id"] + " " + "z" * 900)
    assert seen(student, "othello", "minimax")[1], "what is no name is passed over"
    monkeypatch.setattr(graded, "closed", lambda work, now: frozenset())
    assert seen(student, "othello", "minimax") == (True, False, everybody), "when it is over"
    assert place.ask("/delete", {}).status_code == 200
    assert seen(student, "othello", "minimax")[1] is False


def test_wrong_codes_are_counted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, counted = place.codes["Ada"], list[str]()

    def take(self: Buckets, name: str) -> None:
        if self._sentence.startswith("Too many wrong codes"):
            counted.append(name)
            if len(counted) > 2:
                raise TooFast(self._sentence)

    monkeypatch.setattr(Buckets, "take", take)
    told = [code(place.ask("/work", key="ABCD-2345")) for _number in range(3)]
    assert told == ["bad_code", "bad_code", "too_fast"]
    assert place.ask("/work", key=ada).status_code == 200, "though this address has guessed too often"
    assert code(place.ask("/work", key="")) == "needs_code"
    assert code(place.ask(key="x")) == "too_fast", "the teacher's key is guessed no faster"
    assert len(set(counted)) == 1


def test_the_list_goes_on_and_the_link_may_let_in(app: Flask, place: Place) -> None:
    like = {"id": place.made["id"], "key": place.made["key"]}
    other = Place(app.test_client(), list="Cy", like=like, open=True)
    assert {**place.codes, "Cy": other.codes["Cy"]} == other.codes
    again = Place(app.test_client(), list="Ada; a3\nBob", like=like).ask().get_json()["people"]
    assert [row["sign"] for row in again] == ["a3", "b2"], "a sign that is given now is taken"
    wrong = {"plan": PLAN, "due": time.time() + DAY, "like": {**like, "key": "x"}}
    assert code(other.client.post("/api/homework", json=wrong)) == "not_setter"
    fresh = other.ask("/enter", {"name": "Ada"}, "").get_json()["code"]
    assert other.ask("/work", key=fresh).get_json()["name"] == "Ada (2)"
    assert code(place.ask("/enter", {"name": "Dora"}, "")) == "needs_code"
    both = {"homework": [like, {"id": other.made["id"], "key": other.made["key"]}]}
    table = place.client.post("/api/homework/gradebook.csv", json=both).text.splitlines()
    assert table[0] == "Name,ID number,Week 3,Week 3 (2)"
    assert table[1:] == ["Ada,a1,,", "Bob,b2,,"], "who has no sign is left out where others have one"


def test_the_teacher_changes_renews_and_deletes(place: Place) -> None:
    ada = place.codes["Ada"]
    assert place.ask("", {"tries": 7}).get_json()["terms"]["tries"] == 7
    assert code(place.ask("", {"due": 5})) == "bad_date"
    assert place.ask("/people", {"list": "Cy"}).get_json()["people"][2]["name"] == "Cy"
    place.ask("/people/1/renew", {})
    assert code(place.ask("/work", key=ada)) == "bad_code"
    place.ask("/people/1/remove", {})
    assert list(place.codes) == ["Bob", "Cy"]
    assert code(place.ask("/key", {"key": "short"})) == "malformed"
    fresh, old = "n" * 22, place.made["key"]
    assert place.ask("/key", {"key": fresh}).status_code == 200
    assert code(place.ask(key=old)) == "not_setter"
    assert place.ask("/delete", {}, fresh).status_code == 200
    assert code(place.ask(key=fresh)) == "no_such_homework"
    assert place.client.get(f"/homework/{place.made['id']}").status_code == 404


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"due": 1}, "bad_date"),
        ({"plan": {"entries": [ENTRIES[0]]}}, "bad_plan"),
        ({"plan": {"entries": [{"kind": "film"}]}}, "bad_plan"),
        ({"list": "Ada\nАda"}, "bad_setting"),
        ({"list": "\n".join(f"P{n}" for n in range(301))}, "too_many"),
        ({"like": "x"}, "malformed"),
    ],
)
def test_what_cannot_be_set_is_refused(place: Place, fields: dict[str, Any], refusal: str) -> None:
    given = {"plan": PLAN, "due": time.time() + DAY, **fields}
    assert code(place.client.post("/api/homework", json=given)) == refusal
