"""Exact values of Tak: the smallest board from its start, values that agree with those of the moves, limits kept."""

from __future__ import annotations

import random

import pytest

from plyground.core import compiled_calls, knowledge
from plyground.core.bot import Limits
from plyground.core.knowledge import Solved
from plyground.games.tak import GAME
from plyground.games.tak.knowledge import STRENGTH, solving
from plyground.games.tak.position import TakPosition
from tests.games.tak_positions import lively
from tests.soaking import more


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compiled_calls.use_compiled(True)


def solved(position: TakPosition, nodes: int = 2_000_000) -> Solved | None:
    assert knowledge.of(GAME).strength is STRENGTH
    assert STRENGTH.solve is solving.solve
    return solving.solve(GAME, position, Limits(nodes=nodes))


@pytest.mark.soak
@pytest.mark.parametrize("opening", ["swap", "no-swap"])
def test_the_smallest_board_is_won_for_white_with_every_first_move(opening: str) -> None:
    """Checked by play: White makes the move that is said to win, Black any, and White wins."""
    start = GAME.initial({"size": 3, "opening": opening})
    answer = solved(start)
    assert answer is not None
    assert (answer.returns, answer.value) == ((1, -1), 1)
    assert sorted(answer.best) == sorted(GAME.legal_moves(start))
    assert GAME.returns(_end(start, answer.line)) == (1, -1)
    rng = random.Random(opening)
    for _ in range(more(1, 2)):
        position = start
        while GAME.returns(position) is None:
            if position.ply % 2 == 0:
                found = solved(position, 400_000)
                assert found is not None
                assert found.value == 1
                position = GAME.play(position, found.line[0])
            else:
                position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        assert GAME.returns(position) == (1, -1)


def _end(position: TakPosition, moves: tuple[int, ...]) -> TakPosition:
    for move in moves:
        position = GAME.play(position, move)
    return position


@pytest.mark.soak
def test_values_agree_with_those_of_the_positions_one_move_on() -> None:
    """A won position has moves to lost ones, among them those said to be best; all moves of a lost one lead to won
    ones. With half a flat of komi nothing is drawn but by quiet plies."""
    won = lost = 0
    for position in lively(3, more(4, 8), 8, komi=0.5):
        answer = solved(position, 200_000)
        if answer is None:
            continue
        seat = position.ply & 1
        for move in GAME.legal_moves(position):
            after = GAME.play(position, move)
            returns = GAME.returns(after)
            following = solved(after, 50_000) if returns is None else None
            value = following.returns[seat] if following else returns[seat] if returns else None
            if answer.value == 1:
                won += move in answer.best
                assert move not in answer.best or value in (1, None)
                assert value != 1 or move in answer.best or answer.nodes >= 200_000
            else:
                lost += 1
                assert value in (-1, None)
                assert move in answer.best
    assert won > more(2, 10)
    assert lost > more(2, 10)


def test_nothing_is_claimed_beyond_the_limits() -> None:
    assert solved(GAME.initial(), 20_000) is None
    assert solved(GAME.initial({"size": 3}), 2_000) is None


def test_a_forced_win_has_its_first_moves() -> None:
    position = GAME.parse_position("2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8", {})
    answer = solved(position, 300_000)
    assert answer is not None
    assert answer.returns[0] == 1
    assert "d2>" in {GAME.move_text(position, move) for move in answer.best}
    assert GAME.returns(_end(position, answer.line)) == (1, -1)
