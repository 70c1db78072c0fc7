"""A small class of the load measurement, with a real server and students in processes of their own."""

from __future__ import annotations

from tools.benchmarks.classes import measure
from tools.benchmarks.serving import Server


def test_no_answer_is_lost(server: Server) -> None:
    found = measure(server, students=4, joining=0.5, rounds=2, spread=0.2)
    assert len(found["joined"]) == 4
    assert len(found["taken"]) == len(found["shown"]) == 8
    assert found["refused"] == [0]
    assert all(seconds > 0 for seconds in found["shown"])
