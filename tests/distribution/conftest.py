"""The distribution, built once for all tests of a process, and the browser of the tests of pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import browser, shared_browser
from tests.distribution.installation import build_sdist, build_wheel

__all__ = ["browser", "shared_browser"]


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    return build_sdist(tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution."""
    return build_wheel(sdist, tmp_path_factory.mktemp("wheel"))
