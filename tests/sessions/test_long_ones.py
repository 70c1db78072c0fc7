"""Long texts are read one at a time and with a bound on the work, so that the others go on."""

from __future__ import annotations

import threading

import pytest

from plyground.core import effort, registry
from plyground.core.effort import TooMuchWork
from plyground.core.refusals import Busy
from plyground.sessions import reading
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import read_position

LONG = "x" * 20_000


def test_long_texts_wait_for_each_other_and_short_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_PATIENCE_SECONDS", 0.01)
    held, done, heard = threading.Event(), threading.Event(), []

    def hold() -> None:
        with reading.long_ones(LONG):
            held.set()
            done.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(20)
    try:
        every: tuple[object, ...] = (LONG, ["f5"] * 10_000, {"moves": []})
        for given in every:
            with pytest.raises(Busy) as refusal, reading.long_ones(given):
                heard.append(given)
        assert refusal.value.status == 503
        with reading.long_ones("f5", None, ["d6"]):
            heard.append("short")
    finally:
        done.set()
        holder.join()
    with reading.long_ones(LONG), reading.long_ones(LONG):  # within each other, in one thread
        heard.append("again")
    assert heard == ["short", "again"]


def test_what_takes_too_long_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_SECONDS", 0.0)
    moves = ["0-1", "1-2"]
    position = '{"map":"path-5","punters":1,"moves":["0-1","1-2"]}'
    for body in ({"moves": moves}, {"position": position}, {"record": position}):
        with pytest.raises(TooMuchWork, match="takes too long"):
            read_position({"game": "punter", "options": {"map": "path-5", "punters": 1}, **body})
    with pytest.raises(TooMuchWork):
        PastedGame({"record": position})
    start = registry.game("othello").initial()
    with effort.bounded(0.0), pytest.raises(TooMuchWork):
        registry.game("othello").replay(start, ["d3"])
    assert len(registry.game("othello").replay(start, ["d3"])) == 2, "elsewhere nothing is bounded"


def test_a_pasted_game_shows_the_boards_that_are_asked_for() -> None:
    pasted = PastedGame({"game": "othello", "record": "f5d6c3"})
    texts = [view["text"] for view in pasted.views(0, None)]
    assert len(texts) == 4
    assert [view["text"] for view in pasted.views(1, 2)] == texts[1:3]
    assert [move["text"] for move in pasted.as_json()["moves"]] == ["f5", "d6", "c3"]
    assert pasted.as_json()["view"]["text"] == texts[-1]
