"""A student in a browser: takes part, hands in a file, watches its first games in a real sandbox, and sees it climb."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from plyground.competitions import registration, templates
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.axe import clean
from tests.browser.conftest import console_errors, resize, until_script
from tools.benchmarks.serving import Server

PLAYS = """import sys

def make_move(random, time, configuration, game_state):
    print("I look at", len(game_state.moves), "moves", file=sys.stderr)
    return game_state.moves[{}]
"""
CRASHES = """def make_move(random, time, configuration, game_state):
    return plan_that_is_missing
"""
PATIENCE = 120.0


@pytest.fixture
def contest(server: Server) -> Iterator[tuple[CompetitionStore, Competition]]:
    """An open competition with one house bot on the server under test."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Spring cup", "othello", {"size": 4}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "House"), "random")
    yield store, made
    store.delete(made.id)
    store.close()


def text(browser: Chrome, selector: str) -> str:
    """What stands there."""
    found: str = browser.execute_script(
        "return document.querySelector(arguments[0])?.textContent.replace(/\\s+/g, ' ').trim() ?? ''", selector
    )
    return found


def take_part(browser: Chrome, url: str, name: str = "") -> str:
    """Take part as a person does; the secret link that was shown."""
    browser.get(f"{url}/enter")
    until_script(browser, "!!document.querySelector('#enter form')")
    browser.find_element("id", "name").send_keys(name)
    browser.find_element("css selector", "#enter form .primary").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('#secret-link')")
    link: str = browser.execute_script("return document.getElementById('secret-link').value")
    return link


def hand_in(browser: Chrome, file: Path, note: str = "") -> None:
    """Hand in a file on the bot's page."""
    until_script(browser, "!!document.querySelector('#bot-file')")
    browser.find_element("id", "bot-file").send_keys(str(file))
    browser.find_element("id", "bot-note").send_keys(note)
    browser.find_element("css selector", "#hand-in .primary").click()


def open_quick_bot(browser: Chrome, folder: Path) -> None:
    """Open a file in the editor of Othello: what that begins with, but it looks at few positions."""
    source = templates.source("othello")
    assert source is not None
    assert "NODES = 1500 " in source
    (folder / "quick.py").write_text(source.replace("NODES = 1500 ", "NODES = 15 "))
    until_script(browser, "!!document.querySelector('#controls select') && !!document.getElementById('file')")
    browser.find_element("id", "file").send_keys(str(folder / "quick.py"))
    until_script(browser, "document.getElementById('write-said').textContent.startsWith('quick.py is open.')")


def accessible(browser: Chrome, what: str) -> None:
    """The page is clean, and nothing on it is written too small at 320 px."""
    clean(browser, what)
    resize(browser, 320, 700)
    small = browser.execute_script(
        "return [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility() && "
        "[...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && "
        "parseFloat(getComputedStyle(each).fontSize) < 14).map((each) => each.outerHTML.slice(0, 80))"
    )
    assert small == [], what
    resize(browser, 1280, 900)


@pytest.mark.long  # test_season.py takes part; the others here do the rest
def test_from_taking_part_to_the_ladder(
    browser: Chrome,
    new_browser: Callable[[], Chrome],
    server: Server,
    contest: tuple[CompetitionStore, Competition],
    tmp_path: Path,
) -> None:
    _, made = contest
    url = f"{server.url}/compete/{made.id}"
    link = take_part(browser, url, "Ada Lovelace")
    alias = text(browser, ".owner-alias")
    assert link.startswith(f"{url}/bots/")
    assert "only key" in text(browser, "#entered")
    accessible(browser, "taking part")
    (tmp_path / "mine.py").write_text(PLAYS.format(0))
    browser.find_element("css selector", f"a[href='{link.split('#')[0].removeprefix(server.url)}']").click()
    hand_in(browser, tmp_path / "mine.py", "the first <b>try</b>")
    until_script(browser, "document.querySelector('#first-games')?.textContent.includes('version 1')", PATIENCE)
    until_script(browser, "document.querySelector('#verdict')?.textContent.includes('Version 1 plays.')", PATIENCE)
    assert browser.execute_script("return document.querySelectorAll('.owner-games [data-state=passed]').length") == 3
    assert "the first <b>try</b>" in text(browser, "#versions")
    until_script(browser, "!!document.querySelector('.owner-rank')", PATIENCE)
    browser.find_element("css selector", ".owner-played .owner-log summary").click()
    until_script(browser, "document.querySelector('.owner-played pre')?.textContent.includes('I look at')")
    accessible(browser, "the owner's page")

    browser.find_element("css selector", ".owner-played a").click()
    until_script(browser, "document.querySelector('#own-log pre')?.textContent.includes('I look at')")
    game = browser.current_url
    browser.get(f"{url}/ladder")
    until_script(browser, "document.querySelectorAll('.ladder-table tbody tr').length === 2")
    assert alias in text(browser, ".ladder-table tr.mine")
    accessible(browser, "the ladder")
    assert console_errors(browser) == []

    stranger = new_browser()
    stranger.get(link.split("#")[0])
    until_script(stranger, "!!document.querySelector('#versions')")
    assert stranger.find_elements("css selector", "#hand-in, .owner-log, .owner-settings, .owner-noted") == []
    assert alias in text(stranger, "h1")
    assert "Ada" not in stranger.page_source
    accessible(stranger, "a bot's page for everybody")
    stranger.get(game)
    until_script(stranger, "!!document.querySelector('#board svg')")
    assert stranger.execute_script("return document.getElementById('own-log').hidden")
    stranger.get(link)
    until_script(stranger, "!!document.querySelector('#hand-in')")
    assert stranger.execute_script("return location.hash") == ""
    assert console_errors(stranger) == []


def test_a_crashing_bot_stays_out_and_its_owner_sees_why(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition], tmp_path: Path
) -> None:
    _, made = contest
    take_part(browser, f"{server.url}/compete/{made.id}")
    browser.find_element("css selector", "#entered a:nth-of-type(2)").click()
    until_script(browser, "!!document.querySelector('#hand-in')")
    browser.find_element("css selector", "#hand-in .primary").click()
    until_script(browser, "document.querySelector('#hand-in [role=alert]')?.textContent === 'Choose a file first.'")
    (tmp_path / "mine.txt").write_text("no bot")
    hand_in(browser, tmp_path / "mine.txt")
    until_script(
        browser, "document.querySelector('#hand-in [role=alert]')?.textContent.startsWith('A bot is a source')"
    )
    (tmp_path / "mine.py").write_text(CRASHES)
    hand_in(browser, tmp_path / "mine.py")
    until_script(browser, "document.querySelector('#verdict')?.textContent.includes('stays out')", PATIENCE)
    assert "crashed with NameError at its move 1" in text(browser, "#verdict")
    until_script(browser, "document.querySelector('.owner-log pre')?.textContent.includes('plan_that_is_missing')")
    accessible(browser, "a bot that stays out")
    errors = [error for error in console_errors(browser) if "400" not in error]
    assert errors == []


def test_an_owner_sees_to_the_bot(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition], tmp_path: Path
) -> None:
    store, made = contest
    link = take_part(browser, f"{server.url}/compete/{made.id}")
    entry = store.entry(made.id, link.split("#")[0].rsplit("/", 1)[1])
    for number in (0, 1):
        files = {"bot.py": (PLAYS.format(number).encode(), False)}
        store.set_admission(registration.submit_files(store, entry, files, note=f"number {number}").id, "validated")
    browser.get(link)
    until_script(browser, "document.querySelectorAll('.owner-versions li').length === 2")
    assert "version 2 plays" in text(browser, ".compete-head")
    browser.find_element("css selector", ".owner-versions li:nth-child(2) .button").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.compete-head').textContent.includes('version 1 plays')")
    browser.find_element("css selector", ".owner-settings .danger").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.compete-head').textContent.includes('withdrawn')")
    until_script(browser, "!!document.querySelector('.owner-settings > div .button:not([disabled], .danger)')")
    browser.find_element("css selector", ".owner-settings > div .button").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.compete-head').textContent.includes('version 2 plays')")
    until_script(browser, "!document.querySelector('.owner-settings form .button').disabled")
    browser.find_element("id", "own-name").send_keys("Ada")
    browser.find_element("css selector", ".owner-settings [name=shown]").send_keys(Keys.SPACE)
    browser.find_element("css selector", ".owner-settings form .button").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('h1').textContent === 'Ada'")
    browser.find_element("css selector", ".owner-versions li .owner-tools .button:last-child").send_keys(Keys.ENTER)
    until_script(browser, "document.activeElement.id === 'note'")
    browser.switch_to.active_element.send_keys(", noted", Keys.ENTER)
    until_script(browser, "document.querySelector('.owner-noted')?.textContent === 'number 1, noted'")
    assert Select(browser.find_element("id", "new")).first_selected_option.text == "version 2"
    accessible(browser, "the owner's page with a comparison")
    assert console_errors(browser) == []


def test_a_link_with_a_wrong_key_takes_nobodys_bot_away(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition]
) -> None:
    url = f"{server.url}/compete/{contest[1].id}"
    link, _, key = take_part(browser, url).partition("#key=")
    browser.get(f"{url}/ladder")
    browser.get(f"{link}#key=forged")
    until_script(browser, "!!document.querySelector('#bot-file')")
    held = "JSON.stringify(Object.entries(localStorage))"
    assert key in browser.execute_script(f"return {held}")
    browser.get(f"{server.url}/compete/teach#key={server.teacher_key}")
    until_script(browser, f"{held}.includes('{server.teacher_key}')")
    browser.get(url)
    browser.get(f"{server.url}/compete/teach#key=forged")
    until_script(browser, "!!document.querySelector('.teach-top')")
    assert server.teacher_key in browser.execute_script(f"return {held}")
    assert "forged" not in browser.execute_script(f"return {held}")


def test_a_new_link_makes_the_old_one_worthless(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition]
) -> None:
    _, made = contest
    link = take_part(browser, f"{server.url}/compete/{made.id}")
    browser.get(link)
    until_script(browser, "!!document.querySelector('.owner-more summary')")
    browser.find_element("css selector", ".owner-more summary").click()
    shown = "document.querySelector('#secret-link')?.value"
    assert until_script(browser, shown) == link
    browser.find_element("id", "new-link").click()
    fresh = until_script(browser, f"{shown} !== {json.dumps(link)} && {shown}")
    address = f"{server.url}/api/competitions/{made.id}/bots/{link.split('/bots/')[1].split('#')[0]}"
    keys = {each: {"Authorization": f"Bearer {each.split('key=')[1]}"} for each in (link, fresh)}
    statuses = {each: requests.get(address, headers=key, timeout=30).status_code for each, key in keys.items()}
    assert statuses == {link: 403, fresh: 200}
    browser.get(link)  # the browser keeps the new key, whatever link is opened
    until_script(browser, "!!document.querySelector('#hand-in')")
    assert all("403" in error for error in console_errors(browser))
