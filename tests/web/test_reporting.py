"""The teacher's report over http: tests that are written and taken, a formula, grades, tables, and who may see what."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from plyground.competitions import templates
from plyground.competitions.languages import table
from plyground.competitions.rights import Rights
from plyground.core import registry
from tests.waiting import until
from tests.web.submissions import BOT, Place, place, refusal

__all__ = ["place"]


def _start() -> dict[str, Any]:
    game = registry.game("othello")
    start = game.initial({"size": 4})
    return {
        "position": game.position_text(start),
        "moves": [game.move_text(start, move) for move in game.legal_moves(start)],
    }


def _report(place: Place) -> Any:
    answer = place.get(f"{place.path}/report", Rights(place.store).teacher_key)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_versions_are_tested_compared_and_graded(place: Place) -> None:
    key, start = Rights(place.store).teacher_key, _start()
    first = start["moves"][0]
    for body in (
        {"title": "opens first", "position": start["position"], "moves": [first]},
        {"title": "secret", "position": start["position"], "avoid": [first], "hidden": True},
    ):
        assert place.post(f"{place.path}/tests", body, key).status_code == 200
    place.service.start()
    ada = place.enter(name="Ada")
    for at, number in enumerate((-1, 0), 1):
        assert place.hand_in(ada, BOT.format(number), f"move {number}").status_code == 201
        place.decided(ada, at)
    until(lambda: len(place.store.positions.answers(place.id)) == 4)
    assert refusal(place.post(f"{place.path}/report/formula", {"formula": "import os"}, key)) == "bad_formula"
    assert place.post(f"{place.path}/report/formula", {"formula": "10 * public + hidden"}, key).status_code == 200
    (student,) = _report(place)["students"]
    assert (student["names"], student["grade"], student["why"]) == (["Ada"], 10.0, "")
    better = student["versions"][1]["better"]
    assert "Passes now: opens first" in better
    assert "Fails now: secret" in better
    assert "Its author: “move 0”" in better
    own = place.profile(ada, own=True)["own"]["tests"]
    assert [test["title"] for test in own["tests"]] == ["opens first"]
    assert own["versions"]["2"]["counts"]["hidden"] == {"tests": 1, "asked": 1, "passed": 0}
    assert own["versions"]["1"]["answers"][own["tests"][0]["id"]]["sentence"].endswith(f"Wanted: {first}.")
    assert "secret" not in place.get(f"{place.path}/bots/{ada.id}", ada.key).text
    assert "opens first" not in place.get(f"{place.path}/bots/{ada.id}").text
    for table, line in (("students", ["Ada", ada.alias]), ("versions", ["Ada", ada.alias, "1"])):
        text = place.get(f"{place.path}/report.csv?table={table}", key).text
        rows = list(csv.reader(io.StringIO(text)))
        assert rows[1][: len(line)] == line
        assert len({len(row) for row in rows}) == 1


def test_an_author_tries_the_public_tests_and_nothing_is_kept(place: Place) -> None:
    key, start = Rights(place.store).teacher_key, _start()
    assert refusal(place.post(f"{place.path}/tests/try", {"source": BOT.format(0)})) == "cannot_play"
    place.post(f"{place.path}/tests", {"position": start["position"], "moves": start["moves"][:1]}, key)
    place.post(f"{place.path}/tests", {"position": start["position"], "avoid": start["moves"][:1], "hidden": True}, key)
    for number, passed in ((0, 1), (1, 0)):
        answer = place.post(f"{place.path}/tests/try", {"source": BOT.format(number)}).json or {}
        assert answer["passed"] == passed
        assert [test["answer"]["passed"] for test in answer["tests"]] == [bool(passed)]
    source = "BEST = int(open('weights.txt').read())\n" + BOT.format("BEST")
    form = {"asked": json.dumps({"source": source}), "weights": (io.BytesIO(b"0"), "run.txt")}
    assert (place.client.post(f"{place.path}/tests/try", data=form).json or {})["passed"] == 1
    assert place.store.positions.answers(place.id) == {}
    page = place.get(f"/write/othello?competition={place.id}").text
    assert '"tests": 1' in page


@pytest.mark.parametrize("language", ["c", "javascript", "ocaml"])
def test_the_public_tests_are_tried_in_every_language(place: Place, language: str) -> None:
    key, start = Rights(place.store).teacher_key, _start()
    for wanted in ({"moves": start["moves"]}, {"avoid": start["moves"]}):
        place.post(f"{place.path}/tests", {"position": start["position"], **wanted}, key)
    source = templates.source("othello", table.language(language))
    answer = place.post(f"{place.path}/tests/try", {"source": source, "language": language}).json or {}
    assert [test["answer"]["passed"] for test in answer["tests"]] == [True, False], answer
    broken = place.post(f"{place.path}/tests/try", {"source": source + "\n}}", "language": language})
    assert (broken.json or {})["error"]["code"] == "not_compiled"


def test_puzzles_are_taken_and_tests_removed(place: Place) -> None:
    key = Rights(place.store).teacher_key
    made = place.store.create("Large", "othello", {}, place.store.get(place.id).settings, 7)
    path = f"/api/competitions/{made.id}"
    found = place.post(f"{path}/tests/puzzles", {"kind": "", "grade": 1, "count": 2, "hidden": True}, key).json or {}
    assert [test["hidden"] for test in found["tests"]] == [True, True]
    left = place.post(f"{path}/tests/{found['tests'][0]['id']}/remove", {}, key).json or {}
    assert [test["id"] for test in left["tests"]] == [found["tests"][1]["id"]]
    assert refusal(place.post(f"{path}/tests/nothing/remove", {}, key)) == "no_such_entry"
    assert "puzzle-kind" not in place.get(f"/compete/{made.id}/teach/report").text


def test_the_report_is_the_teachers_alone(place: Place) -> None:
    for path in ("/report", "/report.csv"):
        assert refusal(place.get(place.path + path)) == "not_teacher"
    for path in ("/report/formula", "/tests", "/tests/puzzles", "/tests/x/remove"):
        assert refusal(place.post(place.path + path, {})) == "not_teacher"
