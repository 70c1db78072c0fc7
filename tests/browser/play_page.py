"""Handles the play page as a person does: clicks, presses keys, types, reads what it shows and says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.conftest import until_returns, until_script, until_there
from tests.waiting import PATIENCE, until
from tools.benchmarks.serving import Server

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
LISTEN = """
window.heard = [];
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) window.heard.push(node.textContent);
}).observe(document.querySelector('#status'), {childList: true});
"""
MARKS = "(document.querySelector('.play')?.dataset ?? {})"
LEGAL = (
    "[...document.querySelectorAll('#board [role=gridcell]')].filter((c) =>"
    " / legal\\b/.test(c.getAttribute('aria-label')))"
)


def make_game(server: Server, **settings: Any) -> dict[str, Any]:
    """A new game over http: its id, address and tokens."""
    answer = requests.post(f"{server.url}/games", json=settings, timeout=60)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def until_over(server: Server, game: str) -> None:
    """Wait until the server says that a game is over."""
    until(lambda: requests.get(f"{server.url}/api/games/{game}", timeout=60).json()["status"] == "finished")


class PlayPage:
    """One browser's page of a game, joined and ready."""

    def __init__(self, browser: Chrome, server: Server, address: str) -> None:
        self.browser, self.server = browser, server
        browser.get(server.url + address)
        until_script(browser, f"{MARKS}.line === 'live'")
        self.game_id = address.split("/g/")[1].partition("#")[0].partition("?")[0]
        browser.execute_script(LISTEN)

    def until(self, true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until something holds."""
        return until(true, seconds)

    def until_ply(self, ply: int) -> None:
        """Wait until the page has heard of so many moves, or of the game's end."""
        until_script(self.browser, f"Number({MARKS}.ply) >= {ply} || {MARKS}.status === 'finished'")

    def until_turn(self) -> None:
        """Wait until the board offers moves, or the game is over."""
        until_script(
            self.browser,
            f"{MARKS}.status === 'finished' || document.querySelector('#board .board-pass') || {LEGAL}.length",
        )

    def attribute(self, name: str) -> str | None:
        """One of the page's own marks: ``line``, ``ply`` or ``status``."""
        found: str | None = self.browser.execute_script(f"return {MARKS}[arguments[0]] ?? null", name)
        return found

    @property
    def line(self) -> str | None:
        """Whether the line to the server is ``live`` or ``lost``."""
        return self.attribute("line")

    @property
    def ply(self) -> int:
        """How many moves the page has heard of."""
        return int(self.attribute("ply") or 0)

    @property
    def finished(self) -> bool:
        """Whether the page says that the game is over."""
        return self.attribute("status") == "finished"

    @property
    def heard(self) -> list[str]:
        """All that the status line has said since the page was opened."""
        sentences: list[str] = self.browser.execute_script("return window.heard")
        return sentences

    @property
    def status(self) -> str:
        """What the status line shows."""
        return str(self.browser.execute_script("return document.querySelector('#status').lastElementChild.textContent"))

    def snapshot(self) -> dict[str, Any]:
        """What the server says of the game to a watcher."""
        found: dict[str, Any] = requests.get(f"{self.server.url}/api/games/{self.game_id}", timeout=60).json()
        return found

    def find(self, selector: str) -> WebElement:
        """The first element that fits; waits for it."""
        return until_there(self.browser, selector)

    def all(self, selector: str) -> list[WebElement]:
        """All elements that fit."""
        return self.browser.find_elements("css selector", selector)

    def button(self, words: str) -> WebElement:
        """The button with these words or this label; waits for it."""
        script = (
            "return [...document.querySelectorAll('button, a.button, [role=tab]')].find((b) => b.checkVisibility() &&"
            " (b.textContent.trim() === arguments[0] || b.getAttribute('aria-label') === arguments[0])) ?? null"
        )
        return until_returns(self.browser, script, words)  # type: ignore[no-any-return]

    def click(self, words: str) -> None:
        """Click the button with these words."""
        element = self.button(words)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def cell(self, x: int, y: int) -> None:
        """Click a square or tile of the board with the mouse."""
        self.find(f"#board [role=gridcell][data-x='{x}'][data-y='{y}']").click()

    def legal_cells(self) -> list[tuple[int, int]]:
        """The squares or tiles that the board names as legal."""
        found = self.browser.execute_script(f"return {LEGAL}.map((c) => [Number(c.dataset.x), Number(c.dataset.y)])")
        return [(x, y) for x, y in found]

    def type_move(self, text: str) -> None:
        """Type into the notation box and press Enter."""
        box = self.find("#notation")
        box.clear()
        box.send_keys(text, Keys.ENTER)

    def keys(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.browser).send_keys(*keys).perform()

    def moves(self) -> list[str]:
        """The move list as it is shown."""
        found: list[str] = self.browser.execute_script(
            "return [...document.querySelectorAll('ol.moves .move')].map((b) => b.firstChild.textContent.trim() ||"
            " b.textContent.trim().split(/\\s{2,}/)[0])"
        )
        return found

    def board_picture(self) -> list[str]:
        """The names of all cells of the board: what it shows, in words."""
        found: list[str] = self.browser.execute_script(
            "return [...document.querySelectorAll('#board [role=gridcell]')].map((c) => c.getAttribute('aria-label'))"
        )
        return found
