"""Buckets of permissions: bursts, refilling, and forgetting."""

from __future__ import annotations

import threading

import pytest

from plyground.core.refusals import Busy, TooFast
from plyground.sessions.limits import Buckets, LocalLevels, Turns
from plyground.sessions.visitors import Visitor
from tests.waiting import until


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def buckets(rate: float, burst: float, clock: Clock) -> Buckets:
    return Buckets(rate, burst, "Slow down.", monotonic=clock)


def granted(limit: Buckets, name: str, times: int) -> int:
    """How many of so many requests in a row are granted."""
    for number in range(times):
        try:
            limit.take(name)
        except TooFast:
            return number
    return times


def test_a_burst_then_the_rate() -> None:
    clock = Clock()
    limit = buckets(2, 5, clock)
    assert granted(limit, "a", 6) == 5
    clock.now += 0.5
    assert granted(limit, "a", 2) == 1
    clock.now += 60
    assert granted(limit, "a", 6) == 5


def test_who_takes_many_at_once_has_them_or_none() -> None:
    limit = buckets(1, 5, Clock())
    limit.take("a", 3)
    with pytest.raises(TooFast):
        limit.take("a", 3)
    assert granted(limit, "a", 5) == 2


def test_askers_do_not_share_a_bucket_and_nobody_has_none() -> None:
    limit = buckets(1, 1, Clock())
    limit.take("a")
    limit.take("b")
    with pytest.raises(TooFast, match="Slow down"):
        limit.take("a")
    assert granted(limit, "", 100) == 100


def test_full_buckets_are_forgotten_but_empty_ones_stay() -> None:
    clock = Clock()
    levels = LocalLevels(1, 2, clock)
    limit = Buckets(1, 2, "Slow down.", monotonic=clock, levels=levels)
    for number in range(2000):
        limit.take(str(number))
    clock.now += 1
    assert granted(limit, "greedy", 3) == 2
    levels.prune()
    assert list(levels._levels) == [("greedy", 1)]
    with pytest.raises(TooFast):
        limit.take("greedy")
    levels.forget("greedy")
    assert granted(limit, "greedy", 3) == 2


def test_buckets_are_forgotten_by_and_by_without_being_told() -> None:
    clock = Clock()
    levels = LocalLevels(1, 2, clock)
    limit = Buckets(1, 2, "Slow down.", monotonic=clock, levels=levels)
    for number in range(20_000):
        limit.take(str(number))
        clock.now += 0.01
        assert len(levels._levels) <= 1500


def test_whoever_has_much_to_do_keeps_others_waiting_for_one_piece_of_it() -> None:
    turns, done = Turns(30.0, "Too busy."), []

    def work(name: str) -> None:
        with turns.taken(name):
            done.append(name)

    def waiting() -> int:
        with turns._lock:
            return sum(len(each) for those in turns._waiting.values() for each in those.values())

    much = [Visitor(f"v{number % 10}", "", "one") for number in range(40)]
    threads = [threading.Thread(target=work, args=(name,)) for name in (*much, "two", Visitor("w", "", "three"))]
    with turns.taken("four"):
        for thread in threads:
            thread.start()
        until(lambda: waiting() == 42)
        assert done == []
    for thread in threads:
        thread.join(30)
    assert len(done) == 42
    assert max(done.index("two"), done.index("w")) < 3, "each address in its turn"
    assert len({*done[:12]}) == 12, "each visitor in theirs"
    assert not turns._waiting, "nothing is kept of those who have gone"


def test_whose_turn_does_not_come_is_refused() -> None:
    turns, refused = Turns(0.05, "Too busy."), []

    def work(name: str) -> None:
        with pytest.raises(Busy, match="Too busy"), turns.taken(name):
            pass
        refused.append(name)

    with turns.taken("one"):
        threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two", "")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert sorted(refused) == ["", "one", "two"]
    with turns.taken("two"):
        pass
