"""Pages of two servers of one site, in real browsers, while one or the other is killed: they go on by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import requests
from selenium.webdriver import Chrome

from tests.browser.class_page import MARK, Student, Teacher, asked_class
from tests.browser.conftest import start_browser
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.soaking import SOAKING
from tests.waiting import until
from tools.benchmarks.site import PIN, Site


@pytest.fixture
def at(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Chrome]]:
    """Makes browsers whose pages are served by this server of the site while it lives; none has an error at the end."""
    browsers: list[Chrome] = []

    def make(number: int) -> Chrome:
        browser = start_browser(tmp_path_factory.mktemp("profile"))
        browsers.append(browser)
        browser.get(f"{site.url}/health")
        browser.add_cookie({"name": PIN, "value": f"s{number}"})
        return browser

    yield make
    errors = []
    for browser in browsers:
        entries = browser.get_log("browser")  # type: ignore[no-untyped-call]
        errors += [each for each in entries if each["level"] == "SEVERE" and each["source"] != "network"]
        browser.quit()
    assert [each for each in errors if "WebSocket connection to" not in each["message"]] == []


def kill(site: Site, number: int, meanwhile: Callable[[], object]) -> None:
    """Kill a server, start it again once what has to go on without it did."""
    site.processes[number].kill()
    meanwhile()
    site.processes[number].start()
    site.wait_until_whole()


@pytest.mark.soak
def test_a_game_goes_on_in_pages_of_both_servers(site: Site, at: Callable[[int], Chrome]) -> None:
    made = make_game(site.processes[0], game="othello", seats=PEOPLE)
    addresses = [f"/g/{made['id']}#s{seat}={made['tokens'][f's{seat}']}" for seat in (0, 1)]
    ada, ben = (PlayPage(at(seat), site.front, addresses[seat]) for seat in (0, 1))
    for page in (ada, ben):
        page.browser.execute_script(MARK)
    ada.type_move("f5")
    ben.until_ply(1)
    assert site.owners()[made["id"]] == 0

    def both_move() -> None:
        ben.type_move("d6")
        ada.until_ply(2)
        ada.type_move("c3")
        ben.until_ply(3)

    kill(site, 0, both_move)  # Ada's own server, which carried the game on; Ben's is the other one
    assert site.owners()[made["id"]] == 1
    for page in (ada, ben):
        assert page.browser.execute_script("return window.notReloaded") is True
    if not SOAKING:
        assert ada.moves() == ben.moves() == ["f5", "d6", "c3"]
        return

    ada.browser.get("about:blank")  # to come back to her server, which does not carry the game on any more
    ada = PlayPage(ada.browser, site.front, addresses[0])
    ada.browser.execute_script(MARK)

    def both_move_again() -> None:
        ben.type_move("d3")
        ada.until_ply(4)
        ada.type_move("c4")
        ben.until_ply(5)

    kill(site, 0, both_move_again)
    assert site.owners()[made["id"]] == 1
    for page in (ada, ben):
        assert page.browser.execute_script("return window.notReloaded") is True
    assert ada.moves() == ben.moves() == ["f5", "d6", "c3", "d3", "c4"]


@pytest.mark.long  # test_games has it in one process, and pages ask for the list as when they connect
def test_games_that_nobody_goes_on_with_leave_the_list(site: Site, at: Callable[[int], Chrome]) -> None:
    made = make_game(site.processes[0], game="othello", seats=PEOPLE)
    listed = site.processes[1].url
    until(lambda: made["id"] in requests.get(listed, timeout=30).text)  # its list may be a second old
    page = at(1)
    page.get(f"{site.url}/")
    card = f".live-card[href$='{made['id']}']"
    until(lambda: page.find_elements("css selector", card))
    site.change("UPDATE games SET touched = touched - 3600, active = false WHERE id = :game", game=made["id"])
    kill(site, 0, lambda: until(lambda: not page.find_elements("css selector", card)))
    assert made["id"] not in site.owners()


@pytest.mark.soak
def test_a_class_goes_on_when_the_server_that_leads_it_is_killed(site: Site, at: Callable[[int], Chrome]) -> None:
    leader = until(lambda: {thing: owner for thing, owner in site.owners().items() if thing == "classes"})["classes"]
    teacher, student = Teacher(at(leader), site.front), Student(at(1 - leader), site.front)
    code = asked_class(teacher, student)

    def goes_on() -> None:
        student.cell(5, 4)
        teacher.until(lambda: teacher.bars == {"f5": 1})

    kill(site, leader, goes_on)
    assert site.owners()["classes"] == 1 - leader

    def is_judged() -> None:
        teacher.click("Reveal")
        student.until(lambda: student.all("[data-correct]"))

    if SOAKING:
        kill(site, 1 - leader, is_judged)
    else:
        is_judged()
    assert code in teacher.browser.current_url
    assert "Ada" in teacher.text
    for page in (teacher, student):
        assert page.browser.execute_script("return window.notReloaded") is True
    teacher.end()
