"""Othello's rules: the published perft figures, an independent generator, and the facts that the rules page tells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels
from plyground.games.othello import GAME
from plyground.games.othello.position import PASS, OthelloPosition
from plyground.search.perft import perft
from tests.games import othello_reference as reference

# Perft figures of 8 x 8 from the standard start, the field's published table (a pass is a ply).
PERFT = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200, 7: 55092, 8: 390216, 9: 3005288, 10: 24571284}
SIZES, STARTS = ("8", "6", "4"), ("standard", "parallel")
SYMMETRIC = {0: 1, 1: 1, 2: 3, 3: 14, 4: 60, 5: 322, 6: 1773}
"""Positions up to symmetry after so many moves, as told on the rules page."""


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def both_ways(request: pytest.FixtureRequest) -> Iterator[bool]:
    """The test runs once on interpreted and once on compiled rules."""
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(request.param)
    yield request.param
    compiled_calls.use_compiled(before)


def _all_kernels(position: Any, moves: Any, answers: Any) -> Any:
    """Every kernel that asks about a position, in one call."""
    answers[0] = kernels.count_moves(position)
    answers[1] = kernels.to_move(position)
    for seat in range(2):
        answers[2 + seat] = kernels.outcome(position, seat)
        answers[4 + seat] = kernels.margin(position, seat)
    return kernels.legal_moves(position, moves)


_all_kernels_compiled = kernels.compiled(_all_kernels)


def asked(position: OthelloPosition, ask: Any) -> tuple[list[int], list[int]]:
    """The legal moves, and the answers of all other kernels."""
    moves, answers = np.empty(GAME.spec.most_moves, np.int32), np.zeros(6, np.int64)
    count = ask(position, moves, answers)
    return moves[:count].tolist(), answers.tolist()


def random_game(seed: int, size: str, start: str) -> list[OthelloPosition]:
    rng = random.Random(seed)
    positions = [GAME.initial({"size": size, "start": start})]
    while moves := GAME.legal_moves(positions[-1]):
        positions.append(GAME.play(positions[-1], rng.choice(moves)))
    return positions


@pytest.mark.parametrize("depth", sorted(PERFT))
def test_perft_of_the_start_is_the_published_figure(depth: int) -> None:
    assert perft(GAME, GAME.initial(), depth) == PERFT[depth]


def count_in_python(position: OthelloPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_in_python(GAME.play(position, move), depth - 1) for move in GAME.legal_moves(position))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft_of_the_interpreted_rules(depth: int) -> None:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(False)
    assert count_in_python(GAME.initial(), depth) == PERFT[depth]
    compiled_calls.use_compiled(before)


def test_start_positions(both_ways: bool) -> None:
    assert GAME.position_text(GAME.initial()) == "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert GAME.position_text(GAME.initial({"start": "parallel"})) == "-" * 27 + "OO------XX" + "-" * 27 + " X"
    assert GAME.position_text(GAME.initial({"size": 6})) == "-" * 14 + "OX----XO" + "-" * 14 + " X"
    assert GAME.position_text(GAME.initial({"size": "4", "start": "parallel"})) == "-----OO--XX----- X"
    assert [GAME.move_text(GAME.initial(), move) for move in GAME.legal_moves(GAME.initial())] == [
        "d3",
        "c4",
        "f5",
        "e6",
    ]


def assert_agrees(position: OthelloPosition) -> None:
    """Compiled and interpreted kernels, views and moves agree with the simple generator."""
    text = GAME.position_text(position)
    listed, answers = asked(position, _all_kernels)
    assert (listed, answers) == asked(position, _all_kernels_compiled)
    assert [GAME.move_text(position, move) for move in listed] == reference.legal_texts(text)
    assert answers[0] == len(listed)
    lead = reference.margin(text)
    assert answers[4:] == [lead, -lead]
    sign = (lead > 0) - (lead < 0)
    assert answers[2:4] == ([kernels.ONGOING] * 2 if listed else [sign, -sign])
    for move in listed:
        assert GAME.position_text(GAME.play(position, move)) == reference.after(text, GAME.move_text(position, move))


@pytest.mark.parametrize("size", SIZES)
def test_random_boards_agree_with_the_simple_generator(both_ways: bool, size: str) -> None:
    for text in reference.random_texts(int(size), int(size), 500):
        assert_agrees(GAME.parse_position(text))


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("size", SIZES)
def test_random_games_agree_with_the_simple_generator(both_ways: bool, size: str, start: str) -> None:
    longest = 0
    for seed in range(5):
        positions = random_game(seed, size, start)
        longest = max(longest, len(positions))
        for position in positions:
            assert_agrees(position)
    assert 5 < longest <= GAME.spec.longest


def test_games_are_the_same_interpreted_and_compiled() -> None:
    before = compiled_calls.compiled_in_use()
    for seed in range(4):
        played = []
        for on in (False, True):
            compiled_calls.use_compiled(on)
            played.append(random_game(seed, "8", "standard"))
        assert played[0] == played[1]
        assert {type(word) for position in played[1] for word in position[:2]} == {np.uint64}
    compiled_calls.use_compiled(before)


def test_words_with_a1_and_h8_set_keep_their_type(both_ways: bool) -> None:
    position = GAME.parse_position("XOX" + "-" * 58 + "XO- X")
    after = GAME.play(position, GAME.parse_move(position, "h8"))
    assert GAME.position_text(after) == "XOX" + "-" * 58 + "XXX O"
    assert type(after.own) is np.uint64
    assert type(after.other) is np.uint64
    assert int(after.dark) >> 61 == 0b111


def test_a_forced_pass_is_a_move(both_ways: bool) -> None:
    # The first pass can come at ply 9: dark has no reply after these eight moves.
    positions = GAME.replay(GAME.initial(), ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"])
    assert [GAME.legal_moves(position) for position in positions].index([PASS]) == 8
    after = GAME.play(positions[-1], PASS)
    assert GAME.to_move(after) == 1
    assert (after.dark, after.light) == (positions[-1].dark, positions[-1].light)
    assert PASS not in GAME.legal_moves(after)


def test_the_earliest_end_is_after_nine_moves(both_ways: bool) -> None:
    positions = GAME.replay(GAME.initial(), ["d3", "c3", "b3", "d2", "e1", "d6", "d7", "e3", "f4"])
    assert [GAME.returns(position) is None for position in positions] == [True] * 9 + [False]
    assert GAME.returns(positions[-1]) == (64, -64)
    assert GAME.legal_moves(positions[-1]) == []
    # 228 games end there, and no game earlier: perft 10 counts each as one leaf.
    assert perft_without_finished(GAME.initial(), 9) == PERFT[9]
    assert perft_without_finished(GAME.initial(), 10) == PERFT[10] - 228


@kernels.compiled
def _playable(position: Any, depth: Any, moves: Any) -> Any:
    """Legal sequences of ``depth`` moves; a finished game has none."""
    if depth == 1:
        return kernels.count_moves(position)
    total = 0
    for index in range(kernels.legal_moves(position, moves[depth])):
        move: Any = np.int64(moves[depth, index])
        total += _playable(kernels.play(position, move), depth - 1, moves)
    return total


def perft_without_finished(position: OthelloPosition, depth: int) -> int:
    return int(_playable(position, depth, np.empty((depth + 1, GAME.spec.most_moves), np.int32)))


def turned() -> list[Any]:
    """The eight symmetries of the board, each a function from cells to the cells seen from there."""
    found = []
    for symmetry in range(8):
        cells = []
        for row in range(8):
            for column in range(8):
                y, x = (7 - row if symmetry & 1 else row), (7 - column if symmetry & 2 else column)
                cells.append(x * 8 + y if symmetry & 4 else y * 8 + x)
        found.append(itemgetter(*cells))
    return found


def test_positions_up_to_symmetry() -> None:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    views, layer = turned(), {"": GAME.initial()}
    for count in SYMMETRIC.values():
        assert len(layer) == count
        assert [PASS] not in [GAME.legal_moves(position) for position in layer.values()]
        following = {}
        for position in layer.values():
            for move in GAME.legal_moves(position):
                after = GAME.play(position, move)
                cells = GAME.position_text(after)[:64]
                following[min("".join(look(cells)) for look in views)] = after
        layer = following
    compiled_calls.use_compiled(before)


@pytest.mark.parametrize(
    ("text", "returns"),
    [
        ("X" * 64 + " O", (64, -64)),
        ("X" * 32 + "O" * 32 + " X", (0, 0)),
        ("X" * 10 + "-" * 44 + "O" * 10 + " X", (0, 0)),
        ("X" * 3 + "-" * 13 + " O", (16, -16)),
        ("O" + "-" * 34 + "X X", (0, 0)),
        ("-" * 36 + " X", (0, 0)),
    ],
)
def test_a_position_where_neither_can_move_is_a_finished_game(
    both_ways: bool, text: str, returns: tuple[float, ...]
) -> None:
    position = GAME.parse_position(text)
    assert GAME.legal_moves(position) == []
    assert GAME.returns(position) == returns
