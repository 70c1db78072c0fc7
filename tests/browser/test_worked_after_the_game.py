"""The game of the documentation after it was played: analysed, reviewed and in puzzles, without a line of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, until_script
from tests.browser.test_analysis import at, button, key, nodes, typed
from tests.browser.test_puzzle_modes import press
from tests.browser.test_puzzles import SAID, type_move
from tests.browser.test_studies import PRESS, drawn
from tests.browser.test_worked_example import COMPILING, FILES, ID, serving
from tools.benchmarks.serving import Server

PUZZLES = """win\t1\t=\td\t-------/-------/-------/-------/YYY----/RRR---- R
save\t2\t=\td\t-------/-------/-------/-------/R------/RYYY--R R
"""
"""Three in a row with one open end: it wins, or must be stopped."""
BLUNDER = ["d", "a", "c", "a", "e", "b", "f"]
"""Yellow lets Red have three in the middle of a row with both ends open."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the program with the game and two puzzles of it."""
    files = FILES | {f"game/games/{ID}/puzzles.tsv": PUZZLES}
    with serving("after", files, tmp_path_factory.mktemp("after")) as server:
        yield server


def test_it_is_analysed_drawn_on_and_begun_anew_from_a_text(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/analysis#game={ID}")
    until_script(browser, "document.querySelectorAll('#analysis-board [role=gridcell]').length === 42")
    for text in ("d", "d", "c"):
        typed(browser, text)
    key(browser, Keys.ARROW_LEFT)
    at(browser, "d")
    typed(browser, "e")
    assert nodes(browser) == ["d", "d", "c", "e"]
    browser.execute_script(PRESS, "e1", "b2", True)
    drawn(browser, "arrow from e1 to b2 in green")
    until_script(browser, "document.querySelector('#analysis-board .drawn-mark')")
    button(browser, "Value the moves")
    until_script(browser, "document.querySelectorAll('.analysis-values tbody tr').length === 7", COMPILING)
    button(browser, "Edit the position")
    until_script(browser, "document.querySelector('#analysis-edit textarea')?.value.length > 40")
    field = browser.find_element(By.CSS_SELECTOR, "#analysis-edit textarea")
    field.clear()
    field.send_keys("-------/-------/-------/-------/YYY----/RRR---- R")
    button(browser, "Begin a new tree here")
    until_script(
        browser, "!document.querySelector('.analysis-node') && document.querySelector('#analysis-edit').hidden"
    )
    typed(browser, "d")
    assert "Red has four in a row." in until_script(browser, "document.querySelector('#analysis-panel').innerText")
    assert not violations(browser)
    assert [each for each in console_errors(browser) if "400" not in each] == []  # the text while it was written


def test_its_review_marks_what_loses(browser: Chrome, server: Server) -> None:
    record = json.dumps({"plyground": 1, "game": ID, "moves": BLUNDER})
    browser.get(f"{server.url}/review#{urlencode({'game': ID, 'record': record})}")
    until_script(browser, f"document.querySelectorAll('.review-list button').length === {len(BLUNDER)}", COMPILING)
    until_script(browser, "!document.querySelector('#review-panels progress')", COMPILING)
    marked = (
        "[...document.querySelectorAll('.review-list .blunder, .review-list .mistake')].map((one) => one.innerText)"
    )
    assert until_script(browser, f"{marked}.length && {marked}", COMPILING)
    assert console_errors(browser) == []


def test_its_puzzles_are_solved_in_words(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/puzzles/{ID}")
    for _number in range(2):
        until_script(browser, "!document.querySelector('#puzzle-panel form button').disabled")
        until_script(
            browser, "document.querySelectorAll('#puzzles[data-ready] #puzzle-board [role=gridcell]').length === 42"
        )
        type_move(browser, "D")
        until_script(browser, f"({SAID}) === 'Right: d solves it.'")
        press(browser, "Next puzzle")
        until_script(browser, f"({SAID}).endsWith('to move.')")
    assert not violations(browser)
    assert console_errors(browser) == []
