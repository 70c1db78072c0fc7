"""Puzzles one after another in a browser: a rush against a moved clock, the streak, the one of a day as days pass."""

from __future__ import annotations

import datetime
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from plyground.puzzles import choosing, keeping
from plyground.puzzles.keeping import Puzzle
from tests.browser.axe import violations
from tests.browser.conftest import until_script as until
from tests.browser.test_puzzles import KEPT, SAID, type_move
from tools.benchmarks.serving import Server

BOARD = "document.querySelector('#puzzles[data-ready] #puzzle-board svg')"
READY = f"{BOARD} && !document.querySelector('#puzzle-panel form button').disabled"
LISTEN = """
window.sent = [];
const known = window.fetch;
window.fetch = async (...asked) => {
  const answer = await known(...asked);
  if (/\\/api\\/puzzles\\/(next|daily)/.test(asked[0])) window.sent.push(await answer.clone().json());
  return answer;
};
const clock = Date.now, shift = Number(localStorage.getItem("shift") ?? 0), Real = Date;
window.later = shift;
Date.now = () => clock() + window.later;
window.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(Real.now()); } };
"""
"""Notes which puzzles the server sent, and lets a test move the page's clock on."""


def press(browser: Chrome, words: str) -> None:
    buttons = "[...document.querySelectorAll('#puzzle-panel button')]"
    browser.execute_script(f"{buttons}.find((each) => each.textContent.trim() === arguments[0]).click()", words)


def sent(browser: Chrome, count: int) -> Puzzle:
    """The puzzle that came as the one of this number, once it can be solved."""
    until(browser, f"window.sent?.length >= {count} && {READY}")
    told: dict[str, Any] = browser.execute_script("return window.sent[arguments[0] - 1]", count)
    return keeping.find(told["game"], told["id"])


def solve(browser: Chrome, puzzle: Puzzle, last: str = "") -> None:
    """Type the solver's moves; ``last`` is what the status says then."""
    game = registry.game(puzzle.game)
    at = game.parse_position(puzzle.position, game.options(puzzle.options))
    seat = game.to_move(at)
    for text in puzzle.moves:
        if game.to_move(at) == seat:
            until(browser, READY)
            type_move(browser, text)
            if text != puzzle.moves[-1]:
                until(browser, f"({SAID}).startsWith('Right: {text}')")
        at = game.play(at, game.parse_move(at, text))
    if last:
        until(browser, f"({SAID}).includes('{last}')")


def fail(browser: Chrome, puzzle: Puzzle) -> None:
    game = registry.game(puzzle.game)
    at = game.parse_position(puzzle.position, game.options(puzzle.options))
    texts = [game.move_text(at, move) for move in game.legal_moves(at)]
    type_move(browser, next(text for text in texts if text != puzzle.moves[0]))


def opened(browser: Chrome, server: Server, path: str = "/puzzles/othello") -> None:
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})
    try:
        browser.get("about:blank")
        browser.get(f"{server.url}{path}")
        until(browser, READY)
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_a_rush_ends_after_three_minutes_and_its_best_is_kept(browser: Chrome, server: Server) -> None:
    opened(browser, server)
    press(browser, "Rush, 3 minutes")
    first = sent(browser, 2)
    assert "Rush: 0 solved, 0 of 3 misses" in browser.find_element(By.ID, "puzzle-panel").text
    solve(browser, first)
    fail(browser, sent(browser, 3))
    sent(browser, 4)
    until(browser, "document.querySelector('[role=timer]').textContent.includes('Rush: 1 solved, 1 of 3 misses')")
    browser.execute_script("window.later += 120_000")
    left = "Number(/(\\d+) s left/.exec(document.querySelector('[role=timer]').textContent)[1])"
    until(browser, f"{left} <= 60 && {left} > 0")
    browser.execute_script("window.later += 61_000")
    until(browser, f"({SAID}) === 'The rush is over: 1 puzzle solved.'")
    assert browser.execute_script(KEPT)["rush"] == 1
    assert browser.find_element(By.CSS_SELECTOR, "#puzzle-panel form button").get_attribute("disabled")
    assert not violations(browser)
    press(browser, "Once more")
    sent(browser, 5)
    for miss in range(3):
        fail(browser, sent(browser, 5 + miss))
    until(browser, f"({SAID}).endsWith('The rush is over: 0 puzzles solved.')")
    assert browser.execute_script(KEPT)["rush"] == 1


def test_a_streak_grows_until_the_first_miss(browser: Chrome, server: Server) -> None:
    opened(browser, server)
    press(browser, "Streak")
    for number in range(2):
        solve(browser, sent(browser, 2 + number))
    until(browser, "document.querySelector('#puzzle-panel').textContent.includes('Streak: 2')")
    last = sent(browser, 4)
    assert browser.execute_script(KEPT)["streak"] == 2, "whatever becomes of it"
    fail(browser, last)
    until(
        browser, f"({SAID}).includes('is not the move') && ({SAID}).endsWith('The streak is over: 2 puzzles solved.')"
    )
    assert browser.execute_script(KEPT)["streak"] == 2
    assert [each["points"] for each in browser.execute_script(KEPT)["results"]] == [1, 1, 0]
    solution = "[...document.querySelectorAll('#puzzle-panel dd')].map((each) => each.textContent)"
    assert browser.execute_script(f"return {solution}")[2] == "2"
    press(browser, "Show the solution")
    until(browser, f"({SAID}).startsWith('The solution: ')")
    press(browser, "Once more")
    sent(browser, 5)
    until(browser, "document.querySelector('#puzzle-panel').textContent.includes('Streak: 0')")
    press(browser, "End the streak")
    until(browser, f"({SAID}) === 'The streak is over: 0 puzzles solved.'")
    assert browser.execute_script(KEPT)["streak"] == 2


def test_the_puzzle_of_the_day_is_another_on_the_next_and_days_in_a_row_count(browser: Chrome, server: Server) -> None:
    today = datetime.date.fromisoformat(
        browser.execute_script(
            "return new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10)"
        )
    )
    browser.get(f"{server.url}/puzzles")
    for number in range(2):
        browser.execute_script("localStorage.setItem('shift', arguments[0])", str(86_400_000 * number))
        opened(browser, server, "/puzzles")
        puzzle = sent(browser, 1)
        assert puzzle == choosing.daily(today + datetime.timedelta(days=number))
        assert "Puzzle of the day" in browser.find_element(By.ID, "puzzle-title").text
        solve(browser, puzzle, "solves it.")
        assert browser.execute_script(KEPT)["days"][-1] == (today + datetime.timedelta(days=number)).isoformat()
    rows = "[...document.querySelectorAll('#puzzle-panel dd')].map((each) => each.textContent)"
    until(browser, f"{rows}[1] === '2'")
    browser.execute_script("localStorage.setItem('shift', arguments[0])", str(86_400_000 * 4))
    opened(browser, server, "/puzzles")
    until(browser, f"{rows}[1] === '0'")


def test_a_puzzle_is_solved_by_keys_on_the_board(browser: Chrome, server: Server) -> None:
    puzzle = next(each for each in keeping.of("othello").values() if each.exact and len(each.moves) == 1)
    browser.get(f"{server.url}/puzzles/othello/{puzzle.id}")
    until(browser, READY)
    browser.execute_script("document.querySelector('#puzzle-board [role=gridcell][tabindex=\"0\"]').focus()")
    focus = browser.switch_to.active_element
    focus.send_keys(Keys.HOME, Keys.PAGE_UP)
    column, row = "abcdefgh".index(puzzle.moves[0][0]), int(puzzle.moves[0][1]) - 1
    for _step in range(column):
        browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    for _step in range(row):
        browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    until(browser, f"({SAID}) === 'Right: {puzzle.moves[0]} solves it.'")
