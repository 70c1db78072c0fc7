"""One against the class, and a tournament, in real browsers: the teacher with keys alone, two phones, and the wall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import violations
from tests.browser.class_page import ClassPage, Student, Teacher
from tests.browser.conftest import console_errors, resize
from tools.benchmarks.serving import Server

SIZES = ((390, 844), (1280, 800), (1920, 1080))
OVER = "const page = document.documentElement; return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight]"
CUT = """
return [...document.querySelectorAll(".contest-grid, .contest-tables")]
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map((e) => e.className)
"""
WAITS = "document.querySelector('.contest-own')?.dataset.turn === 'true'"


def told(page: ClassPage, script: str) -> None:
    """Wait until a script's value is true."""
    page.until(lambda: page.browser.execute_script(f"return {script}"))


def cell(page: ClassPage, x: int, y: int) -> None:
    """Choose a square of one's own board."""
    told(page, WAITS)
    found = page.find(f"#contest-board [role=gridcell][data-x='{x}'][data-y='{y}']")
    page.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    found.click()


def keys(page: ClassPage, *pressed: str) -> None:
    ActionChains(page.browser).send_keys(*pressed).perform()


def by_keys(page: ClassPage, x: int, y: int) -> None:
    """Choose a square of the board that has the focus by arrows and Enter."""
    told(page, WAITS)
    told(page, "document.activeElement?.matches('#contest-board [role=gridcell]')")
    place = "[Number(document.activeElement.dataset.x), Number(document.activeElement.dataset.y)]"
    at_x, at_y = page.browser.execute_script(f"return {place}")
    keys(page, *[Keys.ARROW_RIGHT if at_x < x else Keys.ARROW_LEFT] * abs(x - at_x))
    keys(page, *[Keys.ARROW_DOWN if at_y < y else Keys.ARROW_UP] * abs(y - at_y), Keys.ENTER)


def fits(page: ClassPage) -> None:
    """Nothing scrolls sideways, and a wall shows all that it has without scrolling at all."""
    for width, height in SIZES:
        resize(page.browser, width, height)
        page.find(".contest-cell svg, .contest-table, .contest-own svg")
        page.until(lambda: page.browser.execute_script(OVER)[0] <= 0)
        if width > 1000 and "/wall" in page.browser.current_url:
            page.until(lambda: page.browser.execute_script(OVER)[1] <= 0)
            page.until(lambda: page.browser.execute_script(CUT) == [])


@pytest.mark.long  # web/test_class_boards.py plays both
def test_one_against_all_and_a_tournament(browser: Chrome, new_browser: Callable[[], Chrome], server: Server) -> None:
    teacher = Teacher(browser, server)
    code = teacher.begin()
    wall, ada, ben = ClassPage(new_browser(), server), Student(new_browser(), server), Student(new_browser(), server)
    wall.open(f"/class/{code}/wall")
    for phone, name in ((ada, "Ada"), (ben, "Ben")):
        resize(phone.browser, 390, 844)
        phone.join(code, name)
    teacher.until_text("2 joined")

    teacher.find("input[name=send][value=contest]").send_keys(Keys.SPACE)
    teacher.choose("#contest-game", "othello")
    teacher.choose("#contest-seat", "0")
    teacher.click("Begin the match")
    teacher.until_text("2 boards wait for you")
    wall.until(lambda: len(wall.all(".contest-cell")) == 2)
    ada.until_text("You play against: The teacher")
    assert "Ada" in wall.text, "names are shown, as the form says"

    keys(teacher, "n")
    told(teacher, "document.querySelector('.contest-desk h2').textContent.includes('Board 2')")
    by_keys(teacher, 3, 2)  # and the page turns to the other board by itself
    told(teacher, "document.querySelector('.contest-desk h2').textContent.includes('Board 1')")
    by_keys(teacher, 3, 2)
    cell(ada, 2, 2)
    teacher.until_text("1 board waits for you")
    for page in (wall, ada, teacher):
        assert violations(page.browser) == [], page.browser.current_url
    fits(wall)
    fits(ada)
    resize(ada.browser, 390, 844)
    ada.open(f"/class/{code}")
    ada.until_text("The other side is to move.")

    ada.click("Give up")
    ada.click("Give up the game")
    ada.until_text("lost")
    wall.until_text("The teacher 1 of 1: 1 won")
    teacher.browser.execute_script("document.querySelector('.contest-boards').open = true")
    teacher.choose("[aria-label='Result of board 2']", "0.5,0.5")
    wall.until_text("The match is over.")
    ben.until_text("draw")

    teacher.find("input[name=contest-kind][value=swiss]").send_keys(Keys.SPACE)
    teacher.choose("#contest-game", "tak")
    teacher.click("Open the tournament")
    wall.until_text("The first round is about to begin.")
    teacher.click("Begin the first round")
    ada.until_text("You play against: Ben")
    ben.until_text("You play against: Ada")
    wall.until(lambda: len(wall.all(".contest-cell")) == 1 and len(wall.all(".contest-table tbody tr")) == 2)
    fits(wall)
    for page in (wall, teacher):
        assert violations(page.browser) == [], page.browser.current_url
    loser = ada if ada.browser.execute_script(f"return {WAITS}") else ben
    loser.click("Give up")
    loser.click("Give up the game")
    wall.until_text("The tournament is over.")
    fits(wall)
    assert [row.text.split()[2] for row in wall.all(".contest-table tbody tr")] == ["1", "0"]
    for page in (teacher, wall, ada, ben):
        assert console_errors(page.browser) == []
    teacher.end()
