"""A teacher's competition in a real browser: made, joined, closed, begun, watched to its end and taken home."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.browser.axe import clean, violations
from tests.browser.conftest import console_errors, requested_hosts, until_script
from tests.waiting import until
from tests.web.submissions import BOT
from tools.benchmarks.serving import Server

BUTTON = "[...document.querySelectorAll('{}button')].find((b) => b.textContent.trim().startsWith('{}') && !b.disabled)"


def press(browser: Chrome, words: str, place: str = "") -> None:
    """Press the button that begins with these words, once it can be."""
    until_script(browser, "!!" + BUTTON.format(f"{place} " if place else "", words))
    browser.execute_script(f"{BUTTON.format(f'{place} ' if place else '', words)}.click()")


def put(browser: Chrome, field: str, text: str) -> None:
    """Write into a field as people do."""
    found = browser.find_element(By.ID, field)
    found.send_keys(Keys.CONTROL, "a")
    found.send_keys(text, Keys.TAB)


def until_text(browser: Chrome, text: str, seconds: float = 60) -> None:
    """Wait until the page says something."""
    until_script(browser, f"document.getElementById('desk').textContent.includes({json.dumps(text)})", seconds)


def saved(browser: Chrome, path: Path) -> str:
    """The text of a file, once the browser has saved it."""
    until(path.exists)
    return path.read_text()


def in_themes(browser: Chrome, name: str, drawn: str) -> None:
    """No theme has a violation, two in `make test`, and nothing is wider than a narrow phone."""
    browser.refresh()
    until_script(browser, drawn)
    browser.execute_script("document.querySelectorAll('main details').forEach((d) => (d.open = true))")
    clean(browser, name)


@pytest.fixture
def teacher(browser: Chrome, server: Server, tmp_path: Path) -> Chrome:
    """The browser with the teacher's link opened; it saves files in ``tmp_path``."""
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    browser.get(f"{server.url}/compete/teach")
    until_text(browser, "which the server prints")
    assert browser.find_elements(By.CSS_SELECTOR, "#desk form, #desk li") == []
    browser.get(f"{server.url}/compete/teach#key={server.teacher_key}")  # the page notices its new fragment
    until_script(browser, "!location.hash && !!document.querySelector('.teach-top')")
    return browser


@pytest.mark.soak
@pytest.mark.long  # test_season.py makes a competition by the form; the files are read in tests/web
@pytest.mark.requests
def test_a_competition_from_the_form_to_the_files(teacher: Chrome, server: Server, tmp_path: Path) -> None:
    browser = teacher
    made = make(browser)
    place = f"{server.url}/api/competitions/{made}"
    until_text(browser, "3 bots would take part in 6 games")
    until_text(browser, "Only this computer reaches this address")
    press(browser, "Add bots")
    browser.find_element(By.CSS_SELECTOR, "dialog input[value='intuition']").click()
    press(browser, "Add", "dialog")
    until_text(browser, "4 bots would take part in 12 games")

    bot = requests.post(f"{place}/bots", json={"name": "Ada L."}, timeout=10).json()
    shown = {"Authorization": f"Bearer {bot['key']}"}
    handed = requests.post(
        f"{place}/bots/{bot['bot']}/versions", json={"source": BOT.format(0)}, headers=shown, timeout=30
    )
    assert handed.status_code == 201, handed.text
    until_text(browser, "5 bots would take part in 20 games", 120)  # the sandbox and the workers were started for it
    until_text(browser, "Ada L.")
    press(browser, "Rename", "ul.teach-bots li:last-child")
    put(browser, "dialog-alias-text", "Fair Fox")
    press(browser, "Rename", "dialog")
    until_script(browser, "document.querySelector('.teach-bots li:last-child strong').textContent === 'Fair Fox'")

    press(browser, "Close to new bots")
    until_text(browser, "Ready for the event")
    assert requests.post(f"{place}/bots", json={}, timeout=10).json()["error"]["code"] == "already_begun"
    press(browser, "Show it large")
    until_script(browser, "document.querySelector('dialog .teach-qr').naturalWidth > 0")
    assert "/enter" in browser.find_element(By.CSS_SELECTOR, "dialog .teach-address").text
    press(browser, "Close", "dialog")

    press(browser, "Begin the event")
    press(browser, "Begin", "dialog")
    until_text(browser, "The event is being played")
    until_text(browser, "The event is over", 120)
    until_script(browser, "document.querySelectorAll('.teach-table tbody tr').length === 5")
    points = browser.execute_script(
        "return [...document.querySelectorAll('.teach-table td strong')].map((e) => e.textContent)"
    )
    assert sum(float(each.replace("½", ".5")) for each in points) == 20

    press(browser, "Table (CSV)")
    table = saved(browser, tmp_path / f"plyground-{made}-standings.csv")
    press(browser, "Everything")
    everything = json.loads(saved(browser, tmp_path / f"plyground-{made}.json"))
    rows = list(csv.DictReader(table.splitlines()))
    assert {row["name"]: row["real_name"] for row in rows}["Fair Fox"] == "Ada L."
    assert sum(game["record"]["id"].split("-")[1].startswith("e") for game in everything["games"]) == 20
    in_themes(browser, "event", "document.querySelectorAll('.teach-table tbody tr').length === 5")

    browser.execute_script("localStorage.clear()")
    browser.refresh()
    until_text(browser, "which the server prints")
    assert "Ada" not in browser.page_source
    assert violations(browser) == []
    for path in (f"{made}/teach", f"{made}/export.json", "teach"):
        assert requests.get(f"{server.url}/api/competitions/{path}", headers=shown, timeout=10).status_code == 403

    browser.get(f"{server.url}/compete/{made}/teach#key={server.teacher_key}")
    browser.refresh()
    press(browser, "Delete the competition")
    put(browser, "dialog-title-text", "Class cup")
    press(browser, "Delete it all", "dialog")
    until_script(browser, "location.pathname === '/compete/teach'")
    assert requests.get(place, timeout=10).status_code == 404
    assert requested_hosts(browser) == {f"127.0.0.1:{server.port}"}
    assert [error for error in console_errors(browser) if "400 (BAD REQUEST)" not in error] == []  # times: 0, above


def make(browser: Chrome) -> str:
    """Fill the form in: a small Othello on a short clock, without a final. The id of what was made."""
    until_script(browser, f"!!document.getElementById('new-title') || !!{BUTTON.format('', 'New competition')}")
    if not browser.find_elements(By.ID, "new-title"):
        press(browser, "New competition")
    put(browser, "new-title", "Class cup")
    browser.find_element(By.CSS_SELECTOR, "input[name='game'][value='othello']").click()
    browser.execute_script("document.querySelectorAll('main details').forEach((d) => (d.open = true))")
    until_script(browser, "!!document.querySelector('#new-preset option[value=four]')")
    Select(browser.find_element(By.ID, "new-preset")).select_by_value("four")
    for field, text in (("new-clock-base", "3"), ("new-clock-increment", "0.2"), ("new-ladder-base", "3")):
        put(browser, field, text)
    Select(browser.find_element(By.ID, "new-final")).select_by_value("0")
    put(browser, "new-times", "0")
    press(browser, "Make the competition")
    until_text(browser, "The option times goes from 1 to 100")
    put(browser, "new-times", "1")
    press(browser, "Make the competition")
    until_script(browser, "/^\\/compete\\/[a-z0-9]{10}\\/teach$/.test(location.pathname)")
    return browser.current_url.split("/")[-2]


@pytest.mark.soak
def test_the_form_is_accessible_in_every_theme(teacher: Chrome) -> None:
    drawn = f"!!document.getElementById('new-title') || !!{BUTTON.format('', 'New competition')}"
    until_script(teacher, drawn)
    if not teacher.find_elements(By.ID, "new-title"):
        press(teacher, "New competition")
    in_themes(teacher, "form", drawn)


@pytest.mark.long  # test_season.py begins a final from its page; pauses are tried in tests/web
def test_an_event_is_paused_and_its_final_begun_from_the_page(teacher: Chrome, server: Server) -> None:
    key = {"Authorization": f"Bearer {server.teacher_key}"}
    spec: dict[str, Any] = {
        "title": "Paused cup", "game": "othello", "house": ["random", "minimax:budget=100"],
        "settings": {"clock": "3+0.1", "times": 3, "final": 2, "final_waits": True},
    }  # fmt: skip
    made = requests.post(f"{server.url}/api/competitions", json=spec, headers=key, timeout=10).json()["id"]
    teacher.get(f"{server.url}/compete/{made}/teach")
    press(teacher, "Begin the event")
    press(teacher, "Begin", "dialog")
    press(teacher, "Pause")
    until_text(teacher, "Paus")
    press(teacher, "Go on")
    until_text(teacher, "The final waits", 90)
    press(teacher, "Begin the final")
    until_text(teacher, "has won the final", 90)
    assert requests.post(
        f"{server.url}/api/competitions/{made}/delete", json={"title": "Paused cup"}, headers=key, timeout=10
    ).ok
    assert console_errors(teacher) == []
