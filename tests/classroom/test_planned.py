"""A class that goes through a plan, which outlives the server."""

from __future__ import annotations

from plyground.classroom.plans import files
from plyground.core import registry
from plyground.exercises import catalogue
from tests.classroom.support import Place


def test_a_class_goes_through_a_plan(place: Place) -> None:
    entries = [
        {"kind": "text", "title": "Today", "text": "Cuts."},
        {"kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": [1]},
        {"kind": "position", "game": "othello", "caption": "Here"},
        {"kind": "question", "asked": "move", "game": "othello", "right": ["d3"]},
        {"kind": "question", "asked": "move", "game": "othello"},
        {"kind": "question", "asked": "text", "prompt": "Why?"},
        {"kind": "exercise", "game": "othello", "exercise": catalogue.fitting(registry.game("othello"))[0].id},
    ]
    made = place.classes.services.plans.keep(files.read_plan({"title": "Week 3", "entries": entries}))
    ada = place.students("Ada")["Ada"]
    assert place.teach("plan", plan=made["id"]) == {"at": -1, "of": 7}
    assert place.room.for_teacher()["plan"] == {"id": made["id"], "title": "Week 3", "at": -1}
    seen = []
    for at in range(7):
        place.teach("plan", at=at)
        question = place.state["question"]
        seen.append(question["kind"] if question else place.state["scene"]["kind"])
        if at == 1:
            place.answer(ada, "b")
            place.teach("reveal")
            assert place.room.for_teacher()["students"][0]["score"] == 1
        elif at == 4:
            assert question["thinking"], "the search is asked for the key"
            place.restart()
            place.join("t", "teacher", token=place.made["teacher"])
    assert seen == ["text", "choice", "position", "move", "move", "text", "text"]
    assert place.state["scene"]["link"].startswith("/exercises/othello#")
    assert place.room.for_teacher()["plan"]["at"] == 6
    assert place.refusal(place.teach, "plan", at=7) == "malformed"
    assert place.refusal(place.teach, "plan", plan="nothing") == "no_such_plan"
    place.teach("plan", plan="")
    assert place.room.for_teacher()["plan"] is None
    assert place.refusal(place.teach, "plan", at=0) == "no_such_plan"
