"""Decision trees in a real browser: typed on their page, walked by mouse and keys, edited, folded."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.board_page import BoardPage
from tests.browser.conftest import console_errors, resize, until_returns
from tests.browser.play_page import PlayPage, make_game
from tests.waiting import until
from tools.benchmarks.serving import Server

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"


class TreesPage:
    """The page for trees as a person uses it."""

    def __init__(self, browser: Chrome, server: Server, fragment: str = "") -> None:
        self.browser = browser
        browser.get("about:blank")
        browser.get(f"{server.url}/trees{fragment}")
        self.until("return !!document.querySelector('.tree-found') && !!document.querySelector('#tree-level').value")

    def until(self, script: str, *arguments: object) -> Any:
        return until_returns(self.browser, script, *arguments)

    def write(self, text: str) -> None:
        area = self.browser.find_element("id", "tree-text")
        area.send_keys(Keys.CONTROL, "a")
        area.send_keys(text)

    def says(self, words: str) -> None:
        self.until("return document.querySelector('#tree-says').textContent.includes(arguments[0])", words)

    def names(self) -> list[str]:
        found: list[str] = self.browser.execute_script(
            "return [...document.querySelectorAll('[role=treeitem]')].map((each) => each.getAttribute('aria-label'))"
        )
        return found

    def found(self) -> dict[str, str]:
        found: dict[str, str] = self.browser.execute_script(
            "return Object.fromEntries([...document.querySelectorAll('.tree-found div')].map((each) =>"
            " [each.querySelector('dt').textContent, each.querySelector('dd').textContent]))"
        )
        return found

    def click(self, words: str) -> None:
        button = self.until(
            "return [...document.querySelectorAll('main button, main label, main summary')]"
            ".find((each) => each.textContent.trim() === arguments[0])",
            words,
        )
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()


def test_a_mistake_is_marked_and_mended_and_the_tree_is_played(browser: Chrome, server: Server) -> None:
    page = TreesPage(browser, server)
    page.write("- a 0\n- o 9\n")
    page.says("Line 2, column 1: a second root stands here; expected a node further in than the root.")
    assert browser.find_element("id", "tree-text").get_attribute("aria-invalid") == "true"
    assert page.until("return document.querySelector('.tree-lines .wrong').textContent.includes('2')")
    page.click("Show me the place")
    assert browser.execute_script("return document.querySelector('#tree-text').selectionStart") == 6
    page.write("a 0 ( o 9 ( a 1 a 4 ) a 3 )")
    page.says("A sound tree: 5 nodes, 3 leaves.")
    page.until("return document.querySelectorAll('[role=treeitem]').length === 5")
    assert page.found()["Value for Max"] == "3"
    page.click("Play it")
    page.until("return location.pathname.startsWith('/g/') && !!document.querySelector('[role=treeitem]')")
    spot = page.until("return document.querySelector('#board .spot.legal[aria-label^=\"1, leaf\"]')")
    spot.click()
    page.until("return document.querySelector('.result')?.textContent.length > 0")
    assert "worth 3 points to Max" in browser.find_element("css selector", "main").text
    assert [error for error in console_errors(browser) if "/api/tree" not in error] == []


def test_what_the_searches_find_is_drawn(browser: Chrome, server: Server) -> None:
    page = TreesPage(browser, server)
    page.write(TREE)
    page.says("5 nodes, 3 leaves")
    page.until("return document.querySelectorAll('.cut').length === 1")
    drawn = [
        "root, Max to move, value 0, found to be worth 6",
        "0, leaf, value 6, on the best line",
        "1, Min to move, value 12, found to be worth 3",
        "1 0, leaf, value 3",
        "1 1, leaf, value 7, cut off",
    ]
    until(lambda: page.names() == drawn)
    until(lambda: page.found().get("Leaves visited") == "2 of 3")
    page.click("Minimax")
    page.until("return document.querySelectorAll('.cut').length === 0")
    until(lambda: page.found().get("Leaves visited") == "3 of 3")
    page.click("Write it indented")
    assert browser.find_element("id", "tree-text").get_attribute("value") == (
        "- a 0\n  - a 6\n  - o 12\n    - a 3\n    - a 7\n"
    )
    assert console_errors(browser) == []


def test_the_address_holds_the_tree_and_a_seed_grows_one(browser: Chrome, server: Server) -> None:
    page = TreesPage(browser, server)
    page.write(f"{TREE} # mine")
    page.says("5 nodes")
    page.until("return location.hash.includes('mine')")
    address = browser.current_url
    other = TreesPage(browser, server, "#seed=3&turns=free&plies=5")
    other.says("A sound tree: 91 nodes")
    browser.get("about:blank")
    browser.get(address)
    other.until("return document.querySelector('#tree-text')?.value.endsWith('# mine')")
    other.says("5 nodes")
    assert console_errors(browser) == []


def test_a_tree_is_played_to_the_end_with_the_keyboard(browser: Chrome, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "minimax"}]
    page = PlayPage(browser, server, str(make_game(server, game="tree", seats=seats)["url"]))
    browser.execute_script("document.querySelector('#board [role=treeitem][tabindex=\"0\"]').focus()")
    assert browser.execute_script("return document.activeElement.getAttribute('aria-label')").startswith("0, Min")
    page.keys(Keys.ARROW_RIGHT)
    assert browser.execute_script("return document.activeElement.getAttribute('aria-label')").startswith("1, Min")
    page.keys(Keys.ARROW_LEFT, Keys.ENTER)
    page.until(lambda: page.ply >= 2)
    assert page.finished
    assert page.snapshot()["view"]["path"] == [0, 0]
    assert page.snapshot()["result"]["returns"] == [5, -5]
    assert console_errors(browser) == []


def test_the_board_refuses_in_words_and_takes_back(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "tree")
    page.open(position=f"{TREE}")

    def click(row: int) -> None:
        browser.find_element("css selector", f"[data-node='{row}'] .shape").click()

    click(3)
    assert "too far" in page.said[-1]
    click(0)
    assert "was reached" in page.said[-1]
    click(2)
    assert page.moves == ["1"]
    assert page.count("[aria-label*='reached']") == 1
    page.run("harness.board.refuse('1', 'The game was paused.')")
    assert page.words == "The game was paused."
    assert page.count(".spot.legal") == 2
    page.update(("1",), position=TREE)
    assert page.count(".edge.walked") == 1
    assert console_errors(browser) == []


def test_a_large_tree_is_folded_and_opened(browser: Chrome, address: str) -> None:
    large = "a 0 ( " + ("o 1 ( " + "a 2 ( o 3 o 4 ) " * 4 + ") ") * 40 + ")"
    page = BoardPage(browser, address, "tree")
    page.open(position=large)
    shown = page.count("[role=treeitem]")
    assert 40 < shown <= 200
    assert page.count(".folded") > 0
    wide = page.run(
        "const table = document.querySelector('.board-table'); return table.scrollWidth > table.clientWidth"
        " && document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    assert wide, "a wide tree scrolls inside its frame"
    row = page.run("return document.querySelector('.spot.folds').dataset.node")
    page.run(
        f"document.querySelector('[data-node=\"{row}\"]').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    )
    assert page.moves == [] or page.count("[role=treeitem]") != shown
    smallest = page.run(
        "return Math.min(...[...document.querySelectorAll('.value')].map((one) => one.getBoundingClientRect().height))"
    )
    assert smallest >= 14


def test_the_editor_changes_a_tree(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "tree")
    page.run("harness.edit(arguments[0])", page.game.view(page.game.parse_position(TREE), None))
    browser.find_element("css selector", "[data-node='1'] .shape").click()
    page.button("Add a child").click()
    assert page.texts[-1] == "a 0 ( a 6 ( o 0 ) o 12 ( a 3 a 7 ) )"
    page.button("Max moves").click()
    value = browser.find_element("css selector", ".tree-value input")
    ActionChains(browser).double_click(value).send_keys("9", Keys.TAB).perform()
    assert page.texts[-1] == "a 0 ( a 6 ( a 9 ) o 12 ( a 3 a 7 ) )"
    page.button("Remove").click()
    assert page.texts[-1] == TREE
    browser.find_element("css selector", "[data-node='2'] .shape").click()
    page.run("harness.editor.focus()")
    page.press(Keys.ENTER, "-", Keys.ARROW_DOWN, Keys.DELETE)
    assert page.texts[-1] == "a 0 ( a 6 a 11 ( a 7 ) )"
    assert console_errors(browser) == []


@pytest.mark.parametrize("width", [320, 390, 1920])
def test_the_page_fits(browser: Chrome, server: Server, width: int) -> None:
    page = TreesPage(browser, server, "#seed=3&turns=free&plies=5")
    resize(browser, width, 800)
    wider = page.until("return [document.documentElement.scrollWidth - document.documentElement.clientWidth]")[0]
    assert wider <= 0


def test_a_wide_tree_is_moved_by_dragging_and_by_shift_with_arrows(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "tree")
    page.open(position=f"a 0 ( {'o 1 ' * 90})")
    at = "const table = document.querySelector('.board-table'); return [table.scrollLeft, table.scrollTop]"
    page.run("const table = document.querySelector('.board-table'); table.scrollLeft = 300; table.scrollTop = 0")
    left = page.run(at)[0]
    assert left == 300, "the tree is wider than its frame"
    table = browser.find_element("css selector", ".board-table")
    drag = ActionChains(browser, duration=0).move_to_element_with_offset(table, 0, -40).click_and_hold()
    drag.move_by_offset(20, 0).move_by_offset(60, 0).release().perform()
    assert page.run(at)[0] == left - 80
    assert page.moves == [], "a drag plays nothing"
    assert page.run("return document.querySelector('.panning')") is None
    page.tab()
    before = page.run(at)
    cursor = page.focus
    ActionChains(browser, duration=0).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
    assert page.run(at)[0] == before[0] + 80
    assert page.focus == cursor, "the keyboard's place stays"


def test_on_a_phone_all_legal_moves_are_in_sight(browser: Chrome, address: str) -> None:
    resize(browser, 390, 844)
    page = BoardPage(browser, address, "tree")
    page.open(options={"seed": 1})
    inside = """const frame = document.querySelector('.board-table').getBoundingClientRect();
        return [...document.querySelectorAll('.spot.legal')].map((one) => one.getBoundingClientRect())
            .map(({left, right}) => left >= frame.left - 1 && right <= frame.right + 1)"""
    assert page.run(inside) == [True, True]
    assert page.count(".spot.folds") > 0, "what finds no place is folded"
