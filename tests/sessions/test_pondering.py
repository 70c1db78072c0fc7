"""Bots that think while the person opposite is to move: when they do, and that nobody waits for them."""

from __future__ import annotations

import pytest

from plyground.jobs.requests import Priority
from tests.sessions.support import AGAINST_BOT, Scene, scene

PONDERING = [{"kind": "person"}, {"kind": "bot", "bot": "hare:budget=10,ponder=true"}]


@pytest.fixture
def playing() -> Scene:
    """The person has moved, the bot has answered, and the person is to move."""
    made = scene(seats=PONDERING)
    made.do("s0", "move", move=made.any_move())
    made.pool.answer(made.any_move())
    return made


def test_it_thinks_on_in_its_own_memory_and_nobody_is_counted_for_it(playing: Scene) -> None:
    (ticket,) = playing.pool.open
    assert ticket.request.priority is Priority.NOBODY
    assert ticket.request.visitor == ""
    assert ticket.request.memory == f"{playing.session.id}/1"
    assert len(ticket.request.moves) == 2
    assert ticket.request.left is None


def test_the_move_is_asked_for_when_its_worker_has_stopped(playing: Scene) -> None:
    (ponder,) = playing.pool.open
    playing.do("s0", "move", move=playing.any_move())
    assert ponder.stopped
    assert playing.pool.open == [ponder]
    playing.pool.answer("a1")
    (asked,) = playing.pool.open
    assert asked.request.priority is Priority.PERSON
    assert asked.request.memory == ponder.request.memory
    assert len(asked.request.moves) == 3
    playing.pool.answer(playing.any_move())
    assert playing.session.state.ply == 4


def test_one_that_still_waits_for_a_worker_is_dropped_at_once(playing: Scene) -> None:
    (ponder,) = playing.pool.open
    ponder.running = False
    playing.do("s0", "move", move=playing.any_move())
    assert ponder.cancelled
    (asked,) = playing.pool.open
    assert len(asked.request.moves) == 3


def test_one_that_was_ended_for_others_is_not_begun_again_in_this_turn(playing: Scene) -> None:
    playing.pool.tickets[-1].running = False
    playing.pool.answer("a1")
    assert not playing.pool.open
    playing.do("s0", "draw", answer="offer")
    assert all(ticket.request.priority is not Priority.NOBODY for ticket in playing.pool.open)


def test_it_ends_with_the_game(playing: Scene) -> None:
    (ponder,) = playing.pool.open
    playing.do("s0", "resign")
    assert ponder.stopped
    playing.pool.answer("a1")
    assert not playing.pool.open
    assert f"{playing.session.id}/1" in playing.pool.forgotten


def test_no_bot_ponders_unless_it_is_told_to() -> None:
    made = scene(seats=[{"kind": "person"}, {"kind": "bot", "bot": "hare:budget=10"}])
    made.do("s0", "move", move=made.any_move())
    made.pool.answer(made.any_move())
    assert not made.pool.open
    other = scene(seats=AGAINST_BOT)
    other.do("s0", "move", move=other.any_move())
    other.pool.answer(other.any_move())
    assert not other.pool.open
