"""Plans: read back as they were written, in every kind of entry and every game; refused by line or entry."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.classroom.plans import files, moodle, staged
from plyground.classroom.plans.asking import heading, needs_search, question_of, scene_of, shown
from plyground.classroom.plans.entries import read_entry
from plyground.classroom.plans.store import PlanChanged, Plans
from plyground.core import effort, registry
from plyground.core.errors import Refusal
from plyground.core.refusals import BadPlan, NoSuchPlan, NotAuthor, Oversized
from plyground.exercises import catalogue
from plyground.puzzles import keeping
from plyground.storage import Database
from tests.classroom.support import calls_of

TEXT = {"kind": "text", "title": "Today", "text": "First this.\n\nThen that."}
CHOICE = {
    "kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two", "three"], "right": [0, 2],
    "why": "So.", "hints": ["Not two."], "points": 3,
}  # fmt: skip
VALUE = {"kind": "question", "asked": "value", "prompt": "How much?", "right": [-3, 0.5], "link": "/lab#game=tree"}
ESSAY = {"kind": "question", "asked": "text", "prompt": "Why?"}
SEARCH = {"kind": "search", "link": "/lab#game=tree&search=alphabeta&step=3", "caption": "Look"}
STAGE = {
    "kind": "question", "asked": "stage", "about": "value",
    "link": "/lab#game=tree&position=a+0+(+o+0+(+a+3+a+8+)+o+0+(+a+5+a+6+)+)&search=minimax&step=4",
}  # fmt: skip

LEARNT = '/lab#game=tak&search=puct&settings={"guide":"learnt"}'


def of_game(game_id: str) -> list[dict[str, Any]]:
    """Entries about a game, whichever it is."""
    rules = registry.game(game_id)
    start = rules.initial({})
    move = rules.move_text(start, rules.legal_moves(start)[0])
    asked = {"kind": "question", "asked": "move", "game": game_id, "position": rules.position_text(start)}
    found: list[dict[str, Any]] = [
        {"kind": "position", "game": game_id, "caption": "Here"},
        asked,
        {**asked, "prompt": "Your move?", "right": [move]},
        {"kind": "question", "asked": "made", "game": game_id, "seed": 7, "number": 2},
    ]
    found += [{"kind": "puzzle", "game": game_id, "puzzle": name} for name in list(keeping.of(game_id))[:1]]
    found += [{"kind": "exercise", "game": game_id, "exercise": each.id} for each in catalogue.fitting(rules)[:1]]
    return found


def whole(entries: list[dict[str, Any]]) -> str:
    return json.dumps({"plyground plan": 1, "title": " A\nplan ", "entries": entries})


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_a_plan_is_read_back_as_it_was_written(game_id: str) -> None:
    plan = files.read_file(whole([TEXT, CHOICE, VALUE, ESSAY, SEARCH, *of_game(game_id), STAGE]))
    assert plan["title"] == "A plan"
    assert files.read_file(files.written(plan)) == plan
    assert [each["kind"] for each in plan["entries"][:5]] == ["text", "question", "question", "question", "search"]
    for entry in plan["entries"]:
        assert heading(entry)
        assert shown(entry)["heading"] == heading(entry)
        question = question_of(entry)
        if question is None:
            assert scene_of(entry)["kind"] in ("text", "position", "stage")
        elif question.answer is not None:
            assert question.answer.right
            assert all(question.part(question.normal(text)) == 1.0 for text in question.answer.right)
        else:
            assert needs_search(question) == (question.kind == "move")
    assert sum(map(bool, (question_of(each) for each in plan["entries"]))) >= 4


def test_a_search_answers_what_is_asked_of_it() -> None:
    (entry,) = files.read_file(whole([STAGE]))["entries"]
    question = question_of(entry)
    assert question is not None
    assert (question.kind, question.prompt) == ("value", "Which value comes back from the position after 0, for Max?")
    assert question.answer is not None
    assert question.answer.right == {"3"}
    assert question.stage is not None
    assert question.stage.endswith("&step=10"), "the step before the value comes back"
    (cut,) = files.read_file(whole([{**STAGE, "about": "cut", "link": STAGE["link"].replace("minimax", "alphabeta")}]))[
        "entries"
    ]
    asked = question_of({**cut, "prompt": "Cut?", "why": "So."})
    assert asked is not None
    assert asked.answer is not None
    assert [asked.prompt, asked.answer.label, asked.answer.why] == ["Cut?", "Looked at", "So."]
    later = question_of(entry)
    assert later is not None
    later.answers["ada"] = "3"
    assert not question_of(entry).answers  # type: ignore[union-attr]


def test_a_search_without_such_a_question_is_recorded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = calls_of(monkeypatch, staged, "_recorded")
    for _time in range(2):
        with pytest.raises(Refusal, match="nothing of the kind to ask"):
            read_entry({**STAGE, "about": "cut", "link": f"{STAGE['link']}&seed=17"})
    assert len(recorded) == 1
    late = {**STAGE, "link": f"{STAGE['link']}&seed=18"}
    with monkeypatch.context() as hurried:
        hurried.setattr(staged, "MOST_SECONDS", -1.0)
        with pytest.raises(Refusal, match="nothing of the kind to ask"):
            read_entry(late)
    assert read_entry(late), "that the time was over is not kept"


def bad(entry: dict[str, Any]) -> str:
    return whole([TEXT, entry])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ends in the middle, in line 1"),
        (files.written(files.read_file(whole([TEXT, CHOICE])))[:-30], "ends in the middle, in line"),
        ('{"plyground plan": 1,\n "title": x}', "Line 2 of the file"),
        ("[1]", "no plan of Plyground"),
        ('{"plyground plan": 2, "entries": []}', "newer Plyground, in form 2"),
        ('{"plyground plan": "1", "entries": []}', "number of the form"),
        ('{"plyground plan": 1}', "no list of entries"),
        ("[" * 200, "nested too deep"),
        (bad({"kind": "film"}), "Entry 2: An entry’s kind is one of"),
        (bad({"kind": "text"}), "Entry 2: The field text is needed"),
        (bad({**CHOICE, "right": [3]}), "Entry 2: The field right is a list of the numbers"),
        (bad({**CHOICE, "right": [True]}), "Entry 2: The field right"),
        (bad({**CHOICE, "choices": ["a", "a"]}), "Entry 2: The choices have different texts"),
        (bad({**CHOICE, "prompt": "  "}), "Entry 2: A question needs words"),
        (bad({**VALUE, "right": ["x"]}), "Entry 2: The field right is a number"),
        (bad({**VALUE, "link": "https://example.org/"}), "Entry 2: A stage is an address of the lab"),
        (bad({"kind": "position", "game": "nothing"}), "Entry 2: "),
        (bad({**STAGE, "about": "colour"}), "Entry 2: What is asked about a search is one of"),
        (bad({**STAGE, "about": "next"}), "Entry 2: At this step of the search"),
        (bad({**STAGE, "link": "/lab#game=tree&settings={&search=minimax"}), "Entry 2: That link of the lab"),
        (bad({**STAGE, "link": LEARNT}), "Entry 2: In a plan no search"),
        (bad({"kind": "puzzle", "game": "othello", "puzzle": "x"}), "Entry 2: There is no such puzzle"),
        (whole([TEXT, 7]), "Entry 2: "),  # type: ignore[list-item]
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(text: str, sentence: str) -> None:
    with pytest.raises(BadPlan) as refused:
        files.read_file(text)
    assert sentence in refused.value.sentence


def test_a_huge_plan_is_refused() -> None:
    for text in (
        "x" * (files.LARGEST + 1),
        whole([TEXT] * 101),
        whole([{**TEXT, "text": "é" * 3_900}] * 90),
        whole([STAGE] * 21),
    ):
        with pytest.raises(Oversized):
            files.read_file(text)


def test_a_plan_is_bounded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(effort, "time", SimpleNamespace(thread_time=lambda: 0.3 * files.MOST_SECONDS * next(ticks)))
    assert len(files.read_file(whole([TEXT] * 3))["entries"]) == 3
    with pytest.raises(BadPlan, match="Entry 4: This takes too long to read here"):
        files.read_file(whole([TEXT] * 4))
    played = {"kind": "position", "game": "othello", "moves": ["f5", "d6"], "caption": ""}
    one, two = (moodle.written({"title": "", "entries": [played] * count}, [None] * count) for count in (1, 2))
    assert len(moodle.read(one)[0]["entries"]) == 1
    with pytest.raises(BadPlan, match="This takes too long to read here"):
        moodle.read(two)


@pytest.fixture
def plans(address: str) -> Iterator[tuple[Plans, list[float]]]:
    """The plans of a database, and its clock."""
    database, now = Database(address), [1_000_000.0]
    end = database.use()
    yield Plans(database, lambda: now[0]), now
    end()


def test_two_teachers_change_one_plan(plans: tuple[Plans, list[float]]) -> None:
    store, now = plans
    one, two, three = (files.read_plan({"title": title, "entries": []}) for title in ("one", "two", "three"))
    made = store.keep(one)
    name, key = made["id"], made["key"]
    assert store.get(name) == (one, 1)
    assert store.change(name, key, two, 1) == 2
    with pytest.raises(PlanChanged) as refused:
        store.change(name, key, three, 1)
    assert (refused.value.plan, refused.value.revision) == (two, 2)
    assert store.get(name) == (two, 2)
    assert store.change(name, key, two, 1) == 2, "what stands there already may be sent again"
    assert store.change(name, key, three, refused.value.revision) == 3
    for wrong in ("", "x" * 300, made["id"]):
        with pytest.raises(NotAuthor):
            store.change(name, wrong, one, 3)
        with pytest.raises(NotAuthor):
            store.delete(name, wrong)
    now[0] += 3 * 366 * 86_400
    refused_by: type[Refusal] = NoSuchPlan
    with pytest.raises(refused_by):
        store.get(name)


def test_a_plan_is_deleted(plans: tuple[Plans, list[float]]) -> None:
    store, _now = plans
    made = store.keep({"title": "", "entries": []})
    store.delete(made["id"], made["key"])
    with pytest.raises(NoSuchPlan):
        store.get(made["id"])
