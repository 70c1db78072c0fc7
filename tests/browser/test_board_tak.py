"""The Tak board in a real browser: placing, lifting and dropping by mouse, touch and keys; names and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.board_page import BoardPage
from tests.browser.conftest import Opener, console_errors, resize, until_script

LATER = "x5/x,2,x3/x,21121,x2,2S/x,1C,2S,x2/1,x4 1 12"
"""White's stack of five on b3, walls on e3 and c2, a white capstone on b2, single flats on a1 and b4."""
ALL_PARTS = """const done = arguments[0];
    const parts = ['making', 'asked', 'motion'].map((part) => import(`boards/tak/${part}.js`));
    Promise.all(parts).then(() => setTimeout(done))"""
"""Waits for what the board loads behind itself."""


@pytest.fixture
def board(open_board: Callable[..., Opener]) -> Opener:
    return open_board(BoardPage, "tak", lambda page: page.browser.execute_async_script(ALL_PARTS))


def square(name: str, size: int = 5) -> tuple[int, int]:
    """The middle of a square in the drawing's units: a1 is at the lower left."""
    return (ord(name[0]) - ord("a")) * 100 + 50, (size - int(name[1])) * 100 + 50


def click(page: BoardPage, *names: str) -> None:
    for name in names:
        page.click(*square(name))


def right_click(page: BoardPage, name: str) -> None:
    page.hover(*square(name))
    ActionChains(page.browser, duration=0).context_click().perform()


def test_every_square_has_a_name_and_one_takes_the_tab_key(board: Opener) -> None:
    page = board(position=LATER)
    labels = page.labels()
    assert len(labels) == 25
    assert labels["a5"] == "a5, empty, legal"
    assert labels["a1"] == "a1, white flat, legal, lifts up to 1"
    assert labels["b4"] == "b4, black flat"
    assert labels["e3"] == "e3, black wall"
    assert labels["b3"] == "b3, stack of 5, white flat on top, below it black white white black, legal, lifts up to 5"
    assert page.count("svg[role=grid] > [role=row]") == 5
    assert page.count("[role=row] > [role=gridcell]") == 25
    assert page.count("[role=gridcell][tabindex='0']") == 1
    assert page.count(".coordinate") == 10


def test_the_first_turn_places_the_other_colour_with_one_click(board: Opener) -> None:
    page = board()
    assert page.words == "First turn: you place a black flat."
    click(page, "c3")
    assert page.moves == ["c3"]
    assert page.labels()["c3"] == "c3, black flat, last move"
    page.update(("c3",))
    assert page.words == "First turn: you place a white flat."


def test_clicks_cycle_flat_wall_capstone_and_the_tick_places(board: Opener) -> None:
    page = board(("a1", "e5"))
    for name in ("flat", "wall", "capstone", "flat", "wall"):
        click(page, "c3")
        assert page.labels()["c3"] == f"c3, white {name}, not placed yet, legal"
        assert page.said[-1] == f"{name.capitalize()} on c3, not placed yet."
    assert page.moves == []
    tick = page.browser.find_element("css selector", "[data-confirm]")
    tick.click()
    assert page.moves == ["Sc3"]
    assert page.labels()["c3"] == "c3, white wall, last move"


def test_buttons_choose_place_and_cancel(board: Opener) -> None:
    page = board(("a1", "e5"))
    click(page, "c3")
    page.button("Capstone").click()
    assert page.button("Capstone").get_attribute("aria-pressed") == "true"
    page.button("Cancel").click()
    assert page.labels()["c3"] == "c3, empty, legal"
    click(page, "d4")
    page.button("Place it here").click()
    assert page.moves == ["d4"]


TWICE = """
const square = document.querySelector(`[aria-label^="${arguments[0]},"]`).getBoundingClientRect();
const [clientX, clientY] = [square.x + square.width / 2, square.y + square.height / 2];
const click = { bubbles: true, clientX, clientY };
const press = () => document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", click));
press();
press();
return new Promise((done) => setTimeout(done, 600));
"""


def test_a_right_click_changes_the_piece(board: Opener) -> None:
    page = board(("a1", "e5"), settings={"quick": True})
    right_click(page, "c3")
    assert page.labels()["c3"].startswith("c3, white wall, not placed yet")
    page.run("return new Promise((done) => setTimeout(done, 600))")
    assert page.moves == []


def test_one_click_places_a_flat_and_a_second_one_at_once_changes_the_piece(board: Opener) -> None:
    page = board(("a1", "e5"), settings={"quick": True})
    page.run(TWICE, "c3")
    assert page.labels()["c3"].startswith("c3, white wall, not placed yet")
    assert page.moves == []
    page.button("Cancel").click()
    click(page, "b2")
    page.run("return new Promise((done) => setTimeout(done, 600))")
    assert page.moves == ["b2"]


def test_one_tap_of_a_finger_places_a_flat(board: Opener) -> None:
    page = board(("a1", "e5"), settings={"quick": True})
    page.use_touch()
    page.tap(*square("d4"))
    page.run("return new Promise((done) => setTimeout(done, 600))")
    assert page.moves == ["d4"]


def test_a_stack_moves_in_three_taps(board: Opener) -> None:
    page = board(position=LATER)
    click(page, "b3", "d3")
    assert page.moves == []
    labels = page.labels()
    assert labels["b3"] == "b3, empty"
    assert labels["c3"] == "c3, black flat"
    assert labels["d3"] == "d3, white flat, 3 in hand above it, drop here"
    assert page.words == "3 pieces in hand over d3"
    page.button("Drop 3 here").click()
    assert page.moves == ["5b3>14"]
    assert page.labels()["d3"] == "d3, stack of 4, white flat on top, below it black white white, last move"


def test_a_stack_moves_in_three_taps_of_a_finger_on_a_phone(board: Opener) -> None:
    page = board(position=LATER)
    page.use_touch()
    page.tap(*square("b3"))
    assert page.words == "5 pieces in hand over b3"
    page.tap(*square("d3"))
    assert (page.moves, page.words) == ([], "3 pieces in hand over d3")
    drop = page.button("Drop 3 here").rect
    finger = {"touchPoints": [{"x": drop["x"] + drop["width"] / 2, "y": drop["y"] + drop["height"] / 2}]}
    page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **finger})
    page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.moves == ["5b3>14"]


def test_any_other_way_is_one_button(board: Opener) -> None:
    page = board(position=LATER)
    click(page, "b3", "c3")
    page.button("3 2").click()
    assert page.moves == ["5b3>32"]


def test_fewer_pieces_by_right_click_stepper_and_drops_one_by_one(board: Opener) -> None:
    page = board(position=LATER)
    right_click(page, "b3")
    assert page.words == "5 pieces in hand over b3"
    right_click(page, "b3")
    page.button("−").click()
    assert page.words == "3 pieces in hand over b3"
    assert page.labels()["b3"] == "b3, stack of 2, white flat on top, below it black, 3 in hand above it"
    click(page, "c3", "c3")
    assert page.labels()["c3"].startswith("c3, stack of 2, black flat on top, below it white")
    page.button("Undo").click()
    assert page.said[-1] == "Taken back: 2 in hand over c3."
    assert page.moves == []
    click(page, "d3")
    page.button("Undo").click()
    page.button("Undo").click()
    assert page.words == "3 pieces in hand over b3"
    click(page, "a3")
    page.button("Drop 2 here").click()
    assert page.moves == ["3b3<"]


def test_the_direction_locks_and_the_start_cancels(board: Opener) -> None:
    page = board(position=LATER)
    click(page, "b3", "c3", "c4")
    assert page.words == "Nothing can be dropped on c4: the pieces go on from c3 in a straight line."
    click(page, "b3")
    assert page.said[-1] == "Nothing is moved."
    assert page.labels()["b3"].startswith("b3, stack of 5")
    assert page.moves == []


def test_a_capstone_flattens_a_wall(board: Opener) -> None:
    page = board(position=LATER)
    click(page, "b2", "c2")
    assert page.moves == ["b2>"]
    assert page.labels()["c2"] == "c2, stack of 2, white capstone on top, below it black, last move"


@pytest.mark.parametrize(
    ("more", "name", "sentence"),
    [
        ({}, "b4", "The stack on b4 is Black's, whose piece is on top."),
        ({"seat": 1}, "a1", "It is not your turn."),
        ({"position": "1,x4/1,x4/1,x4/1,x4/1,2,2,2,x 2 6"}, "c3", "The game is over."),
        (
            {"position": "x5/x5/x5/x5/2,x4 2 1"},
            "a1",
            "There is a piece on a1 already; a new one goes on an empty square.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(board: Opener, more: dict[str, Any], name: str, sentence: str) -> None:
    page = board(**{"position": LATER, **more})
    click(page, name)
    assert page.moves == []
    assert page.words == page.said[-1] == sentence


def test_a_refused_move_is_taken_back_with_the_reason(board: Opener) -> None:
    page = board(position=LATER)
    click(page, "b3", "c3")
    page.button("Drop 4 here").click()
    page.run("harness.board.refuse('5b3>', 'The game was paused.')")
    assert page.labels()["b3"].startswith("b3, stack of 5")
    assert page.words == "The game was paused."


def test_keys_place(board: Opener) -> None:
    page = board(("a1", "e5"))
    page.tab()
    assert page.focus == "c3, empty, legal"
    page.press(Keys.ENTER)
    assert page.focus == "c3, white flat, not placed yet, legal"
    page.press(" ")
    assert page.focus == "c3, white wall, not placed yet, legal"
    page.press(Keys.ESCAPE, Keys.ARROW_UP, "c")
    assert page.focus == "c4, white capstone, not placed yet, legal"
    page.press(Keys.ENTER)
    assert page.moves == ["Cc4"]


def test_keys_lift_drop_take_back_and_finish(board: Opener) -> None:
    page = board(position=LATER)
    page.tab()
    page.press(Keys.ARROW_LEFT)
    assert page.focus.startswith("b3, stack of 5")
    page.press("4", Keys.ARROW_RIGHT)
    assert page.said[-1] == "c3: 1 dropped, 3 in hand."
    page.press(" ", Keys.BACKSPACE, Keys.ARROW_RIGHT)
    assert page.focus == "d3, white flat, 2 in hand above it, drop here"
    page.press(Keys.ARROW_RIGHT)
    assert page.words.startswith("Nothing can be dropped on e3")
    page.press(Keys.ARROW_LEFT)
    assert page.said[-1] == "Taken back: 3 in hand over c3."
    page.press(Keys.ENTER)
    assert page.moves == ["4b3>"]


def test_escape_puts_the_pieces_down(board: Opener) -> None:
    page = board(position=LATER)
    page.tab()
    page.press(Keys.ARROW_LEFT, Keys.ENTER, Keys.ARROW_UP, Keys.ESCAPE)
    assert page.said[-1] == "Nothing is moved."
    assert page.focus.startswith("b3, stack of 5")
    page.press("9")
    assert page.words == "At most 5 pieces can be lifted from b3."


def test_a_turned_board_is_walked_as_it_is_seen(board: Opener) -> None:
    page = board(position=LATER, flip=True)
    page.tab()
    page.press(Keys.HOME, Keys.PAGE_UP)
    assert page.focus == "e1, empty, legal"
    page.press(Keys.PAGE_DOWN, Keys.ARROW_UP, Keys.ARROW_UP, Keys.END, Keys.ARROW_LEFT)
    assert page.focus.startswith("b3, stack of 5")
    page.press("2", Keys.ARROW_RIGHT, Keys.ENTER)
    assert page.moves == ["2b3<"]


def test_the_inside_of_a_stack(board: Opener, browser: Chrome) -> None:
    page = board(position=LATER)
    page.hover(*square("b3"))
    assert page.count(".tak-inside") == 1
    listed = page.run("return [...document.querySelectorAll('.tak-inside li')].map((one) => one.textContent.trim())")
    assert listed == ["white flat", "black flat", "2 white flats", "black flat"]
    page.hover(*square("a5"))
    assert page.count(".tak-inside") == 0
    page.tab()
    page.press(Keys.ARROW_LEFT)
    assert page.count(".tak-inside") == 1


def test_a_tap_proposes_and_a_long_press_looks_inside(board: Opener) -> None:
    page = board(position=LATER)
    page.use_touch()
    page.tap(*square("e5"))
    assert page.moves == []
    assert page.labels()["e5"] == "e5, white flat, not placed yet, legal"
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Cancel').click()")
    across, down = page.point(*square("b3"))
    touch = {"type": "touchStart", "touchPoints": [{"x": across, "y": down}]}
    page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
    until_script(page.browser, "document.querySelectorAll('.tak-inside').length === 1")
    page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.labels()["b3"].startswith("b3, stack of 5")
    page.tap(*square("b3"))
    assert page.words == "5 pieces in hand over b3"


def test_numbers_on_empty_squares(board: Opener) -> None:
    page = board(position=LATER, settings={"numbers": True})
    found = page.run(
        "return Object.fromEntries([...document.querySelectorAll('.square')].filter((s) => s.querySelector('.numbers'))"
        ".map((s) => [s.getAttribute('aria-label').slice(0, 2), s.querySelector('.numbers').textContent]))"
    )
    assert found["b1"] == "1+2"
    assert found["a3"] == "1+1"
    assert found["e5"] == "0+0"
    assert "b3" not in found


def test_the_road_glows(board: Opener) -> None:
    page = board(position="1,x4/1,x4/1,x4/1,x4/1,2,2,2,x 2 6")
    assert page.count(".road .band") == 1
    assert page.count(".on-road") == 5
    assert page.labels()["a3"] == "a3, white flat, on the road"


def test_a_hint_is_marked(board: Opener) -> None:
    page = board(position=LATER, hint="2b3>11")
    assert page.count(".hint-way") == 1
    assert page.labels()["d3"].endswith("hint")


def test_motion_only_where_it_is_wanted(board: Opener, browser: Chrome) -> None:
    page = board(("a1", "e5"))
    page.update(("a1", "e5", "e4"), seat=0)
    assert page.run("return moving()") == 1
    page.settle()
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page = board(("a1", "e5"))
    page.update(("a1", "e5", "e4"), seat=0)
    assert page.run("return moving()") == 0


@pytest.mark.parametrize("size", [3, 4, 6, 7, 8])
def test_sizes(board: Opener, size: int) -> None:
    page = board(options={"size": size})
    assert len(page.labels()) == size * size
    page.click(*square("b2", size))
    assert page.moves == ["b2"]


def test_a_high_stack_has_a_pile_and_a_number(board: Opener) -> None:
    page = board(position="x5/x5/x,12121212121,x3/x5/x5 1 12")
    assert page.count(".stack .piece") == 5
    assert page.count(".pile rect") == 6
    assert page.run("return document.querySelector('.height').textContent") == "11"


def test_eight_by_eight_on_a_narrow_phone(board: Opener, browser: Chrome) -> None:
    resize(browser, 320, 640)
    page = board(options={"size": 8})
    assert page.run("return document.documentElement.scrollWidth") <= 320
    assert page.run("return document.querySelector('.hit').getBoundingClientRect().width") >= 24
    page.use_touch(320, 640)
    page.update(("a1", "h8"), options={"size": 8})
    page.tap(*square("c8", 8))
    assert page.run("return document.querySelector('[data-confirm]').getBoundingClientRect().width") >= 24
    heights = page.run("return [...document.querySelectorAll('button')].map((b) => b.getBoundingClientRect().height)")
    assert min(heights) >= 24
    page.tap(*square("c8", 8))
    page.button("Place it here").click()
    assert page.moves == ["Sc8"]


def test_counters_tell_flats_komi_and_reserve(board: Opener) -> None:
    page = board(position=LATER)
    state = page.state(position=LATER, options={"komi": 2})
    found = page.run("return harness.module.counters(arguments[0])", state["view"])
    assert [(one["seat"], one["value"], one["title"]) for one in found] == [
        (0, 2, "flats"),
        (0, 17, "stones"),
        (0, 0, "capstones"),
        (1, "1 + 2", "flats"),
        (1, 16, "stones"),
        (1, 1, "capstone"),
    ]


def test_a_picture_is_light_and_named(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "tak")
    view = page.state(position=LATER)["view"]
    page.run("harness.picture(arguments[0], {last: {text: 'a1'}, label: 'A position'})", view)
    assert page.count("svg[role=img][aria-label='A position'] .stack") == 6
    assert page.count("[tabindex]") == 0
    assert console_errors(browser) == []
