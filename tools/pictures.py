"""Takes the pictures of ``docs/pictures`` from the real pages: ``python -m tools.pictures [NAME …]``; for maintainers.

A server of its own plays the games; headless Chromium shows them at phone, desk and projector size.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import requests
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from plyground.bots import _levels
from plyground.competitions import registration
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core import registry
from plyground.core.settings import Settings
from tests.competitions.events import Deciders
from tests.web.classes import opened
from tools.benchmarks.browsing import open_browser, resize, wait_for
from tools.benchmarks.serving import Server, make_game, running_server

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZES = {"390": (390, 844), "1280": (1280, 900), "1920": (1920, 1080)}
OTHELLO = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7"]
CAMEL = ["Down", "Up", "Down", "H 2 2", "V 3 4", "H 4 2", "V 1 3", "Up", "H 2 5"]
TAK = [
    "a1", "f6", "c3", "d4", "d3", "c4", "Cb3", "Cc5", "e3", "e4", "d2", "d5", "c2", "b4", "d2+",
    "Sd2", "e3<", "e3", "f3", "f4", "f3<", "c6", "Sa4", "b5",
]  # fmt: skip
LAB = '#game=othello&options={"size":6}&search=alphabeta&settings={"depth":3}&step=88'
KEEP = "localStorage.setItem('plyground.class.' + arguments[0], JSON.stringify({kept: arguments[1], at: 1}))"
COMPETITORS = [
    "random", "intuition", "minimax:budget=100", "minimax:budget=1000",
    "hare:budget=300", "hare:budget=3000",
]  # fmt: skip
PUNTER = ["5-6", "41-42", "46-47", "37-60", "5-0", "40-41", "45-46", "59-60", "0-1", "39-40", "25-45", "36-60"]


def wanted(name: str) -> bool:
    """Whether a picture is among those that were asked for."""
    return not sys.argv[1:] or name in sys.argv[1:]


def picture(
    browser: Chrome,
    name: str,
    address: str,
    theme: str,
    still: float = 1.0,
    sizes: tuple[str, ...] = tuple(SIZES),
    drawn: str = "main svg",
) -> None:
    """Save one page at each size, its board drawn and all motion over, if it is among those that were asked for."""
    if not wanted(name):
        return
    for size in sizes:
        width, height = SIZES[size]
        resize(browser, width, height)
        browser.get(address)
        browser.execute_script("localStorage.setItem('plyground.theme', arguments[0])", theme)
        browser.get(address)
        WebDriverWait(browser, 10).until(
            lambda b: b.execute_script("return !!document.querySelector(arguments[0])", drawn)
        )
        time.sleep(still)
        browser.save_screenshot(str(FOLDER / f"{name}-{size}.png"))


def class_pictures(browser: Chrome, server: Server) -> None:
    """The wall with a histogram, a phone, and the teacher's page, of a class that votes on a move."""
    if not any(wanted(name) for name in ("class-wall", "class-phone", "class-teacher")):
        return
    with opened(server) as room:
        tables = [room.student(f"Table {number}") for number in range(1, 13)]
        question = {"kind": "move", "game": "othello", "moves": OTHELLO, "level": "minimax-3000"}
        room.teacher.done("ask", **question)
        legal = [move["text"] for move in room.teacher.wait(lambda: room.teacher.state["question"])["view"]["moves"]]
        best = room.teacher.wait(lambda: room.teacher.teacher["answer"])["text"]
        for table, text in zip(tables, [best, legal[4], legal[0], legal[1]] * 2 + [legal[4], best] * 2, strict=True):
            table.answer(text)
        room.teacher.done("tally", on=True)
        kept = {"teacher": room.made["teacher"], "student": tables[2].token}
        browser.get(f"{server.url}/class")
        browser.execute_script(KEEP, room.code, kept)
        address = f"{server.url}/class/{room.code}"
        picture(browser, "class-teacher", f"{address}/teach", "light", sizes=("1280",))
        picture(browser, "class-phone", address, "light", sizes=("390",))
        room.teacher.done("reveal")
        picture(browser, "class-wall", f"{address}/wall", "light", sizes=("1920",))


def competition_picture(browser: Chrome, server: Server) -> None:
    """A finished event of the program's own bots, really played, the first of them in its third version; and a game."""
    if not (wanted("compete") or wanted("compete-game")):
        return
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    try:
        settings = EventSettings.from_json({"final": 4, "openings": 4})
        made = store.create("Autumn cup", "othello", {"size": 6}, settings, 3)
        for bot in COMPETITORS:
            registration.register_with(store, made.id, bot)
        runner = CompetitionRunner(store, made.id, Deciders(play_game), "none")
        for version in (None, "minimax:budget=300", "hare:budget=1000"):
            if version is not None:
                registration.submit_built_in(store, store.entries(made.id)[0], version)
            runner.validate()
            runner.ladder(8)
        runner.run_event()
        game = store.games(made.id, ["final"])[-1].id
    finally:
        store.close()
    picture(browser, "compete-game", f"{server.url}/compete/{made.id}/games/{game}#20", "light", still=1.5)
    picture(browser, "compete", f"{server.url}/compete/{made.id}", "light", still=1.0, drawn=".standing")


def editor_picture(browser: Chrome, server: Server) -> None:
    """The template of Crazy Camel, tried against a bot."""
    if not wanted("write"):
        return
    for size in ("390", "1280"):
        resize(browser, *SIZES[size])
        browser.get(f"{server.url}/write/camel")
        browser.execute_script("localStorage.setItem('plyground.theme', 'light')")
        browser.refresh()
        wait_for(browser, "!!document.querySelector('#controls select')")
        browser.find_element("id", "try").click()
        wait_for(browser, "!!document.querySelector('#board-place svg')", 90)
        time.sleep(2.0)
        browser.execute_script("scrollTo(0, 0)")
        browser.save_screenshot(str(FOLDER / f"write-{size}.png"))


def final_picture(browser: Chrome, server: Server) -> None:
    """A final before a class, in the middle of it: played by the server's own workers."""
    if not wanted("final"):
        return
    key = {"Authorization": f"Bearer {server.teacher_key}"}

    def ask(path: str, **body: Any) -> Any:
        answer = requests.post(f"{server.url}/api/competitions{path}", json=body, headers=key, timeout=60)
        answer.raise_for_status()
        return answer.json()

    def until(state: Callable[[Any], bool]) -> None:
        WebDriverWait(browser, 240).until(
            lambda _: state(requests.get(f"{server.url}{place}/final", headers=key, timeout=10).json())
        )

    house = [level.bot for level in _levels.levels(registry.game("camel"))][:6]
    settings = {"final": 4, "final_waits": True, "final_pace": 0.8}
    made = ask("", title="Autumn cup", game="camel", settings=settings, house=house, seed=5)["id"]
    place = f"/api/competitions/{made}"
    ask(f"/{made}/run")
    until(lambda state: state["state"]["phase"] == "waits")
    ask(f"/{made}/final")
    until(lambda state: len(state["live"]) > 0)
    time.sleep(25)
    picture(browser, "final", f"{server.url}/compete/{made}/final", "light", 4.0, sizes=("1920",), drawn="#final svg")


def main() -> None:
    """Take all pictures anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    bots = [{"kind": "bot", "bot": "minimax"}, {"kind": "bot", "bot": "intuition"}]
    with running_server() as server, open_browser() as browser:
        othello = make_game(server, game="othello", moves=OTHELLO, seed=1)
        camel = make_game(server, game="camel", moves=CAMEL, seed=1)
        tak = make_game(server, game="tak", options={"size": 6, "komi": 2}, moves=TAK, seed=1)
        town = {"map": "city-60-1", "punters": 4}
        punters = [{"kind": "person"}, *[{"kind": "bot", "bot": "intuition"}] * 3]
        punter = make_game(server, game="punter", options=town, moves=PUNTER, seats=punters, seed=1)
        tree = make_game(server, game="tree", options={"seed": 1}, seed=1)
        watched = make_game(server, game="othello", seats=bots, pace=1.0, seed=3)
        time.sleep(2)
        picture(browser, "home", server.url, "light")
        picture(browser, "play-othello", server.url + othello["url"], "light")
        picture(browser, "play-camel", server.url + camel["url"], "light")
        picture(browser, "play-tak", server.url + tak["url"], "light")
        picture(browser, "play-punter", server.url + punter["url"], "light")
        picture(browser, "play-tree", server.url + tree["url"], "light")
        picture(browser, "watch-othello", f"{server.url}/g/{watched['id']}", "dark", still=6.0)
        picture(browser, "setup-camel", f"{server.url}/new/camel", "light")
        picture(browser, "trees", f"{server.url}/trees", "light")
        picture(browser, "lab", f"{server.url}/lab{LAB}", "light", still=4.0)
        picture(browser, "lesson", f"{server.url}/lessons/alpha-beta#step-4", "light", still=4.0)
        class_pictures(browser, server)
        competition_picture(browser, server)
        editor_picture(browser, server)
        final_picture(browser, server)
        picture(browser, "rules-camel", f"{server.url}/rules/camel", "light")
        picture(browser, "rules-tak", f"{server.url}/rules/tak", "light")


if __name__ == "__main__":
    main()
