"""The teacher's report in real browsers: tests are written and taken, a student tries them, hands in and is graded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import registry
from plyground.core.settings import Settings
from tests.browser.axe import clean
from tests.browser.conftest import console_errors, until_script
from tests.browser.test_administration import press, put
from tests.browser.test_owner import open_quick_bot
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[Competition]:
    """An open competition with one house bot on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Autumn cup", "othello", {}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "House"), "random")
    yield made
    store.delete(made.id)
    store.close()


def _open(browser: Chrome, words: str) -> None:
    browser.execute_script(
        "[...document.querySelectorAll('summary')].find((each) => each.textContent.includes(arguments[0])).click()",
        words,
    )


def test_a_teacher_tests_and_grades_what_a_student_tries_and_hands_in(
    server: Server, contest: Competition, browser: Chrome, new_browser: Callable[[], Chrome], tmp_path: Path
) -> None:
    own = f"{server.url}/compete/{contest.id}"
    browser.get(f"{own}/teach/report#key={server.teacher_key}")
    until_script(browser, "!!document.getElementById('formula')")
    game = registry.game("othello")
    _open(browser, "Write a test")
    put(browser, "test-title", "opens at f5 or d3")
    put(browser, "test-position", game.position_text(game.initial()))
    put(browser, "test-moves", "z9")
    press(browser, "Add the test")
    until_script(browser, "document.querySelector('.report-form [role=alert]')?.textContent.includes('z9')")
    browser.find_element(By.ID, "test-moves").clear()
    put(browser, "test-moves", "f5\nd3")
    press(browser, "Add the test")
    until_script(browser, "document.querySelectorAll('.test-list > li').length === 1")
    _open(browser, "Take from the puzzles")
    browser.find_element(By.ID, "puzzle-count").clear()
    put(browser, "puzzle-count", "2")
    browser.find_element(By.ID, "puzzle-hidden").click()
    press(browser, "Take them")
    until_script(browser, "document.querySelectorAll('.test-list > li').length === 3")
    put(browser, "formula", "100 * public + x")
    press(browser, "Grade by it")
    until_script(browser, "document.querySelector('#desk [role=alert]')?.textContent.includes('no such name')")
    put(browser, "formula", "round(100 * public) + 10")
    press(browser, "Grade by it")
    until_script(browser, "!document.querySelector('#desk [role=alert]')")

    student = new_browser()
    student.get(f"{server.url}/write/othello?competition={contest.id}")
    open_quick_bot(student, tmp_path)
    press(student, "Try 1 test")
    until_script(student, "document.querySelectorAll('#tests .test-list > li').length === 1")
    assert "after" in student.find_element(By.CSS_SELECTOR, "#tests .test-list").text
    clean(student, "tests that were tried")
    student.find_element(By.ID, "tab-hand").click()
    press(student, "Hand in to", "#hand-in")
    until_script(
        student,
        "location.pathname.includes('/bots/') && document.querySelector('#tests')?.textContent.includes('of 2 hidden')",
    )
    assert "opens at f5 or d3" in student.find_element(By.ID, "tests").text
    clean(student, "an owner's page with tests")

    until_script(browser, "/^(10|110)$/.test(document.querySelector('.report-students tbody td strong')?.textContent)")
    _open(browser, "1 version")
    said = browser.find_element(By.CSS_SELECTOR, ".report-versions").text
    assert "public 1 of 1" in said or "public 0 of 1" in said
    clean(browser, "the report")
    for each in (browser, student):
        assert [said for said in console_errors(each) if "400" not in said] == []
