"""Streams to bots: what wakes them, who is too slow, and how many there may be; and how many bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from plyground.core.refusals import TooFast, TooManyStreams
from plyground.core.settings import Settings
from plyground.sessions.limits import Buckets
from plyground.web.application import create_app
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


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An application with nobody in it."""
    made = create_app(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3"))
    yield made
    made.extensions["lobby"].shutdown()
    made.extensions["contests"].close()


def test_one_address_leaves_places_to_others(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(name: str, address: str) -> TestResponse:
        given: Any = {"environ_base": {"REMOTE_ADDR": address}}
        token = app.test_client().post("/api/bots", json={"name": name}, **given).get_json()["token"]
        return app.test_client().get("/api/bot/stream", headers={"Authorization": f"Bearer {token}"}, **given)

    monkeypatch.setattr(streams, "STREAMS_OF_ADDRESS", 2)
    first, *others = [opened(f"Bot {number}", "192.0.2.1") for number in range(3)]
    assert [each.status_code for each in (first, *others)] == [200, 200, 429]
    assert opened("Guest", "192.0.2.2").status_code == 200
    first.close()
    assert opened("Late", "192.0.2.1").status_code == 200


def test_of_a_bot_that_is_refused_nothing_is_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def take(self: Buckets, name: str) -> None:
        raise TooFast(self._sentence)

    client = app.test_client()
    with monkeypatch.context() as others:
        others.setattr(Buckets, "take", take)  # which took the last permission after this one was let in
        assert client.post("/api/bots", json={"name": "Late"}).status_code == 429
    assert client.get("/api/bots").get_json() == {"bots": []}
    assert client.post("/api/bots", json={"name": "Late"}).status_code == 201


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
