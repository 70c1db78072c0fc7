"""The Othello board in a real browser: mouse, touch, keyboard, spoken names, refusals, motion and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.board_page import BoardPage
from tests.browser.conftest import Opener, console_errors, resize

PASSING = "OX-------------- X"
"""On four by four: dark encloses nothing and passes, light could play c1."""


@pytest.fixture
def board(open_board: Callable[..., Opener]) -> Opener:
    return open_board(BoardPage, "othello")


def square(name: str) -> tuple[int, int]:
    """The middle of a square in the drawing's units."""
    return (ord(name[0]) - ord("a")) * 100 + 50, (int(name[1:]) - 1) * 100 + 50


def test_every_square_has_a_name_and_one_takes_the_tab_key(board: Opener) -> None:
    page = board()
    labels = page.labels()
    assert len(labels) == 64
    assert labels["d3"] == "d3, empty, legal, flips 1"
    assert labels["d4"] == "d4, light"
    assert labels["e4"] == "e4, dark"
    assert labels["a1"] == "a1, empty"
    assert page.count("svg[role=grid] > [role=row]") == 8
    assert page.count("[role=row] > [role=gridcell]") == 64
    assert page.count("[role=gridcell][tabindex='0']") == 1
    assert page.count(".target") == 4


def test_a_click_is_drawn_at_once_and_reported(board: Opener) -> None:
    page = board()
    page.click(*square("d3"))
    assert page.moves == ["d3"]
    labels = page.labels()
    assert labels["d3"] == "d3, dark, last move"
    assert labels["d4"] == "d4, dark"
    assert page.count(".target") == 0
    assert page.count(".last") == 1


def test_the_own_move_stays_until_the_server_answers(board: Opener) -> None:
    page = board()
    page.click(*square("d3"))
    page.update()
    assert page.labels()["d3"] == "d3, dark, last move"
    page.click(*square("c4"))
    assert page.moves == ["d3"]
    page.update(("d3", "c3"), seat=0)
    labels = page.labels()
    assert labels["c3"] == "c3, light, last move"
    assert labels["d4"] == "d4, light"
    assert labels["b3"] == "b3, empty, legal, flips 1"


def test_a_refused_move_is_taken_back_with_the_reason(board: Opener) -> None:
    page = board()
    page.click(*square("d3"))
    page.run("harness.board.refuse('d3', 'The game was paused.')")
    labels = page.labels()
    assert labels["d3"] == "d3, empty, legal, flips 1"
    assert labels["d4"] == "d4, light"
    assert page.words == "The game was paused."
    page.update()
    assert page.words == "The game was paused."
    page.click(*square("c4"))
    assert page.moves == ["d3", "c4"]
    assert page.words == ""


@pytest.mark.parametrize(
    ("more", "name", "sentence"),
    [
        ({}, "d4", "There is a disc on d4 already."),
        ({}, "a1", "A disc on a1 would enclose no light disc."),
        ({"seat": 1}, "d3", "It is not your turn."),
        ({"position": "XXXXXXXXXXXXXXX- X"}, "d4", "The game is over."),
        ({"position": PASSING}, "d4", "You have no legal move, so you pass. Press P or the Pass button."),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    board: Opener, more: dict[str, Any], name: str, sentence: str
) -> None:
    options = {"options": {"size": 4}} if "position" in more else {}
    page = board(**more, **options)
    page.click(*square(name))
    assert page.moves == []
    assert page.said[-1] == sentence
    assert page.words == sentence


def test_a_watcher_clicks_without_being_told_off(board: Opener) -> None:
    page = board(seat=1, yours=[])
    page.click(*square("d3"))
    assert page.moves == []
    assert page.said == []


def test_keys_walk_and_play(board: Opener) -> None:
    page = board()
    page.tab()
    assert page.focus == "d4, light"
    page.press(Keys.ARROW_UP)
    assert page.focus == "d3, empty, legal, flips 1"
    page.press(Keys.HOME)
    assert page.focus == "a3, empty"
    page.press(Keys.ARROW_LEFT, Keys.PAGE_UP, Keys.END)
    assert page.focus == "h1, empty"
    page.press(Keys.PAGE_DOWN)
    assert page.focus == "h8, empty"
    page.press(*[Keys.ARROW_UP] * 4, *[Keys.ARROW_LEFT] * 5, Keys.ENTER)
    assert page.moves == ["c4"]
    assert page.focus == "c4, dark, last move"
    page.press(Keys.TAB)
    assert page.focus != "d4, dark"


def test_a_turned_board_is_walked_as_it_is_seen(board: Opener) -> None:
    page = board(flip=True)
    page.tab()
    page.press(Keys.HOME, Keys.PAGE_UP)
    assert page.focus == "h8, empty"
    page.press(Keys.ARROW_RIGHT)
    assert page.focus == "g8, empty"
    page.click(50 + 100 * 4, 50 + 100 * 5)
    assert page.moves == ["d3"]


def test_a_pass_is_offered_said_once_and_confirmed(board: Opener) -> None:
    page = board(position=PASSING, options={"size": 4})
    page.update(position=PASSING, options={"size": 4})
    assert page.said == ["You have no legal move, so you pass. Press P or the Pass button."]
    page.button("Pass").click()
    assert page.moves == ["pass"]
    assert page.count(".board-pass") == 0


def test_p_passes(board: Opener) -> None:
    page = board(position=PASSING, options={"size": 4})
    page.tab()
    page.press("p")
    assert page.moves == ["pass"]


def test_targets_can_be_off(board: Opener) -> None:
    page = board(settings={"targets": False})
    assert page.count(".target") == 0
    assert page.labels()["d3"] == "d3, empty, legal, flips 1"
    page.click(*square("d3"))
    assert page.moves == ["d3"]


def test_the_discs_that_would_flip_are_shown_near_the_pointer(board: Opener) -> None:
    page = board()
    page.hover(*square("d3"))
    assert page.count(".disc.hinted") == 1
    page.hover(*square("a1"))
    assert page.count(".disc.hinted") == 0


def test_a_hint_is_marked_by_shape_and_name(board: Opener) -> None:
    page = board(hint="f5")
    assert page.count(".hint") == 1
    assert page.labels()["f5"] == "f5, empty, legal, flips 1, hint"


@pytest.mark.parametrize("size", [4, 6, 8])
def test_sizes(board: Opener, size: int) -> None:
    page = board(options={"size": size})
    assert len(page.labels()) == size * size
    assert page.count(".coordinate") == 2 * size
    assert page.count(".target") == 4


def test_discs_turn_through_their_side(board: Opener) -> None:
    page = board()
    script = "const before = moving(); {} return [before, moving()]"
    before, during = page.run(script.format("harness.board.choose(19);"))
    assert before == 0
    assert during == 4  # the placed disc, and the turned one with its face and rim
    page.settle()
    assert (
        page.run('return getComputedStyle(document.querySelector(\'[data-x="3"][data-y="3"] .disc\')).transform')
        == "none"
    )


def test_nothing_moves_for_those_who_asked_for_stillness(board: Opener, browser: Chrome) -> None:
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page = board()
    assert page.run("harness.board.choose(19); return moving()") == 0
    assert page.labels()["d4"] == "d4, dark"


def test_a_tap_plays(board: Opener) -> None:
    page = board()
    page.use_touch()
    page.tap(*square("f5"))
    assert page.moves == ["f5"]


def test_a_narrow_phone_has_room(board: Opener, browser: Chrome) -> None:
    resize(browser, 320, 640)
    page = board()
    assert page.run("return document.documentElement.scrollWidth") <= 320
    assert page.run("return document.querySelector('.hit').getBoundingClientRect().width") >= 24
    page.run("return new Promise(requestAnimationFrame)")
    height = page.run(
        """const text = document.querySelector('.coordinate');
        return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"""
    )
    assert height >= 13.9


def test_a_picture_is_light_and_named(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "othello")
    last = {"text": "f5", "cell": 37}
    page.run("harness.picture(arguments[0], {last: arguments[1], label: 'The start'})", page.state()["view"], last)
    assert page.count("svg[role=img][aria-label='The start'] .disc") == 4
    assert page.count("svg *") < 40
    assert page.count("[tabindex]") == 0
    assert console_errors(browser) == []


def test_red_and_blue_by_the_games_option(board: Opener) -> None:
    page = board()
    dark = page.run("return getComputedStyle(document.querySelector('.disc.dark .face')).fill")
    page.run("harness.board.update({...arguments[0], options: {colours: 'red-blue'}})", page.state())
    assert page.labels()["d4"] == "d4, blue"
    assert page.labels()["e4"] == "e4, red"
    page.click(*square("a1"))
    assert page.words == "A disc on a1 would enclose no blue disc."
    assert page.run("return getComputedStyle(document.querySelector('.disc.dark .face')).fill") != dark
    assert page.run("return harness.module.seatNames({colours: 'red-blue'})") == ["Red", "Blue"]
