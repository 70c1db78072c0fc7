"""Clocks: the increment at the beginning of a turn, unused time kept, never less than nothing."""

from __future__ import annotations

import pytest

from plyground.competitions.refereeing.clock import Clock, Control
from plyground.core.errors import BadOption


def test_each_turn_begins_with_its_increment() -> None:
    clock = Clock(Control(10, 1), 2)
    assert clock.charge(0, 2.5)
    assert clock.left == [7.5, 10]
    assert clock.begin(0) == 8.5
    assert clock.charge(0, 0.25)
    assert clock.begin(0) == 9.25
    assert clock.left[1] == 10


def test_who_uses_more_than_there_is_has_nothing_left() -> None:
    clock = Clock(Control(2, 0), 2)
    assert clock.charge(1, 2.0)
    assert not clock.charge(1, 0.001)
    assert clock.left == [2, 0]


def test_a_control_is_ten_and_one_unless_told_otherwise() -> None:
    assert Control.read(None) == Control(10, 1)
    assert Control.read({"base": 2, "increment": 0.1}).as_json() == {"base": 2, "increment": 0.1}


@pytest.mark.parametrize(
    "given",
    [{"base": 0}, {"base": -1}, {"base": "long"}, {"increment": -1}, {"base": 10**6}, {"base": 10**400}],
)
def test_other_clocks_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        Control.read(given)
