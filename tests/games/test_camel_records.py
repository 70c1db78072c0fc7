"""Games of Crazy Camel as text: replay links and lists of moves, read and written."""

from __future__ import annotations

import base64
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core import records
from plyground.core.errors import MalformedRecord
from plyground.core.record import Record
from plyground.games.camel import GAME
from tests.games import camel_reference as reference

GAME_MOVES = ("Down", "Up", "H 2 3", "V 0 5", "Left")
LINK = "#" + base64.b64encode(bytes([3, 7, 7, 0, 2, 0, 0, 0, 0, 1, 2, 3, 2, 0, 5, 0, 3, 0])).decode()


def test_a_link_in_both_directions() -> None:
    record = Record({}, None, GAME_MOVES, {})
    assert LINK == "#AwcHAAIAAAAAAQIDAgAFAAMA"
    assert GAME.write_record(record, "replay") == LINK
    read = GAME.read_record(LINK)
    assert read.moves == GAME_MOVES
    assert read.start is None
    assert dict(read.options) == {"board_width": 7, "board_height": 7, "starting_camels": 8}


@pytest.mark.parametrize(
    "text",
    [
        f"https://example.org/replay.html{LINK}",
        f"  {LINK}\n",
        LINK[1:],
        LINK.replace("=", "%3D"),
    ],
)
def test_links_are_read_in_every_wrapping(text: str) -> None:
    assert GAME.read_record(text).moves == GAME_MOVES


def test_both_alphabets_of_base64() -> None:
    record = Record({"board_width": 9, "board_height": 9}, None, ("DownRight", "H 3 62", "V 7 7"), {})
    data = bytes([3, 9, 9, 1, 3, 62, 1, 3, 63])
    usual, for_addresses = base64.b64encode(data).decode(), base64.urlsafe_b64encode(data).decode()
    assert usual != for_addresses
    assert GAME.read_record("#" + usual).moves == GAME.read_record("#" + for_addresses).moves == ("H 3 62", "H 3 63")
    for through_a_form in (usual.replace("+", " "), "https://example.org/#" + usual.replace("+", " ")):
        assert GAME.read_record(through_a_form).moves == ("H 3 62", "H 3 63")
    with pytest.raises(MalformedRecord, match="H 3 62 is not on this board"):
        GAME.write_record(record, "replay")


def test_all_directions_round_trip() -> None:
    record = Record({"board_width": 5, "board_height": 6}, None, reference.STEPS, {})
    data = base64.b64decode(GAME.write_record(record, "replay")[1:])
    assert data[:3] == bytes([3, 5, 6])
    assert [data[place] for place in range(4, len(data), 3)] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert GAME.read_record(GAME.write_record(record, "replay")).moves == reference.STEPS


def test_more_camels_than_usual_raise_the_number() -> None:
    moves = (*(f"H {x} {y}" for y in range(5) for x in (0, 2, 4)), "V 1 6")
    link = GAME.write_record(
        Record({"board_width": 9, "board_height": 9, "starting_camels": 10}, None, moves, {}), "replay"
    )
    assert GAME.read_record(link).options["starting_camels"] == 8
    longer = GAME.write_record(
        Record({"board_width": 9, "board_height": 9}, None, (*moves, "Down", "V 3 6", "Up"), {}), "replay"
    )
    assert GAME.read_record(longer).options["starting_camels"] == 9


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("#", "ends with # and the game in base64"),
        ("#§§§", "ends with # and the game in base64"),
        ("#AwcHA", "no base64|cut short"),
        ("#AwcHAA==", "cut short"),
        ("#AAAA", "must begin with the board's size"),
        ("#AwIC", "must begin with the board's size"),
        ("#" + base64.b64encode(bytes([3, 7, 7, 0, 8, 0])).decode(), "Move 1 of the replay link"),
        ("#" + base64.b64encode(bytes([3, 7, 7, 0, 1, 0, 4, 1, 1])).decode(), "Move 2 of the replay link"),
        ("", "no move in this text"),
        ("1. e4 e5", "Move 1, e4: No step leads from e1 there"),
        ("Down Up H 9 9", "Move 3: H 9 9 is not on this board"),
        ('["Down", 3]', "holds texts only"),
        ('["Down"', "no JSON"),
        ('[board_width "99"] Down', "board_width goes from 3 to 9"),
        ('[start "7x7"] Down', "six fields"),
    ],
)
def test_no_records(text: str, part: str) -> None:
    with pytest.raises(MalformedRecord, match=part):
        GAME.read_record(text)


def test_what_a_link_cannot_hold() -> None:
    with pytest.raises(MalformedRecord, match="no sign for a pass"):
        GAME.write_record(Record({}, None, ("Pass",), {}), "replay")
    with pytest.raises(MalformedRecord, match="begins elsewhere"):
        GAME.write_record(Record({}, "7x7 3,1,8 3,6,8 - 0 0", ("Down",), {}), "replay")
    with pytest.raises(MalformedRecord, match="no form “pgn”"):
        records.write(GAME, Record({}, None, ("Down",), {}), "pgn")


def test_lists_of_moves() -> None:
    for text in (
        "Down Up H 2 3 V 0 5 Left",
        "1. Down, Up\n2. H 2 3, V 0 5\n3. Left",
        "move down; move up; Camel H2,3; camel v0,5; move left",
        '["Move Down", "Move Up", "Camel H 2 3", "Camel V 0 5", "Move Left"]',
    ):
        assert GAME.read_record(text).moves == GAME_MOVES


def test_a_list_keeps_options_start_and_tags() -> None:
    record = Record(
        {"board_width": 9, "board_height": 9, "starting_camels": 10, "edge_blocks_jump": False},
        "9x9 4,2,10 4,8,9 H0,0 1 3",
        ("Up", "V 0 5", "Pass"),
        {"result": "1-0", "note": 'said "so"]'},
    )
    text = GAME.write_record(record, "moves")
    assert text.endswith("1. Up, V 0 5\n2. Pass\n")
    read = GAME.read_record(text)
    assert dict(read.options) == dict(record.options)
    assert (read.start, read.moves) == (record.start, record.moves)
    assert dict(read.tags) == {"result": "1-0", "note": "said 'so')"}


@pytest.mark.parametrize("form", GAME.spec.records)
@pytest.mark.parametrize("size", [3, 7, 9])
def test_random_games_round_trip(form: str, size: int) -> None:
    options: dict[str, int | bool] = {"board_width": size, "board_height": size, "starting_camels": 8}
    rng = random.Random(size)
    texts = [GAME.move_text(position, move) for position, _moves, move in reference.random_game(options, rng)]
    read = GAME.read_record(GAME.write_record(Record(options, None, tuple(texts), {}), form))
    assert read.moves == tuple(texts)
    positions = GAME.replay(GAME.initial(read.options), read.moves)
    assert GAME.returns(positions[-1]) is not None


@settings(deadline=None)
@given(st.text(max_size=80) | st.from_regex(r"\A#[A-Za-z0-9+/]{0,40}\Z"))
def test_any_text_is_a_record_or_malformed(text: str) -> None:
    try:
        record = GAME.read_record(text)
    except MalformedRecord:
        return
    assert all(isinstance(move, str) for move in record.moves)
