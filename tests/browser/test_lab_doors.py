"""The ways out of a stage: presented, printed, as files and as a film, and live in a page of others."""

from __future__ import annotations

import base64
import html
import json
import re
from urllib.parse import urlencode

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.harness_server import other_site
from tools.benchmarks.serving import Server

ASKED = urlencode(
    {
        "game": "tree", "position": "[[30, 92], [27, 44], [54, 55]]", "search": "alphabeta",
        "settings": json.dumps({"depth": 0}), "at": "value-1-1",
    }
)  # fmt: skip
SAVED = """
window.saved = [];
URL.createObjectURL = (blob) => { window.saved.push(blob); return ''; };
HTMLAnchorElement.prototype.click = () => {};
window.print = () => { window.printed = true; };
"""
READ = """
const done = arguments[0];
Promise.all(window.saved.map((blob) => new Promise((read) => {
  const reader = new FileReader();
  reader.onload = () => read(reader.result);
  reader.readAsDataURL(blob);
}))).then(done);
"""
SMALLEST = """
const texts = `.lab-tree .node:not(.unmet) :is(.value, .move, .low), .lab-sentence, .lab-code li,
  .lab-counts :is(dt, dd), .lab-place, .lab-at, .lab-legend span`;
return Math.min(...[...document.querySelectorAll(texts)]
  .filter((each) => each.checkVisibility() && each.textContent.trim())
  .map((each) => parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.().a ?? 1)));
"""


def test_a_stage_is_presented_printed_saved_and_stands_in_pages_of_others(browser: Chrome, server: Server) -> None:
    resize(browser, 1920, 1080)
    browser.get("about:blank")
    browser.get(f"{server.url}/lab#{ASKED}")
    until_script(browser, "document.querySelector('.lab-tree .current')", 40)
    at = browser.execute_script("return Number(document.querySelector('.lab-slider').value)")
    assert at > 10, "the link's step is found by its name"
    values = values_shown(browser)
    assert set(values) == {"30", "92", "≤27", "27"}, values

    presented(browser, at)
    resize(browser, 1280, 800)
    browser.execute_script(SAVED)
    browser.find_element("css selector", "[aria-label='Take this stage along']").click()
    until_script(browser, "document.querySelector('dialog[open]')")
    assert violations(browser) == []
    frame = str(browser.find_element("id", "lab-frame-link").get_property("value"))
    for name in ("svg", "tex", "gif"):
        browser.find_element("css selector", f"[data-take={name}]").click()
    until_script(browser, "window.saved.length === 3", 60)
    svg, tex, gif = (base64.b64decode(each.partition(",")[2]) for each in browser.execute_async_script(READ))
    written = [re.findall(r">([^<]*)</text>", svg.decode())]
    written.append([each.replace("$\\leq$", "≤") for each in re.findall(r"\) \{(.*)\};$", tex.decode(), re.MULTILINE)])
    for words in written:
        assert {each: words.count(each) for each in values} == {each: values.count(each) for each in values}
    assert gif[:6] == b"GIF89a"
    assert gif.count(b"\x21\xf9\x04") == 1 + steps(browser), "a picture for the start and for each step"

    browser.find_element("css selector", "[data-take=pdf]").click()
    until_script(browser, "window.printed")
    width, height = browser.execute_script(
        "const { width, height } = document.querySelector('.lab-print > svg')"
        "; return [width.baseVal.value, height.baseVal.value]"
    )
    made = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    pdf = base64.b64decode(made["data"])
    assert len(re.findall(rb"/Type ?/Page\b", pdf)) == 1
    box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    assert abs(float(box[1]) - 0.75 * width) < 2, "the page is as wide as the picture"
    assert abs(float(box[2]) - 0.75 * height) < 2
    until_script(browser, "!document.querySelector('.lab-print')")
    assert console_errors(browser) == []

    framed(browser, frame, values, at)


def presented(browser: Chrome, at: int) -> None:
    """Large type by a key; a presenter's remote steps; Escape ends it at the step that was reached."""
    ActionChains(browser).send_keys("f").perform()
    until_script(browser, "document.querySelector('.stage-presenting .lab-tree.far .current')")
    resize(browser, 1920, 1080)
    assert browser.execute_script(SMALLEST) >= 24
    root, wide = browser.execute_script(
        "const { top, bottom } = document.querySelector('[data-node=\"0\"] .shape').getBoundingClientRect();"
        "return [top >= 0 && bottom <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
    )
    assert (root, wide) == (True, True)
    ActionChains(browser).send_keys(Keys.PAGE_DOWN, Keys.PAGE_DOWN, Keys.PAGE_UP).perform()
    until_script(browser, f"document.querySelector('.lab-slider').value === '{at + 1}'")
    ActionChains(browser).send_keys(Keys.ARROW_LEFT, "f").perform()
    until_script(browser, "!document.querySelector('.stage-presenting')")
    assert not browser.find_elements("css selector", ".lab-tree.far")


def framed(browser: Chrome, frame: str, values: list[str], at: int) -> None:
    """The frame that the lab gives shows the stage in a page of another origin, at the step, and walks."""
    with other_site(f'<!doctype html><title>x</title><link rel="icon" href="data:,">{frame}') as site:
        browser.get(site)
        walked(browser, values, at)


def walked(browser: Chrome, values: list[str], at: int) -> None:
    """The stage in the page's frame, a step on, and what it says where its address is damaged."""
    inside = browser.find_element("tag name", "iframe")
    assert html.unescape(str(inside.get_attribute("title"))) == "Alpha-beta in Decision tree"
    browser.switch_to.frame(inside)
    try:
        until_script(browser, "document.querySelector('.lab-tree .current')", 40)
        assert values_shown(browser) == values
        browser.find_element("css selector", ".live-forward").click()
        until_script(browser, f"document.querySelector('.lab-slider').value === '{at + 1}'")
        assert "at=" in str(browser.find_element("css selector", "[href*='/lab#']").get_attribute("href"))
        browser.execute_script("location.hash = '#game=tree&settings={'")
        until_script(browser, "document.querySelector('.notice')?.textContent.includes('names no search')")
    finally:
        browser.switch_to.default_content()
        browser.get("about:blank")


def steps(browser: Chrome) -> int:
    return int(browser.execute_script("return document.querySelector('.lab-slider').max"))


def values_shown(browser: Chrome) -> list[str]:
    """The values of the nodes that were met, in the order of the page."""
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('.lab-tree .node:not(.unmet) .value')]"
        ".map((each) => each.textContent).filter(Boolean)"
    )
    return found
