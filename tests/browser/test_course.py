"""The course in the browser: a teacher takes unit 1, opens a class with it and asks; a unit prints on two sheets."""

from __future__ import annotations

import base64
import re

from selenium.webdriver import Chrome

from plyground.classroom.course.units import units
from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize, until_script
from tools.benchmarks.serving import Server


def test_a_teacher_takes_a_unit_to_the_class(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/course/handbook")
    assert violations(browser) == []
    browser.get(f"{server.url}/course")
    assert violations(browser) == []
    browser.find_element("css selector", "a[href='/course/minimax']").click()
    until_script(browser, "!!document.querySelector('[data-unit=minimax]')")
    assert violations(browser) == []
    resize(browser, 320, 800)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    resize(browser, 1280, 900)

    browser.find_element("css selector", "[data-copy=homework]").click()
    until_script(browser, "document.querySelectorAll('.plan-row h2').length === 6")
    assert "/class/plans/" in browser.current_url
    browser.back()
    until_script(browser, "!!document.querySelector('[data-run]:enabled')")
    browser.find_element("css selector", "[data-run]").click()
    until_script(browser, "document.querySelector('.teach-plan')?.textContent.includes('Minimax')")
    until_script(browser, "document.querySelector('#plan-next:enabled')")
    begin = "document.querySelector('#plan-next').click()"
    asked = "document.querySelector('#teach-screen-title')?.textContent.includes"
    for words in ("Minimax", "One move wins", "Max chooses", "Which value comes back"):
        browser.execute_script(begin)
        until_script(browser, f"{asked}('{words}')")
    # the stage, which stood at its beginning, is at the step that is asked about
    until_script(browser, "document.querySelector('.teach-columns .current .value')?.textContent.includes('?')")
    assert console_errors(browser) == []


def test_a_unit_prints_on_two_sheets(browser: Chrome, server: Server) -> None:
    longest = max(units(), key=lambda unit: sum(len(part.text) for part in unit.parts))
    for code in ("en", "de"):
        browser.get(f"{server.url}/language/{code}")
        browser.get(f"{server.url}/course/{longest.id}")
        sheet = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
        assert 1 <= len(re.findall(rb"/Type ?/Page\b", base64.b64decode(sheet["data"]))) <= 2
    browser.delete_cookie("plyground_language")
