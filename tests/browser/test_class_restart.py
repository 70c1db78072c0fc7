"""The pages of a class while the server is killed and started again: they go on by themselves, and nobody reloads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome

from tests.browser.class_page import Student, Teacher, asked_class
from tools.benchmarks.serving import Server


@pytest.mark.long  # web/test_classroom_kill.py, and peers/test_site_pages.py in a browser
def test_nobody_reloads(browser: Chrome, new_browser: Callable[[], Chrome], own_server: Server) -> None:
    teacher, student = Teacher(browser, own_server), Student(new_browser(), own_server)
    asked_class(teacher, student)

    own_server.kill()
    own_server.start()
    student.cell(5, 4)
    teacher.until(lambda: teacher.bars == {"f5": 1})
    teacher.click("Reveal")
    student.until(lambda: student.all("[data-correct]"))
    own_server.kill()
    own_server.start()
    teacher.click("Next")
    teacher.find("input[name=send][value=own]").click()
    teacher.type("#teach-prompt", "Who moves first?")
    teacher.type("#teach-choice-0", "Dark")
    teacher.type("#teach-choice-1", "Light")
    teacher.click("Ask it")
    student.until_text("Who moves first?")
    assert "Ada" in teacher.text
    for page in (teacher, student):
        assert page.browser.execute_script("return window.notReloaded") is True
    teacher.end()
