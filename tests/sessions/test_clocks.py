"""Clocks on a monotonic clock that the test sets: what is charged to whom, and what is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.core.refusals import Malformed
from plyground.sessions.clock import ClockRule
from plyground.sessions.session import Session
from plyground.sessions.state import SOON_SECONDS, goes_on_by_itself, rebuild
from plyground.sessions.turn_clock import BACK_SECONDS, COMING_BACK_SECONDS
from tests.sessions.support import AGAINST_BOT, BOTS, PEOPLE, Scene
from tests.sessions.support import scene as made

TEN_AND_ONE = {"kind": "game", "base": 10, "increment": 1}
BOTH_HERE = [{"kind": "person"}, {"kind": "person"}]


def scene(**spec: Any) -> Scene:
    """A game whose clocks run from the start, as those of before do; of new ones ``test_first_moves`` tells."""
    return made(at_once=True, **spec)


def left(game: Scene) -> list[float]:
    """What each seat has left, as the log has it."""
    assert game.session.state.left is not None
    return [round(seconds, 3) for seconds in game.session.state.left]


def test_the_increment_is_added_when_the_turn_begins() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    assert left(game) == [11, 10]
    game.timers.pass_time(3)
    game.do("s0", "move", move="f5")
    assert left(game) == [8, 11]
    game.timers.pass_time(4)
    game.do("s1", "move", move="f6")
    assert left(game) == [9, 7]
    assert game.session.state.moves[1].seconds == 4


def test_the_clock_of_the_snapshot_can_be_read_by_a_page() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    began = game.timers.now
    game.timers.pass_time(2)
    shown = game.session.snapshot()["clock"]
    assert shown == {**TEN_AND_ONE, "left": [11, 10], "running": 0, "at": began, "now": began + 2}


def test_time_out_loses_and_is_told() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.session.join("watcher", (), lambda room: None)
    game.timers.pass_time(10.9)
    assert not game.over
    game.timers.pass_time(0.2)
    result = game.session.state.result
    assert result is not None
    assert (result.reason, result.winner) == ("time", 1)
    assert game.events()[-1]["kind"] == "time_out"
    assert left(game) == [0, 10]


def test_a_move_that_comes_after_the_time_is_up_comes_too_late() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.timers.now += 12  # the timer itself has not been served yet
    with pytest.raises(Refusal, match="time ran out") as caught:
        game.do("s0", "move", move="f5")
    assert caught.value.code == "game_finished"
    assert game.kinds() == ["time_out"]


def test_a_time_for_each_move_begins_anew_each_turn() -> None:
    game = scene(seats=BOTH_HERE, clock={"kind": "move", "seconds": 30})
    game.timers.pass_time(29)
    game.do("s0", "move", move="f5")
    assert left(game) == [1, 30]
    game.timers.pass_time(5)
    game.do("s1", "move", move="f6")
    assert left(game) == [30, 25]


def test_the_clock_of_a_guest_does_not_run_before_the_guest_has_come() -> None:
    game = scene(seats=PEOPLE, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.timers.pass_time(100)
    assert not game.over
    assert game.session.snapshot()["clock"]["running"] is None
    game.session.join("guest", (game.token("i1"),), lambda room: None)
    assert game.session.snapshot()["clock"]["running"] == 1
    game.session.join("guest on a phone", (game.token("i1"),), lambda room: None)
    assert game.kinds() == ["move", "arrive"], "one arrives once"
    game.timers.pass_time(5)
    game.do("i1", "move", move="f6")
    assert left(game) == [12, 6]


def test_a_bot_is_charged_what_its_worker_reports_and_not_for_waiting() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.pool.begins_at_once = False
    game.do("s0", "move", move="f5")
    assert game.session.snapshot()["clock"]["running"] is None
    game.timers.pass_time(60)
    game.pool.open[-1].listener("started", None)
    assert game.session.snapshot()["clock"]["running"] == 1
    game.timers.pass_time(3)
    game.pool.answer("f6", seconds=2.5)
    assert left(game) == [12, 8.5]
    assert game.session.state.moves[-1].seconds == 2.5


def test_a_bot_whose_worker_is_lost_is_not_charged_while_it_waits_for_another() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    ticket = game.pool.open[-1]
    game.timers.pass_time(3)
    ticket.running = False
    ticket.listener("waiting", 1)
    assert game.session.snapshot()["clock"]["running"] is None
    game.timers.pass_time(60)
    assert not game.over
    ticket.running = True
    ticket.listener("started", None)
    assert game.session.snapshot()["clock"]["running"] == 1
    game.pool.answer("f6", seconds=2)
    assert left(game) == [12, 9]


def test_news_of_waiting_that_comes_late_does_not_stop_a_clock() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.pool.open[-1].listener("waiting", 1)
    assert game.session.snapshot()["clock"]["running"] == 1


def test_a_bot_that_thinks_too_long_loses_on_time() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    ticket = game.pool.open[-1]
    game.timers.pass_time(12)
    result = game.session.state.result
    assert result is not None
    assert (result.reason, result.winner) == ("time", 0)
    assert ticket.cancelled


def test_a_bot_that_says_it_used_more_than_it_had_loses_on_time() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.pool.answer("f6", seconds=11.5)
    assert game.kinds() == ["move", "time_out"]


def test_a_bot_is_told_how_long_it_may_think() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    assert 0.5 < game.pool.open[-1].request.seconds < 3
    assert scene(seats=BOTS).pool.open[-1].request.seconds == 60


def test_pausing_a_game_of_bots_charges_nobody() -> None:
    game = scene(seats=BOTS, clock=TEN_AND_ONE)
    game.timers.pass_time(1)
    game.do("d", "pause")
    assert game.session.snapshot()["clock"]["running"] is None
    game.timers.pass_time(100)
    assert not game.over
    game.do("d", "resume")
    game.pool.answer(game.any_move(), seconds=1)
    assert left(game) == [10, 11]


def test_time_that_was_used_stays_used_after_a_takeback() -> None:
    game = scene(seats=AGAINST_BOT, clock=TEN_AND_ONE)
    game.timers.pass_time(4)
    game.do("s0", "move", move="f5")
    game.do("s0", "takeback", answer="ask")
    assert game.session.snapshot()["clock"]["running"] == 0
    assert left(game)[0] == 7
    game.timers.pass_time(7.1)
    assert game.over


def restarted(game: Scene, server_began: float = float("-inf")) -> Session:
    """The session that goes on from the log of one that was closed; the server began then, by the monotonic clock."""
    services = replace(game.session.services, began=server_began)
    again = Session(game.session.setup, services, tuple(game.log.events[game.session.id]))
    again.run()
    return again


def test_down_time_is_charged_to_nobody() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.timers.pass_time(3)
    game.do("s0", "move", move="f5")
    game.timers.pass_time(2)
    game.session.close()
    game.timers.pass_time(3600)
    again = restarted(game)
    assert again.state == rebuild(again.setup, game.log.events[again.id]) == game.session.state
    assert again.snapshot()["clock"]["left"] == [8, 11]
    assert again.snapshot()["clock"]["at"] == game.timers.now + COMING_BACK_SECONDS


def test_a_game_with_much_time_left_leaves_memory_and_its_clock_goes_on() -> None:
    for base, leaves in ((SOON_SECONDS - 1, False), (SOON_SECONDS + 1, True)):
        game = scene(seats=BOTH_HERE, clock={"kind": "game", "base": base})
        game.do("s0", "move", move="f5")
        game.do("s1", "move", move="d6")
        began = game.session.state.began
        assert began is not None
        assert game.log.due[game.session.id] == (began + base if leaves else None)
        assert goes_on_by_itself(game.session.setup, game.session.state) is not leaves
        assert game.session.close_if_idle(0.0) is leaves
    game.log.since_began = base - 10
    assert restarted(game, game.timers.now).snapshot()["clock"]["at"] == game.timers.now, "the server was away"
    again = restarted(game)
    assert again.snapshot()["clock"]["at"] == game.timers.now - (base - 10)
    game.timers.pass_time(11)
    assert again.snapshot()["result"]["reason"] == "time"


def test_pages_have_time_to_come_back_before_a_clock_runs_again() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.session.close()
    again = restarted(game)
    token = game.token("s1")
    game.timers.pass_time(COMING_BACK_SECONDS / 2)
    now = [again.clock.left(again.state, game.timers.now)]
    game.timers.pass_time(COMING_BACK_SECONDS / 2 + 3)
    now.append(again.clock.left(again.state, game.timers.now))
    assert now == [(11, 11), (11, 8)]
    again.command({"game": again.id, "token": token, "id": "a", "ply": 1, "do": "move", "move": "f6"})
    assert again.snapshot()["clock"]["left"] == [12, 8]
    assert again.state.moves[1].seconds == 3


def test_whoever_is_back_is_charged_soon_and_once() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.session.close()
    again = restarted(game)
    begun = game.timers.now
    again.join("watcher", (), lambda room: None)
    again.join("opponent", (game.token("s0"),), lambda room: None)
    assert again.snapshot()["clock"]["at"] == begun + COMING_BACK_SECONDS
    game.timers.pass_time(3)
    assert again.join("mover", (game.token("s1"),), lambda room: None)["clock"]["at"] == begun + 3 + BACK_SECONDS
    game.timers.pass_time(1)
    assert again.join("mover's phone", (game.token("s1"),), lambda room: None)["clock"]["at"] == begun + 5
    game.timers.pass_time(1 + 10.9)
    before = again.snapshot()["result"]
    game.timers.pass_time(0.2)
    assert before is None
    assert again.snapshot()["result"]["reason"] == "time"


def test_a_clock_that_runs_again_runs_out_in_time() -> None:
    game = scene(seats=BOTH_HERE, clock=TEN_AND_ONE)
    game.do("s0", "move", move="f5")
    game.session.close()
    again = restarted(game)
    game.timers.pass_time(COMING_BACK_SECONDS + 10.9)
    before = again.snapshot()["result"]
    game.timers.pass_time(0.2)
    assert before is None
    assert again.snapshot()["result"]["reason"] == "time"


@pytest.mark.parametrize(
    "given",
    [
        7,
        {"kind": "hourglass"},
        {"base": 10, "increment": 1},
        {"kind": "move"},
        {"kind": "move", "seconds": "30"},
        {"kind": "move", "seconds": float("nan")},
        {"kind": "game", "base": 0},
        {"kind": "game", "base": 10, "increment": -1},
        {"kind": "game", "base": 10**400},
        {"kind": "game", "base": True},
    ],
)
def test_a_malformed_clock_is_refused(given: Any) -> None:
    with pytest.raises(Malformed):
        ClockRule.read(given)


@pytest.mark.parametrize("given", [None, {"kind": "none"}, {"kind": "move", "seconds": 5.0}, {**TEN_AND_ONE}])
def test_a_clock_reads_back_what_it_writes(given: Any) -> None:
    rule = ClockRule.read(given)
    assert ClockRule.read(rule.as_json()) == rule
