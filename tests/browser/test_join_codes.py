"""A teacher's list in real browsers: codes are made, a team of two takes part, and one hands in from the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.axe import by_theme
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_administration import press, put
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[Competition]:
    """An open competition with one house bot on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Spring cup", "othello", {"size": 4}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "House"), "random")
    yield made
    store.delete(made.id)
    store.close()


def _clean(browser: Chrome, what: str) -> None:
    assert by_theme(browser) == {}, what
    resize(browser, 320, 700)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320, what
    resize(browser, 1280, 900)


def test_a_team_of_two_joins_by_code_and_hands_in_from_the_editor(
    server: Server, contest: Competition, browser: Chrome, new_browser: Callable[[], Chrome]
) -> None:
    own = f"{server.url}/compete/{contest.id}"
    browser.get(f"{own}/teach/codes#key={server.teacher_key}")
    until_script(browser, "!!document.getElementById('list')")
    field = browser.find_element(By.ID, "list")
    field.send_keys("Ada Lovelace; Engines", Keys.ENTER, "Charles Babbage; Engines", Keys.ENTER, "Mary Keller")
    press(browser, "Make codes")
    until_script(browser, "document.querySelectorAll('.codes-table .codes-code').length === 3")
    codes: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('.codes-table .codes-code')].map((each) => each.textContent)"
    )
    _clean(browser, "the list of codes")

    ada, charles = new_browser(), new_browser()
    ada.get(f"{own}/enter#code={codes[0]}")  # the link of the table
    until_script(ada, "document.getElementById('code')?.value.length === 9")
    assert codes[0] not in ada.current_url
    _clean(ada, "taking part by code")
    press(ada, "Take part", "#enter")
    until_script(ada, "!!document.querySelector('.owner-alias')")
    alias = ada.find_element(By.CSS_SELECTOR, ".owner-alias").text

    charles.get(f"{server.url}/write/othello?competition={contest.id}")
    until_script(charles, "!!document.querySelector('#tab-hand')")
    charles.find_element(By.ID, "tab-hand").click()
    put(charles, "code", "AAAA-AAAA")
    press(charles, "Hand in to", "#hand-in")
    until_script(charles, "!!document.querySelector('#hand-in [role=alert]')")
    put(charles, "code", codes[1].lower().replace("-", ""))
    press(charles, "Hand in to", "#hand-in")
    until_script(charles, "location.pathname.includes('/bots/') && !!document.querySelector('#first-games')")
    assert charles.find_element(By.TAG_NAME, "h1").text == alias

    browser.get(f"{own}/teach")
    until_script(browser, "document.querySelectorAll('.teach-bot').length === 2")
    (row,) = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".teach-bot") if alias in each.text]
    assert "Ada Lovelace, Charles Babbage" in row
    ada.get(f"{own}/bots/{charles.current_url.rpartition('/')[2].partition('#')[0]}")
    until_script(ada, "!!document.querySelector('#hand-in')")
    assert "Ada Lovelace" not in ada.find_element(By.TAG_NAME, "main").text
    for each in (browser, ada):
        assert console_errors(each) == []
