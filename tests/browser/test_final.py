"""A final before a class: a real server plays it; browsers see boards move, the bracket fill in, and the podium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.competitions import registration, templates
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings
from tests.browser.axe import TWO_FRAMES, by_theme, themes_of, violations
from tests.browser.conftest import console_errors, requested_hosts, resize, until_script
from tests.competitions.events import Deciders, make
from tools.benchmarks.serving import Server

WATCH = """
window.seen = [];
window.over = new Set();
window.texts = {};
setInterval(() => {
  for (const cell of document.querySelectorAll('.final-game')) {
    const words = cell.querySelector('.final-words').textContent;
    (window.texts[cell.dataset.id] ??= new Set()).add(words);
    if (cell.classList.contains('over')) window.over.add(cell.dataset.id);
  }
  const scores = [...document.querySelectorAll('.final-tree .score')]
    .map((e) => parseFloat(e.textContent.replace('½', '.5')) || 0);
  window.seen.push([scores.reduce((a, b) => a + b, 0), window.over.size]);
}, 15);
"""
"""Notes what the boards say, and how many points the bracket tells while how many boards have shown a result."""


@pytest.fixture
def contest(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[CompetitionStore, Competition]]:
    """A competition of three house bots and a handed-in template on the server under test, all played but the final."""
    monkeypatch.setenv("PLYGROUND_DATA", str(server.data))  # where the server finds handed-in bots
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    clock = {"base": 3.0, "increment": 0.2}
    settings = {"final": 4, "final_waits": True, "final_pace": 0.2, "clock": clock}
    made = make(store, bots=3, game="othello", options={"size": 4}, **settings)
    text = templates.source("othello")
    assert text is not None
    _, version = registration.register_with(
        store, made.id, {"bot.py": (text.encode(), False)}, alias="Turquoise Pelican"
    )
    store.set_admission(version.id, "admitted")
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    yield store, made
    if store.get(made.id).state == "finished":
        store.delete(made.id)
    store.close()


@pytest.mark.soak
@pytest.mark.long  # test_season.py has a final, and competitions/test_finals_broadcast.py each of its parts
@pytest.mark.requests
def test_a_class_watches_a_final(
    browser: Chrome,
    new_browser: Callable[[], Chrome],
    server: Server,
    contest: tuple[CompetitionStore, Competition],
) -> None:
    store, made = contest
    url = f"{server.url}/compete/{made.id}/final"
    resize(browser, 1920, 1080)
    browser.get(f"{url}#key={server.teacher_key}")
    until_script(browser, "!!document.querySelector('.final-tree .final-match')")
    assert "key" not in browser.current_url
    assert "Semi-final 1" in browser.find_element("css selector", ".final-next").text
    browser.execute_script(WATCH)
    browser.find_element("css selector", ".final-interval button").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('.final-board svg')")
    until_script(browser, "!!document.querySelector('.final-tree .playing')")

    late = new_browser()
    resize(late, 1280, 800)
    until_script(browser, "document.querySelectorAll('.final-tree .score').length > 0")
    late.get(url)
    until_script(late, "!!document.querySelector('.final-board svg')")
    assert "Begin the final" not in late.find_element("id", "final").text
    assert violations(late) == []

    until_script(browser, "!!document.querySelector('.final-podium')", seconds=90)
    until_script(late, "!!document.querySelector('.final-podium')")
    shown = requests.get(f"{server.url}/api/competitions/{made.id}/final", timeout=10).json()["state"]
    winner = shown["podium"][0]["name"]
    for each in (browser, late):
        assert each.find_element("css selector", ".final-winner").text == winner
        names = [e.text for e in each.find_elements("css selector", ".final-honoured strong")]
        assert sorted(names) == sorted(bot["name"] for bot in shown["podium"])
    assert browser.find_element("id", "final-said").text == f"{winner} won."

    finals = store.games(made.id, ["final"])
    seen = browser.execute_script("return window.seen")
    assert all(points <= over for points, over in seen), "a result was told before its board had shown it"
    assert seen[-1][0] == len(finals)
    texts = browser.execute_script(
        "return Object.fromEntries(Object.entries(window.texts).map(([k, v]) => [k, [...v]]))"
    )
    assert set(texts) == {game.id for game in finals}
    followed = 0
    for game in finals:
        told = moves_told(texts[game.id])
        record = store.game(game.id)[3]
        assert record is not None
        assert told <= set(record["moves"])
        followed += len(told)
    assert followed > 2 * len(finals), "moves were not followed one by one"  # fewer than were made, on a busy machine
    assert bracket_text(browser) == bracket_text(late)

    look_after_the_final(late, server, made, url)
    assert console_errors(browser) == []


def moves_told(texts: list[str]) -> set[str]:
    """The moves among what a board has said: ``7. Red Fox: b3``."""
    return {found[1] for text in texts if (found := re.fullmatch(r"\d+\. .*: (\S+)", text))}


def bracket_text(browser: Chrome) -> Any:
    """What the matches are called for a screen reader."""
    return browser.execute_script(
        "return [...document.querySelectorAll('.final-tree .hidden-visually')].map((e) => e.textContent)"
    )


def look_after_the_final(late: Chrome, server: Server, made: Competition, url: str) -> None:
    """The page of a final that is over: its themes, a match's games by the keyboard, the narrowest phone."""
    assert by_theme(late, themes_of("final")) == {}
    cut = "[...document.querySelectorAll('.final-tree .name')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
    assert late.execute_script(f"return {cut}.length") == 0, "a name is made smaller rather than cut"
    late.find_element("css selector", ".final-tree button").send_keys(Keys.ENTER)
    until_script(late, "document.querySelectorAll('.final-games a').length >= 2")
    assert violations(late) == []
    resize(late, 320, 700)
    late.execute_async_script(TWO_FRAMES)
    until_script(late, "!!document.querySelector('.final-rounds')")
    assert late.execute_script("return document.documentElement.scrollWidth") <= 320
    assert violations(late) == []
    assert requested_hosts(late) == {f"127.0.0.1:{server.port}"}
    late.find_element("css selector", ".final-games a").send_keys(Keys.ENTER)
    until_script(late, "!!document.querySelector('#board svg')")
    assert f"/compete/{made.id}/games/" in late.current_url
    assert console_errors(late) == []
