"""Fixtures for tests in a real browser: headless Chromium that talks to nobody but the server under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from game.benchmarks.browsing import console_errors, requested_hosts, resize, start_browser

__all__ = ["console_errors", "requested_hosts", "resize", "start_browser"]


@pytest.fixture(scope="session")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests of this process; use ``browser``, which cleans it."""
    browser = start_browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.quit()


@pytest.fixture
def browser(shared_browser: Chrome) -> Iterator[Chrome]:
    """A browser at 1280 x 900 without memory of earlier tests."""
    resize(shared_browser, 1280, 900)
    shared_browser.get_log("performance")  # type: ignore[no-untyped-call]
    shared_browser.get_log("browser")  # type: ignore[no-untyped-call]
    yield shared_browser
    address = urlsplit(shared_browser.current_url)
    if address.scheme.startswith("http"):
        where = {"origin": f"{address.scheme}://{address.netloc}", "storageTypes": "all"}
        shared_browser.execute_cdp_cmd("Storage.clearDataForOrigin", where)
    shared_browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    shared_browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    shared_browser.get("about:blank")


@pytest.fixture
def new_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Chrome]]:
    """Makes further browsers, each with a profile of its own; they end with the test."""
    browsers: list[Chrome] = []

    def make() -> Chrome:
        browsers.append(start_browser(tmp_path_factory.mktemp("profile")))
        return browsers[-1]

    yield make
    for further in browsers:
        further.quit()
