"""Parts of pages that need a document, without a server; those that need none are tested in Node (``tests/js``).

The tests themselves are written in the language that they test: every exported ``test_…`` function of
``harness/test_*.js`` is one test here. A file's functions run one after the other in one page.
"""

from __future__ import annotations

import re

import pytest
from selenium.webdriver import Chrome

from tests.browser.harness_server import HARNESS, RUN, harness

NAMES = {
    file.name: re.findall(r"^export (?:async )?function (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    for file in sorted(HARNESS.glob("test_*.js"))
}
TESTS = [(module, name) for module, names in NAMES.items() for name in names]


@pytest.fixture(scope="module")
def failures(shared_browser: Chrome) -> dict[str, str | None]:
    """What became of each test: None, or how it failed."""
    found: dict[str, str | None] = {}
    with harness() as address:
        for module, names in NAMES.items():
            shared_browser.get(address)
            for name in names:
                found[name] = shared_browser.execute_async_script(RUN, module, name)
    shared_browser.get("about:blank")
    return found


@pytest.mark.parametrize(("module", "name"), TESTS, ids=[name for _, name in TESTS])
def test_in_the_browser(module: str, name: str, failures: dict[str, str | None]) -> None:
    assert failures[name] is None, f"{module}: {failures[name]}"


def test_there_are_tests_and_names_do_not_repeat() -> None:
    assert TESTS
    assert len({name for _, name in TESTS}) == len(TESTS)


def test_a_failure_is_told(shared_browser: Chrome) -> None:
    with harness() as address:
        shared_browser.get(address)
        told = shared_browser.execute_async_script(RUN, "test_parts.js", "not_there")
        shared_browser.get("about:blank")
    assert told is not None
    assert "not a function" in told
