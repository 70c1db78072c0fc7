"""A class's pages in every theme: nothing that axe-core finds, readable at 320 px, spoken as it changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import TWO_FRAMES, by_theme, themes_of
from tests.browser.conftest import console_errors, requested_hosts, resize
from tests.browser.conftest import until_script as until
from tests.soaking import some
from tests.web.classes import Class, opened
from tools.benchmarks.serving import Server

WIDER = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = (
    "return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('svg') &&"
    " [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&"
    " parseFloat(getComputedStyle(e).fontSize) < 14).map((e) => e.outerHTML.slice(0, 120))"
)
LISTEN = """
window.heard = [];
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) window.heard.push(node.textContent);
}).observe(document.querySelector('#class-status'), {childList: true});
"""
KEEP = "localStorage.setItem('plyground.class.' + arguments[0], JSON.stringify({kept: arguments[1], at: 1}))"
MOVE = {"kind": "move", "game": "othello", "moves": ["f5"]}
STAGE = "/lab#" + "&".join(
    (
        "game=tree",
        "position=a+0+(+a+6+o+12+(+a+3+a+7+)+)",
        "search=alphabeta",
        "settings=%7B%22depth%22%3A0%7D",
        "step=6",
    )
)


@pytest.fixture
def room(server: Server) -> Iterator[Class]:
    """A class with three students, its names on the wall."""
    with opened(server) as made:
        made.students = [made.student(name) for name in ("Ada", "Grace", "Łukasz")]  # type: ignore[attr-defined]
        made.teacher.done("names", on=True)
        yield made


def joining(room: Class) -> str:
    return "!!document.querySelector('#nickname')"


def choosing(room: Class) -> str:
    room.teacher.done("ask", **MOVE)
    room.teacher.done("follow", on=False)
    return "document.querySelectorAll('#class-board svg').length > 0"


def welcome(room: Class) -> str:
    return "document.querySelectorAll('.class-wall-names li').length >= 3"


def answers(room: Class) -> str:
    room.teacher.done("show", scene={"kind": "stage", "link": STAGE})
    choices = [{"text": "a", "label": "It is cut"}, {"text": "b", "label": "It is looked at"}]
    room.teacher.done("ask", kind="choice", prompt="What becomes of the leaf 7?", choices=choices, right="a", why="12.")
    for student, text in zip(room.students, "aab", strict=True):  # type: ignore[attr-defined]
        student.answer(text)
    room.teacher.done("reveal")
    return "document.querySelectorAll('.class-bar').length === 2 && !!document.querySelector('.lab-tree')"


def teaching(room: Class) -> str:
    answers(room)
    return "document.querySelectorAll('.teach-students tbody tr').length >= 3 && !!document.querySelector('.lab-tree')"


def verdict(room: Class) -> str:
    answers(room)
    return "!!document.querySelector('.class-verdict') && !!document.querySelector('.lab-tree')"


PAGES: dict[str, tuple[str, str, Callable[[Class], str]]] = {
    "joining": ("", "", joining),
    "choosing a move": ("", "student", choosing),
    "what was right": ("", "student", verdict),
    "the code on the wall": ("/wall", "", welcome),
    "answers on the wall": ("/wall", "", answers),
    "teaching": ("/teach", "teacher", teaching),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", some(PAGES, 3))
@pytest.mark.requests
def test_page_of_a_class_is_accessible(name: str, browser: Chrome, server: Server, room: Class) -> None:
    path, role, prepare = PAGES[name]
    ready = prepare(room)
    ada = room.students[0]  # type: ignore[attr-defined]
    browser.get(f"{server.url}/class")
    kept: dict[str, Any] = {"teacher": room.made["teacher"]} if role == "teacher" else {"student": ada.token}
    browser.execute_script(KEEP, room.code, kept if role else {})
    browser.get(f"{server.url}/class/{room.code}{path}")
    until(browser, ready)
    assert by_theme(browser, themes_of(name)) == {}, name
    resize(browser, 320, 700)
    browser.execute_async_script(TWO_FRAMES)
    assert browser.execute_script(WIDER) <= 0, f"{name} scrolls sideways at 320 px"
    assert browser.execute_script(SMALL) == [], f"{name} has text under 14 px"
    assert requested_hosts(browser) == {f"127.0.0.1:{server.port}"}
    assert console_errors(browser) == []


def test_a_student_hears_what_changes(browser: Chrome, server: Server, room: Class) -> None:
    browser.get(f"{server.url}/class")
    ada = room.students[0]  # type: ignore[attr-defined]
    browser.execute_script(KEEP, room.code, {"student": ada.token})
    browser.get(f"{server.url}/class/{room.code}")
    until(browser, "document.querySelector('main').innerText.includes('You are in, Ada')")
    browser.execute_script(LISTEN)
    room.teacher.done("ask", kind="choice", prompt="Who is ahead?", choices=["Dark", "Light"], right="0", why="By two.")
    until(browser, "!!document.querySelector('[data-answer]')")
    browser.execute_script("document.querySelector('[data-answer=\"0\"]').click()")
    until(browser, "window.heard.includes('Your answer is in.')")
    room.teacher.done("pause", on=True)
    until(browser, "window.heard.includes('The class is paused.')")
    room.teacher.done("pause", on=False)
    room.teacher.done("close_question")
    until(browser, "window.heard.join(' ').includes('Answers are closed.')")
    room.teacher.done("reveal")
    until(browser, "window.heard.includes('Dark is right.')")
    heard = json.dumps(browser.execute_script("return window.heard"))
    assert heard.count("A question: Who is ahead?") == 1
    assert heard.count("The answer: Dark. By two.") == 1


def test_a_move_is_chosen_by_keys_alone_and_the_focus_stays(browser: Chrome, server: Server, room: Class) -> None:
    browser.get(f"{server.url}/class")
    browser.execute_script(KEEP, room.code, {"student": room.students[0].token})  # type: ignore[attr-defined]
    browser.get(f"{server.url}/class/{room.code}")
    until(browser, "document.querySelector('main').innerText.includes('You are in, Ada')")
    room.teacher.done("ask", **MOVE, seconds=60)
    until(browser, "document.querySelectorAll('#class-board [role=gridcell]').length === 64")
    browser.execute_script("document.querySelector('#class-board [role=gridcell][tabindex=\"0\"]').focus()")
    place = "[Number(document.activeElement.dataset.x), Number(document.activeElement.dataset.y)]"
    x, y = browser.execute_script(f"return {place}")
    keys = [Keys.ARROW_RIGHT if x < 5 else Keys.ARROW_LEFT] * abs(5 - x)
    keys += [Keys.ARROW_DOWN if y < 5 else Keys.ARROW_UP] * abs(5 - y)
    ActionChains(browser).send_keys(*keys, Keys.ENTER).perform()
    until(browser, "document.querySelector('.class-answered').innerText.includes('You answered f6')")
    assert browser.execute_script(f"return {place}") == [5, 5]
    ActionChains(browser).send_keys(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ENTER).perform()
    until(browser, "document.querySelector('.class-answered').innerText.includes('You answered f4')")
    assert "your choice" in browser.execute_script("return document.activeElement.getAttribute('aria-label')")


def test_a_teacher_goes_from_question_to_question_by_one_key(browser: Chrome, server: Server, room: Class) -> None:
    browser.get(f"{server.url}/class")
    browser.execute_script(KEEP, room.code, {"teacher": room.made["teacher"]})
    room.teacher.done("ask", kind="choice", prompt="Who is ahead?", choices=["Dark", "Light"], right="0", why="By two.")
    browser.get(f"{server.url}/class/{room.code}/teach")
    until(browser, "!!document.querySelector('.teach-screen .button')")
    browser.execute_script("document.querySelector('.teach-answers .button').focus()")
    for here in ("Close", "Reveal", "Next", "On screen: The code, to join"):
        until(browser, f"document.activeElement.textContent.trim() === {here!r}")
        ActionChains(browser).send_keys(Keys.ENTER).perform()
