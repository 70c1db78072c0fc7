"""The review of a game in a browser: from the record to marks on the board, the curve and the list."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from plyground.core import registry
from plyground.library.importing import import_files
from tests.browser.axe import by_theme, themes_of, violations
from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tools.benchmarks.serving import Server

MISSED = ["a5", "e3", "a1", "e5", "b1", "e4", "c1", "d5", "d1"]


def test_a_missed_win_is_marked_on_the_board_the_curve_and_in_the_list(browser: Chrome, server: Server) -> None:
    record = json.dumps({"plyground": 1, "game": "tak", "options": {"size": "5"}, "moves": MISSED})
    browser.get(f"{server.url}/review#{urlencode({'game': 'tak', 'record': record})}")
    until(browser, "document.querySelectorAll('.review-list button').length === 9")
    until(browser, "document.querySelector('.review-badge').textContent.includes('missed win')")
    script = "return [...document.querySelectorAll('.review-list .missed')].map((each) => each.textContent.trim())"
    assert any("d1" in text and "missed win" in text for text in browser.execute_script(script))
    assert browser.execute_script("return document.querySelectorAll('.review-plot .judged.missed').length") >= 1
    assert "Cd1" in browser.execute_script("return document.querySelector('.review-move').textContent")
    browser.execute_script("document.querySelector('.review-list button').click()")
    until(browser, "document.querySelector('.review-list [aria-current]').dataset.ply === '1'")
    browser.refresh()  # the address holds the place
    until(browser, "document.querySelector('.review-list [aria-current]')?.dataset.ply === '1'")
    browser.execute_script("document.querySelector('.review-list .missed').click()")
    until(browser, "document.querySelector('.review-move a[href*=\"/lab#\"]')")
    assert by_theme(browser, themes_of("review")) == {}
    assert not console_errors(browser)


def test_what_is_under_way_and_what_is_refused_is_accessible_too(browser: Chrome, server: Server) -> None:
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/reviews/*"]})  # it is asked for, and never told
    record = json.dumps({"plyground": 1, "game": "tak", "options": {"size": "5"}, "moves": MISSED[:-1]})
    browser.get(f"{server.url}/review#{urlencode({'game': 'tak', 'record': record})}")
    until(browser, "document.querySelector('#review-panels progress, #review-panels .review-list')")
    assert violations(browser) == []
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    browser.get("about:blank")
    browser.get(f"{server.url}/review")
    until(browser, "!document.querySelector('#review-problem').hidden")
    assert violations(browser) == []


def test_the_opening_is_found_in_the_library(browser: Chrome, server: Server, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\nf5d6c4\nf5f6e6\n")
    import_files(registry.game("othello"), [games], server.data / "library", print)
    record = json.dumps({"plyground": 1, "game": "othello", "moves": ["d3", "c5", "f6"]})  # f5 d6, turned
    browser.get(f"{server.url}/review#{urlencode({'game': 'othello', 'record': record})}")
    until(browser, "document.querySelector('#review-opening')?.textContent.includes('2 games of the library')")
    until(browser, "document.querySelectorAll('#review-opening tbody tr').length === 2")
    browser.execute_script("document.querySelector('#review-opening button').click()")
    until(browser, "document.querySelector('.review-list [aria-current]').dataset.ply === '2'")
    assert violations(browser) == []
    assert not console_errors(browser)
