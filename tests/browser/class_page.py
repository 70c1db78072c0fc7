"""Handles the pages of a class as people do: the teacher's, the wall's and a student's, a browser each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.conftest import until_returns, until_there
from tests.waiting import PATIENCE, until
from tools.benchmarks.serving import Server

BUTTON = """
return [...document.querySelectorAll('button, a.button')].find((b) => b.checkVisibility() && !b.matches(":disabled") &&
  (b.textContent.replace(/\\s+/g, ' ').trim() === arguments[0] || b.getAttribute('aria-label') === arguments[0]))
  ?? null
"""
LEGAL = """
return [...document.querySelectorAll('#class-board [role=gridcell]')]
  .filter((cell) => / legal\\b/.test(cell.getAttribute('aria-label')))
  .map((cell) => [Number(cell.dataset.x), Number(cell.dataset.y)])
"""
BARS = """
return Object.fromEntries([...document.querySelectorAll('.class-bar')].filter((bar) => bar.dataset.count !== '0')
  .map((bar) => [bar.dataset.text, Number(bar.dataset.count)]))
"""
MARK = "window.notReloaded = true"
"""Lost by a page that is loaded anew."""


class ClassPage:
    """One browser's page of a class."""

    def __init__(self, browser: Chrome, server: Server) -> None:
        self.browser, self.server = browser, server

    def open(self, path: str) -> None:
        """Go to an address of the server."""
        self.browser.get(self.server.url + path)

    def until(self, true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until something holds."""
        return until(true, seconds)

    def until_text(self, words: str) -> None:
        """Wait until the page shows these words."""
        until_returns(self.browser, "return document.querySelector('main').innerText.includes(arguments[0])", words)

    @property
    def text(self) -> str:
        """All that the page shows."""
        return str(self.browser.execute_script("return document.querySelector('main').innerText"))

    def all(self, selector: str) -> list[WebElement]:
        """All elements that fit."""
        return self.browser.find_elements("css selector", selector)

    def find(self, selector: str) -> WebElement:
        """The first element that fits; waits for it."""
        return until_there(self.browser, selector)

    def click(self, words: str) -> None:
        """Click the button with these words; waits for it."""
        element = until_returns(self.browser, BUTTON, words)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].click()", element)

    def has_button(self, words: str) -> bool:
        """Whether a button with these words can be pressed now."""
        return self.browser.execute_script(BUTTON, words) is not None

    def choose(self, selector: str, value: str) -> None:
        """Choose from a menu."""
        self.browser.execute_script(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
            self.find(selector), value,
        )  # fmt: skip

    def type(self, selector: str, words: str) -> None:
        """Type into a field in place of what it holds."""
        field = self.find(selector)
        field.clear()
        field.send_keys(words)

    @property
    def bars(self) -> dict[str, int]:
        """The histogram: how often each answer was given, without those that nobody gave."""
        found: dict[str, int] = self.browser.execute_script(BARS)
        return found

    def legal_cells(self) -> list[tuple[int, int]]:
        """The squares of the question's board that can be chosen."""
        return [(x, y) for x, y in self.browser.execute_script(LEGAL)]

    def cell(self, x: int, y: int) -> None:
        """Choose a square of the question's board with the mouse."""
        cell = self.find(f"#class-board [role=gridcell][data-x='{x}'][data-y='{y}']")
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)
        cell.click()


class Teacher(ClassPage):
    """The teacher: opens a class in front of everybody's eyes."""

    def begin(self) -> str:
        """Open a class; its code."""
        self.open("/class")
        self.click("Open a class")
        self.until(lambda: "/teach" in self.browser.current_url)
        self.find(".teach-head h1")
        return self.browser.current_url.split("/class/")[1].split("/")[0]

    def end(self) -> None:
        """End the class, if there is one."""
        if "/teach" in self.browser.current_url and self.has_button("End the class"):
            self.click("End the class")
            self.find("dialog .button.danger").click()
            self.until_text("The class has ended")


class Student(ClassPage):
    """A student, who joins by the code or by the class's address."""

    def join(self, code: str, nickname: str) -> None:
        """Come in under a nickname."""
        self.open(f"/class/{code}")
        self.type("#nickname", nickname)
        self.click("Join")
        self.until_text(f"You are in, {nickname}")


def asked_class(teacher: Teacher, student: Student) -> str:
    """A class whose student Ada has answered d3 to the first question, its pages marked by ``MARK``; its code."""
    code = teacher.begin()
    student.join(code, "Ada")
    for page in (teacher, student):
        page.browser.execute_script(MARK)
    teacher.choose("#teach-game", "othello")
    teacher.until_text("Dark to move")
    teacher.click("Ask: which move?")
    student.until(lambda: len(student.legal_cells()) == 4)
    student.cell(3, 2)
    teacher.until(lambda: teacher.bars == {"d3": 1})
    return code
