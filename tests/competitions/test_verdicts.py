"""Who ranks where: by returns, and behind everybody else who failed."""

from __future__ import annotations

from plyground.competitions.refereeing.verdicts import Verdict, points, ranks, result

FAIR, CRASHED = Verdict(), Verdict("crash", "It crashed.", 3)


def test_a_win_a_draw_and_a_loss() -> None:
    two = [FAIR, FAIR]
    assert ranks([1, -1], two) == [1, 2]
    assert points([1, 2], two) == [1, 0]
    assert ranks([0, 0], two) == [1, 1]
    assert points([1, 1], two) == [0.5, 0.5]
    assert [result([1, 1], two, seat) for seat in (0, 1)] == ["draw", "draw"]
    assert [result([1, 2], two, seat) for seat in (0, 1)] == ["win", "loss"]


def test_who_fails_loses_whatever_the_board_says() -> None:
    assert ranks([9, -9], [CRASHED, FAIR]) == [2, 1]
    assert ranks(None, [FAIR, CRASHED]) == [1, 2]
    assert result([2, 1], [CRASHED, FAIR], 0) == "loss"


def test_two_who_failed_have_no_draw() -> None:
    both = [CRASHED, CRASHED]
    assert points(ranks(None, both), both) == [0, 0]
    assert result([1, 1], both, 0) == "loss"


def test_equals_share_a_place_and_the_next_is_skipped() -> None:
    three = [FAIR, FAIR, FAIR]
    assert ranks([5, 5, -5], three) == [1, 1, 3]
    assert points([1, 1, 3], three) == [1.5, 1.5, 0]
    assert ranks([5, 20, -5], [FAIR, CRASHED, FAIR]) == [1, 3, 2]
