"""A class in real browsers: teacher, projector and students, from the code on the wall to the scores as a file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.class_page import ClassPage, Student, Teacher
from tests.browser.conftest import console_errors, resize
from tools.benchmarks.serving import Server

NAMES = ("Ada", "Grace", "Łukasz")


def test_a_class_from_its_code_to_its_scores(
    browser: Chrome, new_browser: Callable[[], Chrome], server: Server, tmp_path: Path
) -> None:
    teacher = Teacher(browser, server)
    code = teacher.begin()
    assert "#" not in browser.current_url, "the right to teach does not stay in the address"
    wall = ClassPage(new_browser(), server)
    wall.open(f"/class/{code}/wall")
    wall.until_text("0 joined")
    assert wall.find(".class-code").get_attribute("aria-label") == f"The code: {' '.join(code)}"
    wall.until(lambda: wall.browser.execute_script("return document.querySelector('.class-qr').naturalWidth > 0"))

    students = [Student(new_browser(), server) for _ in NAMES]
    ada, grace, lukasz = students
    for student in students:
        resize(student.browser, 390, 844)
    ada.open("/class")
    ada.type("#code", f"{code[:3].lower()} {code[3:].lower()}")
    ada.find("#join button").click()
    ada.type("#nickname", "Ada")
    ada.click("Join")
    ada.until_text("You are in, Ada")
    grace.open(f"/class/{code}")
    grace.type("#nickname", "ADA")
    grace.click("Join")
    grace.until_text("choose another")
    grace.type("#nickname", "Grace")
    grace.click("Join")
    grace.until_text("You are in, Grace")
    # A name that waits is on the teacher's page alone, and comes in when the teacher approves it.
    teacher.click("Names wait for my approval")
    teacher.until(lambda: teacher.all("button[aria-pressed=true]"))
    lukasz.open(f"/class/{code}")
    lukasz.type("#nickname", "Wrong")
    lukasz.click("Join")
    lukasz.until_text("Your name waits")
    teacher.click("Refuse Wrong")
    lukasz.until_text("The teacher did not approve this name.")
    lukasz.type("#nickname", "Łukasz")
    lukasz.click("Join")
    lukasz.until_text("Your name waits")
    wall.until_text("2 joined")
    teacher.click("Approve Łukasz")
    lukasz.until_text("You are in, Łukasz")
    wall.until_text("3 joined")
    teacher.until(lambda: all(name in teacher.text for name in NAMES))
    assert not any(name in wall.text for name in NAMES), "names stand on the wall only if the teacher says so"

    # A move on a board: the answers come to the teacher at once, to the wall when the teacher shows them.
    teacher.choose("#teach-game", "othello")
    teacher.until_text("Dark to move")
    teacher.click("Ask: which move?")
    for student in students:
        student.until(lambda student=student: len(student.legal_cells()) == 4)  # type: ignore[misc]
    assert ada.legal_cells() == [(3, 2), (2, 3), (5, 4), (4, 5)]
    ada.cell(3, 2)
    grace.cell(3, 2)
    lukasz.cell(5, 4)
    teacher.until(lambda: teacher.bars == {"d3": 2, "f5": 1})
    wall.until_text("3 of 3 students answered")
    assert wall.bars == {}
    teacher.click("Answers on the wall")
    wall.until(lambda: wall.bars == {"d3": 2, "f5": 1})
    grace.until_text("You answered d3")
    grace.cell(5, 4)
    wall.until(lambda: wall.bars == {"f5": 2, "d3": 1})
    teacher.click("Reveal")
    wall.until(lambda: wall.all(".class-wall-answer"))
    ada.until(lambda: ada.all("[data-correct]"))
    assert "d3" in ada.find("[data-correct]").text
    assert not any(name in wall.text for name in NAMES)
    teacher.click("Next")
    wall.until_text("Join the class")

    # A question of the teacher's own, answered by keys alone; a second answer takes the place of the first.
    teacher.find("input[name=send][value=own]").click()
    teacher.type("#teach-prompt", "Who moves first?")
    teacher.type("#teach-choice-0", "Dark")
    teacher.type("#teach-choice-1", "Light")
    teacher.find(".teach-own input[type=checkbox][aria-label^=A]").click()
    teacher.click("Ask it")
    for student in students:
        student.until_text("Who moves first?")
    ada.browser.execute_script("arguments[0].focus()", ada.find("[data-answer=b]"))
    ActionChains(ada.browser).send_keys(Keys.ENTER).perform()
    ada.until_text("You answered Light")
    ActionChains(ada.browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).send_keys(
        Keys.SPACE
    ).perform()
    ada.until_text("You answered Dark")
    grace.find("[data-answer=b]").click()
    teacher.until(lambda: teacher.bars == {"a": 1, "b": 1})
    teacher.click("Close")
    lukasz.until_text("Answers are closed. You gave none.")
    teacher.click("Reveal")
    ada.until_text("Dark is right.")
    grace.until_text("Light is not right. The answer: Dark.")
    lukasz.until_text("You gave no answer.")
    teacher.click("Next")

    # The class against a bot: what most voted for is played, and the bot answers.
    teacher.find("input[name=send][value=position]").click()
    teacher.choose("#teach-level", "random")
    teacher.choose("#teach-seconds", "120")
    teacher.click("Begin the votes")
    for student in students:
        student.until(lambda student=student: len(student.legal_cells()) == 4)  # type: ignore[misc]
    ada.cell(5, 4)
    grace.cell(5, 4)
    lukasz.cell(2, 3)
    teacher.until(lambda: teacher.bars == {"f5": 2, "c4": 1})
    teacher.click("Play the vote now")
    for page in (ada, wall):
        page.until_text("The class played f5: 2 of 3 votes")
    ada.until(lambda: len(ada.legal_cells()) > 0)
    teacher.click("Stop the votes")
    teacher.find("dialog .button.danger").click()
    wall.until(lambda: wall.all(".class-game"))

    # Scores to take home, and the end.
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    teacher.click("Scores (CSV)")
    file = tmp_path / f"class-{code}.csv"
    teacher.until(file.exists)
    rows = list(csv.reader(file.read_text(encoding="utf-8-sig").splitlines()))
    assert {row[0] for row in rows[1:] if not row[0].startswith("(")} == set(NAMES)
    teacher.end()
    for page in (teacher, wall, ada, grace):
        page.until_text("The class has ended")
    lukasz.open(f"/class/{code}")
    lukasz.until(lambda: "No class here" in lukasz.text or lukasz.all("#nickname"))
    for page in (teacher, wall, *students):
        assert console_errors(page.browser) == []


def test_a_new_link_of_the_teacher_makes_the_old_one_worthless(
    browser: Chrome, new_browser: Callable[[], Chrome], server: Server
) -> None:
    teacher = Teacher(browser, server)
    code = teacher.begin()
    teacher.click("Your link")
    old = teacher.find("#secret-link").get_attribute("value")
    assert old is not None
    assert f"/class/{code}/teach#t=" in old
    other = ClassPage(new_browser(), server)
    other.browser.get(old)
    other.find(".teach-head h1")
    teacher.click("A new link")
    teacher.until_text("The old link opens nothing any more.")
    fresh = teacher.find("#secret-link").get_attribute("value")
    assert fresh is not None
    assert fresh != old
    other.until_text("This page is the teacher’s")
    teacher.click("Close")
    teacher.click("Pause")
    teacher.until(lambda: teacher.has_button("Go on"))
    teacher.browser.refresh()
    teacher.until(lambda: teacher.has_button("Go on"))
    other.browser.get("about:blank")
    other.browser.get(fresh)
    other.click("Go on")
    teacher.until(lambda: teacher.has_button("Pause"))
    teacher.end()
