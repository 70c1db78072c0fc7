"""Buckets of permissions: bursts, refilling, and forgetting."""

from __future__ import annotations

from game.web.rates import Bucket, Buckets


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_the_rate() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, burst=5, clock=clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 60
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_askers_do_not_share_a_bucket() -> None:
    buckets = Buckets(rate=1, burst=1, clock=Clock())
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")


def test_full_buckets_are_forgotten_but_empty_ones_stay() -> None:
    clock = Clock()
    buckets = Buckets(rate=1, burst=2, clock=clock)
    for number in range(2000):
        buckets.take(str(number))
    clock.now += 1
    for _ in range(2):
        assert buckets.take("greedy")
    for number in range(2000):
        buckets.take(f"later {number}")
    assert not buckets.take("greedy")
    assert len(buckets._buckets) < 4002
