"""Streams to bots: what wakes them, who is too slow, and how many there may be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.core.refusals import TooManyStreams
from plyground.web.bots_api import streams
from plyground.web.bots_api.streams import STREAMS, STREAMS_OF_BOT, Ear, ListeningWire, Places, lines
from tests.web.test_broadcast import Wire


def read(line: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return found


def test_a_slow_reader_is_told_so_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    stream = lines(Ear(), lambda: [{"type": "state", "ply": ply} for ply in range(9)], lambda: False)
    assert read(next(stream))["type"] == "heartbeat"
    assert read(next(stream))["ply"] == 0
    now[0] += streams.SLOW_SECONDS - 1
    assert read(next(stream))["ply"] == 1
    now[0] += streams.SLOW_SECONDS + 1
    last = read(next(stream))
    assert (last["type"], "5 seconds" in last["sentence"]) == ("dropped", True)
    assert list(stream) == []


def test_a_stream_beats_while_nothing_happens_and_ends_with_its_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    ear, news = Ear(), [[{"type": "state"}], [], []]
    stream = lines(ear, lambda: news.pop(0) if news else [], lambda: not news)
    assert [read(line)["type"] for line in stream] == ["heartbeat", "state", "heartbeat", "heartbeat"]
    closed = Ear()
    closed.close()
    assert len(list(lines(closed, list, lambda: False))) == 1


def test_messages_of_a_room_wake_the_streams_in_it_and_go_on_to_the_others() -> None:
    plain = Wire()
    wire = ListeningWire(plain)
    name, ear = wire.open()
    wire.enter_room(name, "room")
    wire.enter_room("page", "room")
    wire.emit("thinking", {"number": 0}, room="room")
    assert not ear.wait(0)
    wire.emit("event", {"kind": "move", "number": 1}, room="room")
    assert ear.wait(0)
    assert not ear.take_again()
    wire.emit("event", {"kind": "takeback", "number": 2}, room="room", skip_sid=["page"])
    assert ear.wait(0)
    assert (ear.take_again(), ear.take_again()) == (True, False)
    wire.emit("again", {"number": 3}, room=name)
    assert ear.take_again()
    wire.leave_room(name, "room")
    ear.wait(0)
    wire.emit("event", {"kind": "move", "number": 1}, room="room")
    assert not ear.wait(0)
    wire.close(name)
    assert plain.got["page"] == [0, 1, 1]


def test_places_are_bounded_for_a_bot_and_for_all() -> None:
    places = Places()
    for _number in range(STREAMS_OF_BOT):
        places.take("one")
    with pytest.raises(TooManyStreams, match="at most 8"):
        places.take("one")
    places.give_back("one")
    places.take("one")
    for number in range(STREAMS - STREAMS_OF_BOT):
        places.take(f"other {number}")
    with pytest.raises(TooManyStreams, match="this server"):
        places.take("new")
