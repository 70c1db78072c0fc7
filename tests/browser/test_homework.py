"""Homework in real browsers: set from a plan, done on a phone and on a second device, late, looked at, and deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
import requests
from selenium.webdriver import Chrome, Keys

from plyground.classroom.homework.store import HomeworkStore
from plyground.puzzles import keeping
from plyground.storage import Database
from tests.browser.axe import by_theme, themes_of, violations
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tests.browser.test_plans import press, typed
from tools.benchmarks.serving import Server

ENTRIES: list[dict[str, Any]] = [
    {"kind": "text", "title": "Read this", "text": "Then answer."},
    {"kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": [1],
     "why": "It is larger.", "hints": ["Not the first."], "points": 2},
    {"kind": "question", "asked": "move", "game": "othello", "right": ["d3"], "prompt": "Which move?"},
    {"kind": "question", "asked": "value", "prompt": "What is the root worth?", "game": "tree",
     "position": "a 0 ( o 0 ( a 3 a 5 ) o 0 ( a 2 a 9 ) )", "right": [3]},
]  # fmt: skip
PUZZLE = next(each for each in keeping.of("othello").values() if len(each.moves) == 3)
ENTRIES.append({"kind": "puzzle", "game": "othello", "puzzle": PUZZLE.id})


def fits(browser: Chrome, what: str) -> None:
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320, what


def verdict(phone: Chrome, part: str) -> str:
    return str(until(phone, f"document.querySelector('.notice[data-part=\"{part}\"]')?.textContent"))


def place(phone: Chrome, number: int) -> None:
    """Go to a task by its place in the row."""
    press(phone, f".homework-places li:nth-child({number}) button")
    until(phone, f"!!document.querySelector('.homework-places li:nth-child({number}) [aria-current]')")


def shift(server: Server, homework: str, days: float) -> None:
    """The day on which it is due comes nearer, as if so much time had passed."""
    database = Database(f"sqlite:///{server.log.parent / 'games.sqlite3'}")
    end = database.use()
    store = HomeworkStore(database)
    terms = store.get(homework).terms
    store.change(homework, replace(terms, due=terms.due - days * 86_400))
    end()


@pytest.mark.soak
def test_homework_from_the_plan_to_the_gradebook_and_away(
    browser: Chrome, server: Server, new_browser: Callable[[], Chrome]
) -> None:
    made = requests.post(f"{server.url}/api/plans", json={"plan": {"title": "Week 3", "entries": ENTRIES}}, timeout=30)
    plan = made.json()["id"]
    browser.get(f"{server.url}/class/plans/{plan}")
    press(browser, "#plan-homework:not([disabled])")
    until(browser, "!!document.querySelector('dialog[open] #terms-due')")
    assert violations(browser) == []
    press(browser, "dialog .button.primary")
    until(browser, "location.pathname.endsWith('/teach') && !!document.querySelector('#list')")
    homework = browser.current_url.split("/")[-2]
    assert "#" not in browser.current_url, "the key does not stay in the address"
    typed(browser, "#list", f"Ada Lovelace; ada@example.org{Keys.ENTER}Charles Babbage; cb@example.org")
    press(browser, ".codes-form .button.primary")
    until(browser, "document.querySelectorAll('.codes-table .codes-code').length === 2")
    code = browser.find_element("css selector", ".homework-qr")
    assert unquote(str(code.get_attribute("src"))).endswith(f"/qr.svg?path=/homework/{homework}")
    assert browser.execute_script("return arguments[0].naturalWidth", code) > 0
    ada, _charles = browser.execute_script(
        "return [...document.querySelectorAll('.codes-table .codes-code')].map((each) => each.textContent)"
    )

    phone = new_browser()
    resize(phone, 320, 700)
    phone.get(f"{server.url}/homework/{homework}")
    typed(phone, "#code", "ABCD-2345" + Keys.ENTER)
    until(phone, "document.querySelector('[role=alert]')?.textContent.includes('opens nothing')")
    fits(phone, "the door")
    phone.execute_script("document.querySelector('#code').value = ''")
    typed(phone, "#code", ada.lower() + Keys.ENTER)
    until(phone, "document.querySelector('#homework-prompt')?.textContent === 'Which?'")
    assert "Charles" not in phone.page_source
    press(phone, "[data-answer=a]")
    press(phone, "#homework-answer:not([disabled])")
    assert "2 tries are left" in verdict(phone, "0")
    until(phone, "document.activeElement.dataset.part === '0'")
    assert "Not the first." in until(phone, "document.querySelector('.homework-hint').textContent")
    assert by_theme(phone, themes_of("phone")) == {}
    press(phone, "[data-answer=b]")
    press(phone, "#homework-answer:not([disabled])")
    assert "It is larger." in verdict(phone, "1")
    press(phone, "#homework-next")
    until(phone, "document.activeElement?.textContent === 'Which move?'")
    press(phone, '#homework-board [data-x="2"][data-y="3"]')
    press(phone, "#homework-answer:not([disabled])")
    verdict(phone, "0")
    fits(phone, "a board")

    place(phone, 4)
    shift(server, homework, 10)
    own = {"Authorization": f"Bearer {ada}"}
    body: dict[str, Any] = {"entry": 3, "attempt": 1, "text": "3"}
    assert requests.post(f"{server.url}/api/homework/{homework}/answer", json=body, headers=own, timeout=30).ok
    typed(phone, "#class-value", "7" + Keys.ENTER)  # this device has not heard of the other one's answer
    until(phone, "document.querySelector('[role=alert]')?.textContent.includes('another device')")
    verdict(phone, "1")

    place(phone, 5)
    first, reply, second = PUZZLE.moves
    for move, told in ((first, f"Right so far: {first}, {reply}. Go on."), (second, "Right.")):
        press(phone, f'#homework-board .legal[data-x="{ord(move[0]) - 97}"][data-y="{int(move[1:]) - 1}"]')
        press(phone, "#homework-answer:not([disabled])")
        until(phone, f"document.querySelector('.homework-task .notice b')?.textContent === {told!r}")
    fits(phone, "a puzzle that was solved")

    phone.execute_script("localStorage.clear()")  # as on another device, by the link of the slip
    phone.get("about:blank")
    phone.get(f"{server.url}/homework/{homework}#code={ada}")
    assert "4 of 5 points" in until(phone, "document.querySelector('.homework-head')?.textContent")
    assert "#" not in phone.current_url
    place(phone, 3)
    assert "2 tries are left" in verdict(phone, "0")
    assert violations(phone) == []

    browser.refresh()
    until(browser, "document.querySelector('.homework-cell.good')")
    row = until(browser, "document.querySelector('.homework-table tbody tr').textContent")
    assert "Ada Lovelace" in row
    assert "late" in row
    assert "4 / 5" in row
    assert by_theme(browser, themes_of("teacher")) == {}
    resize(browser, 320, 700)
    fits(browser, "the teacher's page")
    resize(browser, 1280, 900)
    press(browser, ".homework-table tbody th button")
    path = until(browser, "document.querySelector('dialog[open] .homework-path')?.textContent")
    assert [text in path for text in ("one", "two", "c4", "Try 2")] == [True] * 4
    press(browser, "dialog .button.primary")
    key = browser.execute_script(
        "return Object.keys(localStorage).filter((name) => name.includes('homework-set'))"
        ".map((name) => JSON.parse(localStorage.getItem(name)).key)[0]"
    )
    saved = requests.get(
        f"{server.url}/api/homework/{homework}/gradebook.csv", headers={"Authorization": f"Bearer {key}"}, timeout=30
    )
    assert saved.text.splitlines() == [
        "Name,Email address,Week 3", "Ada Lovelace,ada@example.org,80", "Charles Babbage,cb@example.org,"
    ]  # fmt: skip

    press(browser, "#delete")
    press(browser, "dialog .button.danger")
    until(browser, "document.querySelector('h1').textContent === 'This homework is deleted'")
    assert requests.get(f"{server.url}/homework/{homework}", timeout=30).status_code == 404
    quiet = [each for one in (browser, phone) for each in console_errors(one)]
    assert [each for each in quiet if not any(code in each for code in ("403", "409"))] == []
