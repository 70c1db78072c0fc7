"""Whole trees that are filled in: node by node and branch by branch, checked where they first go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.classroom import scores
from plyground.classroom.plans import files, moodle
from plyground.classroom.plans.asking import question_of, shown
from plyground.classroom.plans.entries import read_entry
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import NothingToAsk
from plyground.sessions import filling
from plyground.sessions.question import Question, fill_in, read_board
from tests.classroom.support import Place, calls_of
from tests.classroom.test_worksheet import worth

TREE = "a 0 ( o 3 ( a 5 a 8 ( a 6 a 9 a 2 ) ) o 6 ( a 2 a 9 ) )"
ENTRY = {"kind": "question", "asked": "fill", "game": "tree", "position": TREE, "points": 4}
ALL, CUT = "=5 0=5 1=2 0.1=9", "=5 0=5 1=2 0.1=6 x1.1 x0.1.1 x0.1.2"


def asked(cuts: bool = False, position: str = TREE) -> Question:
    return fill_in(read_board({"game": "tree", "position": position}), cuts)


@pytest.mark.parametrize(("cuts", "right"), [(False, ALL), (True, CUT)])
def test_what_is_right_is_what_the_search_says(cuts: bool, right: str) -> None:
    question = asked(cuts)
    assert question.answer is not None
    assert question.answer.text == right == question.normal(" ".join(reversed(right.split())))
    assert (question.correct(right), question.part(right), question.said(right)) == (True, 1.0, "")
    shown = question.as_json(True)
    assert [each["letter"] for each in shown["blanks"]] == ["A", "B", "C", "D"]
    assert [len(each["branches"]) for each in shown["blanks"]] == ([2, 2, 2, 3] if cuts else [0] * 4)
    assert [node[2] for node in shown["view"]["nodes"]] == ["A", "B", "C", 5, "D", 2, 9, 6, 9, 2], "no inner numbers"
    assert (shown["position"], shown["view"]["text"], shown["answer"]) == (None, "", None)


@pytest.mark.parametrize(
    ("cuts", "given", "part", "said"),
    [
        (False, "=5 0=5 1=2 0.1=8", 0.5, "D = 9, and you have 8. Max takes the largest of 6, 9, 2."),
        (False, "=6 0=8 1=9 0.1=9", 0.0, "B = 5, and you have 8. Min takes the smallest of 5, 9."),
        (False, "=5", 0.0, "The first that is missing: D = 9."),
        (True, "=5 0=5 1=2 0.1=6 x1.1 x0.1.1", 0.5, "D to 2 is cut, and you have not crossed it out."),
        (True, CUT + " x0.0", 0.5, "You have crossed out a branch that the search looks at."),
        (True, ALL, 0.0, "D to 9 is cut, and you have not crossed it out. Cut: 2 moves are not looked at. 9, 2: alpha"),
    ],
)
def test_it_is_checked_in_the_order_of_the_search(cuts: bool, given: str, part: float, said: str) -> None:
    question = asked(cuts)
    text = question.normal(given)
    assert question.correct(text) is False
    assert (question.part(text), said in question.said(text)) == (part, True), question.said(text)


@pytest.mark.parametrize("given", ["", "5", "2=1", "0=", "x", "x0=3", "0.0=5", "x0.1.7", "0=five", "0=5 " * 3 + "y"])
def test_what_is_no_entry_of_the_tree_is_refused(given: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked(True).normal(given)
    assert refused.value.sentence.endswith(".")


def test_trees_of_worksheets_are_all_filled_in_by_minimax() -> None:
    rules = registry.game("tree")
    for seed in range(1, 25):
        position = rules.initial(dict(rules.options({"seed": seed, "plies": 3})))
        nodes = rules.view(position, None)["nodes"]
        named = filling.Tree.of(rules.view(position, None)).letters
        told = dict(step["text"].split("=") for step in filling.solution(rules, position, False))
        assert set(told) == set(named)
        assert float(told[""]) == worth(nodes)


@pytest.mark.parametrize("fields", [{"game": "othello"}, {"game": "tree", "position": "a 3"}])
def test_what_is_no_tree_is_not_filled_in(fields: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=r"filled in|fill in"):
        read_entry({"kind": "question", "asked": "fill", **fields})


def test_a_class_fills_in_a_tree(place: Place) -> None:
    tokens = place.students("Ada", "Ben")
    place.teach("ask", kind="fill", game="tree", position=TREE, cuts=True)
    assert place.question["prompt"].startswith("Fill in the tree as alpha-beta")
    place.answer(tokens["Ada"], CUT)
    place.answer(tokens["Ben"], "=5 0=5 1=2 0.1=9")
    place.teach("tally", on=True)
    assert place.question["tally"] == [{"text": "", "label": "filled in", "count": 2}], "nobody sees who is right"
    place.restart()
    place.teach("reveal")
    assert [(row["label"], row["count"]) for row in place.question["tally"]] == [
        ("all right", 1), ("first wrong: D to 9 is cut", 1)]  # fmt: skip
    ada, ben = (place.room.for_student(place.room.students.of(tokens[name])) for name in ("Ada", "Ben"))  # type: ignore[arg-type]
    assert [(each["part"], bool(each["said"])) for each in (ada, ben)] == [(1.0, False), (0.0, True)]


def test_a_class_that_fills_in_alike_is_checked_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    checked, trees = calls_of(monkeypatch, filling, "first_wrong"), calls_of(monkeypatch, filling.Tree, "of")
    tokens = place.students("Ada", "Ben", "Cem", "Dan")
    place.teach("ask", kind="fill", game="tree", position=TREE)
    for name, text in (("Ada", ALL), ("Ben", "=5"), ("Cem", "=5"), ("Dan", "=7")):
        place.answer(tokens[name], text)
    found = len(trees)
    place.teach("reveal")
    place.room.for_teacher()
    assert [row[1] for row in scores.table(place.room)[2:]] == ["1", "0", "0", "0"]
    assert sorted(checked) == ["=5", ALL, "=7"]
    assert len(trees) == found, "what all see and what each is told needs no more than the tree that was asked"


def test_a_tree_is_searched_once_and_only_if_it_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = calls_of(monkeypatch, filling, "search")
    filling.solution.cache_clear()
    shown(read_entry(ENTRY))
    assert searched == ["minimax"]
    assert asked(position=f"a 0 ( {'a 1 ' * (filling.LARGEST - 1)})").correct("=1")
    with pytest.raises(NothingToAsk, match=f"at most {filling.LARGEST} nodes"):
        asked(position=f"a 0 ( {'a 1 ' * filling.LARGEST})")
    assert len(searched) == 2


def test_much_to_fill_in_can_be_filled_in() -> None:
    """Eleven children of fifteen, of which most are cut."""
    wide = " ".join(f"o {number} ( {' '.join(f'a {leaf}' for leaf in range(15))} )" for number in range(11))
    question = asked(True, f"a 0 ( {wide} )")
    assert question.answer is not None
    assert question.answer.text is not None
    assert 500 < len(question.answer.text) <= filling.LONGEST
    assert question.correct(question.normal(question.answer.text))
    deep = f"{'a 0 ( ' * 12} a 0 ( {wide} ) {')' * 12}"
    with pytest.raises(NothingToAsk, match="too much to fill in"):
        asked(True, deep)


def test_only_a_tree_takes_a_long_answer(place: Place) -> None:
    [token] = place.students("Ada").values()
    place.teach("ask", kind="fill", game="tree", position=TREE)
    place.answer(token, f"=5{' ' * 300}0=5")
    place.teach("clear_question")
    place.teach("ask", kind="text", prompt="Why?")
    assert place.refusal(place.answer, token, "x" * 201) == "oversized"


def test_plans_keep_it_and_moodle_gives_it_back() -> None:
    plan = files.read_plan({"title": "Trees", "entries": [ENTRY, {**ENTRY, "cuts": True, "prompt": "Now?"}]})
    assert [entry["cuts"] for entry in plan["entries"]] == [False, True]
    questions = [question_of(entry) for entry in plan["entries"]]
    assert [each.prompt for each in questions if each][1] == "Now?"
    assert moodle.read(moodle.written(plan, [None, None])) == (plan, [])
