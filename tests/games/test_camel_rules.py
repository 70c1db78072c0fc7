"""The rules of Crazy Camel: counts, agreement with a simple reference, compiled against interpreted."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels
from plyground.core.game import moves_array
from plyground.games.camel import GAME
from plyground.games.camel.position import Position, WidePosition, build
from plyground.games.camel.sanity import problem
from plyground.search.perft import perft
from tests.games import camel_reference as reference
from tests.soaking import more

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "camel_perft.json"
CASES: dict[str, Any] = json.loads(DATA.read_text()) if DATA.exists() else {"start": [], "positions": []}

BOARDS: list[dict[str, int | bool]] = [
    {"board_width": width, "board_height": height, "starting_camels": camels, "edge_blocks_jump": edge}
    for width, height, camels, edge in (
        (3, 3, 1, True),
        (3, 3, 2, False),
        (4, 4, 4, False),
        (5, 3, 2, True),
        (3, 9, 6, False),
        (5, 5, 5, True),
        (6, 8, 10, False),
        (7, 7, 8, True),
        (7, 7, 12, False),
        (7, 9, 9, True),
        (8, 8, 12, True),
        (9, 4, 8, False),
        (9, 9, 10, True),
        (9, 9, 20, False),
    )
]


def named(board: dict[str, int | bool]) -> str:
    edge = "" if board["edge_blocks_jump"] else "-no-edge"
    return f"{board['board_width']}x{board['board_height']}-{board['starting_camels']}{edge}"


@pytest.fixture
def compiled() -> Iterator[None]:
    """Rules compiled for the length of a test."""
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(before)


def start(width: int, height: int, camels: int) -> Any:
    return GAME.initial({"board_width": width, "board_height": height, "starting_camels": camels})


@kernels.compiled
def fingerprint(position: Any, moves: Any, word: Any) -> Any:
    """All answers of the kernels about a position, as numbers in ``moves``; returns how many moves there are."""
    count = kernels.legal_moves(position, moves)
    word[0] = kernels.count_moves(position)
    word[1] = kernels.outcome(position, 0)
    word[2] = kernels.outcome(position, 1)
    word[3] = kernels.margin(position, 0)
    word[4] = kernels.to_move(position)
    return count


def interpreted(position: Any) -> tuple[list[int], list[int]]:
    moves = moves_array(GAME.spec.most_moves)
    count = kernels.legal_moves(position, moves)
    word = [
        kernels.count_moves(position),
        kernels.outcome(position, 0),
        kernels.outcome(position, 1),
        kernels.margin(position, 0),
        kernels.to_move(position),
    ]
    return moves[:count].tolist(), [int(value) for value in word]


@pytest.mark.parametrize(
    ("width", "height", "camels", "counts"),
    [
        (7, 7, 8, [75, 5357, 363872, 23458826]),
        (9, 9, 10, [131, 16677, 2062264]),
        (5, 5, 3, [35, 1109, 31540]),
        (3, 3, 1, [11, 77, 316, 1172, 3452]),
        (5, 7, 4, [51, 2425]),
        (6, 6, 5, [53, 2625]),
    ],
)
def test_start_counts(width: int, height: int, camels: int, counts: list[int]) -> None:
    """Counts of legal sequences that several independent programs agree on."""
    position = start(width, height, camels)
    assert [perft(GAME, position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("case", CASES["start"], ids=lambda case: f"{case['width']}x{case['height']}")
def test_start_counts_of_the_data(case: dict[str, Any]) -> None:
    position = start(case["width"], case["height"], case["camels"])
    assert [perft(GAME, position, depth + 1) for depth in range(len(case["perft"]))] == case["perft"]


@pytest.mark.parametrize("case", CASES["positions"], ids=lambda case: str(case["id"]))
def test_positions_of_the_data(case: dict[str, Any]) -> None:
    position = GAME.replay(GAME.initial(case["options"]), case["moves_from_start"])[-1]
    texts = [GAME.move_text(position, move) for move in GAME.legal_moves(position)]
    steps = {text for text in texts if text in reference.STEPS}
    assert {f"Move {text}" for text in steps} == set(case["pawn_moves"])
    assert len(texts) - len(steps) == case["camel_moves"]
    state = {key: value for key, value in GAME.position_json(position).items() if key in case["game_state"]}
    assert state == case["game_state"]
    for edge, field in ((True, "perft"), (False, "perft_edge_does_not_count")):
        read = GAME.parse_position(GAME.position_text(position), {**case["options"], "edge_blocks_jump": edge})
        assert [perft(GAME, read, depth) for depth in (1, 2, 3)] == case[field]


def test_the_edge_reading_changes_counts() -> None:
    """The corner position where only the edge allows the single step."""
    text = "7x7 0,1,1 1,1,2 H0,0;H0,2;H1,1;H4,3;H4,5;H5,2;V1,0;V1,5;V3,3;V3,5;V4,1;V5,3;V5,5 1 53"
    counts = [
        [perft(GAME, GAME.parse_position(text, {"edge_blocks_jump": edge}), depth) for depth in (1, 2, 3)]
        for edge in (True, False)
    ]
    assert counts == [[33, 966, 24878], [32, 932, 22946]]


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_lists_agree_with_the_reference(board: dict[str, int | bool], compiled: None) -> None:
    rng = random.Random(named(board))
    seen = 0
    while seen < more(60, 120):
        for position, moves, _move in reference.random_game(board, rng, camel_share=0.7):
            layout = reference.shown(position)
            texts = [GAME.move_text(position, move) for move in moves]
            assert texts == reference.legal_texts(layout, bool(board["edge_blocks_jump"])), GAME.position_text(position)
            seen += 1


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_jumps_agree_with_the_reference(board: dict[str, int | bool], compiled: None) -> None:
    """Masters side by side in all sorts of places: the steps, where they end, and the reasons for the others."""
    rng = random.Random(named(board))
    edge = bool(board["edge_blocks_jump"])
    compared = 0
    while compared < 120:
        for position, _moves, _move in reference.random_game(board, rng, camel_share=0.8):
            layout = reference.near_masters(reference.shown(position), rng)
            if problem(layout, 200) is not None:
                continue
            near = build(layout, edge, 20, 200)
            if GAME.returns(near) is not None:
                continue
            wanted = reference.steps(layout, edge)
            found = [move for move in GAME.legal_moves(near) if move < 8]
            assert [GAME.move_text(near, move) for move in found] == [
                name for name in reference.STEPS if name in wanted
            ]
            for move in found:
                after = reference.shown(GAME.play(near, move))
                assert after.masters[layout.seat] == wanted[GAME.move_text(near, move)]
            compared += 1


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_compiled_equals_interpreted(board: dict[str, int | bool]) -> None:
    rng = random.Random(named(board) + "compiled")
    moves, word = moves_array(GAME.spec.most_moves), np.empty(5, dtype=np.int64)
    for position, listed, move in reference.random_game(board, rng):
        if position.ply > 60:
            break
        count = fingerprint(position, moves, word)
        assert (moves[:count].tolist(), word.tolist()) == interpreted(position) == (listed, word.tolist())
        assert count == word[0]
        compiled_calls.use_compiled(True)
        after = GAME.play(position, move)
        compiled_calls.use_compiled(False)
        assert after == GAME.play(position, move)
        assert type(after.horizontal) is type(position.horizontal)


def test_word_by_size() -> None:
    """Boards that fit one word use it."""
    assert isinstance(start(7, 8, 8), Position)
    assert isinstance(start(8, 8, 8), WidePosition)
    assert isinstance(start(7, 9, 8), WidePosition)


def test_a_short_game() -> None:
    """Orange jumps over Blue on ply 6 and is home first."""
    position = start(5, 5, 0)
    for text in ("Down", "Up", "Right", "Right", "Down", "Up", "Down"):
        assert GAME.returns(position) is None
        position = GAME.play(position, GAME.require(position, text))
    after = GAME.play(position, GAME.require(position, "Up"))
    assert GAME.returns(after) == (-1.0, 1.0)
    assert GAME.ending(after) == "Orange's master has reached its goal row."
    assert GAME.legal_moves(after) == []


def test_length_limit_is_a_draw_unless_that_ply_wins() -> None:
    text = "7x7 3,5,0 0,5,0 - 0 9"
    for move, returns in (("Down", (1.0, -1.0)), ("Up", (0.0, 0.0))):
        position = GAME.parse_position(text, {"max_plies": 10})
        after = GAME.play(position, GAME.require(position, move))
        assert GAME.returns(after) == returns
        assert GAME.legal_moves(after) == []
    assert GAME.ending(after) == "Nobody has reached the goal row within 10 plies: a draw."


def test_jump_may_win() -> None:
    position = GAME.parse_position("7x7 3,4,0 3,5,0 - 0 20")
    after = GAME.play(position, GAME.require(position, "Down"))
    assert GAME.returns(after) == (1.0, -1.0)


def test_a_player_without_a_move_passes() -> None:
    """Three sides closed, the other master on the fourth with the edge behind it, and no camel in hand."""
    text = "4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 0 4"
    counted = GAME.parse_position(text, {"edge_blocks_jump": True})
    assert [GAME.move_text(counted, move) for move in GAME.legal_moves(counted)] == ["DownRight"]
    position = GAME.parse_position(text, {"edge_blocks_jump": False})
    assert [GAME.move_text(position, move) for move in GAME.legal_moves(position)] == ["Pass"]
    assert perft(GAME, position, 1) == 1
    after = GAME.play(position, GAME.require(position, "pass"))
    assert GAME.position_text(after) == "4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 1 5"


def test_camels_in_hand_go_down_by_one() -> None:
    position = start(7, 7, 1)
    after = GAME.play(position, GAME.require(position, "H 2 3"))
    assert reference.shown(after).in_hand == (0, 1)
    last = GAME.play(after, GAME.require(after, "V 4 4"))
    assert all(move < 8 for move in GAME.legal_moves(last))
