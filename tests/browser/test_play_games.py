"""Whole games on the play page: by mouse, by keyboard alone, by notation alone; and refusals with their sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import console_errors
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tools.benchmarks.serving import Server


@pytest.fixture(autouse=True)
def _no_errors(browser: Chrome) -> Iterator[None]:
    yield
    assert console_errors(browser) == []


def against(server: Server, game: str, bot: str = "random", **more: object) -> str:
    """The address of a new game against a bot."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": bot}]
    return str(make_game(server, game=game, seats=seats, seed=5, **more)["url"])


@pytest.mark.quick
def test_othello_by_mouse(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, against(server, "othello", options={"size": 4}))
    assert "#" not in browser.current_url, "tokens do not stay in the address"
    while not page.finished:
        ply = page.ply
        buttons = page.all("#board .board-pass")
        if buttons:
            buttons[0].click()
        else:
            page.cell(*page.legal_cells()[0])
        page.until_ply(ply + 1)
        page.until_turn()
    game = page.snapshot()
    assert game["status"] == "finished"
    assert len(page.moves()) == game["ply"]
    assert page.find(".result").text.splitlines()[0].strip()
    discs = [int(element.text.split()[0]) for element in page.all(".strip .counter")]
    assert sorted(discs) == sorted(game["view"]["scores"])


def test_camel_by_mouse(browser: Chrome, server: Server) -> None:
    small = {"board_width": 5, "board_height": 5, "starting_camels": 2}
    page = PlayPage(browser, server, against(server, "camel", options=small))
    page.click("Place a camelC")
    page.cell(0, 2)
    page.until(lambda: page.ply >= 2)
    assert page.snapshot()["view"]["masters"][0]["camels"] == 1
    while not page.finished:
        page.until_turn()
        ply, view = page.ply, page.snapshot()["view"]
        here = [view["masters"][0]["x"], view["masters"][0]["y"]]
        ahead = [tuple(tile) for tile in view["paths"][0] if list(tile) != here]
        steps = page.legal_cells()
        page.cell(*next((tile for tile in ahead[:1] if tile in steps), steps[-1]))
        page.until_ply(ply + 2)
        assert page.ply < 120, "the way to the goal is followed"
    assert page.snapshot()["result"]["winner"] == 0
    assert page.find(".result h2").text.strip() == "You win"


def test_camel_in_german_from_the_far_side(browser: Chrome, server: Server) -> None:
    """Moves are written as everywhere; where a step goes is said as it is seen on the turned board."""
    browser.get(f"{server.url}/language/de")
    page = PlayPage(browser, server, against(server, "camel"))
    assert page.find("#notation").get_attribute("placeholder") == "Right"
    page.cell(3, 1)
    page.until_ply(2)
    page.until(lambda: "Du spielst Down, nach oben." in page.find("#status").text)
    first = page.find("ol.moves button.move")
    assert first.text.split() == ["Down", "nach", "oben"]
    assert first.get_attribute("aria-label") == "Zug 1, Du: Down, nach oben"
    page.type_move("Up")
    page.until_ply(4)


def test_othello_by_keyboard_alone(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, against(server, "othello", options={"size": 4}))
    for _ in range(40):
        page.keys(Keys.TAB)
        if browser.execute_script("return document.activeElement.getAttribute('role') === 'gridcell'"):
            break
    while not page.finished:
        ply = page.ply
        legal = page.legal_cells()
        if not legal:
            page.keys("p")
        else:
            at = "return [document.activeElement.dataset.x, document.activeElement.dataset.y].map(Number)"
            x, y = browser.execute_script(at)
            goal_x, goal_y = legal[0]
            across = [Keys.ARROW_RIGHT if goal_x > x else Keys.ARROW_LEFT] * abs(goal_x - x)
            along = [Keys.ARROW_DOWN if goal_y > y else Keys.ARROW_UP] * abs(goal_y - y)
            page.keys(*across, *along, Keys.ENTER)
        page.until_ply(ply + 1)
        page.until_turn()
    assert page.snapshot()["status"] == "finished"
    assert any("win" in sentence or "Draw" in sentence for sentence in page.heard)


def test_camel_by_notation_alone(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="camel", seats=PEOPLE)
    page = PlayPage(browser, server, made["url"])
    page.keys("n")
    assert browser.execute_script("return document.activeElement.id") == "notation"
    typed = [
        "Down",
        "Left",
        "down",
        "Right",
        "Move Down",
        "Left",
        "Down",
        "Right",
        "H 0 0",
        "Left",
        "Down",
        "H5,0",
        "Down",
    ]
    for number, text in enumerate(typed, 1):
        page.keys(text, Keys.ENTER)
        page.until_ply(number)
        page.until(lambda: browser.execute_script("return document.querySelector('#notation')?.value ?? ''") == "")
    page.until(lambda: page.finished)
    assert [move["text"] for move in page.snapshot()["moves"]][8] == "H 0 0"
    assert page.snapshot()["result"]["winner"] == 0
    assert page.find(".result h2").text.strip() == "Player 1 wins" or "Blue" in page.find(".result h2").text
    # Each move was said once.
    assert len([sentence for sentence in page.heard if "H 0 0" in sentence]) == 1


def test_own_move_is_drawn_before_the_server_answers(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
    drawn = browser.execute_script(
        "const square = (x, y) => document.querySelector(`#board [data-x='${x}'][data-y='${y}']`);"
        "square(5, 4).dispatchEvent(new MouseEvent('click', {bubbles: true}));"
        "return square(4, 4).getAttribute('aria-label')"
    )
    assert "dark" in drawn.lower()
    page.until(lambda: page.ply == 1)


def test_a_pasted_game_opens_as_a_new_one(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
    page.type_move("f5d6c3d3c4")
    page.until(lambda: f"/g/{page.game_id}" not in browser.current_url and page.line == "live")
    assert page.ply == 5
    assert page.moves() == ["f5", "d6", "c3", "d3", "c4"]
