"""Lessons in a real browser, from the first step to the last with the keyboard alone; what was done is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import console_errors, until_script
from tests.waiting import PATIENCE
from tests.web.test_lessons import Page, Part
from tools.benchmarks.serving import Server

LESSON = "minimax"
OTHERS = ("retrograde", "opening-books", "fitting")
"""Lessons whose live parts the first one does not have."""
HERE = ".lesson-steps > section[data-here]"


STEPS = {"Up": Keys.ARROW_UP, "Down": Keys.ARROW_DOWN, "Left": Keys.ARROW_LEFT, "Right": Keys.ARROW_RIGHT}


class Pupil:
    """Somebody who works through a lesson and has no mouse."""

    def __init__(self, browser: Chrome, server: Server, lesson: str = LESSON) -> None:
        self.browser, self.lesson = browser, lesson
        text = requests.get(f"{server.url}/lessons/{lesson}", timeout=60).text
        self.parts = {part.name: part for part in Page(text).parts if part.name}

    def until(self, script: str, *arguments: object) -> Any:
        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.03).until(
            lambda browser: browser.execute_script(f"return {script}", *arguments)
        )

    def keys(self, *pressed: str) -> None:
        ActionChains(self.browser).send_keys(*pressed).perform()

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is on such an element, or Shift and Tab if it stands before."""
        where = "document.activeElement?.compareDocumentPosition(document.querySelector(arguments[0]))"
        back = self.browser.execute_script(f"return {where} & Node.DOCUMENT_POSITION_PRECEDING", selector)
        for _ in range(60):
            if self.browser.execute_script("return !!document.activeElement?.matches(arguments[0])", selector):
                return
            if back:
                ActionChains(self.browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
            else:
                self.keys(Keys.TAB)
        raise AssertionError(f"no Tab leads to {selector}")

    def exercises(self) -> list[str]:
        """The names of the exercises of this step, in order, all of them in sight and made."""
        names: list[str] = self.browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map((each) => each.dataset.exercise)",
            f"{HERE} [data-exercise]",
        )
        return names

    def solve(self, name: str) -> None:
        """Give the right answer of an exercise, and read that it is right."""
        part, where = self.parts[name], f"[data-exercise='{name}']"
        self.browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", where)
        self.until("!!document.querySelector(arguments[0])", f"{where} button")
        {"number": self.number, "choice": self.choice, "move": self.move, "predict": self.predict}[part.kind](
            part, where
        )
        self.until("!!document.querySelector(arguments[0])", f"{where} .exercise-words .right")
        self.until("!!document.querySelector(arguments[0])?.textContent.trim()", f"{where} .exercise-why")

    def number(self, part: Part, where: str) -> None:
        self.tab_to(f"{where} input")
        for wrong, told in list(part.data["wrong"].items())[:1]:
            self.keys(wrong, Keys.ENTER)
            self.until(
                "document.querySelector(arguments[0])?.textContent.includes(arguments[1])", f"{where} .wrong", told
            )
            self.keys(*[Keys.BACKSPACE] * len(wrong))
        self.keys(str(part.data["answer"]), Keys.ENTER)

    def choice(self, part: Part, where: str) -> None:
        self.tab_to(f"{where} input")
        self.keys(Keys.SPACE, *[Keys.ARROW_DOWN] * part.data["choices"].index(part.data["answer"]))
        self.tab_to(f"{where} .button.primary")
        self.keys(Keys.ENTER)

    def move(self, part: Part, where: str) -> None:
        answer = part.data["answer"][0]
        moves = [move["text"] for move in part.data["board"]["view"]["moves"]]
        self.tab_to(f"{where} [tabindex='0']")
        if answer in STEPS:  # the cursor begins on the mover's own piece
            self.keys(STEPS[answer], Keys.ENTER)
        elif part.data["board"]["game"] == "tree":
            self.keys(*[Keys.ARROW_RIGHT] * moves.index(answer), Keys.ENTER)
        else:
            across, down = ord(answer[0]) - ord("a"), int(answer[1:]) - 1
            self.keys(Keys.HOME, Keys.PAGE_UP, *[Keys.ARROW_RIGHT] * across, *[Keys.ARROW_DOWN] * down, Keys.ENTER)

    def predict(self, part: Part, where: str) -> None:
        if part.data["book"]:
            self.predict_book(part.data["book"], part.data["need"], where)
            return
        if part.data["table"]:
            self.predict_table(part.data["table"], part.data["need"], where)
            return
        live = f'document.querySelector("{where} .exercise-stage").walk'
        self.until(f"{live}?.at === 0")
        for _ in range(part.data["need"]):
            self.tab_to(f"{where} .live-question")
            self.keys(Keys.ENTER)
            answer = str(self.until(f"{live}.predict.pending?.answer"))
            before = self.browser.execute_script(f"return {live}.at")
            self.tab_to(f"{where} .lab-question input")
            self.keys(answer, Keys.ENTER)
            self.until(f"{live}.at > {before}")

    def predict_table(self, table: dict[str, Any], need: int, where: str) -> None:
        """Choose squares that the next pass decides, whichever side is to move there."""
        asked = sorted({cell["plies"] for each in table["slices"] for cell in each["cells"]})
        for plies in [plies for plies in asked if plies >= table["at"]][:need]:
            number, cell = next(
                (number, cell) for number, each in enumerate(table["slices"]) for cell in each["cells"]
                if cell["plies"] == plies
            )  # fmt: skip
            self.tab_to(f"{where} [role=group] > button:nth-child({number + 1})")
            self.keys(Keys.ENTER)
            self.tab_to(f"{where} .note[tabindex='0']")
            self.keys(Keys.HOME, Keys.PAGE_UP, *[Keys.ARROW_DOWN] * cell["y"], *[Keys.ARROW_RIGHT] * cell["x"])
            chosen = f"{where} .note[aria-checked=true]"
            place = [str(cell["x"]), str(cell["y"])]
            self.until(
                "(({x, y}) => x === arguments[1] && y === arguments[2])(document.querySelector(arguments[0]).dataset)",
                chosen, *place,
            )  # fmt: skip
            self.tab_to(f"{where} .table-check")
            self.keys(Keys.ENTER)

    def predict_book(self, book: dict[str, Any], need: int, where: str) -> None:
        """Walk through the tree to the position that is opened next; a wrong one is told so."""
        self.tab_to(f"{where} .book-check")
        self.keys(Keys.ENTER)
        self.until("!!document.querySelector(arguments[0])?.textContent.includes('0')", f"{where} .exercise-words p")
        for at in range(book["at"], book["at"] + need):
            way = [book["steps"][at]["opened"]]
            while way[0] > 0:
                way.insert(0, book["lines"][way[0]]["parent"])
            self.tab_to(f"{where} .book-line[tabindex='0']")
            self.keys(*[Keys.ARROW_LEFT] * 6)  # to the start
            for line in way[1:]:
                self.keys(Keys.ARROW_RIGHT)
                while not self.browser.find_elements(
                    "css selector", f"{where} [data-line='{line}'][aria-current=true]"
                ):
                    self.keys(Keys.ARROW_DOWN)
            self.tab_to(f"{where} .book-check")
            self.keys(Keys.ENTER)


@pytest.mark.parametrize("lesson", OTHERS)
def test_every_live_part_is_worked_by_keyboard(lesson: str, browser: Chrome, server: Server) -> None:
    pupil = Pupil(browser, server, lesson)
    browser.get(f"{server.url}/lessons/{lesson}")
    walk(pupil, WORK)
    assert console_errors(browser) == []


def test_a_lesson_from_start_to_end_by_keyboard(browser: Chrome, server: Server) -> None:
    pupil = Pupil(browser, server)
    browser.get(f"{server.url}/lessons/{LESSON}")
    walk(pupil, {".lesson-stage": step_through})
    pupil.keys(Keys.TAB)
    turn_the_page(pupil)
    browser.get(f"{server.url}/lessons")
    pupil.until(
        "document.querySelector(arguments[0])?.textContent === '✓ finished'",
        f"[data-lesson='{LESSON}'] .lessons-state",
    )
    assert "finished 1 of" in browser.find_element("id", "lessons-summary").text
    pupil.tab_to("#lessons-forget")
    pupil.keys(Keys.ENTER)
    pupil.until("!localStorage['plyground.lessons'] && !document.getElementById('lessons-summary').textContent")
    assert console_errors(browser) == []


def walk(pupil: Pupil, work: dict[str, Callable[[Pupil], None]]) -> None:
    """Go from step to step, solve every exercise, and work each kind of live part where it is first met."""
    browser, left = pupil.browser, dict(work)
    pupil.until("!!document.querySelector('#lesson-next')")
    steps = browser.execute_script("return document.querySelectorAll('.lesson-steps > section').length")
    for step in range(1, steps + 1):
        assert browser.execute_script("return [...document.querySelectorAll(arguments[0])].length", HERE) == 1
        for part in [each for each in left if browser.find_elements("css selector", f"{HERE} > {each}")]:
            left.pop(part)(pupil)
        for name in pupil.exercises():
            pupil.solve(name)
        pupil.until("document.querySelectorAll('.lesson-dot.done').length === arguments[0]", step)
        if step < steps:
            pupil.tab_to("#lesson-next")
            pupil.keys(Keys.ENTER)
            pupil.until("document.activeElement === document.querySelector(arguments[0])", f"{HERE} h2")
            assert browser.execute_script("return location.hash") == f"#step-{step + 1}"
    pupil.until("!!document.querySelector('#lesson-finished')")


def make_the_table(pupil: Pupil) -> None:
    """Make a table pass by pass and back, and walk over its squares, which does not turn the page."""
    told = f"document.querySelector('{HERE} .table-progress')?.textContent"
    empty = pupil.until(told)
    pupil.tab_to(f"{HERE} .steps-on")
    pupil.keys(Keys.ENTER, Keys.ENTER)
    pupil.until(f"{told}?.includes('Pass 2')")
    signs = "[...document.querySelectorAll(arguments[0])].filter((each) => /[+−0]/.test(each.textContent)).length"
    decided = pupil.until(signs, f"{HERE} .note")
    pupil.tab_to(f"{HERE} .steps-last")
    pupil.keys(Keys.ENTER)
    pupil.until(f"{signs} > arguments[1]", f"{HERE} .note", decided)
    before = pupil.until(f"document.querySelector('{HERE} .table-reason').textContent")
    pupil.tab_to(f"{HERE} .steps-first")
    pupil.keys(Keys.ENTER)
    pupil.until(f"{told} === arguments[0]", empty)
    assert pupil.until(f"document.querySelector('{HERE} .table-reason').textContent") != before


def grow_the_book(pupil: Pupil) -> None:
    """Let a book grow and shrink, and walk over its tree to a move, whose position stands on the board."""
    told = f"document.querySelector('{HERE} .book-progress')?.textContent"
    empty = pupil.until(told)
    pupil.tab_to(f"{HERE} .steps-on")
    pupil.keys(Keys.ENTER, Keys.ENTER)
    pupil.until(f"{told}?.startsWith('2 ')")
    pupil.tab_to(f"{HERE} .book-line[tabindex='0']")
    pupil.keys(Keys.ARROW_RIGHT)
    pupil.until("document.querySelector(arguments[0])?.textContent.includes(' ')", f"{HERE} .book-board figcaption")
    pupil.tab_to(f"{HERE} .steps-first")
    pupil.keys(Keys.ENTER)
    pupil.until(f"{told} === arguments[0]", empty)


def fit_a_model(pupil: Pupil) -> None:
    """Leave a count out and learn: the fit stands in the table, the weight that was left out is 0."""
    part = f"{HERE} .lesson-fitting"
    pupil.browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", part)
    pupil.until("!!document.querySelector(arguments[0])", f"{part} .fit-start")
    pupil.tab_to(f"{part} .fit-counts input")
    pupil.keys(Keys.TAB, Keys.SPACE)
    pupil.browser.execute_script("document.querySelector(arguments[0]).focus()", f"{part} .fit-games")
    pupil.tab_to(f"{part} .fit-start")
    pupil.keys(Keys.ENTER)
    row = str(pupil.until("document.querySelector(arguments[0])?.innerText", f"{part} .fit-rows tbody tr"))
    assert row.startswith("4")
    assert "Squares missing" in row
    pupil.until("!!document.querySelector(arguments[0])", f"{part} .match-chart .way.tested")
    weights = pupil.browser.find_elements("css selector", f"{part} .fit-weights td")
    assert [each.text for each in weights][:2] == ["0.00", "0.00"]


WORK: dict[str, Callable[[Pupil], None]] = {
    ".lesson-table": make_the_table,
    ".lesson-book": grow_the_book,
    ".lesson-fitting": fit_a_model,
}


def step_through(pupil: Pupil) -> None:
    """Step a live stage with its button, then with arrows, which do not turn the page."""
    at = f"document.querySelector('{HERE} .lesson-stage .lesson-live').walk?.at"
    pupil.until(f"{at} === 0")
    pupil.tab_to(f"{HERE} .live-forward")
    pupil.keys(Keys.ENTER)
    pupil.until(f"{at} === 1")
    pupil.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    pupil.until(f"{at} === 3")
    pupil.keys(Keys.ARROW_LEFT)
    pupil.until(f"{at} === 2")
    pupil.until("!document.querySelector(arguments[0]).textContent.includes('…')", f"{HERE} .live-sentence")


def turn_the_page(pupil: Pupil) -> None:
    """Arrows turn the page while nothing that uses them has the focus; what was done stays done."""
    pupil.browser.refresh()
    pupil.until("!!document.querySelector('#lesson-finished')")
    pupil.keys(Keys.ARROW_LEFT)
    pupil.until("!document.querySelector('#lesson-finished')")
    pupil.keys(Keys.ARROW_RIGHT)
    pupil.until("!!document.querySelector('#lesson-finished')")


def test_a_wrong_answer_is_told_why_and_hints_come_one_by_one(browser: Chrome, server: Server) -> None:
    pupil = Pupil(browser, server)
    browser.get(f"{server.url}/lessons/{LESSON}#step-3")
    where = "[data-exercise='choose']"
    pupil.until("!!document.querySelector(arguments[0])", f"{where} [data-hint]")
    part = pupil.parts["choose"]
    pupil.tab_to(f"{where} [tabindex='0']")
    pupil.keys(Keys.ENTER)
    told = pupil.until("document.querySelector(arguments[0])?.textContent", f"{where} .exercise-words .wrong")
    assert part.data["wrong"]["0"] in told
    pupil.tab_to(f"{where} [data-hint]")
    pupil.keys(Keys.ENTER)
    pupil.until("document.querySelector(arguments[0]).textContent.includes(arguments[1])", where, part.data["hints"][0])
    pupil.tab_to(f"{where} [data-show]")
    pupil.keys(Keys.ENTER)
    pupil.until("document.querySelector(arguments[0]).textContent.includes('The answer is 1.')", where)
    assert browser.execute_script("return JSON.parse(localStorage['plyground.lessons']).minimax.done.choose") == "shown"


def test_a_search_goes_by_what_the_reader_trained(browser: Chrome, server: Server) -> None:
    stage = f"document.querySelector('{HERE} .lesson-fitting .lesson-stage')"
    browser.get(f"{server.url}/lessons/puct#step-3")
    until_script(browser, f"!!document.querySelector('{HERE} .fit-start')")
    browser.find_element("css selector", f"{HERE} .fit-start").click()
    options = until_script(browser, f"{stage}?.walk?.trace.head.options")
    assert (options["guide"], options["games"]) == ("learnt", 4)
    assert console_errors(browser) == []
