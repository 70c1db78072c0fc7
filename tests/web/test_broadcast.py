"""Broadcasting: in order, to the right connections, and never before the answer that a newcomer is owed."""

from __future__ import annotations

from collections import defaultdict

import pytest

from plyground.web.broadcast import Broadcaster, Payload


class Wire:
    """Records what each connection gets."""

    def __init__(self) -> None:
        self.rooms: dict[str, set[str]] = defaultdict(set)
        self.got: dict[str, list[int]] = defaultdict(list)
        self.gone: set[str] = set()

    def emit(self, event: str, data: Payload, *, room: str, skip_sid: list[str] | None = None) -> None:
        """Record, or fail for the event ``bad``."""
        if event == "bad":
            raise OSError("no line")
        for connection in self.rooms.get(room, {room}) - set(skip_sid or ()):
            self.got[connection].append(data["number"])

    def enter_room(self, sid: str, room: str) -> None:
        """Enter, unless gone."""
        if sid in self.gone:
            raise ValueError("gone")
        self.rooms[room].add(sid)

    def leave_room(self, sid: str, room: str) -> None:
        """Leave."""
        self.rooms[room].discard(sid)


@pytest.fixture
def wire() -> Wire:
    """A wire to look at."""
    return Wire()


def publish(broadcaster: Broadcaster, *numbers: int, event: str = "event") -> None:
    """Publish numbered messages to the room."""
    for number in numbers:
        broadcaster.publish("room", event, {"number": number})


def test_a_newcomer_hears_exactly_what_follows_its_entry_and_only_after_its_answer(wire: Wire) -> None:
    broadcaster = Broadcaster(wire)
    broadcaster.enter("old", "room")
    broadcaster.release("old", "room")
    publish(broadcaster, 1, 2)
    broadcaster.enter("new", "room")
    publish(broadcaster, 3, 4)
    broadcaster.publish("new", "hint", {"number": 99})
    broadcaster.release("new", "room")
    publish(broadcaster, 5)
    broadcaster.leave("old", "room")
    publish(broadcaster, 6)
    broadcaster.close()
    assert wire.got == {"old": [1, 2, 3, 4, 5], "new": [99, 3, 4, 5, 6]}


def test_nothing_is_left_behind(wire: Wire) -> None:
    broadcaster = Broadcaster(wire)
    broadcaster.enter("leaves at once", "room")
    publish(broadcaster, 1)
    broadcaster.leave("leaves at once", "room")
    wire.gone.add("gone")
    broadcaster.enter("gone", "room")
    broadcaster.release("gone", "room")
    publish(broadcaster, 2)
    broadcaster.close()
    assert wire.got["leaves at once"] == [1]
    assert "gone" not in wire.got
    assert broadcaster._kept == {}


def test_a_message_that_cannot_be_sent_does_not_silence_the_rest(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    broadcaster = Broadcaster(wire)
    broadcaster.enter("one", "room")
    broadcaster.release("one", "room")
    publish(broadcaster, 1)
    publish(broadcaster, 2, event="bad")
    publish(broadcaster, 3)
    broadcaster.close()
    assert wire.got["one"] == [1, 3]
    assert "could not be sent" in caplog.text
