"""A small class tries its bots at once on a real server, beside somebody who asks without end."""

from __future__ import annotations

from tools.benchmarks.serving import Server
from tools.benchmarks.tries import class_hands_in, measure


def test_everybody_of_a_class_is_served_beside_a_flooder_and_sees_a_place(server: Server) -> None:
    found = measure(server.url, students=5, within=0.5, seconds=1.0, flooders=6)
    assert [status for _seconds, status, _place in found] == [200] * 5
    assert 1 <= max(place for _seconds, _status, place in found) <= 8, "five students, and three of the flooder's"


def test_everybody_of_a_class_that_hands_in_has_a_first_result_beside_a_flooder(server: Server) -> None:
    found = class_hands_in(server, students=4, within=0.5, flooding=True)
    assert [there for _seconds, there in found] == [True] * 4
