"""What a search knows of Othello: both units of evaluation, and the order of moves at first sight."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from plyground.core import kernels, knowledge, registry
from plyground.games.othello import GAME
from plyground.games.othello.knowledge import DISCS, MOBILITY
from plyground.games.othello.position import OthelloPosition
from tests.games import othello_reference as reference


@kernels.compiled
def _evaluate(position: Any, seat: Any, unit: Any) -> Any:
    return kernels.evaluate(position, seat, unit)


@kernels.compiled
def _rank(position: Any, move: Any) -> Any:
    return kernels.rank(position, move)


def ranked(position: OthelloPosition) -> list[str]:
    """The legal moves, the one that looks best first."""
    moves = sorted(GAME.legal_moves(position), key=lambda move: -kernels.rank(position, move))
    return [GAME.move_text(position, move) for move in moves]


def open_squares(text: str, mark: str) -> int:
    cells = text.split(" ")[0]
    return len(reference.moves(cells, int(len(cells) ** 0.5), mark))


def test_the_units_are_declared_discs_first() -> None:
    registry.games()
    assert [unit.name for unit in knowledge.of(GAME).units] == ["discs", "mobility"]
    assert [knowledge.of(GAME).unit(name)[0] for name in ("discs", "mobility")] == [DISCS, MOBILITY]
    assert GAME.spec.unit == "discs"


@pytest.mark.parametrize("evaluate", [kernels.evaluate, _evaluate], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_scores_are_what_a_simple_count_finds(evaluate: Callable[[Any, int, int], float], size: int) -> None:
    for text in reference.random_texts(size, size, 150):
        position = GAME.parse_position(text)
        discs = text[:-2].count("X") - text[:-2].count("O")
        mobility = open_squares(text, "X") - open_squares(text, "O")
        for unit, lead in ((DISCS, discs), (MOBILITY, mobility)):
            scores = [evaluate(position, seat, unit) for seat in (0, 1)]
            assert scores == [lead, -lead]
            assert {type(score) for score in scores} == {float}


def test_the_start_is_level_and_a_first_move_leads_by_three_discs() -> None:
    start = GAME.initial()
    assert kernels.evaluate(start, 0, DISCS) == kernels.evaluate(start, 0, MOBILITY) == 0
    after = GAME.replay(start, ["f5"])[-1]
    assert kernels.evaluate(after, 0, DISCS) == 3
    assert kernels.evaluate(after, 1, MOBILITY) == 3 - open_squares(GAME.position_text(after), "X")


@pytest.mark.parametrize(
    "options", [{"size": size, "start": start} for size in (4, 6, 8) for start in ("standard", "parallel")]
)
def test_the_order_is_the_same_interpreted_and_compiled(options: dict[str, object]) -> None:
    rng = random.Random(5)
    position = GAME.initial(options)
    while moves := GAME.legal_moves(position):
        scores = [kernels.rank(position, move) for move in moves]
        assert [_rank(position, move) for move in moves] == scores
        assert {type(score) for score in scores} == {float}
        position = GAME.play(position, rng.choice(moves))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # On 4 x 4, 6 x 6 and 8 x 8: a corner can be taken along the top row.
        ("-OX--OX--XO----- X", "a1"),
        ("-OX---" + "-" * 8 + "OX----XO-----" + "-" * 9 + " X", "a1"),
        ("-OX-----" + "-" * 19 + "OX------XO---" + "-" * 24 + " X", "a1"),
    ],
)
def test_a_corner_comes_first(text: str, first: str) -> None:
    assert ranked(GAME.parse_position(text))[0] == first


def test_squares_beside_an_empty_corner_come_last() -> None:
    # Dark may take b2 (diagonal to the empty a1), b1 (beside it) or quieter squares.
    rows = ["--------", "--OX----", "-OOX----", "-XOX----", "---X----", "--------", "--------", "--------"]
    position = GAME.parse_position("".join(rows) + " X")
    order = ranked(position)
    assert order[-1] == "b2"
    assert order[0] not in ("b1", "b2", "a1")
    # With dark on a1 the square b2 is no longer poison.
    held = GAME.parse_position("X" + "".join(rows)[1:] + " X")
    move = GAME.parse_move(held, "b2")
    assert kernels.rank(held, move) > kernels.rank(position, move)


def play_out(seed: int, ranker: int) -> float:
    """Dark's result when one seat plays the first of the order and the other at random."""
    rng = random.Random(seed)
    position = GAME.initial()
    while moves := GAME.legal_moves(position):
        if GAME.to_move(position) == ranker:
            move = max(moves, key=lambda candidate: kernels.rank(position, candidate))
        else:
            move = rng.choice(moves)
        position = GAME.play(position, move)
    returns = GAME.returns(position)
    assert returns is not None
    return returns[ranker]


def test_the_order_alone_beats_random_moves() -> None:
    results = [play_out(seed, seed % 2) for seed in range(20)]
    assert sum(result > 0 for result in results) >= 17


def test_a_move_that_leaves_no_reply_comes_first() -> None:
    # f4 ends the earliest game there is: light has no disc left.
    position = GAME.replay(GAME.initial(), ["d3", "c3", "b3", "d2", "e1", "d6", "d7", "e3"])[-1]
    assert ranked(position)[0] == "f4"
