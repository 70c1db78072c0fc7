"""Exercises in code in a real browser: write, check, see one's own search beside the right one, on a phone too."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_editor import SHADOW, TEXT, press
from tests.soaking import later
from tools.benchmarks._mistakes import MINIMAX
from tools.benchmarks.serving import Server

VERDICT = "document.querySelector('#outcome .write-verdict strong')?.textContent"
CHECKED = f"!document.querySelector('#check').disabled && !!{VERDICT}"
SENTENCE = "document.querySelector('#outcome .write-verdict p')?.textContent"
STEP = "document.querySelector('#stage').walk?.at"
LIT = "document.querySelector('#stage .lab-code .lit')?.textContent.trim()"
PASTE = f"""const clipboardData = new DataTransfer();
clipboardData.setData("text/plain", arguments[0]);
{SHADOW}.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", {{clipboardData, bubbles: true}}));"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def fill(browser: Chrome, text: str) -> None:
    """Put a text into the editor as if it had been pasted."""
    until_script(browser, f"!!{SHADOW}?.querySelector('.cm-content')")
    browser.execute_script(f"{SHADOW}.querySelector('.cm-content').focus()")
    press(browser, "a", held=Keys.CONTROL)
    browser.execute_script(PASTE, text)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["tree", *later(["othello"])])
def test_a_mistake_is_shown_on_the_stage_and_mended(browser: Chrome, server: Server, game: str) -> None:
    browser.get(f"{server.url}/exercises/{game}#minimax")
    fill(browser, MINIMAX.strip().replace("depth == 0", "depth <= 1"))
    press(browser, Keys.RETURN, held=Keys.CONTROL)
    until_script(browser, CHECKED)
    assert browser.execute_script(f"return {VERDICT}") == "Not yet"
    assert "You looked no further at the root" in browser.execute_script(f"return {SENTENCE}")
    until_script(browser, f"!!{SHADOW}.querySelector('.cm-lint-marker-error')")
    until_script(browser, f"!!{LIT}")
    assert "return state.evaluate(seat)" in browser.execute_script(f"return {LIT}")
    browser.execute_script("document.querySelector('#runs input[value=right], #runs [value=right]').click()")
    until_script(browser, f"{STEP} === 0 && document.querySelector('#stage').walk.trace.steps > 3")
    fill(browser, MINIMAX.strip())
    browser.execute_script("document.querySelector('#check').click()")
    until_script(browser, f"{CHECKED} && {VERDICT} === 'Right'")
    assert "all 7 positions" in browser.execute_script(f"return {SENTENCE}")
    chosen = "document.querySelector('#choose').selectedOptions[0].textContent"
    assert browser.execute_script(f"return {chosen}").startswith("✓ ")
    assert browser.execute_script("return document.querySelector('#next').textContent").startswith("Next: ")
    browser.refresh()
    until_script(browser, f"!!{SHADOW}?.querySelector('.cm-content')")
    assert browser.execute_script(f"return {TEXT}").strip() == MINIMAX.strip()
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize("width", [320, *later([390, 1280])])
def test_the_pages_fit_and_are_accessible(browser: Chrome, server: Server, width: int) -> None:
    resize(browser, width, 900)
    for path in ("/exercises", "/exercises/othello#alphabeta"):
        browser.get(f"{server.url}{path}")
        until_script(browser, "document.readyState === 'complete'")
        if "#" in path:
            until_script(browser, f"!!{SHADOW}?.querySelector('.cm-content')")
            browser.execute_script("document.querySelector('#check').click()")
            until_script(browser, CHECKED)
        assert browser.execute_script(f"return {WIDE}") == 0, path
        assert violations(browser) == [], path
