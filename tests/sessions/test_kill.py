"""A server that is killed in mid-game loses nothing that it said and doubles nothing that it is told again."""

from __future__ import annotations

from tools.benchmarks.kill_test import kill_run


def test_three_kills_lose_nothing() -> None:
    found = kill_run(points=3, seed=11, games=6)
    assert found.faults == []
    assert (found.lost, found.doubled, found.stuck) == (0, 0, 0)
    assert found.acknowledged > 20
    assert found.seen > 100
