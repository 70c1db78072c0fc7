"""A visit to watching bots: the featured match is a final, two predict its moves, a judge says who leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import requests
from selenium.webdriver import Chrome

from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_owner import PATIENCE, accessible, text
from tests.competitions.events import Deciders, make
from tests.waiting import until
from tools.benchmarks.serving import Server

LEGAL = "[...document.querySelectorAll('.follow-board [aria-label]')].filter((e) => / legal\\b/.test(e.ariaLabel))"


@pytest.fixture
def contest(own_server: Server) -> Iterator[Competition]:
    """Two house bots on a server whose wall shows nothing else, before a final of more than a minute."""
    store = CompetitionStore(Settings(database=f"sqlite:///{own_server.log.parent / 'games.sqlite3'}"))
    made = make(
        store,
        bots=2,
        game="othello",
        options={"size": 6, "colours": "red-blue"},
        final=2,
        final_waits=True,
        final_pace=2.5,
    )
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    yield made
    store.close()


def predict(browser: Chrome) -> None:
    """Predict a move: as often as it takes, since moves are made meanwhile."""

    def done() -> bool:
        browser.execute_script(f"{LEGAL}[0]?.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        return bool(browser.execute_script("return /You predict/.test(document.querySelector('.company').textContent)"))

    until(done, PATIENCE)


def test_a_class_watches_bots_predicts_and_hears_a_third_opinion(
    browser: Chrome, new_browser: Callable[[], Chrome], own_server: Server, contest: Competition
) -> None:
    server = own_server
    resize(browser, 1920, 1080)
    browser.get(f"{server.url}/watch")
    until_script(browser, "document.querySelector('#featured-next').textContent.includes('The final of Test waits')")
    accessible(browser, "watching bots before anything is played")
    teacher = {"Authorization": f"Bearer {server.teacher_key}"}
    assert requests.post(f"{server.url}/api/competitions/{contest.id}/final", headers=teacher).ok
    until_script(browser, "/Test · Final/.test(document.querySelector('#featured-facts').textContent)", PATIENCE)
    until_script(browser, "!!document.querySelector('.follow-board svg')", PATIENCE)
    browser.find_element("css selector", "[data-what=judged]").click()
    until_script(browser, "!!document.querySelector('.time-lines')", PATIENCE)
    seat = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue('--seat-1')"
    assert browser.execute_script(seat, ".time-lines") == browser.execute_script(seat, ".final-players")
    other = new_browser()
    resize(other, 390, 844)
    other.get(f"{server.url}/watch")
    until_script(other, "!!document.querySelector('.follow-board svg')", PATIENCE)
    for each in (browser, other):
        each.find_element("css selector", "[data-what=predicts]").click()
        predict(each)
    until_script(browser, "!!document.querySelector('.company-last')", PATIENCE)
    until_script(browser, "/Hare after move/.test(document.querySelector('.company').textContent)", PATIENCE)
    assert "predictions were right" in text(browser, ".company") or "prediction was right" in text(browser, ".company")
    until_script(other, "document.querySelector('.company').textContent.includes('You were right')", PATIENCE)
    assert other.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    accessible(browser, "a featured match that is predicted and judged")
    other.get(f"{server.url}/wall")
    until_script(other, f"!!document.querySelector('.wall-cell a[href*=\"/compete/{contest.id}/live/\"]')", PATIENCE)
    assert console_errors(browser) == []
    assert console_errors(other) == []
