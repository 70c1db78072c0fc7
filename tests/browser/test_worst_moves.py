"""A student who wants to win: the bot's worst moves, one click makes a test, and what each move used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_owner import PATIENCE, PLAYS, accessible, hand_in, take_part, text
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[Competition]:
    """An open competition with one house bot that plays well, on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Spring cup", "othello", {"size": 4}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "Thinker"), "minimax:budget=2000")
    yield made
    store.delete(made.id)
    store.close()


def test_worst_moves_become_tests_and_a_game_shows_what_moves_used(
    browser: Chrome, server: Server, contest: Competition, tmp_path: Path
) -> None:
    link = take_part(browser, f"{server.url}/compete/{contest.id}")
    (tmp_path / "mine.py").write_text(PLAYS.format(-1))
    browser.get(link)
    hand_in(browser, tmp_path / "mine.py")
    until_script(browser, "document.querySelectorAll('.owner-played li').length >= 4", PATIENCE)
    until_script(browser, "!!document.querySelector('#worst button')", PATIENCE)
    browser.find_element("css selector", "#worst button").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('.worst-move .worst-board svg')", PATIENCE)
    accessible(browser, "the worst moves")
    assert "of the chances away" in text(browser, ".worst-move")
    assert "left" in text(browser, ".worst-move")
    browser.find_element("css selector", ".worst-move .button-row button").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('.own-tests .worst-results li')", PATIENCE)
    assert "again, which gives" in text(browser, ".own-tests .worst-results")
    assert "Version 1 fails" in text(browser, "#worst .notice")
    accessible(browser, "the tests of a bot")
    resize(browser, 390, 844)
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    at = browser.find_element("css selector", ".own-tests .worst-move a").get_attribute("href")
    assert at is not None
    browser.get(at)
    until_script(browser, "document.querySelectorAll('.used-line').length === 4")
    words = text(browser, ".owner-used")
    assert "of 512 MB" in words
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    accessible(browser, "what each move used")
    assert console_errors(browser) == []
