"""The page of games: one is offered, joined by a click, stands on both lists, and moves to another device by a code."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import Select

from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.play_page import PlayPage, make_game
from tools.benchmarks.serving import Server


@pytest.fixture
def other(new_browser: Callable[[], Chrome]) -> Chrome:
    """A second person's browser."""
    return new_browser()


def visit(browser: Chrome, server: Server, fragment: str = "") -> None:
    """Open the page of games, and wait until it has looked up one's own."""
    browser.get(f"{server.url}/games{fragment}")
    until_script(browser, "document.querySelector('#games section') !== null")


def click(browser: Chrome, words: str) -> None:
    """Click the button with these words."""
    script = (
        "[...document.querySelectorAll('#games button, #games a')].find((b) => b.textContent.trim() === arguments[0])"
    )
    until_script(browser, script.replace("arguments[0]", repr(words)))
    browser.execute_script(f"{script}.click()", words)


def shot(browser: Chrome, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if os.environ.get("SHOTS"):
        browser.save_screenshot(f"{os.environ['SHOTS']}/{name}.png")


def test_a_game_is_offered_joined_listed_and_moved(
    browser: Chrome, other: Chrome, new_browser: Callable[[], Chrome], server: Server
) -> None:
    visit(browser, server)
    visit(other, server)
    assert browser.find_elements("css selector", "[aria-labelledby=ended-title] p"), "a hint has its heading"
    name = browser.find_element("id", "offer-name")
    name.send_keys("Ada")
    for field, value in (("game", "othello"), ("first", "me"), ("clock", "3d")):
        Select(browser.find_element("id", f"offer-{field}")).select_by_value(value)
    click(browser, "Offer it to all")
    until_script(browser, "location.pathname.startsWith('/g/')")
    game = browser.current_url.rpartition("/")[2].partition("#")[0]
    until_script(browser, "document.querySelector('.guest')?.textContent.includes('Waiting for')")
    shot(browser, "waiting")

    until_script(other, f'document.querySelector("[data-open={game!r}] button")')
    line = other.find_element("css selector", f"[data-open='{game}']").text
    assert "Ada" in line
    assert "3 days a move" in line
    assert "you move second" in line
    for width in (390, 1920):
        resize(other, width, 1000)
        shot(other, f"games-{width}")
        assert other.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    click(other, "Join")
    until_script(other, f"location.pathname === '/g/{game}'")
    until_script(
        browser, "[...document.querySelectorAll('#status *')].some((e) => e.textContent.includes('has joined'))"
    )
    until_script(browser, "!document.querySelector('.guest')")
    until_script(other, "document.querySelector('#nickname') !== null")
    shot(other, "nickname")
    other.find_element("id", "nickname").send_keys("Ben")
    other.execute_script("document.querySelector('.introduction button').click()")
    until_script(browser, "[...document.querySelectorAll('.strip .name')].some((e) => e.textContent.trim() === 'Ben')")
    assert "Light, here" in [each.text for each in browser.find_elements("css selector", ".strips .doing")]

    ada = PlayPage(browser, server, f"/g/{game}")
    ada.cell(5, 4)
    ada.until_ply(1)
    visit(other, server)
    until_script(other, f'document.querySelector("[data-own={game!r}] .badge")?.textContent === "Your turn"')
    assert not other.find_elements("css selector", f"[data-open='{game}']"), "it is taken"

    click(other, "Make a code")
    until_script(other, "document.querySelector('#moving-code')")
    code = other.find_element("id", "moving-code").text
    shot(other, "code")
    third = new_browser()
    visit(third, server)
    third.find_element("id", "moving-type").send_keys(code)
    click(third, "Bring them here")
    until_script(third, f'document.querySelector("[data-own={game!r}] .badge")?.textContent === "Your turn"')
    assert third.find_element("id", "moving-said").text == "1 game came over."
    click(third, "Continue Othello, Ada")
    until_script(third, "document.querySelector('.play')?.dataset.line === 'live'")
    phone = PlayPage(third, server, f"/g/{game}")
    phone.cell(5, 5)
    ada.until_ply(2)
    ada.click("Resign")
    ada.find("dialog .danger").click()
    phone.until(lambda: phone.finished)
    visit(third, server)
    until_script(third, f'document.querySelector("[data-own={game!r}] .badge")?.textContent === "Won"')
    shot(third, "own")
    for each in (browser, other, third):
        assert console_errors(each) == []


def test_a_premove_and_a_reply_are_chosen_on_the_board_and_played(
    browser: Chrome, other: Chrome, server: Server
) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
    made = make_game(server, game="othello", seats=seats)
    ada = PlayPage(browser, server, f"/g/{made['id']}#s0={made['tokens']['s0']}")
    ben = PlayPage(other, server, f"/g/{made['id']}#s1={made['tokens']['i1']}")
    ben.click("Premove")
    ben.until(lambda: "Choose the move that you will make, whatever is played." in ben.heard)
    ben.until(lambda: (5, 5) in ben.legal_cells())
    shot(other, "premove")
    ben.cell(5, 5)
    ben.until(lambda: "Premove: f6" in ben.find(".plans").text and "Premove: f6" in ben.heard)
    ben.until(lambda: ben.all("#board .arrows .ring"))
    assert "f6, empty" in ben.board_picture(), "a premove is not drawn as if it were played"
    ada.cell(5, 4)
    ada.until_ply(2)
    assert ada.moves() == ["f5", "f6"]

    ben.click("If … then …")
    ben.until(lambda: "Choose the move that you expect." in ben.heard)
    expected = ben.until(ben.legal_cells)
    ben.cell(*expected[0])
    ben.until(lambda: any(words.startswith("Now choose your reply to ") for words in ben.heard))
    ben.until(lambda: ben.legal_cells() and ben.legal_cells() != expected)
    shot(other, "reply")
    ben.cell(*ben.legal_cells()[0])
    ben.until(lambda: ben.find(".plans").text.startswith("If "))
    assert "plan" not in ada.find(".play").text.lower()
    assert ben.ply == 2
    ada.cell(*expected[0])
    ada.until_ply(4)
    assert console_errors(browser) == console_errors(other) == []
