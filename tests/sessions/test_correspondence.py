"""Games by correspondence: days for a move, which run on out of memory, over restarts, and are never swept away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.core.settings import Settings
from plyground.sessions.clock import DAY, ClockRule
from plyground.sessions.course import RESTART_SECONDS
from plyground.sessions.in_memory import IDLE_SECONDS
from plyground.sessions.lobby import Lobby
from plyground.sessions.session import Session
from plyground.sessions.setup import Setup
from plyground.sessions.state import goes_on_by_itself
from plyground.sessions.store import Store
from tests.sessions.support import FakePool, FakeTimers, Scene, scene

BOTH_HERE = [{"kind": "person"}, {"kind": "person"}]
THREE_DAYS = {"kind": "days", "days": 3}


def begun(**more: Any) -> Scene:
    """A game in which both have moved, so that the clock of the first runs."""
    game = scene(seats=BOTH_HERE, clock=THREE_DAYS, **more)
    game.do("s0", "move", move="f5")
    game.do("s1", "move", move="d6")
    return game


def resumed(game: Scene, days: float, server_began: float = float("-inf")) -> Session:
    """The session after it was out of memory for so long; the server began then, by the monotonic clock."""
    game.session.close()
    game.log.since_began = days * DAY
    services = game.session.services.__class__(**{**vars(game.session.services), "began": server_began})
    again = Session(game.session.setup, services, tuple(game.log.events[game.session.id]))
    again.run()
    return again


def left(session: Session) -> float:
    """The days that the first seat has left."""
    found = session.clock.left(session.state, session.services.monotonic())
    assert found is not None
    return found[0] / DAY


def test_each_move_has_its_days_and_the_log_says_when_they_are_over() -> None:
    game = begun()
    state = game.session.state
    assert state.left == (3 * DAY, 3 * DAY)
    assert state.began is not None
    assert game.log.due[game.session.id] == state.began + 3 * DAY
    assert game.log.lasting[game.session.id]
    game.timers.pass_time(2 * DAY)
    game.do("s0", "move", move="c3")
    assert game.session.state.left == (DAY, 3 * DAY)
    game.timers.pass_time(3 * DAY + 1)
    assert game.session.snapshot()["result"]["reason"] == "time"


def test_a_game_whose_clock_counts_days_leaves_memory_and_its_days_go_on() -> None:
    game = begun()
    assert not goes_on_by_itself(game.session.setup, game.session.state)
    game.timers.pass_time(IDLE_SECONDS)
    assert game.session.close_if_idle(IDLE_SECONDS)
    again = resumed(game, 2.5)
    assert left(again) == pytest.approx(0.5)
    assert again.snapshot()["clock"]["running"] == 0
    game.timers.pass_time(0.5 * DAY + 1)
    assert again.snapshot()["result"]["winner"] == 1


def test_whose_days_ran_out_meanwhile_has_lost_unless_the_server_was_away() -> None:
    game = begun()
    again = resumed(game, 4)
    game.timers.pass_time(0.1)
    assert again.snapshot()["result"]["reason"] == "time"
    game = begun()
    again = resumed(game, 4, server_began=game.timers.now - 10)
    assert left(again) * DAY == pytest.approx(RESTART_SECONDS - 10)
    game.timers.pass_time(0.1)
    assert again.snapshot()["result"] is None


def test_nobody_is_hurried_before_their_first_move() -> None:
    game = scene(seats=BOTH_HERE, clock=THREE_DAYS)
    game.do("s0", "move", move="f5")
    assert game.log.due[game.session.id] is None
    assert not game.log.lasting[game.session.id]
    game.timers.pass_time(20 * DAY)
    assert not game.over


def test_servers_of_before_read_such_a_game_as_one_without_a_clock() -> None:
    setup = begun().session.setup
    plain = json.loads(json.dumps(setup.as_json()))
    assert plain["clock"] == {"kind": "none"}
    assert Setup.from_json(plain | json.loads(json.dumps(setup.besides()))) == setup


@pytest.mark.parametrize("days", [0, 15, 1.5, "3", True, None])
def test_days_that_are_none_are_refused(days: Any) -> None:
    with pytest.raises(Refusal):
        ClockRule.read({"kind": "days", "days": days})


def test_what_is_due_is_looked_after_and_what_lasts_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [2_000_000_000.0]
    monkeypatch.setattr("plyground.sessions.course.time.time", lambda: now[0])
    timers = FakeTimers()
    monkeypatch.setattr("plyground.sessions.lobby.Timers", lambda: timers)
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", keep_days=1)
    store = Store(settings, now=lambda: now[0], monotonic=lambda: now[0])
    lobby = Lobby(lambda *given: None, settings, store, FakePool(), lambda: now[0])  # type: ignore[arg-type]
    made = lobby.create({"game": "othello", "seats": BOTH_HERE, "clock": THREE_DAYS})
    other = lobby.create({"game": "othello", "seats": BOTH_HERE})
    for game in (made, other):
        for ply, move in enumerate(("f5", "d6")):
            sent = {"game": game.id, "token": game.tokens[f"s{ply}"], "id": str(ply), "ply": ply}
            assert lobby.command(sent | {"do": "move", "move": move})["ok"]
    now[0] += 2.9 * DAY
    assert store.due() == []
    assert lobby._games.evict(1.0) == 2, "nothing holds it in memory"
    assert store.sweep() == [other.id]
    now[0] += 0.2 * DAY
    assert store.due() == [made.id]
    lobby._games.services = lobby._games.services.__class__(**{**vars(lobby._games.services), "began": float("-inf")})
    lobby._games._resume_one(made.id)
    timers.pass_time(0.1)
    assert lobby.snapshot(made.id)["result"]["reason"] == "time"
    assert store.due() == []
    now[0] += 400 * DAY
    assert store.sweep() == []
    store.close()
