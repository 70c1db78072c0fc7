"""A plan in the browser: made by keyboard alone, kept over a reload, changed by two, and run in a class."""

from __future__ import annotations

import requests
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.action_chains import ActionChains

from tests.browser.axe import violations
from tests.browser.class_page import Teacher
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tools.benchmarks.serving import Server

HEADINGS = "[...document.querySelectorAll('.plan-row h2')].map((one) => one.textContent)"


def press(browser: Chrome, selector: str, key: str = Keys.ENTER) -> None:
    """Press a key on an element, as who has no pointer; a button is pressed once it can be."""
    until(browser, f"document.querySelector('{selector}')?.matches(':not(:disabled)')")
    browser.execute_script("document.querySelector(arguments[0]).focus()", selector)
    ActionChains(browser).send_keys(key).perform()


def typed(browser: Chrome, selector: str, text: str) -> None:
    press(browser, selector, Keys.END + text)


def headings(browser: Chrome, *wanted: str) -> None:
    until(browser, f"JSON.stringify({HEADINGS}) === JSON.stringify({list(wanted)})")


def test_a_plan_from_the_first_word_to_the_class(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/class/plans")
    typed(browser, "#plan-title", "Week 3")
    press(browser, "[data-kind=text]")
    typed(browser, ".plan-form input", "Today")
    typed(browser, ".plan-form textarea", "Cuts.")
    headings(browser, "Today")
    press(browser, "[data-kind=choice]")
    until(browser, "document.querySelectorAll('.plan-row').length === 2")
    typed(browser, ".plan-form input", "Which?")
    for place, text in enumerate(("one", "two"), 1):
        typed(browser, f".plan-choice:nth-of-type({place}) [type=text]", text)
    press(browser, ".plan-choice [type=checkbox]", Keys.SPACE)
    headings(browser, "Today", "Which?")
    press(browser, ".plan-row:nth-child(2) .plan-up")
    headings(browser, "Which?", "Today")
    browser.refresh()  # nothing was saved, and nothing is lost
    headings(browser, "Which?", "Today")
    assert violations(browser) == []
    resize(browser, 320, 800)
    press(browser, ".plan-row:nth-child(1) .plan-edit")
    until(browser, "!!document.querySelector('.plan-form')")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    resize(browser, 1280, 900)

    press(browser, ".button.primary")
    until(browser, "/plans\\/[\\w-]/.test(location.pathname)")
    plan = browser.current_url.rsplit("/", 1)[1]
    name = f"Object.keys(localStorage).find((name) => name.endsWith('plan.{plan}'))"
    key = until(browser, f"JSON.parse(localStorage.getItem({name})).key")
    bearer = {"Authorization": f"Bearer {key}"}
    address = f"{server.url}/api/plans/{plan}"
    theirs = {"title": "Theirs", "entries": []}
    changed = requests.post(address, json={"plan": theirs, "revision": 1}, headers=bearer, timeout=30)
    assert changed.json() == {"revision": 2}
    typed(browser, "#plan-title", " of ten")
    press(browser, ".button.primary")
    until(browser, "document.querySelector('dialog[open]')?.textContent.includes('Theirs')")
    assert requests.get(address, timeout=30).json()["plan"] == theirs
    press(browser, "dialog .button.primary")  # mine as another plan
    until(browser, f"!document.querySelector('dialog[open]') && !location.pathname.includes('{plan}')")
    headings(browser, "Which?", "Today")

    another = browser.current_url.rsplit("/", 1)[1]
    assert requests.get(f"{server.url}/api/plans/{another}", timeout=30).json()["plan"]["title"] == "Week 3 of ten"
    made = requests.post(f"{server.url}/api/classes", json={}, timeout=30).json()
    browser.get(f"{server.url}{made['url']}&plan={another}")
    until(browser, "document.querySelector('.teach-plan')?.textContent.includes('Which?')")
    press(browser, "#plan-next")
    until(browser, "document.querySelector('#teach-screen-title')?.textContent === 'Which?'")
    press(browser, "#plan-next")
    until(browser, "document.querySelector('.class-text')?.textContent.includes('Cuts.')")
    errors = [each for each in console_errors(browser) if "409" not in each]  # theirs, as was told
    half_typed = f"{server.url}/api/plans/entry - Failed to load resource: the server responded with a status of 400"
    assert [each for each in errors if not each.startswith(half_typed)] == []
    Teacher(browser, server).end()
