"""How long a student waits from handing a bot in: for its first result, until it plays, for its first ladder game."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import requests
from selenium.webdriver import Chrome

from plyground.competitions import registration, templates
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings
from tools.benchmarks._measuring import spread, wait_until
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import open_browser, wait_for
from tools.benchmarks.serving import Server

_GAME, _BOTS = "othello", ("random", "minimax:budget=50")
_EVENT_BOTS = ("minimax:budget=14000", "minimax:budget=20000", "minimax:budget=17000")
ROUNDS = 3
_PATIENCE = 300.0
_PLAYED = ".owner-games [data-state=passed], .owner-games [data-state=failed]"
_STEPS = {
    "first game's result": f"document.querySelectorAll('{_PLAYED}').length > 0",
    "the bot plays": "document.querySelector('#verdict')?.textContent.includes(' plays.')",
    "first game on the ladder": "!!document.querySelector('.owner-rank')",
}
_SITUATIONS = ("workers start", "workers are there", "an event takes all cores")


def _hand_in(browser: Chrome, url: str, file: Path) -> list[float]:
    """Take part and hand the file in; seconds from the click to each step."""
    browser.get(f"{url}/enter")
    wait_for(browser, "!!document.querySelector('#enter form .primary')", _PATIENCE)
    browser.execute_script("document.querySelector('#enter form .primary').click()")
    wait_for(browser, "!!document.querySelector('#entered')", _PATIENCE)
    browser.get(browser.execute_script("return document.getElementById('secret-link').value"))
    wait_for(browser, "!!document.getElementById('bot-file')", _PATIENCE)
    browser.find_element("id", "bot-file").send_keys(str(file))
    clicked, found = time.monotonic(), []
    browser.execute_script("document.querySelector('#hand-in .primary').click()")
    for script in _STEPS.values():
        wait_for(browser, script, _PATIENCE)
        found.append(time.monotonic() - clicked)
    return found


def _compete(store: CompetitionStore, title: str, game: str, bots: tuple[str, ...], times: int) -> str:
    """A competition of these built-in bots."""
    made = store.create(title, game, {}, EventSettings(times=times), 7).id
    for bot in bots:
        registration.register_with(store, made, bot)
    return made


def _run_event(server: Server, store: CompetitionStore) -> str:
    """An event of games of about a second on all cores, some of them played."""
    event = _compete(store, "Event", "camel", _EVENT_BOTS, 50)
    key = {"Authorization": f"Bearer {server.teacher_key}"}
    requests.post(f"{server.url}/api/competitions/{event}/run", json={}, headers=key, timeout=60).raise_for_status()
    wait_until(lambda: sum(game.result is not None for game in store.games(event)) >= 4, _PATIENCE)
    return event


def measure(folder: Path, browser: Chrome) -> tuple[list[list[float]], bool]:
    """Seconds to each step in each situation, with a fresh server; whether the event was still going on at the end."""
    server = Server(folder).start()
    store = CompetitionStore(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}"))
    try:
        url = f"{server.url}/compete/{_compete(store, 'Waiting', _GAME, _BOTS, 1)}"
        event, found = "", list[list[float]]()
        for situation in _SITUATIONS:
            if situation == _SITUATIONS[-1]:
                event = _run_event(server, store)
            file = folder / f"bot{len(found)}.py"
            file.write_text(f"# {situation}\n{templates.source(_GAME)}")
            found.append(_hand_in(browser, url, file))
        return found, store.get(event).state == "running"
    finally:
        store.close()
        server.stop()


@benchmark("first-result", measures="game/competitions game/web static/js/compete")
def first_result() -> list[Row]:
    """Hands the Othello template in by a real browser, three times to a server that has just started, whose workers for
    competitions start then, each time once more to the same server, and a third time while an event of Crazy Camel, of
    games of about a second, takes all cores. Two of our own bots are on the ladder, on a clock of 2 s + 0.1 s. Seconds
    from the click until the page shows it; the sandbox is tried as every server does."""
    rounds, going_on = [], True
    with tempfile.TemporaryDirectory() as name:
        for number in range(ROUNDS):
            folder = Path(name) / str(number)
            folder.mkdir()
            with open_browser() as browser:
                found, still = measure(folder, browser)
            rounds.append(found)
            going_on &= still
    rows = []
    for index, situation in enumerate(_SITUATIONS):
        for number, step in enumerate(_STEPS):
            seen, goal = [each[index][number] for each in rounds], "at most 60" if number == 0 else ""
            rows += spread(f"until {step}, {situation}, ", seen, "s", median=goal, slowest=goal)
    return [*rows, Row("event still going on then", float(going_on), "1 is yes", "1")]
