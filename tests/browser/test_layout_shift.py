"""What a page shows stays where it is while the rest comes: layout shift as browsers measure it, phone and desk."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from tests.browser.conftest import resize, slowed, until_script
from tests.browser.play_page import PEOPLE, make_game
from tests.browser.test_accessible import play_last_move
from tests.browser.test_deck import LOST
from tests.soaking import some
from tools.benchmarks.serving import Server

MOST = 0.02
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const by = sources.map(({ node }) => node?.className || node?.id || String(node));
    if (!hadRecentInput) window.shifts.push({ value, by });
  }
}).observe({ type: "layout-shift", buffered: true });
"""
VISIBLE = "{ visibilityProperty: true }"
PAGES = {
    "/": "document.querySelectorAll('.game-board svg').length >= 4",
    "/g/": "document.querySelector('.play')?.dataset.line === 'live' && document.querySelector('#board svg')",
    "/lab": "document.querySelector('.lab-estimate p') && document.querySelector('#lab-miniature svg')",
    "/review": "document.querySelector('#review-problem:not([hidden])')",
    "/deck": "document.querySelector('#deck-rest')",
    "the review of a game": "document.querySelectorAll('.review-list button').length === 12",
    "a finished game": "document.querySelector('.play[data-line=live] .result')",
    "/games": "document.querySelector('main button')",
    "/board#othello": "document.querySelector('#board svg')",
    "/analysis": "document.querySelector('#analysis-games a')?.checkVisibility()",
    "/analysis#game=othello": "document.querySelector('#analysis-tools button')?.checkVisibility(VISIBLE)",
    "/puzzles": "document.querySelector('#puzzle-panel form')?.checkVisibility(VISIBLE)",
    "/puzzles/punter": "document.querySelector('#puzzle-panel form')?.checkVisibility(VISIBLE)",
    "/puzzles/othello": "document.querySelector('#puzzle-panel form')?.checkVisibility(VISIBLE)",
}
"""Pages, and when each is there."""


def finished(server: Server) -> dict[str, str]:
    """The addresses of a game that is over and of its review."""
    made = make_game(server, game="othello", options={"size": 4}, seats=PEOPLE, moves=LOST[:-1])
    play_last_move(server, made, LOST)
    return {"a finished game": made["url"], "the review of a game": f"/review#from={made['id']}"}


@pytest.mark.soak
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desk"])
@pytest.mark.parametrize("page", some(PAGES, 8))
def test_nothing_moves_while_a_page_comes(browser: Chrome, server: Server, page: str, size: tuple[int, int]) -> None:
    address = make_game(server, game="othello", seats=PEOPLE)["url"] if page == "/g/" else page
    if page in ("the review of a game", "a finished game"):
        address = finished(server)[page]
    resize(browser, *size)
    stays(browser, server.url + address, PAGES[page].replace("VISIBLE", VISIBLE))


@pytest.mark.parametrize(("page", "width"), [("/wall", 390), ("/write/othello", 1280)])
def test_on_a_slow_device_nothing_moves_either(browser: Chrome, server: Server, page: str, width: int) -> None:
    make_game(server, game="othello", seats=PEOPLE)
    resize(browser, width, 844)
    with slowed(browser):
        stays(browser, server.url + page, "document.querySelector('.wall-board svg, .write-languages select')")


def stays(browser: Chrome, address: str, there: str) -> None:
    """Open a page, wait until a script says that it is there, and see that nothing has moved meanwhile."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        browser.get(address)
        until_script(browser, f"document.readyState === 'complete' && ({there})")
        browser.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))"
        )
        shifts = browser.execute_script("return window.shifts")
        assert sum(each["value"] for each in shifts) <= MOST, shifts
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_what_moves_is_noticed(browser: Chrome, server: Server) -> None:
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        browser.get(f"{server.url}/rules")
        browser.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))"
        )
        browser.execute_script("document.querySelector('main').style.marginTop = '40vh'")
        until_script(browser, f"window.shifts.reduce((sum, {{ value }}) => sum + value, 0) > {MOST}")
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
