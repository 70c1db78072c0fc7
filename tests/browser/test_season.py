"""A season from the teacher's form to the report, in real browsers, on one computer and without the internet.

The teacher makes a competition with codes; a team hands in from the editor and a student from the command line; they
challenge each other and watch it live; the season ends with its final before the class, and the next one begins.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.browser.axe import clean
from tests.browser.conftest import console_errors, requested_hosts, until_script
from tests.browser.test_administration import press, put, saved
from tests.browser.test_owner import PATIENCE, accessible, open_quick_bot, text
from tests.commands.support import program
from tools.benchmarks.serving import Server

SPEAKS = """import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if "start" in said:
        print(json.dumps({"ready": True}), flush=True)
    elif "turn" in said:
        move = said["turn"]["legal"][-1]
        print(json.dumps({"info": {"depth": 1, "value": 1.5, "nodes": 9, "line": [move]}}))
        print(json.dumps({"move": move}), flush=True)
"""
"""A bot in lines of the protocol that tells what it expects."""
WISHES = "new=1&game=othello&title=Spring+cup&final=2&final_waits=true&final_pace=0.1&seasons=2&clock=3%2B0.2"


def made(browser: Chrome, server: Server) -> str:
    """The teacher makes a competition without bots of our own, by a link that fills the form in; its id."""
    browser.get(f"{server.url}/compete/teach#key={server.teacher_key}")
    until_script(browser, "!location.hash && !!document.querySelector('.teach-top')")
    browser.get(f"{server.url}/compete/teach?again#{WISHES}")
    until_script(browser, "document.getElementById('new-title')?.value === 'Spring cup'")
    until_script(browser, "!!document.querySelector('#new-preset option[value=four]')")
    browser.execute_script("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
    Select(browser.find_element(By.ID, "new-preset")).select_by_value("four")
    while taken := browser.find_elements(By.CSS_SELECTOR, "[name=new-house]:checked"):
        browser.execute_script("arguments[0].click()", taken[0])
    press(browser, "Make the competition")
    until_script(browser, "/^\\/compete\\/[a-z0-9]{10}\\/teach$/.test(location.pathname)")
    return browser.current_url.split("/")[-2]


def codes_of_a_class(browser: Chrome, own: str) -> list[str]:
    """The teacher writes a list: two in a team, and one alone; their codes."""
    browser.get(f"{own}/teach/codes")
    until_script(browser, "!!document.getElementById('list')")
    field = browser.find_element(By.ID, "list")
    field.send_keys("Ada Lovelace; Engines", Keys.ENTER, "Charles Babbage; Engines", Keys.ENTER, "Mary Keller")
    press(browser, "Make codes")
    until_script(browser, "document.querySelectorAll('.codes-table .codes-code').length === 3")
    clean(browser, "the list of codes")
    codes: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('.codes-table .codes-code')].map((each) => each.textContent)"
    )
    return codes


def join(browser: Chrome, own: str, code: str) -> str:
    """A student takes part by the link of the table; the name of the bot, whose secret link is shown."""
    browser.get(f"{own}/enter#code={code}")
    until_script(browser, "document.getElementById('code')?.value.length === 9")
    assert code not in browser.current_url
    press(browser, "Take part", "#enter")
    until_script(browser, "!!document.querySelector('.owner-alias')")
    return text(browser, ".owner-alias")


def hand_in_from_the_editor(browser: Chrome, server: Server, competition: str, code: str, folder: Path) -> None:
    """A mate hands in from the editor; a wrong code is refused before."""
    browser.get(f"{server.url}/write/othello?competition={competition}")
    open_quick_bot(browser, folder)
    until_script(browser, "!!document.querySelector('#tab-hand')")
    browser.find_element(By.ID, "tab-hand").click()
    put(browser, "code", "AAAA-AAAA")
    press(browser, "Hand in to", "#hand-in")
    until_script(browser, "!!document.querySelector('#hand-in [role=alert]')")
    put(browser, "code", code.lower().replace("-", ""))
    press(browser, "Hand in to", "#hand-in")
    until_script(browser, "location.pathname.includes('/bots/') && !!document.querySelector('#first-games')")


def challenge_and_watch(browser: Chrome, watcher: Chrome, own: str, against: str) -> None:
    """A student challenges a classmate's bot and both watch it live; then it is replayed with what was thought."""
    until_script(browser, "!!document.querySelector('#challenge form')", PATIENCE)
    accessible(browser, "the form of a challenge")
    Select(browser.find_element(By.ID, "against")).select_by_visible_text(against)
    Select(browser.find_element(By.ID, "pace")).select_by_value("2")
    browser.find_element(By.CSS_SELECTOR, "#challenge form .button").send_keys(Keys.ENTER)
    until_script(browser, "location.pathname.includes('/live/')")
    until_script(browser, "!!document.querySelector('.follow-board svg')", PATIENCE)
    game = browser.current_url.rpartition("/")[2]
    watcher.get(f"{own}/live")
    card = f".live-card[href$='{game}']"
    until_script(watcher, f'!!document.querySelector("{card}")', PATIENCE)
    assert against in text(watcher, card)
    assert "Challenge" in text(watcher, card)
    accessible(watcher, "the games being played now")
    watcher.find_element(By.CSS_SELECTOR, card).click()
    until_script(watcher, "!!document.querySelector('.minds-of .mono')", PATIENCE)
    until_script(watcher, "document.querySelectorAll('.time-lines rect').length > 3", PATIENCE)
    accessible(watcher, "a game that is followed")
    for each in (browser, watcher):
        until_script(each, "!!document.querySelector('.follow .button.primary')", PATIENCE)
        assert "won." in text(each, ".final-words") or "draw" in text(each, ".final-words")
    browser.find_element(By.CSS_SELECTOR, ".follow .button.primary").send_keys(Keys.ENTER)
    until_script(browser, "location.pathname.includes('/games/') && !!document.querySelector('.minds-of .mono')")
    accessible(browser, "the replay with what they thought")
    watcher.get(f"{own}/live/{game}")
    until_script(watcher, "location.pathname.includes('/games/')")  # what was followed live is replayed afterwards


def end_the_season(browser: Chrome, own: str) -> None:
    """The teacher has the season end now; its event begins by itself."""
    browser.get(f"{own}/teach")
    until_script(browser, "document.querySelectorAll('.teach-bot').length === 2")
    browser.execute_script(
        "document.querySelectorAll('.teach-settings, .teach-settings details').forEach((each) => (each.open = true))"
    )
    until_script(browser, "!!document.getElementById('set-season_days')")
    put(browser, "set-season_days", "0.0001")
    press(browser, "Change the settings")
    until_script(browser, "document.getElementById('desk').textContent.includes('so they stand')", PATIENCE)


@pytest.mark.soak
@pytest.mark.requests
def test_a_season_of_a_class(
    browser: Chrome, new_browser: Callable[[], Chrome], server: Server, tmp_path: Path
) -> None:
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    competition = made(browser, server)
    own = f"{server.url}/compete/{competition}"
    codes = codes_of_a_class(browser, own)

    ada, mary = new_browser(), new_browser()
    engines = join(ada, own, codes[0])
    alone = join(mary, own, codes[2])
    link: str = mary.execute_script("return document.getElementById('secret-link').value")
    charles = new_browser()
    hand_in_from_the_editor(charles, server, competition, codes[1], tmp_path)
    assert charles.find_element(By.TAG_NAME, "h1").text == engines
    bot = charles.current_url.rpartition("/")[2].partition("#")[0]
    (tmp_path / "mine.py").write_text(SPEAKS)
    handed = program("submit", str(tmp_path / "mine.py"), "--at", link, "--note", "by hand")
    assert handed.returncode == 0, handed.stdout + handed.stderr

    browser.get(f"{own}/teach")
    until_script(browser, "document.querySelectorAll('.teach-bot').length === 2")
    rows = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".teach-bot")]
    assert [engines in row and "Ada Lovelace, Charles Babbage" in row for row in rows].count(True) == 1
    ada.get(f"{own}/bots/{bot}")
    challenge_and_watch(ada, mary, own, alone)
    ada.get(f"{own}/bots/{bot}")
    until_script(
        ada, "[...document.querySelectorAll('.owner-played li')].some((e) => e.textContent.includes('Challenge'))"
    )
    assert "Ada Lovelace" not in text(ada, "main")

    end_the_season(browser, own)
    mary.get(f"{own}/final")
    browser.get(f"{own}/final")
    press(browser, "Begin the final", "#final")
    for each in (browser, mary):
        until_script(each, "!!document.querySelector('.final-podium')", PATIENCE)
    assert text(browser, ".final-winner") == text(mary, ".final-winner") != ""

    ada.refresh()
    until_script(ada, "!!document.querySelector('.compete-head .notice a')", PATIENCE)
    assert not ada.find_elements(By.ID, "hand-in")
    ada.find_element(By.CSS_SELECTOR, ".compete-head .notice a").click()  # the key goes along
    until_script(
        ada,
        "!location.pathname.includes(arguments) && !!document.querySelector('#hand-in')".replace(
            "arguments", f"'{competition}'"
        ),
    )
    assert ada.find_element(By.TAG_NAME, "h1").text == engines
    later = ada.current_url.split("/")[-3]
    ada.get(f"{server.url}/compete/{later}")
    until_script(ada, "document.getElementById('seasons')?.textContent.includes('Season 2 of 2.')")
    assert text(ada, "h1") == "Spring cup · 2"
    clean(ada, "the page of a second season")
    (tmp_path / "mine.py").write_text(SPEAKS.replace("[-1]", "[0]"))
    again = program("submit", str(tmp_path / "mine.py"), "--at", link)  # by the link of the season before
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"/compete/{later}/bots/" in again.stdout

    browser.get(f"{own}/teach/report")
    until_script(browser, "document.querySelectorAll('.report-students tbody tr').length >= 2")
    assert engines in text(browser, ".report-students")
    press(browser, "Grades (CSV)")
    rows_of = csv.DictReader(saved(browser, tmp_path / f"plyground-{competition}-students.csv").splitlines())
    assert {row["name"] for row in rows_of} >= {"Ada Lovelace, Charles Babbage", "Mary Keller"}
    for each in (browser, ada, charles, mary):
        assert requested_hosts(each) == {f"127.0.0.1:{server.port}"}
        assert [error for error in console_errors(each) if "403 (FORBIDDEN)" not in error] == []  # the wrong code
    shown = {"Authorization": f"Bearer {server.teacher_key}"}
    for one, title in ((competition, "Spring cup"), (later, "Spring cup · 2")):
        gone = requests.post(
            f"{server.url}/api/competitions/{one}/delete", json={"title": title}, headers=shown, timeout=30
        )
        assert gone.ok
