"""What whoever runs several servers is told of the Redis between them: by /ready, the figures and the doctor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from plyground.web.operating.redis_check import UNHEARD_SECONDS, RedisCheck
from tests.sessions.test_limits import Clock
from tests.waiting import until
from tests.web.clients import connected
from tests.web.test_operating import ready, seen
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer
from tools.benchmarks.serving import Server, make_game


@pytest.fixture
def servers(cluster: Cluster, redis_server: RedisServer, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers of one site."""
    database, data = cluster.create(), {"PLYGROUND_DATA": str(tmp_path / "data")}
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        server = Server(tmp_path / name, PLYGROUND_DATABASE=database, PLYGROUND_REDIS=redis_server.url, **data)
        server.data = tmp_path / "data"
        made.append(server)
    for server in made:
        server.start()
    for server in made:
        server.wait_until_warm()
    yield made
    for server in made:
        server.stop()


def figures(server: Server) -> str:
    key = {"Authorization": f"Bearer {server.teacher_key}"}
    return requests.get(f"{server.url}/metrics", headers=key, timeout=30).text


def test_an_outage_of_redis_is_seen_by_every_server_and_its_end_too(
    servers: list[Server], redis_server: RedisServer
) -> None:
    one, two = servers
    until(lambda: ready(one).json()["checks"]["redis"]["servers"] == 2)
    found = ready(one).json()["checks"]["redis"]
    assert found["ok"]
    assert found["sentence"] == "Redis delivers messages; 2 servers are at work."
    assert 0 < found["seconds"] < 60
    assert "\nplyground_servers 2.0" in figures(one)
    for outage, end in ((redis_server.stop, redis_server.start), (redis_server.freeze, redis_server.thaw)):
        outage()
        for server in (one, two):
            assert "The servers do not reach each other." in seen(server, ok=False)
        assert "\nplyground_redis_ready 0.0" in figures(one)
        assert requests.get(f"{one.url}/health", timeout=30).ok, "it is alive"
        end()
        until(lambda: all(ready(server).ok for server in servers))
    assert "\nplyground_redis_ready 1.0" in figures(two)
    two.kill()
    until(lambda: ready(one).json()["checks"]["redis"]["servers"] == 1)


class Peers:
    """Two servers, of which some do not listen."""

    deaf = frozenset[str]()
    folders = ("a", "a")

    def told(self) -> list[dict[str, Any]]:
        """As a site says it; one is of a version that does not."""
        return [{"host": "x"}, *({"folder": each} for each in self.folders)]

    def unheard(self) -> tuple[frozenset[str], int]:
        """As a site says it."""
        return self.deaf, 2


def test_a_server_that_does_not_listen_for_long_is_on_another_redis(redis_server: RedisServer) -> None:
    peers, clock = Peers(), Clock()
    look = RedisCheck(redis_server.url, peers, clock)
    assert look().ok
    peers.deaf = frozenset({"one"})
    assert look().ok, "one that has just begun, or died"
    clock.now += UNHEARD_SECONDS
    peers.deaf = frozenset({"other"})
    assert look().ok, "another one"
    clock.now += UNHEARD_SECONDS + 1
    found = look()
    assert not found.ok
    assert "need the same PLYGROUND_REDIS" in found.sentence
    peers.deaf = frozenset()
    assert look().ok


def test_servers_that_do_not_share_their_data_folder_are_told(redis_server: RedisServer) -> None:
    peers, clock = Peers(), Clock()
    look = RedisCheck(redis_server.url, peers, clock)
    peers.folders = ("a", "b")
    assert look().ok, "one of them is about to end"
    clock.now += UNHEARD_SECONDS + 1
    assert "the same PLYGROUND_DATA" in look().sentence
    peers.folders = ("b", "b")
    assert look().ok


def test_the_operators_page_tells_of_all_servers(servers: list[Server], redis_server: RedisServer) -> None:
    one, two = servers
    key = {"Authorization": f"Bearer {one.teacher_key}"}

    def shown() -> dict[str, Any]:
        answer: dict[str, Any] = requests.get(f"{one.url}/api/operate", headers=key, timeout=60).json()
        return answer

    for server in servers:
        make_game(server, game="othello")
    until(lambda: [each["problems"] for each in shown()["servers"]] == [[], []])
    found = shown()
    assert {int(each["server"].split()[-1]) for each in found["servers"]} == {one.pid, two.pid}
    assert found["games"]["in_memory"] == sum(each["games"]["in_memory"] for each in found["servers"]) >= 2
    assert found["load"]["of"] == sum(each["load"]["of"] for each in found["servers"])
    with connected(two.url) as guesser:
        while guesser.ask("class_join", {"code": "222222", "role": "wall"})["error"]["code"] != "too_many_guesses":
            pass
    assert [each["sentence"] for each in shown()["limited"]], "who was turned away at the other server"
    redis_server.stop()
    until(lambda: any(each["problems"] == ["It does not answer."] for each in shown()["servers"]))
    redis_server.start()
