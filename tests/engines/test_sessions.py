"""Engines in live games: one that is gone ends its game with a sentence and nothing else."""

from __future__ import annotations

from dataclasses import replace

from plyground.core import registry
from plyground.engines.declared import Engines
from tests.engines.speakers import declared, ours
from tests.sessions.support import scene

__all__ = ["declared"]


def test_a_game_whose_engine_is_declared_no_more_ends_and_says_why(declared: Engines) -> None:
    engine = ours("plyground", "othello")
    declared.save(engine)
    house = scene(seats=[{"kind": "person"}, {"kind": "bot", "bot": "ours"}])
    assert house.session.setup.seats[1].name == "Ours"
    declared.save(replace(engine, enabled=False))
    house.do("s0", "move", move=house.any_move())
    house.timers.pass_time(1.0)
    result = house.session.state.result
    assert result is not None
    assert "There is no bot called “ours”" in str(house.log.events[house.session.id][-1].data)


def test_a_game_with_an_engine_that_is_gone_can_be_resigned_and_read(declared: Engines) -> None:
    engine = ours("plyground", "othello")
    declared.save(engine)
    house = scene(seats=[{"kind": "bot", "bot": "ours"}, {"kind": "person"}])
    house.pool.answer(house.any_move())
    declared.remove("ours")
    house.do("s1", "resign")
    assert house.over
    assert "ours" not in registry.bots()
