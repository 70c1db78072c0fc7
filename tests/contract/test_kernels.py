"""Compiled and interpreted rules give the same answers, down to the types."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels, knowledge
from plyground.core.game import KernelGame
from plyground.search.perft import perft
from tests.contract.support import CASES, Case, positions

kernel_cases = pytest.mark.parametrize("case", [case for case in CASES if isinstance(case.game, KernelGame)], ids=str)

SAMPLED = 12
"""Positions of a random game at which all moves are played both ways."""


def _sample(case: Case) -> list[Any]:
    found = list(positions(case, games=1, seed=8))
    step = max(1, len(found) // SAMPLED)
    return [*found[::step], found[-1]]


def _types(position: Any) -> Any:
    def kind(part: Any) -> Any:
        if isinstance(part, np.ndarray):
            return part.dtype, part.shape, part.flags.c_contiguous, part.flags.writeable
        return _types(part) if isinstance(part, tuple) else type(part)

    return tuple(kind(part) for part in position)


@kernel_cases
def test_both_ways_agree(case: Case) -> None:
    most = case.game.spec.most_moves
    for position in _sample(case):
        moves = compiled_calls.legal_moves(position, most)
        seats = range(case.game.seats_at(position))
        outcomes = [compiled_calls.outcome(position, seat) for seat in seats]
        after = [compiled_calls.play(position, move) for move in moves]
        compiled_calls.use_compiled(False)
        assert compiled_calls.legal_moves(position, most) == moves
        assert [compiled_calls.outcome(position, seat) for seat in seats] == outcomes
        for compiled, interpreted in zip(after, (compiled_calls.play(position, move) for move in moves), strict=True):
            assert compiled == interpreted
            assert type(compiled) is type(interpreted)
            assert _types(compiled) == _types(interpreted)
        compiled_calls.use_compiled(True)


@kernel_cases
def test_moves_are_counted_as_they_are_listed(case: Case) -> None:
    assert isinstance(case.game, KernelGame)
    for position in _sample(case):
        count = len(case.game.legal_moves(position))
        assert kernels.count_moves(position) == count
        counted = len(case.game.legal_moves(case.game.for_counting(position)))
        assert perft(case.game, position, 1) == counted or case.game.returns(position) is not None


@kernel_cases
def test_outcome_and_margin_belong_together(case: Case) -> None:
    for position in _sample(case):
        for seat in range(case.game.seats_at(position)):
            result = kernels.outcome(position, seat)
            if result == kernels.ONGOING:
                continue
            assert result == int(np.sign(kernels.margin(position, seat)))
            if case.game.spec.two_sided:
                assert kernels.outcome(position, 1 - seat) == -result


@kernel_cases
def test_scores_and_ranks_are_finite(case: Case) -> None:
    kind = type(case.game.initial(case.options))
    for position in _sample(case)[:-1]:
        for unit in range(len(knowledge.of(case.game).units)):
            seats = range(case.game.seats_at(position))
            assert all(np.isfinite(kernels.evaluate(position, seat, unit)) for seat in seats)
        if kernels.has(kernels.rank, kind):
            assert all(np.isfinite(kernels.rank(position, move)) for move in case.game.legal_moves(position))
