"""The Tak position editor in a real browser: what it tells is a position that the rules read back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.board_page import BoardPage
from tests.browser.conftest import console_errors


@pytest.fixture
def page(browser: Chrome, address: str) -> Iterator[BoardPage]:
    page = BoardPage(browser, address, "tak")
    page.run("harness.edit(arguments[0])", page.state()["view"])
    yield page
    assert page.texts
    for text in page.texts:
        assert page.game.position_text(page.game.parse_position(text)) == text
    assert console_errors(browser) == []


def test_pieces_are_piled_and_taken_away(page: BoardPage) -> None:
    page.click(50, 450)
    assert page.texts[-1] == "x5/x5/x5/x5/1,x4 1 2"
    page.button("Black").click()
    page.button("Wall").click()
    page.click(50, 450)
    assert page.texts[-1] == "x5/x5/x5/x5/12S,x4 1 2"
    page.click(50, 450)
    assert page.words == "Nothing lies on a wall. Take it away first."
    page.button("Take away").click()
    page.click(50, 450)
    assert page.texts[-1] == "x5/x5/x5/x5/1,x4 1 2"
    ActionChains(page.browser, duration=0).context_click().perform()
    assert page.texts[-1] == "x5/x5/x5/x5/x5 1 1"


def test_the_side_the_number_and_clear(page: BoardPage) -> None:
    page.click(450, 50)
    page.button("Black to move").click()
    assert page.texts[-1] == "x4,1/x5/x5/x5/x5 2 2"
    page.run(
        "const box = document.querySelector('.board-count input'); box.value = 14;"
        "box.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    assert page.texts[-1] == "x4,1/x5/x5/x5/x5 2 14"
    page.button("Clear").click()
    assert page.texts[-1] == "x5/x5/x5/x5/x5 1 1"


def test_pieces_by_keys(page: BoardPage) -> None:
    page.tab()
    page.press("f", "2", "f", Keys.ARROW_RIGHT, "s", Keys.ARROW_DOWN, Keys.ENTER)
    assert page.texts[-1] == "12,2S,x3/x,2S,x3/x5/x5/x5 1 2"
    assert page.focus == "b4, black wall"
    page.press(Keys.DELETE)
    assert page.texts[-1] == "12,2S,x3/x5/x5/x5/x5 1 2"
    page.press(Keys.ARROW_UP, Keys.BACKSPACE, "1", "c")
    assert page.texts[-1] == "12,1C,x3/x5/x5/x5/x5 1 2"


def test_the_editor_takes_another_size(page: BoardPage) -> None:
    view = page.game.view(page.game.initial({"size": 4}), None)
    page.run("harness.editor.update(arguments[0])", view)
    page.click(50, 350)
    assert page.texts == ["x4/x4/x4/1,x3 1 2"]
