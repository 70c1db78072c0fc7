"""Two servers of the version before are exchanged for present ones, one by one, while games and watchers go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from plyground.core import cache
from plyground.storage.schema import HEAD
from tests.peers.test_site_kills import befall
from tests.soaking import more
from tools.benchmarks.site import Site, lay_out, running_site
from tools.benchmarks.site_kills import rolling


@pytest.fixture
def old_site(tmp_path: Path) -> Iterator[Site]:
    """A site whose servers are all of the version before, on a database that it made."""
    with running_site(program=lay_out(tmp_path), PLYGROUND_CACHE=str(cache.root())) as site:
        yield site


@pytest.mark.soak
@pytest.mark.long  # the same restart with servers of one version is in test_site_kills, old tables in tests/storage
def test_a_rolling_restart_from_the_version_before_drops_no_game(old_site: Site) -> None:
    found = befall(old_site, partial(rolling, pause=more(4, 8)), seed=15)
    assert found.going_on
    (version,) = old_site.rows("SELECT version_num FROM plyground_schema")
    assert version.version_num == HEAD
