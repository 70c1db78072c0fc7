"""The course: every unit's plans are plans, what they point to is there, and the program itself gives every key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.classroom.course import handbook
from plyground.classroom.course.units import MINUTES, Unit, units
from plyground.classroom.plans import files
from plyground.classroom.plans.asking import needs_search, question_of, scene_of
from plyground.classroom.plans.entries import is_asked, read_entry
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.exercises import catalogue
from plyground.puzzles import keeping
from plyground.search.teaching.searches import search
from plyground.sessions.answered_numbers import number_text
from plyground.storage import Database
from tests.classroom.test_homework import Place, solve

EACH = pytest.mark.parametrize("unit", units(), ids=lambda unit: unit.id)


def test_the_term_goes_through_all_games() -> None:
    assert len(units()) == 12
    assert [each.number for each in units()] == list(range(1, 13))
    used = {entry.get("game") for unit in units() for plan in unit.plans.values() for entry in plan["entries"]}
    assert used >= {"othello", "tak", "camel", "punter", "tree"}
    assert [unit.id for unit in units() if unit.competition] == ["monte-carlo", "competition"]


@EACH
def test_a_unit_is_taught_as_a_teachers_own_plan(unit: Unit) -> None:
    assert sum(part.minutes for part in unit.parts) == MINUTES
    assert all((unit.aims, unit.prepare, unit.offline, unit.lessons))
    for raw in unit.plans.values():
        plan = files.read_plan(raw)
        assert files.read_file(files.written(plan)) == plan
        for entry in plan["entries"]:
            question = question_of(entry)
            if question is None:
                assert scene_of(entry)["kind"] in ("text", "position", "stage")
                if entry["kind"] == "exercise":
                    assert catalogue.exercise(entry["exercise"], registry.game(entry["game"]))
                if entry["kind"] == "search":  # the lab opens it: something can be asked of it
                    assert any(_asks(entry["link"], about) for about in ("value", "next", "cut"))
            elif question.kind != "text":
                assert not needs_search(question)
                assert question.answer is not None
                assert question.answer.right
                assert all(question.part(question.normal(text)) == 1.0 for text in question.answer.right)
    asked = [entry for entry in unit.plans["class"]["entries"] if is_asked(entry)]
    assert len(asked) >= 5
    assert any(entry["kind"] == "puzzle" or entry.get("asked") == "move" for entry in asked)


def _asks(link: str, about: str) -> bool:
    try:
        return bool(read_entry({"kind": "question", "asked": "stage", "about": about, "link": link}))
    except Refusal:
        return False


@EACH
def test_the_searches_find_what_the_trees_are_worth(unit: Unit) -> None:
    for plan in unit.plans.values():
        for entry in plan["entries"]:
            if entry.get("asked") == "value" and entry.get("game") == "tree":
                game = registry.game("tree")
                position = game.parse_position(entry["position"], dict(game.options({})))
                found = search("expectimax").start(game, position, {"depth": 0}, seat=0).finish().value
                assert [number_text(each) for each in entry["right"]] == [number_text(found or 0.0)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Database(f"sqlite:///{tmp_path_factory.mktemp('course') / 'games.sqlite3'}")
    end = made.use()
    yield Place(made)
    end()


@EACH
def test_homework_is_set_and_answered(unit: Unit, place: Place) -> None:
    place.set(*unit.plans["homework"]["entries"], people="Ada")
    tasks, read = place.state()["tasks"], 0
    for task, entry in zip(tasks, place.work.entries, strict=True):
        assert not task["problem"]
        if entry["kind"] == "puzzle":
            solve(place, task["at"], keeping.find(entry["game"], entry["puzzle"]))
        elif entry["kind"] == "exercise":
            assert task["exercise"]["template"]
            place.answer(task["at"], task["exercise"]["template"])
        elif task.get("read"):
            read += task["points"]
            assert place.answer(task["at"], "So.") is None
        elif task["number"] is not None:
            question = question_of(entry)
            assert question is not None
            assert question.answer is not None
            assert place.answer(task["at"], min(question.answer.right)) == 1.0
    state = place.state()
    assert state["points"] == state["of"] - read > 0


def test_the_handbook_stands_in_the_docs() -> None:
    assert (Path(__file__).parents[2] / "docs" / "handbook.md").read_text(encoding="utf-8") == handbook.as_markdown()
