"""Games that people watch: the referee tells of each move and keeps a pace, and neither changes a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plyground.competitions.refereeing.referee import play_game
from tests.competitions.playing import QUICK, built_in, play, upload

ENTRANTS = [built_in(), built_in("minimax:budget=20")]
TASK = {"id": "g", "game": "othello", "options": {"size": 4}, "seed": 7, "clock": QUICK, "entrants": ENTRANTS}


def test_whoever_watches_hears_every_move_and_changes_nothing() -> None:
    told: list[Any] = []
    quiet = play(*ENTRANTS, options={"size": 4})
    watched = play_game({**TASK, "pace": 0.01}, told.append)
    for name in ("moves", "seats", "ranks", "points", "verdicts"):
        assert watched[name] == quiet[name]
    assert [told[at]["kind"] for at in (0, 1, -1)] == ["begun", "ready", "ended"]
    assert told[0]["moves"] == []
    assert [event["text"] for event in told[2:-1]] == watched["moves"]
    assert [event["seat"] for event in told[2:-1]] == watched["seats"]
    assert told[-2]["left"] == pytest.approx(watched["left"], abs=0.001)
    assert told[-1]["ranks"] == watched["ranks"]


def test_moves_of_an_opening_are_told_at_the_start() -> None:
    told: list[Any] = []
    record = play_game({**TASK, "opening": ["b1", "a1"]}, told.append)
    assert told[0]["moves"] == ["b1", "a1"]
    assert told[0]["seats"] == [0, 1]
    assert [event["text"] for event in told[2:-1]] == record["moves"][2:]


def test_a_pace_is_charged_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("plyground.competitions.refereeing.referee.time.sleep", slept.append)
    record = play(built_in(), built_in(), options={"size": 4}, pace=0.5)
    assert slept[0] == 5.0
    assert set(slept[1:]) == {0.5}
    assert len(slept) == len(record["moves"])
    assert min(record["left"]) >= QUICK["base"]


def test_a_failure_before_the_first_move_is_told(tmp_path: Path) -> None:
    told: list[Any] = []
    bad = upload(tmp_path / "bad", "raise RuntimeError")
    play_game({**TASK, "entrants": [bad, built_in()], "confinement": "none"}, told.append)
    assert [event["kind"] for event in told] == ["begun", "ready", "ended"]
    assert told[2]["verdicts"][0]["code"] == "crash"
