"""What a state calls for, as a pure function of the state and of what is under way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.sessions.state import Result
from plyground.sessions.turns import Effect, Underway, effects, forced_pass
from tests.sessions.support import AGAINST_BOT, BOTS, scene

OVER = Result((0.0, 0.0), None, "agreed", "A draw.")
WATCHED = scene(seats=BOTS).session
PLAYING = scene(seats=AGAINST_BOT).session


@pytest.mark.parametrize(
    ("underway", "due"),
    [
        (Underway(1), [Effect.SEARCH]),
        (Underway(1, search_turn=1), []),
        (Underway(1, search_turn=1, chosen=True), [Effect.PLAY]),
        (Underway(2, search_turn=1), [Effect.DROP_SEARCH, Effect.SEARCH]),
        (Underway(2, ponder_turn=1, ponder_runs=True), [Effect.STOP_PONDERING, Effect.DISARM]),
        (Underway(2, ponder_turn=1), [Effect.DROP_PONDERING, Effect.SEARCH]),
    ],
)
def test_at_a_bots_turn_its_move_is_looked_for_once(underway: Underway, due: list[Effect]) -> None:
    assert effects(WATCHED.setup, WATCHED.state, underway) == due


def test_a_pause_ends_the_search_and_a_step_begins_one() -> None:
    paused = replace(WATCHED.state, paused=True)
    assert effects(WATCHED.setup, paused, Underway(1, search_turn=1)) == [Effect.STOP_CHARGING, Effect.DROP_SEARCH]
    assert effects(WATCHED.setup, replace(paused, steps=1), Underway(1)) == [Effect.SEARCH]


def test_when_the_game_is_over_nothing_goes_on() -> None:
    over = replace(WATCHED.state, result=OVER)
    assert effects(WATCHED.setup, over, Underway(1, search_turn=1)) == [
        Effect.STOP_CHARGING,
        Effect.DROP_SEARCH,
        Effect.DISARM,
        Effect.FORGET,
    ]
    assert Effect.STOP_PONDERING in effects(WATCHED.setup, over, Underway(1, ponder_turn=1, ponder_runs=True))


def test_a_person_is_waited_for_and_a_seat_that_is_out_is_not() -> None:
    assert effects(PLAYING.setup, PLAYING.state, Underway(1)) == [Effect.AWAIT_PERSON]
    gone = replace(PLAYING.state, out=frozenset({0}))
    assert effects(PLAYING.setup, gone, Underway(1)) == [Effect.PASS]


def test_a_pass_is_found_without_listing_the_other_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    session = scene(game="punter", options={"punters": 3}, seats=[{"kind": "person"}, *BOTS]).session
    moment = replace(session.moment(), state=replace(session.state, out=frozenset({0})), view=dict)
    monkeypatch.setattr(type(session.rules), "legal_moves", None)
    assert forced_pass(moment).events[0][1]["text"] == "pass"  # type: ignore[union-attr]


def test_without_a_pass_the_first_move_is_made() -> None:
    session = scene(game="tree", seats=[{"kind": "person"}, {"kind": "link"}]).session
    moment = replace(session.moment(), state=replace(session.state, out=frozenset({session.to_move})))
    assert forced_pass(moment).events[0][1]["text"] == "0"  # type: ignore[union-attr]
