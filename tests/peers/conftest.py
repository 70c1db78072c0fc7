"""Two servers of one site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.peers.support import Server, know_each_other
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer


@pytest.fixture
def servers(cluster: Cluster, redis_server: RedisServer) -> Iterator[list[Server]]:
    """Two servers that know each other."""
    database = cluster.create()
    made = [Server(database, redis_server.url) for _ in range(2)]
    know_each_other(*made)
    yield made
    for server in made:
        server.close()
