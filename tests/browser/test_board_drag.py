"""Drags on boards beside taps, by mouse and by finger: pieces, stacks with what they carry, masters, camels, rivers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.board_page import BoardPage
from tests.browser.conftest import Opener, console_errors, until_there
from tests.browser.test_board_punter import MapPage

TOWER = "x5/x5/x5/x5/2121,x4 1 9"
"""Four pieces on a1, White's on top."""
FINGER = pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])


def opened(open_board: Callable[..., Opener], game: str, finger: bool, *moves: str, **more: Any) -> BoardPage:
    """A board that is listened to, on a phone where a finger drags."""
    page: BoardPage = open_board(BoardPage, game)(moves, **more)
    if finger:
        page.use_touch()
    return ready(page)


def ready(page: BoardPage) -> BoardPage:
    """When the board listens to drags."""
    until_there(page.browser, ".board.drags")
    page.settle()
    return page


def again(page: BoardPage, **more: Any) -> None:
    """The same board anew."""
    page.run("harness.board.destroy(); harness.moves.length = 0")
    page.open(**more)
    ready(page)


def square(page: BoardPage, x: int, y: int) -> tuple[float, float]:
    return page.place_of(f"[role=gridcell][data-x='{x}'][data-y='{y}']")


def click_square(page: BoardPage, x: int, y: int) -> None:
    page.run(
        "document.querySelector(`[role=gridcell][data-x='${arguments[0]}'][data-y='${arguments[1]}']`)"
        ".dispatchEvent(new Event('click', { bubbles: true }))",
        x,
        y,
    )


@FINGER
def test_a_piece_is_dragged_from_the_reserve(open_board: Callable[..., Opener], finger: bool) -> None:
    page = opened(open_board, "tak", finger, "a1", "e5")
    page.drag(page.place_of("[data-piece='S'] button"), square(page, 1, 1), square(page, 2, 2), finger=finger)
    assert page.moves == ["Sc3"]
    assert console_errors(page.browser) == []


def test_a_click_on_the_reserve_is_for_the_next_square(open_board: Callable[..., Opener]) -> None:
    page = opened(open_board, "tak", False, "a1", "e5")
    page.run("document.querySelector('[data-piece=C] button').click()")
    click_square(page, 2, 2)
    assert page.moves == ["Cc3"]


@FINGER
def test_a_stack_is_dragged_and_drops_on_its_way(open_board: Callable[..., Opener], finger: bool) -> None:
    page = opened(open_board, "tak", finger, position=TOWER)
    way = [square(page, x, 4) for x in range(4)]
    page.drag(*way[:2], finger=finger)
    assert page.moves == ["4a1>"]
    again(page, position=TOWER)
    page.drag(*way, finger=finger)
    assert page.moves == ["4a1>112"]
    again(page, position=TOWER)
    page.drag(way[0], way[1], way[2], way[1], finger=finger)  # back by a square: what fell there is taken up
    assert page.moves == ["4a1>"]
    again(page, position=TOWER)
    page.drag(way[0], way[1], way[0], finger=finger)
    assert page.moves == []
    assert page.count(".floating") == 0
    assert console_errors(page.browser) == []


def test_the_number_that_was_chosen_is_carried(open_board: Callable[..., Opener]) -> None:
    page = opened(open_board, "tak", False, position=TOWER)
    click_square(page, 0, 4)
    page.run("document.querySelector('.tak-stepper button').click()")
    page.drag(square(page, 0, 4), square(page, 1, 4))
    assert page.moves == ["3a1>"]


@FINGER
def test_a_master_is_dragged_to_its_step(open_board: Callable[..., Opener], finger: bool) -> None:
    page = opened(open_board, "camel", finger)
    page.drag(square(page, 3, 0), square(page, 3, 1), finger=finger)
    assert page.moves == ["Down"]
    again(page)
    page.drag(square(page, 3, 0), square(page, 5, 5), finger=finger)
    assert page.moves == []
    assert "No step leads" in page.words
    assert page.run("return document.querySelectorAll('.masters [style*=translate]').length") == 0


@FINGER
def test_a_camel_is_dragged_into_a_gap(open_board: Callable[..., Opener], finger: bool) -> None:
    page = opened(open_board, "camel", finger)
    button, gap = page.place_of(".board-buttons .draggable"), page.point(5 * 134 + 117, 4 * 134 + 117 + 40)
    page.drag(button, page.point(500, 500), gap, finger=finger, release=False)
    assert page.count(".ghost") >= 1
    page.let_go(*gap, finger=finger)
    assert page.moves[-1] == "V 5 4"


def test_escape_ends_a_drag(open_board: Callable[..., Opener]) -> None:
    page = opened(open_board, "tak", False, position=TOWER)
    page.drag(square(page, 0, 4), square(page, 1, 4), square(page, 2, 4), release=False)
    assert page.count(".floating") == 1
    page.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
    assert page.count(".floating") == 0
    assert page.moves == []


@FINGER
def test_a_river_is_drawn_from_site_to_site(open_board: Callable[..., Opener], finger: bool) -> None:
    page: MapPage = open_board(MapPage, "punter", options={"map": "grid-3x3"})()
    if finger:
        page.use_touch()
    page.drawn()
    ready(page)
    sites = [page.point(*page.site(number)) for number in (0, 1)]
    page.drag(sites[0], page.point(*page.middle(0, 1)), sites[1], finger=finger)
    assert page.moves == ["0-1"]
    assert console_errors(page.browser) == []
