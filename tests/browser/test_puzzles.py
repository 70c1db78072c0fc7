"""The page of puzzles in a browser: solved by words and keys alone, refuted, told, and without findings."""

from __future__ import annotations

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from plyground.puzzles import keeping
from tests.browser.axe import violations
from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tools.benchmarks.serving import Server

PUZZLE = next(each for each in keeping.of("othello").values() if each.exact and len(each.moves) >= 3)
SAID = "document.querySelector('#puzzle-status p:last-child')?.textContent ?? ''"
KEPT = "return JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith('plyground.puzzles'))[1])"


def type_move(browser: Chrome, text: str) -> None:
    field = browser.find_element(By.ID, "puzzle-move")
    field.send_keys(text, Keys.ENTER)


def test_a_puzzle_is_solved_by_words_after_a_wrong_move_was_refuted(browser: Chrome, server: Server) -> None:
    game = registry.game("othello")
    position = game.parse_position(PUZZLE.position, game.options(PUZZLE.options))
    texts = [game.move_text(position, move) for move in game.legal_moves(position)]
    wrong = next(text for text in texts if text != PUZZLE.moves[0])
    browser.get(f"{server.url}/puzzles/othello/{PUZZLE.id}")
    until(browser, "document.querySelector('#puzzles[data-ready] #puzzle-board svg')")
    type_move(browser, "z9")
    until(browser, "document.querySelector('#puzzle-status p.bad')")
    type_move(browser, wrong)
    until(browser, f"({SAID}).startsWith('{wrong} is not the move')")
    until(browser, "[...document.querySelectorAll('button')].some((each) => each.textContent.trim() === 'Try again')")
    next(
        each for each in browser.find_elements(By.CSS_SELECTOR, "button.primary") if each.text == "Try again"
    ).send_keys(Keys.ENTER)
    for text in PUZZLE.moves[::2]:
        until(browser, "!document.querySelector('#puzzle-panel form button').disabled")
        type_move(browser, text)
        until(browser, f"({SAID}).startsWith('Right: {text}')")
    until(browser, f"({SAID}).endsWith('solves it.')")
    results = [{"grade": PUZZLE.grade, "points": 0}]
    assert browser.execute_script(KEPT)["results"] == results
    assert browser.find_elements(By.CSS_SELECTOR, ".puzzle-solved")
    assert not violations(browser)
    assert (
        browser.execute_script('return document.querySelectorAll(\'a[href*="/lab#"], a[href*="/class#"]\').length') == 2
    )
    assert [each for each in console_errors(browser) if "400" not in each] == []
    browser.refresh()
    until(browser, "document.querySelector('#puzzles[data-ready] .puzzle-solved')")
    type_move(browser, wrong)
    until(browser, f"({SAID}).startsWith('{wrong} is not the move')")
    assert browser.execute_script(KEPT)["results"] == results, "the first result counts"


def test_a_move_on_the_board_counts_and_a_streak_goes_on(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/puzzles")
    until(browser, "document.querySelector('#puzzles[data-ready] #puzzle-board svg')")
    assert "Puzzle of the day" in browser.find_element(By.ID, "puzzle-title").text
    script = "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Streak').click()"
    browser.execute_script(script)
    until(browser, "document.querySelector('#puzzle-panel').textContent.includes('Streak: 0')")
    assert not violations(browser)
