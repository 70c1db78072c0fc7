"""A site of two real servers behind a proxy, kept for all tests that kill some of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.benchmarks.site import Site, running_site


@pytest.fixture(scope="session")
def shared_site() -> Iterator[Site]:
    """One site for the whole run; use ``site``, which sees to it that all of it runs."""
    with running_site() as site:
        yield site


@pytest.fixture
def site(shared_site: Site) -> Site:
    """The site, with all its servers."""
    shared_site.wait_until_whole()
    return shared_site
