"""Classes over time: when they end, whose place is taken, how often everybody is told, how results are written."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from plyground.classroom import register
from plyground.classroom.registry import MOST_OF_ADDRESS
from plyground.core import folders
from plyground.core.messages import translated
from plyground.core.nicknames import checked_nickname
from plyground.core.refusals import BadAnswer
from plyground.core.spreadsheets import csv_text, harmless
from plyground.sessions.answered_numbers import number_label
from plyground.sessions.question import Answer, Question
from plyground.sessions.visitors import Visitor
from plyground.web.languages import Languages
from tests.classroom.support import Place

CHOICE = {"kind": "choice", "prompt": "=SUM(A1)", "choices": [{"text": "0", "label": "-1"}, "two"], "right": "0"}


def test_a_class_ends_three_hours_after_its_teachers_last_command(place: Place) -> None:
    tokens = place.students("Ada")
    place.classes.start()
    place.timers.pass_time(2 * 3600.0)
    place.teach("names", on=True)
    place.timers.pass_time(3 * 3600.0 - 60.0)
    assert place.state["names"] == ["Ada"]
    room = place.room
    place.timers.pass_time(120.0)
    assert place.refusal(place.command, tokens["Ada"], "answer", question="q1", text="x") == "no_such_class"
    assert not room.students
    assert place.told[-1][2].get("state", {"open": False})["open"] is False


def states(place: Place, room: str) -> list[dict[str, Any]]:
    """The states that the pages in a room of the class were told."""
    rooms = f"class/{place.code}/{room}"
    return [payload["state"] for to, event, payload in place.told if event == "class_state" and to == rooms]


@pytest.mark.parametrize("count", [20, 200])
def test_screens_are_told_four_times_a_second_and_many_students_of_counts_more_seldom(place: Place, count: int) -> None:
    tokens = place.students(*(f"S{number}" for number in range(count)))
    place.teach("names", on=True)
    place.teach("ask", **CHOICE)
    place.teach("tally", on=True)
    place.timers.pass_time(1.0)
    place.told.clear()
    for number, token in enumerate(tokens.values()):
        place.answer(token, str(number % 2))
        place.timers.pass_time(1.0 / count)
    on_screens, on_phones = states(place, "screens"), states(place, "students")
    assert len(on_screens) <= 5
    assert len(on_phones) == (1 if count == 200 else len(on_screens)), "at most 160 messages a second"
    place.timers.pass_time(2.0)
    on_screens, on_phones = states(place, "screens"), states(place, "students")
    for shown in (on_screens[-1], on_phones[-1]):
        assert shown["question"]["answers"] == count
        assert [row["count"] for row in shown["question"]["tally"]] == [count // 2, count // 2]
    assert len(on_screens[-1]["names"]) == count
    assert not any(state["names"] for state in on_phones), "they stand on the wall"
    for told in (on_screens, on_phones):
        numbers = [state["seq"] for state in told]
        assert numbers == sorted(set(numbers))
    place.told.clear()
    place.timers.pass_time(10.0)
    assert not states(place, "students"), "nothing new, nothing told"


def test_many_students_hear_at_once_of_what_does_more_than_count(place: Place) -> None:
    tokens = place.students(*(f"S{number}" for number in range(200)))
    place.teach("ask", **CHOICE)
    place.timers.pass_time(2.0)
    for do, told in (("close_question", "closed"), ("reveal", "revealed"), ("clear_question", None)):
        place.answer(tokens["S0"], "0") if do == "close_question" else None
        place.timers.pass_time(0.25)
        place.told.clear()
        place.teach(do)
        place.timers.pass_time(0.25)
        question = states(place, "students")[-1]["question"]
        assert (question and question["state"]) == told
    place.teach("pause", on=True)
    place.timers.pass_time(0.25)
    assert states(place, "students")[-1]["paused"]


def test_a_deserted_class_makes_room_for_a_new_one(place: Place) -> None:
    others = [place.classes.open("somewhere") for _ in range(2)]
    assert place.refusal(place.classes.open, "somewhere") == "too_many_classes"
    assert place.classes.open("elsewhere")
    place.timers.pass_time(900.0)
    assert place.classes.open("somewhere")
    assert place.refusal(place.classes.find, others[0]["code"]) == "no_such_class", "the longest deserted one has gone"
    assert place.classes.find(others[1]["code"])
    assert place.state["open"], "somebody is in this one"


def test_an_address_fills_no_server_by_crowds_of_its_own(place: Place) -> None:
    for number in range(MOST_OF_ADDRESS):
        place.classes.open(Visitor(f"v{number}", f"homework {number}", "192.0.2.7"))
    assert place.refusal(place.classes.open, Visitor("v", "homework", "192.0.2.7")) == "too_many_classes"
    place.classes.open(Visitor("v", "homework", "198.51.100.1"))


def test_one_browser_brings_a_few_students_and_those_without_a_key_some(place: Place) -> None:
    def come(who: str, number: int) -> str:
        message = {"code": place.code, "role": "student", "nickname": f"Student {next(numbers)}"}
        for _student in range(number):
            place.classes.join(f"c{message['nickname']}", message, who, lambda room: None)
            message["nickname"] = f"Student {next(numbers)}"
        return place.refusal(place.classes.join, "late", message, who, lambda room: None)

    numbers = iter(range(1000))
    assert come(Visitor("flooder", "somewhere", "somewhere"), 5) == "too_fast"
    assert come("somewhere", 60) == "too_fast"
    tokens = place.students("Ada")
    assert place.join("flooder again", token=tokens["Ada"])["you"]["nickname"] == "Ada", "who is in comes back"
    place.timers.pass_time(60.0)
    assert come(Visitor("flooder", "somewhere", "somewhere"), 1) == "too_fast"


def test_results_are_harmless_to_spreadsheets(place: Place) -> None:
    tokens = place.students("-Ada", "Ben")
    place.teach("ask", **CHOICE)
    place.answer(tokens["-Ada"], "0")
    place.teach("reveal")
    header, *others = place.classes.scores(place.code, place.made["teacher"])
    rows = list(csv.reader(io.StringIO(csv_text(header, others))))
    assert csv_text(["points", "late"], [[2.5, "a, b; c"]], decimal=",") == 'points;late\n2,5;"a, b; c"\n'
    cells = [cell for row in rows for cell in row if cell]
    assert not [cell for cell in cells if cell[0] in "=+-@\t\r"]
    assert ["'-Ada", "1", "1", "'-1", "right"] in rows
    assert [harmless(text) for text in ("=1", "+1", "-1", "@x", "\t=1", " =1", "1-1", "")] == [
        "'=1", "'+1", "'-1", "'@x", "'\t'=1", "' =1", "1-1", "",
    ]  # fmt: skip
    assert harmless("Eve;=1;a-b;  +1\n-1") == "Eve;'=1;a-b;  '+1\n'-1", "cells of those that divide at semicolons"


def test_what_was_not_revealed_counts_for_nobody(place: Place) -> None:
    tokens = place.students("Ada")
    place.teach("ask", **CHOICE)
    place.answer(tokens["Ada"], "0")
    place.teach("clear_question")
    place.teach("ask", **CHOICE)
    assert (place.room.students["n1"].right, place.room.students["n1"].asked) == (0, 0)
    place.timers.pass_time(1.0)
    place.answer(tokens["Ada"], "1")
    place.teach("reveal")
    place.teach("reveal")
    late = place.students("Late")["Late"]
    assert place.refusal(place.answer, late, "0") == "question_closed"
    assert [each.asked for each in place.room.students.values()] == [1, 0]


def test_the_time_of_a_question_closes_it(place: Place) -> None:
    tokens = place.students("Ada", "Ben")
    place.teach("ask", **CHOICE, seconds=10)
    place.answer(tokens["Ada"], "0")
    place.timers.now += 10.0  # the timer's call is late
    assert place.refusal(place.answer, tokens["Ben"], "0") == "question_closed"
    place.timers.pass_time(0.0)
    assert place.question["state"] == "closed"
    assert place.question["answer"] is None


def test_codes() -> None:
    made = {register.new_code() for _ in range(50)}
    assert len(made) == 50
    assert all(register.normal_code(f" {code[:2].lower()}-{code[2:]} ") == code for code in made)
    assert [register.normal_code(text) for text in ("", "K7M2Q", "K7M2QX9", "K7M2Q0", "K7M2QÖ")] == [""] * 5


@pytest.mark.parametrize("name", ["Zoë", "Zoe\u0308", "i̇stanbul", "ΑΒΓ", "नमस्ते", "หนูดี"])
def test_names_of_every_script(name: str) -> None:
    assert checked_nickname(name)


def test_a_move_that_the_teacher_knows_is_right_and_nobody_looks_for_it(place: Place) -> None:
    tokens = place.students("Ada", "Ben")
    asked = {"kind": "move", "game": "othello", "prompt": "Find it.", "right": "D3", "why": "By symmetry."}
    assert place.refusal(place.teach, "ask", **{**asked, "right": "a1"}) == "flips_nothing"
    place.teach("ask", **asked)
    place.answer(tokens["Ada"], "d3")
    place.answer(tokens["Ben"], "c4")
    place.teach("reveal")
    answer = place.state["question"]["answer"]
    assert (answer["right"], answer["text"], answer["why"]) == (["d3"], "d3", "By symmetry.")
    marks = [row[4] for row in place.classes.scores(place.code, place.made["teacher"])][-2:]
    assert sorted(marks) == ["right", "wrong"]


UNFIT = (
    "Teacher", "teаcher", "T e a c h e r", "Lehrer", "Prof.", "fuck you", "FUCK", "sh1t", "Аrschloch", "Ada Idiot",
    "4sshole",
)  # fmt: skip


@pytest.mark.parametrize("name", UNFIT)
def test_insults_and_the_teachers_name_are_refused_in_whatever_letters(place: Place, name: str) -> None:
    assert place.refusal(place.join, "c1", nickname=name) == "bad_nickname"


def test_names_that_only_hold_such_letters_are_taken(place: Place) -> None:
    names = ("Dickens", "Scunthorpe", "Shitake", "Ada", "Profi", "Tutorial", "Ficke", "Analise", "Cassandra", "7")
    assert len(place.students(*names)) == len(names)


def test_a_win_or_a_loss_is_answered_as_the_stage_writes_it_or_in_words() -> None:
    answer = Answer(frozenset({"-999995"}), "-999995", number_label("-999995"))
    question = Question("value", "Which value?", answer=answer)
    lost = ["L5", "l5", "-999995", "loses in 5", "Lost in 5 plies", "verliert in 5 Halbzügen", "Niederlage in 5", "L 5"]
    assert {question.normal(text) for text in lost} == {"-999995"}
    given = [question.normal(text) for text in ("-999995", "W3", "wins in 3", " −2,5 ", "1/2")]
    assert given == ["-999995", "999997", "999997", "-2.5", "0.5"]
    assert [question.correct(text) for text in given] == [True, *[False] * 4]
    assert [question.label(text) for text in ("-999995", "≥999997", "3")] == ["L5", "≥W3", "3"]
    german = Languages([folders.PACKAGE / "translations"]).known["de"].catalogue
    assert [translated(question.label(text), german) for text in ("-2.5", "≤0.000001")] == ["-2,5", "≤0.000001"]
    for text in ("L5 moves", "wl5", "in 5", "1/0", "≤", "≤≥3", "at most", "W1234567", "5 5", "nan", "1e400"):
        with pytest.raises(BadAnswer):
            question.normal(text)


def test_a_bound_is_answered_as_a_bound_or_by_its_number() -> None:
    question = Question("value", "Which value?", answer=Answer(frozenset({"≤3"}), "≤3", number_label("≤3")))
    given = [question.normal(text) for text in ("≤ 3", "<=3,00", "at most 3", "höchstens 3", "3", "≥3", ">= 3", "≤ 4")]
    assert given == ["≤3"] * 4 + ["3", "≥3", "≥3", "≤4"]
    assert [question.correct(text) for text in given] == [True] * 5 + [False] * 3
    exact = Question("value", "Which value?", answer=Answer(frozenset({"3"}), "3", "3"))
    assert [exact.correct(text) for text in ("3", "≤3", "≥3")] == [True, False, False]


def test_several_choices_are_right(place: Place) -> None:
    tokens = place.students("Ada", "Ben", "Cleo")
    place.teach("ask", **{**CHOICE, "choices": ["one", "two", "three"], "right": ["2", "0"]})
    for name, text in zip(tokens, "012", strict=True):
        place.answer(tokens[name], text)
    place.teach("reveal")
    assert place.question["answer"]["label"] == "one or three"
    assert [each.right for each in place.room.students.values()] == [1, 0, 1]


def test_free_words_are_sorted_by_the_teacher_and_shown_to_nobody_else(place: Place) -> None:
    tokens = place.students("Ada", "Ben", "Cleo", "Dan")
    place.teach("ask", kind="text", prompt="Why is a corner good?")
    assert place.refusal(place.answer, tokens["Ada"], " \t ") == "bad_answer"
    for name, text in zip(tokens, ("Nobody  turns it.", "nobody turns it", "it is pretty", "=rude()"), strict=True):
        place.answer(tokens[name], text)
    place.teach("tally", on=True)
    told = place.room.for_teacher()["in_words"] or []
    assert [(each["text"], each["count"], each["heap"]) for each in told] == [
        ("nobody turns it", 2, None), ("it is pretty", 1, None), ("=rude()", 1, None),
    ]  # fmt: skip
    assert place.question["tally"] == [{"text": "", "label": "not sorted yet", "count": 4}]
    place.teach("sort", text="Nobody turns it", heap="It stays")
    place.teach("sort", text="it is pretty", heap="Beauty")
    place.teach("heap_right", heap="It stays", on=True)
    assert [(row["label"], row["count"]) for row in place.question["tally"]] == [
        ("It stays", 2), ("Beauty", 1), ("not sorted yet", 1),
    ]  # fmt: skip
    assert "rude" not in str(place.state)
    assert place.question["answer"] is None
    for number in range(6):
        place.teach("sort", text=f"other {number}", heap=f"Heap {number}")
    assert place.refusal(place.teach, "sort", text="it is pretty", heap="One too many") == "malformed"
    place.fail(True)
    assert place.refusal(place.teach, "sort", text="it is pretty", heap="It stays") == "storage_failed"
    place.fail(False)
    assert [each["heap"] for each in place.room.for_teacher()["in_words"] or []][:2] == ["It stays", "Beauty"]
    place.restart()
    place.join("t", "teacher", token=place.made["teacher"])
    place.teach("reveal")
    assert place.state["question"]["answer"]["label"] == "It stays"
    assert [each.right for each in place.room.students.values()] == [1, 1, 0, 0]
    assert place.refusal(place.teach, "sort", text="x", heap="It stays") == "not_yet"
    assert "rude" not in str(place.state)
