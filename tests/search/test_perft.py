"""Perft gives the published counts, and so do its parts."""

from __future__ import annotations

import pytest

from plyground.core.bot import Limits
from plyground.search.perft import divide, perft
from tests.search.support import CAMEL, OTHELLO

OTHELLO_COUNTS = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)
CAMEL_COUNTS = (1, 75, 5357, 363872)


@pytest.mark.parametrize(("depth", "count"), list(enumerate(OTHELLO_COUNTS)))
def test_othello(depth: int, count: int) -> None:
    assert perft(OTHELLO, OTHELLO.initial(), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(CAMEL_COUNTS)))
def test_camel(depth: int, count: int) -> None:
    assert perft(CAMEL, CAMEL.initial(), depth) == count


def test_camel_on_the_wide_board() -> None:
    start = CAMEL.initial({"board_width": 9, "board_height": 9, "starting_camels": 10})
    assert [perft(CAMEL, start, depth) for depth in (1, 2, 3, 4)] == [131, 16677, 2062264, 247569030]


def test_divide_adds_up() -> None:
    start = CAMEL.initial()
    parts = divide(CAMEL, start, 3)
    assert [move for move, _ in parts] == [CAMEL.move_text(start, move) for move in CAMEL.legal_moves(start)]
    assert sum(count for _, count in parts) == CAMEL_COUNTS[3]
    assert divide(OTHELLO, OTHELLO.initial(), 4) == [(move, 61) for move in ("d3", "c4", "f5", "e6")]
    assert divide(OTHELLO, OTHELLO.initial(), 0) == []


def test_a_finished_game_has_no_sequences_unless_the_tables_keep_it() -> None:
    won = CAMEL.parse_position("7x7 3,6,8 2,6,8 - 1 9", {})
    assert CAMEL.returns(won) == (1, -1)
    assert [perft(CAMEL, won, depth) for depth in (1, 2, 3)] == [0, 0, 0]
    full = OTHELLO.parse_position("X" * 64 + " O", {})
    assert [perft(OTHELLO, full, depth) for depth in (1, 2, 3)] == [1, 1, 1]


def test_it_can_be_stopped() -> None:
    assert perft(OTHELLO, OTHELLO.initial(), 16, Limits(stopped=lambda: True)) < 10**9
