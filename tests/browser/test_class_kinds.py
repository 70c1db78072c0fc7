"""Every kind of question in front of a class: the teacher's page, three phones that answer by keys alone, and the wall
at three sizes with nothing cut off. `test_class.py` asks two kinds in the same way, `test_wall_fits.py` fills walls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.classroom import commands
from tests.browser.axe import TWO_FRAMES, violations
from tests.browser.class_page import BARS, ClassPage, Student
from tests.browser.conftest import console_errors, resize
from tests.browser.test_class_access import KEEP, WIDER
from tests.browser.test_wall_fits import FOUND, LONG, SIZES
from tests.web.classes import Class, opened
from tests.web.test_classroom_engines import record
from tools.benchmarks.serving import Server

TREE = "a 0 ( o 0 ( a 5 a 8 a 4 ) o 0 ( a 2 a 9 ) o 0 ( a 7 a 6 ) )"
WIDE_TREE = "a 0 ( {} )".format(" ".join(["o 0 ( {} )".format(" ".join(["a 0 ( o 5 o 8 o 4 )"] * 3))] * 3))
STAGE = "/lab#game=tree&search=alphabeta&settings=%7B%22depth%22%3A0%7D&position=" + TREE.replace(" ", "+")
GROWN: dict[str, Any] = {
    "game": "othello", "options": {"size": 4}, "search": "mcts", "settings": {"iterations": 40},
}  # fmt: skip
FIELD = "#class-board [role=gridcell], [data-answer], #class-value, #class-words, .class-fill input"
"""Where an answer of each kind begins."""
GO = """
const cell = [...document.querySelectorAll('#class-board [role=gridcell]')]
  .filter((each) => / legal\\b/.test(each.getAttribute('aria-label')))[arguments[0]];
const choices = document.querySelectorAll('[data-answer]');
const there = cell ?? choices[arguments[0] % choices.length]
  ?? document.querySelector('#class-value, #class-words, .class-fill input');
there.focus();
return there.matches('textarea') ? 'words' : there.matches('input') ? 'number' : 'press';
"""
"""Put the focus where one answers, on another choice for each student; how an answer is given there."""
SENT_AND_GONE_ON = """
const field = document.querySelector(arguments[0]);
field.value = '1';
field.form.requestSubmit();
field.value = '12';
"""
OVERFLOWS = (
    "const { scrollWidth, clientWidth } = document.querySelector('.board-table'); return scrollWidth - clientWidth"
)
ANSWERED = "return !!document.querySelector('.class-answered.given')"


def questions(server: Server) -> dict[str, dict[str, Any]]:
    """What is asked of each kind, by the kind."""
    key, trace = record(server)
    steps = list(enumerate(trace.steps))
    cut = next(at for at, step in steps if step.kind == "cut" and trace.steps[at - 1].kind == "bound")
    grown = requests.post(f"{server.url}/api/lab/trace", json=GROWN, timeout=60).json()["trace"]
    board = "/lab#game=othello&options=%7B%22size%22%3A4%7D&search="
    return {
        "move": {"game": "othello", "right": "d3", "why": LONG},
        "cut": {"trace": key, "link": board + "alphabeta", "node": trace.steps[cut].node, "step": cut},
        "next": {"trace": grown, "link": board + "mcts", "node": 0},
        "value": {"prompt": LONG, "right": "5", "why": LONG, "link": STAGE + "&step=9"},
        "choice": {"prompt": LONG, "choices": [LONG, "no", "perhaps"], "right": "0", "why": LONG, "link": STAGE},
        "text": {"prompt": LONG, "link": STAGE + "&step=4"},
        "fill": {"game": "tree", "position": TREE, "cuts": True},
        "sheet": {"number": 1, "game": "othello"},
    }


def phone_of(browser: Chrome, room: Class, nickname: str) -> Student:
    """A student's phone in the class."""
    resize(browser, 390, 844)
    phone = Student(browser, room.server)
    phone.join(room.code, nickname)
    return phone


def answer_by_keys(phone: Student, number: int) -> None:
    """Answer as the n-th student does, without a pointer."""
    phone.find(FIELD)
    way = phone.until(lambda: phone.browser.execute_script(GO, number))
    keys = {"words": (f"because {number}", Keys.TAB, Keys.ENTER), "number": (str(5 + number), Keys.ENTER)}
    ActionChains(phone.browser).send_keys(*keys.get(way, (Keys.ENTER,))).perform()
    phone.until(lambda: phone.browser.execute_script(ANSWERED))


def fits(wall: ClassPage, kind: str) -> None:
    """Nothing on the wall is cut off at any size."""
    for width, height in SIZES:
        resize(wall.browser, width, height)
        wall.browser.execute_async_script(TWO_FRAMES)
        found = wall.browser.execute_script(FOUND, [])
        assert found["out"] == [], (kind, width, found["out"])
        assert not found["scrolls"], (kind, width)


def test_a_tree_that_is_filled_in_survives_that_the_page_is_loaded_again(browser: Chrome, server: Server) -> None:
    with opened(server) as room:
        phone = phone_of(browser, room, "Ada")
        room.teacher.done("ask", kind="fill", game="tree", position=TREE, cuts=True)
        phone.find(".class-fill input").send_keys("5")
        phone.browser.execute_script("document.querySelector('[name=cut]').click()")
        phone.browser.refresh()
        assert phone.find(".class-fill input").get_attribute("value") == "5"
        assert phone.find("[name=cut]").is_selected()
        phone.browser.execute_script("document.querySelector('.class-fill').requestSubmit()")
        phone.until_text("You answered A = 5, ")


@pytest.mark.soak
@pytest.mark.long
def test_every_kind_of_question(browser: Chrome, new_browser: Callable[[], Chrome], server: Server) -> None:
    asked = questions(server)
    assert set(asked) == set(commands._ASKED)
    with opened(server) as room:
        browser.get(f"{server.url}/class")
        browser.execute_script(KEEP, room.code, {"teacher": room.made["teacher"]})
        teacher = ClassPage(browser, server)
        teacher.open(f"/class/{room.code}/teach")
        teacher.find(".teach-head h1")
        wall = ClassPage(new_browser(), server)
        wall.open(f"/class/{room.code}/wall")
        phones = [phone_of(new_browser(), room, name) for name in ("Ada", "Grace", "Łukasz")]
        wall.until_text("3 joined")
        for kind, fields in asked.items():
            room.teacher.done("ask", kind=kind, **fields)
            for number, phone in enumerate(phones):
                answer_by_keys(phone, number)
                assert phone.browser.execute_script(WIDER) <= 0, f"{kind} scrolls sideways on a phone"
            wall.until_text("3 of 3 students answered")
            teacher.until(lambda: sum(teacher.bars.values()) == 3 or teacher.all(".teach-words, .class-heap"))
            fits(wall, kind)
            room.teacher.done("reveal")
            for phone in phones:
                phone.find(".class-verdict")
                assert phone.browser.execute_script(WIDER) <= 0, f"{kind} scrolls sideways on a phone"
            wall.until(lambda: wall.all(".class-wall-answer") or sum(wall.browser.execute_script(BARS).values()) == 3)
            fits(wall, kind)
            for page in (phones[0], wall, teacher):
                assert violations(page.browser) == [], kind
            room.teacher.done("clear_question")
            wall.until_text("Join the class")
        for page in (teacher, wall, *phones):
            assert console_errors(page.browser) == []


def test_a_heap_is_typed_on_while_answers_come(browser: Chrome, server: Server) -> None:
    with opened(server) as room:
        browser.get(f"{server.url}/class")
        browser.execute_script(KEEP, room.code, {"teacher": room.made["teacher"]})
        teacher = ClassPage(browser, server)
        teacher.open(f"/class/{room.code}/teach")
        ada, grace = (room.student(name) for name in ("Ada", "Grace"))
        room.teacher.done("ask", kind="text", prompt="Why?")
        assert ada.answer("no way out")["ok"]
        teacher.find(".teach-heaps input").send_keys("for")
        assert grace.answer("a fork")["ok"]
        teacher.until(lambda: len(teacher.all(".teach-heaps li")) == 2)
        assert teacher.find(".teach-heaps input").get_property("value") == "for"


def test_an_answer_is_typed_on_while_the_one_before_is_confirmed(browser: Chrome, server: Server) -> None:
    with opened(server) as room:
        phone = phone_of(browser, room, "Ada")
        for kind, field in (("value", "#class-value"), ("text", "#class-words")):
            room.teacher.done("ask", kind=kind, prompt="Why?")
            phone.find(field)
            assert browser.find_element("css selector", field).get_property("value") == ""
            browser.execute_script(SENT_AND_GONE_ON, field)
            phone.until(lambda: browser.execute_script(ANSWERED))
            assert browser.find_element("css selector", field).get_property("value") == "12"
            room.teacher.done("clear_question")


def test_a_tree_to_fill_in_is_shown_whole_and_something_is_filled_in(browser: Chrome, server: Server) -> None:
    with opened(server) as room:
        phone = phone_of(browser, room, "Ada")
        room.teacher.done("ask", kind="fill", game="tree", position=WIDE_TREE)
        phone.find(".class-fill")
        assert len(phone.find("#class-board svg").find_elements("css selector", ".spot")) == 40
        phone.click("Answer")
        first = phone.find(".class-fill input")
        assert first.get_property("validationMessage") == "Nothing is filled in yet."
        first.send_keys("5")
        phone.click("Answer")
        phone.until_text("You answered A = 5")
        resize(browser, *SIZES[0])
        phone.open(f"/class/{room.code}/wall")
        phone.find("#class-board svg")
        browser.execute_async_script(TWO_FRAMES)
        assert browser.execute_script(OVERFLOWS) <= 0
