"""Puzzles where the server is away, which they are solved without, and as a question to a class."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from plyground.core import registry
from plyground.puzzles import keeping
from plyground.puzzles.keeping import Puzzle
from tests.browser.axe import violations
from tests.browser.class_page import Student, Teacher
from tests.browser.conftest import console_errors, start_browser
from tests.browser.conftest import until_script as until
from tests.browser.test_puzzle_modes import READY, press, solve
from tests.browser.test_puzzles import KEPT, SAID, type_move
from tests.soaking import more
from tools.benchmarks.serving import Server

KEEPS = "navigator.serviceWorker.controller?.state === 'activated'"


@pytest.fixture
def keeping_browser(tmp_path: Path) -> Iterator[Chrome]:
    """A browser that lets pages have service workers."""
    browser = start_browser(tmp_path / "profile", workers=True)
    yield browser
    browser.quit()


def shown(browser: Chrome) -> Puzzle:
    """The puzzle that the address names, once it can be solved."""
    until(browser, f"/\\/puzzles\\/\\w+\\/\\w+$/.test(location.pathname) && {READY}")
    game, name = browser.current_url.split("/")[-2:]
    return keeping.find(game, name)


def choose(browser: Chrome, game: str) -> None:
    menu = "document.querySelector('#puzzle-game')"
    browser.execute_script(f"{menu}.value = arguments[0]; {menu}.dispatchEvent(new Event('change'))", game)
    until(browser, f"location.pathname.startsWith('/puzzles/{game}/') && {READY}")


@pytest.mark.soak
def test_puzzles_of_games_are_solved_without_the_server(keeping_browser: Chrome, tmp_path: Path) -> None:
    browser, server = keeping_browser, Server(tmp_path).start()
    try:
        browser.get(f"{server.url}/puzzles")
        until(browser, KEEPS)
    finally:
        server.stop()
    browser.get(f"{server.url}/puzzles")
    daily = shown(browser)
    assert "Puzzle of the day" in browser.find_element(By.ID, "puzzle-title").text
    assert "kept on this device" in until(browser, SAID)
    solve(browser, daily, "solves it.")
    games = sorted(keeping.games())
    for game_id in random.Random(3).sample(games, more(1, len(games))):
        choose(browser, game_id)
        puzzle = shown(browser)
        assert puzzle.game == game_id
        solve(browser, puzzle, "solves it.")
    assert {each["points"] for each in browser.execute_script(KEPT)["results"]} == {1}
    browser.refresh()
    assert shown(browser) == puzzle, "the address names a puzzle of the kept ones"
    game = registry.game(puzzle.game)
    at = game.parse_position(puzzle.position, game.options(puzzle.options))
    wrong = next(text for move in game.legal_moves(at) if (text := game.move_text(at, move)) != puzzle.moves[0])
    type_move(browser, "???")
    until(browser, "document.querySelector('#puzzle-status p.bad')")
    until(browser, READY)
    type_move(browser, wrong)
    until(browser, f"({SAID}).endsWith('What refutes it only the server can show, which cannot be reached.')")
    press(browser, "Show the solution")
    until(browser, f"({SAID}) === 'The solution: {', '.join(puzzle.moves)}'")
    assert not violations(browser)


def test_a_puzzle_is_asked_of_an_open_class_by_one_click(
    browser: Chrome, new_browser: Callable[[], Chrome], server: Server
) -> None:
    puzzle = next(each for each in keeping.of("othello").values() if each.exact)
    browser.get(f"{server.url}/puzzles/othello/{puzzle.id}")
    until(browser, READY)
    assert "Ask a class" in browser.find_element(By.ID, "puzzle-panel").text
    teacher, ada = Teacher(browser, server), Student(new_browser(), server)
    code = teacher.begin()
    ada.join(code, "Ada")
    browser.get(f"{server.url}/puzzles/othello/{puzzle.id}")
    until(browser, READY)
    teacher.click(f"Ask class {code[:3]} {code[3:]}")
    ada.until_text("to move.")
    column, row = "abcdefgh".index(puzzle.moves[0][0]), int(puzzle.moves[0][1]) - 1
    ada.cell(column, row)
    teacher.until(lambda: teacher.bars == {puzzle.moves[0]: 1})
    teacher.click("Reveal")
    teacher.until_text(f"The solution: {', '.join(puzzle.moves)}")
    ada.until_text(f"You chose {puzzle.moves[0]}, and so does the search.")
    assert console_errors(browser) == console_errors(ada.browser) == []
    assert "#" not in browser.current_url, "a reload asks nothing again"
    teacher.end()
