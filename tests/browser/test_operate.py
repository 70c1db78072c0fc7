"""The page of whoever runs the server, in a real browser: closed without the key, true, and fit to be read anywhere."""

from __future__ import annotations

import requests
from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.test_administration import in_themes, until_text
from tests.web.classes import opened
from tests.web.clients import connected
from tools.benchmarks.serving import Server, make_game

CARDS = "document.querySelectorAll('.operate-check').length === 6"


def test_how_the_server_stands(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/operate")
    until_text(browser, "plyground event key")
    assert browser.execute_script(f"return !({CARDS})")
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    game = make_game(server, game="othello", seats=seats, pace=10)
    made = requests.post(
        f"{server.url}/api/competitions",
        json={"title": "Cup of the operator", "game": "othello"},
        headers={"Authorization": f"Bearer {server.teacher_key}"},
        timeout=10,
    )
    assert made.status_code == 201
    with opened(server) as room, connected(server.url) as guesser:
        room.student("Ada")
        while guesser.ask("class_join", {"code": "222222", "role": "wall"})["error"]["code"] != "too_many_guesses":
            pass
        browser.get(f"{server.url}/operate#key={server.teacher_key}")
        until_script(browser, CARDS)
        assert "#key" not in browser.current_url
        for text in (
            "The database can be written.",
            "Cup of the operator",
            "1 of 1",
            "Too many wrong codes",
            game["id"],
        ):
            until_text(browser, text)
        assert room.code not in browser.page_source
        assert "Ada" not in browser.page_source
        assert browser.execute_script("return document.querySelectorAll('.operate-check.wrong').length") == 0
        for width in (390, 1920):
            resize(browser, width, 900)
            assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        in_themes(browser, "operate", CARDS)
        browser.find_element("id", "lost-address").send_keys(f"{server.url}/class/{room.code}\n")
        until_script(browser, "document.querySelector('#lost-link')?.value")
        link = browser.execute_script("return document.querySelector('#lost-link').value")
        assert link.startswith(f"{server.url}/class/{room.code}/teach#t=")
        room.teacher = room.come("teacher", link.partition("#t=")[2])
    assert console_errors(browser) == []
