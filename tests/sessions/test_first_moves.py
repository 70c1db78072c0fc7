"""Clocks start with each side's first move, so that a seat that never comes costs nobody a game."""

from __future__ import annotations

import json

from plyground.sessions.events import Event
from plyground.sessions.session import Session
from plyground.sessions.setup import Setup
from plyground.sessions.state import goes_on_by_itself, rebuild
from tests.sessions.support import AGAINST_BOT, PEOPLE, Scene, scene

FIVE = {"kind": "game", "base": 5, "increment": 0}
BOTH_HERE = [{"kind": "person"}, {"kind": "person"}]
HOUR = 3600


def running(game: Scene) -> int | None:
    """The seat whose clock runs."""
    found: int | None = game.session.snapshot()["clock"]["running"]
    return found


def left(game: Scene) -> tuple[float, ...]:
    """What each seat has left, as the log has it."""
    assert game.session.state.left is not None
    return tuple(round(seconds, 3) for seconds in game.session.state.left)


def test_nobody_loses_on_time_before_their_first_move() -> None:
    game = scene(seats=BOTH_HERE, clock=FIVE)
    game.timers.pass_time(HOUR)
    assert running(game) is None
    game.do("s0", "move", move="f5")
    game.timers.pass_time(HOUR)
    assert running(game) is None
    assert not game.over
    game.do("s1", "move", move="d6")
    assert left(game) == (5, 5)
    assert [made.seconds for made in game.session.state.moves] == [HOUR, HOUR], "what a move took is told all the same"
    assert running(game) == 0
    game.timers.pass_time(5.1)
    assert game.session.snapshot()["result"]["reason"] == "time"


def test_a_guest_who_never_comes_and_one_who_only_looks_cost_nobody_a_game() -> None:
    game = scene(seats=PEOPLE, clock={"kind": "move", "seconds": 5})
    game.do("s0", "move", move="f5")
    game.session.join("guest", (game.token("i1"),), lambda room: None)
    game.timers.pass_time(HOUR)
    assert not game.over
    assert not goes_on_by_itself(game.session.setup, game.session.state)
    game.do("i1", "move", move="d6")
    game.timers.pass_time(5.1)
    assert game.session.snapshot()["result"]["winner"] == 1


def test_who_leaves_a_game_to_which_nobody_came_has_not_lost_it() -> None:
    game = scene(seats=PEOPLE, clock=FIVE)
    game.do("s0", "move", move="f5")
    game.do("s0", "resign")
    snapshot = game.session.snapshot()
    assert (snapshot["result"]["reason"], snapshot["result"]["winner"]) == ("called_off", None)
    assert snapshot["series"]["games"] == 0
    came = scene(seats=PEOPLE)
    came.session.join("guest", (came.token("i1"),), lambda room: None)
    came.do("s0", "resign")
    assert came.session.snapshot()["result"]["winner"] == 1


def test_a_first_move_that_was_taken_back_has_started_the_clock() -> None:
    game = scene(seats=AGAINST_BOT, clock=FIVE)
    game.do("s0", "move", move="f5")
    game.do("s0", "takeback", answer="ask")
    assert running(game) == 0


def test_a_bot_has_its_clock_from_its_first_thought() -> None:
    game = scene(seats=AGAINST_BOT, clock=FIVE)
    game.do("s0", "move", move="f5")
    assert running(game) == 1


def test_moves_that_a_game_begins_with_start_no_clock() -> None:
    game = scene(seats=BOTH_HERE, clock=FIVE, moves=["f5", "d6", "c3"])
    assert running(game) is None


def test_a_restart_does_not_start_a_clock_that_waits_for_a_first_move() -> None:
    game = scene(seats=BOTH_HERE, clock=FIVE)
    game.do("s0", "move", move="f5")
    game.session.close()
    again = Session(game.session.setup, game.session.services, tuple(game.log.events[game.session.id]))
    again.run()
    game.timers.pass_time(HOUR)
    assert again.snapshot()["clock"]["running"] is None
    assert again.snapshot()["result"] is None


def test_a_game_of_before_keeps_its_rule_and_its_rematch_has_the_new_one() -> None:
    game = scene(seats=BOTH_HERE, clock=FIVE, at_once=True)
    stored = json.loads(json.dumps(game.session.setup.as_json()))
    assert "starts" not in stored["clock"]
    setup = Setup.from_json(stored)
    assert not setup.clock.first_free
    log = [
        Event(1, "move", {"seat": 0, "text": "f5", "seconds": 2.0, "effect": {}, "choice": None, "left": [3, 5]}, 9.0)
    ]
    assert rebuild(setup, log).left == (3, 5)
    assert running(game) == 0
    game.timers.pass_time(5.1)
    assert game.over
    game.do("s0", "rematch")
    assert game.opened[-1].setup.clock.first_free
    assert Setup.from_json(json.loads(json.dumps(game.opened[-1].setup.as_json()))).clock.first_free
