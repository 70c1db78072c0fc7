"""The review of a game in a browser: from the record to marks on the board, the curve and the list."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tools.benchmarks.serving import Server

MISSED = ["a5", "e3", "a1", "e5", "b1", "e4", "c1", "d5", "d1", "d4", "b3"]


def test_a_missed_win_is_marked_on_the_board_the_curve_and_in_the_list(browser: Chrome, server: Server) -> None:
    record = json.dumps({"plyground": 1, "game": "tak", "options": {"size": "5"}, "moves": MISSED})
    browser.get(f"{server.url}/review#{urlencode({'game': 'tak', 'record': record})}")
    until(browser, "document.querySelectorAll('.review-list button').length === 11")
    until(browser, "document.querySelector('.review-badge').textContent.includes('missed win')")
    script = "return [...document.querySelectorAll('.review-list .missed')].map((each) => each.textContent.trim())"
    assert any("b3" in text and "missed win" in text for text in browser.execute_script(script))
    assert browser.execute_script("return document.querySelectorAll('.review-plot .judged.missed').length") >= 1
    assert "e1" in browser.execute_script("return document.querySelector('.review-move').textContent")
    browser.execute_script("document.querySelector('.review-list button').click()")
    until(browser, "document.querySelector('.review-list [aria-current]').dataset.ply === '1'")
    assert not console_errors(browser)
