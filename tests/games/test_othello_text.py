"""Othello's texts: moves and positions that read back, every refusal by name, the board's JSON, the end in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.errors import BadOption, GameFinished, IllegalMove, MalformedMove, MalformedPosition
from plyground.games.othello import GAME
from plyground.games.othello.position import PASS, OthelloPosition
from plyground.games.othello.refusals import FlipsNothing, MustPass, Occupied, OffBoard, PassNotAllowed
from tests.games import othello_reference as reference

sizes = st.sampled_from([4, 6, 8])
texts = sizes.flatmap(
    lambda size: st.tuples(
        st.text(alphabet="XO-", min_size=size * size, max_size=size * size), st.sampled_from("XO")
    ).map(" ".join)
)


@given(texts)
def test_positions_read_back(text: str) -> None:
    position = GAME.parse_position(text)
    assert GAME.position_text(position) == text
    assert GAME.parse_position(GAME.position_text(position), {}) == position
    assert GAME.to_move(position) == "XO".index(text[-1])


@given(texts, st.randoms(use_true_random=False))
def test_moves_read_back_in_any_case(text: str, rng: random.Random) -> None:
    position = GAME.parse_position(text)
    for move in [*range(position.size**2), PASS]:
        written = GAME.move_text(position, move)
        shuffled = "".join(rng.choice([letter.upper(), letter]) for letter in written)
        assert GAME.parse_move(position, f" {shuffled} ") == move


@given(texts)
def test_views_show_what_a_simple_generator_finds(text: str) -> None:
    position = GAME.parse_position(text)
    cells, mark = text.split(" ")
    view = GAME.view(position, position.mover)
    expected = reference.moves(cells, position.size, mark)
    placed = [move for move in view["moves"] if move["text"] != "pass"]
    assert {move["cell"]: move["flips"] for move in placed} == expected
    assert [move["text"] for move in view["moves"]] == reference.legal_texts(text)
    assert (view["game"], view["text"], view["size"], view["cells"]) == ("othello", text, position.size, cells)
    assert view["scores"] == [cells.count("X"), cells.count("O")]
    assert (view["returns"] is None) == bool(view["moves"])
    assert (view["ending"] is None) == bool(view["moves"])
    assert GAME.view(position, None)["moves"] == GAME.view(position, 1 - position.mover)["moves"] == []


def test_other_writings_of_a_position_are_understood() -> None:
    start = GAME.initial({"size": 4})
    for text in ("-----OX--XO-----X", "....  .ox.  .xo.  ....  x", "----\n-O*-\n-*O-\n----\n*", "_____○●__●○_____ ●"):
        assert GAME.parse_position(text) == start


def test_the_text_gives_the_size_whatever_the_options_say() -> None:
    assert GAME.parse_position("-----OX--XO----- X", {"size": "8"}).size == 4
    with pytest.raises(BadOption):
        GAME.parse_position("-----OX--XO----- X", {"sise": "4"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text is empty; a position is all squares from a1 on, a space, and X or O to move."),
        (
            "-----OX--XO-----",
            "The position has 16 characters, the squares of a board of 4 x 4; the side to move is missing. Add a space "
            "and X or O.",
        ),
        (
            "-" * 63 + " X",
            "The position has 63 squares before the side to move; a board has 16 (4 x 4), 36 (6 x 6) or 64 (8 x 8).",
        ),
        (
            "- X",
            "The position has 1 square before the side to move; a board has 16 (4 x 4), 36 (6 x 6) or 64 (8 x 8).",
        ),
        (
            "-----OX--ZO----- X",
            "Character 10 of the position is “Z”; a square is X, O or - and the last character is the side to move, X "
            "or O.",
        ),
        ("-----OX--XO----- -", "The position ends with “-”; after the squares comes the side to move, X or O."),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(MalformedPosition) as caught:
        GAME.parse_position(text)
    assert caught.value.sentence == sentence


@pytest.mark.parametrize("text", ["", "f", "5f", "f5g", "ff5", "f0", "♟", "f5d6", "passs", "x" * 500])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        GAME.require(GAME.initial(), text)
    assert not isinstance(caught.value, IllegalMove)
    assert "f5, or pass" in caught.value.sentence
    assert len(caught.value.sentence) < 150


@pytest.mark.parametrize("word", ["pass", "PASS", "Pass", "pa", "ps", "--"])
def test_words_for_the_pass(word: str) -> None:
    assert GAME.parse_move(GAME.initial(), word) == PASS


def dark_must_pass() -> OthelloPosition:
    return GAME.replay(GAME.initial(), ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"])[-1]


@pytest.mark.parametrize(
    ("position", "move", "kind", "code", "sentence"),
    [
        (GAME.initial(), "d4", Occupied, "occupied", "There is a disc on d4 already; place yours on an empty square."),
        (
            GAME.initial(),
            "a1",
            FlipsNothing,
            "flips_nothing",
            "A disc on a1 would flip nothing; it must enclose at least one disc of the other side.",
        ),
        (
            GAME.initial(),
            "pass",
            PassNotAllowed,
            "pass_not_allowed",
            "You may pass only when you cannot place a disc; d3, for one, is possible.",
        ),
        (
            dark_must_pass(),
            "h8",
            MustPass,
            "must_pass",
            "You cannot place a disc anywhere, so your only move is to pass.",
        ),
        (
            dark_must_pass(),
            "d4",
            Occupied,
            "occupied",
            "There is a disc on d4 already; place yours on an empty square.",
        ),
        (GAME.initial(), "j9", OffBoard, "off_board", "j9 is not on this board, which goes from a1 to h8."),
        (GAME.initial({"size": 6}), "g1", OffBoard, "off_board", "g1 is not on this board, which goes from a1 to f6."),
        (
            GAME.parse_position("X" * 15 + "- O"),
            "d4",
            GameFinished,
            "game_finished",
            "The game is over; no more moves can be made.",
        ),
    ],
)
def test_each_illegal_move_is_refused_by_name(
    position: OthelloPosition, move: str, kind: type[IllegalMove], code: str, sentence: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.require(position, move)
    assert (type(caught.value), caught.value.code, caught.value.sentence) == (kind, code, sentence)


def test_check_names_the_same_reasons() -> None:
    start = GAME.initial()
    assert GAME.check(start, 19) is None
    assert isinstance(GAME.check(start, 63), FlipsNothing)
    assert isinstance(GAME.check(start, 65), OffBoard)
    assert isinstance(GAME.check(start, -1), OffBoard)
    assert isinstance(GAME.check(GAME.initial({"size": 4}), 16), OffBoard)
    assert GAME.check(dark_must_pass(), PASS) is None
    assert isinstance(GAME.check(GAME.parse_position("X" * 16 + " O"), PASS), GameFinished)


def test_an_off_board_square_is_malformed_as_well() -> None:
    with pytest.raises(MalformedMove):
        GAME.parse_move(GAME.initial(), "i9")


@pytest.mark.parametrize(
    "options", [{"size": 5}, {"size": "eight"}, {"start": "random"}, {"colours": "pink"}, {"width": 8}]
)
def test_bad_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        GAME.initial(options)


def test_every_preset_can_be_played() -> None:
    for preset in GAME.spec.presets:
        assert len(GAME.legal_moves(GAME.initial(preset.options))) == 4


def test_the_pass_has_no_cell_in_the_view() -> None:
    assert GAME.view(dark_must_pass(), 0)["moves"] == [{"text": "pass"}]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X" * 9 + "O" * 7 + " X", "The board is full: the winner has 9 discs, the other side 7."),
        ("X" * 8 + "O" * 8 + " X", "The board is full, with 8 discs each: a draw."),
        (
            "-OOOXOOOXOOOXOOO X",
            "Neither side can place a disc: the winner has 12 discs, the other side 3, and the empty square goes to "
            "the winner.",
        ),
        (
            "XX" + "-" * 14 + " O",
            "No disc of one side is left: the winner has 2 discs, the other side none, and the 14 empty squares go to "
            "the winner.",
        ),
        ("X" + "-" * 14 + "O X", "Neither side can place a disc, with 1 disc each: a draw."),
        ("-" * 16 + " X", "Neither side can place a disc, with 0 discs each: a draw."),
    ],
)
def test_the_end_in_words(text: str, sentence: str) -> None:
    position = GAME.parse_position(text)
    assert GAME.ending(position) == sentence
    assert GAME.view(position, 0)["ending"] == sentence


def test_the_picture_for_terminals() -> None:
    assert GAME.picture(GAME.initial({"size": 4})).splitlines() == [
        "  a b c d",
        "1 - * - -",
        "2 * O X -",
        "3 - X O *",
        "4 - - * -",
        "X 2  O 2  X to move",
    ]
    assert GAME.picture(dark_must_pass()).endswith("X to pass")
    assert GAME.picture(GAME.parse_position("X" * 16 + " O")).endswith("X 16  O 0  game over")
