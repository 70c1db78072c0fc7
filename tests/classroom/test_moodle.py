"""Questions in Moodle's XML: of its documented form, read back the same in every game, safe whatever a file holds."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from lxml import etree

from plyground.classroom.plans import files, moodle
from plyground.classroom.plans.asking import needs_search, question_of
from plyground.classroom.plans.entries import read_entry
from plyground.core import registry
from plyground.core.messages import translated
from plyground.core.refusals import BadPlan, Oversized
from plyground.sessions.question import Answer
from tests.classroom.test_plans import CHOICE, ESSAY, SEARCH, TEXT, VALUE, of_game

TEXTS = "".join(f'<define name="{name}">{body}</define>' for name, body in {
    "text": '<element name="text"><text/></element>',
    "html": '<attribute name="format"><choice><value>html</value><value>moodle_auto_format</value></choice></attribute>'
            '<ref name="text"/>',
    "answer": '<element name="answer"><attribute name="fraction"><choice>'
              + "".join(f"<value>{each}</value>" for each in (100, 90, 80, 75, 70, 60, 50, 40, 30, 25, 20, 10, 5, 0)) +
              '</choice></attribute>'
              '<ref name="html"/><element name="feedback"><ref name="html"/></element>'
              '<optional><element name="tolerance"><data type="decimal"/></element></optional></element>',
    "head": '<element name="name"><ref name="text"/></element><element name="questiontext"><ref name="html"/></element>'
            '<element name="generalfeedback"><ref name="html"/></element>'
            '<element name="defaultgrade"><data type="decimal"/></element>'
            '<element name="penalty"><data type="decimal"/></element>'
            '<element name="hidden"><choice><value>0</value><value>1</value></choice></element>',
    "hints": '<zeroOrMore><element name="hint"><ref name="html"/></element></zeroOrMore>',
    "answers": '<oneOrMore><ref name="answer"/></oneOrMore>',
    "multichoice": '<element name="single"><data type="boolean"/></element>'
                   '<element name="shuffleanswers"><data type="boolean"/></element>'
                   '<element name="answernumbering"><choice><value>none</value><value>abc</value></choice></element>'
                   '<ref name="answers"/>',
    "shortanswer": '<element name="usecase"><choice><value>0</value><value>1</value></choice></element>'
                   '<ref name="answers"/>',
    "numerical": '<ref name="answers"/>',
    "description": "<empty/>",
    "essay": '<element name="responseformat"><choice><value>editor</value><value>plain</value></choice></element>'
             + "".join(f'<element name="{each}"><data type="nonNegativeInteger"/></element>' for each in (
                 "responserequired", "responsefieldlines", "attachments", "attachmentsrequired"))
             + '<element name="graderinfo"><ref name="html"/></element>'
             '<element name="responsetemplate"><ref name="html"/></element>',
}.items())  # fmt: skip
KINDS = "".join(
    f'<element name="question"><attribute name="type"><value>{kind}</value></attribute>'
    f'<ref name="head"/><ref name="{kind}"/>{hints}</element>'
    for kind, hints in (
        *((kind, '<ref name="hints"/>') for kind in ("multichoice", "numerical", "shortanswer")),
        *((kind, "") for kind in ("essay", "description")),
    )
)
SCHEMA = etree.RelaxNG(etree.fromstring(
    '<grammar xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">'
    '<start><element name="quiz"><element name="question"><attribute name="type"><value>category</value></attribute>'
    '<element name="category"><ref name="text"/></element></element>'
    f"<zeroOrMore><choice>{KINDS}</choice></zeroOrMore></element></start>{TEXTS}</grammar>"
))  # fmt: skip
"""The form that https://docs.moodle.org/en/Moodle_XML_format describes, of the kinds that are written; with what
Moodle 4.5 was seen to do beyond that: other fractions of an answer it refuses, hints of essays it drops."""


def found(entry: dict[str, Any]) -> Answer | None:
    """What a search would say of an entry: the first move is right, and another keeps half the point."""
    question = question_of(entry)
    if question is None or question.board is None or not needs_search(question):
        return None
    rules, there = question.board.rules, question.board.position
    one, two = [rules.move_text(there, each) for each in rules.legal_moves(there)[:2]]
    return Answer(frozenset({one}), one, one, "It wins.", {two: 0.5})


def words(quiz: Any) -> Any:
    """What the first question of a file says, as HTML."""
    return etree.fromstring(f"<div>{quiz.findtext('question/questiontext/text')}</div>", etree.HTMLParser())


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_what_is_written_has_moodles_form_and_is_read_back_the_same(game_id: str) -> None:
    entries = [TEXT, CHOICE, VALUE, ESSAY, SEARCH, {**TEXT, "title": ""}, *of_game(game_id)]
    plan = files.read_plan({"title": "A & B / C", "entries": entries})
    content = moodle.written(plan, [found(each) for each in plan["entries"]])
    quiz = etree.fromstring(content)
    SCHEMA.assertValid(quiz)
    assert moodle.read(content) == (plan, [])
    kinds = [each.get("type") for each in quiz.iterchildren("question")]
    assert kinds[:6] == ["category", "description", "multichoice", "numerical", "essay", "description"]
    assert "shortanswer" in kinds
    assert [each.get("fraction") for each in quiz[2].iterchildren("answer")] == ["100", "0", "100"]
    if any(needs_search(each) for each in map(question_of, plan["entries"]) if each is not None):
        assert quiz.xpath("//answer[@fraction='50']")


class German(NullTranslations):
    """A language in which whoever moves is "am Zug"."""

    def gettext(self, message: str) -> str:
        """The sentence with these words."""
        return message.replace("to move", "am Zug")


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_a_board_is_told_in_the_readers_language(game_id: str) -> None:
    plan = files.read_plan({"title": "A", "entries": [each for each in of_game(game_id) if "right" in each]})
    content = moodle.written(plan, [None], lambda data: translated(data, German()))
    (board,) = [each.text for each in words(etree.fromstring(content)).iter("pre")]
    assert "am Zug" in board.splitlines()[-1]
    assert "to move" not in board
    assert moodle.read(content) == (plan, [])


def test_a_tree_tells_no_number_that_is_asked_for() -> None:
    about = {"kind": "question", "game": "tree", "asked": "value", "prompt": "How much?"}
    chances = {**about, "position": "a 71 ( o 72 ( a 3 a 8 ) o 73 ( c 74 ( 1/3 a 5 2/3 a 6 ) ) )", "right": [1]}
    plan = files.read_plan({"title": "A", "entries": [chances]})
    (board,) = [each.text for each in words(etree.fromstring(moodle.written(plan, [None]))).iter("pre")]
    assert [line.strip() for line in board.splitlines()] == [
        "Max", "Min", "3", "8", "Min", "chance decides", "1/3 5", "2/3 6", "Max to move.",
    ]  # fmt: skip
    question = question_of(read_entry({**about, "position": "a 71 ( o 72 ( a 3 a 8 ) o 5 )", "asked": "fill"}))
    assert question is not None
    assert question.board is not None
    assert question.board.picture.splitlines()[:2] == ["Max A", "    Min B"]


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_a_plan_comes_back_the_same_after_moodle_has_sorted_it(game_id: str) -> None:
    """Moodle 4.5 exports a category's questions by kind and name, points with seven places, and a category with more
    about it than was imported."""
    asked = [{**CHOICE, "right": []}, {**CHOICE, "right": [1]}, CHOICE]
    hinted = [{**each, "hints": ["Look."]} for each in of_game(game_id) if each["kind"] in ("puzzle", "exercise")]
    plan = files.read_plan({"title": "A", "entries": [TEXT, *asked, VALUE, ESSAY, *of_game(game_id), *hinted]})
    quiz = etree.fromstring(moodle.written(plan, [found(each) for each in plan["entries"]]))
    category, *questions = quiz
    etree.SubElement(etree.SubElement(category, "info", format="moodle_auto_format"), "text")
    for each in questions:
        each.find("defaultgrade").text += ".0000000"
        etree.SubElement(each, "idnumber")
    quiz[1:] = sorted(questions, key=lambda each: (each.get("type"), each.findtext("name/text")))
    assert moodle.read(etree.tostring(quiz)) == (plan, [])
    quiz.insert(1, etree.fromstring('<question type="description"><name><text>New</text></name></question>'))
    entries = moodle.read(etree.tostring(quiz))[0]["entries"]
    assert [entries[0]["title"], entries[1:]] == ["New", plan["entries"]], "a new one stays where it is"


def test_a_move_is_no_pattern_in_moodle() -> None:
    entry = of_game("othello")[1]
    content = moodle.written(
        files.read_plan({"title": "", "entries": [entry]}), [Answer(frozenset({"a*b"}), "a*b", "")]
    )
    assert etree.fromstring(content).findtext("question/answer/text") == "a\\*b", "a bare * stands for any letters"


def test_what_was_changed_in_moodle_goes_before_what_was_there() -> None:
    plan = files.read_plan({"title": "", "entries": [CHOICE, VALUE]})
    content = moodle.written(plan, [None, None]).replace(b"<text>two</text>", b"<text>&lt;p&gt;deux&lt;/p&gt;</text>")
    read, _left = moodle.read(content.replace(b"<text>0.5</text>", b"<text>0.75</text>"))
    assert read["entries"][0] == {**plan["entries"][0], "choices": ["one", "deux", "three"]}
    assert read["entries"][1] == {**plan["entries"][1], "right": [-3.0, 0.75]}


def test_questions_of_others_are_read_and_what_is_left_out_is_said() -> None:
    content = b"""<?xml version="1.0"?>
<quiz>
<question type="truefalse"><name><text>T</text></name><questiontext format="html"><text><![CDATA[<p>Is it <b>so</b>?</p>]]></text></questiontext>
<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>
<question type="cloze"><name><text>C</text></name></question>
<question type="numerical"><questiontext><text>How many?</text></questiontext><answer fraction="100"><text>x</text></answer></question>
<question type="essay"><questiontext><text>&lt;![ and why?</text></questiontext><defaultgrade>1e999</defaultgrade></question>
</quiz>"""  # noqa: E501 - as others write it
    plan, left = moodle.read(content)
    (entry,) = plan["entries"]
    assert (entry["prompt"], entry["choices"], entry["right"]) == ("Is it so?", ["true", "false"], [0])
    assert left[0].startswith("Line 5: Questions of the kind “cloze”")
    assert left[1].startswith("Line 6: ")
    assert left[2] == "Line 7: it holds what is no number."


BOMB = "<!DOCTYPE quiz [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
    f"<!ENTITY {chr(98 + at)} '{f'&{chr(97 + at)};' * 10}'>" for at in range(9)
)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Line 1 "),
        (b"<quiz>\n<question", "Line 2 "),
        (b"<html/>", "no questions of Moodle"),
        ((BOMB + "]><quiz><question type='essay'><name><text>&j;</text></name></question></quiz>").encode(), "Line 1 "),
        (b"<!DOCTYPE quiz SYSTEM 'file:///etc/passwd'><quiz/>", "document type"),
        (b"<quiz>" + b"<a>" * 10_000, "Line 1 "),
    ],
)  # fmt: skip
def test_what_is_no_file_of_questions_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(BadPlan) as refused:
        moodle.read(content)
    assert sentence in refused.value.sentence


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(Oversized):
        moodle.read(b" " * 3_000_001)
    with pytest.raises(Oversized):
        moodle.read(b"<quiz>" + b"<question type='essay'><name><text>a</text></name></question>" * 101 + b"</quiz>")
