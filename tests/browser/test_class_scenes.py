"""What a teacher sends in a class: a search at a step and questions about it, live games and predictions, pauses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder

from tests.browser.class_page import ClassPage, Student, Teacher
from tests.browser.conftest import console_errors, resize
from tests.browser.play_page import PEOPLE, make_game
from tests.browser.test_accessible import play_last_move
from tools.benchmarks.serving import Server

SENTENCE = "return document.querySelector('.class-sentence')?.textContent ?? ''"
VEILED = (
    "return [...document.querySelectorAll('.lab-tree .node text')].map((each) => each.textContent)"
    ".filter((text) => text === '?')"
)
STAGE = "const { stage } = document.querySelector('.class-stage').parentElement.walk;"
LARGE = f"{STAGE} return stage.scale / stage.fitted"
SEEN = f"""{STAGE} const box = stage.frame.getBoundingClientRect();
const node = document.querySelector(`[data-node='${{arguments[0]}}'] .hit`).getBoundingClientRect();
const [x, y] = [(node.left + node.right) / 2, (node.top + node.bottom) / 2];
return x > box.left && x < box.right && y > box.top && y < box.bottom"""
"""Whether the middle of a node is in sight."""
PANNED = f"""{STAGE} stage.frame.scrollTo(0, 0);
stage.frame.dispatchEvent(new PointerEvent('pointerup', {{ bubbles: true }}));
stage.scrolled(); stage.panned = true;
return Number(stage.eye.split('~')[2])"""
TAPPED = """const way = document.querySelector('.edge.offered .way');
way.scrollIntoView({ block: 'center', inline: 'center' });
const { x, y } = way.getPointAtLength(way.getTotalLength() / 2).matrixTransform(way.getScreenCTM());
return [Math.round(x), Math.round(y)]"""
BEYOND = """const { trace, at } = document.querySelector('.class-stage').parentElement.walk;
const names = performance.getEntriesByType('resource').map(({ name }) => name);
const fetched = names.filter((name) => name.includes('/api/lab/'));
return [fetched, trace.steps > at, document.querySelectorAll("[href*='/lab#'], main [title*='best']").length]"""
"""What a page knows beyond the step that is shown: the lab's answers, later steps, links of the search."""
ASKED_NODE = "return document.querySelector('[aria-label$=\"which is asked about\"]')?.getAttribute('aria-label')"
STEP = "return document.querySelector('.lab-at')?.textContent.trim() ?? ''"


@pytest.fixture
def teacher(browser: Chrome, server: Server) -> Iterator[Teacher]:
    """A teacher whose class is ended afterwards."""
    made = Teacher(browser, server)
    yield made
    made.end()


def sentence(page: ClassPage) -> str:
    """What a page's stage says of the step."""
    return str(page.browser.execute_script(SENTENCE)).strip()


def agreed(*pages: ClassPage) -> str:
    """What all these pages say of the step; "" while they differ, or wait for the words."""
    said = {sentence(page) for page in pages}
    return said.pop().strip("… ") if len(said) == 1 else ""


def test_a_search_is_walked_in_front_of_the_class_and_asked_about(
    teacher: Teacher, new_browser: Callable[[], Chrome], server: Server
) -> None:
    code = teacher.begin()
    wall, ada = ClassPage(new_browser(), server), Student(new_browser(), server)
    resize(ada.browser, 390, 844)
    wall.open(f"/class/{code}/wall")
    ada.join(code, "Ada")
    teacher.find("input[name=send][value=search]").click()
    teacher.find("[data-stage='0']").click()
    for page in (teacher, wall, ada):
        page.until(lambda page=page: page.all(".lab-tree"), 40)  # type: ignore[misc]
    assert not ada.all(".lab-controls"), "only the teacher walks"
    for step in range(1, 4):
        teacher.click("A step on")
        teacher.until(lambda step=step: teacher.browser.execute_script(STEP).startswith(f"step {step} of"))  # type: ignore[misc]
    teacher.until(lambda: agreed(teacher, wall, ada))

    # What the teacher points at, how large and where they look reaches the others.
    ActionChains(teacher.browser).move_to_element(teacher.find(".lab-tree [data-node='0'] .hit")).perform()
    for page in (wall, ada):
        page.until(lambda page=page: page.all(".lab-tree .looked[data-node='0']"))  # type: ignore[misc]
    wheel = "new WheelEvent('wheel', { ctrlKey: true, deltaY: -1, bubbles: true, cancelable: true })"
    teacher.browser.execute_script(
        f"for (const _ of '+++') document.querySelector('.lab-frame').dispatchEvent({wheel})"
    )
    larger = float(teacher.browser.execute_script(LARGE))
    assert larger > 1.2
    for page in (wall, ada):
        page.until(lambda page=page: abs(page.browser.execute_script(LARGE) - larger) < 0.02)  # type: ignore[misc]
    middle = teacher.browser.execute_script(PANNED)
    for page in (wall, ada):
        page.until(lambda page=page: page.browser.execute_script(SEEN, middle))  # type: ignore[misc]

    teacher.click("Ask: cut or not?")
    ada.until(lambda: ada.all("[data-answer=yes]"))
    assert "Cut, or looked at?" in wall.find("h1").text
    before = ada.until(lambda: not any(sentence(page) for page in (teacher, wall, ada)) and ada.text)
    ada.until(lambda: ada.all(".edge.offered"))
    x, y = ada.browser.execute_script(TAPPED)
    tap = ActionBuilder(ada.browser)
    tap.pointer_action.move_to_location(x, y).click()  # type: ignore[no-untyped-call]
    tap.perform()  # the edge that is cut is the answer
    teacher.until(lambda: sum(teacher.bars.values()) == 1)
    assert not any(sentence(page) for page in (teacher, wall, ada)), "the step may tell what comes next"
    teacher.click("Reveal")
    ada.until(lambda: ada.all("[data-correct]"))
    wall.until(lambda: wall.all(".class-wall-answer"))
    right = ada.find("[data-correct]").get_attribute("data-correct") == "true"
    assert ("Cut is right." in ada.text) == right
    assert teacher.bars == {"yes": 1}
    assert ("right" in wall.find("[data-text=yes]").text) == right
    teacher.click("Next")
    ada.until(lambda: not ada.all("[data-correct]") and agreed(ada) not in {"", before})

    # A value is asked for: the node shows none on any screen, until it is revealed.
    teacher.click("Ask: which value comes back?")
    ada.find("#class-value")
    for page in (teacher, wall, ada):
        page.until(lambda page=page: page.browser.execute_script(VEILED) == ["?"])  # type: ignore[misc]
        assert not sentence(page)
    for page in (wall, ada):
        page.until(lambda page=page: page.browser.execute_script(ASKED_NODE))  # type: ignore[misc]
        assert page.browser.execute_script(BEYOND) == [[], False, 0], "what comes next is not on this page"
        label = page.browser.execute_script(ASKED_NODE)
        assert re.fullmatch(r"the position after [\d, ]+, which is asked about", label), "no value is read out"
    ada.type("#class-value", "1,000")  # as the page writes numbers
    ada.click("Answer")
    ada.until_text("You answered 1000")
    teacher.click("Reveal")
    ada.until_text("1000 is not right. The answer:")
    for page in (teacher, wall, ada):
        page.until(lambda page=page: page.browser.execute_script(VEILED) == [] and sentence(page))  # type: ignore[misc]

    # A number that the teacher knows.
    teacher.click("Next")
    teacher.find("input[name=send][value=own]").click()
    teacher.find("input[name=own-kind][value=value]").click()
    teacher.type("#teach-prompt", "How many leaves?")
    teacher.type("#teach-right", "9")
    teacher.click("Ask it")
    ada.until_text("How many leaves?")
    ada.type("#class-value", "9")
    ada.click("Answer")
    ada.until_text("You answered 9")
    teacher.click("Reveal")
    ada.until_text("9 is right.")
    assert [console_errors(page.browser) for page in (teacher, wall, ada)] == [[], [], []]


def test_live_games_pauses_freedom_and_who_is_sent_out(
    teacher: Teacher, new_browser: Callable[[], Chrome], server: Server
) -> None:
    made = make_game(server, game="othello", seats=PEOPLE, moves=["f5", "d6"])
    code = teacher.begin()
    ada = Student(new_browser(), server)
    resize(ada.browser, 390, 844)
    ada.join(code, "Ada")

    # A game to watch, and what is played next.
    teacher.find("input[name=send][value=live]").click()
    teacher.type("#teach-game-link", f"{server.url}/g/{made['id']}")
    teacher.browser.execute_script("document.querySelector('#teach-game-link').form.requestSubmit()")
    ada.until_text("2. ")
    teacher.until(lambda: teacher.all(".teach-games li"))
    teacher.find(f".teach-games [data-game='{made['id']}'] [data-what=next]").click()
    ada.until(lambda: len(ada.legal_cells()) > 0)
    ada.cell(2, 2)
    ada.until_text("You answered c3")
    assert not teacher.has_button("Reveal"), "nobody knows yet"
    play_last_move(server, made, ["f5", "d6", "c3"])
    ada.until_text("c3 is right.")
    teacher.click("Next")

    # Pause and go on; look around and come back.
    teacher.click("Pause")
    ada.until_text("Eyes to the front")
    teacher.click("Go on")
    ada.until(lambda: "Eyes to the front" not in ada.text)
    assert not ada.all(".class-roam")
    teacher.click("Let them roam")
    ada.until(lambda: ada.all(".class-roam a"))
    assert ada.find(".class-roam a").get_attribute("href").startswith(f"{server.url}/g/{made['id']}")  # type: ignore[union-attr]
    teacher.until(lambda: any("roam" in each.text for each in teacher.all("button[aria-pressed=true]")))
    teacher.click("Let them roam")
    ada.until(lambda: not ada.all(".class-roam"))

    # Both come back to what they left.
    ada.browser.refresh()
    ada.until_text("Ada")
    ada.until(lambda: ada.all(".class-game"))
    assert "1 of 1 right" in ada.text
    teacher.browser.refresh()
    teacher.until(lambda: teacher.all(".teach-students tbody tr"))
    teacher.until_text("Ada")

    # Somebody else's page does not teach, and who is sent out may come again.
    stranger = ada
    stranger.open(f"/class/{code}/teach")
    stranger.until_text("This page is the teacher’s")
    stranger.open(f"/class/{code}")
    stranger.until(lambda: stranger.all(".class-game"))
    teacher.click("Remove Ada")
    teacher.find("dialog .button.danger").click()
    ada.until_text("The teacher has taken you out of the class.")
    ada.type("#nickname", "Ada again")
    ada.click("Join")
    ada.until(lambda: ada.all(".class-game"))


def test_an_answer_given_while_the_line_is_broken_arrives(
    teacher: Teacher, new_browser: Callable[[], Chrome], server: Server
) -> None:
    code = teacher.begin()
    ada = Student(new_browser(), server)
    ada.join(code, "Ada")
    teacher.find("input[name=send][value=own]").click()
    teacher.type("#teach-prompt", "Cut?")
    teacher.click("Yes or no")
    teacher.click("Ask it")
    ada.until(lambda: ada.all("[data-answer=a]"))
    offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    ada.browser.execute_cdp_cmd("Network.enable", {})
    ada.browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    ada.browser.execute_script("window.dispatchEvent(new Event('offline'))")
    ada.until(lambda: ada.all(".class-lost"), 30)
    ada.find("[data-answer=a]").click()
    time.sleep(0.3)
    assert teacher.bars == {}
    ada.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
    teacher.until(lambda: teacher.bars == {"a": 1}, 30)
    ada.until(lambda: not ada.all(".class-lost"), 30)
    ada.until_text("You answered Yes")


def printed_key(teacher: Teacher) -> str:
    """The page that the teacher's page opens in a tab of its own for the answers; the tab is closed again."""
    browser, here = teacher.browser, teacher.browser.current_window_handle
    teacher.click("Answer key")
    browser.switch_to.window(teacher.until(lambda: next((tab for tab in browser.window_handles if tab != here), None)))
    teacher.until(lambda: len(teacher.all(".worksheet-answer")) == 6, 60)
    teacher.until(lambda: len(teacher.all(".worksheet-task figure svg")) >= 6)
    words = teacher.text
    assert "token" not in browser.current_url
    browser.close()
    browser.switch_to.window(here)
    return words


def test_during_a_vote_nothing_else_can_be_sent(teacher: Teacher) -> None:
    teacher.begin()
    teacher.until_text("each takes 30 s")
    teacher.click("Begin the votes")
    teacher.until_text("Stop the votes to send something else.")
    for tab, words in (("own", "Yes or no"), ("sheet", "Ask 1"), ("position", "Show it")):
        teacher.find(f"input[name=send][value={tab}]").click()
        teacher.until(lambda words=words: words in teacher.text)  # type: ignore[misc]
        assert not teacher.has_button(words)
    teacher.click("Stop the votes")
    teacher.until_text("the class resigns it")
    teacher.find("dialog .button:not(.danger)").click()
    assert teacher.has_button("Stop the votes"), "nothing was done yet"
    teacher.click("Stop the votes")
    teacher.find("dialog .button.danger").click()
    teacher.click("Show it")
    teacher.until_text("Back to the code")


def test_the_worksheet_on_paper_and_on_the_screen_are_the_same(
    teacher: Teacher, new_browser: Callable[[], Chrome], server: Server
) -> None:
    code = teacher.begin()
    ada = Student(new_browser(), server)
    ada.join(code, "Ada")
    teacher.find("input[name=send][value=sheet]").click()
    teacher.choose("#sheet-game", "othello")
    teacher.until(lambda: "game=othello" in str(teacher.find("a[href*='/worksheet?']").get_attribute("href")))
    key = printed_key(teacher)
    assert "Answer key" in key
    teacher.click("Ask 1")
    ada.until(lambda: ada.all("#class-board svg"))
    assert ada.find("h1").text in key
    ada.type("#class-value", "100")
    ada.click("Answer")
    ada.until_text("You answered 100")
    teacher.click("Reveal")
    ada.until_text("100 is not right. The answer:")
    teacher.click("Next")
    teacher.click("Ask 3")
    ada.until(lambda: len(ada.legal_cells()) > 1)


def test_a_wrong_code_is_told_and_forgiven(browser: Chrome, server: Server) -> None:
    page = ClassPage(browser, server)
    page.open("/class")
    page.type("#code", "k7m 2q")
    page.click("Join")
    page.until_text("A code has 6 letters and digits; this has 5.")
    page.type("#code", "KOMMEN")
    page.click("Join")
    page.until_text("A code has no O")
    page.type("#code", "222222")
    page.click("Join")
    page.type("#nickname", "Ada")
    page.click("Join")
    page.until_text("There is no class with this code")
    page.click("Type another code")
    page.find("#code")
