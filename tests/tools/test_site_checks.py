"""What counts as a page that was not current, and as a turn that was charged, around outages of a site."""

from __future__ import annotations

from tools.benchmarks.site_checks import NEVER, Log, Outage, Wait, charged_for, current_after
from tools.benchmarks.site_load import Acknowledged, Findings, Follower, Received

FIRST, SECOND, END = Outage(100.0, frozenset("g")), Outage(110.0, frozenset("g")), 120.0


def waits(*events: tuple[float, float], joinings: tuple[tuple[float, float], ...] = ()) -> list[Wait]:
    """What a page waited for after either outage that had events, each logged and come at these times."""
    found = Findings()
    page = Follower(1, found, 1)
    page.game, page.joinings, page.followed = "g", list(joinings), [(0.0, "g")]
    for seq, (logged, came) in enumerate(events):
        found.logged["g", seq] = logged
        page.received.append(Received("g", seq, came))
    (first,), (second,) = current_after(FIRST, SECOND.at, [page], found), current_after(SECOND, END, [page], found)
    return [first, second]


def test_a_page_is_current_with_the_first_event_or_joining_since() -> None:
    assert [each.seconds for each in waits((101.5, 101.5), (113, 113))] == [1.5, 3]
    assert [each.seconds for each in waits(joinings=((99, 101), (102, 104), (111, 112)))] == [4, 2]
    assert [each.seconds for each in waits()] == [NEVER, NEVER]


def test_a_page_that_nothing_befell_was_current_all_along() -> None:
    found = Findings()
    page = Follower(1, found, 1)
    page.followed = [(0.0, "other"), (105.0, "g")]
    (wait,) = current_after(FIRST, SECOND.at, [page], found)
    assert wait.seconds == 0, "the server of its game went on, and nothing happened there"
    page.story = [(100.1, "line gone")]
    (wait,) = current_after(FIRST, SECOND.at, [page], found)
    assert wait.seconds == NEVER
    page.story = []
    (wait,) = current_after(SECOND, END, [page], found)
    assert wait.seconds == NEVER, "its game's server was taken away, and it heard of nothing since"


def test_an_event_that_came_late_counts_until_it_came() -> None:
    first, _ = waits((101, 101), (102, 107), (111, 111))
    assert first.seconds == 7
    assert first.late == [(1, 102, 107)]


def test_an_event_that_an_outage_caught_under_way_is_late_by_that_one() -> None:
    found = waits((101, 101), (109.9, 114), (113.5, 114))
    assert [each.seconds for each in found] == [1, 4]


def test_an_event_that_was_late_before_the_next_outage_is_late_by_both() -> None:
    found = waits((101, 101), (105, 114), (113.5, 114))
    assert [each.seconds for each in found] == [14, 4]


def test_a_wait_says_what_it_waited_for() -> None:
    first, _ = waits((101, 101), (102, 107))
    first.page.story = [(98, "joined"), (100.1, "line gone"), (100.4, "line open")]
    said = "current again after 7.00 s: +0.10 line gone; +0.40 line open; +7.00 event 1, logged at +2.00"
    assert str(first) == f"g (that server's game): {said}"


def test_a_move_that_was_logged_before_the_outage_was_not_hit_by_it() -> None:
    found, log = Findings(), Log(charged={("g", "before"): 1.2, ("g", "after"): 0.0})
    for seq, (name, logged) in enumerate((("before", 99.9), ("after", 103.0))):
        found.logged["g", seq] = logged
        found.acknowledged.append(Acknowledged("g", name, seq, "f5", seq, 98.7, 103.1))
    (turn,) = charged_for([FIRST, SECOND], log, found)
    assert (turn.cost, round(turn.seconds, 1)) == (0, 4.4)
    assert "turn at -1.30, logged at +3.00" in turn.story
