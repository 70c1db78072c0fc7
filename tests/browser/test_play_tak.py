"""Whole games of Tak on the play page: by mouse, by keyboard alone, by notation alone, and against a bot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from plyground.games.tak.moves import direction_of, drops_of, is_spread
from tests.browser.conftest import console_errors
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tools.benchmarks.serving import Server

OPTIONS = {"size": 3, "capstones": "1"}
RANDOM_GAME = "b2 b1 Sa1 Cc2 Cc3 b2+ Sb2 c2- a3 Sc2 c3< c3 2b3< c3< 3a3-21 c1+ 2a1>11 a2+ a2-"
"""Walls, capstones, one of which flattens a wall, stacks over two squares, and White's road at the end."""

GAME = RANDOM_GAME.split()
ARROWS = (Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


@pytest.fixture(autouse=True)
def _no_errors(browser: Chrome) -> Iterator[None]:
    yield
    assert console_errors(browser) == []


@pytest.fixture
def page(browser: Chrome, server: Server) -> PlayPage:
    """A new game of which both seats are one's own, its board complete."""
    made = make_game(server, game="tak", seats=PEOPLE, options=OPTIONS)
    page = PlayPage(browser, server, made["url"])
    loaded = "return performance.getEntriesByType('resource').some(({name}) => /tak.later/.test(name))"
    page.until(lambda: browser.execute_script(loaded))
    return page


def place(name: str) -> tuple[int, int]:
    """A square as columns and rows from the top."""
    return "abc".index(name[0]), 3 - int(name[1])


def drops_and_step(text: str) -> tuple[tuple[int, ...], int]:
    """What a stack move drops, and the number of its direction."""
    game = registry.game("tak")
    move = game.parse_move(game.initial(OPTIONS), text)
    assert is_spread(move)
    return drops_of(move), direction_of(move)


def by_mouse(page: PlayPage, text: str) -> None:
    """Make a move as the mouse does: a click for a flat, right clicks and the tick for another piece, clicks on squares
    for a stack, right clicks for fewer of its pieces."""
    if text[-1].isdigit() and not set("+-<>") & set(text):
        x, y = place(text[-2:])
        if text[0] not in "SC":
            page.cell(x, y)
            return
        for _ in range("SC".find(text[0]) + 1):
            ActionChains(page.browser).context_click(page.find(f"#board [data-x='{x}'][data-y='{y}']")).perform()
        page.find("#board [data-confirm]").click()
        return
    drops, step = drops_and_step(text)
    x, y = place(text.lstrip("0123456789")[:2])
    page.cell(x, y)
    start = page.find(f"#board [data-x='{x}'][data-y='{y}']")
    while f"{sum(drops)} in hand" not in str(start.get_attribute("aria-label")):
        ActionChains(page.browser).context_click(start).perform()
    for number, dropped in enumerate(drops, start=1):
        for _ in range(dropped):
            page.cell(x + number * STEPS[step][0], y + number * STEPS[step][1])


def by_keys(page: PlayPage, text: str) -> None:
    """Make a move by keys alone: arrows to the square, a letter or a digit, arrows and the space bar to drop."""
    spread = bool(set("+-<>") & set(text))
    x, y = place(text.lstrip("0123456789")[:2] if spread else text[-2:])
    at = "return [document.activeElement.dataset.x, document.activeElement.dataset.y].map(Number)"
    now_x, now_y = page.browser.execute_script(at)
    across = [Keys.ARROW_RIGHT if x > now_x else Keys.ARROW_LEFT] * abs(x - now_x)
    along = [Keys.ARROW_DOWN if y > now_y else Keys.ARROW_UP] * abs(y - now_y)
    if not spread:
        finish = [Keys.ENTER] if page.ply < 2 else [text[0].lower() if text[0] in "SC" else "f", Keys.ENTER]
        page.keys(*across, *along, *finish)
        return
    drops, step = drops_and_step(text)
    dropping = [key for dropped in drops for key in [ARROWS[step], *[" "] * (dropped - 1)]]
    page.keys(*across, *along, str(sum(drops)), *dropping)


def assert_won(page: PlayPage) -> None:
    """The whole game is there, and White has won by a road that glows."""
    page.until(lambda: page.finished)
    assert [move["text"] for move in page.snapshot()["moves"]] == GAME
    assert page.snapshot()["result"]["winner"] == 0
    assert page.moves() == GAME
    assert len(page.all("#board .road .band")) == 1
    assert "road" in page.find(".result").text


def test_by_mouse(page: PlayPage) -> None:
    for number, text in enumerate(GAME, start=1):
        by_mouse(page, text)
        page.until_ply(number)
        page.until(lambda: page.finished or page.legal_cells())
    assert_won(page)


def test_by_keyboard_alone(page: PlayPage) -> None:
    page.keys("b")
    for number, text in enumerate(GAME, start=1):
        by_keys(page, text)
        page.until_ply(number)
        page.until(lambda: page.finished or page.legal_cells())
    assert_won(page)


@pytest.mark.long  # test_play_games types a whole game, and the parser's tests every form of Tak's notation
def test_by_notation_alone(page: PlayPage) -> None:
    page.keys("n")
    for number, text in enumerate(GAME, start=1):
        page.keys(text.lower() if number % 2 else text + "'", Keys.ENTER)
        page.until_ply(number)
        page.until(lambda: page.browser.execute_script("return document.querySelector('#notation')?.value ?? ''") == "")
    assert_won(page)
    assert len([sentence for sentence in page.heard if "3a3-21" in sentence]) == 1


@pytest.mark.long  # bots answer on the play page in test_play_games, and play Tak in tests without a browser
def test_against_a_bot(browser: Chrome, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    page = PlayPage(browser, server, make_game(server, game="tak", seats=seats, seed=3, options={"size": 3})["url"])
    while not page.finished:
        page.until_turn()
        ply = page.ply
        free = [cell.split(",")[0] for cell in page.board_picture() if ", empty, legal" in cell]
        page.type_move(free[0] if free else page.snapshot()["view"]["moves"][0]["text"])
        page.until_ply(ply + 1)
        assert page.ply < 60
    counters = page.all(".strip .counter")
    assert [one.text.split()[1] for one in counters] == ["flats", "stones"] * 2
    assert page.find(".result").text.strip()
