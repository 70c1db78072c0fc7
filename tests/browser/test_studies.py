"""A study in two browsers: branches, comments and what is drawn go along with a short link, until it ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from tests.browser.axe import by_theme, themes_of
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tests.browser.test_analysis import at, button, key, nodes, typed
from tests.waiting import until as holds
from tools.benchmarks.serving import Server

DRAWN = "[...document.querySelectorAll('.analysis-shapes li')].map((one) => one.innerText.trim())"
PRESS = """
const [from, to, mouse] = arguments;
const middle = (name) => {
  const label = (one) => one.getAttribute("aria-label").split(",")[0];
  const cell = [...document.querySelectorAll("#analysis-board [role=gridcell]")].find((one) => label(one) === name);
  const { left, top, width, height } = cell.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
};
const kind = { bubbles: true, cancelable: true, pointerType: mouse ? "mouse" : "touch", button: mouse ? 2 : 0 };
const start = middle(from), target = document.elementFromPoint(start.clientX, start.clientY);
for (const [name, place] of [["pointerdown", start], ["pointermove", middle(to)], ["pointerup", middle(to)]])
  target.dispatchEvent(new PointerEvent(name, { ...kind, ...place }));
"""
"""A drag from square to square: by the right button, or by a finger."""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server, and where its database stands."""
    folder = tmp_path_factory.mktemp("studies")
    server = Server(folder)
    yield server.start(), folder / "games.sqlite3"
    server.stop()


def begin(browser: Chrome, server: Server, game: str) -> None:
    browser.get(f"{server.url}/analysis#game={game}")
    until(browser, "!!document.querySelector('#analysis-board svg')")


def drawn(browser: Chrome, *wanted: str) -> None:
    until(browser, f"JSON.stringify({DRAWN}.filter((one) => one !== 'Remove all')) === JSON.stringify({list(wanted)})")


def problem(browser: Chrome) -> str:
    return str(until(browser, "document.querySelector('#analysis-problem').textContent"))


def test_a_study_is_whole_in_another_browser_until_it_ends(
    browser: Chrome, new_browser: Callable[[], Chrome], own: tuple[Server, Path]
) -> None:
    server, database = own
    begin(browser, server, "tak")
    for text in ("a1", "e5", "b1"):
        typed(browser, text)
    key(browser, Keys.ARROW_LEFT)
    at(browser, "e5")
    typed(browser, "c3")
    browser.find_element(By.CSS_SELECTOR, "#analysis-panel textarea").send_keys("the middle", Keys.TAB)
    until(browser, "document.querySelector('.analysis-words')?.textContent === 'the middle'")
    browser.execute_script(PRESS, "c3", "d4", True)
    browser.execute_script(PRESS, "b2", "b2", True)
    drawn(browser, "arrow from c3 to d4 in green", "b2 in green")
    assert nodes(browser) == ["a1", "e5", "b1", "c3"], "drawing makes no moves"
    button(browser, "Save as PTN")
    until(browser, "document.querySelector('#analysis-panel .notice')")
    assert "PTN cannot hold all of this analysis. It would leave out: 2 drawn arrows and places." in (
        browser.find_element(By.CSS_SELECTOR, "#analysis-panel .notice").text
    )
    assert by_theme(browser, themes_of("a study")) == {}
    button(browser, "Share by a short link")
    link = until(browser, "document.querySelector('#analysis-panel a[href*=\"#study=\"]')?.href")
    assert len(link) < 120

    other = new_browser()
    other.get(link)
    until(other, "document.querySelectorAll('.analysis-node').length === 4")
    assert nodes(other) == nodes(browser)
    assert other.execute_script("return document.querySelectorAll('.analysis-tree li').length") == 1
    assert other.find_element(By.CSS_SELECTOR, ".analysis-words").text == "the middle"
    other.find_element(By.CSS_SELECTOR, ".analysis-tree li button").click()
    at(other, "c3")
    drawn(other, "arrow from c3 to d4 in green", "b2 in green")
    until(other, "document.querySelectorAll('#analysis-board .drawn-mark').length === 2")

    other.get("about:blank")
    other.get(f"{server.url}/analysis#study=unknown1")
    assert problem(other) == "There is no such study here; perhaps it is no longer kept."
    with sqlite3.connect(database, timeout=30) as rows:
        rows.execute("update studies set until = 1")
    other.get("about:blank")
    other.get(link)
    assert problem(other) == "There is no such study here; perhaps it is no longer kept."


def test_one_draws_by_finger_and_by_keys_and_takes_back(browser: Chrome, own: tuple[Server, Path]) -> None:
    server, _database = own
    resize(browser, 390, 844)
    begin(browser, server, "othello")
    button(browser, "Draw on the board")
    browser.execute_script("document.querySelector('#analysis-tools input[value=blue]').click()")
    browser.execute_script(PRESS, "d3", "f5", False)
    drawn(browser, "arrow from d3 to f5 in blue")
    cell = browser.find_element(By.CSS_SELECTOR, "#analysis-board [role=gridcell][tabindex='0']")
    browser.execute_script("arguments[0].focus()", cell)
    chain = ActionChains(browser)
    chain.send_keys(Keys.HOME, Keys.PAGE_UP, Keys.ENTER, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ENTER).perform()
    drawn(browser, "arrow from d3 to f5 in blue", "arrow from a1 to b2 in blue")
    ActionChains(browser).send_keys(Keys.ENTER, Keys.ENTER).perform()
    drawn(browser, "arrow from d3 to f5 in blue", "arrow from a1 to b2 in blue", "b2 in blue")
    browser.execute_script(PRESS, "d3", "f5", False)  # drawn once more it goes
    drawn(browser, "arrow from a1 to b2 in blue", "b2 in blue")
    assert nodes(browser) == []
    saved = "return document.querySelectorAll('#analysis-board .arrows .drawn-mark').length"
    assert browser.execute_script(saved) == 2
    browser.execute_script("document.querySelector('[aria-label=\"Undo the last change\"]').click()")
    until(browser, f"{DRAWN}.length === 4")
    browser.refresh()
    until(browser, f"{DRAWN}.length === 4")  # the address holds them
    assert browser.execute_script("return document.documentElement.scrollWidth <= 390")
    assert by_theme(browser, themes_of("drawn by finger")) == {}
    button(browser, "Remove all")
    until(browser, "!document.querySelector('#analysis-board .drawn-mark')")
    assert console_errors(browser) == []


def test_a_picture_takes_along_what_is_drawn(browser: Chrome, own: tuple[Server, Path], tmp_path: Path) -> None:
    server, _database = own
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", folder)
    for game, places in {"othello": "green 3 12", "punter": "green s0 s4", "tree": "red n0"}.items():
        record = f'{{"plyground":1,"game":"{game}","moves":[],"remarks":[{{"line":0,"ply":0,"shapes":["{places}"]}}]}}'
        browser.get("about:blank")
        browser.get(f"{server.url}/analysis#game={game}")
        browser.execute_script("location.hash = arguments[0]", f"game={game}&record={record}")
        until(browser, "document.querySelector('#analysis-board .drawn-mark')")
        until(browser, "document.querySelectorAll('#analysis-board svg :is(path, circle, rect)').length > 9")
        button(browser, "Picture (SVG)")
        file = tmp_path / f"plyground-{game}.svg"
        holds(lambda file=file: file.exists() and file.read_text().endswith("</svg>"))  # type: ignore[misc]
        picture = file.read_text()
        assert "class=" not in picture
        assert picture.count("<path") + picture.count("<circle") + picture.count("<rect") > 5


def test_a_new_tree_begins_from_an_edited_position(browser: Chrome, own: tuple[Server, Path]) -> None:
    server, _database = own
    begin(browser, server, "othello")
    typed(browser, "d3")
    button(browser, "Edit the position")
    until(browser, "document.querySelector('#analysis-edit .editing')")
    text = browser.find_element(By.CSS_SELECTOR, "#analysis-edit textarea")
    before = text.get_attribute("value")
    assert before
    browser.find_element(By.CSS_SELECTOR, "#analysis-edit [role=gridcell][data-x='0'][data-y='0']").click()
    until(browser, "document.querySelector('#analysis-edit textarea').value.startsWith('X')")
    assert by_theme(browser, themes_of("an edited position")) == {}
    text.clear()
    text.send_keys("nonsense")
    until(browser, "document.querySelector('#analysis-edit .notice')")
    assert browser.execute_script("return document.querySelector('#analysis-edit .primary').disabled")
    text.clear()
    text.send_keys(f"X{before[1:]}")
    until(browser, "!document.querySelector('#analysis-edit .notice')")
    button(browser, "Begin a new tree here")
    until(browser, "document.querySelector('#analysis-edit').hidden && !document.querySelector('.analysis-node')")
    square = "document.querySelector('#analysis-board [data-x=\"0\"][data-y=\"0\"]').getAttribute('aria-label')"
    until(browser, f"{square}.startsWith('a1, dark')")
    browser.refresh()
    until(browser, f"document.querySelector('#analysis-board svg') && {square}.startsWith('a1, dark')")
    button_before = "document.querySelector('[aria-label=\"Undo the last change\"]')"
    until(browser, f"{button_before}.ariaDisabled === 'true'")


def test_leaving_the_editor_and_taking_back_lose_nothing(browser: Chrome, own: tuple[Server, Path]) -> None:
    server, _database = own
    begin(browser, server, "tak")
    typed(browser, "a1")
    button(browser, "Edit the position")
    until(browser, "document.querySelector('#analysis-edit .editing')")
    button(browser, "Back to the tree")
    at(browser, "a1")
    button(browser, "Edit the position")
    until(browser, "document.querySelector('#analysis-edit .editing')")
    button(browser, "Begin a new tree here")
    until(browser, "!document.querySelector('.analysis-node')")
    browser.execute_script("document.querySelector('[aria-label=\"Undo the last change\"]').click()")
    at(browser, "a1")


def test_a_notation_without_branches_says_what_it_leaves_out(browser: Chrome, own: tuple[Server, Path]) -> None:
    server, _database = own
    begin(browser, server, "othello")
    for text in ("d3", "c5"):
        typed(browser, text)
    key(browser, Keys.ARROW_LEFT)
    at(browser, "d3")
    typed(browser, "c3")
    browser.find_element(By.CSS_SELECTOR, "#analysis-panel textarea").send_keys("why not", Keys.TAB)
    until(browser, "document.querySelector('.analysis-words')")
    button(browser, "Save as GGF")
    until(browser, "document.querySelector('#analysis-panel .notice')")
    said = browser.find_element(By.CSS_SELECTOR, "#analysis-panel .notice").text
    assert "GGF cannot hold all of this analysis. It would leave out: 1 branch, 1 comment." in said
    button(browser, "Save it without them")
    until(browser, "!document.querySelector('#analysis-panel .notice')")
