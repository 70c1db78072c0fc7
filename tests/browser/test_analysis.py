"""The analysis board in a browser: branches by mouse and keyboard, promoted, valued, copied, saved, opened again."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from tests import waiting
from tests.browser.axe import by_theme, themes_of
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tools.benchmarks.serving import Server


def nodes(browser: Chrome) -> list[str]:
    all_of_them = "[...document.querySelectorAll('.analysis-tree .analysis-node [translate]')]"
    found: list[str] = browser.execute_script(f"return {all_of_them}.map((one) => one.textContent)")
    return found


def at(browser: Chrome, text: str) -> None:
    """Wait until the shown move is this one, none for an empty text."""
    shown = "(document.querySelector('.analysis-tree [aria-current] [translate]')?.textContent ?? '')"
    until(browser, f"{shown} === {json.dumps(text)}")


def typed(browser: Chrome, *moves: str) -> None:
    """Type moves without waiting for what the server says of them, until the last is shown."""
    field = browser.find_element(By.ID, "analysis-text")
    field.send_keys(*(key for text in moves for key in (text, Keys.ENTER)))
    at(browser, moves[-1])


def key(browser: Chrome, *keys: str) -> None:
    browser.find_element(By.CSS_SELECTOR, ".analysis-tree").send_keys(*keys)


def button(browser: Chrome, words: str) -> None:
    found = "[...document.querySelectorAll('#analysis button')].find((one) => one.textContent.includes(arguments[0]))"
    browser.execute_script(f"{found}.click()", words)


@pytest.mark.soak
def test_branches_are_made_promoted_valued_and_kept(browser: Chrome, server: Server, tmp_path: Path) -> None:
    browser.get(f"{server.url}/analysis")
    until(browser, "document.querySelectorAll('#analysis-games a').length >= 4")
    browser.find_element(By.LINK_TEXT, "Tak").click()
    until(browser, "!!document.querySelector('#analysis-board svg')")
    typed(browser, "a1", "e5", "b1")
    key(browser, Keys.ARROW_LEFT)
    at(browser, "e5")
    typed(browser, "c3")
    typed(browser, "d4")
    assert nodes(browser) == ["a1", "e5", "b1", "c3", "d4"]
    assert browser.execute_script("return document.querySelectorAll('.analysis-tree li').length") == 1
    button(browser, "main line")
    until(browser, "document.querySelector('.analysis-tree li [translate]').textContent === 'b1'")
    browser.find_element(By.CSS_SELECTOR, "#analysis-panel textarea").send_keys("in the middle", Keys.TAB)
    until(browser, "document.querySelector('.analysis-words')?.textContent === 'in the middle'")
    button(browser, "Value the moves")
    until(browser, "document.querySelectorAll('.analysis-values tbody tr').length > 20", seconds=60)
    assert by_theme(browser, themes_of("analysis")) == {}
    typed_wrong = browser.find_element(By.ID, "analysis-text")
    typed_wrong.send_keys("z9", Keys.ENTER)
    until(browser, "!document.querySelector('#analysis-problem').hidden")
    until(browser, "document.querySelector('#analysis-text').value === 'z9'")  # given back, to be mended
    typed_wrong.clear()
    at(browser, "d4")
    before = nodes(browser)
    browser.get(browser.current_url)  # the address holds all of it
    browser.refresh()
    at(browser, "d4")
    assert nodes(browser) == before
    assert "in the middle" in browser.find_element(By.CSS_SELECTOR, ".analysis-tree").text
    button(browser, "Delete from here")
    at(browser, "c3")
    browser.execute_script("document.querySelector('[aria-label=\"Undo the last change\"]').click()")
    at(browser, "d4")
    record = tmp_path / "tree.ptn"
    record.write_text('[Size "5"]\n\n1. a1 e5\n2. c3 d4 {here}\n\n{2w1}\n2. b1 d2\n')
    browser.find_element(By.CSS_SELECTOR, "#analysis input[type=file]").send_keys(str(record))
    waiting.until(lambda: sorted(nodes(browser)) == ["a1", "b1", "c3", "d2", "d4", "e5"])
    assert not [each for each in console_errors(browser) if "409" not in each and "400" not in each]


@pytest.mark.soak
def test_a_game_is_analysed_on_a_phone_in_german(browser: Chrome, server: Server) -> None:
    resize(browser, 390, 844)
    record = json.dumps({"plyground": 1, "game": "othello", "options": {"size": "4"}, "moves": ["b1", "a1"]})
    browser.get(f"{server.url}/language/de")
    browser.get(f"{server.url}/analysis#{urlencode({'game': 'othello', 'record': record, 'at': json.dumps(['b1'])})}")
    browser.refresh()
    at(browser, "b1")
    button(browser, "Züge bewerten")
    until(browser, "document.querySelectorAll('.analysis-values tbody tr').length > 0", seconds=60)
    assert "Bis zum Ende gelöst" in browser.find_element(By.ID, "analysis-panel").text
    assert browser.execute_script("return document.documentElement.scrollWidth <= 390")
    assert by_theme(browser, themes_of("Analyse")) == {}
    browser.execute_script("document.querySelector('.analysis-values tbody button').click()")
    until(browser, "document.querySelectorAll('.analysis-tree .analysis-node').length >= 2")
    browser.get(f"{server.url}/language/en")


def test_the_way_back_leads_to_the_choice_of_a_game_and_on_to_the_tree(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/analysis")
    until(browser, "document.querySelectorAll('#analysis-games svg').length >= 4")
    browser.find_element(By.LINK_TEXT, "Othello").click()
    until(browser, "!!document.querySelector('#analysis-board svg')")
    typed(browser, "f5")
    hidden = "['analysis', 'analysis-games'].map((id) => document.getElementById(id).hidden).join()"
    browser.back()
    until(browser, f"{hidden} === 'true,false'")
    assert browser.execute_script("return document.querySelectorAll('#analysis-games svg').length") >= 4
    browser.forward()
    until(browser, f"{hidden} === 'false,true'")
    at(browser, "f5")
    assert console_errors(browser) == []
