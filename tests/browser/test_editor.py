"""A bot written in a real browser: typed, tried in the sandbox, seen to crash at its line, mended, and seen to win."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from plyground.competitions import templates
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.axe import by_theme, themes_of, violations
from tests.browser.conftest import console_errors, requested_hosts, resize, until_script
from tests.competitions.events import make
from tests.soaking import later
from tools.benchmarks.serving import Server

RUNNER = """from plyground.camel import apply_move, distance, list_valid_moves

def make_move(random, time, configuration, game_state):
print("I have", round(time()), "seconds")
me = game_state.next_player
moves = list_valid_moves(configuration, game_state)
def way(move):
return distance(configuration, apply_move(configuration, game_state, move), me)
"""
"""As it is typed: the editor indents after a colon. The last line and what crashes are added by the test."""
SHADOW = "document.querySelector('#editor').shadowRoot"
TEXT = f"[...{SHADOW}.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')"
MARKED = f"!!{SHADOW}.querySelector('.cm-lint-marker-error')"


def editor(browser: Chrome) -> WebElement:
    """The focused place to type in."""
    until_script(browser, f"!!document.querySelector('#controls select') && !!{SHADOW}.querySelector('.cm-content')")
    found = browser.execute_script(f"const place = {SHADOW}.querySelector('.cm-content'); place.focus(); return place")
    assert isinstance(found, WebElement)
    return found


def press(browser: Chrome, *keys: str, held: str | None = None) -> None:
    """Type keys into whatever has the focus."""
    chain = ActionChains(browser, duration=0)
    if held is not None:
        chain = chain.key_down(held)
    chain = chain.send_keys(*keys)
    (chain.key_up(held) if held is not None else chain).perform()


def write(browser: Chrome, text: str) -> None:
    """Put a text into the editor by keyboard, in place of what is there."""
    editor(browser)
    press(browser, "a", held=Keys.CONTROL)
    press(browser, Keys.DELETE)
    press(browser, text)


def tried(browser: Chrome) -> str:
    """Try the bot by keyboard; the words of the outcome."""
    browser.execute_script("document.querySelector('#board-place .embed')?.setAttribute('data-old', '')")
    press(browser, Keys.ENTER, held=Keys.CONTROL)
    until_script(browser, "!!document.querySelector('#board-place .embed:not([data-old]) svg')", 90)
    until_script(browser, "!!document.querySelector('.write-verdict')")
    found: str = browser.find_element("id", "outcome").text
    return found


def handed_in() -> set[Path]:
    """The bots whose files the server keeps."""
    return set((Path(os.environ["PLYGROUND_DATA"]) / "bots").glob("*"))


@pytest.mark.requests
def test_a_bot_is_typed_crashes_is_mended_and_wins(browser: Chrome, server: Server) -> None:
    before = handed_in()
    browser.get(f"{server.url}/compete")
    browser.find_element("css selector", "a[href='/write']").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector(\"a[href='/write/camel'] svg\")")
    browser.find_element("css selector", "a[href='/write/camel']").send_keys(Keys.ENTER)
    write(browser, RUNNER)
    press(browser, Keys.BACKSPACE)
    press(browser, "return min(moves, key=way) + 1")
    assert browser.execute_script(f"return {TEXT}").splitlines()[3].startswith('    print("I have"'), "it indents"
    assert "Crashed" in tried(browser)
    assert "TypeError" in browser.find_element("css selector", ".write-problem").text
    assert browser.execute_script(f"return {MARKED}")
    log = browser.find_element("css selector", "#log pre").text
    assert log.startswith("I have 2 seconds\nTraceback")
    assert "line 9, in make_move" in log
    browser.find_element("id", "go-to-line").send_keys(Keys.ENTER)
    press(browser, Keys.END, *[Keys.BACKSPACE] * 4)
    assert browser.execute_script(f"return {TEXT}").splitlines()[8] == "    return min(moves, key=way)"
    found = tried(browser)
    assert found.startswith("Won\nYour bot won."), found
    assert not browser.execute_script(f"return {MARKED}")
    moves = int(browser.find_element("css selector", "#times dd").text)
    assert len(browser.find_element("css selector", "#log pre").text.splitlines()) == moves >= 3
    browser.find_element("css selector", "[aria-label='To the start']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent.startsWith('Start, ')")
    browser.find_element("css selector", "[aria-label='One move on']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent.startsWith('1 of ')")
    assert console_errors(browser) == []
    assert requested_hosts(browser) == {f"127.0.0.1:{server.port}"}
    assert handed_in() == before, "nothing of a try stays"


def test_a_try_goes_on_after_the_server_was_killed(browser: Chrome, own_server: Server) -> None:
    browser.get(f"{own_server.url}/write/camel")
    write(browser, "import time as clock\ndef make_move(random, time, configuration, game_state):")
    press(browser, Keys.ENTER, "clock.sleep(0.3)", Keys.ENTER, "return 0")
    press(browser, Keys.ENTER, held=Keys.CONTROL)
    until_script(browser, "!!document.querySelector('.write-running')")
    own_server.kill()
    own_server.start()
    until_script(browser, "!!document.querySelector('.write-verdict')", 120)
    assert "does not answer" not in browser.find_element("id", "outcome").text


def test_the_text_is_kept_and_the_keyboard_leaves(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/write/othello")
    write(browser, "mine")
    press(browser, Keys.TAB)
    assert browser.execute_script(f"return {TEXT}") == "    mine", "Tab indents the line"
    press(browser, Keys.ESCAPE)
    press(browser, Keys.TAB)
    assert browser.execute_script("return document.activeElement.id") == "try"
    until_script(browser, "document.getElementById('write-said').textContent === 'Kept in this browser.'")
    browser.refresh()
    editor(browser)
    assert browser.execute_script(f"return {TEXT}") == "    mine"
    browser.get(f"{server.url}/write/tak")
    editor(browser)
    assert "Tak" in browser.execute_script(f"return {TEXT}"), "each game has its own text"
    browser.get(f"{server.url}/write/othello")
    editor(browser)
    browser.find_element("id", "anew").send_keys(Keys.ENTER)
    source = templates.source("othello")
    assert source is not None
    assert browser.execute_script(f"return {TEXT}").startswith(source.splitlines()[0])
    press(browser, "z", held=Keys.CONTROL)
    assert browser.execute_script(f"return {TEXT}") == "    mine"
    assert "Esc" in browser.find_element("css selector", ".write-foot").text
    tab = browser.find_element("id", "tab-try")
    tab.send_keys(Keys.ARROW_RIGHT)
    assert browser.execute_script("return document.activeElement.id") == "tab-world"
    assert "game_state" in browser.find_element("id", "panel-world").text


def test_a_file_is_opened(browser: Chrome, server: Server, tmp_path: Path) -> None:
    browser.get(f"{server.url}/write/othello")
    editor(browser)
    (tmp_path / "mine.py").write_bytes(b"def make_move(random, time, configuration, game_state)\r\n    return 1\r\n")
    browser.find_element("id", "file").send_keys(str(tmp_path / "mine.py"))
    until_script(browser, "document.getElementById('write-said').textContent.startsWith('mine.py is open.')")
    assert "SyntaxError: expected ':'" in tried(browser)
    assert "Go to line 1" in browser.find_element("id", "go-to-line").text
    (tmp_path / "large.py").write_bytes(b"#" * 200_001)
    browser.find_element("id", "file").send_keys(str(tmp_path / "large.py"))
    until_script(browser, "document.getElementById('write-said').textContent.includes('at most 200 kB')")


@pytest.mark.soak
@pytest.mark.parametrize("width", [390, *later([320])])
def test_it_works_on_a_phone_and_for_everybody(browser: Chrome, server: Server, width: int) -> None:
    resize(browser, width, 844)
    browser.get(f"{server.url}/write/othello")
    write(browser, "def make_move(random, time, configuration, game_state):\nreturn game_state.moves[999]\n")
    assert "IndexError" in tried(browser)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script("return document.getElementById('outcome').getBoundingClientRect().top") < 400
    button = browser.find_element("id", "try").size
    assert button["height"] >= 44
    for tab in ("world", "hand", "try"):
        browser.find_element("id", f"tab-{tab}").click()
        assert by_theme(browser, themes_of(tab)) == {}, tab
    editor(browser)
    press(browser, "f", held=Keys.CONTROL)
    until_script(browser, f"!!{SHADOW}.querySelector('.cm-search')")
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert console_errors(browser) == []


@pytest.fixture
def contest(server: Server) -> Iterator[Competition]:
    """A competition that takes bots, on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    made = make(store, bots=1, game="othello", options={"size": 4}, ladder_clock={"base": 5, "increment": 0.1})
    yield made
    store.delete(made.id)
    store.close()


def hand_in(browser: Chrome, note: str) -> None:
    """Hand in what the editor holds, by keyboard."""
    browser.find_element("id", "tab-hand").send_keys(Keys.ENTER)
    until_script(browser, "!!document.getElementById('note')")
    browser.find_element("id", "note").send_keys(note)
    browser.find_element("id", "hand").send_keys(Keys.ENTER)


def lay_beside(browser: Chrome, weights: Path) -> None:
    """Choose a file of learnt weights, and go back to the text."""
    browser.find_element("css selector", "#controls details:last-of-type summary").send_keys(Keys.ENTER)
    browser.find_element("id", "bot-weights").send_keys(str(weights))
    editor(browser)


@pytest.mark.long  # test_season.py hands in from the editor
def test_it_is_handed_in_watched_and_bettered(
    browser: Chrome, server: Server, contest: Competition, tmp_path: Path
) -> None:
    learnt = tmp_path / "run 7.txt"
    learnt.write_text("what was learnt")
    browser.get(f"{server.url}/write/othello")
    text = "print(open('weights.txt').read())\ndef make_move(random, time, configuration, game_state):\n"
    write(browser, f"{text}return game_state.moves[0]\n")
    browser.find_element("id", "tab-hand").send_keys(Keys.ENTER)
    browser.find_element("css selector", f"a[href='/write/othello?competition={contest.id}']").send_keys(Keys.ENTER)
    editor(browser)
    assert "game_state.moves[0]" in browser.execute_script(f"return {TEXT}"), "the text comes along"
    lay_beside(browser, learnt)
    assert tried(browser)
    assert browser.execute_script("return document.querySelector('#board-place .embed-board svg') !== null")
    assert "what was learnt" in browser.find_element("id", "log").text
    hand_in(browser, "the first")
    until_script(browser, f"location.pathname.startsWith('/compete/{contest.id}/bots/')")
    bot = browser.current_url.rsplit("/", 1)[1].partition("#")[0]
    until_script(browser, "document.body.innerText.includes('the first')")
    api = f"{server.url}/api/competitions/{contest.id}/bots/{bot}"
    until_script(
        browser, f"fetch('{api}').then((a) => a.json()).then((b) => b.versions[0].admission === 'validated')", 120
    )
    assert "weights.txt, 15 bytes" in browser.find_element("tag name", "main").text
    again = f"{server.url}/write/othello?competition={contest.id}&bot={bot}"
    browser.get(again)
    editor(browser)
    browser.find_element("id", "tab-hand").click()
    until_script(browser, "document.querySelector('#hand-in').innerText.includes('came with weights.txt')")
    browser.find_element("id", "tab-try").click()
    lay_beside(browser, learnt)
    hand_in(browser, "the same")
    until_script(browser, "!!document.querySelector('#hand-in .notice.bad')")
    until_script(browser, "document.querySelector('#hand-in').innerText.includes('version 2 of')")
    browser.execute_script(f"localStorage.removeItem('plyground.write.othello.{contest.id}.{bot}')")
    browser.refresh()
    editor(browser)
    assert browser.find_element("id", "write-said").text == "As you handed it in last."
    press(browser, Keys.END, held=Keys.CONTROL)
    press(browser, "# and more")
    hand_in(browser, "the second")
    until_script(browser, f"location.pathname === '/compete/{contest.id}/bots/{bot}'")
    until_script(browser, "document.body.innerText.includes('the second')")
