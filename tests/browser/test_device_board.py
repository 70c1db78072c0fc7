"""A board for people side by side, carried on by the device: without the server, over reloads, into reviews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.soaking import SOAKING
from tests.waiting import until
from tools.benchmarks.serving import Server

FIRST = {"othello": "d3", "tak": "a1", "camel": "Down", "punter": "0-1", "tree": "0"}
"""A legal first move of the usual start."""
AXED = tuple(FIRST) if SOAKING else ("tak", "tree")
"""Games whose boards axe looks at; `test_accessible.py` shows it others in games of the server."""


@pytest.fixture
def reachable(browser: Chrome) -> Iterator[Callable[[bool], None]]:
    """Takes the network from the browser's page, and gives it back."""

    def set_(there: bool) -> None:
        lost = {"offline": not there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", lost)

    browser.execute_cdp_cmd("Network.enable", {})
    yield set_
    set_(True)


def opened(browser: Chrome, server: Server, fragment: str) -> None:
    browser.get("about:blank")  # a new fragment alone would be the same page
    browser.get(f"{server.url}/board{fragment}")


def _shown(browser: Chrome, name: str) -> Any:
    return browser.execute_script("return document.querySelector('.play')?.dataset[arguments[0]] ?? null", name)


def ply(browser: Chrome) -> int:
    return int(_shown(browser, "ply") or 0)


def typed(browser: Chrome, text: str) -> None:
    """Type a move and wait until it is made."""
    before = ply(browser)
    box = until_script(browser, "[document.querySelector('#notation')].find((box) => box?.checkVisibility())")
    box.clear()
    box.send_keys(text, Keys.ENTER)
    until(lambda: ply(browser) == before + 1)


def pressed(browser: Chrome, words: str) -> None:
    """Press the button with these words, once it is there."""
    buttons = "[...document.querySelectorAll('button, a.button')]"
    until_script(browser, f"{buttons}.find((b) => b.checkVisibility() && b.textContent.trim() === {words!r})").click()


def first_legal(browser: Chrome) -> str:
    return str(browser.execute_script("return document.querySelector('#notation').placeholder"))


@pytest.mark.soak
def test_every_game_begins_without_a_game_on_the_server(browser: Chrome, server: Server) -> None:
    assert set(FIRST) == set(registry.games())
    for game, move in FIRST.items():
        opened(browser, server, f"#{game}")
        until_script(browser, "document.querySelector('#board svg')")
        typed(browser, move)
        assert _shown(browser, "game") == game
        if game in AXED:
            assert violations(browser) == []
    assert console_errors(browser) == []


LATE = """
const real = window.fetch;
window.late = 0;
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  await new Promise((done) => setTimeout(done, 400));
  setTimeout(() => window.late++, 200);
  return answer;
};
"""


def test_what_the_server_answers_late_draws_no_game_that_was_left(browser: Chrome, server: Server) -> None:
    slowed = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATE})
    opened(browser, server, "#othello")
    pressed(browser, "New game")
    pressed(browser, "4 × 4")
    until_script(browser, "window.late >= 2")
    assert len(browser.find_elements("css selector", "#board [role=gridcell]")) == 16
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", slowed)


def test_a_game_goes_on_without_the_server_and_is_kept(
    browser: Chrome, server: Server, reachable: Callable[[bool], None]
) -> None:
    opened(browser, server, "#othello")
    pressed(browser, "New game")
    pressed(browser, "4 × 4")
    until_script(browser, "document.querySelectorAll('#board [role=gridcell]').length === 16")
    reachable(False)
    until_script(browser, "document.querySelector('#away')")
    typed(browser, first_legal(browser))
    typed(browser, first_legal(browser))
    pressed(browser, "Take back")
    until_script(browser, "document.querySelector('.play').dataset.ply === '1'")
    while _shown(browser, "status") == "playing":
        typed(browser, first_legal(browser))
    plies = ply(browser)
    result = until_script(browser, "document.querySelector('.result')?.textContent")
    assert "wins" in result or "Draw" in result
    reachable(True)
    until_script(browser, "!document.querySelector('#away')")
    browser.refresh()
    until_script(browser, f"document.querySelector('.play')?.dataset.ply === '{plies}'")
    assert until_script(browser, "document.querySelector('.result')?.textContent") == result

    browser.get(f"{server.url}/games")
    until_script(browser, "document.querySelector('[data-board] a')").click()
    until_script(browser, f"document.querySelector('.play')?.dataset.ply === '{plies}'")
    pressed(browser, "Review")
    until_script(browser, "document.querySelector('.review-list')")
    assert len(browser.find_elements("css selector", ".review-list li")) >= plies // 2

    opened(browser, server, "#tak")
    until_script(browser, "document.querySelector('#board svg')")
    browser.get(f"{server.url}/games")
    until_script(browser, "document.querySelectorAll('[data-board]').length === 1")  # nobody has moved in the other
    until_script(browser, "document.querySelector('[data-board] button')").click()
    until_script(browser, "document.querySelector('dialog[open] .danger')").click()
    until_script(browser, "!document.querySelector('[data-board], dialog[open]')")


def test_an_illegal_move_is_refused_in_the_rules_own_words(browser: Chrome, server: Server) -> None:
    opened(browser, server, "#othello")
    box = until_script(browser, "document.querySelector('#notation')")
    box.send_keys("a1", Keys.ENTER)
    sentence = "A disc on a1 would flip nothing; it must enclose at least one disc of the other side."
    until_script(browser, f"document.querySelector('#notation-says').textContent.includes({sentence!r})")
    assert ply(browser) == 0


def test_a_start_drawn_at_random_comes_from_the_server(browser: Chrome, server: Server) -> None:
    opened(browser, server, "#tree")
    pressed(browser, "New game")
    pressed(browser, "Random, 4 plies")
    game = registry.game("tree")
    wanted = len(game.view(game.initial({"seed": 1}), None)["nodes"])
    kept = "JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith(location.hash.slice(1)))[1])"
    until_script(browser, f"{kept}.record.start?.startsWith('a 0')")
    start = browser.execute_script(f"return {kept}.record.start")
    assert len(game.view(game.parse_position(start), None)["nodes"]) == wanted
    browser.refresh()
    until_script(browser, "document.querySelector('#board svg')")


def test_the_choice_of_games_at_phone_size_in_german(browser: Chrome, server: Server) -> None:
    resize(browser, 390, 844)
    browser.get(f"{server.url}/language/de")
    opened(browser, server, "")
    assert until_script(browser, "document.querySelector('h1')").text == "Ein Brett für zwei"
    pressed(browser, "Othello")
    box = until_script(browser, "document.querySelector('#notation')")
    box.send_keys("a1", Keys.ENTER)
    until_script(browser, "document.querySelector('#notation-says.refusal')")
    said = browser.find_element("css selector", "#notation-says").text
    assert said.startswith("Eine Scheibe auf a1"), said
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser) == []
    opened(browser, server, "#chess")
    assert "Diese Partie ist nicht auf diesem Gerät" in until_script(browser, "document.querySelector('#problem')").text
