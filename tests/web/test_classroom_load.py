"""A small class of the load measurement, with a real server and students in processes of their own."""

from __future__ import annotations

import pytest

from tools.benchmarks.classes import measure
from tools.benchmarks.serving import Server


@pytest.mark.long  # kills and answers of many are those of test_classroom_kill.py
def test_no_answer_is_lost_and_all_come_back_after_a_kill(own_server: Server) -> None:
    students, rounds = 40, 3
    found = measure(own_server, students=students, joining=1.0, rounds=rounds, spread=0.2)
    assert len(found["joined"]) == len(found["back"]) == students
    for name in ("taken", "wall", "teacher"):
        assert len(found[name]) == students * rounds
    assert found["refused"] == [0]
    assert all(seconds > 0 for seconds in found["wall"] + found["teacher"])
    assert found["same"] == [students]
    assert found["right"] == [sum((number + turn) % 4 == 0 for turn in range(rounds)) for number in order(students)]


def order(students: int) -> list[int]:
    """The students as their four processes tell of them."""
    return [number for first in range(4) for number in range(first, students, 4)]
