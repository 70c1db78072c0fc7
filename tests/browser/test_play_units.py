"""The play page's parts without a server: reducers, clocks, values, tokens and the line, each in a real browser.

The tests themselves are written in the language that they test: every exported ``test_…`` function of
``harness/test_*.js`` is one test here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.browser.harness_server import HARNESS, RUN, harness

TESTS = [
    (file.name, name)
    for file in sorted(HARNESS.glob("test_*.js"))
    for name in re.findall(r"^export (?:async )?function (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with harness() as url:
        yield url


@pytest.mark.parametrize(("module", "name"), TESTS, ids=[name for _, name in TESTS])
def test_in_the_browser(module: str, name: str, browser: Chrome, address: str) -> None:
    browser.get(address)
    failure = browser.execute_async_script(RUN, module, name)
    assert failure is None, failure


def test_there_are_tests() -> None:
    assert len(TESTS) > 20
