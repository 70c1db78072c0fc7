"""Games to look at: the embedded game replays and follows, the wall is current, a position becomes a picture."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tests.browser.play_page import PEOPLE, make_game, until_over
from tests.browser.test_accessible import play_last_move
from tools.benchmarks.serving import Server

OTHELLO = ["f5", "d6", "c3", "d3", "c4"]


WORDS = "document.querySelector('.embed-words')?.textContent.trim()"


def test_the_embedded_game_goes_through_the_moves_and_follows_new_ones(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", seats=PEOPLE, moves=OTHELLO[:-1])
    browser.get(f"{server.url}/embed/{made['id']}?start=2&flip=1")
    until(browser, f"{WORDS} === '2. d6' && document.querySelectorAll('#board svg').length")
    browser.find_element(By.CSS_SELECTOR, "[aria-label='One move on']").click()
    until(browser, f"{WORDS} === '3. c3'")
    browser.find_element(By.CSS_SELECTOR, "[aria-label='To the last move']").click()
    until(browser, f"{WORDS} === '4. d3'")
    play_last_move(server, made, OTHELLO)
    until(browser, f"{WORDS} === '5. c4'")
    assert not browser.find_elements(By.CSS_SELECTOR, "form, textarea, input")
    assert console_errors(browser) == []


def test_the_embedded_game_replays_itself_to_the_end(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="camel", seats=PEOPLE, moves=["Down", "Up", "Down"])
    browser.get(f"{server.url}/embed/{made['id']}?autoplay=1&speed=0.1&theme=contrast")
    assert until(browser, "document.documentElement.dataset.theme") == "contrast"
    until(browser, f"{WORDS} === '3. Down'")
    until(browser, "document.querySelector(\"[aria-label='Replay the game']\") !== null")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("?start=7&speed=2.5&autoplay=yes", [None, 7, 2.5, True, False]),
        ("?start=-3&speed=0&theme=pink", [None, 0, 0.1, False, False]),
        ("?start=x&speed=nan&flip=1&theme=dark", ["dark", None, 1, False, True]),
    ],
)
def test_switches_are_read_leniently(browser: Chrome, server: Server, search: str, found: list[Any]) -> None:
    browser.get(f"{server.url}/wall")
    read = browser.execute_async_script(
        "const done = arguments[1];"
        "const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0];"
        "import(base + 'js/watch/switches.js').then((m) => {"
        "const s = m.readSwitches(arguments[0]); done([s.theme, s.start, s.speed, s.autoplay, s.flip]); })",
        search,
    )
    assert read == found


def test_the_wall_shows_games_as_they_are_played(browser: Chrome, own_server: Server) -> None:
    server = own_server  # whose wall shows nothing else
    first = make_game(server, game="othello", seats=PEOPLE, moves=OTHELLO[:-1])
    browser.get(f"{server.url}/wall?boards=9&game=othello")
    cell = f"document.querySelector(\"a[href='/g/{first['id']}']\")"
    until(browser, f"{cell}?.textContent.includes('move 4')")
    play_last_move(server, first, OTHELLO)
    until(browser, f"{cell}?.textContent.includes('move 5')")
    later = make_game(server, game="othello", seats=PEOPLE, moves=["f5"])
    other = make_game(server, game="camel", seats=PEOPLE, moves=["Down"])
    play_last_move(server, later, ["f5", "d6"])
    until(browser, f"document.querySelector(\"a[href='/g/{later['id']}']\")")
    assert not browser.find_elements(By.CSS_SELECTOR, f"a[href='/g/{other['id']}']")
    assert console_errors(browser) == []


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "punter", "tree"])
def test_a_position_becomes_a_picture_that_stands_alone(browser: Chrome, server: Server, game: str) -> None:
    made = make_game(server, game=game, seats=PEOPLE)
    browser.get(server.url + made["url"])
    until(browser, "document.querySelectorAll('#board svg :is(path, circle, rect, line, use)').length > 4")
    until(browser, "document.querySelector('#tab-share')")
    browser.find_element(By.ID, "tab-share").click()
    until(browser, "[...document.querySelectorAll('.downloads button')].some((b) => b.textContent.includes('PNG'))")
    size, colours, width, height = browser.execute_async_script(
        "const done = arguments[0];"
        "const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0];"
        "import(base + 'js/play/image.js').then(async ({ standaloneSvg, pngOf }) => {"
        "const svg = document.querySelector('#board svg.board-drawing, #board svg');"
        "const text = standaloneSvg(svg);"
        "const clean = !text.includes('var(') && !text.includes(' class=');"
        "const picture = await createImageBitmap(await pngOf(svg));"
        "const canvas = new OffscreenCanvas(picture.width, picture.height); const pen = canvas.getContext('2d');"
        "pen.drawImage(picture, 0, 0); const seen = new Set();"
        "const data = new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer);"
        "for (let at = 0; at < data.length; at += 37) seen.add(data[at]);"
        "done([clean, seen.size, picture.width, picture.height]); })"
    )
    assert size is True
    assert colours > 3
    assert max(width, height) == 1600
    assert console_errors(browser) == []


def test_a_picture_takes_its_arrows_along(browser: Chrome, server: Server) -> None:
    """An SVG and a PNG of a position of two bots hold what they expect; without the layer of arrows they do not."""
    bots = [{"kind": "bot", "bot": "minimax:budget=200"}, {"kind": "bot", "bot": "minimax:budget=300"}]
    made = make_game(server, game="othello", seats=bots, pace=0, seed=5, options={"size": 4})
    address = f"{server.url}/api/games/{made['id']}"
    until_over(server, made["id"])
    moves = requests.get(address, timeout=60).json()["moves"]
    shown = next(ply for ply in range(2, len(moves)) if len(moves[ply - 1]["choice"]["line"]) > 1)
    browser.get(f"{server.url}/g/{made['id']}?ply={shown}")
    until(browser, "document.querySelectorAll('.arrows .arrow').length > 0")
    browser.execute_script(
        "window.saved = []; const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => (window.saved.push(blob), make(blob));"
    )
    browser.find_element(By.ID, "tab-share").click()
    for form in ("SVG", "PNG"):
        button = f"[...document.querySelectorAll('.downloads button')].find((b) => b.textContent.trim() === '{form}')"
        until(browser, button)
        browser.execute_script(f"{button}.click()")
    until(browser, "window.saved.length === 2")
    text, size, arrows = browser.execute_async_script(
        "const done = arguments[0];"
        "window.saved[0].text().then((text) => done([text, window.saved[1].size,"
        " document.querySelectorAll('.arrows .arrow path, .arrows .arrow circle').length]));"
    )
    plain = browser.execute_script(
        "return document.querySelectorAll('#board svg.board-drawing :is(path, circle)').length"
    )
    assert text.count("<path") + text.count("<circle") == plain + arrows
    assert size > 1000
    assert console_errors(browser) == []
