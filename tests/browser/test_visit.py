"""A whole visit in German at 390 pixels, by keyboard alone and by touch alone.

First stages of a game, a game lost, its review, a shared study that somebody else opens, and the deck the next day.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.sessions import first_steps
from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tests.browser.play_page import PEOPLE, make_game
from tests.browser.test_accessible import play_last_move
from tests.browser.test_deck import BETTER, LATER, LOST, cards, ply, shows
from tests.browser.test_first_steps import SAYS, STATE, tap
from tests.soaking import later
from tools.benchmarks.serving import Server

MOST_TABS = 150
WIDTH = 390


class Keyboard:
    """Somebody who has no pointer: the Tab key leads to whatever is used."""

    def __init__(self, browser: Chrome) -> None:
        self.browser = browser

    def send(self, *keys: str) -> None:
        ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    def reach(self, selector: str) -> None:
        """Go to an element by the Tab key, from wherever the focus is."""
        chosen = f"document.querySelector({json.dumps(selector)})"
        until(self.browser, chosen)
        for _ in range(MOST_TABS):
            if self.browser.execute_script(f"return document.activeElement === {chosen}"):
                return
            self.send(Keys.TAB)
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.send(Keys.ENTER)

    def move(self, text: str, field: str, board: str) -> None:
        self.reach(field)
        self.send(text, Keys.ENTER)


class Finger:
    """Somebody with a phone: nothing but touches."""

    def __init__(self, browser: Chrome) -> None:
        self.browser = browser
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def press(self, selector: str) -> None:
        tap(self.browser, selector)

    def move(self, text: str, field: str, board: str) -> None:
        tap(self.browser, f'{board} [role="gridcell"][aria-label^="{text}"]')


def first_stages(browser: Chrome, hand: Keyboard | Finger, count: int) -> None:
    """From the home page through the first stages of Othello, a hint among them."""
    hand.press('.game a[href="/learn/othello"]')
    until(browser, "document.querySelector('#first-board svg')")
    hand.press("#first-help")
    until(browser, f"{SAYS}.includes('Reihe heller Scheiben')")
    for number, stage in enumerate(first_steps.shown("othello")[:count]):
        until(browser, f"document.querySelector('.first-stage')?.dataset.stage === '{stage['id']}'")
        moves: list[str] = []
        state = "open"
        while state == "open":
            asked = {"game": "othello", "stage": stage["id"], "moves": moves}
            move = first_steps.help_with(asked)["move"]
            hand.move(move, "#first-move", "#first-board")
            found = first_steps.played({**asked, "move": move})
            state = found["state"]
            moves += [step["text"] for step in found["steps"]]
            until(browser, f"document.querySelector('.first-stage').dataset.plies === '{len(moves)}'")
        until(browser, f"{STATE} === 'reached'")
        assert browser.execute_script("return document.querySelectorAll('.step-dot.done').length") == number + 1
        fits(browser)
        hand.press("#first-next")


def lose(browser: Chrome, hand: Keyboard | Finger, server: Server) -> str:
    """The end of a lost game: the last own move is made here, the other side's then ends it."""
    made: dict[str, Any] = make_game(
        server, game="othello", options={"size": 4}, seats=[PEOPLE[0], {"kind": "link"}], moves=LOST[:-2]
    )
    browser.get(f"{server.url}/g/{made['id']}#s0={made['tokens']['s0']}")
    until(browser, "document.querySelector('.play')?.dataset.line === 'live'")
    hand.move(LOST[-2], "#notation", "#board")
    until(browser, f"document.querySelector('.play').dataset.ply === '{len(LOST) - 1}'")
    tokens = {"s1": made["tokens"].get("s1") or made["tokens"]["i1"]}
    play_last_move(server, {**made, "tokens": tokens}, LOST)
    shows(browser, "gewinnt", ".result")
    fits(browser)
    return str(made["id"])


def study(browser: Chrome, hand: Keyboard | Finger, other: Chrome, server: Server) -> None:
    """From the review to the analysis board; its short link opens the same tree in somebody else's browser."""
    hand.press(".review-move a[href*='/analysis#']")
    until(browser, "document.querySelectorAll('.analysis-tree .analysis-node').length === 12")
    hand.press("[aria-labelledby=analysis-keeping] button")
    link = until(browser, "document.querySelector('[aria-labelledby=analysis-keeping] a[href*=\"#study=\"]')?.href")
    fits(browser)
    assert violations(browser) == []
    resize(other, WIDTH, 844)
    other.get(f"{server.url}/language/de")
    other.get("about:blank")
    other.get(link)
    until(other, "document.querySelectorAll('.analysis-tree .analysis-node').length === 12")
    texts = (
        "return [...document.querySelectorAll('.analysis-tree .analysis-node [translate]')].map((e) => e.textContent)"
    )
    assert other.execute_script(texts) == LOST
    assert "Züge" in other.execute_script("return document.querySelector('#analysis-moves').textContent")
    fits(other)
    assert not console_errors(other)


def fits(browser: Chrome) -> None:
    """Nothing is wider than the phone."""
    assert browser.execute_script("return document.documentElement.scrollWidth") <= WIDTH


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Keyboard, *later([Finger])])
def test_a_visit_and_the_next_day(
    new_browser: Callable[[], Chrome], server: Server, kind: type[Keyboard] | type[Finger]
) -> None:
    browser = new_browser()
    resize(browser, WIDTH, 844)
    browser.get(f"{server.url}/language/de")
    hand = kind(browser)
    first_stages(browser, hand, 2)
    game = lose(browser, hand, server)

    hand.press("a[href*='/review#from=']")
    until(browser, "document.querySelectorAll('.review-list button').length === 12")
    shows(browser, "2 dieser Fehler sind in deinem Stapel", "#review-deck")
    hand.press(".review-list button[data-ply='9']")
    shows(browser, "9. ", ".review-move h2")
    until(browser, "document.querySelector('.review-reason')")
    fits(browser)
    assert violations(browser) == []
    study(browser, hand, new_browser(), server)

    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATER % 1})
    browser.get(f"{server.url}/games")
    until(browser, f"document.querySelector('[data-own=\"{game}\"]')?.textContent.includes('Verloren')")
    hand.press("main a[href$='/deck']")
    for _ in range(2):
        number = ply(browser)
        hand.move(BETTER[number], "#deck-text", "#deck-board")
        shows(browser, "Behalten", "#deck-verdict")
        hand.press("#deck-next")
        until(browser, f"!document.querySelector('#deck-title')?.textContent.trim().endsWith(' {number}')")
    shows(browser, "Für heute nichts mehr", "#deck-rest")
    assert [card["box"] for card in cards(browser)] == [1, 1]
    assert violations(browser) == []
    fits(browser)
    assert not console_errors(browser)
