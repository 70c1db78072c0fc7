"""What recursive functions give back is found quickly, and right."""

from __future__ import annotations

import pytest
from numba import njit
from numba.core.typeinfer import TypeInferer

from plyground.core import recursion


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The answers that Numba gave when it was asked what a function gives back."""
    answers: list[object] = []
    ask = recursion._ask

    def noting(inferer: object) -> object:
        answers.append(ask(inferer))
        return answers[-1]

    monkeypatch.setattr(recursion, "_ask", noting)
    assert TypeInferer.return_types_from_partial is recursion._asked_once
    return answers


def test_a_function_that_calls_itself_in_three_places_is_asked_once(asked: list[object]) -> None:
    def trees(n: int) -> int:
        if n < 3:
            return n
        return trees(n - 1) + trees(n - 2) + trees(n - 3)

    compiled = trees = njit(trees)
    assert [compiled(n) for n in range(8)] == [0, 1, 2, 3, 6, 11, 20, 37]
    assert len(asked) == 1


def test_an_answer_that_was_wrong_is_put_right(asked: list[object]) -> None:
    def halves(n: int) -> float:
        if n == 0:
            return 1
        before = halves(n - 1)
        return before * 0.5

    compiled = halves = njit(halves)
    assert [compiled(n) for n in range(4)] == [1.0, 0.5, 0.25, 0.125]
    assert str(asked[0]) == "int64"
    assert str(asked[-1]) == "float64"


def test_an_answer_that_was_wrong_and_leads_nowhere_is_put_right(asked: list[object]) -> None:
    def pair(n: int) -> tuple[float, float]:
        if n == 0:
            return (1.0, 1)
        before = pair(n - 1)
        if n == 2:
            return (before[0], before[1] * 0.5)
        return (before[n % 2], 1)  # a place that is not known asks for two of one type

    compiled = pair = njit(pair)
    assert [compiled(n) for n in range(4)] == [(1.0, 1.0), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0)]
