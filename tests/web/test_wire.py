"""The screen before the socket: what cannot be read becomes a small event of its own, never an exception."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from socketio import packet

from plyground.web.wire import LONGEST_MESSAGE, MALFORMED, OVERSIZED, Json, Packet, screened

UNREADABLE = (
    "",
    "x",
    "2",
    "2{}",
    "2[]",
    "2[1]",
    '2["join"',
    '2["connect",{}]',
    '2["disconnect"]',
    "2[NaN]",
    '51-["join",{"_placeholder":true,"num":0}]',
    "599999999999-[]",
    "4null",
    "9[]",
    "2" + "9" * 200 + '["join"]',
    "²[]",
    "2" + "[" * 9000,
    b"\x00\x01",
    b"",
    {"a": 1},
    7,
)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda value: repr(value)[:30])
def test_what_cannot_be_read_says_so(text: object) -> None:
    read = Packet(encoded_packet=text)
    assert (read.packet_type, read.data) == (packet.EVENT, [MALFORMED])


def test_an_oversized_message_keeps_its_number() -> None:
    read = Packet(encoded_packet='217["command",{"x":"' + "y" * LONGEST_MESSAGE + '"}]')
    assert (read.packet_type, read.data, read.id) == (packet.EVENT, [OVERSIZED], 17)


def test_a_malformed_message_keeps_its_number() -> None:
    read = Packet(encoded_packet='217["command",{')
    assert (read.data, read.id) == ([MALFORMED], 17)


def test_an_ordinary_message_is_untouched() -> None:
    read = Packet(encoded_packet='217["command",{"move":"f5"}]')
    assert (read.packet_type, read.id, read.data) == (packet.EVENT, 17, ["command", {"move": "f5"}])
    assert Packet(packet.EVENT, data=["event", {"seq": 1}]).encode() == '2["event",{"seq":1}]'


@given(st.one_of(st.text(), st.binary(), st.text(alphabet='0123456789[]{}",:-/n')))
def test_nothing_at_all_breaks_the_reader(text: str | bytes) -> None:
    frame = screened(text)
    if isinstance(frame, str):
        assert frame[0] in "123456"
    Packet(encoded_packet=text)


def test_json_has_no_nan_and_bounded_depth() -> None:
    for text in ("[NaN]", "[Infinity]", "[" * 100_000):
        with pytest.raises(ValueError, match=r"."):
            Json.loads(text)
    with pytest.raises(ValueError, match="JSON"):
        Json.dumps(float("nan"))
    assert Json.dumps({"a": [1, "é"]}) == '{"a":[1,"\\u00e9"]}'
