"""Limits over several real servers with a Redis, counted together, and over restarts of these and of one alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer
from tools.benchmarks.serving import Server


@pytest.fixture
def servers(cluster: Cluster, redis_server: RedisServer, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers of one site, at which a visitor may make three games in a minute."""
    shared = {
        "PLYGROUND_DATABASE": cluster.create(),
        "PLYGROUND_REDIS": redis_server.url,
        "PLYGROUND_GAMES_PER_MINUTE": "3",
        "PLYGROUND_WORKERS": "1",
    }
    made = [Server(tmp_path / name, **shared) for name in ("one", "other")]
    for server in made:
        server.data.mkdir(parents=True)
        server.start()
    yield made
    for server in made:
        server.stop()


def made_game(server: Server) -> int:
    """The status that a visitor gets who asks for a game, and keeps no key: an address, whose names are salted."""
    return requests.post(f"{server.url}/games", json={"game": "othello"}, timeout=60).status_code


def test_games_of_a_minute_are_counted_over_all_servers_and_over_restarts(servers: list[Server]) -> None:
    one, other = servers
    made = [made_game(server) for server in (one, other, one, other, one)]
    assert made[:3] == [201, 201, 201]
    assert 429 in made[3:]
    for server in servers:
        server.kill()
    one.start()
    asked = [made_game(one) for _ in range(3)]
    assert 429 in asked, "three a minute would have been granted by a server that had forgotten"


def test_a_server_that_counts_alone_still_knows_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, PLYGROUND_GAMES_PER_MINUTE="3", PLYGROUND_WORKERS="1").start()
    try:
        assert [made_game(server) for _ in range(4)] == [201, 201, 201, 429]
        server.stop()
        kept = (server.data / "limits.json").read_text()
        assert "127.0.0.1" not in kept
        server.start()
        assert 429 in [made_game(server) for _ in range(3)]
    finally:
        server.stop()
