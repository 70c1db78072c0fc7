"""Names that wait for the teacher's approval: unseen until then, kept through a restart, approved one by one or all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.classroom import register
from tests.classroom.support import Place

CHOICE = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": "0"}


@pytest.fixture
def waiting(place: Place) -> Place:
    """Ada is in; Ben, Eve and Dan wait, and the wall shows names."""
    place.students("Ada")
    place.teach("names", on=True)
    place.teach("approval", on=True)
    place.tokens = place.students("Ben", "Eve", "Dan")  # type: ignore[attr-defined]
    return place


def names(place: Place) -> tuple[list[str], int]:
    """What everybody is told of who is there."""
    return place.state["names"], place.state["count"]


def rows(place: Place) -> dict[str, bool]:
    """What the teacher's page shows: who waits."""
    return {each["nickname"]: each["waits"] for each in place.room.for_teacher()["students"]}


def told(place: Place, room: str) -> list[dict[str, Any]]:
    """All that was told to a room."""
    return [payload for name, _event, payload in place.told if name == room]


def test_a_name_that_waits_is_seen_by_the_teacher_alone_and_answers_nothing(waiting: Place) -> None:
    ben = waiting.tokens["Ben"]  # type: ignore[attr-defined]
    assert names(waiting) == (["Ada"], 1)
    assert rows(waiting) == {"Ada": False, "Ben": True, "Eve": True, "Dan": True}
    waiting.teach("ask", **CHOICE)
    assert waiting.refusal(waiting.answer, ben, "0") == "name_waits"
    waiting.teach("reveal")
    table = waiting.classes.scores(waiting.code, waiting.made["teacher"])
    assert [row[0] for row in table] == ["nickname", "(right answers)", "Ada"]
    waiting.timers.pass_time(1.0)
    public = [told(waiting, f"class/{waiting.code}/{pages}") for pages in ("screens", "students")]
    assert all(public)
    assert not any(name in json.dumps(public) for name in ("Ben", "Eve", "Dan"))


def test_approved_one_by_one_and_refused_all_at_once(waiting: Place) -> None:
    ben, eve = waiting.tokens["Ben"], waiting.tokens["Eve"]  # type: ignore[attr-defined]
    waiting.teach("approve", student="n2")
    assert names(waiting) == (["Ada", "Ben"], 2)
    waiting.teach("ask", **CHOICE)
    assert waiting.answer(ben, "0") == {"text": "0"}
    waiting.teach("reveal")
    assert waiting.join("cBen", token=ben)["you"] | {"answered": None} == {
        "nickname": "Ben", "waits": False, "score": 1, "right": 1, "asked": 1, "answered": None, "correct": True,
        "part": 1.0, "said": "",
    }  # fmt: skip
    waiting.teach("refuse", all=True)
    assert rows(waiting) == {"Ada": False, "Ben": False}
    assert waiting.refusal(waiting.join, "cEve", token=eve) == "no_such_student"


def test_it_is_so_after_a_restart_and_who_joins_before_the_switch_is_in(waiting: Place) -> None:
    eve = waiting.tokens["Eve"]  # type: ignore[attr-defined]
    waiting.restart()
    assert waiting.join("e", token=eve)["you"]["waits"] is True
    assert names(waiting) == ([], 0)
    assert rows(waiting) == {"Ada": False, "Ben": True, "Eve": True, "Dan": True}
    assert waiting.join("f", nickname="Fay")["you"]["waits"] is True, "the switch is on still"
    waiting.teach("approval", on=False)
    assert rows(waiting)["Ben"] is True, "who waits is approved by nobody but the teacher"
    waiting.teach("approve", all=True)
    assert names(waiting) == (["Eve", "Fay"], 2)
    assert waiting.join("g", nickname="Gus")["you"]["waits"] is False


def test_what_is_refused(waiting: Place) -> None:
    before = rows(waiting)
    assert waiting.refusal(waiting.teach, "approve") == "malformed"
    assert waiting.refusal(waiting.teach, "refuse", all="yes") == "malformed"
    assert waiting.refusal(waiting.teach, "approve", student="n99") == "not_in_class"
    assert waiting.refusal(waiting.teach, "refuse", student="n1") == "name_approved"
    assert waiting.refusal(waiting.command, waiting.tokens["Ben"], "approve", all=True) == "not_teacher"  # type: ignore[attr-defined]
    assert waiting.refusal(waiting.join, "x", nickname="be n") == "nickname_taken", "look-alikes of who waits, too"
    waiting.fail(True)
    assert waiting.refusal(waiting.teach, "approve", all=True) == "storage_failed"
    waiting.fail(False)
    assert rows(waiting) == before


def test_a_refused_name_is_not_asked_for_again(waiting: Place) -> None:
    waiting.teach("refuse", student="n2")
    for name in ("Ben", "ben", "Bеn"):  # the last with a Cyrillic letter
        assert waiting.refusal(waiting.join, "x", nickname=name) == "nickname_taken"
    assert waiting.join("x", nickname="Benno")["you"]["waits"]


def test_names_that_wait_take_no_place_in_the_class(waiting: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "MOST_STUDENTS", 2)
    monkeypatch.setattr(register, "MOST_WAITING", 3)
    assert waiting.refusal(waiting.join, "x", nickname="Fay") == "class_full"
    waiting.teach("approve", student="n2")
    assert waiting.refusal(waiting.teach, "approve", student="n3") == "class_full"
    assert rows(waiting) == {"Ada": False, "Ben": False, "Eve": True, "Dan": True}
    waiting.teach("approval", on=False)
    assert waiting.refusal(waiting.join, "x", nickname="Fay") == "class_full"
