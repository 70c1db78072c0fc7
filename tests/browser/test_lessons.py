"""A lesson in a real browser, from its first step to its last with the keyboard alone; what was done is remembered."""

from __future__ import annotations

from typing import Any

import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import console_errors
from tests.waiting import PATIENCE
from tests.web.test_lessons import Page, Part
from tools.benchmarks.serving import Server

LESSON = "minimax"
HERE = ".lesson-steps > section[data-here]"


class Pupil:
    """Somebody who works through a lesson and has no mouse."""

    def __init__(self, browser: Chrome, server: Server) -> None:
        self.browser = browser
        text = requests.get(f"{server.url}/lessons/{LESSON}", timeout=60).text
        self.parts = {part.name: part for part in Page(text).parts if part.name}

    def until(self, script: str, *arguments: object) -> Any:
        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.03).until(
            lambda browser: browser.execute_script(f"return {script}", *arguments)
        )

    def keys(self, *pressed: str) -> None:
        ActionChains(self.browser).send_keys(*pressed).perform()

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is on such an element."""
        for _ in range(60):
            if self.browser.execute_script("return !!document.activeElement?.matches(arguments[0])", selector):
                return
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
        self.keys(str(part.data["answer"]), Keys.ENTER)

    def choice(self, part: Part, where: str) -> None:
        self.tab_to(f"{where} input")
        self.keys(Keys.SPACE, *[Keys.ARROW_DOWN] * part.data["choices"].index(part.data["answer"]))
        self.tab_to(f"{where} .button.primary")
        self.keys(Keys.ENTER)

    def move(self, part: Part, where: str) -> None:
        moves = [move["text"] for move in part.data["board"]["view"]["moves"]]
        self.tab_to(f"{where} [tabindex='0']")
        self.keys(*[Keys.ARROW_RIGHT] * moves.index(part.data["answer"][0]), Keys.ENTER)

    def predict(self, part: Part, where: str) -> None:
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


def test_a_lesson_from_start_to_end_by_keyboard(browser: Chrome, server: Server) -> None:
    pupil = Pupil(browser, server)
    browser.get(f"{server.url}/lessons/{LESSON}")
    pupil.until("!!document.querySelector('#lesson-next')")
    steps = browser.execute_script("return document.querySelectorAll('.lesson-steps > section').length")
    for step in range(1, steps + 1):
        assert browser.execute_script("return [...document.querySelectorAll(arguments[0])].length", HERE) == 1
        if step == 2:
            step_through(pupil)
        for name in pupil.exercises():
            pupil.solve(name)
        pupil.until("document.querySelectorAll('.lesson-dot.done').length === arguments[0]", step)
        if step < steps:
            pupil.tab_to("#lesson-next")
            pupil.keys(Keys.ENTER)
            pupil.until("document.activeElement === document.querySelector(arguments[0])", f"{HERE} h2")
            assert browser.execute_script("return location.hash") == f"#step-{step + 1}"
    pupil.until("!!document.querySelector('#lesson-finished')")
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
