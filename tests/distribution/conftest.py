"""The browser of the tests of pages."""

from tests.browser.conftest import browser, shared_browser

__all__ = ["browser", "shared_browser"]
