"""Limits that several servers count together in a real Redis, and each for itself while it is away."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator

import pytest

from plyground.core.refusals import TooFast
from plyground.sessions import tokens
from plyground.sessions.limits import Buckets, local_levels
from plyground.sessions.shared_limits import Together, levels_in
from plyground.sessions.visitors import CROWD, Visitor
from tests.sessions.test_limits import Clock, granted
from tests.waiting import until
from tools.benchmarks.redis_server import RedisServer

SLOW = 0.001
"""Permissions a second: none comes back while a test lasts."""


@pytest.fixture(autouse=True)
def own_salt() -> Iterator[None]:
    before = tokens.salt()
    yield
    tokens.agree(before)


def server(url: str, rate: float = SLOW, burst: float = 5, clock: Clock | None = None) -> Buckets:
    """The limit as one more server has it, which has just begun."""
    tokens.agree(secrets.token_bytes(16))
    made = Together(url, clock) if clock else Together(url)
    return Buckets(rate, burst, "Slow down.", levels=made.levels("Slow down.", rate, burst, time.monotonic))


def test_servers_count_together_and_those_that_start_later_too(redis_server: RedisServer) -> None:
    one, other = server(redis_server.url), server(redis_server.url)
    assert granted(one, "a", 3) == 3
    assert granted(other, "a", 5) == 2
    assert granted(server(redis_server.url), "a", 1) == 0
    assert granted(one, "b", 10) == 5
    assert [each["times"] for each in other.turned_away()] == [1]


def test_limits_of_other_words_or_figures_are_others(redis_server: RedisServer) -> None:
    together = Together(redis_server.url)
    limits = [(SLOW, 2, "Slow."), (SLOW, 2, "Slower."), (SLOW, 3, "Slow."), (SLOW * 2, 2, "Slow.")]
    for rate, burst, words in limits:
        levels = together.levels(words, rate, burst, time.monotonic)
        assert granted(Buckets(rate, burst, words, levels=levels), "a", 9) == burst


def test_a_crowd_is_counted_together_and_nobody_pays_for_what_was_refused(redis_server: RedisServer) -> None:
    one, other = server(redis_server.url, burst=2), server(redis_server.url, burst=2)
    for number in range(CROWD):
        limit = one if number % 2 else other
        assert granted(limit, Visitor(f"v{number}", "a school", "1.2.3.4"), 3) == 2
    assert granted(one, Visitor("v99", "a school", "1.2.3.4"), 1) == 0
    assert granted(other, Visitor("v99", "another", "1.2.3.4"), 3) == 2  # its own was still full
    assert granted(other, "a school", 3) == 2  # who is called like a crowd is not that crowd
    one.check(Visitor("v100", "a school", "1.2.3.4"))
    one.check("c")
    assert granted(one, "c", 3) == 2
    with pytest.raises(TooFast):
        other.take("d", 3)
    one.take("d", 2)
    assert granted(other, "d", 1) == 0


def test_permissions_come_back_and_redis_forgets_full_buckets(redis_server: RedisServer) -> None:
    limit, client = server(redis_server.url, rate=10, burst=2), redis_server.client()
    assert granted(limit, "a", 1) == 1
    until(lambda: client.keys("plyground:limit:*") == [])
    limit = server(redis_server.url, rate=2, burst=2)
    until(lambda: granted(limit, "b", 1) == 0)
    until(lambda: granted(limit, "b", 1) == 1)


def test_redis_is_told_no_name(redis_server: RedisServer) -> None:
    granted(server(redis_server.url), Visitor("v-secret", "class SECRET", "192.0.2.7"), 1)
    granted(server(redis_server.url), "192.0.2.7", 1)
    held = " ".join(map(str, redis_server.client().keys("*")))
    assert held.count("plyground:limit:") == 4
    assert not any(name in held for name in ("secret", "SECRET", "192.0"))


def test_a_clock_of_redis_that_was_set_back_refuses_nobody(redis_server: RedisServer) -> None:
    limit, client = server(redis_server.url), redis_server.client()
    assert granted(limit, "a", 9) == 5
    (key,) = client.keys("plyground:limit:*")
    client.set(key, time.time() + 365 * 86400)  # as it would look after a leap of a year
    assert granted(limit, "a", 9) == 5


def test_while_redis_is_away_each_counts_for_itself_and_says_so_once(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    limit = server(redis_server.url, clock=clock)
    with caplog.at_level(logging.WARNING):
        assert granted(limit, "a", 5) == 5
        redis_server.stop()
        assert granted(limit, "a", 9) == 5
        clock.now += 10
        assert granted(limit, "b", 9) == 5
    assert [record.message for record in caplog.records] == [
        "Each server counts its limits for itself meanwhile. Redis cannot be reached."
    ]
    redis_server.start()
    assert granted(limit, "b", 1) == 0  # it is not asked at once
    clock.now += 10
    assert granted(limit, "b", 3) == 3
    assert granted(server(redis_server.url), "b", 9) == 2  # and all have the same salt again


def test_a_redis_that_hangs_or_may_not_be_written_costs_nobody_their_turn(redis_server: RedisServer) -> None:
    limit = server(redis_server.url)
    redis_server.freeze()
    assert granted(limit, "a", 9) == 5
    assert granted(server(redis_server.url), "a", 9) == 5
    redis_server.thaw()
    client = redis_server.client()
    until(client.ping)
    client.replicaof("127.0.0.1", 1)
    assert granted(server(redis_server.url), "a", 9) == 5


def test_without_an_address_each_counts_for_itself() -> None:
    assert levels_in("") is local_levels
