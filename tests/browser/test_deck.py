"""The deck in a browser: a lost game, its review, its mistakes played better, and the next day; a phone, in German."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tests.browser.play_page import PEOPLE, make_game
from tests.browser.test_accessible import play_last_move
from tools.benchmarks.serving import Server

LOST = ["c4", "b4", "a1", "b1", "a3", "d4", "a2", "d3", "c1", "a4", "d2", "d1"]
"""Othello 4x4: Dark wins with the third move and with the ninth, misses both, and loses."""
BETTER = {"3": "a4", "9": "d1"}
LATER = "const real = Date.now; Date.now = () => real() + %d * 86400000;"
SAVED = """
window.saved = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => (blob.text().then((text) => window.saved.push(text)), make(blob));
"""
PHASE = "document.querySelector('#deck-verdict')?.textContent ?? ''"


def shows(browser: Chrome, text: str, part: str = "#main") -> Any:
    """Wait until a part of the page says something."""
    return until(browser, f"document.querySelector({json.dumps(part)})?.textContent.includes({json.dumps(text)})")


def lost_game(browser: Chrome, server: Server) -> str:
    """A game that this browser has lost as Dark: its id."""
    made = make_game(server, game="othello", options={"size": 4}, seats=PEOPLE, moves=LOST[:-1])
    play_last_move(server, made, LOST)
    browser.get(f"{server.url}/g/{made['id']}#s0={made['tokens']['s0']}")
    until(browser, "document.querySelector('.play')?.dataset.status === 'finished'")
    return str(made["id"])


def ply(browser: Chrome) -> str:
    """The number of the move that the card is about."""
    found = until(browser, "/(\\d+)$/.exec(document.querySelector('#deck-title')?.textContent.trim() ?? '')?.[1]")
    until(browser, "!document.querySelector('#deck-text').disabled && document.querySelector('#deck-board svg')")
    return str(found)


def written(browser: Chrome, move: str) -> None:
    """Type a move, and press Enter."""
    browser.find_element("id", "deck-text").send_keys(move, Keys.ENTER)


def cards(browser: Chrome) -> list[dict[str, Any]]:
    """What the browser keeps of the deck."""
    names = "Object.keys(localStorage).filter((name) => name.startsWith('plyground.mistake.'))"
    found: list[dict[str, Any]] = browser.execute_script(
        f"return {names}.map((name) => JSON.parse(localStorage.getItem(name)).card)"
    )
    return sorted(found, key=lambda card: len(card["moves"]))


def test_lost_reviewed_and_played_better_the_next_day_on_a_phone(
    new_browser: Callable[[], Chrome], server: Server, tmp_path: Path
) -> None:
    browser = new_browser()
    resize(browser, 390, 844)
    browser.get(f"{server.url}/language/de")
    lost_game(browser, server)
    review = browser.find_element("css selector", "a[href*='/review#from=']")
    review.send_keys(Keys.ENTER)
    until(browser, "document.querySelectorAll('.review-list button').length === 12")
    shows(browser, "2 dieser Fehler sind in deinem Stapel", "#review-deck")
    assert violations(browser) == []
    browser.find_element("css selector", "#review-deck a").send_keys(Keys.ENTER)
    first = ply(browser)
    assert browser.execute_script("return document.querySelector('#deck-stands').dataset.due") == "2"
    written(browser, LOST[int(first) - 1])  # the same mistake again
    shows(browser, "Verloren", "#deck-verdict")
    assert violations(browser) == []
    browser.find_element("id", "deck-next").send_keys(Keys.ENTER)
    until(browser, f"!document.querySelector('#deck-title').textContent.trim().endsWith(' {first}')")
    second = ply(browser)
    written(browser, "z9")
    until(browser, "!document.querySelector('#deck-problem').hidden")
    written(browser, Keys.CONTROL + "a" + Keys.NULL + BETTER[second])
    shows(browser, "Behalten", "#deck-verdict")
    browser.find_element("id", "deck-next").send_keys(Keys.ENTER)
    shows(browser, "Für heute nichts mehr", "#deck-rest")
    assert {str(len(card["moves"]) + 1): card["box"] for card in cards(browser)} == {first: 1, second: 1}

    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATER % 1 + SAVED})
    browser.get(f"{server.url}/games")
    browser.find_element("css selector", "a[href$='/deck']").click()
    for _ in range(2):  # the day after, by touch
        number = ply(browser)
        until(browser, "document.querySelector('#deck-board [aria-label*=erlaubt]')")
        column, row = "abcd".index(BETTER[number][0]), int(BETTER[number][1]) - 1
        where = browser.execute_script(
            "const cell = document.querySelector(`#deck-board [data-x='${arguments[0]}'][data-y='${arguments[1]}']`);"
            "cell.scrollIntoView({block: 'center'}); const box = cell.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2];",
            column,
            row,
        )
        point = {"touchPoints": [{"x": where[0], "y": where[1]}]}
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **point})
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        shows(browser, "Behalten", "#deck-verdict")
        browser.execute_script("document.querySelector('#deck-next').click()")
        until(browser, f"!document.querySelector('#deck-title')?.textContent.trim().endsWith(' {number}')")
    shows(browser, "Für heute nichts mehr", "#deck-rest")
    assert [card["box"] for card in cards(browser)] == [2, 2]
    assert violations(browser) == []

    browser.find_element("id", "deck-save").click()
    saved = until(browser, "window.saved[0]")
    (tmp_path / "cut.json").write_text(saved[:-40])
    (tmp_path / "whole.json").write_text(saved)
    browser.execute_script("localStorage.clear()")
    browser.get(f"{server.url}/deck")
    shows(browser, "Hier sind noch keine Fehler", "#deck-rest")
    browser.find_element("id", "deck-file").send_keys(str(tmp_path / "cut.json"))
    shows(browser, "abgeschnitten", "#deck-said")
    assert cards(browser) == []
    browser.find_element("id", "deck-file").send_keys(str(tmp_path / "whole.json"))
    shows(browser, "2 Fehler sind hinzugekommen", "#deck-said")
    assert [card["box"] for card in cards(browser)] == [2, 2]
    assert all("/api/reviews/tries" in error for error in console_errors(browser))  # the move that is none


def test_a_move_of_a_review_is_played_better_without_being_in_the_deck(browser: Chrome, server: Server) -> None:
    game = lost_game(browser, server)
    browser.get("about:blank")
    browser.get(f"{server.url}/review#from={game}&ply=3")
    until(browser, "document.querySelector('.review-reason, .review-move a[href*=\"/deck#\"]')")
    browser.find_element("css selector", ".review-move a[href*='/deck#']").click()
    assert ply(browser) == "3"
    written(browser, "a4")
    shows(browser, "Kept", "#deck-verdict")
    browser.find_element("id", "deck-again").click()
    assert ply(browser) == "3"
    browser.find_element("id", "deck-show").click()
    shows(browser, "Better was a4", "#deck-verdict")
    assert not console_errors(browser)
