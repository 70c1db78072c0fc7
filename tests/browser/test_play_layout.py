"""Where things stand: the board has the room, nothing jumps, the end is in sight, and seats look alike."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from tests.browser.conftest import resize
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tools.benchmarks.serving import Server

BOX = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]"
AGAINST_RANDOM = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]


def box(browser: Chrome, selector: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of what fits first."""
    left, top, width, height = browser.execute_script(BOX, selector)
    return left, top, width, height


def bottom(browser: Chrome, selector: str) -> float:
    """Where what fits first ends; pages that are scrolled or laid out anew take a moment."""
    _, top, _, height = box(browser, selector)
    return top + height


def colours(browser: Chrome, selector: str) -> list[str]:
    """What the seats' marks inside are filled with."""
    script = (
        "return [...document.querySelectorAll(arguments[0] + ' .mark path')].map((each) => getComputedStyle(each).fill)"
    )
    found: list[str] = browser.execute_script(script, selector)
    return found


@pytest.mark.parametrize("game", ["othello", "camel"])
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (1920, 1080), (1366, 700)])
def test_the_board_is_as_large_as_the_height_allows(
    browser: Chrome, server: Server, game: str, width: int, height: int
) -> None:
    resize(browser, width, height)
    PlayPage(browser, server, make_game(server, game=game, seats=AGAINST_RANDOM)["url"])
    left, top, across, down = box(browser, "svg.board-drawing")
    _, status, _, line = box(browser, "#status")
    low = height < 800
    assert down >= (0.57 if low else 0.69) * height
    assert abs(across - down) < 1
    assert top > 0
    assert height - (80 if low else 60) <= status + line <= height, "the status line is in sight, and no room is lost"
    side, *_ = box(browser, ".side")
    assert side >= left + across


def test_on_a_phone_the_end_and_its_rematch_are_in_sight(browser: Chrome, server: Server) -> None:
    resize(browser, 390, 844)
    page = PlayPage(browser, server, make_game(server, game="othello", seats=AGAINST_RANDOM)["url"])
    page.click("Resign")
    page.find("dialog .danger").click()
    page.until(lambda: page.finished)
    browser.execute_script("scrollTo(0, 0)")
    page.until(lambda: bottom(browser, ".result .primary") <= 844)
    next(each for each in page.all(".result button") if each.text == "Share").click()
    page.until(lambda: browser.execute_script("return document.activeElement.id") == "tab-share")
    page.until(lambda: bottom(browser, "#link-address") <= 844)  # what is shared is in sight


def test_buttons_stay_where_they_are_whoever_is_to_move(browser: Chrome, server: Server) -> None:
    for width, height in ((390, 844), (1280, 900)):
        resize(browser, width, height)
        page = PlayPage(browser, server, make_game(server, game="othello", seats=AGAINST_RANDOM)["url"])
        buttons = [f".own > :nth-child({at})" for at in (1, 2, 3, 4)]
        before = [box(browser, button) for button in buttons]
        assert len({top for _, top, _, _ in before}) == 1, "one row"
        assert not page.button("Take back").is_enabled()
        assert page.button("Hint").is_enabled()
        page.cell(*page.legal_cells()[0])
        page.until_ply(2)
        assert page.button("Take back").is_enabled()
        assert [box(browser, button) for button in buttons] == before


def test_a_single_disc_is_not_called_discs(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE, moves=["f5"])["url"])
    counters = [" ".join(each.text.split()) for each in page.all(".counter")]
    assert counters == ["1 disc", "4 discs"]


@pytest.mark.parametrize("kind", ["dark-light", "red-blue"])
def test_setup_and_play_show_the_seats_in_the_discs_colours(browser: Chrome, server: Server, kind: str) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", options={"colours": kind}, seats=PEOPLE)["url"])
    playing = colours(browser, ".strips")
    browser.get(f"{server.url}/new/othello?colours={kind}")
    page.until(lambda: len(colours(browser, ".setup-seat")) == 2)
    assert sorted(colours(browser, ".setup-seat")) == sorted(playing)
    names = [each.text.split()[0] for each in page.all(".setup-seat h3")]
    assert names == (["Dark", "Light"] if kind == "dark-light" else ["Red", "Blue"])
    faces = "return [...document.querySelectorAll('.setup-board .face')].map((each) => getComputedStyle(each).fill)"
    assert set(browser.execute_script(faces)) == set(playing), "the discs in the picture have them too"


def test_the_current_move_is_in_sight_in_the_list(browser: Chrome, server: Server) -> None:
    moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5", "b6", "d8"]
    page = PlayPage(browser, server, make_game(server, game="othello", seats=PEOPLE, moves=moves)["url"])

    def in_sight() -> bool:
        _, top, _, height = box(browser, "ol.moves")
        _, row, _, tall = box(browser, "ol.moves [aria-current]")
        return top - 1 <= row and row + tall <= top + height + 1

    page.until(in_sight)
    assert browser.execute_script(
        "const l = document.querySelector('ol.moves'); return l.scrollHeight > l.clientHeight"
    )
    browser.find_element("css selector", "ol.moves button").click()
    page.until(lambda: browser.execute_script("return document.querySelector('ol.moves').scrollTop") < 5)
    page.until(in_sight)
