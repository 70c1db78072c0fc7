"""Several people at one game and what they ask of each other; watching; bots watched and directed; a broken line."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import console_errors, requested_hosts, resize
from tests.browser.play_page import LISTEN, PEOPLE, PlayPage, make_game
from tests.soaking import later
from tools.benchmarks.serving import Server

BY_LINK = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
SHORTEST = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]  # after c5 dark has every disc


@pytest.fixture
def other(new_browser: Callable[[], Chrome]) -> Chrome:
    """A second person's browser."""
    return new_browser()


def test_two_play_by_link_and_a_third_watches(
    browser: Chrome, other: Chrome, new_browser: Callable[[], Chrome], server: Server
) -> None:
    made = make_game(server, game="othello", seats=BY_LINK)
    ada = PlayPage(browser, server, made["url"])
    ada.until(lambda: "Waiting for Ben to come." in ada.find(".guest").text)
    ada.click("Share")
    invitation = ada.find("#link-address").get_attribute("value") or ""
    assert invitation.startswith(f"{server.url}/g/{made['id']}#s1=")
    browser.execute_script("return fetch(document.querySelector('img.qr').src).then((a) => a.text())")
    ben = PlayPage(other, server, invitation.removeprefix(server.url))
    eve = PlayPage(new_browser(), server, f"/g/{made['id']}")
    ada.until(lambda: "Ben has joined." in ada.heard)
    assert not ada.all(".guest")
    ada.until(lambda: "1 watcher" in browser.page_source)

    ada.cell(5, 4)
    ben.until_ply(1)
    eve.until_ply(1)
    assert ben.heard[-1] == "Ada plays f5, flipping 1. Your turn."
    assert not eve.all("#notation"), "a watcher has no box for moves"
    ben.cell(5, 5)
    ada.until_ply(2)
    assert ada.heard[-1] == "Ben plays f6, flipping 1. Your turn."
    assert ada.button("Moves").get_attribute("aria-selected") == "true", "the guest is here: the link has done its duty"
    eve.until_ply(2)

    # Eve steps back, stays there while a move is played, and returns.
    eve.click("One move back")
    assert eve.find(".to-live").text.strip() == "Back to live"
    stays = eve.board_picture()
    ada.cell(4, 5)
    eve.until_ply(3)
    time.sleep(0.3)
    assert eve.board_picture() == stays
    back = eve.find(".to-live")
    assert "1 new move" in back.text
    back.click()
    eve.until(lambda: eve.board_picture() != stays)
    assert eve.moves() == ["f5", "f6", "e6"]

    # Ben asks to take back, Ada declines; Ada asks, Ben agrees.
    ben.click("Take back")
    ada.click("Decline")
    ben.until(lambda: "The take-back is declined." in ben.heard)
    ada.click("Take back")
    ben.click("Accept")
    ada.until(lambda: ada.ply == 2)
    eve.until(lambda: len(eve.moves()) == 2)

    # A draw by consent, then a rematch with the seats swapped.
    ada.click("Draw")
    ben.click("Accept")
    for page in (ada, ben, eve):
        page.until(lambda page=page: page.finished)  # type: ignore[misc]
    assert ada.find(".result h2").text.strip() == "Draw"
    ada.click("Rematch")
    ben.click("Accept rematch")
    for page in (ada, ben):
        page.until(lambda page=page: made["id"] not in page.browser.current_url and page.line == "live")  # type: ignore[misc]
    other.execute_script(LISTEN)
    ben.cell(5, 4)
    ada.until_ply(1)
    eve.click("Watch the rematch")
    eve.until(lambda: made["id"] not in eve.browser.current_url and eve.line == "live" and eve.ply == 1)
    assert not eve.all("#notation")

    # Eve has seen Ada's own link: with a new one Ada shuts her out, and plays on.
    ada.click("Share")
    ada.until(lambda: ada.all(".share [type=radio]"))
    browser.execute_script("[...document.querySelectorAll('.share [type=radio]')].at(-1).click()")
    ada.until(lambda: "#s" in (ada.find("#link-address").get_attribute("value") or ""))
    own = ada.find("#link-address").get_attribute("value") or ""
    eve.browser.get("about:blank")
    eve = PlayPage(eve.browser, server, own.removeprefix(server.url))
    eve.until(eve.legal_cells)
    browser.execute_script(LISTEN)
    ada.click("A new link")
    ada.until(lambda: "The old link opens nothing any more." in ada.heard)
    eve.until(lambda: eve.all(".notice.warn") and "was renewed on another device" in eve.find(".notice.warn").text)
    eve.until(lambda: not eve.legal_cells())
    ada.cell(5, 5)
    ben.until_ply(2)
    eve.until_ply(2)
    assert own not in (ada.find("#link-address").get_attribute("value") or "")


def test_one_device_two_people_and_the_end(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE, moves=SHORTEST)["url"])
    page.cell(2, 4)
    page.until(lambda: page.finished)
    assert page.find(".result h2").text.strip() == "Dark wins"
    assert len([sentence for sentence in page.heard if "wins" in sentence]) == 1
    page.cell(0, 0)
    page.until(lambda: page.status == "The game is over.")
    page.click("Look through")
    page.until(lambda: "0 / 9" in page.find(".steps .where").text)
    page.keys(Keys.ARROW_RIGHT)
    page.until(lambda: "1 / 9" in page.find(".steps .where").text)
    browser.find_element("css selector", "ol.moves [data-ply='4']").click()
    page.until(lambda: "4 / 9" in page.find(".steps .where").text)
    assert page.find("ol.moves [aria-current]").text.startswith("f6")
    page.click("To the end")
    page.click("Rematch")
    page.until(lambda: page.game_id not in browser.current_url and page.line == "live")
    assert page.legal_cells(), "both seats are still this browser's"


def test_resigning_is_asked_twice_and_hints_and_takebacks_against_a_bot(browser: Chrome, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "minimax:budget=100"}]
    page = PlayPage(browser, server, make_game(server, game="othello", seats=seats)["url"])
    page.click("Hint")
    page.until(lambda: any(sentence.startswith("Hint: ") for sentence in page.heard))
    page.cell(*page.legal_cells()[0])
    page.until_ply(2)
    page.click("Show evaluations")
    page.until(lambda: page.all(".thought .facts"))  # what the bot saw
    assert "ahead" in page.find(".evaluation .words").text or "Level" in page.find(".evaluation .words").text
    page.click("Take back")
    page.until(lambda: page.ply == 0)
    page.click("Resign")
    page.click("Play on")
    assert not page.finished
    page.click("Resign")
    page.find("dialog .danger").click()
    page.until(lambda: page.finished)
    assert "resigned" in page.find(".result").text
    page.cell(0, 0)
    page.until(lambda: page.status == "The game is over.")  # the position alone does not tell


def test_bots_are_watched_paused_stepped_and_sped_up(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", seats=BOTS, pace=0.3)
    page = PlayPage(browser, server, made["url"])
    page.until_ply(3)
    page.click("Pause")
    page.until(lambda: "Paused." in page.heard)
    time.sleep(0.4)
    stopped = page.ply
    page.click("One move")
    page.until(lambda: page.ply == stopped + 1)
    time.sleep(0.5)
    assert page.ply == stopped + 1
    browser.execute_script(
        "const s = document.querySelector('.speed select'); s.value = '0'; s.dispatchEvent(new Event('change'))"
    )
    page.until(lambda: page.snapshot()["pace"] == 0)
    page.click("Go on")
    page.until(lambda: page.finished)
    # Every move was said once, in order.
    said = [sentence.split(" plays ")[1].split(",")[0] for sentence in page.heard if " plays " in sentence]
    played = [move["text"] for move in page.snapshot()["moves"] if move["text"] != "pass"]
    assert said == played[-len(said) :]


def test_the_fastest_bots_can_be_paused(browser: Chrome, server: Server) -> None:
    """Moves come faster than a click travels; pausing means the same after each of them."""
    size = {"board_width": 9, "board_height": 9, "max_plies": 400}
    page = PlayPage(browser, server, make_game(server, game="camel", options=size, seats=BOTS, pace=0.03)["url"])
    browser.execute_script("arguments[0].click()", page.button("Pause"))
    page.until(lambda: "Paused." in page.heard or page.finished)
    assert page.status == "Paused."
    assert not page.all("#status .bad")


def test_clocks_run_and_a_fallen_one_ends_the_game(browser: Chrome, server: Server) -> None:
    clock = {"kind": "move", "seconds": 2}
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE, clock=clock)["url"])
    page.cell(5, 4)
    page.until_ply(1)
    assert not page.all(".clock.running"), "each clock starts with its side's first move"
    page.cell(5, 5)
    page.until_ply(2)
    shown = set()
    while not page.finished:
        shown |= {clock.text for clock in page.all(".clock.running")}
        time.sleep(0.05)
    faces = sorted(float(text) for text in shown if text)
    assert len(faces) > 5, "it is seen running down"
    assert faces[-1] <= 2
    assert "time" in page.find(".result").text
    assert page.find(".result h2").text.strip() == "Light wins"


def test_continuing_from_an_earlier_position(browser: Chrome, server: Server) -> None:
    page = PlayPage(
        browser, server, make_game(server, game="camel", seats=PEOPLE, moves=["Down", "Up", "H 0 0"])["url"]
    )
    page.click("One move back")
    page.click("Continue here")
    page.until(lambda: page.all("#level option"))
    page.click("Begin")
    page.until(lambda: page.game_id not in browser.current_url and page.line == "live")
    assert [move.split()[0] for move in page.moves()[:2]] == ["Down", "Up"]
    assert page.legal_cells()


def test_the_page_comes_back_after_the_server_was_killed(browser: Chrome, own_server: Server) -> None:
    server = own_server
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
    page.cell(5, 4)
    page.until_ply(1)
    browser.execute_script("window.same = true")
    server.kill()
    page.until(lambda: page.line == "lost")
    assert "Connection lost" in page.find(".line-notice").text
    assert page.heard[-1] == "The connection is lost. Trying again."
    page.cell(5, 5)  # drawn at once, sent when the server is back
    server.start()
    page.until(lambda: page.line == "live" and page.ply == 2)
    assert browser.execute_script("return window.same"), "the page was not loaded anew"
    time.sleep(0.4)
    shown, listed = page.board_picture(), page.moves()
    page.browser.refresh()
    page.until(lambda: page.line == "live")
    assert (page.board_picture(), page.moves()) == (shown, listed)
    console_errors(browser)


def test_a_silent_line_is_noticed_though_nobody_closed_it(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
    os.kill(server.pid, signal.SIGSTOP)  # the connection stays open, and nothing answers any more
    try:
        page.until(lambda: page.line == "lost")
        page.cell(5, 4)
        assert page.ply == 0
    finally:
        os.kill(server.pid, signal.SIGCONT)
    page.until(lambda: page.line == "live" and page.ply == 1, 5)
    assert [move["text"] for move in page.snapshot()["moves"]] == ["f5"]
    console_errors(browser)


@pytest.mark.requests
def test_moves_travel_by_websocket_and_to_this_server_only(browser: Chrome, server: Server) -> None:
    browser.get_log("performance")  # type: ignore[no-untyped-call]
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
    page.cell(5, 4)
    page.until_ply(1)
    entries: list[dict[str, Any]] = [
        json.loads(entry["message"])["message"]
        for entry in browser.get_log("performance")  # type: ignore[no-untyped-call]
    ]
    sent = [e["params"]["response"]["payloadData"] for e in entries if e["method"] == "Network.webSocketFrameSent"]
    assert any('"do":"move"' in payload for payload in sent)
    asked = [e["params"]["request"]["url"] for e in entries if e["method"] == "Network.requestWillBeSent"]
    assert not [url for url in asked if "transport=polling" in url]
    assert {url.split("/")[2] for url in asked if url.startswith("http")} == {server.url.split("/")[2]}
    assert requested_hosts(browser) <= {server.url.split("/")[2]}


def test_where_no_websocket_opens_moves_travel_by_polling(browser: Chrome, server: Server) -> None:
    broken = {"source": "WebSocket = class { constructor() { setTimeout(() => this.onclose()); } close() {} };"}
    made = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", broken)
    try:
        page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE)["url"])
        page.cell(5, 4)
        page.until_ply(1)
        page.until(lambda: len(page.snapshot()["moves"]) == 1)
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
    console_errors(browser)


@pytest.fixture
def _narrow(browser: Chrome) -> None:
    resize(browser, 320, 640)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["othello", *later(["camel"])])
@pytest.mark.usefixtures("_narrow")
def test_a_phone_shows_everything_without_sideways_scroll(game: str, browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game=game, seats=PEOPLE)["url"])
    for name in ("Moves", "Analysis", "Share", "Board"):
        page.click(name)
        page.find(f"[role=tabpanel][aria-labelledby='tab-{name.lower()}']")
        wide = browser.execute_script(
            "return [...document.querySelectorAll('.play *')].filter((e) => e.checkVisibility() &&"
            " e.getBoundingClientRect().right > 321 && !e.closest('svg, .tabs')).map((e) => e.className || e.tagName)"
        )
        assert wide == []
    smallest = browser.execute_script(
        "return Math.min(...[...document.querySelectorAll('.play button, .play input, #board [role=gridcell]')]"
        ".filter((e) => e.checkVisibility()).map((e) => Math.min(e.getBoundingClientRect().width,"
        " e.getBoundingClientRect().height)).filter((size) => size > 1))"
    )
    assert smallest >= 20
    page.click("Moves")
    browser.get(f"{server.url}/language/de")
    browser.back()
    page.until(
        lambda: browser.execute_script(
            "return document.documentElement.lang === 'de' && !!document.querySelector('.own')"
        )
    )
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    browser.get(f"{server.url}/language/en")
