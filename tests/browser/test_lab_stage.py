"""The stage of the lab as a drawing: what fits, what lies across what, and the map of what is not in sight."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors, resize, until_script
from tools.benchmarks.serving import Server

NINE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
CROSSED = """
const boxes = [...document.querySelectorAll('.lab-tree .node:not(.unmet) :is(.move, .low, .high, .value), .folds text')]
  .filter((each) => each.textContent).map((each) => [each, each.getBoundingClientRect()]);
const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 3;
const over = (a, b) => shared(a, b, 'left', 'right') && shared(a, b, 'top', 'bottom');
const found = [];
for (const way of document.querySelectorAll('.lab-tree .way')) {
  const matrix = way.getScreenCTM();
  const long = way.getTotalLength();
  for (let part = 0; part <= 1; part += 0.05) {
    const { x, y } = way.getPointAtLength(part * long).matrixTransform(matrix);
    for (const [text, box] of boxes) {
      if (x > box.left + 2 && x < box.right - 2 && y > box.top + 4 && y < box.bottom - 4) found.push(text.textContent);
    }
  }
}
boxes.forEach(([text, box], at) => boxes.slice(at + 1).forEach(([other, there]) => {
  if (over(box, there)) found.push(`${text.textContent} on ${other.textContent}`);
}));
const { drawing, frame, overview, trace, drawn } = document.querySelector('#lab-theatre').walk.stage;
const box = drawing.getBoundingClientRect();
return [found, box.width <= frame.clientWidth + 1, !overview.canvas.hidden, trace.size, drawn.size];
"""

LIT = """(() => {
  const [line, column] = ['.lit', '.lab-code-host'].map((each) => document.querySelector(each).getBoundingClientRect());
  return line.top >= column.top && line.bottom <= column.bottom;
})()"""


def opened(browser: Chrome, server: Server, step: int, **asked: object) -> None:
    """Open the lab at a step of a search."""
    fields = {name: json.dumps(value) if isinstance(value, dict) else str(value) for name, value in asked.items()}
    browser.get("about:blank")
    browser.get(f"{server.url}/lab#{urlencode({**fields, 'step': step})}")
    until_script(browser, "document.querySelector('.lab-tree .current')", 40)


def test_labels_are_free_trees_fit_and_a_map_shows_the_rest(browser: Chrome, server: Server) -> None:
    resize(browser, 390, 844)
    opened(browser, server, 99, game="tree", position=NINE, search="alphabeta", settings={"depth": 0})
    assert browser.execute_script(CROSSED) == [[], True, False, 11, 13], "nine leaves fit a phone"

    resize(browser, 1280, 900)
    opened(browser, server, 200, game="othello", search="alphabeta", settings={"depth": 4})
    crossed, fits, mapped, size, drawn = browser.execute_script(CROSSED)
    assert (crossed, fits, mapped) == ([], False, True)
    assert drawn <= 60 < size, "what is far from the current node is folded"
    browser.find_element("css selector", ".lab-tree .folds path").click()
    assert browser.execute_script(CROSSED)[0] == [], "what is unfolded lies over no neighbour"
    browser.find_element("css selector", ".lab-zoom button:last-child").click()
    assert browser.execute_script(CROSSED)[1], "all of it can be seen"

    # What lies ahead stands in grey, but where it is asked for.
    ahead = "return getComputedStyle(document.querySelector('.lab-tree .unmet .shape')).visibility"
    assert browser.execute_script(ahead) == "visible"
    browser.find_element("id", "lab-predict").click()
    until_script(browser, f"(() => {{ {ahead} }})() === 'hidden'")
    assert console_errors(browser) == []


def test_the_lit_line_of_the_code_is_in_sight_once_all_has_come(browser: Chrome, server: Server) -> None:
    resize(browser, 1280, 900)
    browser.get("about:blank")
    browser.get(f"{server.url}/lab#game=tree&search=alphabeta&at=cut-0.1-1")
    until_script(browser, "document.querySelector('.lab-board svg') && document.querySelector('.lab-code .lit')", 40)
    until_script(browser, LIT)
