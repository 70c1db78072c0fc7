"""Sites: of two real servers behind a proxy, kept for all tests that kill some of it; and of two in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.peers.support import Server, know_each_other
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer
from tools.benchmarks.site import Site, running_site


@pytest.fixture(scope="session")
def shared_site() -> Iterator[Site]:
    """One site for the whole run; use ``site``, which sees to it that all of it runs."""
    with running_site() as site:
        yield site


@pytest.fixture
def site(shared_site: Site) -> Site:
    """The site, with all its servers (started again if a test before left one killed)."""
    for each in shared_site.processes:
        if not each.running():
            each.start()
    shared_site.wait_until_whole()
    return shared_site


@pytest.fixture
def servers(cluster: Cluster, redis_server: RedisServer) -> Iterator[list[Server]]:
    """Two servers, without the web, that know each other."""
    database = cluster.create()
    made = [Server(database, redis_server.url) for _ in range(2)]
    know_each_other(*made)
    yield made
    for server in made:
        server.close()
