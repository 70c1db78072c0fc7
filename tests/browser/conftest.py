"""Fixtures for tests in a real browser: headless Chromium that talks to nobody but the server under test."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import JavascriptException, TimeoutException, WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.harness_server import harness
from tests.waiting import PATIENCE
from tools.benchmarks import browsing
from tools.benchmarks.browsing import leave_workers_out, resize

__all__ = ["resize"]

FRUGAL = ("--disable-site-isolation-trials", "--process-per-site", "--renderer-process-limit=1")
"""All pages of a browser are drawn by one process: a visit takes a fifth less of the processor."""
KEPT = "cookies,local_storage,indexeddb,websql,file_systems,service_workers,cache_storage"
"""What pages keep in a browser, as DevTools call it. Files and compiled scripts stay: to fetch and compile them anew
takes a quarter of a visit."""

Opener = Callable[..., Any]
"""Opens a board after some moves: ``board(moves, **what BoardPage.open takes)`` gives its page."""


def start_browser(
    profile: Path, switches: tuple[str, ...] = (), workers: bool = False, requests: bool = False
) -> Chrome:
    """A browser with an empty profile, as ``browsing.start_browser`` makes one, that takes little of the processor.

    With service ``workers`` it is the whole Chromium with as many processes as usual. Where ``SLOW_PAGES`` is set, its
    pages are held up as by a slow device and a slow line, which shows what counts on being drawn or answered at once.
    """
    if workers:
        browser = browsing.start_browser(profile, switches=switches, workers=True, requests=requests)
    else:
        switches, program = (*FRUGAL, *switches), _without_windows(profile)
        browser = browsing.start_browser(profile, switches=switches, program=program, requests=requests)
    if os.environ.get("SLOW_PAGES"):
        slowing = Path(__file__).with_name("slow_pages.js").read_text(encoding="utf-8")
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": slowing})
    return browser


def _without_windows(profile: Path) -> str:
    """Chromium's pages without its windows, tabs and menus, where that is installed: a visit takes half as much. It has
    no page before it is given one, which the driver waits for, and keeps what is downloaded where it was started."""
    program = shutil.which("chromium-headless-shell")
    if program is None:
        return ""
    profile.mkdir(exist_ok=True)
    started = profile.with_name(f"{profile.name}.sh")
    started.write_text(f'#!/bin/sh\ncd "{profile}" && exec {program} "$@" about:blank\n')
    started.chmod(0o755)
    return str(started)


def requested_hosts(browser: Chrome) -> set[str]:
    """All ``host:port`` that the browser's pages asked for since the last call, in a test marked ``requests``."""
    hosts = set()
    for entry in browser.get_log("performance"):  # type: ignore[no-untyped-call]
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            address = message["params"]["request"]["url"]
        elif message["method"] == "Network.webSocketCreated":
            address = message["params"]["url"]
        else:
            continue
        if urlsplit(address).scheme in {"http", "https", "ws", "wss"}:
            hosts.add(urlsplit(address).netloc)
    return hosts


def console_errors(browser: Chrome) -> list[str]:
    """What the page's console reported as errors since the last call."""
    entries = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]


_LOOK = """
const [most, given, done] = arguments, end = performance.now() + most;
(function look() {
  let found = null, thrown = null;
  try { found = (function () { BODY }).apply(null, given); } catch (error) { thrown = String(error); }
  if (found || performance.now() > end) done([found || null, thrown]);
  else setTimeout(look, 30);
})();
"""
_SLICE = 5.0
"""Seconds for which a page looks before it says that it has not seen it."""


_TOLD = """
const notices = [...document.querySelectorAll("[role=alert], .notice, dialog[open]")];
return [location.href, document.activeElement?.outerHTML.slice(0, 120), ...notices.map((each) => each.innerText)]
  .filter(Boolean).join(" | ");
"""
"""Where a page is, what has the focus, and what it says to whoever waits in vain."""


def until_returns(browser: Chrome, body: str, *given: object, seconds: float = PATIENCE) -> Any:
    """Wait until a script with these arguments returns what counts as true, and give that back; raises
    ``TimeoutException`` after so many seconds. What it looks at may not be there yet.

    The page looks by itself: to ask it again and again takes of the processor that is waited for.
    """
    looking, end = _LOOK.replace("BODY", body), time.monotonic() + seconds
    while True:
        try:
            found, thrown = browser.execute_async_script(looking, 1000 * min(_SLICE, seconds), given)
        except (JavascriptException, TimeoutException) as exception:  # another page has come meanwhile
            found, thrown = None, exception.msg
        if found:
            return found
        if time.monotonic() > end:
            told = browser.execute_script(_TOLD)
            raise TimeoutException(f"{body} was not true within {seconds:g} s: {thrown}; {told}")


def until_script(browser: Chrome, script: str, seconds: float = PATIENCE) -> Any:
    """The same of a script's value."""
    return until_returns(browser, f"return {script}", seconds=seconds)


def until_there(browser: Chrome, selector: str) -> WebElement:
    """The first element that fits; waits for it."""
    found: WebElement = until_returns(browser, "return document.querySelector(arguments[0])", selector)
    return found


@contextmanager
def slowed(browser: Chrome) -> Iterator[None]:
    """Pages have a sixth of the processor, as on a slow phone: they are drawn before all of them has come."""
    browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 6})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})


def cleaned(browser: Chrome) -> None:
    """Leave a browser without memory of what was done in it, except for files and compiled scripts."""
    address = urlsplit(browser.current_url)
    if address.scheme.startswith("http"):
        where = {"origin": f"{address.scheme}://{address.netloc}", "storageTypes": KEPT}
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", where)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.get("about:blank")


def as_new(browser: Chrome) -> Chrome:
    """The browser at 1280 x 900, its logs emptied."""
    resize(browser, 1280, 900)
    for kind in browser.log_types:
        browser.get_log(kind)  # type: ignore[no-untyped-call]
    return browser


def records_requests(request: pytest.FixtureRequest) -> bool:
    """Whether the test looks at what its browsers ask for."""
    return request.node.get_closest_marker("requests") is not None


def in_a_new_tab(browser: Chrome) -> None:
    """Leave a browser with one fresh tab: whatever was set for its old ones, scripts and lost lines, is gone."""
    old = browser.window_handles
    browser.switch_to.new_window("tab")
    fresh = browser.current_window_handle
    for each in old:
        browser.switch_to.window(each)
        browser.close()
    browser.switch_to.window(fresh)
    leave_workers_out(browser)


@pytest.fixture(scope="session")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests of this process; use ``browser``, which cleans it."""
    browser = start_browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def recording_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """The one for tests that look at what it asks for."""
    browser = start_browser(tmp_path_factory.mktemp("profile"), requests=True)
    yield browser
    browser.quit()


@pytest.fixture
def browser(shared_browser: Chrome, request: pytest.FixtureRequest) -> Iterator[Chrome]:
    """A browser at 1280 x 900 without memory of earlier tests."""
    used = request.getfixturevalue("recording_browser") if records_requests(request) else shared_browser
    yield as_new(used)
    cleaned(used)


@pytest.fixture(scope="session")
def further_browsers() -> Iterator[list[Chrome]]:
    """Browsers beside the shared one that no test uses now: to start one and to fetch all files anew takes seconds."""
    idle: list[Chrome] = []
    yield idle
    for each in idle:
        each.quit()


@pytest.fixture
def new_browser(
    further_browsers: list[Chrome], tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Callable[[], Chrome]]:
    """Makes further browsers, each with a profile of its own and without memory of earlier tests."""
    used: list[Chrome] = []
    recording = records_requests(request)

    def make() -> Chrome:
        if further_browsers and not recording:
            used.append(further_browsers.pop())
        else:
            used.append(start_browser(tmp_path_factory.mktemp("profile"), requests=recording))
        return as_new(used[-1])

    yield make
    for each in used:
        if recording:
            each.quit()
            continue
        try:
            cleaned(each)
            in_a_new_tab(each)
        except WebDriverException:  # a test has ended it, or left it with a dialog
            each.quit()
        else:
            further_browsers.append(each)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where boards stand alone, with no game server behind them."""
    with harness() as url:
        yield url


@pytest.fixture
def open_board(browser: Chrome, address: str) -> Iterator[Callable[..., Opener]]:
    """Makes the ``board`` fixture of a game: give it the kind of page, the game, and what each board is opened with.

    ``ready`` waits until the board can be used. The console must have said nothing at the end.
    """

    def of(
        page_of: Callable[..., Any], game: str, ready: Callable[[Any], object] | None = None, **usual: Any
    ) -> Opener:
        def start(moves: tuple[str, ...] = (), **more: Any) -> Any:
            page = page_of(browser, address, game)
            page.open(moves, **{**usual, **more})
            if ready is not None:
                ready(page)
            return page

        return start

    yield of
    assert [error for error in console_errors(browser) if "favicon" not in error] == []
