"""The score that runs on over rematches, by person and not by seat."""

from __future__ import annotations

import json
from typing import Any

from plyground.sessions.setup import Setup
from tests.sessions.support import Scene, scene

PEOPLE = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]


def series(snapshot: dict[str, Any]) -> tuple[int, list[float]]:
    """The number of games and the points, as a page is told."""
    found = snapshot["series"]
    return found["games"], found["points"]


def test_points_follow_their_people_over_rematches() -> None:
    game = scene(seats=PEOPLE)
    assert series(game.session.snapshot()) == (0, [0, 0])
    game.do("s1", "resign")
    assert series(game.session.snapshot()) == (1, [1, 0])
    game.do("s0", "rematch")
    second = game.opened[-1]
    assert [seat.name for seat in second.setup.seats] == ["Ben", "Ada"]
    assert series(second.snapshot()) == (1, [0, 1])
    token = game.token("s0")  # Ada's, who has the second seat now
    second.command({"token": token, "id": "a", "ply": 0, "do": "draw", "answer": "offer"})
    assert series(second.snapshot()) == (2, [0.5, 1.5])
    second.command({"token": token, "id": "b", "ply": 0, "do": "rematch"})
    third = game.opened[-1].setup
    assert third.series.points == (1.5, 0.5)
    stored = json.loads(json.dumps(third.as_json()))
    assert "series" not in stored, "which servers of before would not know"
    assert Setup.from_json(stored | json.loads(json.dumps(third.besides()))) == third
    assert Setup.from_json(stored).series.games == 0


def test_at_a_table_of_three_each_who_is_behind_is_a_point() -> None:
    seats = [{"kind": "person"}] * 3
    game: Scene = scene(game="punter", options={"map": "path-5", "punters": 3}, seats=seats)
    game.do("s1", "resign")
    game.do("s2", "resign")
    snapshot = game.session.snapshot()
    assert snapshot["result"]["ranks"][0] == 1
    games, points = series(snapshot)
    assert (games, points[0], sum(points)) == (1, 2, 3)


def test_a_game_that_was_stopped_counts_for_nobody() -> None:
    game = scene(seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    game.do("s0", "move", move="f5")
    game.pool.open[-1].listener("failed", {"code": "x", "sentence": "The bot is lost."})
    assert game.session.snapshot()["result"]["reason"] == "failed"
    assert series(game.session.snapshot()) == (0, [0, 0])
