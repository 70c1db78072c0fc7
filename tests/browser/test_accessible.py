"""Every page: no violation that axe-core finds, no request to anybody else, no error in the console.

Some are looked at, in the first theme and in one of the others; all, in all themes, by `make soak`.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
import requests
import socketio
from selenium.webdriver import Chrome

from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import CompetitionStore
from plyground.core import registry
from plyground.core.settings import Settings
from tests.browser.axe import TWO_FRAMES, by_theme, themes_of
from tests.browser.conftest import console_errors, requested_hosts, resize, until_script
from tests.browser.play_page import until_over
from tests.competitions.events import Deciders, make
from tests.soaking import later, more
from tools.benchmarks.serving import Server

SHORTEST_GAME = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # dark takes every disc
TAK_GAME = ["e5", "a1", "a2", "Se4", "a3", "d4", "Ca4", "d4+", "b1", "c1", "b1<", "c2", "2a1+", "c3", "a1", "c4", "a5"]
SMALL: dict[str, dict[str, Any]] = {
    "othello": {"size": "4"},
    "camel": {"board_width": 5, "board_height": 5, "starting_camels": 1},
    "tak": {"size": "4"},
    "punter": {"map": "path-5"},
}
PAGES = (
    "home",
    "new/tak?position=x5/x,2,x3/x,21121,x2,2S/x,1C,2S,x2/1,x4 1 12",
    "rules",
    "learn/othello",
    "playing",
    "lab",
    "lessons",
    "class",
    "wall",
    "class/worksheet?seed=5&game=othello&questions=3&key=1",
    "embedded",
    "compete",
    "write",
    "missing",
)
TWINS = (
    "rules/tree",
    "trees",
    "finished",
    "watching",
    "api#make_challenge",
    "compete game",
    "othello between bots",
    "games",
    "replay#record=AwcHAAIAAAAAAQIDAgAFAAMA",
    "new/othello",
    "lessons/tortoise#step-5",
    'lab#game=tree&position=a 0 ( a 6 o 12 ( a 3 a 7 ) )&search=alphabeta&settings={"depth":0}&step=14',
    "punter playing",
    "tree playing",
    "tak playing",
    "new/tree?position=a 0 ( a 6 o 12 ( a 3 a 7 ) )",
    "rules/punter",
    "new/camel",
    "new/punter",
    "rules/othello",
    "rules/camel",
    "rules/tak",
    "learn/tak",
    "learn/punter",
    "tak finished",
    "camel playing",
    *(f"{game} between bots" for game in registry.games() if game != "othello"),
    'lab#game=punter&options={"map":"path-5","punters":3}&search=tortoise&settings={"depth":3}&step=40',
    'lab#game=tak&options={"size":3}&search=mcts&settings={"iterations":40}&step=90',
    "lessons/alpha-beta#step-4",
    "lessons/score-a-move#step-4",
    "write/tak",
)
"""The same pages of other games and lessons, and those that axe sees where they are used: by the long form alone."""


def make_game(server: Server, **settings: Any) -> dict[str, Any]:
    """A new game over http; the answer with its id, address and tokens."""
    answer = requests.post(f"{server.url}/games", json=settings, timeout=10)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def play_last_move(server: Server, made: dict[str, Any], moves: list[str]) -> None:
    """Play the last of these moves in a game that has seen the others."""
    ply = len(moves) - 1
    command = {
        "game": made["id"],
        "token": made["tokens"][f"s{ply % 2}"],
        "id": "last",
        "do": "move",
        "move": moves[-1],
    }
    with socketio.SimpleClient() as line:
        line.connect(server.url, transports=["websocket"])
        answer = line.call("command", {**command, "ply": ply})
    assert answer["ok"], answer


def played_by_bots(server: Server, game: str) -> str:
    """A finished game whose moves have values, on a small board."""
    bots = [{"kind": "bot", "bot": "minimax:budget=60"}] * registry.game(game).seat_count()
    made = make_game(server, game=game, seats=bots, options=SMALL.get(game, {}), pace=0)
    until_over(server, made["id"])
    return str(made["id"])


def played_event(server: Server) -> tuple[str, str]:
    """A competition of three bots whose event is over, on the server under test, and one of its games."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    try:
        made = make(store, bots=3, game="othello", options={"size": 4})
        CompetitionRunner(store, made.id, Deciders(play_game), "none").run_event()
        return made.id, store.games(made.id)[-1].id
    finally:
        store.close()


def address(server: Server, page: str) -> str:
    """The address of a page under test, its game made if it needs one."""
    people = [{"kind": "person"}, {"kind": "person"}]
    if page == "home":
        return server.url
    if page == "playing":
        return server.url + str(make_game(server, game="othello", seats=people)["url"])
    if page == "games":
        listed = [{"kind": "link"}, {"kind": "person", "name": "Ada"}]
        make_game(server, game="othello", seats=listed, listed=True, clock={"kind": "days", "days": 3})
    if page == "watching":
        return f"{server.url}/g/{make_game(server, game='camel', seats=people, moves=['Down', 'H 2 3'])['id']}"
    if page == "finished":
        made = make_game(server, game="othello", seats=people, moves=SHORTEST_GAME[:-1])
        play_last_move(server, made, SHORTEST_GAME)
        return server.url + str(made["url"])
    if page == "tak playing":
        return server.url + str(make_game(server, game="tak", seats=people, moves=TAK_GAME[:-1])["url"])
    if page == "camel playing":
        return server.url + str(make_game(server, game="camel", seats=people, moves=["Down", "H 2 3"])["url"])
    if page.endswith(" between bots"):
        return f"{server.url}/g/{played_by_bots(server, page.split()[0])}"
    if page == "tree playing":
        return server.url + str(make_game(server, game="tree", seats=people)["url"])
    if page == "punter playing":
        return server.url + str(make_game(server, game="punter", options={"map": "path-5"}, seats=people)["url"])
    if page == "wall":
        make_game(server, game="othello", seats=people, moves=["f5"])
    if page == "embedded":
        return f"{server.url}/embed/{make_game(server, game='tak', seats=people, moves=TAK_GAME[:-1])['id']}"
    if page == "compete game":
        return f"{server.url}/compete/{'/games/'.join(played_event(server))}"
    if page == "tak finished":
        made = make_game(server, game="tak", seats=people, moves=TAK_GAME[:-1])
        play_last_move(server, made, TAK_GAME)
        return server.url + str(made["url"])
    return f"{server.url}/{page}"


def wait_until_drawn(browser: Chrome, page: str) -> None:
    """Wait for the whole page, its board included where it has one."""
    without = ("missing", "lessons", "compete", "api#make_challenge")
    board = "true" if page in without else "!!document.querySelector('main svg')"
    until_script(browser, f"document.readyState === 'complete' && {board}")


@pytest.mark.soak
@pytest.mark.parametrize("page", [*PAGES, *later(TWINS)])
@pytest.mark.requests
def test_page_is_accessible(page: str, browser: Chrome, server: Server) -> None:
    url = address(server, page)
    browser.get(url)
    wait_until_drawn(browser, page)
    assert by_theme(browser, themes_of(page)) == {}
    resize(browser, 320, 700)
    browser.execute_async_script(TWO_FRAMES)  # the page notices the new width and draws itself anew
    wider = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{page} scrolls sideways by {wider} px at 320 px"
    small = browser.execute_script(
        "return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('svg') &&"
        " [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&"
        " parseFloat(getComputedStyle(e).fontSize) < 14).map((e) => e.outerHTML.slice(0, 120))"
    )
    assert small == [], f"{page} has text under 14 px"
    assert requested_hosts(browser) == {f"127.0.0.1:{server.port}"}
    errors = [error for error in console_errors(browser) if not (page == "missing" and "404" in error)]
    assert errors == []


@pytest.mark.soak
@pytest.mark.requests
def test_lessons_are_accessible(browser: Chrome, server: Server) -> None:
    """Some of the lessons, all by `make soak`; `test_lessons.py` has axe look at each in the first theme."""
    found = set(re.findall(r'href="(/lessons/[^"#?]+)"', requests.get(f"{server.url}/lessons", timeout=10).text))
    assert len(found) > 3
    for path in random.Random(5).sample(sorted(found), more(2, len(found))):
        browser.get(server.url + path)
        wait_until_drawn(browser, "missing")
        assert by_theme(browser, themes_of(path)) == {}, path
    assert requested_hosts(browser) == {f"127.0.0.1:{server.port}"}
    assert console_errors(browser) == []
