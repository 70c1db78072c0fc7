"""Somebody who works through a lesson and has no mouse: what is pressed for each kind of exercise, wrong and right."""

from __future__ import annotations

from typing import Any

import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import until_returns
from tests.web.test_lessons import Page, Part
from tools.benchmarks.serving import Server

HERE = ".lesson-steps > section[data-here]"
TABS = """
const alone = (e) => e.type !== "radio" || e.checked
  || !e.form.querySelector(":checked") && e === e.form.querySelector("[type=radio]");
const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }) && alone(e));
const goal = stops.findIndex((e) => e.matches(arguments[0]));
const at = stops.indexOf(document.activeElement);
if (at >= 0) return goal - at;
const { DOCUMENT_POSITION_FOLLOWING: AFTER } = Node;
const next = stops.findIndex((e) => document.activeElement.compareDocumentPosition(e) & AFTER);
return next < 0 || goal < next ? goal - (next < 0 ? stops.length : next) : goal - next + 1;
"""
"""How often Tab is pressed until the focus is on an element, with Shift if it is less than 0."""


class Pupil:
    """A lesson's reader; ``parts`` are the exercises by their names, as the page has them."""

    def __init__(self, browser: Chrome, server: Server, lesson: str, language: str = "en") -> None:
        self.browser, self.lesson = browser, lesson
        text = requests.get(f"{server.url}/lessons/{lesson}", timeout=60, headers={"Accept-Language": language}).text
        self.parts = {part.name: part for part in Page(text).parts if part.name}

    def until(self, script: str, *arguments: object) -> Any:
        """Wait until a script's value is true, and give it back."""
        return until_returns(self.browser, f"return {script}", *arguments)

    def keys(self, *pressed: str) -> None:
        ActionChains(self.browser).send_keys(*pressed).perform()

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is on such an element, or Shift and Tab if it stands before."""
        for _ in range(60):
            if self.browser.execute_script("return !!document.activeElement?.matches(arguments[0])", selector):
                return
            times = self.browser.execute_script(TABS, selector)
            if times < 0:
                ActionChains(self.browser).key_down(Keys.SHIFT).send_keys(*[Keys.TAB] * -times).key_up(
                    Keys.SHIFT
                ).perform()
            else:
                self.keys(*[Keys.TAB] * max(1, times))
        raise AssertionError(f"no Tab leads to {selector}")

    def press(self, selector: str, *more: str) -> None:
        """Go to a button by Tab, and press Enter, and other keys then."""
        self.tab_to(selector)
        self.keys(Keys.ENTER, *more)

    def in_sight(self, selector: str) -> None:
        """Scroll to a live part, which is made when it comes into sight."""
        self.browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", selector)

    def solve(self, name: str) -> None:
        """Answer an exercise wrongly and read what is wrong, take a hint, then answer rightly and read why."""
        part, where = self.parts[name], f"[data-exercise='{name}']"
        self.in_sight(where)
        self.until("!!document.querySelector(arguments[0])", f"{where} button")
        kinds = {"number": self.number, "choice": self.choice, "move": self.move}
        if part.kind == "predict":
            self.predict(part, where)
        else:
            rights = part.data["answer"] if isinstance(part.data["answer"], list) else [part.data["answer"]]
            answer = next((each for each in rights if part.kind == "move" and _plain(each)), rights[0])
            wrong = self.wrong(part, rights)
            kinds[part.kind](part, where, wrong)
            told = part.data["wrong"].get(str(wrong), part.data["otherwise"])
            self.until(
                "document.querySelector(arguments[0])?.textContent.includes(arguments[1])", f"{where} .wrong", told
            )
            if part.data["hints"]:
                self.press(f"{where} [data-hint]")
                self.until("document.querySelector(arguments[0]).textContent.includes(arguments[1])",
                           f"{where} .exercise-words", part.data["hints"][0])  # fmt: skip
            kinds[part.kind](part, where, answer)
        self.until("!!document.querySelector(arguments[0])", f"{where} .exercise-words .right")
        self.until("!!document.querySelector(arguments[0])?.textContent.trim()", f"{where} .exercise-why")

    @staticmethod
    def wrong(part: Part, rights: list[Any]) -> Any:
        """A wrong answer, one that something is said to if there is any."""
        if part.data["wrong"]:
            return next(iter(part.data["wrong"]))
        if part.kind == "number":
            return rights[0] + part.data["tolerance"] + 1
        if part.kind == "choice":
            return next(each for each in part.data["choices"] if each not in rights)
        moves = [move["text"] for move in part.data["board"]["view"]["moves"]]
        return next(each for each in moves if each not in rights and _plain(each))

    def number(self, part: Part, where: str, given: Any) -> None:
        self.tab_to(f"{where} input")
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(
            str(given), Keys.ENTER
        ).perform()

    def choice(self, part: Part, where: str, given: Any) -> None:
        checked = f"{where} input:checked"
        self.tab_to(checked if self.browser.find_elements("css selector", checked) else f"{where} input")
        at = self.browser.execute_script("return document.activeElement.value")
        way = part.data["choices"].index(given) - part.data["choices"].index(at)
        self.keys(Keys.SPACE, *[Keys.ARROW_DOWN if way > 0 else Keys.ARROW_UP] * abs(way))
        self.press(f"{where} .button.primary")

    def move(self, part: Part, where: str, given: Any) -> None:
        self.tab_to(f"{where} .exercise-board [tabindex='0']")
        self.keys(*_move_keys(part.data["board"], given))

    def predict(self, part: Part, where: str) -> None:
        if part.data["book"]:
            self.predict_book(part.data["book"], part.data["need"], where)
        elif part.data["table"]:
            self.predict_table(part.data["table"], part.data["need"], where)
        else:
            self.predict_steps(part.data["need"], where)

    def predict_steps(self, need: int, where: str) -> None:
        """Answer what a search does next, wrongly at first."""
        live = f'document.querySelector("{where} .exercise-stage").walk'
        self.until(f"{live}?.at === 0")
        for asked in range(need + 1):
            for _ in range(2):  # at the end all are asked again
                self.press(f"{where} .live-question")
                if (
                    self.until(f"{live}.predict.pending ? 'asked' : {live}.at === {live}.trace.steps && 'over'")
                    == "asked"
                ):
                    break
                assert asked >= need, "as many are asked as answers are wanted"
            answer, choices = self.browser.execute_script(
                f"const {{ answer, choices }} = {live}.predict.pending; return [answer, choices]"
            )
            given = str(answer)
            if not asked:
                given = next((each["value"] for each in choices or () if each["value"] != answer), f"{answer}9")
            before = self.browser.execute_script(f"return {live}.at")
            if choices:
                self.press(f"{where} [data-answer='{given}']")
            else:
                self.tab_to(f"{where} .lab-question input")
                self.keys(given, Keys.ENTER)
            self.until(f"{live}.at > {before} && document.querySelector(arguments[0])?.textContent.length > 9",
                       f"{where} .lab-verdict.{'right' if asked else 'wrong'}")  # fmt: skip

    def predict_table(self, table: dict[str, Any], need: int, where: str) -> None:
        """Choose squares that the next pass decides, whichever side is to move there."""
        asked = sorted({cell["plies"] for each in table["slices"] for cell in each["cells"]})
        for plies in [plies for plies in asked if plies >= table["at"]][:need]:
            number, cell = next(
                (number, cell) for number, each in enumerate(table["slices"]) for cell in each["cells"]
                if cell["plies"] == plies
            )  # fmt: skip
            self.press(f"{where} [role=group] > button:nth-child({number + 1})")
            self.tab_to(f"{where} .note[tabindex='0']")
            self.keys(Keys.HOME, Keys.PAGE_UP, *[Keys.ARROW_DOWN] * cell["y"], *[Keys.ARROW_RIGHT] * cell["x"])
            chosen = f"{where} .note[aria-checked=true]"
            place = [str(cell["x"]), str(cell["y"])]
            self.until(
                "(({x, y}) => x === arguments[1] && y === arguments[2])(document.querySelector(arguments[0]).dataset)",
                chosen, *place,
            )  # fmt: skip
            self.press(f"{where} .table-check")

    def predict_book(self, book: dict[str, Any], need: int, where: str) -> None:
        """Walk through the tree to the position that is opened next; a wrong one is told so."""
        self.press(f"{where} .book-check")
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
            self.press(f"{where} .book-check")


def _move_keys(board: dict[str, Any], move: str) -> list[str]:
    """What is pressed on a board whose cursor stands anywhere."""
    at = [each["text"] for each in board["view"]["moves"]].index(move)
    if board["game"] == "camel":
        x, y = board["view"]["moves"][at]["to"]
        return [Keys.HOME, Keys.PAGE_UP, *[Keys.ARROW_RIGHT] * x, *[Keys.ARROW_DOWN] * y, Keys.ENTER]
    if board["game"] == "tree":
        return [Keys.HOME, Keys.ARROW_DOWN, *[Keys.ARROW_RIGHT] * at, Keys.ENTER]
    if board["game"] == "punter":
        return ["p", "p"] if move == "pass" else ["m", Keys.SPACE, Keys.ENTER]
    across, along = [Keys.ARROW_RIGHT] * (ord(move[0]) - ord("a")), int(move[1:]) - 1
    if board["game"] == "tak":  # a1 stands below, and a piece is placed by a second press
        return [Keys.HOME, Keys.PAGE_DOWN, *across, *[Keys.ARROW_UP] * along, Keys.ENTER, Keys.ENTER]
    return [Keys.HOME, Keys.PAGE_UP, *across, *[Keys.ARROW_DOWN] * along, Keys.ENTER]


def _plain(move: str) -> bool:
    """Whether the keys of a move are those of a square or of a step."""
    return move in {"Up", "Down", "Left", "Right", "pass"} or (
        len(move) == 2 and move[0].islower() and move[1].isdecimal()
    )
