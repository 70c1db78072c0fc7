"""The Redis of several servers: its address is read strictly, its driver asked for, and its failures are sentences."""

from __future__ import annotations

import sys

import pytest
from redis.exceptions import AuthenticationError, RedisError

from plyground.core.errors import BadOption
from plyground.core.settings import Settings
from plyground.storage.redis_server import connect, name_of, read_redis, sentence
from tests.waiting import until
from tools.benchmarks.redis_server import RedisServer

POSTGRESQL = "postgresql://user@host/plyground"


def read(address: str, database: str = POSTGRESQL) -> str:
    return read_redis(Settings(database=database, redis_url=address))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "redis://host",
        "redis://host:6379/0",
        "redis://user:p%40ss@host/15",
        "redis://[::1]:6379",
        "rediss://host:6380/0?ssl_ca_certs=/etc/ca.pem",
        "unix:///run/redis/redis.sock?db=1",
    ],
)
def test_addresses_of_a_redis_are_taken(address: str) -> None:
    assert read(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "host:6379",
        "http://host:6379",
        "redis://",
        "redis://:6379",
        "redis://host:port",
        "redis://host:99999",
        "redis://host:0",
        "redis://host/games",
        "redis://host/-1",
        "redis://host /0",
        "redis://host#0",
        "unix://run/redis.sock",
        "unix://",
        "redis://[::1",
    ],
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(BadOption, match="PLYGROUND_REDIS is the address of a Redis server"):
        read(address)


def test_a_refused_address_does_not_tell_its_password() -> None:
    with pytest.raises(BadOption, match="host:port") as refused:
        read("redis://user:secret@host:port")
    assert "secret" not in refused.value.sentence
    assert name_of("redis://user:secret@host:6379/0?password=secret") == "redis://host:6379/0"


def test_several_servers_need_postgresql() -> None:
    with pytest.raises(BadOption, match="needs PostgreSQL"):
        read("redis://host", database="")


def test_an_unknown_option_and_a_missing_driver_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="nonsense"):
        connect("redis://host?nonsense=1", 1)
    with pytest.raises(BadOption, match="option"):
        connect("redis://host?socket_timeout=soon", 1)
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(BadOption, match="driver is missing: pip install 'redis'"):
        connect("redis://host", 1)


def said(address: str, seconds: float = 0.2) -> str:
    with connect(address, seconds) as client, pytest.raises(RedisError) as failed:
        client.ping()
    return sentence(failed.value)


def test_a_client_goes_on_after_an_outage_and_says_what_is_wrong_in_it(redis_server: RedisServer) -> None:
    with connect(redis_server.url, 30) as client:
        assert client.set("a", "b")
        redis_server.stop()
        assert said(redis_server.url) == "Redis cannot be reached."
        redis_server.start()
        assert client.get("a") is None  # by a connection that had ended
    redis_server.freeze()
    assert said(redis_server.url) == "Redis does not answer in time."
    redis_server.thaw()
    until(lambda: redis_server.client().ping())


def test_what_redis_refuses_is_said(redis_server: RedisServer) -> None:
    client = redis_server.client()
    client.config_set("requirepass", "secret")
    assert "name and password" in said(redis_server.url, 30)
    client.config_set("requirepass", "")
    client.config_set("maxmemory", 1)
    with connect(redis_server.url, 30) as full, pytest.raises(RedisError) as failed:
        full.set("a", "b")
    assert sentence(failed.value) == "Redis has no memory left."
    client.config_set("maxmemory", 0)
    client.replicaof("127.0.0.1", 1)
    with connect(redis_server.url, 30) as follower, pytest.raises(RedisError) as failed:
        follower.set("a", "b")
    assert "follows another one" in sentence(failed.value)
    assert "name and password" in sentence(AuthenticationError())
