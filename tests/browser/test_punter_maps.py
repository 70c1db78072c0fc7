"""Every map of the contest in a real browser: it loads, is drawn whole, and a move is played on it.

Left out where the folder of shared maps is absent.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from plyground.games.punter import charts, mapfile
from tests.browser.conftest import console_errors
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.soaking import some
from tools.benchmarks.serving import Server

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "maps"
FILES = sorted(FOLDER.rglob("*.json"))
LARGEST = "edinburgh-10000.json"
DRAWN = """const path = (name) => document.querySelector(`.punter-sheet .${name}`)?.getAttribute('d') ?? '';
    const lines = (name) => path(name).split('M').length - 1;
    return [lines('free'), lines('mines'), lines('seat-0')]"""


def drawn(page: PlayPage) -> list[int]:
    """How many free rivers, mines and rivers of the first punter the page has drawn."""
    found: list[int] = page.browser.execute_script(DRAWN)
    return found


def claim_a_river(page: PlayPage, mines: int) -> None:
    """Take a river by keys: at the first mine that one leads to."""
    page.browser.execute_script("document.querySelector('.punter-view').focus()")
    for _ in range(mines):
        page.keys(Keys.SPACE, Keys.ENTER)
        if page.browser.execute_script("return document.querySelector('.punter-sheet .seat-0').getAttribute('d')"):
            break
        page.keys("m")
    page.until_ply(1)


def played(page: PlayPage, data: dict[str, Any]) -> None:
    """The map is drawn whole, and a claim shows."""
    rivers, mines = len(data["rivers"]), len(data["mines"])
    page.until(lambda: drawn(page)[0] > 0)
    assert drawn(page) == [rivers, mines, 0]
    claim_a_river(page, mines)
    page.until(lambda: drawn(page) == [rivers - 1, mines, 1])
    assert page.snapshot()["view"]["owners"].count("0") == 1
    assert console_errors(page.browser) == []


@pytest.mark.soak
@pytest.mark.parametrize("path", some(FILES, 4), ids=lambda path: path.stem)
def test_a_map_of_the_contest_is_drawn_and_played(
    path: Path, browser: Chrome, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(server.data))  # where the server looks for it
    file = mapfile.parse(path.read_text(encoding="utf-8"))
    kept = charts.keep(file, path.name).name
    made = make_game(server, game="punter", seats=PEOPLE, options={"map": kept})
    played(PlayPage(browser, server, made["url"]), json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [path for path in FILES if path.name == LARGEST], ids=lambda path: path.stem)
def test_the_largest_map_is_given_by_file(path: Path, browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/new/punter")
    page = PlayPage.__new__(PlayPage)
    page.browser, page.server = browser, server
    page.find("#option-map-file").send_keys(str(path))
    page.until(lambda: f"{LARGEST}: 7357 sites, 10000 rivers, 32 mines." in browser.page_source)
    page.click("Start the game")
    page.until(lambda: "/g/" in browser.current_url and page.line == "live")
    page.game_id = browser.current_url.split("/g/")[1].partition("#")[0]
    rivers, mines = 10_000, 32
    page.until(lambda: drawn(page)[0] > 0)
    assert drawn(page) == [rivers, mines, 0]


def test_no_map_is_left_out() -> None:
    assert len(FILES) in (0, 29), "the contest had 29 maps"
