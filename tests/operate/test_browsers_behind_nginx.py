"""Behind nginx, over HTTPS, under a path: what people do, in real browsers, with not one link that leads outside."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings
from tests.browser.class_page import ClassPage, Student, Teacher
from tests.browser.conftest import console_errors, start_browser, until_script
from tests.browser.harness_server import other_site
from tests.browser.play_page import PlayPage
from tests.browser.test_owner import PLAYS, hand_in, take_part
from tests.operate.proxies import Certificate, nginx
from tests.soaking import later
from tools.benchmarks.browsing import find_program
from tools.benchmarks.serving import Server, free_port

LINKS = """
return [...document.querySelectorAll("[href], [src], [action], [data-after], [data-before]")].flatMap((each) =>
  [each.href, each.src, each.action, each.dataset.after, each.dataset.before]
    .filter((one) => typeof one === "string" && one).map((one) => new URL(one, location.href).href))
"""
"""Every address that stands in a page, whole."""


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Certificate]]:
    """A server that knows its place behind nginx; its ``url`` is the public one."""
    folder, port = tmp_path_factory.mktemp("behind"), free_port()
    certificate = Certificate(folder)
    address = f"https://games.example:{port}/games-lab"
    server = Server(folder, PLYGROUND_ADDRESS=address, PLYGROUND_PROXIES="127.0.0.1")
    try:
        server.start().wait_until_warm()
        with nginx(folder, server.port, port, certificate) as url:
            public = copy.copy(server)
            public.url = url
            yield public, certificate
    finally:
        server.stop()


@pytest.fixture
def new_browser(
    behind: tuple[Server, Certificate], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Chrome]]:
    """Makes browsers that know the name and trust the certificate; all that each asked for and shows was inside."""
    server, certificate = behind
    browsers: list[Chrome] = []

    def make() -> Chrome:
        browsers.append(
            start_browser(tmp_path_factory.mktemp("profile"), switches=certificate.switches(), requests=True)
        )
        return browsers[-1]

    yield make
    errors = []
    for browser in browsers:
        insist_inside(browser, server.url)
        errors += console_errors(browser)
        browser.quit()
    assert errors == []


def insist_inside(browser: Chrome, url: str, *others: str) -> None:
    """Whatever the page shows and asked for since the last look lies under the public address, or under the others."""
    inside = (url + "/", url.replace("https:", "wss:") + "/", "data:", "blob:", *others)
    shown = browser.execute_script(LINKS) if browser.current_url.startswith("http") else []
    outside = [address for address in shown if not address.startswith(inside)]
    for entry in browser.get_log("performance"):  # type: ignore[no-untyped-call]
        message = json.loads(entry["message"])["message"]
        if message["method"] in {"Network.requestWillBeSent", "Network.webSocketCreated"}:
            params = message["params"]
            asked = params.get("url") or params["request"]["url"]
            if urlsplit(asked).scheme in {"http", "https", "ws", "wss"} and not asked.startswith(inside):
                outside.append(asked)
    assert [address for address in outside if not address.endswith("/favicon.ico")] == []


def scanned(browser: Chrome, selector: str, folder: Path) -> str:
    """What a phone reads from the QR code that the page shows there."""
    until_script(browser, f"document.querySelector({json.dumps(selector)})?.complete")
    picture = folder / "code.png"
    browser.find_element("css selector", selector).screenshot(str(picture))
    words = [find_program("zbarimg"), "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(picture)]
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout.strip()


def test_a_game_with_a_friend_by_the_shared_link_and_its_embed(
    behind: tuple[Server, Certificate], new_browser: Callable[[], Chrome], tmp_path: Path
) -> None:
    server, _ = behind
    ada_browser, ben_browser = new_browser(), new_browser()
    ada_browser.get(server.url + "/new/othello")
    until_script(ada_browser, "!!document.querySelector('main form')")
    made = ada_browser.execute_script(
        "const headers = {'Content-Type': 'application/json'};"
        "return fetch('/games-lab/games', {method: 'POST', headers, body: arguments[0]}).then((a) => a.json())",
        json.dumps({"game": "othello", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]}),
    )
    assert made["url"].startswith("/games-lab/g/")
    ada = PlayPage(ada_browser, server, made["url"].removeprefix("/games-lab"))
    ada.click("Share")
    ada.until(lambda: (ada.find("#link-address").get_attribute("value") or "").startswith("https:"))
    link = ada.find("#link-address").get_attribute("value") or ""
    assert link.startswith(f"{server.url}/g/{made['id']}#s1=")
    assert scanned(ada_browser, "img.qr", tmp_path) == link
    ben = PlayPage(ben_browser, server, link.removeprefix(server.url))
    ada.cell(5, 4)
    ben.until_ply(1)
    ben.cell(5, 5)
    ada.until_ply(2)
    insist_inside(ada_browser, server.url)
    kept = ada_browser.execute_script("return Object.keys(localStorage)")
    assert kept
    assert all(name.startswith("/games-lab") for name in kept), "another server of this address has names of its own"

    # A page of another site embeds the game: by https, since it is an https address that it was given.
    page = (
        f'<!doctype html><title>x</title><link rel="icon" href="data:,"><iframe src="{server.url}/embed/{made["id"]}">'
    )
    with other_site(page) as site:
        ben_browser.get(site)
        ben_browser.switch_to.frame(0)
        until_script(ben_browser, "!!document.querySelector('#embed svg')")
        ada.cell(4, 5)
        until_script(ben_browser, "document.querySelector('#embed a')?.href.endsWith('ply=3')")
        ben_browser.switch_to.default_content()
        insist_inside(ben_browser, server.url, site)
        ben_browser.get("about:blank")


def test_a_class_by_its_qr_code(
    behind: tuple[Server, Certificate], new_browser: Callable[[], Chrome], tmp_path: Path
) -> None:
    server, _ = behind
    teacher, wall, student = (
        Teacher(new_browser(), server),
        ClassPage(new_browser(), server),
        Student(new_browser(), server),
    )
    code = teacher.begin()
    teacher.until_text(f"{server.url.removeprefix('https://')}/class")
    wall.open(f"/class/{code}/wall")
    address = scanned(wall.browser, "img.class-qr", tmp_path)
    assert address == f"{server.url}/class/{code}"
    student.browser.get(address)
    student.type("#nickname", "Ada")
    student.click("Join")
    student.until_text("You are in, Ada")
    wall.until_text("1 joined")
    teacher.end()


def test_a_hand_in(behind: tuple[Server, Certificate], new_browser: Callable[[], Chrome], tmp_path: Path) -> None:
    server, _ = behind
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
    made = store.create("Spring cup", "othello", {"size": 4}, settings, 7)
    registration.submit_built_in(store, registration.register(store, made.id, "House"), "random")
    browser = new_browser()
    link = take_part(browser, f"{server.url}/compete/{made.id}", "Ada Lovelace")
    assert link.startswith(f"{server.url}/compete/{made.id}/bots/")
    insist_inside(browser, server.url)
    (tmp_path / "mine.py").write_text(PLAYS.format(0))
    browser.get(link)
    hand_in(browser, tmp_path / "mine.py", "the first")
    until_script(browser, "document.querySelector('#verdict')?.textContent.includes('Version 1 plays.')", 120)
    store.close()


@pytest.mark.soak
@pytest.mark.parametrize(
    "path",
    [
        "",
        "/lab",
        "/new/camel",
        *later(["/trees", "/lessons", "/compete", "/compete/teach", "/class", "/wall", "/write", "/rules/tak"]),
    ],
)
def test_each_page_works_under_the_path(behind: tuple[Server, Certificate], walker: Chrome, path: str) -> None:
    server, _ = behind
    walker.get(server.url + (path or "/"))
    until_script(walker, "document.readyState === 'complete'")
    insist_inside(walker, server.url)
    assert console_errors(walker) == []


@pytest.fixture(scope="module")
def walker(behind: tuple[Server, Certificate], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser that goes from page to page."""
    browser = start_browser(tmp_path_factory.mktemp("profile"), switches=behind[1].switches(), requests=True)
    yield browser
    browser.quit()
