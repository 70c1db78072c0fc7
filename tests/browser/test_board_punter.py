"""The Lambda Punter board in a real browser: mouse, touch, keyboard, pan and zoom, routes, options, bets, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.games.punter import charts, mapfile
from tests.browser.board_page import BoardPage
from tests.browser.conftest import Opener, until_returns
from tests.browser.harness_server import MAPS

GRID = {"map": "grid-3x3"}
EVERYTHING = {"map": "grid-3x3", "splurges": True, "options": True}


class MapPage(BoardPage):
    """A board with a map, which the harness serves as the game's server would."""

    def state(self, moves: Any = (), seat: int | None = None, **more: Any) -> dict[str, Any]:
        found = super().state(moves, seat, **more)
        assert self.game.maps is not None
        MAPS[found["view"]["map"]] = self.game.maps.text(found["view"]["map"])
        return found

    def drawn(self) -> None:
        """Wait until the board and its map are there and drawn."""
        script = """if (harness.board.real) harness.board = harness.board.real;
            if (!harness.board.root) return false;
            const {sheet, frame, space} = harness.board;
            const view = document.querySelector('.punter-view');
            if (!view) return false;
            const {width} = view.getBoundingClientRect();
            return Boolean(sheet?.drawn) && !frame && space.width === width"""
        until_returns(self.browser, script)

    def site(self, number: int) -> tuple[float, float]:
        """Where a site lies in the map's window, in pixels."""
        script = """const {map, space} = harness.board; const at = map.index.get(arguments[0]);
            return [space.width / 2 + (map.x[at] - space.x) * space.scale * space.sign,
                    space.height / 2 + (map.y[at] - space.y) * space.scale * space.sign]"""
        x, y = self.run(script, number)
        return x, y

    def middle(self, a: int, b: int) -> tuple[float, float]:
        """The middle of a river."""
        (ax, ay), (bx, by) = self.site(a), self.site(b)
        return (ax + bx) / 2, (ay + by) / 2

    def point(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.run(
            "const box = document.querySelector('.punter-view').getBoundingClientRect(); return [box.left, box.top]"
        )
        return left + x, top + y

    def owner(self, a: int, b: int) -> int:
        """Who is drawn as the owner of a river, -1 for nobody."""
        script = """const {map, held} = harness.board;
            return held.owners[map.between(map.index.get(arguments[0]), map.index.get(arguments[1]))[0]]"""
        return int(self.run(script, a, b))

    @property
    def told(self) -> str:
        """What a listener has heard of the cursor."""
        return str(self.run("return document.querySelector('[aria-live=polite].hidden-visually').textContent"))


@pytest.fixture
def board(open_board: Callable[..., Opener]) -> Opener:
    return open_board(MapPage, "punter", MapPage.drawn, options=GRID)


def test_a_click_on_a_river_claims_it_at_once(board: Opener) -> None:
    page = board()
    page.hover(*page.middle(0, 1))
    assert page.words == "River 0-1, free."
    assert page.count(".punter-over .near") == 1, "rivers near the pointer brighten"
    page.click(*page.middle(0, 1))
    assert page.moves == ["0-1"]
    assert page.owner(0, 1) == 0
    assert page.count(".punter-over .last") == 2


def test_a_refused_claim_is_taken_back_with_the_reason(board: Opener) -> None:
    page = board()
    page.click(*page.middle(0, 1))
    page.run("harness.board.refuse('0-1', 'The game was paused.')")
    assert page.owner(0, 1) == -1
    assert page.words == "The game was paused."


def test_what_cannot_be_taken_is_refused_in_words(board: Opener) -> None:
    page = board(("0-1", "1-2"))
    page.click(*page.middle(1, 2))
    assert page.moves == []
    assert page.said[-1] == "1-2 is taken."
    page.click(*page.middle(0, 1))
    assert page.said[-1] == "0-1 is yours already."


def test_nothing_can_be_taken_out_of_turn(board: Opener) -> None:
    page = board(("0-1",), seat=0)
    page.click(*page.middle(1, 2))
    assert page.moves == []
    assert "turn" in page.said[-1]


def test_a_taken_river_is_used_by_an_option(board: Opener) -> None:
    page = board(("0-1", "1-2"), options=EVERYTHING)
    page.hover(*page.middle(1, 2))
    assert page.words == "River 1-2, taken by Punter 1; it can be used by an option."
    page.click(*page.middle(1, 2))
    assert page.moves == ["option 1-2"]
    assert page.run("return harness.board.held.second.size") == 1


def test_a_site_tells_its_distances(board: Opener) -> None:
    page = board()
    mines = page.run("const {map} = harness.board; return map.mines.map((mine) => map.ids[mine])")
    page.hover(*page.site(4))
    assert page.words.startswith("Site 4: ")
    assert all(f"from mine {mine}" in page.words for mine in mines)
    assert page.words.endswith("4 rivers, 4 free.")


def test_a_finger_points_first_and_confirms(board: Opener) -> None:
    page = board()
    page.use_touch()
    page.drawn()
    page.tap(*page.middle(0, 1))
    assert page.moves == []
    assert page.said[-1] == "River 0-1, free. Tap it again to take it."
    page.tap(*page.middle(0, 1))
    assert page.moves == ["0-1"]


def test_keys_walk_choose_and_claim(board: Opener) -> None:
    page = board()
    page.run("harness.board.focus()")
    page.press("m")
    first = page.told
    assert first.startswith("Mine ")
    page.run("harness.board.stand(harness.board.map.index.get(0))")
    page.press(Keys.ARROW_RIGHT)
    assert page.told.startswith(("Site 1", "Mine 1"))
    page.press(Keys.ARROW_DOWN)
    assert page.told.startswith(("Site 4", "Mine 4"))
    page.press(Keys.SPACE)
    assert page.told.endswith(", can be taken.")
    name = page.told.split(",")[0].removeprefix("River ")
    page.press(Keys.ENTER)
    assert page.moves == [name]


def test_a_pass_by_key_is_asked_twice(board: Opener) -> None:
    page = board()
    page.run("harness.board.focus()")
    page.press("p")
    assert page.moves == []
    assert page.words == "Press P again to pass."
    page.press("p")
    assert page.moves == ["pass"]


def test_a_pass_by_button(board: Opener) -> None:
    page = board()
    page.button("Pass").click()
    assert page.moves == ["pass"]


ROUTE_START = ("pass", "pass", "pass", "pass")


def test_a_route_by_mouse(board: Opener) -> None:
    page = board(ROUTE_START, options=EVERYTHING)
    page.button("Route").click()
    for number in (0, 1, 4):
        page.click(*page.site(number))
    page.button("Claim 2 rivers").click()
    assert page.moves == ["splurge 0-1-4"]
    assert (page.owner(0, 1), page.owner(1, 4)) == (0, 0)


def test_a_route_needs_credit(board: Opener) -> None:
    page = board(ROUTE_START, options=EVERYTHING)
    page.button("Route").click()
    for number in (0, 1, 4, 7, 8):
        page.click(*page.site(number))
    assert page.words == "You have credit for 3 rivers; pass to save more."
    page.button("Take one back").click()
    page.button("Claim 2 rivers").click()
    assert page.moves == ["splurge 0-1-4"]


def test_a_route_by_keys(board: Opener) -> None:
    page = board(ROUTE_START, options=EVERYTHING)
    page.run("harness.board.focus(); harness.board.stand(harness.board.map.index.get(0))")
    page.press("r")
    for number in (1, 2):
        while f"-{number}," not in page.told and f"River {number}-" not in page.told:
            page.press(Keys.SPACE)
        page.press(Keys.ENTER)
    page.press("c")
    assert page.moves == ["splurge 0-1-2"]


def test_bets_by_mouse(board: Opener) -> None:
    page = board(options={"map": "path-4", "futures": True})
    mine = page.run("return harness.board.map.ids[harness.board.map.mines[0]]")
    target = page.run("const {map} = harness.board; return map.ids[map.distances(map.mines[0]).indexOf(3)]")
    page.click(*page.site(mine))
    page.click(*page.site(target))
    assert page.said[-1] == f"A bet on {target} from mine {mine}: 27 to win or to lose."
    assert page.count(".punter-over .bet") == 2
    page.button("Place the bets").click()
    assert page.moves == [f"futures {mine}:{target}"]


def test_bets_by_keyboard_in_the_form(board: Opener) -> None:
    page = board(options={"map": "path-4", "futures": True})
    mine = page.run("return harness.board.map.ids[harness.board.map.mines[0]]")
    target = page.run("const {map} = harness.board; return map.ids[map.distances(map.mines[0]).indexOf(2)]")
    field = page.browser.find_element("css selector", ".punter-bets input")
    field.send_keys("99", Keys.TAB)
    assert page.words == "There is no site 99."
    field.send_keys(str(target), Keys.TAB)
    page.button("Place the bets").send_keys(Keys.ENTER)
    assert page.moves == [f"futures {mine}:{target}"]


def test_the_list_is_a_second_way_in(board: Opener) -> None:
    page = board(("0-1",))
    page.run("harness.board.focus()")
    page.press("/")
    assert page.run("return document.activeElement.id") == "punter-find"
    shown = "return [...document.querySelectorAll('.punter-rivers button')].map((one) => one.textContent.trim())"
    assert len(page.run(shown)) == 11
    page.press("4", "-", "5")
    assert [text.split()[0] for text in page.run(shown)] == ["4-5"]
    page.press(Keys.TAB)
    assert page.count(".punter-over .aimed") == 1, "the river of the focused button shows on the map"
    page.press(Keys.ENTER)
    assert page.moves == ["4-5"]


SPACE = "const {scale, x, y} = harness.board.space; return [scale, x, y]"


def test_zoom_and_pan_by_keys_buttons_and_wheel(board: Opener) -> None:
    page = board(options={"map": "grid-9x9"})
    whole = page.run(SPACE)
    page.run("harness.board.focus()")
    page.press("+")
    assert page.run(SPACE)[0] > whole[0]
    page.press(Keys.SHIFT + Keys.ARROW_RIGHT)
    page.press("0")
    assert page.run(SPACE) == whole
    page.run("document.querySelector('[aria-label=\"Zoom in\"]').click()")
    assert page.run(SPACE)[0] > whole[0]
    page.press("0")
    page.run(
        """harness.board.gestures.entered = -1000;
        const box = document.querySelector('.punter-view').getBoundingClientRect();
        document.querySelector('.punter-view').dispatchEvent(new WheelEvent('wheel',
            {deltaY: -200, clientX: box.left + 100, clientY: box.top + 100, bubbles: true, cancelable: true}))"""
    )
    scale, x, y = page.run(SPACE)
    assert scale > whole[0]
    assert [x < whole[1], y < whole[2]] == [True, True], "it zooms about the pointer"
    page.drawn()


def test_a_drag_pans_and_claims_nothing(board: Opener) -> None:
    page = board(options={"map": "grid-9x9"})
    page.run("harness.board.zoom(4)")
    page.drawn()
    before = page.run(SPACE)
    page.run(
        """const view = document.querySelector('.punter-view'); const box = view.getBoundingClientRect();
        const send = (kind, x, y) => view.dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 0, pointerId: 1,
            pointerType: 'mouse', clientX: box.left + x, clientY: box.top + y}));
        send('pointerdown', 200, 200); for (let at = 0; at < 60; at += 6) send('pointermove', 200 + at, 200 + at / 2);
        send('pointerup', 254, 227)"""
    )
    after = page.run(SPACE)
    assert after[0] == before[0]
    assert [after[1] < before[1], after[2] < before[2]] == [True, True]
    assert page.moves == []


def test_two_fingers_zoom(board: Opener) -> None:
    page = board(options={"map": "grid-9x9"})
    before = page.run(SPACE)[0]
    page.run(
        """const view = document.querySelector('.punter-view'); const box = view.getBoundingClientRect();
        const send = (kind, pointerId, x) => view.dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 0,
            pointerId, pointerType: 'touch', clientX: box.left + x, clientY: box.top + 150}));
        send('pointerdown', 1, 140); send('pointerdown', 2, 180); send('pointermove', 2, 220);
        send('pointermove', 1, 100); send('pointerup', 1, 100); send('pointerup', 2, 220)"""
    )
    assert page.run(SPACE)[0] > 2 * before
    assert page.moves == []


def test_many_rivers_are_few_elements(board: Opener) -> None:
    page = board(options={"map": "grid-30x30", "punters": 4}, moves=())
    assert page.run("return harness.board.map.rivers") == 1740
    assert page.count(".punter-sheet path") < 40


def test_what_each_mine_pays(board: Opener) -> None:
    page = board(("0-1", "pass", "1-2", "pass"), options={"map": "path-4"})
    page.run("[...document.querySelectorAll('.punter-more summary')].at(-1).click()")
    page.settle()
    rows = page.run(
        "return [...document.querySelectorAll('.punter-pays tbody td')].map((cell) => Number(cell.textContent))"
    )
    assert sum(rows) == sum(page.state(("0-1", "pass", "1-2", "pass"), options={"map": "path-4"})["view"]["scores"])
    assert sum(rows) > 0


def test_the_editor_tells_the_moves_that_are_made(browser: Chrome, address: str) -> None:
    page = MapPage(browser, address, "punter")
    page.run("harness.edit(arguments[0])", page.state(options=GRID)["view"])
    page.run("window.harness.board = harness.editor.board")
    page.drawn()
    page.click(*page.middle(0, 1))
    page.run("return new Promise((done) => setTimeout(done, 100))")
    page.click(*page.middle(1, 2))
    page.run("return new Promise((done) => setTimeout(done, 100))")
    position = page.game.parse_position(page.texts[-1], GRID)
    view = page.game.view(position, None)
    assert view["turn"] == 2
    assert sorted(view["owners"].replace(".", "")) == ["0", "1"]
    page.button("Take back").click()
    page.run("return new Promise((done) => setTimeout(done, 100))")
    assert page.game.view(page.game.parse_position(page.texts[-1], GRID), None)["turn"] == 1


DOUBLE = {
    "sites": [{"id": site, "x": site, "y": 0} for site in range(3)],
    "rivers": [{"source": 0, "target": 1}, {"source": 1, "target": 0}, {"source": 1, "target": 2}],
    "mines": [1],
}


def test_two_rivers_between_the_same_sites_have_names_of_their_own(board: Opener) -> None:
    page = board(options={"map": charts.keep(mapfile.read(DOUBLE)).name})
    names = page.run("const {map} = harness.board; return [0, 1, 2].map((river) => map.name(river))")
    assert names == ["0-1", "1-0#2", "1-2"]
    page.run("harness.board.take(1)")
    assert page.moves == ["1-0#2"]
    assert page.run("return [...harness.board.held.owners]") == [-1, 0, -1]


def test_the_last_move_leaves_the_mark_of_its_mine_in_sight(board: Opener) -> None:
    page = board(("0-1",), options={"map": "path-4"})
    assert page.count(".punter-over .last") == 2
    assert page.run("return [...document.querySelector('.punter-over').children].at(-1).classList.value") == "lambdas"
    page.update(("0-1", "2-3"), options={"map": "path-4"})
    page.drawn()
    assert page.count(".punter-over .lambdas") == 0, "no mine at this river"
