"""Boards and editors in all themes: no finding by axe-core, and nothing asked from anywhere but here."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import by_theme, themes_of
from tests.browser.board_page import BoardPage
from tests.browser.conftest import requested_hosts
from tests.soaking import later

TAK = "x5/x,2,x3/x,2,21121,x,2S/x,1C,2S,x2/1,x4 1 12"


@pytest.mark.soak
@pytest.mark.parametrize(
    "what",
    [
        "camel placing",
        "tak carrying",
        "tak editor",
        *later(["othello board", "othello editor", "camel board", "camel editor", "tak board"]),
    ],
)
@pytest.mark.requests
def test_no_finding(browser: Chrome, address: str, what: str) -> None:
    game, part = what.split()
    page = BoardPage(browser, address, game)
    if part == "editor":
        page.run("harness.edit(arguments[0])", page.state()["view"])
    else:
        page.open(position=TAK if game == "tak" else None)
    if part == "carrying":
        page.tab()
        page.press("3", Keys.ARROW_RIGHT)
    if part == "placing":
        page.tab()
        page.press("c")
    assert by_theme(browser, themes_of(what)) == {}
    assert requested_hosts(browser) == {urlsplit(address).netloc}
