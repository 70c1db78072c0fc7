"""The position editors in a real browser: what they tell is a position that the rules read back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from tests.browser.board_page import BoardPage
from tests.browser.conftest import console_errors

START = "---------------------------OX------XO---------------------------"


@pytest.fixture
def othello(browser: Chrome, address: str) -> Iterator[BoardPage]:
    page = BoardPage(browser, address, "othello")
    page.run("harness.edit(arguments[0])", page.state()["view"])
    yield page
    read_back(page)


@pytest.fixture
def camel(browser: Chrome, address: str) -> Iterator[BoardPage]:
    page = BoardPage(browser, address, "camel")
    page.run("harness.edit(arguments[0])", page.state()["view"])
    yield page
    read_back(page)


def read_back(page: BoardPage) -> None:
    """Every text that was told is a position, written as the game itself writes it."""
    game = page.game
    for text in page.texts:
        assert game.position_text(game.parse_position(text)) == text
    assert page.texts
    assert console_errors(page.browser) == []


def test_a_square_cycles(othello: BoardPage) -> None:
    for held in "XO-":
        othello.click(50, 50)
        assert othello.texts[-1] == f"{held}{START[1:]} X"


def test_the_side_to_move_and_the_whole_board(othello: BoardPage) -> None:
    othello.button("Light to move").click()
    assert othello.texts[-1] == f"{START} O"
    assert othello.button("Light to move").get_attribute("aria-pressed") == "true"
    othello.button("Clear").click()
    othello.button("Dark to move").click()
    assert othello.texts[-1] == f"{'-' * 64} X"
    othello.button("Start position").click()
    assert othello.texts[-1] == f"{START} X"


def test_squares_by_keys(othello: BoardPage) -> None:
    othello.tab()
    othello.press(Keys.ARROW_RIGHT, "o", Keys.ARROW_DOWN, Keys.ENTER)
    assert othello.texts[-1] == "-O-------X------" + START[16:] + " X"
    assert othello.focus == "b2, dark"
    othello.press(Keys.DELETE)
    assert othello.texts[-1] == "-O" + START[2:] + " X"


def test_the_editor_takes_another_size(othello: BoardPage) -> None:
    game = registry.game("othello")
    position = game.initial({"size": 4})
    othello.run("harness.editor.update(arguments[0])", game.view(position, None))
    othello.click(50, 50)
    assert othello.texts == ["X----OX--XO----- X"]


def test_masters_and_camels_by_mouse(camel: BoardPage) -> None:
    camel.click(50 + 134, 50 + 134)
    assert camel.texts[-1] == "7x7 1,1,8 3,6,8 - 0 0"
    camel.button("Place master2").click()
    camel.click(50, 50 + 2 * 134)
    assert camel.texts[-1] == "7x7 1,1,8 0,2,8 - 0 0"
    camel.click(117 + 2 * 134 + 40, 117 + 3 * 134)
    assert camel.texts[-1] == "7x7 1,1,8 0,2,8 H2,3 0 0"
    camel.click(117, 117 + 40)
    assert camel.texts[-1] == "7x7 1,1,8 0,2,8 H2,3;V0,0 0 0"
    camel.click(117 + 2 * 134 + 40, 117 + 3 * 134)
    assert camel.texts[-1] == "7x7 1,1,8 0,2,8 V0,0 0 0"


def test_camels_that_clash_are_refused_in_words(camel: BoardPage) -> None:
    camel.click(117 + 2 * 134 + 40, 117 + 3 * 134)
    told = camel.texts
    camel.click(117 + 3 * 134 + 40, 117 + 3 * 134)
    assert camel.words == "The camel H 2 3 is in the way of H 3 3."
    camel.click(50 + 3 * 134, 50 + 6 * 134)
    assert camel.words == "Orange’s master stands on 3 6."
    assert camel.texts == told


def test_camels_in_hand_and_the_side_to_move(camel: BoardPage) -> None:
    camel.run("""const field = document.querySelectorAll('input')[1]; field.value = '25';
        field.dispatchEvent(new Event('change', {bubbles: true}))""")
    assert camel.texts[-1] == "7x7 3,0,8 3,6,20 - 0 0"
    camel.run("document.querySelectorAll('.board-seat')[1].querySelectorAll('button')[1].click()")
    assert camel.texts[-1] == "7x7 3,0,8 3,6,20 - 1 0"


def test_masters_and_camels_by_keys(camel: BoardPage) -> None:
    camel.tab()
    camel.press(Keys.ARROW_DOWN, "1")
    assert camel.texts[-1] == "7x7 3,1,8 3,6,8 - 0 0"
    camel.press("c", Keys.ARROW_LEFT, "r")
    assert camel.focus == "V 2 1, right of 2 1 and 2 2, empty"
    camel.press(Keys.ENTER)
    assert camel.texts[-1] == "7x7 3,1,8 3,6,8 V2,1 0 0"
    assert camel.focus == "V 2 1, right of 2 1 and 2 2, camel"
    camel.press(Keys.ESCAPE)
    assert camel.focus == "2 1, empty, camel right"
    camel.button("No camels").click()
    camel.button("Start position").click()
    assert camel.texts[-1] == "7x7 3,0,8 3,6,8 - 0 0"
