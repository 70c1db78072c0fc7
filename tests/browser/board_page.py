"""Drives a board alone in a real browser: positions from the real rules, no server, everything it reports recorded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from tests.browser.conftest import resize, until_returns, until_script

SETTLED = "return document.getAnimations().every((one) => one.playState === 'finished')"


class BoardPage:
    """One board on a page of its own, and a game behind it whose views it shows."""

    def __init__(self, browser: Chrome, address: str, game: str, theme: str = "light") -> None:
        self.browser = browser
        self.game = registry.game(game)
        browser.get(f"{address}/board.html?game={game}&theme={theme}")
        until_script(browser, "window.harness")

    def run(self, script: str, *arguments: object) -> Any:
        return self.browser.execute_script(script, *arguments)

    def state(self, moves: Iterable[str] = (), seat: int | None = None, **more: Any) -> dict[str, Any]:
        """What the play page would give the board after these moves; ``seat`` None is the seat to move."""
        options = more.pop("options", None)
        start = more.pop("position", None)
        position = self.game.parse_position(start, options) if start else self.game.initial(options)
        history: list[dict[str, Any]] = []
        for ply, text in enumerate(moves):
            mover = self.game.to_move(position)
            effects = self.game.view(position, mover)["moves"]
            effect = next(one for one in effects if one["text"] == text)
            history.append({"ply": ply, "seat": mover, "text": text, "effect": effect})
            position = self.game.play(position, self.game.require(position, text))
        mover = self.game.to_move(position)
        yours = mover if seat is None else seat
        return {
            "view": self.game.view(position, yours),
            "last": history[-1]["effect"] if history else None,
            "yours": [yours],
            "interactive": yours == mover and self.game.returns(position) is None,
            "history": history,
            **more,
        }

    def open(self, moves: Iterable[str] = (), **more: Any) -> dict[str, Any]:
        state = self.state(moves, **more)
        self.run("harness.open(arguments[0])", state)
        return state

    def update(self, moves: Iterable[str] = (), **more: Any) -> dict[str, Any]:
        state = self.state(moves, **more)
        self.run("harness.board.update(arguments[0])", state)
        return state

    @property
    def moves(self) -> list[str]:
        """The moves that the board has reported."""
        return cast(list[str], self.run("return harness.moves"))

    @property
    def said(self) -> list[str]:
        return cast(list[str], self.run("return harness.said"))

    @property
    def texts(self) -> list[str]:
        """The positions that the editor has told."""
        return cast(list[str], self.run("return harness.texts"))

    @property
    def words(self) -> str:
        """What stands below the board."""
        return cast(str, self.run("return document.querySelector('.board-words').textContent"))

    def labels(self) -> dict[str, str]:
        """Every cell's spoken name, by the name's first part."""
        script = (
            "return [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label'))"
        )
        return {label.split(",")[0]: label for label in self.run(script)}

    def count(self, selector: str) -> int:
        return cast(int, self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The place in the window of a point of the drawing, in the drawing's units."""
        script = """const to = document.querySelector('svg.drawing').getScreenCTM();
            const {x, y} = new DOMPoint(arguments[0], arguments[1]).matrixTransform(to); return [x, y]"""
        across, down = self.run(script, x, y)
        return across, down

    def hover(self, x: float, y: float) -> None:
        across, down = self.point(x, y)
        actions = ActionChains(self.browser, duration=0)
        actions.w3c_actions.pointer_action.move_to_location(round(across), round(down))  # type: ignore[no-untyped-call]
        actions.perform()

    def click(self, x: float, y: float) -> None:
        self.hover(x, y)
        ActionChains(self.browser, duration=0).click().perform()

    def tap(self, x: float, y: float) -> None:
        """A touch with one finger."""
        across, down = self.point(x, y)
        where = {"touchPoints": [{"x": across, "y": down}]}
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **where})
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def place_of(self, selector: str) -> tuple[float, float]:
        """The middle of an element in the window."""
        script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        across, down = self.run(script + "return [box.x + box.width / 2, box.y + box.height / 2]", selector)
        return across, down

    def drag(self, *places: tuple[float, float], finger: bool = False, release: bool = True) -> None:
        """Press at the first place of the window, go through the others, let go at the last; by mouse or one finger."""
        for at, (x, y) in enumerate(places):
            if finger:
                kind = "touchMove" if at else "touchStart"
                told: dict[str, Any] = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
                self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", told)
            else:
                told = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1 if at else 0}
                self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", told)
                if not at:
                    pressed = {**told, "type": "mousePressed", "buttons": 1, "clickCount": 1}
                    self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", pressed)
        if release:
            self.let_go(*places[-1], finger=finger)

    def let_go(self, x: float, y: float, *, finger: bool = False) -> None:
        """End a drag at a place of the window."""
        if finger:
            self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            let_go = {"type": "mouseReleased", "x": x, "y": y, "button": "left", "buttons": 0, "clickCount": 1}
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", let_go)

    def use_touch(self, width: int = 390, height: int = 844) -> None:
        resize(self.browser, width, height)
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tab(self) -> None:
        """Walk into the page with the Tab key, from its beginning."""
        self.run("document.activeElement?.blur()")
        self.press(Keys.TAB)

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.browser, duration=0).send_keys(key).perform()

    @property
    def focus(self) -> str:
        """The spoken name, or the text, of what has the keyboard's focus."""
        script = "const at = document.activeElement; return at.getAttribute('aria-label') ?? at.textContent.trim()"
        return cast(str, self.run(script))

    def settle(self) -> None:
        """Wait until nothing moves."""
        until_returns(self.browser, SETTLED)

    def button(self, name: str) -> Any:
        """The page's button with this text, once what was done is drawn, which may make its buttons anew."""
        script = """const [name] = arguments, frame = () => new Promise(requestAnimationFrame);
            return frame().then(frame).then(() => [...document.querySelectorAll('button')]
                .find((one) => one.textContent.replace(/\\s+/g, ' ').trim().startsWith(name)))"""
        return self.run(script, name)
