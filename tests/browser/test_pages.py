"""Home, setup and rules in a real browser: playing from the home page, live games, the theme, and setting a game up."""

from __future__ import annotations

import time
from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from tests.browser.conftest import console_errors, resize, slowed, until_there
from tests.browser.play_page import PEOPLE
from tests.waiting import until
from tools.benchmarks.serving import Server, make_game

BOTS = [{"kind": "bot", "bot": "random"}] * 2


def choose(browser: Chrome, name: str, value: str) -> None:
    """Choose one of a row of radio buttons."""
    browser.execute_script("arguments[0].click()", until_there(browser, f"input[name='{name}'][value='{value}']"))


def game_of(browser: Chrome, server: Server) -> dict[str, Any]:
    """The game that the browser is at, once it is there."""
    until(lambda: "/g/" in browser.current_url)
    game_id = browser.current_url.split("/g/")[1].partition("#")[0]
    snapshot: dict[str, Any] = requests.get(f"{server.url}/api/games/{game_id}", timeout=10).json()
    return snapshot


def play_first(browser: Chrome, game: str) -> None:
    """Make a first move on one of the boards of the home page, by keyboard."""
    board = until_there(browser, f"article[data-game='{game}'] .game-board [tabindex='0']")
    browser.execute_script("arguments[0].focus()", board)
    if game == "othello":
        target = until_there(browser, "article[data-game='othello'] .game-board .target")
        browser.execute_script(
            "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: arguments[1], clientY:"
            " arguments[2]}))",
            target,
            *[target.rect[a] + target.rect[b] / 2 for a, b in (("x", "width"), ("y", "height"))],
        )
    else:
        browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN, Keys.ENTER)


@pytest.mark.quick
def test_home_shows_a_playable_board_at_once_and_nothing_jumps(browser: Chrome, own_server: Server) -> None:
    """Own: no other test's games are played there, which would take their place while this one looks."""
    made: list[dict[str, Any]] = []
    with slowed(browser):
        for _ in range(2):
            browser.get(own_server.url)
            until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".game-board [role='gridcell']")) > 100)
            until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".live-picture svg")) == len(made))
            shift = browser.execute_async_script(
                "const done = arguments[0]; let shift = 0;"
                "new PerformanceObserver((l) => { for (const e of l.getEntries()) shift += e.value; })"
                ".observe({type: 'layout-shift', buffered: true});"
                "setTimeout(() => done(shift), 300);"
            )
            assert shift <= 0.02
            assert console_errors(browser) == []
            made.append(
                make_game(
                    own_server, game="punter", options={"map": "path-5", "punters": 3}, seats=[*PEOPLE, PEOPLE[0]]
                )
            )


@pytest.mark.soak
@pytest.mark.parametrize(
    ("width", "height", "screens", "language"),
    [
        (1280, 800, 1, "en"),
        (390, 844, 2, "de"),
        pytest.param(1280, 800, 1, "de", marks=pytest.mark.long),
        pytest.param(390, 844, 2, "en", marks=pytest.mark.long),
    ],
)
def test_home_shows_all_games_at_once(
    browser: Chrome, server: Server, width: int, height: int, screens: int, language: str
) -> None:
    resize(browser, width, height)
    make_game(server, game="punter", options={"map": "path-5", "punters": 5}, seats=PEOPLE[:1] * 5)
    made = make_game(server, game="camel", seats=PEOPLE, moves=["Down"])
    browser.get(f"{server.url}/language/{language}")
    browser.get(f"{server.url}{made['url']}")
    until(lambda: browser.execute_script("return document.querySelector('.play')?.dataset.line") == "live")
    browser.get(server.url)
    until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".game-board svg")) >= 5)
    bottoms = browser.execute_script(
        "const bottom = (e) => e.getBoundingClientRect().bottom;"
        "return [...document.querySelectorAll('.game')].map(bottom).concat(bottom(document.querySelector('.more')))"
    )
    assert max(bottoms[:-1]) <= height * screens, "a game is out of view"
    if screens > 1:
        assert bottoms[-1] <= height * screens
        assert browser.execute_script("return document.documentElement.scrollHeight") <= height * screens
    until(lambda: browser.find_elements(By.CSS_SELECTOR, f"#continue:not([hidden])[href='/g/{made['id']}']"))
    assert until_there(browser, "#daily-puzzle[href='/puzzles']")
    assert until_there(browser, "#next-lesson[href$='score-a-move']")
    for wide in {width, 1200, 1199}:
        resize(browser, wide, height)
        ends = (
            "return ['.site-header .page', '#theme-menu']"
            ".map((each) => document.querySelector(each).getBoundingClientRect().right)"
        )
        page, menu = browser.execute_script(ends)
        assert menu <= page, f"the menus stick out of the header at {wide} px"


@pytest.mark.parametrize("game", ["othello", "camel"])
def test_a_move_on_the_home_board_begins_a_game_and_the_bot_answers(browser: Chrome, server: Server, game: str) -> None:
    browser.get(server.url)
    play_first(browser, game)
    assert game_of(browser, server)["game"] == game
    until(lambda: game_of(browser, server)["ply"] >= 2)
    snapshot = game_of(browser, server)
    assert [move["seat"] for move in snapshot["moves"][:2]] == [0, 1]
    if game == "camel":
        on_board = "return document.activeElement.closest('#board [role=gridcell]') !== null"
        until(lambda: browser.execute_script(on_board))  # whoever plays by keys goes on where they were
    assert snapshot["seats"][1]["name"] == {"othello": "Learner", "camel": "Practised"}[game]
    assert console_errors(browser) == []


def test_the_level_is_used_and_remembered(browser: Chrome, server: Server) -> None:
    browser.get(server.url)
    select = until_there(browser, "article[data-game='othello'] select")
    until(lambda: browser.find_elements(By.CSS_SELECTOR, ".game-board svg"))
    rating = Select(select).first_selected_option.text.split(" · ")[1]
    assert f"({rating} ± " in until_there(browser, "article[data-game='othello'] .hint").text
    Select(select).select_by_value("random")
    assert until_there(browser, "article[data-game='othello'] .hint").text.startswith("Random. Plays any legal move")
    browser.refresh()
    until_there(browser, ".game-board svg")
    assert (
        Select(until_there(browser, "article[data-game='othello'] select")).first_selected_option.text
        == "First try · 0"
    )
    until_there(browser, "article[data-game='othello'] .primary").click()
    assert game_of(browser, server)["seats"][1]["bot"].startswith("random")


def test_live_games_come_and_move_without_reloading(browser: Chrome, server: Server) -> None:
    browser.get(server.url)
    until_there(browser, ".game-board svg")
    answer = requests.post(f"{server.url}/games", json={"game": "camel", "seats": BOTS, "pace": 0.3}, timeout=10)
    link = f"a.live-card[href='/g/{answer.json()['id']}']"
    card = until_there(browser, link)
    assert card.find_element(By.CSS_SELECTOR, "svg.picture, .live-picture svg")
    before = until_there(browser, f"{link} .live-facts").text
    until(lambda: until_there(browser, f"{link} .live-facts").text != before)
    card = until_there(browser, link)
    browser.execute_script("arguments[0].click()", card)
    assert game_of(browser, server)["id"] == answer.json()["id"]


def test_themes_are_chosen_kept_and_follow_the_device(browser: Chrome, server: Server) -> None:
    def theme() -> str:
        return str(browser.execute_script("return document.documentElement.dataset.theme"))

    def prefer(feature: str, value: str) -> None:
        features = {"features": [{"name": feature, "value": value}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)

    prefer("prefers-color-scheme", "dark")
    browser.get(f"{server.url}/rules")
    assert theme() == "dark"
    summary = until_there(browser, "#theme-menu summary")
    assert summary.accessible_name.startswith("Theme"), "also where the word is not drawn"
    summary.click()
    choose(browser, "theme", "colourblind")
    assert theme() == "colourblind"
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    browser.refresh()
    assert theme() == "colourblind"
    choose(browser, "theme", "auto")
    assert theme() == "dark"
    prefer("prefers-contrast", "more")
    until(lambda: theme() == "contrast")


def test_setup_draws_every_option_and_makes_the_game(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/camel")
    small = until_there(browser, ".board-picture svg").get_dom_attribute("viewBox")
    Select(until_there(browser, "#preset")).select_by_value("quoridor")
    until(lambda: until_there(browser, ".board-picture svg").get_dom_attribute("viewBox") != small)
    until(lambda: "9" in (until_there(browser, "#option-board_width").get_attribute("value") or ""))
    choose(browser, "seat-0", "bot")
    choose(browser, "seat-1", "person")
    Select(until_there(browser, "#level-0")).select_by_value("own")
    Select(until_there(browser, "#bot-0")).select_by_value("minimax")
    budget = until_there(browser, "#bot-0-budget")
    budget.clear()
    budget.send_keys("250")
    until_there(browser, "#name-1").send_keys("Ada")
    choose(browser, "clock", "game")
    until_there(browser, ".setup-end .primary").click()
    snapshot = game_of(browser, server)
    assert snapshot["options"]["board_width"] == 9
    assert snapshot["view"]["masters"][0]["camels"] in (9, 10)
    assert [seat["kind"] for seat in snapshot["seats"]] == ["bot", "person"]
    assert snapshot["seats"][1]["name"] == "Ada"
    assert (snapshot["clock"]["base"], snapshot["clock"]["increment"]) == (300, 5)
    record = requests.get(f"{server.url}/api/games/{snapshot['id']}/record", timeout=10).json()
    assert "minimax:budget=250" in str(record["seats"])
    browser.back()
    values = {"#option-board_width": "9", "#bot-0-budget": "250", "#name-1": "Ada", "#clock-increment": "5"}
    until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ", ".join(values))) == len(values))
    assert {field: until_there(browser, field).get_property("value") for field in values} == values
    until(lambda: until_there(browser, ".board-picture svg").get_dom_attribute("viewBox") != small)
    assert console_errors(browser) == []


def test_setup_with_the_position_editor(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/othello?size=6")
    choose(browser, "from", "editor")
    until(lambda: len(until_there(browser, "#position").get_attribute("value") or "") == 38)
    assert until_there(browser, ".board-editor svg")
    text = until_there(browser, "#position")
    text.clear()
    text.send_keys("nonsense")
    notice = until_there(browser, ".setup-board .notice.bad")
    assert notice.text
    assert not until_there(browser, ".setup-end .primary").is_enabled()
    text.clear()
    text.send_keys("--------------OX----XO-------------- O")
    until(lambda: not browser.find_elements(By.CSS_SELECTOR, ".setup-board .notice.bad"))
    assert "Light" in until_there(browser, ".setup-seat:nth-of-type(2) h3").text
    until_there(browser, ".setup-end .primary").click()
    snapshot = game_of(browser, server)
    assert snapshot["start"] == "--------------OX----XO-------------- O"
    browser.back()
    until(lambda: until_there(browser, "#position").get_property("value") == snapshot["start"])
    assert until_there(browser, ".board-editor svg")


def test_the_editor_changes_the_text(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/othello")
    choose(browser, "from", "editor")
    until(lambda: "OX" in (until_there(browser, "#position").get_attribute("value") or ""))
    cell = until_there(browser, ".board-editor [tabindex='0']")
    browser.execute_script("arguments[0].focus()", cell)
    browser.switch_to.active_element.send_keys("x")
    until(lambda: (until_there(browser, "#position").get_attribute("value") or "").startswith("X-"))


def test_setup_from_a_pasted_game(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/othello")
    choose(browser, "from", "record")
    until_there(browser, "#record").send_keys("z9")
    until(lambda: "z9" in until_there(browser, ".field:has(#record) .notice.bad").text)
    assert not until_there(browser, ".setup-end .primary").is_enabled()
    until_there(browser, "#record").clear()
    until_there(browser, "#record").send_keys("f5d6c3")
    until(lambda: "3 moves are played already" in until_there(browser, ".setup-board [role='status']").text)
    until_there(browser, ".setup-end .primary").click()
    assert [move["text"] for move in game_of(browser, server)["moves"]][:3] == ["f5", "d6", "c3"]


@pytest.mark.parametrize(("game", "names"), [("othello", 3 * 16), ("camel", 3 * 14), ("punter", 15 + 5 + 15)])
def test_rules_have_their_pictures(browser: Chrome, server: Server, game: str, names: int) -> None:
    browser.get(f"{server.url}/rules/{game}")
    until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".board-picture svg[role='img']")) == 3)
    owned = [".camel:is(.seat-0, .seat-1)", ".camel"]
    drawn = [len(browser.find_elements(By.CSS_SELECTOR, f".board-picture {each}")) for each in owned]
    assert drawn == ([5, 5] if game == "camel" else [0, 0]), "every camel in a picture has its owner's colour"
    named = browser.find_elements(By.CSS_SELECTOR, ".board-picture :is(.coordinate, .labels text)")
    assert len(named) == names, "the words beside it name places"
    assert browser.find_elements(By.CSS_SELECTOR, "main .icon:empty") == []
    assert console_errors(browser) == []


def test_pages_hold_at_twice_the_size(browser: Chrome, server: Server) -> None:
    """200 % zoom of a 1280 px window is a viewport of 640 px; nothing may stick out."""
    resize(browser, 640, 450)
    for path in ("/", "/new/camel", "/rules/othello", "/nowhere"):
        browser.get(server.url + path)
        time.sleep(0.3)
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 640, path
    console_errors(browser)


def test_setup_has_as_many_seats_as_the_options_make(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/punter?punters=3&map=circle-6")

    def seats() -> int:
        return len(browser.find_elements(By.CSS_SELECTOR, ".setup-seat"))

    until(lambda: seats() == 3)
    if not until_there(browser, ".setup-more").get_property("open"):
        until_there(browser, ".setup-more summary").click()
    field = until_there(browser, "#option-punters")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("5")
    until(lambda: seats() == 5)
    until_there(browser, ".setup-end button").click()
    game = game_of(browser, server)
    assert [seat["kind"] for seat in game["seats"]] == ["person", "bot", "bot", "bot", "bot"]
    assert game["options"]["punters"] == 5
    assert not console_errors(browser)
