"""How long a student waits from handing a bot in: for its first result, until it plays, for its first ladder game."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from plyground.competitions import registration, templates
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import start_browser
from tools.benchmarks.serving import Server

_GAME, _HOUSE, _ROUNDS = "othello", ("random", "minimax:budget=50"), 3
_PATIENCE = 300.0
_PLAYED = ".owner-games [data-state=passed], .owner-games [data-state=failed]"
_STEPS = {
    "first game's result": f"document.querySelectorAll('{_PLAYED}').length > 0",
    "the bot plays": "document.querySelector('#verdict')?.textContent.includes(' plays.')",
    "first game on the ladder": "!!document.querySelector('.owner-rank')",
}


def _until(browser: Chrome, script: str) -> float:
    """Wait for it; the moment at which it was seen."""
    WebDriverWait(browser, _PATIENCE, poll_frequency=0.05).until(lambda one: one.execute_script(f"return {script}"))
    return time.monotonic()


def _hand_in(browser: Chrome, url: str, file: Path) -> list[float]:
    """Take part and hand the file in; seconds from the click to each step."""
    browser.get(f"{url}/enter")
    _until(browser, "!!document.querySelector('#enter form .primary')")
    browser.execute_script("document.querySelector('#enter form .primary').click()")
    _until(browser, "!!document.querySelector('#entered')")
    browser.get(browser.execute_script("return document.getElementById('secret-link').value"))
    _until(browser, "!!document.getElementById('bot-file')")
    browser.find_element("id", "bot-file").send_keys(str(file))
    clicked = time.monotonic()
    browser.execute_script("document.querySelector('#hand-in .primary').click()")
    return [_until(browser, script) - clicked for script in _STEPS.values()]


def _round(folder: Path, browser: Chrome) -> tuple[list[float], list[float]]:
    """A fresh server with an open competition: a first bot, for which the workers must start, and then another."""
    server = Server(folder).start()
    store = CompetitionStore(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}"))
    try:
        made = store.create("Waiting", _GAME, {}, EventSettings(), 7)
        for number, text in enumerate(_HOUSE):
            registration.submit_built_in(store, registration.register(store, made.id, f"House {number + 1}"), text)
        source, found = templates.source(_GAME) or "", []
        for number in (1, 2):
            file = folder / f"bot{number}.py"
            file.write_text(f"# {number}\n{source}")
            found.append(_hand_in(browser, f"{server.url}/compete/{made.id}", file))
        return found[0], found[1]
    finally:
        store.close()
        server.stop()


@benchmark("first-result-seen", measures="game/competitions game/web static/js/compete")
def first_result_seen() -> list[Row]:
    """Hands the Othello template in by a real browser, three times to a server that has just started, whose workers for
    competitions start then, and each time once more to the same server. Two of our own bots are on the ladder, on a
    clock of 2 s + 0.1 s. Seconds from the click until the page shows it; the sandbox is tried as every server does."""
    cold, warm = [], []
    with tempfile.TemporaryDirectory() as name:
        for number in range(_ROUNDS):
            folder = Path(name) / str(number)
            folder.mkdir()
            browser = start_browser(folder / "profile")
            try:
                first, second = _round(folder, browser)
            finally:
                browser.quit()
            cold.append(first)
            warm.append(second)
    rows = []
    for what, times in (("workers start", cold), ("workers are there", warm)):
        for number, step in enumerate(_STEPS):
            seen = [each[number] for each in times]
            goal = "at most 60" if number == 0 else ""
            rows.append(Row(f"until {step}, {what}, median of {_ROUNDS}", median(seen), "s", goal))
            rows.append(Row(f"until {step}, {what}, longest", max(seen), "s", goal))
    return rows
