"""The game of the documentation in a browser: its module and its board are all that the pages need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors
from tests.browser.play_page import PlayPage, make_game
from tests.contract.copies import WHOLE, Copy, files_in
from tools.benchmarks.serving import Server

COMPILING = 90
"""Seconds in which the bot answers although its kernels are being compiled meanwhile."""


@contextmanager
def serving(name: str, files: dict[str, str], folder: Path) -> Iterator[Server]:
    """A server of a copy of the program to which these files were added; it has its own cache of kernels."""
    copy = Copy.make(name, files, WHOLE)
    server = Server(folder, PLYGROUND_CACHE=str(copy.folder / ".cache" / "kernels"))
    server.program = copy.folder
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the program with the game."""
    with serving("pages", files_in("add_a_game.md"), tmp_path_factory.mktemp("worked")) as server:
        yield server


def cells(page: PlayPage) -> str:
    """The board as the cells name themselves: X, O and -."""
    signs = {"cross": "X", "nought": "O", "empty": "-"}
    return "".join(signs[name.split(", ")[1]] for name in page.board_picture())


def until_ply(page: PlayPage, ply: int) -> None:
    """Wait for the bot, which may still have to compile."""
    page.until(lambda: page.ply >= ply or page.finished, COMPILING)


def test_a_whole_game_against_the_usual_bot(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="tictactoe", level="minimax-3000", seed=1)["url"])
    while not page.finished:
        before = cells(page)
        free = page.all("#board [role=gridcell][tabindex='0']")
        assert len(free) == before.count("-")
        ply = page.ply
        free[0].click()
        assert cells(page).count("X") >= before.count("X") + 1  # drawn at once
        until_ply(page, ply + 2)
    assert page.snapshot()["result"]["reason"] == "rules"
    assert cells(page) == page.snapshot()["view"]["cells"]
    assert console_errors(browser) == []


def test_a_move_by_notation_and_a_refusal(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="tictactoe", level="random", seed=1)["url"])
    page.type_move("d4")
    page.until(lambda: "a1 to c3" in browser.find_element("css selector", "main").text)
    assert page.ply == 0
    page.type_move("b2")
    until_ply(page, 2)
    assert cells(page)[4] == "X"


def test_home_setup_and_rules_know_the_game(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/")
    assert "Tic-tac-toe" in browser.find_element("css selector", "main").text
    browser.get(f"{server.url}/rules/tictactoe")
    assert "Three of one's own in a row" in browser.find_element("css selector", "main").text
    assert len(browser.find_elements("css selector", ".picture svg .cross")) == 3
    browser.get(f"{server.url}/new/tictactoe?position=XX-OO----%20X")
    text = browser.find_element("css selector", "#setup").text
    assert "Paste a position here" in text
    assert len(browser.find_elements("css selector", ".setup-board svg .cross")) == 2
    assert console_errors(browser) == []


def test_rules_that_nobody_wrote_down_are_what_the_game_declares(tmp_path: Path) -> None:
    files = {path: text for path, text in files_in("add_a_game.md").items() if not path.startswith("templates")}
    with serving("bare", files, tmp_path) as server:
        page = requests.get(f"{server.url}/rules/tictactoe", timeout=5)
    assert page.status_code == 200
    assert "Three in a row, across, down or slanting, wins." in page.text
