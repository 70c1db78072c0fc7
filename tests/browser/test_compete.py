"""The pages of competitions in a browser: a table that grows while games are played, and a game replayed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from game.benchmarks.serving import Server
from game.competitions.conductor import Conductor
from game.competitions.store import Competition, CompetitionStore
from game.sessions.settings import Settings
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_accessible import THEMES, violations
from tests.competitions.events import Deciders, make
from tests.web.test_competitions import really


@pytest.fixture
def contest(server: Server) -> Iterator[tuple[CompetitionStore, Competition]]:
    """A competition of three bots on the server under test, whose event this process plays."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    made = make(store, bots=3, game="othello", options={"size": 4})
    yield store, made
    store.delete(made.id)
    store.close()


def test_a_table_grows_and_a_game_is_replayed(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition]
) -> None:
    store, made = contest
    browser.get(f"{server.url}/compete")
    browser.find_element("css selector", f"a[href='/compete/{made.id}']").click()
    until_script(browser, "document.querySelector('#compete h1')?.textContent === 'Test'")
    assert "has not begun" in browser.find_element("id", "compete").text
    Conductor(store, made.id, Deciders(really), "none").run_event()
    until_script(browser, "document.querySelectorAll('.standing tbody th').length === 3")
    until_script(browser, "document.querySelectorAll('.compete-games li').length === 6")
    assert len(browser.find_elements("css selector", ".cross .cell:not([data-result=none])")) == 6
    for theme in THEMES:
        browser.execute_script("localStorage.setItem('plyground.theme', arguments[0])", theme)
        browser.refresh()
        until_script(browser, "document.querySelectorAll('.standing tbody th').length === 3")
        assert violations(browser) == [], theme
    resize(browser, 320, 700)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    browser.find_element("css selector", ".compete-games a").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('#board svg')")
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    words = browser.find_element("css selector", ".embed-words")
    ending = words.text
    browser.find_element("css selector", "[aria-label='To the start']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent === 'Start'")
    browser.find_element("css selector", "[aria-label='One move on']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent.startsWith('1. ')")
    assert ending == browser.find_element("css selector", ".compete-result").text
    assert console_errors(browser) == []
