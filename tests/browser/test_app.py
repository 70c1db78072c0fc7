"""The pages as an app, in a real browser whose server is stopped and started: what opens then, and after an upgrade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome, Keys

from tests.browser.conftest import console_errors, start_browser, until_script
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.browser.test_device_board import FIRST, opened, typed
from tests.contract.copies import KERNELS, WHOLE, Copy
from tests.waiting import until
from tools.benchmarks.serving import Server

ACTIVE = "navigator.serviceWorker.controller?.state === 'activated'"
OFFLINE = "'offline' in document.documentElement.dataset"


@pytest.fixture
def app_browser(tmp_path: Path) -> Iterator[Chrome]:
    """A browser that lets pages have service workers."""
    browser = start_browser(tmp_path / "profile", workers=True)
    yield browser
    browser.quit()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone, whose bots nobody asks."""
    server = Server(tmp_path, **KERNELS)
    yield server.start()
    server.stop()


def visit(browser: Chrome, address: str) -> None:
    """Open a page and wait until a service worker has it, which then has kept all that it keeps."""
    browser.get(address)
    until_script(browser, ACTIVE)


def cached(browser: Chrome, script: str) -> Any:
    """What a script gives of ``names``, those of all caches."""
    return browser.execute_async_script(
        "const done = arguments[0]; (async () => { const names = await caches.keys();"
        f"return {script}; }})().then(done, (error) => done(String(error)));"
    )


def text(browser: Chrome) -> str:
    """What the page says."""
    return str(browser.execute_script("return document.body.innerText"))


def test_what_is_kept_opens_without_the_server_until_a_new_version_replaces_it(
    app_browser: Chrome, fresh: Server
) -> None:
    """One visit, as each keeps hundreds of files: installed, left alone, found again, and replaced."""
    browser = app_browser
    browser.get(f"{fresh.url}/language/de")
    visit(browser, f"{fresh.url}/")
    it_can_be_installed(browser, fresh)
    made = make_game(fresh, game="othello", seats=PEOPLE)
    page = f"/g/{made['id']}"
    a_game_is_played_and_kept(browser, fresh, made, page)

    fresh.stop()
    pages_open_without_the_server(browser, fresh, page)
    every_game_is_played_from_what_is_kept(browser, fresh)

    (before,) = cached(browser, "names")
    fresh.program = Copy.make("upgraded", {"static/css/new.css": "main { color: red }\n"}, WHOLE).folder
    fresh.start()
    after = the_next_version_is_kept(browser, fresh, before)
    version = after.split()[-1]
    fresh.stop()
    keys = cached(browser, "(await (await caches.open(names[0])).keys()).map(({ url }) => url)")
    assert [key for key in keys if "/static/" in key and f"/static/{version}/" not in key] == []
    assert any(key.endswith(page) for key in keys), "own games go along"
    browser.get(fresh.url + page)
    until_script(browser, f"{OFFLINE} && document.querySelector('#board svg')")
    assert version in browser.execute_script("return document.querySelector('script[src]').src")


def the_next_version_is_kept(browser: Chrome, server: Server, before: str) -> str:
    """A page that is opened brings what the server has now; gives the name under which it is kept."""
    browser.get(f"{server.url}/lab")
    until_script(browser, f"!({OFFLINE}) && document.querySelector('.lab-choices input')")
    until(lambda: cached(browser, "names") not in ([before], [], None) and len(cached(browser, "names")) == 1)
    (after,) = cached(browser, "names")
    return str(after)


def it_can_be_installed(browser: Chrome, server: Server) -> None:
    """The browser finds nothing that is missing, and the manifest speaks the reader's language."""
    found = browser.execute_cdp_cmd("Page.getAppManifest", {})
    assert found["errors"] == []
    assert browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
    given = requests.get(f"{server.url}/manifest.webmanifest", headers={"Accept-Language": "de"}, timeout=10).json()
    assert (given["lang"], given["name"]) == ("de", "Plyground: Brettspiele")
    for icon in given["icons"]:
        answer = requests.get(server.url + icon["src"], timeout=10)
        assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, icon["type"])


def a_game_is_played_and_kept(browser: Chrome, server: Server, made: dict[str, Any], page: str) -> None:
    """A move goes to the server although a service worker has the page, which then keeps the game as it stands."""
    play = PlayPage(browser, server, made["url"])
    assert browser.execute_script(f"return {ACTIVE}")
    play.type_move("f5")
    record = f"{server.url}/api/games/{made['id']}/record"
    until(lambda: len(requests.get(record, timeout=10).json()["moves"]) == 1)
    browser.get(f"{server.url}/games")
    of_page = f"await (await caches.match('{page}', {{ ignoreVary: true }}))?.text()"
    until(lambda: '"f5"' in (cached(browser, of_page) or ""))


def pages_open_without_the_server(browser: Chrome, server: Server, page: str) -> None:
    """One's own game, whole pages with their styles, and a sentence where a page needs the server."""
    browser.get(server.url + page)
    until_script(browser, f"{OFFLINE} && document.querySelectorAll('#board .disc').length === 5")
    assert "Der Server ist nicht zu erreichen." in text(browser)
    for path, words in {"/games": "Partien", "/rules/tak": "Tak"}.items():
        browser.get(server.url + path)
        until_script(browser, OFFLINE)
        assert words in text(browser)
        assert browser.execute_script("return document.styleSheets[0].cssRules.length") > 0
    browser.get(f"{server.url}/learn/othello")
    until_script(browser, f"{OFFLINE} && document.querySelector('#first-board svg')")
    browser.find_element("id", "first-move").send_keys("a1", Keys.ENTER)
    until_script(browser, "document.querySelector('#first-says').textContent.includes('Der Server antwortet nicht')")
    browser.get(server.url)
    until_script(browser, f"{OFFLINE} && document.querySelectorAll('.game-board svg').length >= 4")
    browser.execute_script("document.querySelector('.game button[value=bot], .game button.primary').click()")
    until_script(browser, "location.pathname === '/offline'")
    browser.get(f"{server.url}/lab")
    until_script(browser, f"document.querySelector('#kept a[href$=\"{page}\"]')")
    assert "Diese Seite braucht ihn" in text(browser)
    assert browser.find_elements("css selector", "a[href='/learn/othello']")


def every_game_is_played_from_what_is_kept(browser: Chrome, server: Server) -> None:
    """On the device's own board, which the page of games lists."""
    for game, move in FIRST.items():
        opened(browser, server, f"#{game}")
        until_script(browser, "document.querySelector('#board svg')")
        typed(browser, move)
        assert "Der Server ist nicht erreichbar" in until_script(
            browser, "document.querySelector('#away')?.textContent"
        )
    browser.get(f"{server.url}/games")
    until_script(browser, f"document.querySelectorAll('[data-board]').length === {len(FIRST)}")


@pytest.mark.long  # all other tests of pages run without a service worker too
def test_over_plain_http_in_a_network_pages_work_without_it(tmp_path: Path, server: Server) -> None:
    browser = start_browser(
        tmp_path / "class", switches=("--host-resolver-rules=MAP class.lan 127.0.0.1",), workers=True
    )
    try:
        browser.get(server.url.replace("127.0.0.1", "class.lan"))
        until_script(browser, "document.readyState === 'complete' && document.querySelector('.game-board svg')")
        assert browser.execute_script("return !isSecureContext && !('serviceWorker' in navigator)")
        assert [error for error in console_errors(browser) if "Cross-Origin-Opener-Policy" not in error] == []
    finally:
        browser.quit()
