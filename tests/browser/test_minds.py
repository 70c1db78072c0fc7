"""Two bots watched: where their lines part, the critical moment, the time plot, and arrows for what each expects."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tests.browser.play_page import make_game, until_over
from tools.benchmarks.serving import Server

MINDS = [{"kind": "bot", "bot": "minimax:budget=200"}, {"kind": "bot", "bot": "minimax:budget=3000"}]
"""The second thinks long enough for its moves to take milliseconds: of moves that take none there is no plot."""


def module(browser: Chrome, name: str, script: str, *given: Any) -> Any:
    """What a script returns with one of the play page's modules as ``m``."""
    return browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0];"
        f"import(base + 'js/play/{name}')"
        f".then((m) => done(({script})(m, ...arguments)))",
        *given,
    )


def test_two_minds_are_compared_and_their_expectations_drawn(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", seats=MINDS, pace=0, seed=5)
    address = f"{server.url}/api/games/{made['id']}"
    until_over(server, made["id"])
    moves = requests.get(address, timeout=60).json()["moves"]
    shown = next(ply for ply in range(4, len(moves)) if len(moves[ply - 1]["choice"]["line"]) > 1)
    browser.get(f"{server.url}/g/{made['id']}?ply={shown}")
    until(browser, "document.querySelectorAll('.arrows .arrow').length > 0")
    bars = until(browser, "document.querySelectorAll('.plot.times rect').length")
    assert bars == len(moves)
    text = until(browser, "document.querySelector('.minds')?.textContent")
    assert "lines" in text
    browser.find_element(By.ID, "tab-board").click()
    label = until(
        browser, "[...document.querySelectorAll('.switches label')].find((l) => l.textContent.includes('expect'))"
    )
    label.click()
    until(browser, "document.querySelectorAll('.arrows .arrow').length === 0")
    assert console_errors(browser) == []


@pytest.mark.parametrize(
    ("game", "options", "second"),
    [("punter", {"map": "path-5"}, "maxn:budget=300"), ("tree", {"seed": 5}, "alphabeta:budget=300")],
)
def test_what_is_expected_is_drawn_inside_boards_that_move(
    browser: Chrome, server: Server, game: str, options: dict[str, Any], second: str
) -> None:
    bots = [{"kind": "bot", "bot": "minimax:budget=300"}, {"kind": "bot", "bot": second}]
    made = make_game(server, game=game, options=options, seats=bots)
    until_over(server, made["id"])
    browser.get(f"{server.url}/g/{made['id']}?ply=1")
    until(browser, "document.querySelectorAll('.arrows-inside .arrow .shaft').length > 0")
    box, arrow = (
        browser.execute_script("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", each)
        for each in ("#board", ".arrows-inside .shaft")
    )
    assert box["left"] <= arrow["left"] <= arrow["right"] <= box["right"]
    assert box["top"] <= arrow["top"] <= arrow["bottom"] <= box["bottom"]
    assert console_errors(browser) == []


def test_lines_outlooks_and_turns(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", seats=[{"kind": "person"}] * 2)
    browser.get(server.url + made["url"])
    until(browser, "document.querySelector('#board svg') !== null")
    look = "(m, line, ply, played, shown) => m.outlook({line}, ply, played, shown)"
    assert module(browser, "minds.js", look, ["a", "b", "c"], 2, ["x", "y", "a"], 3) == {
        "expected": ["b", "c"],
        "missed": None,
    }
    assert module(browser, "minds.js", look, ["a", "b"], 0, ["a", "z"], 2) == {"expected": [], "missed": 1}
    assert module(browser, "minds.js", look, ["a"], 0, ["a", "z"], 2) == {"expected": [], "missed": None}
    part = "(m, one, two) => m.parting(one, two)"
    one = {"from": 3, "line": ["a", "b", "c", "d"]}
    assert module(browser, "minds.js", part, one, {"from": 4, "line": ["b", "x"]}) == {"ply": 5, "texts": ["c", "x"]}
    assert module(browser, "minds.js", part, one, {"from": 4, "line": ["b", "c"]}) == {"ply": 6, "texts": None}
    assert module(browser, "minds.js", part, one, {"from": 9, "line": ["b"]}) is None
    opinions = [{"ply": ply, "value": value, "outcome": None} for ply, value in ((1, 0), (2, 1), (3, 9), (4, 8))]
    found = module(browser, "minds.js", "(m, list) => m.criticalMoment(list)", opinions)
    assert found["ply"] == 3
    assert found["turn"] > 0.1
    assert module(browser, "minds.js", "(m, list) => m.criticalMoment(list)", opinions[:1]) is None


def test_arrows_point_where_the_moves_go(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", seats=[{"kind": "person"}] * 2)
    browser.get(server.url + made["url"])
    until(browser, "document.querySelector('#board svg') !== null")
    ask = "(m, view, text, flip) => m.arrow(view, text, flip)"
    othello = "../boards/othello/drawing.js"
    assert module(browser, othello, ask, {"size": 8}, "c1", False) == {"from": None, "to": {"x": 250, "y": 50}}
    assert module(browser, othello, ask, {"size": 8}, "c1", True) == {"from": None, "to": {"x": 550, "y": 750}}
    assert module(browser, othello, ask, {"size": 4}, "h8", False) is None
    assert module(browser, othello, ask, {"size": 8}, "pass", False) is None
    masters = [{"x": 3, "y": 2}, {"x": 3, "y": 3}]
    view = {"width": 7, "height": 7, "masters": masters, "to_move": 0, "moves": []}
    camel = "../boards/camel/drawing.js"
    assert module(browser, camel, ask, view, "Down", False)["to"] == {"x": 452, "y": 586}, "a jump lands behind"
    assert module(browser, camel, ask, view, "DownLeft", False)["to"] == {"x": 318, "y": 452}
    assert module(browser, camel, ask, view, "H 0 0", False) == {"from": None, "to": {"x": 117, "y": 117}}
    tak = "../boards/tak/drawing.js"
    assert module(browser, tak, ask, {"size": 5}, "3a1>12", False) == {
        "from": {"x": 50, "y": 450},
        "to": {"x": 250, "y": 450},
    }
    assert module(browser, tak, ask, {"size": 5}, "nonsense", False) is None


def test_the_parts_of_an_evaluation_and_other_lines_are_shown(browser: Chrome, server: Server) -> None:
    hare = {"kind": "bot", "bot": "hare:budget=3000,lines=3"}
    made = make_game(server, game="camel", seats=[{"kind": "person"}, hare], moves=["Down", "Up"], seed=1)
    browser.get(server.url + made["url"])
    until(browser, "document.querySelector('#board svg') !== null")
    until(browser, "document.querySelector('#notation') !== null")  # the page has joined with its tokens
    browser.find_element(By.CSS_SELECTOR, "#notation").send_keys("H 2 3\n")
    show = "[...document.querySelectorAll('.thought, button')].find((b) => b.textContent.includes('Show evaluations'))"
    browser.execute_script("arguments[0].click()", until(browser, show))
    terms = until(browser, "[...document.querySelectorAll('.terms li')].map((item) => item.innerText).join('|')")
    assert "Path difference" in terms
    lines = browser.execute_script("return document.querySelectorAll('.thought .ranking li').length")
    assert lines == 3
    assert not browser.find_elements(By.CSS_SELECTOR, ".arrows .arrow"), "a bot shows no person what it expects"
    assert console_errors(browser) == []
