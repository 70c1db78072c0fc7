"""What a visitor waits for: the first playable board, the bot's answer to a move, the weight of the script."""

from __future__ import annotations

import gzip
import random
import re
import time
from collections.abc import Callable
from typing import Any

import requests
from selenium.webdriver import ActionChains, Keys

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import drawn_at, note_drawing, open_browser, wait_for
from tools.benchmarks.link import Link
from tools.benchmarks.serving import Server, make_game, running_server

_BETWEEN_MOVES = 0.06
"""Seconds between two moves of the person, so that the limit on commands a second is not met."""

_SETTLED = 1.5
"""Seconds without a new script after which no more is expected."""
_SCRIPTS = "return performance.getEntriesByType('resource').map((e) => e.name).filter((n) => n.includes('.js'))"

_BOARD = "main :is(svg[role=grid] [role=gridcell], [role=application] svg *)"

_VENDORED = re.compile(rb'\n"vendor/.*?(?=\n"(?:js|vendor)/|\Z)', re.DOTALL)
"""What comes from others in a joined script."""


def _visit(address: str) -> tuple[float, float]:
    """Milliseconds to the first playable board and to first paint, without a cache."""
    with open_browser() as browser:
        note_drawing(browser, _BOARD)
        board = drawn_at(browser, address)
        paint = browser.execute_script("return performance.getEntriesByType('paint')[0]?.startTime ?? NaN")
        return board, float(paint)


@benchmark("first-board", measures="game/web static templates")
def first_board() -> list[Row]:
    """Milliseconds from the request of a page to a board that can be played, in headless Chromium, warm server.

    Median and slowest of five visits, each with a new browser profile and so without a cache.
    """
    rows = []
    with running_server() as server:
        made = make_game(server, game="othello")
        for title, address in (("start page", server.url), ("game page", server.url + made["url"])):
            visits = [_visit(address) for _ in range(5)]
            rows += [
                *spread(f"{title}: first paint, ", [paint for _, paint in visits], "ms", median=""),
                *spread(
                    f"{title}: playable board, ", [each[0] for each in visits], "ms", median="", slowest="at most 1,000"
                ),
            ]
    return rows


@benchmark("script-weight", measures="static templates game/web")
def script_weight() -> list[Row]:
    """Script that each game's page fetches from its opening to the end of a game against the usual bot.

    The board is pointed at and worked by keys first. In kB after gzip at level 9, each answer by itself: what is
    fetched for the first screen, all of it, and the third-party part.
    """
    rows = []
    with running_server() as server:
        for game in ("othello", "camel", "tak", "punter"):
            first, *others = _fetched_in_a_game(server, game)
            contents = [requests.get(address, timeout=10).content for address in (first, *others)]
            vendored = [each for content in contents for each in _VENDORED.findall(content)]
            begun, all_of_it, foreign = (
                sum(len(gzip.compress(each, 9)) for each in some) / 1000 for some in (contents[:1], contents, vendored)
            )
            rows += [
                Row(f"{game}: to the first screen", begun, "kB"),
                Row(f"{game}: all script", all_of_it, "kB", "at most 60"),
                Row(f"{game}: third-party", foreign, "kB", "at most 5"),
            ]
    return rows


def _fetched_in_a_game(server: Server, game: str) -> list[str]:
    """The addresses of all scripts that a game's page fetches while a whole game is played, in their order."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "minimax:budget=3000"}]
    made = make_game(server, game=game, seats=seats, seed=1, pace=0)
    with open_browser() as browser, Link(server.port, 60) as line:
        note_drawing(browser, _BOARD)
        drawn_at(browser, server.url + made["url"])
        wait_for(browser, "document.querySelector('.play').dataset.line === 'live'")
        board = browser.find_element("css selector", "#board")
        ActionChains(browser).click(board).send_keys(Keys.ARROW_LEFT, "?", Keys.ESCAPE).perform()
        wait_for(browser, "Number(document.querySelector('.play').dataset.ply) % 2 === 0")
        state = line.ask("join", {"game": made["id"], "tokens": [made["tokens"]["s0"]]})["snapshot"]
        _play(line, made, state, random.Random(1), lambda _: None)
        wait_for(browser, "document.querySelector('.play').dataset.status === 'finished'")
        found: list[str] = []
        while (now := browser.execute_script(_SCRIPTS)) != found:  # until nothing more comes
            found = now
            time.sleep(_SETTLED)
    return found


def _answers(server: Server, game: str, budget: int, games: int) -> list[float]:
    """Milliseconds from sending a move to receiving the bot's answer, a random mover against minimax."""
    delays: list[float] = []
    for seed in range(games):
        rng = random.Random(seed)
        bot = {"kind": "bot", "bot": f"minimax:budget={budget}"}
        made = make_game(server, game=game, seats=[{"kind": "person"}, bot], seed=seed, pace=0)
        with Link(server.port, 60) as line:
            snapshot = line.ask("join", {"game": made["id"], "tokens": [made["tokens"]["s0"]]})["snapshot"]
            _play(line, made, snapshot, rng, delays.append)
    return delays


def _play(
    line: Link, made: dict[str, Any], state: dict[str, Any], rng: random.Random, note: Callable[[float], None]
) -> None:
    while state["status"] == "playing":
        command = {"game": made["id"], "token": made["tokens"]["s0"], "id": str(state["ply"]), "ply": state["ply"]}
        time.sleep(_BETWEEN_MOVES)
        begun = time.perf_counter()
        answer = line.ask("command", {**command, "do": "move", "move": rng.choice(state["view"]["moves"])["text"]})
        if not answer["ok"]:
            raise RuntimeError(f"a legal move was refused: {answer}")
        while True:
            name, payload = line.next_event(60) or ("", {})
            if not name:
                raise RuntimeError("the bot did not answer")
            if name != "event" or payload["kind"] not in {"move", "finish"}:
                continue
            state.update(payload["state"])
            if state["status"] != "playing":
                return
            if payload["kind"] == "move" and payload["move"]["seat"] == 1 and state["view"]["moves"]:
                note(1000 * (time.perf_counter() - begun))
                break


@benchmark("answer-time", measures="game/web game/jobs game/sessions game/bots static/js/play")
def answer_time() -> list[Row]:
    """Milliseconds from sending a move over the socket to receiving the bot's answer, moves of the person at random.

    Ten whole games of each at the default budget, two at 100,000. A bot that moves several times in a row (the person
    has to pass) counts up to its last move.
    """
    rows = []
    with running_server() as server:
        for game in ("othello", "camel", "tak", "punter"):
            for budget, games, goal in ((3_000, 10, "at most 300"), (100_000, 2, "at most 5,000")):
                delays = _answers(server, game, budget, games)
                title = f"{game}, budget {budget:,}"
                rows += [
                    *spread(f"{title}: ", delays, "ms", median="", p99=""),
                    Row(f"{title}: slowest of {len(delays)}", max(delays), "ms", goal),
                ]
    return rows
