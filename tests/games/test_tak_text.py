"""Tak's texts: PTN moves read leniently and written in one way, every refusal by name, TPS, views and endings."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core import compiled_calls
from plyground.core.errors import GameFinished, IllegalMove, MalformedMove, MalformedPosition
from plyground.games.tak import GAME, refusals
from plyground.games.tak.moves import drops_of, spread_of
from plyground.games.tak.position import TakPosition
from tests.soaking import more

START = GAME.initial()


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compiled_calls.use_compiled(True)


def at(text: str, **options: Any) -> TakPosition:
    return GAME.parse_position(text, options)


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("a1", ["a1", "Fa1", "fa1", "A1", " a1 ", "a1'", 'a1"', "a1!", "a1??", "a1*", "Fa1'!"]),
        ("Sb3", ["Sb3", "sb3", "SB3", "Sb3?!"]),
        ("Cc3", ["Cc3", "cc3", "CC3*"]),
        ("c4-", ["c4-", "1c4-", "1c4-1", "c4-1", "C4-", "1c4-1F", "c4-'", "c4−"]),
        ("3c3>12", ["3c3>12", "3C3>12", "3c3>12C", "3c3>12S*", "3c3>12''"]),
        ("4d2<", ["4d2<", "4d2<4", "4d2<4F"]),
        ("2e1+11", ["2e1+11", "2e1+11C"]),
    ],
)
def test_moves_are_read_leniently_and_written_in_one_way(written: str, texts: list[str]) -> None:
    for text in texts:
        assert GAME.move_text(START, GAME.parse_move(START, text)) == written


@pytest.mark.parametrize(
    "text", ["", "a", "11", "a1b2", "3c3", "Xa1", "3c3>1x", "0a1+", "2a1>20", "3a1>021", "c3>>", "--"]
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove) as refused:
        GAME.parse_move(START, text)
    assert refused.value.code == "malformed_move"


BOARD = "x4,2S/x4,2C/1,1121C,2S,x2/x2,2,x2/1S,21,x2,2 1 12"
"""b3 is a stack of four with a white capstone on top beside a wall; a1 a white wall; e4 a black capstone."""

WRONG = [
    (refusals.OffBoard, BOARD, "f1", {}),
    (refusals.OffBoard, BOARD, "a6", {}),
    (refusals.OffBoard, BOARD, "2h1+", {}),
    (refusals.OpeningFlat, "x5/x5/x5/x5/x5 1 1", "Sa1", {}),
    (refusals.OpeningFlat, "x5/x5/x5/x5/x5 1 1", "Ca1", {}),
    (refusals.OpeningFlat, "x5/x5/x5/x5/1,x4 2 1", "a1+", {}),
    (refusals.OpeningFlat, "x5/x5/x5/x5/x5 1 1", "Sa1", {"opening": "no-swap"}),
    (refusals.Occupied, BOARD, "b3", {}),
    (refusals.Occupied, BOARD, "Sc2", {}),
    (refusals.NoStonesLeft, "x3/x3/1,1S,2 1 4", "a3", {"stones": 2, "capstones": 1}),
    (refusals.NoStonesLeft, "x3/x3/1,1S,2 1 4", "Sa3", {"stones": 2, "capstones": 1}),
    (refusals.NoCapstonesLeft, BOARD, "Cd3", {}),
    (refusals.NoCapstonesLeft, "x3/x3/1,x,2 1 4", "Ca3", {}),
    (refusals.EmptySquare, BOARD, "d1>", {}),
    (refusals.NotYours, BOARD, "c2+", {}),
    (refusals.TooFewPieces, BOARD, "2a3>", {}),
    (refusals.CarryLimit, "x3/1221,x2/2,x2 1 9", "4a2+", {}),
    (refusals.CarryLimit, BOARD, "6b3-", {}),
    (refusals.CarryLimit, BOARD, "9b3-", {}),
    (refusals.DropsDoNotAddUp, BOARD, "3b3-11", {}),
    (refusals.DropsDoNotAddUp, BOARD, "3b3-22", {}),
    (refusals.DropsDoNotAddUp, BOARD, "b3-12", {}),
    (refusals.LeavesBoard, BOARD, "a3<", {}),
    (refusals.LeavesBoard, BOARD, "3b3-111", {}),
    (refusals.BlockedByCapstone, "x4,1/x4,2C/x5/x5/2,x4 1 9", "e5-", {}),
    (refusals.BlockedByCapstone, "x5/x5/1,1C,x3/x5/2,x4 1 9", "a3>", {}),
    (refusals.BlockedByCapstone, "x5/x5/1C,2C,x3/x5/2,x4 1 9", "a3>", {}),
    (refusals.BlockedByWall, "x5/x5/1,1S,x3/x5/2,x4 1 9", "a3>", {}),
    (refusals.BlockedByWall, "x5/x5/1S,2S,x3/x5/2,x4 1 9", "a3>", {}),
    (refusals.BlockedByWall, BOARD, "3b3>12", {}),
    (refusals.CapstoneNotAlone, BOARD, "2b3>", {}),
    (GameFinished, "1,1,1/2,2,x/x3 2 5", "a1", {}),
]


@pytest.mark.parametrize(("error", "text", "move", "options"), WRONG, ids=lambda value: getattr(value, "code", None))
def test_every_way_to_be_wrong_has_its_name(
    error: type[IllegalMove], text: str, move: str, options: dict[str, Any]
) -> None:
    position = at(text, **options)
    with pytest.raises(IllegalMove) as refused:
        GAME.require(position, move)
    assert type(refused.value) is error
    assert refused.value.sentence.endswith(".")
    assert GAME.position_text(position) == text


def test_every_named_error_is_shown_above() -> None:
    named = {
        each
        for each in vars(refusals).values()
        if isinstance(each, type) and issubclass(each, IllegalMove) and each.__module__ == refusals.__name__
    }
    assert named == {row[0] for row in WRONG} - {GameFinished}
    assert len({each.code for each in named}) == len(named)


@given(st.data())
@pytest.mark.soak
@settings(max_examples=more(200, 5000), deadline=None)
def test_drops_read_back_from_the_number(data: st.DataObject) -> None:
    drops = tuple(data.draw(st.lists(st.integers(1, 8), min_size=1, max_size=7).filter(lambda each: sum(each) <= 8)))
    square, direction = data.draw(st.integers(0, 63)), data.draw(st.integers(0, 3))
    move = spread_of(square, direction, drops)
    assert drops_of(move) == drops
    assert (move & 63, move >> 6 & 3) == (square, direction)


@given(st.integers(3, 8), st.integers(0, 8), st.booleans(), st.integers(0, 2**32))
@pytest.mark.soak
@settings(max_examples=more(40, 1000), deadline=None)
def test_random_play_never_raises_and_texts_read_back(size: int, halves: int, swap: bool, seed: int) -> None:
    options = {"size": size, "komi": halves / 2, "opening": "swap" if swap else "no-swap"}
    rng, position = random.Random(seed), GAME.initial(options)
    for _ in range(rng.randrange(80)):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        text = GAME.position_text(position)
        assert at(text, **options) == position
        assert GAME.position_text(at(text, **options)) == text
        move = rng.choice(moves)
        assert GAME.check(position, move) is None
        assert GAME.require(position, GAME.move_text(position, move)) == move
        position = GAME.play(position, move)
    assert (GAME.ending(position) is None) == (GAME.returns(position) is None)


@given(st.integers(3, 6), st.integers(0, 2**32), st.integers(0, 2**16 - 1))
@pytest.mark.soak
@settings(max_examples=more(150, 3750), deadline=None)
def test_check_agrees_with_the_list_for_any_number(size: int, seed: int, move: int) -> None:
    rng, position = random.Random(seed), GAME.initial({"size": size})
    for _ in range(rng.randrange(60)):
        if not (moves := GAME.legal_moves(position)):
            break
        position = GAME.play(position, rng.choice(moves))
    if 192 <= move < 256:
        move += 64
    assert (GAME.check(position, move) is None) == (move in GAME.legal_moves(position))


@pytest.mark.parametrize(
    "text",
    [
        "x5/x5/x2,12S,x2/x5/2,x4 1 9",
        "X5/x5/X2,12s,x2/x5/2,x4   1 9",
        '[TPS "x5/x5/x,x,12S,x2/x5/2,x4 1 9"]',
        "'x,x,x,x,x/x5/x2,12S,x2/x5/2,x4 1 9'",
    ],
)
def test_tps_is_read_leniently(text: str) -> None:
    assert GAME.position_text(at(text)) == "x5/x5/x2,12S,x2/x5/2,x4 1 9"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("x5/x5 1 1", "3 to 8 rows"),
        ("x5/x5/x5/x5/x5", "side to move"),
        ("x5/x5/x5/x5/x5 3 1", "1 or 2"),
        ("x5/x5/x5/x5/x5 1 0", "turn"),
        ("x5/x5/x5/x5/x5 1 1 quiet 51", "Quiet"),
        ("x5/x5/x4/x5/x5 1 1", "rank 3 has 4 squares"),
        ("x5/x5/x5,1/x5/x5 1 1", "rank 3 has 6 squares"),
        ("x5/x5/x4,3/x5/x5 1 1", "no square"),
        ("x5/x5/x4,S/x5/x5 1 1", "no square"),
        ("x5/x5/x4,1S2/x5/x5 1 1", "no square"),
        ("x5/x5/x3,1C,1C/x5/x5 1 9", "2 capstones"),
        ("x3/x2,1C/x3 1 9", "no capstones"),
        ("x3/x2,11111111111/x3 1 9", "11 stones"),
        ("x3/x2,2222222222/x3 1 1", "no stone is left"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, said: str) -> None:
    options = {"capstones": "1"} if "no stone" in said else {}
    with pytest.raises(MalformedPosition, match=said):
        at(text, **options)


def test_long_quiet_runs_are_written_and_short_ones_are_not() -> None:
    text = "x4,2/x5/x5/x5/1,x4 1 9"
    moves = ["a1+", "e5-", "a2-", "e4+"]
    for plies in (9, 10, 49, 50):
        position = GAME.replay(at(text), [moves[ply % 4] for ply in range(plies)])[-1]
        shown = GAME.position_text(position)
        assert (f" quiet {plies}" in shown) == (plies >= 10)
        assert at(shown) == position
        assert at(shown).quiet == (plies if plies >= 10 else 0)
        assert (GAME.returns(at(shown)) is None) == (plies < 50)


def test_the_text_says_the_size_and_the_options_the_rest() -> None:
    position = at("x6/x6/x6/x6/x6/2,x5 2 1", size=5, komi=2)
    assert (position.size, position.half_komi) == (6, 4)
    assert (position.white_stones, position.black_stones) == (30, 29)
    assert at("x5/x5/x5/x5/x5 1 1", stones=10).white_stones == 10


def test_the_view_has_what_the_board_draws() -> None:
    position = at(BOARD, komi=2.5)
    view = json.loads(json.dumps(GAME.view(position, 0)))
    assert view["cells"][:5] == ["1S", "21", "", "", "2"]
    assert view["cells"][10:15] == ["1", "1121C", "2S", "", ""]
    assert view["cells"][24] == "2S"
    assert view["reserves"] == [{"stones": 16, "capstones": 0}, {"stones": 15, "capstones": 0}]
    assert (view["flats"], view["counts"], view["komi"]) == ([2, 2], [2, 4.5], 2.5)
    assert (view["carry"], view["ply"], view["placing"], view["quiet"], view["road"]) == (5, 22, 0, 0, [])
    assert {"from": 11, "direction": ">", "most": 4, "reach": 0, "flattens": True} in view["spreads"]
    assert {"from": 11, "direction": "-", "most": 4, "reach": 2, "flattens": False} in view["spreads"]
    assert [move for move in view["moves"] if move.get("flattens")] == [{"text": "b3>", "flattens": True}]
    for watcher in (1, None):
        other = GAME.view(position, watcher)
        assert (other["moves"], other["spreads"]) == ([], [])


def built(spread: dict[str, Any], size: int) -> set[str]:
    """All moves of one entry of ``spreads``, built as a board builds them."""

    def lists(left: int, squares: int) -> list[list[int]]:
        if squares == 0:
            return []
        return [
            way
            for first in range(1, left + 1)
            for way in [[first], *([first, *rest] for rest in lists(left - first, squares - 1))]
        ]

    drops = lists(spread["most"], spread["reach"])
    if spread["flattens"]:
        exact = [way for way in lists(spread["most"] - 1, spread["reach"]) if len(way) == spread["reach"]] or [[]]
        drops += [[*way, 1] for way in exact if spread["reach"] == 0 or way]
    square = f"{'abcdefgh'[spread['from'] % size]}{spread['from'] // size + 1}{spread['direction']}"
    return {
        f"{sum(way) if sum(way) > 1 else ''}{square}{''.join(map(str, way)) if len(way) > 1 else ''}" for way in drops
    }


@pytest.mark.parametrize("size", [3, 5, 6])
def test_spreads_give_exactly_the_stack_moves(size: int) -> None:
    rng = random.Random(size)
    for _ in range(4):
        position = GAME.initial({"size": size, "capstones": "2"})
        while moves := GAME.legal_moves(position):
            view = GAME.view(position, position.ply % 2)
            texts = {
                move["text"] for move in view["moves"] if move["text"][-1] not in "12345678" or len(move["text"]) > 3
            }
            assert {text for spread in view["spreads"] for text in built(spread, size)} == texts
            spreads = [move for move in moves if move >= 256]
            position = GAME.play(position, rng.choice(spreads if spreads and rng.random() < 0.6 else moves))


EVEN = "1,2,1/2,1,1S/2,1,1S 2 9"
"""A full board: White has four flats on top, Black three."""

ENDINGS: list[tuple[str, dict[str, Any], str, list[int]]] = [
    ("x3/1,1,1/2,2,x 2 9", {}, "White has a road from a2 to c2.", [3, 4, 5]),
    ("2,x,1/2,x,1/2,x2 1 9", {}, "Black has a road from a1 to a3.", [0, 3, 6]),
    (
        "1,1,1/2,2,2/x3 2 9",
        {},
        "The move made a road for each side, and so White, who made it, wins (a3 to c3).",
        [6, 7, 8],
    ),
    (EVEN, {}, "The board is full: White wins with 4 flats against 3 flats.", []),
    (EVEN, {"komi": 1.5}, "The board is full: Black wins with 3 flats and 1.5 of komi against 4 flats.", []),
    (EVEN, {"komi": 1}, "The board is full, and the flats are even, 4 against 3 and 1 of komi: a draw.", []),
    (
        "x3/1,1S,x/2,x2 2 9",
        {"stones": 2},
        "White has placed the last piece, and the flats are even, 1 against 1: a draw.",
        [],
    ),
    (
        "x3/x,2S,x/2,1S,2 1 9",
        {"stones": 3},
        "Black has placed the last piece: Black wins with 2 flats against no flats.",
        [],
    ),
]


@pytest.mark.parametrize(("text", "options", "said", "road"), ENDINGS)
def test_endings_in_words(text: str, options: dict[str, Any], said: str, road: list[int]) -> None:
    position = at(text, **options)
    assert GAME.ending(position) == said
    view = GAME.view(position, None)
    assert (view["ending"], view["road"], view["moves"]) == (said, road, [])


def test_a_road_is_a_path_from_edge_to_edge() -> None:
    rng = random.Random(4)
    seen = 0
    while seen < 12:
        position = GAME.initial({"size": 4})
        while moves := GAME.legal_moves(position):
            position = GAME.play(position, rng.choice([move for move in moves if move < 64] or moves))
        road = GAME.view(position, None)["road"]
        if road:
            seen += 1
            steps = {abs(here - there) for here, there in pairwise(road)}
            assert steps <= {1, 4}
            files, ranks = [cell % 4 for cell in (road[0], road[-1])], [cell // 4 for cell in (road[0], road[-1])]
            assert sorted(files) == [0, 3] or sorted(ranks) == [0, 3]


def test_the_picture() -> None:
    assert GAME.picture(at("x3/x,12S,x/2,x2 1 1", komi=0.5)).splitlines() == [
        "3 .   .   .",
        "2 .   12S .",
        "1 2   .   .",
        "  a   b   c",
        "White (1) has no flats on top, 9 stones to place.",
        "Black (2) has 1 flat on top and 0.5 of komi, 8 stones to place.",
        "White is to move and places a flat of Black.",
    ]
    high = GAME.picture(at(f"x8/x8/x8/x8/x4,{'111222' * 16}12121C,x3/x8/x8/x8 1 51", size=8))
    assert "101:12121C" in high
    assert max(map(len, high.splitlines())) <= 100
