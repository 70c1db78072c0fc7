"""The trained evaluation of Othello: its features against a plain reference, symmetries, terms, order and keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from plyground.core import kernels, knowledge
from plyground.games.othello import GAME
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.terms import GROUPS
from plyground.games.othello.position import OthelloPosition
from plyground.search.pvs import contract
from tests.games import othello_reference as reference

TABLE = np.random.default_rng(1).integers(-300, 300, patterns.WEIGHTS).astype(np.int16)
"""Weights without any meaning, in which every mistake shows."""


@kernels.compiled
def _static(position: Any, weights: Any) -> Any:
    return contract.static(position, weights)


@kernels.compiled
def _rate(position: Any, moves: Any, count: Any, scores: Any, weights: Any) -> Any:
    return contract.rate(position, moves, count, scores, weights)


@kernels.compiled
def _features(own: Any, other: Any, found: Any) -> Any:
    patterns.features(own, other, found)


@kernels.compiled
def _key(position: Any) -> Any:
    return contract.key(position)


def turned(cells: str, size: int = 8) -> Iterator[str]:
    """The board in its eight orientations."""
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    for _ in range(4):
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)
        rows = ["".join(row[column] for row in reversed(rows)) for column in range(size)]


def places(shape: patterns.Shape) -> list[list[int]]:
    """Every place of a shape on the board, each as the cells of its digits in one of the possible orders."""
    squares = [
        (int(shape.squares[at + 1]) - 1) * 8 + "abcdefgh".index(shape.squares[at])
        for at in range(0, len(shape.squares), 2)
    ]
    found: dict[frozenset[int], list[int]] = {}
    for orientation in turned("".join(chr(cell) for cell in range(64))):
        cells = [ord(orientation[square]) for square in squares]
        # The block of ten squares has no reflection of its own: each of its eight orientations is a place.
        found.setdefault(frozenset(cells), cells)
    return list(found.values())


def expected_features(text: str) -> list[int]:
    """The free weights of a position's patterns, and the three small features, found square by square."""
    cells, mark = text.split(" ")
    other = "XO".replace(mark, "")
    share, _ = weights.sharing()
    found = []
    for number, shape in enumerate(patterns.SHAPES):
        for cells_of_place in places(shape):
            value = sum(("-" + mark + other).index(cells[cell]) * 3**digit for digit, cell in enumerate(cells_of_place))
            found.append(int(share[patterns.STARTS[number] + value]))

    def beside(side: str) -> int:
        return sum(
            cells[cell] == "-"
            and any(
                0 <= cell // 8 + down < 8 and 0 <= cell % 8 + right < 8 and cells[cell + 8 * down + right] == side
                for down, right in reference.DIRECTIONS
            )
            for cell in range(64)
        )

    mobility = 32 * min(len(reference.moves(cells, 8, mark)), 31) + min(len(reference.moves(cells, 8, other)), 31)
    frontier = 32 * min(beside(other), 31) + min(beside(mark), 31)
    odd = sum(
        sum(cells[8 * (down + row) + right + column] == "-" for row in range(4) for column in range(4)) % 2
        for down in (0, 4)
        for right in (0, 4)
    )
    small = (mobility, frontier, cells.count("-") % 4 * 5 + odd)
    starts = patterns.STARTS[len(patterns.SHAPES) :]
    return sorted(found) + [int(share[start + value]) for start, value in zip(starts, small, strict=True)]


def test_there_are_eleven_shapes_in_46_places() -> None:
    assert [len(places(shape)) for shape in patterns.SHAPES] == [4, 8, 4, 4, 4, 4, 2, 4, 4, 4, 4]
    assert patterns.FEATURES == 46 + 3 == len(GROUPS)
    for shape in patterns.SHAPES:
        if shape.mirror is not None:
            assert [shape.mirror[digit] for digit in shape.mirror] == list(range(len(shape.squares) // 2))


def test_features_are_what_a_look_at_every_square_finds() -> None:
    share, _ = weights.sharing()
    for text in reference.random_texts(3, 8, 60):
        position = GAME.parse_position(text)
        found = np.empty(patterns.FEATURES, dtype=np.uint32)
        _features(position.own, position.other, found)
        shared = share[found].tolist()
        assert sorted(shared[:46]) + shared[46:] == expected_features(text)


def test_compiled_and_interpreted_values_agree() -> None:
    for text in reference.random_texts(4, 8, 25):
        position = GAME.parse_position(text)
        found = np.empty(patterns.FEATURES, dtype=np.uint32)
        patterns.features(position.own, position.other, found)
        start = int(patterns.stage_start(position.own, position.other))
        total = sum(int(TABLE[start + place]) for place in found.tolist())
        value = min(max(total, -6400), 6400)
        assert contract.static(position, TABLE) == value == _static(position, TABLE)
        assert int(contract.key(position)) == int(_key(position))


def test_every_stage_has_weights_of_its_own() -> None:
    starts = [
        int(patterns.stage_start(np.uint64((1 << discs) - 1), np.uint64(0))) // patterns.STAGE for discs in range(65)
    ]
    assert starts[:4] == [0] * 4
    assert starts[4:64] == [stage for stage in range(15) for _ in range(4)]
    assert starts[64] == 14


@pytest.mark.parametrize("size", [4, 6, 8])
def test_turned_and_recoloured_positions_have_the_same_value(size: int) -> None:
    table = weights.load()
    swap = str.maketrans("XO", "OX")
    for text in reference.random_texts(5, size, 20):
        value = _static(GAME.parse_position(text), table)
        cells, mark = text.split(" ")
        assert [_static(GAME.parse_position(f"{other} {mark}"), table) for other in turned(cells, size)] == [value] * 8
        assert _static(GAME.parse_position(text.translate(swap)), table) == value


@pytest.mark.parametrize("size", [4, 6, 8])
def test_terms_add_up_to_the_value_for_both_seats(size: int) -> None:
    strength = knowledge.of(GAME).strength
    assert strength is not None
    for text in reference.random_texts(6, size, 15):
        position = GAME.parse_position(text)
        value = _static(position, strength.weights())
        for seat in (0, 1):
            terms = strength.terms(position, seat)
            sign = 1 if seat == position.mover else -1
            assert sum(term.value for term in terms) == pytest.approx(sign * value / 100)
            assert all(term.title and term.help for term in terms)
        assert abs(value) <= 6400


def test_ends_count_by_discs() -> None:
    # Dark has three discs, light none: all 16 squares are dark's.
    won = GAME.parse_position("XXX" + "-" * 13 + " O")
    assert contract.final(won) == -1600
    assert contract.final(OthelloPosition(won.other, won.own, 4, 0)) == 1600


def test_keys_tell_positions_apart() -> None:
    texts = {text[:-1] + mark for text in reference.random_texts(7, 8, 400) for mark in "XO"}
    assert len({int(contract.key(GAME.parse_position(text))) for text in texts}) == len(texts)


def rated(position: OthelloPosition) -> list[str]:
    """The legal moves, the one that is rated highest first, after a check that both ways rate alike."""
    moves = np.array(GAME.legal_moves(position), dtype=np.int32)
    scores, again = np.zeros(len(moves), dtype=np.int32), np.zeros(len(moves), dtype=np.int32)
    contract.rate(position, moves, len(moves), scores, TABLE)
    _rate(position, moves, len(moves), again, TABLE)
    assert scores.tolist() == again.tolist()
    assert np.abs(scores).max() < 1_000_000
    return [GAME.move_text(position, int(moves[index])) for index in np.argsort(-scores, kind="stable")]


def test_corners_are_rated_first_and_gifts_of_corners_last() -> None:
    assert rated(GAME.parse_position("-OX-----" + "-" * 19 + "OX------XO---" + "-" * 24 + " X"))[0] == "a1"
    rows = ["--------", "--OX----", "-OOX----", "-XOX----", "---X----", "--------", "--------", "--------"]
    order = rated(GAME.parse_position("".join(rows) + " X"))
    assert set(order[-2:]) == {"b1", "b2"}
    assert rated(GAME.parse_position("X" * 8 + "O" * 8 + "-" * 48 + " O")) == ["pass"]


def test_a_trained_table_prefers_a_corner_held() -> None:
    start = GAME.replay(GAME.initial(), ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"])[-1]
    with_corner = start._replace(own=start.own | np.uint64(1))
    against = start._replace(other=start.other | np.uint64(1))
    table = weights.load()
    assert _static(with_corner, table) > _static(start, table) + 300
    assert _static(against, table) < _static(start, table) - 300
