"""The Crazy Camel board in a real browser: steps, camels by mouse, touch and keys, refusals, paths and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.board_page import BoardPage
from tests.browser.conftest import Opener, console_errors, resize

NEARLY_CUT = "7x7 3,0,8 3,6,5 H0,1;H2,1;H4,1 0 6"
"""A row of camels below row 1 with one gap left, at the right edge: V 5 0 would close it for Blue, not for Orange."""


@pytest.fixture
def board(open_board: Callable[..., Opener]) -> Opener:
    return open_board(BoardPage, "camel")


def tile(x: int, y: int) -> tuple[int, int]:
    """The middle of a tile in the drawing's units."""
    return x * 134 + 50, y * 134 + 50


def slot(axis: str, x: int, y: int) -> tuple[int, int]:
    """A point in the gap of a slot, a little off its middle so that the gap's direction is clear."""
    across, down = x * 134 + 117, y * 134 + 117
    return (across + 40, down) if axis == "H" else (across, down + 40)


def test_every_tile_has_a_name_and_one_takes_the_tab_key(board: Opener) -> None:
    page = board(("Down", "H 3 5"))
    labels = page.labels()
    assert len(labels) == 49
    assert labels["3 1"] == "3 1, Blue’s master"
    assert labels["3 2"] == "3 2, empty, legal, step Down, downwards"
    assert labels["3 6"] == "3 6, Orange’s master, Blue’s goal, camel above"
    assert labels["4 5"] == "4 5, empty, camel below"
    assert labels["0 0"] == "0 0, empty, Orange’s goal"
    assert page.count("svg[role=grid] > [role=row]") == 7
    assert page.count("[role=row] > [role=gridcell]") == 49
    assert page.count("[role=gridcell][tabindex='0']") == 1
    assert page.count(".target") == 4


def test_a_step_is_a_click_on_its_tile(board: Opener) -> None:
    page = board()
    page.click(*tile(3, 1))
    assert page.moves == ["Down"]
    assert page.labels()["3 1"] == "3 1, Blue’s master, last move"
    assert page.count(".corners") == 1
    assert page.count(".left") == 1
    assert page.count(".target") == 0


def test_a_camel_lies_where_the_mouse_points(board: Opener) -> None:
    page = board()
    page.hover(*slot("H", 2, 3))
    assert page.count(".ghost") == 1
    assert page.words == "H 2 3 · R turns it"
    page.hover(*slot("V", 2, 3))
    assert page.words == "V 2 3 · R turns it"
    page.hover(*tile(5, 5))
    assert page.count(".ghost") == 0
    page.click(*slot("V", 0, 5))
    assert page.moves == ["V 0 5"]
    assert page.count("[data-camel='V 0 5'] .seat-0") == 1
    assert page.count(".halo") == 2


def test_r_turns_the_camel_under_the_mouse(board: Opener) -> None:
    page = board()
    across, down = slot("H", 2, 3)
    page.hover(across, down)
    page.press("r")
    assert page.words == "V 2 3 · R turns it"
    page.hover(across - 10, down)
    assert page.words == "V 2 3 · R turns it"
    page.click(across - 10, down)
    assert page.moves == ["V 2 3"]


def test_r_that_is_typed_into_a_field_turns_nothing(board: Opener) -> None:
    page = board()
    page.run(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=\"field\" aria-label=\"Field\">')"
    )
    page.hover(*slot("H", 2, 3))
    page.run("document.getElementById('field').focus()")
    page.press("r")
    assert page.words == "H 2 3 · R turns it"


def test_an_illegal_slot_is_red_with_the_reason(board: Opener) -> None:
    page = board(("H 2 3", "H 2 5"))
    page.hover(*slot("H", 3, 3))
    assert page.count(".ghost.wrong") == 1
    reason = page.words
    assert "camel" in reason
    page.click(*slot("H", 3, 3))
    assert page.moves == []
    assert page.said == [reason]
    assert page.count(".board-words.bad") == 1


def test_a_camel_that_would_cut_a_path_shows_whose(board: Opener) -> None:
    page = board(position=NEARLY_CUT)
    page.hover(*slot("V", 5, 0))
    assert page.count(".ghost.wrong") == 1
    assert page.words.startswith("That camel would cut off Blue's last path")
    assert page.count(".masters .cut") == 1


def test_a_refused_camel_is_taken_back_with_the_reason(board: Opener) -> None:
    page = board()
    page.click(*slot("H", 4, 4))
    assert page.count("[data-camel='H 4 4']") == 1
    page.update()
    assert page.count("[data-camel='H 4 4']") == 1
    page.run("harness.board.refuse('H 4 4', 'The game was paused.')")
    assert page.count("[data-camel='H 4 4']") == 0
    assert page.words == "The game was paused."
    page.click(*tile(3, 1))
    assert page.moves == ["H 4 4", "Down"]


def test_owners_come_from_the_history(board: Opener) -> None:
    page = board(("H 0 0", "V 5 2"), position="7x7 3,0,8 3,6,7 H2,3 0 1")
    assert page.count("[data-camel='H 0 0'] .seat-0") == 1
    assert page.count("[data-camel='V 5 2'] .seat-1") == 1
    assert page.count("[data-camel='H 2 3'] .camel") == 1
    assert page.count("[data-camel='H 2 3'] :is(.seat-0, .seat-1)") == 0
    backs = """return [...document.querySelectorAll('[data-camel]')]
        .map((one) => [...one.querySelectorAll('.body')].at(-1).getAttribute('d'))"""
    assert len(set(page.run(backs))) == 3


def test_touch_aims_first_and_asks_to_confirm(board: Opener) -> None:
    page = board()
    page.use_touch()
    page.tap(*slot("H", 4, 2))
    assert page.moves == []
    assert page.words == "H 4 2, below 4 2 and 5 2"
    page.button("Turn").click()
    assert page.words == "V 4 2, right of 4 2 and 4 3"
    page.button("Place it here").click()
    assert page.moves == ["V 4 2"]


def test_a_second_tap_confirms_and_another_place_aims_anew(board: Opener) -> None:
    page = board()
    page.use_touch()
    page.tap(*slot("H", 4, 2))
    page.tap(*slot("V", 1, 3))
    assert page.moves == []
    assert page.words.startswith("V 1 3")
    page.tap(*slot("V", 1, 3))
    assert page.moves == ["V 1 3"]


def test_an_aim_by_touch_can_be_given_up(board: Opener) -> None:
    page = board()
    page.use_touch()
    page.tap(*slot("H", 4, 2))
    page.button("Cancel").click()
    assert page.count(".ghost") == 0
    page.tap(*tile(3, 1))
    assert page.moves == ["Down"]


def test_placing_nothing_but_camels_by_touch(board: Opener) -> None:
    page = board()
    page.use_touch(320, 640)
    page.button("Place a camel").click()
    page.tap(*tile(3, 1))
    assert page.moves == []
    assert page.count(".ghost") == 1
    page.button("Cancel").click()
    page.tap(*tile(3, 1))
    assert page.moves == ["Down"]


def test_keys_walk_over_tiles_and_step(board: Opener) -> None:
    page = board()
    page.tab()
    assert page.focus == "3 0, Blue’s master, Orange’s goal"
    page.press(Keys.ARROW_DOWN)
    assert page.focus == "3 1, empty, legal, step Down, downwards"
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    assert page.said == ["No step leads to 3 2."]
    page.press(Keys.ARROW_UP, Keys.ENTER)
    assert page.moves == ["Down"]
    assert page.focus == "3 1, Blue’s master, last move"


def test_keys_place_a_camel(board: Opener) -> None:
    page = board()
    page.tab()
    page.press("c")
    assert page.said == ["Placing a camel: arrows move it, R turns it, Enter places it, Escape leaves."]
    assert page.focus == "H 3 0, below 3 0 and 4 0, legal"
    assert page.count("[role=row] > [role=gridcell]") == 36
    assert page.count("[role=gridcell][tabindex='0']") == 1
    page.press(Keys.ARROW_LEFT, Keys.ARROW_DOWN, "r")
    assert page.said[-1] == "V 2 1, right of 2 1 and 2 2, legal"
    assert page.focus == "V 2 1, right of 2 1 and 2 2, legal"
    page.press(" ", Keys.ENTER)
    assert page.moves == ["H 2 1"]
    assert page.focus.startswith("3 0, Blue’s master")


def test_escape_leaves_the_camels(board: Opener) -> None:
    page = board()
    page.tab()
    page.press("c", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ESCAPE)
    assert page.count(".ghost") == 0
    assert page.said[-1] == "No camel placed. Arrows move over the tiles again."
    assert page.focus == "3 2, empty"


def test_an_illegal_slot_is_named_and_refused_by_keys(board: Opener) -> None:
    page = board(("H 3 0", "Up"))
    page.tab()
    page.press("c")
    assert page.focus.startswith("H 3 0, below 3 0 and 4 0, not possible: ")
    page.press(Keys.ENTER)
    assert page.moves == []
    assert page.said[-1] in page.focus
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    assert page.moves == ["H 3 1"]


def test_no_camels_left_is_said(board: Opener) -> None:
    page = board(position="7x7 3,0,0 3,6,4 - 0 0")
    page.tab()
    page.press("c")
    assert page.said == ["You have no camels left to place."]
    assert page.button("Place a camel") is None


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat": 1}, "It is not your turn."),
        ({"position": "7x7 3,6,8 2,5,8 - 1 11"}, "The game is over."),
    ],
)
def test_out_of_turn_is_refused_in_words(board: Opener, more: dict[str, Any], sentence: str) -> None:
    page = board(**more)
    page.click(*tile(3, 1))
    page.click(*slot("H", 1, 1))
    assert page.moves == []
    assert page.said == [sentence, sentence]


def test_a_pass_is_offered(board: Opener) -> None:
    page = board()
    state = page.state()
    state["view"]["moves"] = [{"text": "pass"}]
    state["view"]["text"] += " changed"
    page.run("harness.board.update(arguments[0])", state)
    page.button("Pass").click()
    assert page.moves == ["pass"]


def test_shortest_paths_on_request(board: Opener) -> None:
    page = board(("H 2 0", "Up"))
    assert page.count(".path") == 0
    page.update(("H 2 0", "Up"), settings={"paths": True})
    lengths = page.run("return [...document.querySelectorAll('.path text')].map((one) => one.textContent)")
    assert lengths == ["7", "6"]


def test_hints_for_steps_and_camels(board: Opener) -> None:
    page = board(hint="Down")
    assert page.labels()["3 1"] == "3 1, empty, legal, step Down, downwards, hint"
    assert page.count(".hint") == 1
    page.update(hint="V 3 3")
    assert page.count(".hinted-slot") == 1


def test_a_turned_board_is_played_as_it_is_seen(board: Opener) -> None:
    page = board(flip=True)
    page.tab()
    page.press(Keys.ARROW_UP)
    assert page.focus == "3 1, empty, legal, step Down, upwards"
    page.click(*slot("H", 0, 0))
    assert page.moves == ["H 5 5"]
    assert page.run("return document.querySelector('.coordinate').textContent") == "6"


@pytest.mark.parametrize(("width", "height"), [(3, 3), (9, 9), (4, 9), (9, 3)])
def test_sizes(board: Opener, width: int, height: int) -> None:
    page = board(options={"board_width": width, "board_height": height})
    assert len(page.labels()) == width * height
    assert page.count(".coordinate") == width + height
    page.click(*slot("V", width - 2, 0))
    assert page.moves == [f"V {width - 2} 0"]


def test_steps_slide_and_camels_lie_down(board: Opener) -> None:
    page = board()
    script = "const before = moving(); harness.board.step({x: 3, y: 1}); return [before, moving()]"
    assert page.run(script) == [0, 1]
    page.settle()
    page.update(("Down", "H 1 1"))
    assert page.run("return moving()") == 1


def test_nothing_moves_for_those_who_asked_for_stillness(board: Opener, browser: Chrome) -> None:
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page = board()
    assert page.run("harness.board.step({x: 3, y: 1}); return moving()") == 0
    assert page.labels()["3 1"].startswith("3 1, Blue’s master")


def test_a_narrow_phone_has_room_for_the_largest_board(board: Opener, browser: Chrome) -> None:
    resize(browser, 320, 640)
    page = board(options={"board_width": 9, "board_height": 9})
    assert page.run("return document.documentElement.scrollWidth") <= 320
    page.use_touch(320, 640)
    across, down = page.point(*tile(4, 1))
    for x, y in ((-11, -11), (11, 11)):
        found = page.run(
            """const board = harness.board, point = board.pointOf({clientX: arguments[0], clientY: arguments[1]});
            return board.heart(point, true)""",
            across + x,
            down + y,
        )
        assert (found["x"], found["y"]) == (4, 1)
    page.button("Place a camel").click()
    assert page.run("return document.querySelector('.slot .hit').getBoundingClientRect().width") >= 24


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_words_and_buttons_keep_their_room(board: Opener, browser: Chrome, width: int) -> None:
    resize(browser, width, 800)
    page = board(position=NEARLY_CUT)
    script = "return document.querySelector('.board').getBoundingClientRect().height"
    before = page.run(script)
    page.run("harness.board.take({mode: false, slot: {axis: 'V', x: 5, y: 0}, turned: true})")
    assert page.words.startswith("That camel would cut off")
    assert page.count(".board-buttons button") == 3
    assert page.run(script) == before
    page.update(position=NEARLY_CUT, seat=1)
    assert page.run(script) == before


def test_a_picture_is_light_and_named(browser: Chrome, address: str) -> None:
    page = BoardPage(browser, address, "camel")
    view = page.state(position="7x7 4,2,5 2,4,6 H1,2;H2,4;H3,2;V1,0;V4,3 0 5")["view"]
    page.run("harness.picture(arguments[0], {label: 'A game'})", view)
    assert page.count("svg[role=img][aria-label='A game'] .master") == 2
    assert page.count(".camel") == 5
    assert page.count("svg *") < 220
    assert page.count("[tabindex]") == 0
    assert console_errors(browser) == []
