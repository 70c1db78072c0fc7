"""Lessons in a real browser: their steps by keyboard alone, each live part worked, each exercise answered wrongly and
rightly; axe finds nothing, nothing is wider than 320 px, the console is silent; what was done is remembered.

In ``make test`` those that have each kind of part and of exercise are walked and some of the others opened; in the long
form all are walked.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import CALM, TWO_FRAMES, violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.pupil import HERE, Pupil
from tests.soaking import later, some
from tests.web.test_lessons import IDS, WALKED
from tools.benchmarks.serving import Server

PARTS = f"""
return [...document.querySelectorAll("{HERE} figure[class^=lesson-]")].map((each, number) => {{
  each.dataset.worked = document.querySelectorAll("[data-worked]").length;
  return [each.classList[0], each.dataset.worked];
}});
"""
"""The live parts of this step but its exercises: the kind and the number of each."""
ALL_STEPS = "for (const each of document.querySelectorAll('.lesson-steps > section')) each.dataset.here = '';"
SHOWN = "((live) => { live.scrollIntoView(); return !live.querySelector('script') && !!live.innerText.trim(); })"
"""Scrolls to a live part, which is made when it comes into sight, and says whether it stands there."""
TOO_WIDE = """
const { clientWidth, scrollWidth } = document.documentElement;
return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("main *")]
  .filter((e) => e.getBoundingClientRect().right > clientWidth).map((e) => e.outerHTML.slice(0, 90));
"""


@pytest.mark.soak
@pytest.mark.parametrize("lesson", some([each for each in IDS if each not in WALKED], 5))
def test_a_lesson_opens(lesson: str, browser: Chrome, server: Server) -> None:
    resize(browser, 320, 700)
    browser.get(f"{server.url}/lessons/{lesson}")
    until_script(browser, "!!document.querySelector('#lesson-next')")
    browser.execute_script(ALL_STEPS)
    for number in range(len(browser.find_elements("css selector", ".lesson-live"))):
        until_script(browser, f"{SHOWN}(document.querySelectorAll('.lesson-live')[{number}])")
    browser.execute_async_script(TWO_FRAMES)
    assert browser.execute_script(TOO_WIDE) == []
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize("lesson", [*WALKED, *later(each for each in IDS if each not in WALKED)])
def test_a_lesson_from_start_to_end_by_keyboard(lesson: str, browser: Chrome, server: Server) -> None:
    resize(browser, 320, 700)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", CALM)
    pupil = Pupil(browser, server, lesson)
    browser.get(f"{server.url}/lessons/{lesson}")
    pupil.until("!!document.querySelector('#lesson-next')")
    steps = browser.execute_script("return document.querySelectorAll('.lesson-steps > section').length")
    for step in range(1, steps + 1):
        for kind, number in browser.execute_script(PARTS):
            where = f"[data-worked='{number}']"
            pupil.in_sight(where)
            WORK[kind](pupil, where)
        for name in browser.execute_script(
            f"return [...document.querySelectorAll('{HERE} [data-exercise]')].map((each) => each.dataset.exercise)"
        ):
            pupil.solve(name)
        pupil.until("document.querySelectorAll('.step-dot.done').length === arguments[0]", step)
        if step < steps:
            pupil.press("#lesson-next")
            pupil.until("document.activeElement === document.querySelector(arguments[0])", f"{HERE} h2")
            assert browser.execute_script("return location.hash") == f"#step-{step + 1}"
    pupil.until("!!document.querySelector('#lesson-finished')")
    browser.execute_script(ALL_STEPS)
    browser.execute_async_script(TWO_FRAMES)
    assert browser.execute_script(TOO_WIDE) == []
    assert violations(browser) == []
    assert console_errors(browser) == []


def step_through(pupil: Pupil, where: str) -> None:
    """Step a stage with its button, then with arrows, which do not turn the page."""
    walk = f'document.querySelector("{where} .lesson-live").walk'
    at = int(pupil.until(f"{walk} && {walk}.at + 1")) - 1
    steps = pupil.browser.execute_script(f"return {walk}.trace.steps")
    assert steps > 2
    if at > steps - 2:  # it opens at its end
        pupil.press(f"{where} .live-back", Keys.ENTER)
        at -= 2
        pupil.until(f"{walk}.at === {at}")
    pupil.press(f"{where} .live-forward")
    pupil.until(f"{walk}.at === {at + 1}")
    pupil.keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    pupil.until(f"{walk}.at === {at + 1}")
    pupil.until("document.querySelector(arguments[0]).textContent.trim().length > 9", f"{where} .live-sentence")


def compare_searches(pupil: Pupil, where: str) -> None:
    """Every row of a table has its counts."""
    pupil.until("!!document.querySelector(arguments[0])", f"{where} tbody tr")
    pupil.until("!document.querySelector(arguments[0])", f"{where} td[colspan]")


def look_up_moves(pupil: Pupil, where: str) -> None:
    """The second move of the table is chosen, and its sum shown."""
    second = f"{where} tbody tr:nth-child(2)"
    pupil.until("!!document.querySelector(arguments[0])", second)
    pupil.press(f"{second} .ranking-pick")
    pupil.until(
        "document.querySelector(arguments[0])?.innerText === document.querySelector(arguments[1]).innerText",
        f"{second}.picked th", f"{where} [role=status] strong",
    )  # fmt: skip


def play_a_match(pupil: Pupil, where: str) -> None:
    """A match is played to its verdict."""
    pupil.press(f"{where} .match-start")
    pupil.until("!!document.querySelector(arguments[0])?.innerText", f"{where} strong[role=status]")


def make_the_table(pupil: Pupil, where: str) -> None:
    """Make a table pass by pass and back, and walk over its squares, which does not turn the page."""
    told = f'document.querySelector("{where} .table-progress").textContent'
    pupil.until("!!document.querySelector(arguments[0])", f"{where} .table-progress")
    at_end = pupil.browser.find_elements("css selector", f"{where} .steps-last[aria-disabled=true]")
    for button in ("first", "on", "last") if at_end else ("on", "back", "last"):
        before = pupil.browser.execute_script(f"return {told}")
        pupil.press(f"{where} .steps-{button}")
        pupil.until(f"{told} !== arguments[0]", before)
    pupil.tab_to(f"{where} .note[tabindex='0']")
    at = pupil.until("document.querySelector(arguments[0]).textContent", f"{where} .table-reason")
    pupil.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    pupil.until("document.querySelector(arguments[0]).textContent !== arguments[1]", f"{where} .table-reason", at)


def grow_the_book(pupil: Pupil, where: str) -> None:
    """Let a book grow and shrink, and walk over its tree to a move, whose position stands on the board."""
    told = f'document.querySelector("{where} .book-progress")?.textContent'
    empty = pupil.until(told)
    pupil.press(f"{where} .steps-on", Keys.ENTER)
    pupil.until(f"{told}?.startsWith('2 ')")
    pupil.tab_to(f"{where} .book-line[tabindex='0']")
    pupil.keys(Keys.ARROW_RIGHT)
    pupil.until("document.querySelector(arguments[0])?.textContent.includes(' ')", f"{where} .book-board figcaption")
    pupil.press(f"{where} .steps-first")
    pupil.until(f"{told} === arguments[0]", empty)


def fit_a_model(pupil: Pupil, where: str) -> None:
    """Learn from four games, with a count left out where one can be: the fit stands in the table, that weight is 0; and
    a search that the model guides goes by it."""
    pupil.until("!!document.querySelector(arguments[0])", f"{where} .fit-start")
    counts = pupil.browser.find_elements("css selector", f"{where} .fit-counts input")
    if counts:
        pupil.tab_to(f"{where} .fit-counts input")
        pupil.keys(Keys.TAB, Keys.SPACE)
    pupil.press(f"{where} .fit-start")
    row = str(pupil.until("document.querySelector(arguments[0])?.innerText", f"{where} .fit-rows tbody tr"))
    assert row.startswith("4")
    pupil.until("!!document.querySelector(arguments[0])", f"{where} .match-chart .way.tested")
    if counts:
        assert "Squares missing" in row
        weights = pupil.browser.find_elements("css selector", f"{where} .fit-weights td")
        assert [each.text for each in weights][:2] == ["0.00", "0.00"]
    else:
        options = pupil.until(
            "document.querySelector(arguments[0])?.walk?.trace.head.options", f"{where} .lesson-stage"
        )
        assert (options["guide"], options["games"]) == ("learnt", 4)


WORK: dict[str, Callable[[Pupil, str], None]] = {
    "lesson-stage": step_through,
    "lesson-compare": compare_searches,
    "lesson-ranking": look_up_moves,
    "lesson-match": play_a_match,
    "lesson-table": make_the_table,
    "lesson-book": grow_the_book,
    "lesson-fitting": fit_a_model,
}


def test_what_was_done_is_remembered_until_it_is_forgotten(browser: Chrome, server: Server) -> None:
    """An answer that is shown counts as done; arrows turn the page; the list says what is finished."""
    pupil = Pupil(browser, server, "minimax")
    browser.get(f"{server.url}/lessons/minimax#step-3")
    where = "[data-exercise='choose']"
    pupil.until("!!document.querySelector(arguments[0])", f"{where} [data-show]")
    pupil.press(f"{where} [data-show]")
    pupil.until("document.querySelector(arguments[0]).textContent.includes('The answer is 1.')", where)
    known = "JSON.parse(localStorage['plyground.lessons'])"
    assert browser.execute_script(f"return {known}.minimax.done.choose") == "shown"
    browser.execute_script(
        f"const all = {known}; all.minimax.finished = true; localStorage['plyground.lessons'] = JSON.stringify(all)"
    )
    browser.refresh()
    pupil.until("location.hash === '#step-3' && !!document.querySelector('#lesson-next')")
    pupil.keys(Keys.ARROW_LEFT)
    pupil.until("location.hash === '#step-2'")
    pupil.keys(Keys.ARROW_RIGHT)
    pupil.until("location.hash === '#step-3'")
    browser.get(f"{server.url}/lessons")
    pupil.until(
        "document.querySelector(arguments[0])?.textContent === '✓ finished'", "[data-lesson=minimax] .lessons-state"
    )
    assert "finished 1 of" in browser.find_element("id", "lessons-summary").text
    pupil.press("#lessons-forget")
    pupil.until("!localStorage['plyground.lessons'] && !document.getElementById('lessons-summary').textContent")
    assert console_errors(browser) == []
