"""A student in a browser challenges a bot and watches it live, as everybody can; then replays it with both minds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.conftest import console_errors, until_script
from tests.browser.test_owner import PATIENCE, PLAYS, accessible, hand_in, take_part, text
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[tuple[CompetitionStore, Competition]]:
    """An open competition with one house bot that tells what it thinks, on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Spring cup", "othello", {"size": 4}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "Thinker"), "minimax:budget=200")
    yield store, made
    store.delete(made.id)
    store.close()


def test_a_challenge_is_watched_live_and_replayed(
    browser: Chrome,
    new_browser: Callable[[], Chrome],
    server: Server,
    contest: tuple[CompetitionStore, Competition],
    tmp_path: Path,
) -> None:
    _, made = contest
    url = f"{server.url}/compete/{made.id}"
    link = take_part(browser, url)
    (tmp_path / "mine.py").write_text(PLAYS.format(0))
    browser.get(link)
    hand_in(browser, tmp_path / "mine.py")
    until_script(browser, "!!document.querySelector('#challenge form')", PATIENCE)
    accessible(browser, "the form of a challenge")
    Select(browser.find_element("id", "against")).select_by_visible_text("Thinker")
    Select(browser.find_element("id", "pace")).select_by_value("2")
    browser.find_element("css selector", "#challenge form .button").send_keys(Keys.ENTER)
    until_script(browser, "location.pathname.includes('/live/')")
    until_script(browser, "!!document.querySelector('.follow-board svg')", PATIENCE)
    other = new_browser()
    other.get(f"{url}/live")
    until_script(other, "!!document.querySelector('.live-card')", PATIENCE)
    assert "Thinker" in text(other, ".live-card")
    assert "Challenge" in text(other, ".live-card")
    accessible(other, "the games being played now")
    other.find_element("css selector", ".live-card").click()
    until_script(other, "!!document.querySelector('.minds-of .mono')", PATIENCE)
    until_script(other, "document.querySelectorAll('.time-lines rect').length > 3", PATIENCE)
    accessible(other, "a game that is followed")
    for each in (browser, other):
        until_script(each, "!!document.querySelector('.follow .button.primary')", PATIENCE)
        assert "won." in text(each, ".final-words") or "draw" in text(each, ".final-words")
    browser.find_element("css selector", ".follow .button.primary").send_keys(Keys.ENTER)
    until_script(browser, "location.pathname.includes('/games/')")
    until_script(browser, "!!document.querySelector('.minds-of .mono')")
    accessible(browser, "the replay with what they thought")
    browser.get(link)
    until_script(
        browser, "[...document.querySelectorAll('.owner-played li')].some((e) => e.textContent.includes('Challenge'))"
    )
    browser.get(other.current_url)
    until_script(browser, "location.pathname.includes('/games/')")  # what was followed live is replayed afterwards
    assert console_errors(browser) == []
    assert console_errors(other) == []
