"""First steps in a browser: through all stages of a game by keyboard into a first game, and by touch in German."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.sessions import first_steps
from tests.browser.conftest import console_errors, resize
from tests.browser.conftest import until_script as until
from tests.soaking import later
from tools.benchmarks.serving import Server

STATE = "document.querySelector('.first-stage')?.dataset.state"
SAYS = "document.querySelector('#first-says').textContent"


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser, duration=0).send_keys(*keys).perform()


def on(element_id: str) -> str:
    """A script that says whether an element has the focus."""
    return f"document.activeElement?.id === '{element_id}'"


def tab_to(browser: Chrome, element_id: str) -> None:
    for _ in range(40):
        if browser.execute_script(f"return {on(element_id)}"):
            return
        press(browser, Keys.TAB)
    raise AssertionError(f"the Tab key does not lead to {element_id}")


def square(name: str) -> str:
    return f'#first-board [role="gridcell"][aria-label^="{name}"]'


def tap(browser: Chrome, selector: str) -> None:
    """A touch with one finger on an element, once it is there."""
    until(browser, f"document.querySelector({json.dumps(selector)})")
    found = "const it = document.querySelector(arguments[0]); it.scrollIntoView({block: 'center'});"
    place = f"{found} const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
    across, down = browser.execute_script(place, selector)
    touch = {"type": "touchStart", "touchPoints": [{"x": across, "y": down}]}
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def open_steps(browser: Chrome, server: Server, game: str) -> None:
    browser.get(f"{server.url}/learn/{game}")
    until(browser, "document.querySelector('#first-board svg')")


def walk(browser: Chrome, game: str, make: Callable[[str], None], onward: Callable[[str], None]) -> None:
    """Through all stages by moves that the help names, and on by the button behind each."""
    for number, stage in enumerate(first_steps.shown(game)):
        until(browser, f"document.querySelector('.first-stage')?.dataset.stage === '{stage['id']}'")
        moves: list[str] = []
        state = "open"
        while state == "open":
            asked = {"game": game, "stage": stage["id"], "moves": moves}
            move = first_steps.help_with(asked)["move"]
            make(move)
            found = first_steps.played({**asked, "move": move})
            state = found["state"]
            moves += [step["text"] for step in found["steps"]]
            until(browser, f"document.querySelector('.first-stage').dataset.plies === '{len(moves)}'")
        until(browser, f"{STATE} === 'reached' && {on('first-next')}")
        assert browser.execute_script("return document.querySelectorAll('.step-dot.done').length") == number + 1
        onward("first-next")
    until(browser, "document.querySelector('#first-game')")


def test_all_stages_and_the_first_game_by_keyboard(browser: Chrome, server: Server) -> None:
    open_steps(browser, server, "tak")
    tab_to(browser, "first-move")
    press(browser, "a1", Keys.ENTER)
    until(browser, f"{SAYS}.includes('There is a piece on a1 already')")
    press(browser, "d4", Keys.ENTER)
    until(browser, f"{STATE} === 'missed' && {on('first-undo')}")
    assert "After d4 no road of yours" in browser.execute_script(f"return {SAYS}")
    tab_to(browser, "first-move")
    press(browser, "b4", Keys.ENTER)  # in its place
    until(browser, f"{SAYS}.includes('After b4 no road of yours') && {on('first-undo')}")
    assert browser.execute_script("return document.querySelector('.first-stage').dataset.plies") == "1"
    press(browser, Keys.ENTER)
    until(browser, f"{STATE} === 'open' && {on('first-move')}")

    def make(move: str) -> None:
        tab_to(browser, "first-move")
        press(browser, move, Keys.ENTER)

    walk(browser, "tak", make, lambda _button: press(browser, Keys.ENTER))
    browser.refresh()
    until(browser, "document.querySelectorAll('.step-dot.done').length === 5 && document.querySelector('#first-game')")
    tab_to(browser, "first-game")
    press(browser, Keys.ENTER)
    until(browser, "location.pathname.startsWith('/g/') && document.querySelector('.play')?.dataset.line === 'live'")
    assert not [line for line in console_errors(browser) if "400" not in line]


def test_all_stages_by_touch_on_a_phone_in_german(browser: Chrome, server: Server) -> None:
    resize(browser, 390, 844)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    browser.get(f"{server.url}/language/de")
    way = "document.querySelector('.game a[href=\"/learn/othello\"]')"
    until(browser, way)
    assert "Noch nie gespielt?" in browser.execute_script(f"return {way}.textContent")
    open_steps(browser, server, "othello")
    tap(browser, "#first-help")
    until(browser, f"{SAYS}.includes('Reihe heller Scheiben')")
    tap(browser, square("g1"))
    until(browser, f"{STATE} === 'missed'")
    assert "g1 dreht eine Scheibe um" in browser.execute_script(f"return {SAYS}")
    tap(browser, "#first-undo")
    until(browser, f"{STATE} === 'open'")
    walk(browser, "othello", lambda move: tap(browser, square(move)), lambda button: tap(browser, f"#{button}"))
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    assert not console_errors(browser)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["tree", *later(["camel", "punter"])])
def test_the_board_takes_the_move_that_the_help_points_out(browser: Chrome, server: Server, game: str) -> None:
    open_steps(browser, server, game)
    browser.execute_script(
        "for (let n = 0; n < 2; n++) setTimeout(() => document.querySelector('#first-help').click(), 0)"
    )
    move = first_steps.help_with({"game": game, "stage": first_steps.shown(game)[0]["id"], "moves": []})["move"]
    until(browser, f"{SAYS}.includes('Try {move}.')")
    assert not console_errors(browser)
