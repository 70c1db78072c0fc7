"""Each way in which a Crazy Camel move can be wrong, by name and in words; and that nothing else is refused."""

from __future__ import annotations

import random

import pytest

from plyground.core.errors import GameFinished, IllegalMove, Refusal
from plyground.games.camel import GAME
from plyground.games.camel import refusals as wrong
from tests.games import camel_reference as reference

NO_EDGE = {"edge_blocks_jump": False}

CASES: list[tuple[str, str, type[Refusal], str]] = [
    ("7x7 3,0,8 3,6,8 - 0 0", "Up", wrong.OffBoard, "Up would leave the board: your master stands on its upper edge."),
    ("7x7 6,2,8 3,6,8 - 0 0", "Right", wrong.OffBoard, "its right edge"),
    ("7x7 3,1,8 3,6,8 H2,1 0 0", "Down", wrong.CamelBetween, "A camel lies below your master"),
    ("7x7 3,1,8 3,6,8 H3,1 0 0", "Down", wrong.CamelBetween, "A camel lies below your master"),
    ("7x7 3,1,8 3,6,8 V2,0 0 0", "Left", wrong.CamelBetween, "A camel lies to the left of your master"),
    ("7x7 3,3,8 3,4,8 V3,2 0 0", "Right", wrong.CamelBetween, "to the right of your master"),
    ("7x7 3,3,8 3,4,8 H3,4 0 0", "Down", wrong.JumpBlocked, "round the other master with DownLeft / DownRight"),
    ("7x7 3,3,8 3,4,8 H3,4;V2,3 0 0", "Down", wrong.JumpBlocked, "round the other master with DownRight"),
    ("7x7 5,3,8 6,3,8 - 0 0", "Right", wrong.JumpOffBoard, "with UpRight / DownRight"),
    ("7x7 3,3,8 3,5,8 - 0 0", "DownLeft", wrong.NoMasterBeside, "have to stand below or to the left of yours"),
    ("7x7 3,3,8 3,4,8 - 0 0", "UpLeft", wrong.NoMasterBeside, "above or to the left of"),
    ("7x7 3,3,8 3,4,8 - 0 0", "DownLeft", wrong.StraightJumpOpen, "the jump Down is open"),
    ("7x7 3,3,8 2,3,8 - 0 0", "DownLeft", wrong.StraightJumpOpen, "the jump Left is open"),
    ("7x7 3,3,8 3,4,8 H3,3 0 0", "DownLeft", wrong.CamelBetween, "between the two masters"),
    ("7x7 3,3,8 3,4,8 H3,4;V2,3 0 0", "DownLeft", wrong.CamelBesideMaster, "to the left of the other master"),
    ("7x7 0,3,8 0,4,8 H0,4 0 0", "DownLeft", wrong.OffBoard, "its left edge"),
    ("7x7 3,0,8 3,6,8 - 0 0", "Pass", wrong.MustMove, "Right, for one, is possible"),
    ("7x7 3,0,8 3,6,8 - 0 0", "H 6 0", wrong.SlotOffBoard, "the first number goes from 0 to 5, the second from 0 to 5"),
    ("7x7 3,0,8 3,6,8 - 0 0", "V 0 6", wrong.SlotOffBoard, "V 0 6 is not on this board"),
    ("7x7 3,0,8 3,6,8 - 0 0", "H -1 0", wrong.SlotOffBoard, "H -1 0 is not on this board"),
    ("7x7 3,0,8 3,6,8 - 0 0", "H 999 0", wrong.SlotOffBoard, "H 999 0 is not on this board"),
    ("7x7 3,0,0 3,6,8 - 0 0", "H 2 3", wrong.NoCamelsLeft, "You have no camels left; take a step."),
    ("7x7 3,0,8 3,6,8 H2,3 0 0", "H 2 3", wrong.SlotTaken, "A camel lies on H 2 3 already"),
    ("7x7 3,0,8 3,6,8 H2,3 0 0", "H 3 3", wrong.SlotOverlaps, "H 3 3 would overlap the camel H 2 3"),
    ("7x7 3,0,8 3,6,8 V2,3 0 0", "V 2 2", wrong.SlotOverlaps, "V 2 2 would overlap the camel V 2 3"),
    ("7x7 3,0,8 3,6,8 H2,3 0 0", "V 2 3", wrong.SlotCrosses, "V 2 3 would cross the camel H 2 3"),
    ("7x7 3,6,8 3,5,8 - 1 9", "Up", GameFinished, "The game is over"),
    ("7x7 3,5,8 3,6,8 - 1 200", "Up", GameFinished, "The game is over"),
]


@pytest.mark.parametrize(("position", "move", "error", "part"), CASES, ids=lambda value: str(value)[:24])
def test_refusals(position: str, move: str, error: type[Refusal], part: str) -> None:
    start = GAME.parse_position(position, {})
    with pytest.raises(error) as caught:
        GAME.require(start, move)
    assert type(caught.value) is error
    assert part in caught.value.sentence
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("position", "move", "seats", "whose"),
    [
        ("4x4 2,1,1 1,2,1 H0,1 0 0", "H 2 1", (0, 1), "Blue's and Orange's last paths"),
        ("4x4 2,2,1 1,2,1 H0,1 0 0", "H 2 1", (1,), "Orange's last path"),
        ("4x4 2,1,1 1,1,1 H0,1 0 0", "H 2 1", (0,), "Blue's last path"),
    ],
)
def test_a_camel_that_cuts_a_path_says_whose(position: str, move: str, seats: tuple[int, ...], whose: str) -> None:
    start = GAME.parse_position(position, {})
    with pytest.raises(wrong.CutsPath) as caught:
        GAME.require(start, move)
    assert caught.value.seats == seats
    assert f"cut off {whose};" in caught.value.sentence


def test_the_edge_reading() -> None:
    """With the option off, a diagonal with only the edge behind the other master is refused by its own name."""
    text = "7x7 5,3,8 6,3,8 - 0 0"
    assert GAME.check(GAME.parse_position(text, {}), GAME.parse_move(GAME.initial({}), "UpRight")) is None
    with pytest.raises(wrong.EdgeDoesNotCount, match="the edge of the board does not"):
        GAME.require(GAME.parse_position(text, NO_EDGE), "UpRight")


def test_only_the_pass() -> None:
    position = GAME.parse_position("4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 0 4", NO_EDGE)
    with pytest.raises(wrong.MustPass, match="your only move is Pass"):
        GAME.require(position, "Right")
    with pytest.raises(wrong.NoCamelsLeft):
        GAME.require(position, "V 0 0")
    with_a_camel = GAME.parse_position("4x4 2,1,1 3,1,0 H1,1;H2,0;V1,0 0 4", NO_EDGE)
    with pytest.raises(wrong.MustMove, match=r"the camel . . ., for one, is possible"):
        GAME.require(with_a_camel, "Pass")


def test_codes_differ() -> None:
    found = [value for value in vars(wrong).values() if isinstance(value, type) and issubclass(value, IllegalMove)]
    codes = [value.code for value in found if value.__module__ == wrong.__name__]
    assert len(codes) == len(set(codes)) == 16


@pytest.mark.parametrize("size", [(5, 5), (7, 7), (9, 8)])
@pytest.mark.parametrize("edge", [True, False])
def test_exactly_the_illegal_moves_are_refused(size: tuple[int, int], edge: bool) -> None:
    """Every step and slot of many positions: a reason if and only if the move is not in the list."""
    rng = random.Random(f"{size}{edge}")
    options: dict[str, int | bool] = {
        "board_width": size[0],
        "board_height": size[1],
        "starting_camels": 7,
        "edge_blocks_jump": edge,
    }
    for number, (position, moves, _move) in enumerate(reference.random_game(options, rng, 0.6)):
        if number % 5:
            continue
        slots = [f"{axis} {x} {y}" for axis in "HV" for x in range(size[0] - 1) for y in range(size[1] - 1)]
        for text in [*reference.STEPS, "Pass", *slots]:
            move = GAME.parse_move(position, text)
            assert (GAME.check(position, move) is None) == (move in moves), (GAME.position_text(position), text)
