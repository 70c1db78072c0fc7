"""Lambda Punter on the real server: games by mouse, by keyboard alone, by text alone; refusals; maps from files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from plyground.core.errors import MalformedMove
from plyground.games.punter import refusals as wrong
from tests.browser.axe import TWO_FRAMES, by_theme, themes_of
from tests.browser.conftest import console_errors, resize, until_returns
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.soaking import later
from tools.benchmarks.serving import Server

BOT = {"kind": "bot", "bot": "random"}
PERSON = {"kind": "person"}
DRAWN = "return !!document.querySelector('.punter-sheet .free[d], punter-picture .free')"
"""Whether the board or a picture shows its map, which comes after the rest of the page."""
READY = "return Boolean(document.querySelector('.punter-sheet .free')?.getAttribute('d') !== null)"


@pytest.fixture(autouse=True)
def _no_errors(browser: Chrome) -> Iterator[None]:
    yield
    # A typed text may be a whole game and a file no map: the server says so with status 400, which the console notes.
    assert [error for error in console_errors(browser) if "(BAD REQUEST)" not in error] == []


def open_game(browser: Chrome, server: Server, seats: list[dict[str, str]], **more: Any) -> PlayPage:
    made = make_game(server, game="punter", seats=seats, seed=3, **more)
    page = PlayPage(browser, server, made["url"])
    page.until(lambda: browser.execute_script(READY))
    return page


def find_site(page: PlayPage, number: int) -> tuple[float, float]:
    """Where a site stands in the window, from the number that is written for it on the map."""
    script = """const label = [...document.querySelectorAll('.punter-sheet .labels text')]
        .find((one) => one.textContent === String(arguments[0]));
        if (!label?.getBoundingClientRect().width) return null;
        const place = new DOMPoint(label.getAttribute("x"), label.getAttribute("y"));
        const {x, y} = place.matrixTransform(label.getScreenCTM()); return [x, y]"""
    x, y = page.until(lambda: page.browser.execute_script(script, number))  # while the map is drawn anew there is none
    return x, y


def click_between(page: PlayPage, a: int, b: int) -> None:
    """Click in the middle of a river."""
    (ax, ay), (bx, by) = find_site(page, a), find_site(page, b)
    actions = ActionChains(page.browser, duration=0)
    x, y = round((ax + bx) / 2), round((ay + by) / 2)
    actions.w3c_actions.pointer_action.move_to_location(x, y).click()  # type: ignore[no-untyped-call]
    actions.perform()


def my_turn(page: PlayPage) -> bool:
    return page.finished or any(button.text == "Pass" for button in page.all(".board-buttons button"))


def free_rivers(page: PlayPage) -> list[str]:
    view = page.snapshot()["view"]
    rivers = requests.get(f"{page.server.url}/api/maps/{view['map']}", timeout=30).json()["rivers"]
    return [f"{r['source']}-{r['target']}" for r, owner in zip(rivers, view["owners"], strict=True) if owner == "."]


def test_a_game_by_mouse(browser: Chrome, server: Server) -> None:
    page = open_game(browser, server, [PERSON, BOT], options={"map": "triangle-2"})
    while not page.finished:
        ply = page.ply
        a, b = map(int, free_rivers(page)[0].split("-"))
        click_between(page, a, b)
        page.until_ply(ply + 1)
        page.until(lambda: my_turn(page))
    game = page.snapshot()
    assert game["ply"] == 9
    assert all(move["text"] != "pass" for move in game["moves"] if move["seat"] == 0)
    shown = [int(element.text.split()[0].replace(",", "")) for element in page.all(".strip .counter")]
    assert sorted(shown) == sorted(game["view"]["scores"])


def test_a_game_by_keyboard_alone(browser: Chrome, server: Server) -> None:
    page = open_game(browser, server, [PERSON, BOT], options={"map": "path-4"})
    for _ in range(40):
        page.keys(Keys.TAB)
        if browser.execute_script("return document.activeElement.classList.contains('punter-view')"):
            break
    page.keys("m", Keys.SPACE, Keys.ENTER)
    page.until_ply(2)
    page.until(lambda: my_turn(page))
    while not page.finished:
        ply = page.ply
        page.keys("/")
        page.keys(Keys.TAB, Keys.ENTER)
        page.until_ply(ply + 1)
        page.until(lambda: my_turn(page))
    game = page.snapshot()
    assert game["status"] == "finished"
    assert game["moves"][0]["text"] == "0-1"
    assert all(move["text"] != "pass" for move in game["moves"] if move["seat"] == 0)


def test_a_game_with_all_extensions_by_text_alone(browser: Chrome, server: Server) -> None:
    options = {"map": "path-4", "futures": True, "splurges": True, "options": True}
    page = open_game(browser, server, PEOPLE, options=options)
    page.keys("n")
    typed = ["futures 0:3", "futures -", "0-1", "pass", "1-2", "splurge 2-3-4"]
    for number, text in enumerate(typed, 1):
        page.until(lambda: browser.execute_script("return document.querySelector('#notation')?.value ?? ''") == "")
        page.keys(text, Keys.ENTER)
        page.until_ply(number)
    page.until(lambda: page.finished)
    game = page.snapshot()
    assert [move["text"] for move in game["moves"]] == typed
    assert game["view"]["scores"][0] == 1 + 4 - 27
    assert any("a route of 2 rivers" in sentence for sentence in page.heard)


START = (
    '{"map":"triangle-2","punters":2,"settings":{"splurges":true,"options":true},"moves":["0-1","1-2","pass","pass"]}'
)
BETS = '{"map":"path-4","punters":2,"settings":{"futures":true},"moves":[]}'
REFUSALS: list[tuple[str, str, type[Exception]]] = [
    (START, "1-2", wrong.RiverTaken),
    (START, "0-1", wrong.RiverYours),
    (START, "0-5", wrong.NoSuchRiver),
    (START, "0-99", wrong.NoSuchSite),
    (START, "option 0-1", wrong.RiverYours),
    (START, "option 0-2", wrong.RiverFree),
    (START, "splurge 0-2-4-3", wrong.TooFewCredits),
    (START, "splurge 0-2-0", wrong.RiverTwice),
    (START, "futures 0:1", wrong.BetsClosed),
    (START, "hello", MalformedMove),
    (BETS, "0-1", wrong.BetsFirst),
    (BETS, "futures 1:2", wrong.BetNeedsMine),
    (BETS, "futures 0:0", wrong.BetOnMine),
]


def refused(page: PlayPage, text: str, sentence: str) -> None:
    """Type a move that the server must refuse with this sentence."""
    before = page.snapshot()["ply"]
    page.type_move(text)
    page.until(lambda: page.find("#notation-says").text == sentence)
    assert page.snapshot()["ply"] == before


def test_illegal_moves_are_refused_with_the_rules_sentences(browser: Chrome, server: Server) -> None:
    game = registry.game("punter")
    for start in (START, BETS):
        page = open_game(browser, server, PEOPLE, position=start)
        position = game.parse_position(start)
        for wanted, text, kind in REFUSALS:
            if wanted != start:
                continue
            with pytest.raises(kind) as refusal:
                game.require(position, text)
            refused(page, text, str(refusal.value))


@pytest.mark.soak
@pytest.mark.parametrize("page", ["playing", "/new/punter", *later(["watching", "/rules/punter"])])
def test_pages_are_accessible(browser: Chrome, server: Server, page: str) -> None:
    address = page
    if page in ("playing", "watching"):
        made = make_game(server, game="punter", seats=[PERSON] * 4, options={"map": "city-60-1", "punters": 4})
        address = made["url"].partition("#")[0] if page == "watching" else made["url"]
    browser.get(server.url + address)
    until_returns(browser, DRAWN)
    browser.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert by_theme(browser, themes_of(page)) == {}
    resize(browser, 320, 700)
    browser.execute_async_script(TWO_FRAMES)  # the map notices the new width and draws itself anew
    wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "it scrolls sideways"


SQUARE = {
    "sites": [
        {"id": 1, "x": 0, "y": 0},
        {"id": 2, "x": 1, "y": 0},
        {"id": 3, "x": 1, "y": 1},
        {"id": 4, "x": 0, "y": 1},
    ],
    "rivers": [
        {"source": 1, "target": 2},
        {"source": 2, "target": 3},
        {"source": 3, "target": 4},
        {"source": 4, "target": 1},
    ],
    "mines": [1],
}


def test_a_map_from_a_file_is_checked_and_played(browser: Chrome, server: Server, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.json", tmp_path / "square.json"
    bad.write_text(json.dumps({**SQUARE, "mines": [9]}))
    good.write_text(json.dumps(SQUARE))
    browser.get(f"{server.url}/new/punter")
    wait = PlayPage.__new__(PlayPage)
    wait.browser = browser
    browser.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    wait.find("#option-map-file").send_keys(str(bad))
    wait.until(lambda: "Mine number 1, 9, is no site of the map." in browser.page_source)
    wait.find("#option-map-file").send_keys(str(good))
    wait.until(lambda: "square.json: 4 sites, 4 rivers, 1 mine." in browser.page_source)
    kept = browser.execute_script("return document.querySelector('#option-map').value")
    found = requests.get(f"{server.url}/api/maps/{kept}", timeout=30)
    assert found.json()["mines"] == [1]
    assert "immutable" in found.headers["Cache-Control"]
    wait.button("Start the game").click()
    wait.until(lambda: "/g/" in browser.current_url and wait.line == "live")
    made = requests.get(f"{server.url}/api/games/{browser.current_url.split('/g/')[1]}", timeout=30).json()
    assert made["view"]["map"] == kept


def test_an_unknown_map_is_not_found(server: Server) -> None:
    answer = requests.get(f"{server.url}/api/maps/{'0' * 32}", timeout=30)
    assert answer.status_code == 404
    assert answer.json()["error"]["sentence"] == "There is no such map on this server."


def test_other_games_have_no_maps(server: Server) -> None:
    answer = requests.post(f"{server.url}/api/maps?game=othello", data="{}", timeout=30)
    assert answer.status_code == 400
    assert answer.json()["error"]["sentence"] == "This game is not played on maps."


def test_the_shelf_of_maps_is_chosen_by_kind_and_size(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/punter")
    page = PlayPage.__new__(PlayPage)
    page.browser, page.server = browser, server
    page.find("#option-map-kind")
    browser.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")

    def put(part: str, value: str) -> None:
        field = page.find(f"#option-map-{part}")
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))"
        browser.execute_script(script, field, value)

    def name() -> str:
        return str(browser.execute_script("return document.querySelector('#option-map').value"))

    put("kind", "grid")
    page.until(lambda: name().startswith("grid-"))
    put("size", "4")
    put("height", "3")
    assert name() == "grid-4x3"
    drawn = "return (document.querySelector('punter-picture .free')?.getAttribute('d') ?? '').split('M').length - 1"
    page.until(lambda: browser.execute_script(drawn) == 17)
    put("kind", "random")
    page.until(lambda: name().startswith("random-"))
    assert page.all("#option-map-height") == [], "a random map has no rows"
    put("size", "20")
    put("seed", "7")
    assert name() == "random-20-7"
    page.click("Start the game")
    page.until(lambda: "/g/" in browser.current_url and page.line == "live")
    made = requests.get(f"{server.url}/api/games/{browser.current_url.split('/g/')[1].partition('#')[0]}", timeout=30)
    assert made.json()["view"]["map_name"] == "random-20-7"
