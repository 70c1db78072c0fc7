"""The text forms of Crazy Camel: moves, positions on a line and as JSON, and everything that is no text form."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.errors import BadOption, MalformedMove, MalformedPosition
from plyground.games.camel import GAME
from tests.games import camel_reference as reference
from tests.soaking import more

START = "7x7 3,0,8 3,6,8 - 0 0"


def start() -> Any:
    return GAME.initial({})


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Up", "Up"),
        ("up", "Up"),
        (" Move Up ", "Up"),
        ("move downright", "DownRight"),
        ("Down Right", "DownRight"),
        ("up-left", "UpLeft"),
        ("H 2 3", "H 2 3"),
        ("h2,3", "H 2 3"),
        ("H2,3", "H 2 3"),
        ("H 2, 3", "H 2 3"),
        ("H(2, 3)", "H 2 3"),
        ("h23", "H 2 3"),
        ("Camel H 2 3", "H 2 3"),
        ("camel v 0 5", "V 0 5"),
        ("CAMEL V0,5", "V 0 5"),
        ("pass", "Pass"),
        ("Move Pass", "Pass"),
    ],
)
def test_moves_are_read_leniently(typed: str, written: str) -> None:
    position = start()
    assert GAME.move_text(position, GAME.parse_move(position, typed)) == written


@pytest.mark.parametrize(
    "typed",
    ["", "Move", "Camel", "UpDown", "RightUp", "LeftRight", "H 2", "H 2 3 4", "X 2 3", "23", "H 2.5 3", "Up Up", "H2³"],
)
def test_no_moves(typed: str) -> None:
    with pytest.raises(MalformedMove, match="is no move; a move is a step such as Up or DownLeft"):
        GAME.parse_move(start(), typed)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    position = start()
    try:
        move = GAME.parse_move(position, text)
    except MalformedMove:
        return
    assert GAME.parse_move(position, GAME.move_text(position, move)) == move


@pytest.mark.soak
@settings(max_examples=more(60, 1500), deadline=None)
@given(
    width=st.integers(3, 9),
    height=st.integers(3, 9),
    camels=st.integers(0, 20),
    edge=st.booleans(),
    plies=st.integers(10, 400),
    seed=st.integers(0, 10_000),
    stop=st.integers(0, 40),
)
def test_round_trips(width: int, height: int, camels: int, edge: bool, plies: int, seed: int, stop: int) -> None:
    """Positions of random games, and all their moves, read back from what is written."""
    options: dict[str, int | bool] = {
        "board_width": width,
        "board_height": height,
        "starting_camels": camels,
        "edge_blocks_jump": edge,
        "max_plies": plies,
    }
    game = list(itertools.islice(reference.random_game(options, random.Random(seed)), stop + 1))
    position, moves, _move = game[-1]
    for move in moves:
        text = GAME.move_text(position, move)
        assert GAME.parse_move(position, text) == move
        assert GAME.parse_move(position, f"Camel {text}" if text[0] in "HV" else f"Move {text}") == move
    line = GAME.position_text(position)
    assert "\n" not in line
    assert GAME.parse_position(line, options) == position
    assert GAME.parse_position(json.dumps(GAME.position_json(position)), options) == position


def test_the_start_in_both_forms() -> None:
    assert GAME.position_text(start()) == START
    assert GAME.position_json(start()) == {
        "configuration": {"board_width": 7, "board_height": 7, "starting_camels": 8},
        "camels": [],
        "players": [{"position": [3, 0], "current_camels": 8}, {"position": [3, 6], "current_camels": 8}],
        "next_player": 0,
        "ply": 0,
    }


def test_the_json_of_the_exercise() -> None:
    """Without a ply and without starting camels, which then come from the options."""
    text = """{"configuration": {"board_width": 7, "board_height": 7}, "camels": [["V", 0, 5], ["H", 2, 3]],
      "players": [{"position": [3, 0], "current_camels": 8}, {"position": [3, 6], "current_camels": 7}],
      "next_player": 1}"""
    position = GAME.parse_position(text, {"starting_camels": 9})
    assert GAME.position_text(position) == "7x7 3,0,8 3,6,7 H2,3;V0,5 1 0"
    assert GAME.position_json(position)["configuration"]["starting_camels"] == 9


def test_the_size_in_the_text_counts() -> None:
    position = GAME.parse_position("9x5 4,0,3 4,4,3 - 0 0", {"board_width": 7, "board_height": 7})
    assert GAME.position_text(position) == "9x5 4,0,3 4,4,3 - 0 0"


def test_presets_and_options() -> None:
    by_name = {preset.name: preset for preset in GAME.spec.presets}
    position = GAME.initial(by_name["quoridor"].options)
    assert GAME.position_text(position) == "9x9 4,0,10 4,8,10 - 0 0"
    for preset in by_name.values():
        assert GAME.returns(GAME.initial(preset.options)) is None
    for wrong in ({"board_width": 2}, {"board_height": 10}, {"starting_camels": 21}, {"max_plies": 9}, {"walls": 3}):
        with pytest.raises(BadOption):
            GAME.initial(wrong)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "six fields"),
        ("7x7 3,0,8 3,6,8 -", "here are 4"),
        ("7by7 3,0,8 3,6,8 - 0 0", "such as 7x7"),
        ("2x7 1,0,8 1,6,8 - 0 0", "3 to 9 tiles"),
        ("7x10 3,0,8 3,9,8 - 0 0", "3 to 9 tiles"),
        ("7x7 3,0 3,6,8 - 0 0", "A player is written"),
        ("7x7 7,0,8 3,6,8 - 0 0", "Blue's master stands at 7,0"),
        ("7x7 3,0,8 3,7,8 - 0 0", "Orange's master stands at 3,7"),
        ("7x7 3,0,21 3,6,8 - 0 0", "Blue has 21 camels"),
        ("7x7 3,3,8 3,3,8 - 0 0", "same tile"),
        ("7x7 3,6,8 3,0,8 - 0 0", "Both masters stand on their goal rows"),
        ("7x7 3,0,8 3,6,8 H2,3,V0,5 0 0", "joined by semicolons"),
        ("7x7 3,0,8 3,6,8 H6,3 0 0", "off the board"),
        ("7x7 3,0,8 3,6,8 V0,6 0 0", "off the board"),
        ("7x7 3,0,8 3,6,8 H2,3;H2,3 0 0", "stands twice"),
        ("7x7 3,0,8 3,6,8 H2,3;H3,3 0 0", "H 3 3 overlaps H 2 3"),
        ("7x7 3,0,8 3,6,8 V2,3;V2,4 0 0", "V 2 4 overlaps V 2 3"),
        ("7x7 3,0,8 3,6,8 H2,3;V2,3 0 0", "V 2 3 crosses H 2 3"),
        ("7x7 3,0,8 3,6,8 - 2 0", "next seat is 0 or 1"),
        ("7x7 3,0,8 3,6,8 - 0 x", "ply is a whole number"),
        ("7x7 3,0,8 3,6,8 - 0 201", "goes from 0 to 200"),
        ("4x4 2,1,0 1,3,0 H0,1;H2,1 0 0", "Blue's master has no path"),
        ("4x4 2,2,0 1,3,0 H0,1;H2,1 0 0", "Orange's master has no path"),
        ("{", "begins like JSON but is none"),
        ('{"ply": ' + "9" * 4500 + "}", "begins like JSON but is none"),
        ("{" + '"a":{' * 900, "begins like JSON but is none"),
        ('{"players": 3}', "list of two players"),
        ('{"players": [{}, {}]}', "a player is"),
        ('{"configuration": []}', "configuration is an object"),
        ("x" * 6000, "at most 5,000 characters"),
    ],
)
def test_no_positions(text: str, part: str) -> None:
    with pytest.raises(MalformedPosition, match=part):
        GAME.parse_position(text, {})


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"camels": [["D", 1, 2]]}, "a camel is"),
        ({"camels": [["H", 1, True]]}, "whole numbers"),
        ({"camels": {"H": 1}}, "camels is a list"),
        ({"next_player": "0"}, "next_player needs whole numbers"),
        ({"next_player": None}, "next_player needs whole numbers"),
        ({"next_player": -1}, "next seat is 0 or 1"),
        ({"ply": -1}, "goes from 0 to 200"),
        ({"ply": 1.5}, "ply needs whole numbers"),
        ({"players": [{"position": [3, 0], "current_camels": 8}]}, "two players"),
        ({"players": [{"position": [3, 0]}, {"position": [3, 6], "current_camels": 8}]}, "current_camels"),
        ({"configuration": {"board_width": "7"}}, "board_width needs whole numbers"),
        ({"configuration": {"starting_camels": 21}}, "starting_camels go from 0 to 20"),
    ],
)
def test_no_json_positions(change: dict[str, Any], part: str) -> None:
    with pytest.raises(MalformedPosition, match=part):
        GAME.parse_position(json.dumps({**GAME.position_json(start()), **change}), {})


@settings(deadline=None)
@given(st.text(max_size=200) | st.from_regex(r"\A[3-9]x[3-9]( \d,\d,\d){2} ([HV]\d,\d(;[HV]\d,\d)*|-) [01] \d\Z"))
def test_any_text_is_a_position_or_malformed(text: str) -> None:
    try:
        position = GAME.parse_position(text, {})
    except MalformedPosition:
        return
    assert GAME.parse_position(GAME.position_text(position), {}) == position
