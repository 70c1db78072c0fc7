"""A server that is killed in mid-game loses nothing that it said and doubles nothing that it is told again."""

from __future__ import annotations

import pytest

from tests.soaking import more
from tools.benchmarks.kill_test import kill_run


@pytest.mark.soak
def test_kills_lose_nothing() -> None:
    found = kill_run(points=more(1, 100), seed=11, games=6)
    assert found.faults == []
    assert (found.lost, found.doubled, found.stuck) == (0, 0, 0)
    assert found.acknowledged > 20
    assert found.seen > 100
