"""Batches: many positions at once answer as single ones do, in every game and for every class of position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import plyground
from plyground.core import columns, compiled_calls

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    **{game_id: (game_id, {}) for game_id in plyground.game_ids()},
    "wide camel": ("camel", {"board_width": 9, "board_height": 9}),
    "small tak": ("tak", {"size": 4}),
}


@pytest.fixture(autouse=True)
def rules_as_before() -> Iterator[None]:
    """Other tests of this process choose for themselves whether rules run compiled."""
    before = compiled_calls.compiled_in_use()
    yield
    compiled_calls.use_compiled(before)


@pytest.mark.parametrize("case", GAMES.values(), ids=GAMES)
def test_a_batch_answers_as_its_positions_do(case: tuple[str, dict[str, object]]) -> None:
    game = plyground.game(case[0], **case[1])
    chance = np.random.default_rng(3)
    batch, singles = plyground.Batch(game, 4), [game.start] * 4
    for _ in range(200):
        moves, counts = batch.legal_moves()
        assert moves.dtype == np.int32
        picked = [int(chance.integers(count)) if count else -1 for count in counts]
        for index, single in enumerate(singles):
            assert batch[index] == single
            assert tuple(batch.text(index, move) for move in moves[index, : counts[index]]) == single.legal_moves
            returns = batch.returns()[index]
            assert np.isnan(returns).all() if single.returns is None else tuple(returns) == single.returns
            if single.returns is None:
                assert batch.to_move()[index] == single.to_move
                text = single.legal_moves[picked[index]]
                assert batch.code(index, text) == moves[index, picked[index]]
                singles[index] = single.play(text)
        before = batch
        batch = batch.play([moves[index, place] if place >= 0 else -1 for index, place in enumerate(picked)])
        if not counts.any():
            assert all(after == here for after, here in zip(batch, before, strict=True))
            break
    again = plyground.Batch.of(singles)
    assert list(again) == list(batch) == singles


def test_a_played_batch_leaves_the_one_before_it() -> None:
    for game_id in ("othello", "tak"):
        start = plyground.game(game_id).start
        batch = plyground.Batch(start, 2)
        after = batch.play(batch.legal_moves()[0][:, 0])
        after.play(after.legal_moves()[0][:, 1])
        assert list(batch) == [start, start]
        assert list(after) == [start.play(start.legal_moves[0])] * 2


def test_python_and_compiled_code_read_and_write_columns_alike() -> None:
    here = plyground.game("tak", size=4).start.play("a1", "b1").raw
    many = columns.repeat(here, 3)
    other = columns.empty_like(many)
    for index in range(3):
        columns.scatter(other, index, columns.gather(many, index))
    assert all(columns.row(other, index) == here for index in range(3))
    assert columns.row(columns.stack([here, here]), 1) == here


def test_bad_input_is_refused_in_a_sentence() -> None:
    game = plyground.game("othello")
    batch = plyground.Batch(game, 3)
    legal = batch.legal_moves()[0][:, 0]
    with pytest.raises(plyground.Refusal, match="The move 0 is not legal in position 1"):
        batch.play([legal[0], 0, legal[2]])
    with pytest.raises(plyground.Refusal, match="The move -1 is not legal in position 0"):
        batch.play([-1, -1, -1])
    with pytest.raises(plyground.Refusal, match="3 positions takes as many moves"):
        batch.play(legal[:2])
    for wrong_kind in (legal + 0.5, ["d3", "d3", "d3"], [2**70] * 3, [None] * 3, [[1], [1, 2], 3]):
        with pytest.raises(plyground.Refusal, match="are integers"):
            batch.play(wrong_kind)
    with pytest.raises(plyground.Refusal, match="one position or more"):
        plyground.Batch(game, 0)
    for wrong in ([], [game.start, plyground.game("othello", size="6").start]):
        with pytest.raises(plyground.Refusal, match="one position or more"):
            plyground.Batch.of(wrong)
    with pytest.raises(IndexError):
        batch[3]
