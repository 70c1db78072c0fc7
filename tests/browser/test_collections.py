"""Files of games in a browser: dragged onto the page, listed, filtered, followed by their openings, opened, saved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from plyground.core import registry
from plyground.library.importing import import_files
from tests.browser.axe import violations
from tests.browser.class_page import Teacher
from tests.browser.conftest import console_errors, resize, until_script
from tests.games.test_collections import names, wthor, wthor_game
from tests.web.clients import connected
from tools.benchmarks.serving import Server

YEAR = Path(__file__).resolve().parents[3] / "shared" / "data" / "files" / "wthor" / "2019.wtb"
DROP = """
const data = new DataTransfer();
for (const [name, bytes] of Object.entries(arguments[0])) data.items.add(new File([Uint8Array.from(bytes)], name));
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
"""
ROWS = "document.querySelectorAll('#replay-list section > .collection-scroll:last-of-type tbody tr').length"
WORDS = "document.querySelector('.embed-words')?.textContent"


MAKE = """
fetch("/games", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ game: "tak", moves: ["a1"], seats: [{ kind: "person" }, { kind: "person" }] }),
}).then((answer) => answer.json()).then(arguments[0]);
"""


def heading(text: str) -> str:
    return f"document.querySelector('#replay-list h2')?.textContent.includes('{text}')"


def drop(browser: Chrome, content: bytes, **others: bytes) -> None:
    files = {"games": content, **{name.replace("_", "."): content for name, content in others.items()}}
    browser.execute_script(DROP, {name: list(content) for name, content in files.items()})


def set_field(browser: Chrome, selector: str, value: Any) -> None:
    browser.execute_script(
        "const field = document.querySelector(arguments[0]); field.value = arguments[1];"
        "for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));",
        selector,
        value,
    )


def test_a_file_of_games_is_listed_filtered_and_opened(browser: Chrome, server: Server) -> None:
    archive = (
        "(;GM[Othello]PB[Ada]PW[Ben]RE[+4]B[F5]W[D6]B[C3];)\n(;GM[Othello]PB[Ben]PW[Ada]RE[-2]B[F5]W[F6];)\n"
        "(;GM[Othello]PB[Eve]PW[Ada]RE[0]B[A1];)\n(;GM[Othello]PB[Eve]PW[Ada]RE[0]B[D3];)"
    )
    browser.get(f"{server.url}/replay")
    until_script(browser, "document.readyState === 'complete'")
    drop(browser, archive.encode())
    until_script(browser, heading("Othello: 3 of 3 games"))
    assert "Game 3: Move 1 of the record, a1, cannot be played" in browser.page_source
    set_field(browser, "#replay-list input[type=search]", "ben")
    until_script(browser, heading("2 of 3 games"))
    set_field(browser, "#replay-list select", "1")
    until_script(browser, heading("1 of 3 games"))
    set_field(browser, "#replay-list select", "")
    next(
        each for each in browser.find_elements("css selector", "#replay-list tbody button") if each.text == "f5"
    ).click()
    until_script(browser, "document.querySelectorAll('#replay-list tbody button').length === 2")
    assert violations(browser) == []
    resize(browser, 390, 800)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    browser.find_element("link text", "Ada – Ben").click()
    until_script(browser, f"{WORDS} === '3. c3'")
    assert "Ada" in browser.find_element("css selector", ".embed-player").text
    resize(browser, 1280, 900)
    browser.find_element("link text", "Ben – Ada").click()
    until_script(browser, f"{WORDS} === '2. f6'")
    assert browser.execute_script(f"return {ROWS}") == 2
    assert console_errors(browser) == []


def test_pasted_games_open_as_a_list_and_one_of_a_file_on_the_board(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/replay")
    browser.execute_script("document.getElementById('replay-record').value = arguments[0]", "f5d6c3\nf5f6e6\nf5f4")
    browser.find_element("css selector", "#replay-form button").click()
    until_script(browser, heading("Othello: 3 of 3 games"))
    drop(browser, b'[Size "5"]\n\n1. a1 e5\n2. b1 b2\n\n{2w1}\n2. c1! c2\n')
    until_script(browser, f"{WORDS} === '4. b2'")
    branch = browser.find_elements("css selector", ".replay-lines li a")[1]
    assert branch.text.startswith("2w1")
    branch.click()
    until_script(browser, f"{WORDS} === '3. c1!'")
    browser.find_element("css selector", ".embed [aria-label='One move on']").click()
    until_script(browser, f"{WORDS} === '4. c2'")


def test_a_game_of_a_list_goes_into_the_laboratory_and_to_a_class(browser: Chrome, server: Server) -> None:
    page = Teacher(browser, server)
    page.open("/replay")
    until_script(browser, "document.readyState === 'complete'")
    drop(browser, wthor(wthor_game("f5d6c3", 1, 0), wthor_game("f5f6", 0, 1)), WTHOR_JOU=names(20, b"Ben", b"Ada"))
    until_script(browser, heading("Othello: 2 of 2 games"))
    browser.find_element("link text", "Ada – Ben").click()
    until_script(browser, f"{WORDS} === '3. c3'")
    at_end = until_script(browser, "document.querySelector('#replay-lab').href")
    browser.find_element("css selector", ".embed [aria-label='One move back']").click()
    until_script(browser, f"{WORDS} === '2. d6'")
    page.until(lambda: page.find("#replay-lab").get_attribute("href") not in (at_end, None))
    lab, asking = (page.find(each).get_attribute("href") or "" for each in ("#replay-lab", "#replay-class"))
    browser.get(lab)
    page.until_text("Dark to move")
    page.until(lambda: "OX" in str(page.find("#lab-text").get_attribute("value")))
    browser.get(asking)
    page.until_text("A position comes along")
    assert violations(browser) == []
    page.click("Open a class")
    page.until(lambda: page.has_button("Ask: which move?"))
    assert "#" not in browser.current_url
    page.click("Ask: which move?")
    until_script(browser, "document.querySelectorAll('#class-board [role=gridcell]').length === 64")
    (code,) = re.findall(r"/class/(\w+)/teach", browser.current_url)
    page.open("/class" + asking.partition("/class")[2])
    page.find(f"#opened a[href*='{code}']").click()
    page.until(lambda: page.has_button("Ask: which move?"))
    assert console_errors(browser) == []


def test_a_library_tells_what_a_position_came_to_and_own_games_are_a_list(
    browser: Chrome, server: Server, tmp_path: Path
) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\nf5d6c4\nf5f6e6\n")
    import_files(registry.game("othello"), [games], server.data / "library", print)
    browser.get(f"{server.url}/replay")
    until_script(browser, "document.querySelector('#replay-libraries a')?.textContent.includes('3')")
    browser.find_element("css selector", "#replay-libraries a").click()
    until_script(browser, "document.querySelector('#replay-library')?.textContent.includes('3 games came')")
    browser.find_element("css selector", ".library-moves a").click()  # the four first moves are one by symmetry
    until_script(browser, "document.querySelectorAll('.library-moves tbody tr').length === 2")
    assert violations(browser) == []
    browser.find_element("css selector", ".library-moves a").click()
    until_script(browser, f"{WORDS}?.startsWith('2. ')")
    until_script(browser, "document.querySelector('#replay-library')?.textContent.includes('2 games came')")
    browser.find_element("css selector", "#replay-library summary").click()
    browser.find_element("css selector", "#replay-library li a").click()
    until_script(browser, f"{WORDS}?.startsWith('3. ')")
    made = browser.execute_async_script(MAKE)
    message = {"game": made["id"], "token": made["tokens"]["s0"], "id": "end", "ply": 1, "do": "resign"}
    with connected(server.url) as line:
        assert line.ask("command", message)["ok"]
    browser.get(f"{server.url}/replay")
    until_script(browser, "document.querySelector('#replay-own a')?.textContent.includes('Tak')")
    browser.find_element("css selector", "#replay-own a").click()
    until_script(browser, f"Boolean({WORDS})")
    assert console_errors(browser) == []


def test_a_book_is_walked_through(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/replay")
    until_script(browser, "document.querySelector('#replay-books')?.textContent.includes('Othello')")
    links = browser.find_elements("css selector", "#replay-books a")
    next(each for each in links if each.text.startswith("Othello")).click()
    until_script(browser, "document.querySelectorAll('.book-moves tbody tr').length === 4")
    first = browser.find_element("css selector", ".book-moves a").text
    browser.find_element("css selector", ".book-moves a").click()
    until_script(browser, f"{WORDS}?.startsWith('1. ')")
    until_script(
        browser,
        f"document.querySelector('.book-moves a') && document.querySelector('.book-moves a').textContent !== '{first}'",
    )
    browser.back()
    browser.back()
    until_script(browser, "document.querySelector('#replay-stage').hidden")  # as the page was at first
    browser.forward()
    until_script(browser, f"!document.querySelector('#replay-stage').hidden && {WORDS} === 'Start'")
    assert violations(browser) == []
    assert console_errors(browser) == []


@pytest.mark.skipif(not YEAR.exists(), reason="the games are not beside the project")
def test_a_year_of_wthor_is_a_list(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/replay")
    drop(browser, YEAR.read_bytes())
    until_script(browser, heading("Othello: 1,949 of 1,949 games"))
    browser.find_element("css selector", "#replay-list tbody a").click()
    until_script(browser, f"{WORDS}?.includes('won') || {WORDS}?.includes('wins') || {WORDS}?.includes('disc')")
