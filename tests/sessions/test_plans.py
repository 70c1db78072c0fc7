"""Premoves and replies to what is expected: kept, played when their time comes, and known to nobody else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.settings import Settings
from plyground.sessions import plans
from plyground.sessions.plans import MOST_LINES, Plan, premove_view
from plyground.sessions.session import Session
from plyground.sessions.setup import read_position, read_spec
from plyground.sessions.store import Store
from tests.sessions.support import PEOPLE, Scene, scene

ONE_MINUTE = {"kind": "game", "base": 60, "increment": 0}


def begun(**more: Any) -> Scene:
    """A game in which it is the second seat's turn."""
    game = scene(seats=[{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}], **more)
    game.do("s0", "move", move="f5")
    return game


def moves(game: Scene) -> list[str]:
    """What has been played."""
    game.timers.pass_time(0.01)
    return [made.text for made in game.session.state.moves]


def test_a_premove_is_played_at_once_whatever_comes() -> None:
    game = begun(clock=ONE_MINUTE)
    assert game.do("s0", "plan", premove="c3")["plan"] == {"lines": [], "premove": "c3"}
    game.timers.pass_time(5)
    game.do("s1", "move", move="d6")
    assert moves(game) == ["f5", "d6", "c3"]
    state = game.session.state
    assert (state.left, state.moves[-1].seconds) == ((60, 60), 0)
    game.do("s1", "move", move="d3")
    assert len(moves(game)) == 4, "it is played once"


def test_a_premove_that_is_no_move_then_is_dropped() -> None:
    game = begun(clock=ONE_MINUTE)
    game.do("s0", "plan", premove="a1")
    game.do("s1", "move", move="d6")
    assert moves(game) == ["f5", "d6"]
    assert game.session.snapshot((game.token("s0"),))["plans"] == {}, "as its player is told"
    assert game.session.snapshot()["clock"]["running"] == 0, "and its player's clock runs"
    game.timers.pass_time(61)
    assert game.over


def test_replies_follow_the_line_that_is_played() -> None:
    game = begun()
    game.do("s0", "plan", lines=[["d6", "c5"], ["f4", "c3", "f6"], ["d6", "c3", "d3", "c4"]], premove="e6")
    game.do("s1", "move", move="d6")
    assert moves(game) == ["f5", "d6", "c5"], "of two lines the first"
    game = begun()
    game.do("s0", "plan", lines=[["d6", "c3", "d3", "c4"]])
    game.do("s1", "move", move="d6")
    assert moves(game)[2:] == ["c3"]
    game.do("s1", "move", move="d3")
    assert moves(game)[3:] == ["d3", "c4"]
    game = begun()
    game.do("s0", "plan", lines=[["f4", "c3"]], premove="e6")
    game.do("s1", "move", move="f6")
    assert moves(game)[2:] == ["e6"], "else the premove"


def test_two_plans_play_on_by_themselves() -> None:
    game = begun()
    game.do("s0", "plan", lines=[["d6", "c3"]])
    game.do("s1", "move", move="d6")
    game.do("s0", "plan", lines=[]) if game.session.to_move == 1 else None
    assert moves(game) == ["f5", "d6", "c3"]
    game.do("s0", "plan", lines=[["d3", "c4"]])
    game.do("s1", "move", move="d3")
    game.timers.pass_time(0.01)
    assert moves(game)[-1] == "c4"


def test_nobody_else_hears_of_a_plan() -> None:
    game = begun()
    game.session.join("ada", (game.token("s0"),), lambda room: None)
    game.session.join("ben", (game.token("s1"),), lambda room: None)
    game.session.join("eve", (), lambda room: None)
    game.timers.pass_time(1)
    before, events = len(game.told), len(game.log.events[game.session.id])
    game.do("s0", "plan", lines=[["d6", "c3"]], premove="e6")
    told = game.told[before:]
    assert [(room.rpartition("/")[2], payload["plans"]) for room, _event, payload in told] == [
        ("0", {"0": {"lines": [["d6", "c3"]], "premove": "e6"}})
    ]
    assert len(game.log.events[game.session.id]) == events, "it is no part of the log"
    assert game.session.snapshot((game.token("s0"),))["plans"]["0"]["premove"] == "e6"
    assert game.session.snapshot((game.token("s1"),))["plans"] == {}
    assert game.session.snapshot()["plans"] == {}
    game.do("s1", "move", move="d6")
    game.timers.pass_time(0.01)
    for room, event, payload in game.told[before:]:
        if event == "event" and not room.endswith("/0"):
            assert not payload["state"].get("plans")


def test_a_plan_lasts_over_a_restart_and_goes_with_a_takeback() -> None:
    game = begun()
    game.do("s0", "plan", lines=[["d6", "c3", "d3", "c4"]])
    game.session.close()
    again = Session(game.session.setup, game.session.services, tuple(game.log.events[game.session.id]))
    again.run()
    again.command({"token": game.token("s1"), "id": "m", "ply": 1, "do": "move", "move": "d6"})
    game.timers.pass_time(0.01)
    assert [made.text for made in again.state.moves] == ["f5", "d6", "c3"]
    assert again.snapshot((game.token("s0"),))["plans"]["0"]["lines"] == [["d3", "c4"]]
    again.command({"token": game.token("s0"), "id": "t", "ply": 3, "do": "takeback", "answer": "ask"})
    assert again.state.ply == 2
    assert again.snapshot((game.token("s0"),))["plans"] == {}
    assert game.log.kept_plans == {}


def test_a_plan_lies_in_the_database_until_it_is_withdrawn(tmp_path: Path) -> None:
    store = Store(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3"))
    setup, _created = read_spec({"game": "othello", "seats": PEOPLE}, "me")
    store.append(setup.id, (), opens=setup)
    plan = Plan(1, (("d6", "c3"), ("f4", "c5")), "e6")
    store.keep_plan(setup.id, 0, Plan(0, (), "a1"))
    store.keep_plan(setup.id, 0, plan)
    store.keep_plan(setup.id, 1, Plan(1, (), "b2"))
    assert store.plans(setup.id) == {0: plan, 1: Plan(1, (), "b2")}
    store.keep_plan(setup.id, 0, None)
    assert list(store.plans(setup.id)) == [1]
    store.close()


@pytest.mark.parametrize(
    ("seat", "fields", "words"),
    [
        ("s1", {"premove": "d6"}, "your turn"),
        ("s0", {"lines": [["a1", "c3"]]}, "a1"),
        ("s0", {"lines": [["d6"]]}, "reply of your own"),
        ("s0", {"lines": [[]]}, "reply of your own"),
        ("s0", {"lines": [["d6", "c3"]] * (MOST_LINES + 1)}, "at most"),
        ("s0", {"lines": "d6 c3"}, "list of moves"),
        ("s0", {"lines": [[7]]}, "list of texts"),
        ("s0", {"premove": ["c3"]}, "is a text"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(seat: str, fields: dict[str, Any], words: str) -> None:
    game = begun()
    with pytest.raises(Refusal, match=words):
        game.do(seat, "plan", **fields)
    assert game.log.kept_plans == {}


@pytest.mark.parametrize("name", ["othello", "camel", "tak", "punter"])
def test_every_board_offers_the_moves_that_may_come(name: str) -> None:
    rules = registry.game(name)
    read = read_position({"game": name})
    seat = 1 - rules.to_move(read.position)
    view = premove_view(read, seat)
    assert view["to_move"] == seat
    assert view["text"] == rules.view(read.position, seat)["text"]
    reply = rules.play(read.position, rules.legal_moves(read.position)[0])
    expected = {entry.get("text") for entry in rules.view(reply, seat)["moves"]}
    assert expected <= {entry.get("text") for entry in view["moves"]}


@pytest.mark.parametrize(("seconds", "looked_at"), [(0.0, 25), (0.012, 2), (1.0, 1)])
def test_where_boards_take_long_few_replies_are_looked_at(
    seconds: float, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = read_position({"game": "camel"})
    view = Mock(wraps=read.rules.view)
    monkeypatch.setattr(read.rules, "view", view)
    monkeypatch.setattr(plans, "time", SimpleNamespace(thread_time=lambda: seconds * view.call_count))
    assert premove_view(read, 1)["moves"]
    assert view.call_count == 1 + looked_at
